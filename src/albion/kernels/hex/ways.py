"""The ways between hexes with their costs, as the map tells them and, for floods, by number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from albion.kernels.hex.coords import Hex
from albion.kernels.hex.patterns import STRIDE, Known, gathered, nothing_known

Edge = tuple[Hex, int, bool]
"""A neighbour, the cost of entering it, and whether the way there leads through water."""
Edges = Mapping[Hex, tuple[Edge, ...]]
Steps = tuple[tuple[int, tuple[int, ...]], ...]
"""The ways out of a hex for a flood: each cost, the lowest first, with the numbers of those it leads to."""


def turned(edges: Edges) -> Edges:
    """The same ways seen from where they lead to: who can enter a hex, and at what cost."""
    back: dict[Hex, list[Edge]] = {h: [] for h in edges}
    for here, ways in edges.items():
        for there, cost, water in ways:
            back[there].append((here, cost, water))
    return {h: tuple(ways) for h, ways in back.items()}


class Land:
    """The hexes of a map numbered in their order, so that what a flood finds is kept in a list."""

    def __init__(self, hexes: Iterable[Hex]) -> None:
        self.hexes = sorted(hexes)
        self.number = {h: n for n, h in enumerate(self.hexes)}
        places = [(h // 100) * STRIDE + h % 100 for h in self.hexes]
        self._bytes = [place // 8 for place in places]
        self._bits = [1 << place % 8 for place in places]
        self._known: Known[int] = nothing_known()

    def numbers(self, pattern: int) -> tuple[int, ...]:
        """The numbers of those hexes of a bit pattern that lie on this land."""
        return gathered(pattern, self._known, self._numbered)

    def _numbered(self, place: int, byte: int) -> tuple[int, ...]:
        row, column = divmod(place * 8, STRIDE)
        hexes = [row * 100 + column + n for n in range(8) if byte >> n & 1]
        return tuple([self.number[h] for h in hexes if h in self.number])

    def pattern(self, numbers: list[int]) -> int:
        """The hexes of some numbers as a bit pattern, gathered byte by byte."""
        places, bits = self._bytes, self._bits
        found = [0] * (places[-1] + 1)
        low, high = len(found), 0
        for n in numbers:
            place = places[n]
            found[place] = found[place] | bits[n]
            if place < low:
                low = place
            if place > high:
                high = place
        return int.from_bytes(bytes(found[low : high + 1]), "little") << 8 * low


class Ways:
    """The ways out of every hex."""

    def __init__(self, edges: Edges) -> None:
        self._edges = edges
        self._changed: dict[Hex, tuple[Edge, ...]] = {}
        self._into: dict[Hex, tuple[Edge, ...]] = {}
        self._before: Ways | None = None
        """What these ways were before some were changed."""
        self._affected: frozenset[Hex] = frozenset()
        """The hexes that are since entered in another way."""
        self.land = Land(edges)
        self.steps = [self._grouped(edges[h]) for h in self.land.hexes]

    def _grouped(self, ways: Iterable[Edge]) -> Steps:
        found: dict[int, list[int]] = {}
        for h, cost, _ in ways:
            found.setdefault(cost, []).append(self.land.number[h])
        return tuple([(cost, tuple(found[cost])) for cost in sorted(found)])

    def out_of(self, h: Hex) -> tuple[Edge, ...]:
        """The ways out of a hex."""
        changed = self._changed.get(h)
        return self._edges[h] if changed is None else changed

    def into(self, h: Hex) -> tuple[Edge, ...]:
        """The hexes from which one enters a hex, with what that costs; ways lead both ways or not at all."""
        found = self._into.get(h)
        if found is None:
            before = self._before
            if before is not None and h not in self._affected:
                return before.into(h)
            back = [
                (n, cost, water) for n, _, _ in self.out_of(h) for t, cost, water in self.out_of(n) if t == h
            ]
            found = self._into[h] = tuple(back)
        return found

    def changed(self, ways: Edges) -> Ways:
        """The same ways, save those out of some hexes."""
        new = Ways.__new__(Ways)
        new._edges, new._changed = self._edges, {**self._changed, **ways}
        new._into, new._before = {}, self
        beside = [n for h in ways for n, _, _ in (*self.out_of(h), *ways[h])]
        new._affected = frozenset([*ways, *beside])
        new.land, new.steps = self.land, self.steps[:]
        for h, some in ways.items():
            new.steps[self.land.number[h]] = self._grouped(some)
        return new
