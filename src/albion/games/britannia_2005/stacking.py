"""Stacking limits."""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.cite import Cite, cite, rule
from albion.games.britannia_2005.state import ROMANS, SAXONS, Brit
from albion.kernels.britannia.board import Nation, Place

ONE_OVERSTACK = cite(
    "britannia-2005 move.stacking.a move.stacking.b move.stacking.c move.stacking.d saxon.burh.h"
)
ROMAN = cite("britannia-2005 move.stacking.h move.stacking.i move.stacking.j move.stacking.k")


def stacking(s: Brit, nation: Nation, armies: Mapping[Place, int]) -> Cite | None:
    """What armies so placed break of their nation's limits."""
    return romans_stack(s, armies) if nation == ROMANS else one_overstack(s, nation, armies)


@rule(ONE_OVERSTACK)
@rule(cite("britannia-2005 move.invasion.e leader.e"))
def one_overstack(s: Brit, nation: Nation, armies: Mapping[Place, int]) -> Cite | None:
    """Three in a clear area, two in a difficult one; one overstack may be larger, in difficult terrain up to four."""
    board, f = s.rules.board, s.rules.figures
    near, hard = board.near, board.difficult
    burhs = s.burhs if nation == SAXONS else None
    over = 0
    for place, n in armies.items():
        if burhs and place in burhs:
            n += 1
        if n <= f.difficult or place not in near:
            continue
        difficult = place in hard
        if difficult or n > f.clear:
            over += 1
            if over > 1 or (difficult and n > f.overstack_difficult):
                return ONE_OVERSTACK
    return None


@rule(ROMAN)
def romans_stack(s: Brit, armies: Mapping[Place, int]) -> Cite | None:
    """Any number in clear areas, four in each difficult one; forts do not count, and there is no overstack."""
    hard, most = s.rules.board.difficult, s.rules.figures.roman_difficult
    for place, n in armies.items():
        if n > most and place in hard:
            return ROMAN
    return None


@rule(cite("britannia-2005 move.stacking.f move.stacking.g"))
def room(s: Brit, nation: Nation, place: Place, n: int = 1, leaving: Place | None = None) -> bool:
    """Whether stacking allows n more armies in a place, new ones or some that leave another."""
    there = dict(s.armies[nation])
    there[place] = there.get(place, 0) + n
    if leaving is not None:
        there[leaving] -= n
    return stacking(s, nation, there) is None
