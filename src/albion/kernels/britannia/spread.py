"""How far a nation could spread in the rest of a Movement Phase: a matching of armies to areas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from albion.engine.cite import cite, rule
from albion.kernels.britannia.board import Area, Board, Nation, Place
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
    foes = occupied(s, nation)
    pinned = [p for p, n in s.armies[nation].items() if n > s.fresh.get(p, 0) and p in s.rules.board.near]
    _, most = spread(pinned, movers(s, nation, s.fresh, foes), foes)
    return max(0, population - numbers.limit_per_area * most)


def occupied(s: BritState, nation: Nation) -> frozenset[Place]:
    """Every place where another nation stands."""
    return frozenset(p for p, here in s.at.items() if here[0] != nation or len(here) > 1)


def movers(s: BritState, nation: Nation, fresh: Mapping[Place, int], foes: frozenset[Place]) -> list[Reach]:
    """The reach of each army that has not moved."""
    board = s.rules.board
    return [r for p, n in fresh.items() for r in [reach(board, p, foes)] * n]


def reach(board: Board, place: Place, foes: frozenset[Place]) -> Reach:
    """Where an army can end: where it stands, next door, or one area further past no opponent."""
    if place in board.near:
        first: Sequence[Area] = board.land[Area(place)]
        found = dict.fromkeys((Area(place), *board.near[Area(place)]))
    else:
        first = board.coast[place]
        found = dict.fromkeys(first)
    for area in first:
        if area not in foes:
            found |= dict.fromkeys(board.land[area])
    return tuple(found)


def spread(settled: Iterable[Place], loose: list[Reach], foes: frozenset[Place]) -> tuple[int, int]:
    """The most areas that can be held, and the most that can contain armies, when all have moved."""
    taken, _ = scatter(settled, loose, foes)
    return sum(1 for a in taken if a not in foes), len(taken)


def scatter(
    settled: Iterable[Place], loose: list[Reach], foes: frozenset[Place]
) -> tuple[dict[Place, int], list[Reach]]:
    """Each loose army to an area of its own, free of opponents first; and the armies left over."""
    taken: dict[Place, int] = dict.fromkeys(settled, -1)
    idle = [i for i in range(len(loose)) if not _assign(i, loose, taken, foes, set())]
    left = []
    for i in idle:
        free = next((a for a in loose[i] if a in foes and a not in taken), None)
        if free is None:
            left.append(loose[i])
        else:
            taken[free] = i
    return taken, left


def _assign(
    i: int, loose: list[Reach], taken: dict[Place, int], foes: frozenset[Place], seen: set[Place]
) -> bool:
    """Find army i an area free of opponents, moving others aside where that helps."""
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
