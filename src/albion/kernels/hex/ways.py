"""The ways between hexes with their costs, as the map tells them and, for floods, from spot to spot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from albion.kernels.hex.coords import Hex
from albion.kernels.hex.land import Land, Spot

Edge = tuple[Hex, int, bool]
"""A neighbour, the cost of entering it, and whether the route there leads through water."""
Edges = Mapping[Hex, tuple[Edge, ...]]
Steps = tuple[tuple[int, tuple[Spot, ...]], ...]
"""The ways out of a hex for a flood: each cost, the lowest first, with the hexes it leads to."""


def turned(edges: Edges) -> Edges:
    """The same ways seen from where they lead to: who can enter a hex, and at what cost."""
    back: dict[Hex, list[Edge]] = {h: [] for h in edges}
    for here, ways in edges.items():
        for there, cost, water in ways:
            back[there].append((here, cost, water))
    return {h: tuple(ways) for h, ways in back.items()}


class Ways:
    """The ways out of every hex; several kinds of ways may lead over one land."""

    def __init__(self, edges: Edges, land: Land | None = None) -> None:
        self._edges = edges
        self._changed: dict[Hex, tuple[Edge, ...]] = {}
        self._into: dict[Hex, tuple[Edge, ...]] = {}
        self._before: Ways | None = None
        """What these ways were before some were changed."""
        self._affected: frozenset[Hex] = frozenset()
        """The hexes that are since entered in another way."""
        self.land = land or Land(edges)
        self.steps = [self._grouped(edges[spot.hex]) for spot in self.land.spots]

    def _grouped(self, ways: Iterable[Edge]) -> Steps:
        found: dict[int, list[Spot]] = {}
        for h, cost, _ in ways:
            found.setdefault(cost, []).append(self.land.at[h])
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
        """The same ways, except those out of some hexes."""
        new = Ways.__new__(Ways)
        new._edges, new._changed = self._edges, {**self._changed, **ways}
        new._into, new._before = {}, self
        beside = [n for h in ways for n, _, _ in (*self.out_of(h), *ways[h])]
        new._affected = frozenset([*ways, *beside])
        new.land, new.steps = self.land, self.steps[:]
        for h, some in ways.items():
            new.steps[self.land.number[h]] = self._grouped(some)
        return new
