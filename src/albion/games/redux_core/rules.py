"""What the Core rules choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from albion.engine.cite import Cite, cite, rule
from albion.games.redux_core.data import BOARD, nations, numbers, seats, timeline
from albion.games.redux_core.options import CoreOptions
from albion.games.redux_core.s03_king import score_king
from albion.kernels.britannia.battle import hits, losses, nobody_attacks, placed_there, retreats
from albion.kernels.britannia.battles import Battles
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.clauses import Clauses
from albion.kernels.britannia.engagement import Battle
from albion.kernels.britannia.growth import Population, dies_out
from albion.kernels.britannia.halting import IN_HILLS, on_foot, past_double_or_overstack
from albion.kernels.britannia.limits import (
    all_ashore,
    excess_armies,
    no_fewer_held,
    one_overstack,
    peopled_at_end,
    stacked_at_end,
)
from albion.kernels.britannia.movement import MovementPhase
from albion.kernels.britannia.prospect import Outlook, no_end_left, plain_standing
from albion.kernels.britannia.retreat import Retreat, refuge, retreat_limit
from albion.kernels.britannia.ruleset import Ruleset
from albion.kernels.britannia.sequence import in_game, in_turn, nothing_more, score_holding
from albion.kernels.britannia.state import BritState

CLAUSES = Clauses(
    round=cite("redux-core 4.a 4.b 4.c 4.1.a 4.1.b 1.3.1.a 1.3.2.a 1.3.5.a 2.a R17"),
    nation_turn=cite("redux-core 4.1.b 4.1.c 4.1.d"),
    round_end=cite("redux-core 4.3.a 4.3.b 3.1.b"),
    next_round=cite("redux-core 4.3.b 3.a 3.b"),
    victory=cite("redux-core 3.a 3.b"),
    battles=cite("redux-core 4.1.d 7.a"),
    next_battle=cite("redux-core 7.a 7.d"),
    battle_order=cite("redux-core 4.1.d 7.a 7.b 7.c 7.d 6.1.1.c"),
    first_blows=cite("redux-core 7.a 7.c"),
    no_battle_at_sea=cite("redux-core 7.b 6.1.1.c"),
    no_battle_there=cite("redux-core 7.a"),
    all_fought=cite("redux-core 7.a"),
    all_moved=cite("redux-core 6.3.f"),
    battle_round=cite("redux-core 7.1.a 7.1.1.a 7.1.1.b 7.2.a 7.2.b 7.2.h"),
    battle_end=cite("redux-core 7.2.a 7.3.e"),
    battles_end=cite("redux-core 4.1.d"),
    counters=cite("redux-core 5.d 1.3.2.b R4"),
    which_dies=cite("redux-core 5.1.g"),
    one_dies=cite("redux-core 5.1.g"),
)


@dataclass(frozen=True, slots=True)
class CoreRuleset(Ruleset):
    """The laws of the Core game that are asked most often."""

    def stacking(self, s: BritState, nation: Nation, armies: Mapping[Place, int]) -> Cite | None:
        return one_overstack(s, nation, armies)

    def excess(self, s: BritState, nation: Nation) -> int:
        return excess_armies(s, nation)

    def no_end_left(self, s: BritState, nation: Nation) -> Cite:
        return no_end_left(s, nation)

    def outlook(self, s: BritState, nation: Nation) -> Outlook:
        return Outlook(s, nation)

    def overrun(self, s: BritState, nation: Nation, area: Area, arriving: int, led: bool) -> int:
        return past_double_or_overstack(s, nation, area, arriving, led)

    def refuge(self, s: BritState, battle: Battle, nation: Nation, area: Area) -> Cite | None:
        return refuge(s, battle, nation, area)


@cache
@rule(cite("redux-core 1.1.a 1.2.a 2.b 2.1.a 7.3.a 4.1.d"))
def core(o: CoreOptions) -> Ruleset:
    """The Core game for this many players, with or without reduced randomness."""
    shared = seats(o.players)
    return CoreRuleset(
        options=o,
        board=BOARD,
        nations=nations(BOARD, reduced_randomness=o.reduced_randomness),
        counters={},
        leaders={},
        seat_of={nation: seat for seat, theirs in shared.items() for nation in theirs},
        seats=tuple(shared),
        timeline=timeline(),
        clauses=CLAUSES,
        numbers=numbers(reduced_randomness=o.reduced_randomness),
        in_game=in_game,
        phases=in_turn(Population, MovementPhase, Battles),
        # most often violated first
        movement_end=(no_fewer_held, all_ashore, stacked_at_end, peopled_at_end),
        standing=plain_standing,
        dies_out=dies_out,
        spent=on_foot,
        no_overrun=IN_HILLS,
        opening=placed_there,
        hits=hits,
        losses=losses,
        retreats=retreats,
        battle_ends=nobody_attacks,
        retreat=Retreat,
        retreat_limit=retreat_limit,
        round_begins=nothing_more,
        round_ends=nothing_more,
        round_closes=(score_holding, score_king),
    )
