"""How far a nation could spread in the rest of a Movement Phase: matchings of armies to areas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from albion.kernels.britannia.board import Area, Place, load_board

Reach = tuple[Place, ...]
"""Where one army could end."""
MANY = 99
"""More areas than the map has."""


def next_door(place: Place) -> Reach:
    """Where an army can end without marching on."""
    board = load_board()
    return (place, *board.near[Area(place)]) if place in board.near else board.coast[place]


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


@lru_cache(maxsize=4096)
def onwards(area: Area, left: int, foes: frozenset[Place]) -> Reach:
    """Where those that have entered an area can get with so many areas left, past no opponent."""
    land = load_board().land
    found: dict[Place, None] = {}
    edge: list[Area] = [area]
    for _ in range(left):
        edge = [b for a in edge if a == area or a not in foes for b in land[a] if b not in found]
        found |= dict.fromkeys(edge)
    return tuple(found)


def covered(settled: Iterable[Place], loose: Iterable[Reach], enough: int) -> int:
    """The most areas that can contain armies, or enough: each loose army in one of its own."""
    return len(matched(settled, loose, enough))


def matched(settled: Iterable[Place], loose: Iterable[Reach], enough: int) -> dict[Place, int]:
    """As many areas as can contain armies, or enough, and which of the loose armies each is given; -1: none."""
    taken: dict[Place, int] = dict.fromkeys(settled, -1)
    known: list[Reach] = []
    for i, ends in enumerate(loose):
        if len(taken) >= enough:
            break
        known.append(ends)
        _assign(i, known, taken, set())
    return taken


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


def seated(armies: Sequence[Reach], room: Mapping[Place, int]) -> dict[Place, int] | None:
    """The room left once each army has found some within its reach; None: not all do. Places not listed have any."""
    inside: dict[Place, list[int]] = {a: [] for a in room}

    def settle(i: int, seen: set[Place]) -> bool:
        for area in armies[i]:
            if area not in inside:
                return True
            if len(inside[area]) < room[area]:
                inside[area].append(i)
                return True
        for area in armies[i]:
            if area in seen:
                continue
            seen.add(area)
            for n, other in enumerate(inside[area]):
                if settle(other, seen):
                    inside[area][n] = i
                    return True
        return False

    if not all(settle(i, set()) for i in range(len(armies))):
        return None
    return {a: n - len(inside[a]) for a, n in room.items()}
