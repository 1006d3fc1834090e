"""How far a nation could spread in the rest of a Movement Phase: a matching of armies to areas."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial

from albion.engine.cite import cite, rule
from albion.kernels.britannia.board import Area, Nation, Place, load_board
from albion.kernels.britannia.state import BritState

Reach = tuple[Area, ...]
"""Where one army could end."""


@rule(cite("redux-core 6.f R19"))
def unavoidable_excess(s: BritState, nation: Nation) -> int:
    """Armies beyond twice the most areas that the nation's armies can stand in when all have moved."""
    per_area, near, fresh = s.rules.numbers.limit_per_area, s.rules.board.near, s.fresh
    population = s.in_play(nation)
    if population <= per_area * len(s.land_areas(nation)):
        return 0
    enough = -(-population // per_area)
    pinned = [p for p, n in s.armies[nation].items() if n > fresh.get(p, 0) and p in near]
    for ends in (
        NEXT_DOOR.__getitem__,
        partial(reach, foes=s.foes),
    ):  # next door mostly suffices, and is quick
        areas = spread(pinned, (r for p, n in fresh.items() for r in [ends(p)] * n), enough)
        if areas >= enough:
            return 0
    return population - per_area * areas


def next_door(place: Place) -> Reach:
    """Where an army can end without marching on."""
    board = load_board()
    return (Area(place), *board.near[Area(place)]) if place in board.near else board.coast[place]


NEXT_DOOR = {place: next_door(place) for place in load_board().places}


@lru_cache(maxsize=4096)
def reach(place: Place, foes: frozenset[Place]) -> Reach:
    """Where an army can end: where it stands, next door, or one area further past no opponent."""
    board = load_board()
    found = dict.fromkeys(NEXT_DOOR[place])
    for area in board.land[Area(place)] if place in board.near else board.coast[place]:
        if area not in foes:
            found |= dict.fromkeys(board.land[area])
    return tuple(found)


def spread(settled: Iterable[Place], loose: Iterable[Reach], enough: int) -> int:
    """The most areas that can contain armies, or enough: each loose army in one of its own."""
    taken: dict[Place, int] = dict.fromkeys(settled, -1)
    known: list[Reach] = []
    for i, ends in enumerate(loose):
        if len(taken) >= enough:
            break
        known.append(ends)
        _assign(i, known, taken, set())
    return len(taken)


def _assign(i: int, loose: list[Reach], taken: dict[Place, int], seen: set[Place]) -> bool:
    """Find army i an area of its own, moving others aside where that helps."""
    for area in loose[i]:
        if area not in taken:
            taken[area] = i
            return True
    for area in loose[i]:
        other = taken[area]
        if other >= 0 and area not in seen:
            seen.add(area)
            if _assign(other, loose, taken, seen):
                taken[area] = i
                return True
    return False
