"""How far a nation could spread in the rest of a Movement Phase: a matching of armies to areas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from albion.engine.cite import cite, rule
from albion.kernels.britannia.board import Area, Nation, Place, load_board
from albion.kernels.britannia.state import BritState

Reach = tuple[Area, ...]
"""Where one army could end."""


@rule(cite("redux-core 6.f R19"))
def unavoidable_excess(s: BritState, nation: Nation) -> int:
    """Armies beyond twice the most areas that the nation's armies can stand in when all have moved."""
    numbers = s.rules.numbers
    population = s.in_play(nation)
    if population <= numbers.limit_per_area * len(s.land_areas(nation)):
        return 0
    near = s.rules.board.near
    pinned = [p for p, n in s.armies[nation].items() if n > s.fresh.get(p, 0) and p in near]
    loose = (r for p, n in s.fresh.items() for r in [reach(p, s.foes)] * n)
    taken = scatter(pinned, loose, s.foes, -(-population // numbers.limit_per_area))
    return max(0, population - numbers.limit_per_area * len(taken))


@lru_cache(maxsize=4096)
def reach(place: Place, foes: frozenset[Place]) -> Reach:
    """Where an army can end: where it stands, next door, or one area further past no opponent."""
    board = load_board()
    if place in board.near:
        first: Sequence[Area] = board.land[Area(place)]
        found = dict.fromkeys((Area(place), *board.near[Area(place)]))
    else:
        first = board.coast[place]
        found = dict.fromkeys(first)
    for area in first:
        if area not in foes:
            found |= dict.fromkeys(board.land[area])
    return tuple(sorted(found, key=foes.__contains__))  # areas free of opponents first


def scatter(
    settled: Iterable[Place], loose: Iterable[Reach], foes: frozenset[Place], enough: int
) -> dict[Place, int]:
    """The most areas that can contain armies, or enough: each loose army in one of its own, if possible unopposed."""
    taken: dict[Place, int] = dict.fromkeys(settled, -1)
    known: list[Reach] = []
    idle: list[int] = []
    for i, reaches in enumerate(loose):
        if len(taken) >= enough:
            return taken
        known.append(reaches)
        if not _assign(i, known, taken, foes, set()):
            idle.append(i)
    for i in idle:
        _assign(i, known, taken, frozenset(), set())
    return taken


def _assign(
    i: int, loose: list[Reach], taken: dict[Place, int], foes: frozenset[Place], seen: set[Place]
) -> bool:
    """Find army i an area that is none of the foes', moving others aside where that helps."""
    for area in loose[i]:
        if area not in taken and area not in foes:
            taken[area] = i
            return True
    for area in loose[i]:
        other = taken.get(area, -1)
        if other >= 0 and area not in seen and area not in foes:
            seen.add(area)
            if _assign(other, loose, taken, foes, seen):
                taken[area] = i
                return True
    return False
