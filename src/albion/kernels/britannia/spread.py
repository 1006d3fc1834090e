"""How far a nation could spread in the rest of a Movement Phase: matchings of armies to areas, areas as bits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from albion.kernels.britannia.board import Area, Place, load_board

Bits = int
"""A set of places, one bit each."""
BIT: Mapping[Place, Bits] = {place: 1 << i for i, place in enumerate(load_board().places)}
PLACE: Mapping[Bits, Place] = {bit: place for place, bit in BIT.items()}
NO_ROOM: Mapping[Bits, int] = {}


def bits(places: Iterable[Place]) -> Bits:
    """Places as bits."""
    found = 0
    for place in places:
        found |= BIT[place]
    return found


@lru_cache(maxsize=1024)
def one_set(places: frozenset[Place]) -> frozenset[Place]:
    """One object for all sets of the same places: what is remembered of it is then found without comparing each of them."""
    return places


@lru_cache(maxsize=1024)
def frozen_bits(places: frozenset[Place]) -> Bits:
    """Places that stay the same for a whole phase, as bits."""
    return bits(places)


LAND = bits(load_board().areas)
DIFFICULT = bits(load_board().difficult)
CLEAR = LAND & ~DIFFICULT
ANYWHERE = bits(load_board().places)


def next_door(place: Place) -> tuple[Place, ...]:
    """Where an army can end without marching on."""
    board = load_board()
    return (place, *board.near[Area(place)]) if place in board.near else board.coast[place]


NEXT_DOOR: Mapping[Place, Bits] = {place: bits(next_door(place)) for place in load_board().places}
LAND_AROUND: Mapping[Place, Bits] = {area: bits(near) for area, near in load_board().land.items()}


@lru_cache(maxsize=4096)
def reach(place: Place, foes: frozenset[Place]) -> Bits:
    """Where an army can end: where it stands, next door, or one area further past no opponent."""
    board = load_board()
    found = NEXT_DOOR[place]
    for area in board.land[Area(place)] if place in board.near else board.coast[place]:
        if area not in foes:
            found |= LAND_AROUND[area]
    return found


@lru_cache(maxsize=4096)
def onwards(area: Area, left: int, foes: frozenset[Place]) -> tuple[Place, ...]:
    """Where those that have entered an area can get with this many areas left, past no opponent."""
    land = load_board().land
    found: dict[Place, None] = {}
    edge: list[Area] = [area]
    for _ in range(left):
        edge = [b for a in edge if a == area or a not in foes for b in land[a] if b not in found]
        found |= dict.fromkeys(edge)
    found.pop(area, None)  # those that come back have stayed
    return tuple(found)


class Matching:
    """Armies that are given places within their reach one after the other, each place with room for this many.

    Where a place is full, those given it before move elsewhere if they can; so as many as possible are given one.
    """

    __slots__ = ("_tried", "armies", "free", "inside", "placed", "room")

    def __init__(
        self, armies: Sequence[Bits], free: Bits, room: Mapping[Bits, int], enough: int = 99
    ) -> None:
        self.armies, self.room = armies, room
        self.free = free
        """Places with room left."""
        self.inside: dict[Bits, list[int]] = {}
        """Which armies are given each place."""
        self.placed = 0
        self._tried: Bits = 0
        for i, ends in enumerate(armies):
            if self.placed >= enough:
                break
            if ends & self.free:
                self._enter(i, ends & self.free)
                self.placed += 1
            elif self.inside:
                self._tried = 0
                self.placed += self._moves_others(i)

    def _enter(self, i: int, free: Bits) -> None:
        """Give an army the first of the places that are free to it."""
        place = free & -free
        here = self.inside.setdefault(place, [])
        here.append(i)
        if len(here) >= self.room.get(place, 1):
            self.free ^= place

    def _moves_others(self, i: int) -> bool:
        """Whether an army finds room once others have moved elsewhere."""
        ends, inside = self.armies[i], self.inside
        for place in inside:
            if ends & place and not self._tried & place:
                self._tried |= place
                here = inside[place]
                for k, other in enumerate(here):
                    free = self.armies[other] & self.free
                    if free:
                        self._enter(other, free)
                    elif not self._moves_others(other):
                        continue
                    here[k] = i
                    return True
        return False


def joined(armies: Iterable[Bits]) -> Bits:
    """Wherever one of several armies can end."""
    found = 0
    for ends in armies:
        found |= ends
    return found


def covered(settled: Bits, armies: Sequence[Bits], enough: int, where: Bits = ANYWHERE) -> int:
    """The most areas of certain ones that can contain armies, or enough: each loose army in one of its own."""
    areas = settled.bit_count()
    free = where & ~settled
    for ends in armies:
        if areas >= enough:
            return areas
        if ends & free:  # the first that is free, which mostly is enough; else all are matched
            free ^= ends & free & -(ends & free)
            areas += 1
    if areas >= enough or areas == settled.bit_count() + len(armies):
        return areas
    before = settled.bit_count()
    return before + Matching(armies, where & ~settled, NO_ROOM, enough - before).placed


@lru_cache(maxsize=8)
def empty_board(clear: int, difficult: int) -> dict[Bits, int]:
    """How many armies of a nation each place normally holds, an empty one; the sea any number."""
    return {bit: difficult if bit & DIFFICULT else clear if bit & LAND else 99 for bit in BIT.values()}
