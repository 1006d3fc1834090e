"""Where a march stops, and why armies that stand somewhere go no further."""

from __future__ import annotations

from albion.engine.action import Json
from albion.engine.cite import Cite, cite, rule
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.limits import overstack_limit
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.units import Move

NOBODY = cite("redux-core 6.a")
"""Only the nation's own armies can be moved, as many as there are."""
SPENT = cite("redux-core 6.b")
LANDED = cite("redux-core 6.1.c 6.b")
STRAIT = cite("redux-core 6.2.b")
PINNED = cite("redux-core 5.2.2.g R15")
HELD_UP = cite("redux-core 6.d 6.3.a 6.3.b")
FULL_STOP = cite("redux-core 6.3.c 6.d 6.3.a")
IN_HILLS = cite("redux-core 6.3.e 6.d")
OWN_WORDS = frozenset(cite("redux-core 6.2.b", "redux-leaders 9.2.1.h 12.e"))
"""Clauses that say all there is to say against a further move."""


def may_go_on(s: BritState, nation: Nation, area: Area, n: int) -> int:
    """Of n armies that just entered an area, those not stopped by opponents."""
    if area not in s.foes:
        return n
    return min(n, s.rules.overrun(s, nation, area, s.attackers(area), False))


@rule(cite("redux-core 6.3.b 6.3.c 6.3.e R21"))
def past_double_or_overstack(s: BritState, nation: Nation, area: Area, arriving: int, led: bool) -> int:
    """Armies that may march on: in clear terrain those beyond double the defenders, or beyond an overstack."""
    return 0 if area in s.rules.board.difficult else not_held_up(s, nation, area, arriving)


def not_held_up(s: BritState, nation: Nation, area: Area, arriving: int) -> int:
    """Armies beyond those that the defenders of an area hold up, whatever its terrain."""
    foe = s.foe(nation, area)
    defenders = s.count(foe, area) if foe is not None else 0
    return max(0, arriving - min(2 * defenders, overstack_limit(s, area)))


def overruns(s: BritState, nation: Nation, area: Area, n: int, led: bool) -> int:
    """Of n armies that would enter an area of opponents, how many could march on."""
    return min(n, s.rules.overrun(s, nation, area, s.attackers(area) + n, led))


def crosses_strait(s: BritState, place: Place, area: Area) -> bool:
    """Whether the way from a place to an area leads over a strait."""
    board = s.rules.board
    return not board.at_sea(place) and area not in board.land[Area(place)]


def overrun_law(s: BritState, nation: Nation, area: Area) -> Cite | None:
    """Which clause keeps armies among opponents in an area; None: no opponents are there."""
    foe = s.foe(nation, area)
    if foe is None:
        return None
    if area in s.rules.board.difficult:
        return s.rules.no_overrun
    return HELD_UP if 2 * s.count(foe, area) <= overstack_limit(s, area) else FULL_STOP


def held_up(s: BritState, nation: Nation, area: Area, arrived: int, led: bool) -> bool:
    """Whether opponents keep some of those that just arrived, whoever else has entered the area before."""
    return area in s.foes and s.rules.overrun(s, nation, area, s.attackers(area), led) < arrived


def must_stay(s: BritState, nation: Nation, area: Area, most: int, led: bool) -> dict[str, Json]:
    """The numbers of an overrun: how many defend, must stay to fight and may go on."""
    foe = s.foe(nation, area)
    defenders = s.count(foe, area) if foe is not None else 0
    entered = s.attackers(area)
    stay = entered - s.rules.overrun(s, nation, area, entered, led)
    return {"area": area, "foe": foe, "defenders": defenders, "n": stay, "most": most}


def on_foot(s: BritState, nation: Nation) -> Cite:
    """How far armies go that are all infantry."""
    return SPENT


def halted(s: BritState, nation: Nation, move: Move) -> Cite:
    """Why those that made a move go no further: opponents, a strait, or an allowance used up."""
    board = s.rules.board
    among = overrun_law(s, nation, move.area)
    if among is not None:
        return among
    if board.at_sea(move.place):
        return LANDED
    return s.rules.spent(s, nation) if move.area in board.land[Area(move.place)] else STRAIT


def why_halted(s: BritState, nation: Nation, place: Place) -> tuple[str, dict[str, Json]] | None:
    """In words: nobody is there, they are pinned or must fight, or their move is over; a strait's or a boat's own clause says enough."""
    if not s.count(nation, place):
        return "none-there", {"nation": nation, "place": place}
    area = Area(place)
    foe = s.foe(nation, area) if place in s.rules.board.near else None
    if foe is not None:
        key = "pinned" if s.entered.get(area, {}).get(place) else "must-fight"
        return key, {"nation": nation, "area": area, "foe": foe, "n": s.count(foe, area)}
    return "have-moved", {"nation": nation, "place": place}


def not_fresh(s: BritState, nation: Nation, place: Place) -> Cite:
    """Why no army in a place begins a move: none is there, they are pinned, or they have moved."""
    if not s.count(nation, place):
        return NOBODY
    if s.entered.get(Area(place), {}).get(place):
        return PINNED
    last = next((move for move in reversed(s.moves) if move.area == place), None)
    return s.rules.spent(s, nation) if last is None else halted(s, nation, last)


def all_unmoved(s: BritState, nation: Nation, place: Place, unmoved: int) -> Cite:
    """Why no more armies set out than stand in a place unmoved."""
    fewer = s.count(nation, place) > unmoved
    return (*NOBODY, *not_fresh(s, nation, place)) if fewer else NOBODY


def too_far_off(s: BritState, place: Place, area: Place, why: Cite) -> tuple[str, dict[str, Json]] | None:
    """In words: an area is not next door, or has no coast on their sea, or is where they stand."""
    where: dict[str, Json] = {"place": place, "area": area}
    if why[0].clause == "6.b":
        return ("not-next-door" if area != place else "already-there"), where
    ashore = why[0].clause == "6.1.a" and not s.rules.board.at_sea(area)
    return ("not-on-its-coast", where) if ashore else None
