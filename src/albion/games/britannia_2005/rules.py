"""What the 2005 game chooses: its tables, and the laws that the players' options select."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from albion.engine.action import Seat
from albion.engine.cite import cite, rule
from albion.games.britannia_2005 import data
from albion.games.britannia_2005.options import Options2005
from albion.games.britannia_2005.s02_points import angle_card, brigante_card, every_area
from albion.games.britannia_2005.s03_sequence import (
    in_play,
    last_submission,
    phases,
    round_begins,
    round_ends,
)
from albion.games.britannia_2005.s06_battle import battle_ends, fallen, hits, opening, retreats
from albion.games.britannia_2005.s08_overpopulation import dies_out
from albion.games.britannia_2005.state import Brit, Rules
from albion.kernels.britannia.board import Area
from albion.kernels.britannia.clauses import Clauses

SEATS = tuple(map(Seat, ("yellow", "green", "red", "blue")))


LAWS: dict[str, Callable[[Brit, Area], int]] = {
    "angle-card": angle_card,
    "every-area": every_area,
    "brigante-card": brigante_card,
}


CLAUSES = Clauses(
    round=cite("britannia-2005 round.a round.b round.c setup.colour.a"),
    nation_turn=cite("britannia-2005 round.d round.e"),
    round_end=cite("britannia-2005 endround.a endround.c endround.d"),
    next_round=cite("britannia-2005 endround.d angles.submission.o round.a win.a"),
    victory=cite("britannia-2005 win.a"),
    battles=cite("britannia-2005 round.e battle.general.a move.overrun.e"),
    next_battle=cite("britannia-2005 battle.general.a"),
    battle_order=cite("britannia-2005 battle.general.a battle.general.c battle.general.d move.invasion.f"),
    first_blows=cite("britannia-2005 battle.general.a battle.general.b"),
    no_battle_at_sea=cite("britannia-2005 battle.general.d move.invasion.f"),
    no_battle_there=cite("britannia-2005 battle.general.a"),
    all_fought=cite("britannia-2005 battle.general.a"),
    all_moved=cite("britannia-2005 move.overrun.e"),
    battle_round=cite("britannia-2005 battle.general.e battle.general.f battle.end.a battle.end.b"),
    battle_end=cite("britannia-2005 battle.end.a"),
    battles_end=cite("britannia-2005 battle.general.a"),
    counters=cite("britannia-2005 pop.h round16.reinf.c rb.arthur.g"),
    which_dies=cite("britannia-2005 overpop.a overpop.c R39"),
    one_dies=cite("britannia-2005 overpop.c"),
)


@cache
@rule(
    cite("britannia-2005 setup.colour.c setup.colour.d setup.colour.e setup.colour.f setup.colour.g R30 R31")
)
def ruleset(o: Options2005) -> Rules:
    """The 2005 game: each colour runs its own nations."""
    nations, board = data.nations(), data.BOARD
    return Rules(
        options=o,
        board=board,
        nations=nations,
        counters=data.counters(),
        seats=SEATS,
        seat_of={n: card.colour for n, card in nations.items()},
        leaders=data.leaders(),
        timeline=data.rounds(),
        clauses=CLAUSES,
        opening=opening,
        hits=hits,
        losses=fallen,
        retreats=retreats,
        battle_ends=battle_ends,
        dies_out=dies_out,
        in_game=in_play,
        phases=phases,
        round_begins=round_begins,
        round_ends=round_ends,
        round_closes=(last_submission,),
        figures=data.figures(),
        hold=data.hold_values(),
        occupy=data.occupy_boxes(),
        bounties=data.bounties(),
        caps=data.caps(),
        landing=data.landing(),
        fealties=data.fealties(),
        reinforcements=data.reinforcements(),
        south=frozenset(data.known("limits", "south", data.table("limits")["regions"]["south"])),
        england=board.within("england"),
        covered=board.within("scotland") | {Area("galloway")},
        sails=data.sails(),
        bound_sails=data.bound_sails(),
        harold_adds=o.harold == "adds",
        brigante_value=LAWS[o.brigantes],
    )
