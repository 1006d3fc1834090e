"""The shape of each data file; whatever is missing, unknown or of the wrong kind is refused."""

from __future__ import annotations

from typing import Literal

from albion.games.boudicca.schema_base import Record, Sourced
from albion.games.boudicca.schema_map import MapFile, PlacesFile

Side = Literal["britons", "romans"]


class Scale(Sourced, frozen=True):
    miles_per_hex: int
    weeks_per_turn: int
    men_per_roman_strength_point: int


class Sequence(Sourced, frozen=True):
    turns: int
    die: int
    first_initiative: Side
    cards_per_impulse: int


class TurnTrack(Sourced, frozen=True):
    britons: tuple[int, ...]
    romans: tuple[int, ...]


class TownBonus(Sourced, frozen=True):
    cards_per_town: int


class SequenceFile(Record, frozen=True):
    scale: Scale
    sequence: Sequence
    turn_track: TurnTrack
    town_bonus: TownBonus


class Decks(Sourced, frozen=True):
    cards: int
    ap_cards: int
    event_cards: int


class Cards(Sourced, frozen=True):
    copies: dict[str, int]


class Deck(Record, frozen=True):
    ap: Cards
    events: Cards


class CardsFile(Record, frozen=True):
    decks: Decks
    britons: Deck
    romans: Deck


class Activation(Sourced, frozen=True):
    move: int
    sack: int
    destroy_bridge: int
    build_bridge: int
    mobilize: int
    mobilize_mona: int
    mobilize_ii: int
    enter: int
    incite: int
    recruit: int
    convocation: int


class Ranges(Sourced, frozen=True):
    bridge_enemy_hexes: int
    revolt_hexes: int
    recruit_hexes: int
    convocation_mp: int


class ActivationFile(Record, frozen=True):
    activation: Activation
    ranges: Ranges


class TerrainStated(Sourced, frozen=True):
    town_extra: float
    settlement_extra: float
    post_extra: float
    overrun: float
    kill_civilians: float
    off_map_entry: float


class Costs(Sourced, frozen=True):
    romans: dict[str, float]
    britons: dict[str, float]
    leaders: dict[str, float]
    road: float
    river: float


class TerrainCombat(Sourced, frozen=True):
    roman_dice: dict[str, int]
    attacker_dice: dict[str, int]


class TerrainFile(Record, frozen=True):
    stated: TerrainStated
    costs: Costs
    combat: TerrainCombat


class Interception(Sourced, frozen=True):
    reach_mp: int
    points_per_hex: int


class InterceptionModifiers(Sourced, frozen=True):
    leader_with_interceptors: int
    druid_with_interceptors: int
    interceptors_all_cavalry: int
    target_force_marches: int
    target_all_cavalry_or_leaders: int
    romans_into_woods_rough_or_marsh: int
    interceptors_used_twice: int


class InterceptionFile(Record, frozen=True):
    interception: Interception
    modifiers: InterceptionModifiers


class BattleNumbers(Sourced, frozen=True):
    major_strength: int
    overrun_odds: int
    move_on_odds: int
    hopeless_odds: int
    withdraw_roll: int
    disrupted: int
    pursuit_divisor: int


class Crt(Sourced, frozen=True):
    skirmish: tuple[str, ...]
    major: tuple[str, ...]


class Drm(Sourced, frozen=True):
    intercepting: int
    force_marched: int
    post: int
    legion_in_hand: int
    legion_in_hand_cohorts: int
    scared: int
    fury: int


class CombatFile(Record, frozen=True):
    battle: BattleNumbers
    crt: Crt
    drm: Drm


class TribalRevolt(Sourced, frozen=True):
    boudicca: int
    revolts_on_or_below: dict[str, int]


class SpontaneousRevolt(Sourced, frozen=True):
    rows: tuple[tuple[str, ...], ...]


class DruidInvocation(Sourced, frozen=True):
    results: tuple[Literal["spent", "silence", "fear", "dread", "call", "andate"], ...]
    fear_hexes: int
    dread_hexes: int
    call_hexes: int
    call_drm: int


class Rampage(Sourced, frozen=True):
    results: tuple[Literal["plunder", "nothing", "rampage", "fury"], ...]
    extra_ma: int


class LeaderKilled(Sourced, frozen=True):
    results: tuple[Literal["killed", "escapes"], ...]


class HailCaesar(Sourced, frozen=True):
    ave_multiplier: int
    germania_first_turn: int
    germania_steps: int


class TablesFile(Record, frozen=True):
    tribal_revolt: TribalRevolt
    spontaneous_revolt: SpontaneousRevolt
    druid_invocation: DruidInvocation
    rampage: Rampage
    leader_killed: LeaderKilled
    hail_caesar: HailCaesar


class UnitKind(Sourced, frozen=True):
    strength: tuple[int, ...]
    ma: int


class Civilians(Sourced, frozen=True):
    ma: int


class Markers(Sourced, frozen=True):
    horde_markers: int
    ma: int


class Leaders(Sourced, frozen=True):
    ma: int
    druids: int
    druids_in_play: int


class BattleBonus(Sourced, frozen=True):
    boudicca: int
    paulinus: int
    druid: int


class Legions(Sourced, frozen=True):
    cohorts: int
    weak_below: int
    names: dict[str, str]


class TribeCounters(Record, frozen=True):
    name: str
    infantry: int
    strength: tuple[int, ...]
    cavalry: int
    cavalry_strength: tuple[int, ...] = ()
    """Read only where there is cavalry."""


class Tribes(Sourced, frozen=True):
    infantry_ma: int
    cavalry_ma: int
    counters: dict[str, TribeCounters]


class Stacking(Sourced, frozen=True):
    auxilia: int


class CounterMix(Sourced, frozen=True):
    total: int
    cohorts: int
    auxilia: int
    cavalry: int
    tribes: int
    leaders: int
    civilians: int
    legion_markers: int
    horde_markers: int
    not_in_revolt: int
    turn: int
    used: int
    sacked: int
    both_sacked: int
    force_march: int
    bridge: int
    disrupted: int
    rampage: int
    scared: int


class UnitsFile(Record, frozen=True):
    cohort: UnitKind
    first_cohort: UnitKind
    auxilia: UnitKind
    cavalry: UnitKind
    civilians: Civilians
    markers: Markers
    leaders: Leaders
    battle_bonus: BattleBonus
    legions: Legions
    tribes: Tribes
    stacking: Stacking
    counter_mix: CounterMix


class BritonSetup(Sourced, frozen=True):
    in_revolt: tuple[str, ...]
    boudicca: int
    druids: int
    no_druids: tuple[str, ...]


class RomanStack(Record, frozen=True):
    at: str
    legion: str
    cohorts: tuple[int, ...]
    cavalry: int
    auxilia: int
    active: bool


class RomanSetup(Sourced, frozen=True):
    paulinus: Literal["mona", "isca"]
    stacks: tuple[RomanStack, ...]


class Garrisons(Sourced, frozen=True):
    cavalry: int
    auxilia: int
    per_post: int


class CivilianCount(Record, frozen=True):
    hex: int
    count: int


class CivilianSetup(Sourced, frozen=True):
    list: tuple[CivilianCount, ...]
    fifth_town: CivilianCount


class SetupFile(Record, frozen=True):
    britons: BritonSetup
    romans: RomanSetup
    garrisons: Garrisons
    civilians: CivilianSetup


class BritonVictory(Sourced, frozen=True):
    town_sacked: int
    post_sacked: int
    legion_destroyed: int
    legion_weak: int
    paulinus_killed: int
    civilian_eliminated: int


class RomanVictory(Sourced, frozen=True):
    venta_icenorum_sacked: int
    oppidum_sacked: int
    boudicca_killed: int
    druid_killed: int
    civilian_in_play: int
    counter_of_destroyed_tribe: int


class VictoryFile(Record, frozen=True):
    britons: BritonVictory
    romans: RomanVictory


FILES: dict[str, type[Record]] = {
    "map": MapFile,
    "places": PlacesFile,
    "units": UnitsFile,
    "setup": SetupFile,
    "sequence": SequenceFile,
    "cards": CardsFile,
    "activation": ActivationFile,
    "terrain": TerrainFile,
    "interception": InterceptionFile,
    "combat": CombatFile,
    "tables": TablesFile,
    "victory": VictoryFile,
}
"""Every data file by its name without .toml."""
