"""The ways between hexes with their costs, as the map tells them and, for floods, by number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from albion.kernels.hex.coords import Hex
from albion.kernels.hex.patterns import STRIDE

Edge = tuple[Hex, int, bool]
"""A neighbour, the cost of entering it, and whether the way there leads through water."""
Edges = Mapping[Hex, tuple[Edge, ...]]


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
        self._rows = [h // 100 for h in self.hexes]
        self._columns = [1 << h % 100 for h in self.hexes]

    def pattern(self, costs: list[int], most: int, first: int, last: int) -> int:
        """Those hexes from the first number to the last that cost no more than that, as a bit pattern; row by row."""
        rows, columns = self._rows, self._columns
        found, line, row = 0, 0, rows[last]
        for n in range(last, first - 1, -1):
            while row > rows[n]:
                found, line, row = found << STRIDE | line, 0, row - 1
            if costs[n] <= most:
                line |= columns[n]
        return (found << STRIDE | line) << row * STRIDE


class Ways:
    """The ways out of every hex."""

    def __init__(self, edges: Edges) -> None:
        self._edges = edges
        self._changed: dict[Hex, tuple[Edge, ...]] = {}
        self._into: dict[Hex, tuple[Edge, ...]] = {}
        self.land = Land(edges)
        self.steps = [self._numbered(edges[h]) for h in self.land.hexes]
        """The same by number, the cheapest first."""

    def _numbered(self, ways: Iterable[Edge]) -> tuple[Edge, ...]:
        number = self.land.number
        return tuple(sorted([(number[h], cost, water) for h, cost, water in ways], key=_cost))

    def out_of(self, h: Hex) -> tuple[Edge, ...]:
        """The ways out of a hex."""
        changed = self._changed.get(h)
        return self._edges[h] if changed is None else changed

    def into(self, h: Hex) -> tuple[Edge, ...]:
        """The hexes from which one enters a hex, with what that costs; ways lead both ways or not at all."""
        found = self._into.get(h)
        if found is None:
            back = [
                (n, cost, water) for n, _, _ in self.out_of(h) for t, cost, water in self.out_of(n) if t == h
            ]
            found = self._into[h] = tuple(back)
        return found

    def changed(self, ways: Edges) -> Ways:
        """The same ways, save those out of some hexes."""
        new = Ways.__new__(Ways)
        new._edges, new._changed, new._into = self._edges, {**self._changed, **ways}, {}
        new.land, new.steps = self.land, self.steps[:]
        for h, some in ways.items():
            new.steps[self.land.number[h]] = self._numbered(some)
        return new


def _cost(way: Edge) -> int:
    return way[1]
