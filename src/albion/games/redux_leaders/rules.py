"""What Leaders and Raiders chooses: the Core rules, plus only what chapters 8 to 12 change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log
from albion.engine.plain import field_names
from albion.games.redux_core.options import CoreOptions
from albion.games.redux_core.rules import CLAUSES as CORE_CLAUSES
from albion.games.redux_core.rules import core
from albion.games.redux_leaders.data import counters, leaders, nations, timeline
from albion.games.redux_leaders.options import LeadersOptions
from albion.games.redux_leaders.s09_arthur import (
    arthur_and_his_cavalry,
    arthur_falls,
    attack_ends_truce,
    truce,
)
from albion.games.redux_leaders.s09_units import (
    ALLOWANCE,
    LED_ALLOWANCE,
    MOVES,
    bonus,
    how_far,
    leaders_cross,
    need,
    no_way,
    victors_may_go,
    ways,
    ways_with_boats,
)
from albion.games.redux_leaders.s10_scoring import (
    eliminating,
    occupy,
    occupy_from_the_start,
    score_holding,
    score_raids,
)
from albion.games.redux_leaders.s11_arrivals import Growth
from albion.games.redux_leaders.s11_king import extra_turn_attacks, titles
from albion.games.redux_leaders.s11_limits import (
    LeadersOutlook,
    excess,
    landed,
    no_end_left,
    no_fewer_held,
    peopled,
    stacked,
    standing,
)
from albion.games.redux_leaders.s11_turn import (
    Campaign,
    TurnEnd,
    flags,
    leader_to_sea,
    may_retreat,
    note_landless,
    raiders_set_out,
    restrained,
)
from albion.games.redux_leaders.s11_withdrawal import (
    Withdrawal,
    decline,
    may_decline,
    still_ashore,
    withdrawn,
    withdraws,
)
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.clash import clash_ends, fallen, retreats, stand_to
from albion.kernels.britannia.engagement import Battle
from albion.kernels.britannia.fallback import FallBack
from albion.kernels.britannia.hits import hits
from albion.kernels.britannia.host import HostRuleset, HostState, TurnFlags, host
from albion.kernels.britannia.limits import one_overstack
from albion.kernels.britannia.prospect import Outlook
from albion.kernels.britannia.sequence import in_turn
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.units import Force, Way

CLAUSES = CORE_CLAUSES.but(
    battle_round=(*CORE_CLAUSES.battle_round, *cite("redux-leaders 9.1.2.g")),
    round=(*CORE_CLAUSES.round, *cite("redux-leaders 10.2.b")),
    round_end=cite("redux-leaders 11.2.a 11.2.b 11.6.a 10.7.a"),
    next_round=cite("redux-core 4.3.a 4.3.b 3.a 3.b", "redux-leaders 11.2.a 11.6.e 11.6.1.u 10.1.a"),
    which_dies=(*CORE_CLAUSES.which_dies, *cite("redux-leaders 9.1.a")),
)


@dataclass(frozen=True, slots=True)
class LeadersRuleset(HostRuleset):
    """The laws of Leaders and Raiders that are asked most often."""

    def stacking(self, s: BritState, nation: Nation, armies: Mapping[Place, int]) -> Cite | None:
        return one_overstack(s, nation, armies)

    def excess(self, s: BritState, nation: Nation) -> int:
        return excess(s, nation)

    def no_end_left(self, s: BritState, nation: Nation) -> Cite:
        return no_end_left(s, nation)

    def outlook(self, s: BritState, nation: Nation) -> Outlook:
        return LeadersOutlook(s, nation)

    def overrun(self, s: BritState, nation: Nation, area: Area, arriving: int, led: bool) -> int:
        return leaders_cross(host(s), nation, area, arriving, led)

    def refuge(self, s: BritState, battle: Battle, nation: Nation, area: Area) -> Cite | None:
        return may_retreat(s, battle, nation, area)

    def flags(self, s: HostState, nation: Nation) -> TurnFlags:
        return flags(s, nation)

    def ways(self, s: HostState, nation: Nation, place: Place, used: int) -> Sequence[Way]:
        return ways(s, nation, place, used)

    def entering(
        self, s: HostState, nation: Nation, place: Place, area: Area, force: Force | None
    ) -> Cite | None:
        broken = truce(s, nation, place, area, force)
        return extra_turn_attacks(s, nation, place, area, force) if broken is None else broken

    def company(self, s: HostState, nation: Nation, place: Place, force: Force) -> Cite | None:
        return arthur_and_his_cavalry(s, nation, place, force)

    def arrived(self, s: HostState, log: Log, nation: Nation, area: Area) -> None:
        occupy(s, log, nation, area)
        attack_ends_truce(s, log, nation, area)


@dataclass(frozen=True, slots=True)
class BoatsRuleset(LeadersRuleset):
    """The same with boats."""

    def ways(self, s: HostState, nation: Nation, place: Place, used: int) -> Sequence[Way]:
        return ways_with_boats(s, nation, place, used)


@cache
@rule(cite("redux-leaders 8.a 9.a 10.7.a 11.a 11.3.j 12.a", "redux-core 2.b 2.1.a 7.3.a"))
def leaders_and_raiders(o: LeadersOptions) -> HostRuleset:
    """The Core game of this many players, with cavalry, leaders, raiders and its own scoring."""
    base = core(CoreOptions(players=o.players, reduced_randomness=o.reduced_randomness))
    same: dict[str, Any] = {name: getattr(base, name) for name in field_names(base)}
    changed: dict[str, Any] = {
        "options": o,
        "nations": nations(o.boats),
        "counters": counters(),
        "leaders": leaders(),
        "timeline": timeline(),
        "clauses": CLAUSES,
        "phases": in_turn(Growth, Campaign, Withdrawal, TurnEnd),
        "movement_end": (landed, stacked, peopled, no_fewer_held),
        "standing": standing,
        "spent": how_far,
        "no_overrun": (*base.no_overrun, *cite("redux-leaders 9.2.1.f")),
        "opening": stand_to,
        "hits": hits,
        "losses": fallen,
        "retreats": retreats,
        "battle_ends": clash_ends,
        "retreat": FallBack,
        "round_begins": occupy_from_the_start,
        "round_ends": titles,
        "round_closes": (score_holding,),
    }
    return (BoatsRuleset if o.boats else LeadersRuleset)(
        **(same | changed),
        allowance=ALLOWANCE,
        led_allowance=LED_ALLOWANCE,
        leader_moves=MOVES["leader"],
        no_way=no_way,
        restrained=restrained,
        phase_begins=(raiders_set_out, note_landless),
        need=need,
        bonus=bonus,
        fell=(eliminating, arthur_falls),
        victory=victors_may_go,
        falls_back=leader_to_sea,
        withdrawn=withdrawn,
        still_ashore=still_ashore,
        withdraws=withdraws,
        before_withdrawal=may_decline,
        instead_of_withdrawal=decline,
        raided=score_raids,
    )
