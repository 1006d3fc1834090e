"""Where a stack can go: cheapest costs by movement points, with the path to each hex."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from albion.kernels.hex.coords import Hex

Edge = tuple[Hex, int, bool]
"""A neighbour, the cost of entering it, and whether the way there leads through water."""
Edges = Mapping[Hex, tuple[Edge, ...]]


class Reach(NamedTuple):
    """Every hex a stack can get to: what it costs and from where it is entered."""

    start: Hex
    through: dict[Hex, int]
    """Cost of each hex that may be crossed or stopped in."""
    came: dict[Hex, Hex]
    ends: dict[Hex, int]
    """Cost of each hex that can only end a move."""
    last: dict[Hex, Hex]
    fights: dict[Hex, int]
    """Cost of each enemy hex that may be entered to attack."""

    def cost(self, to: Hex) -> int | None:
        """The least cost of standing there; None if it is out of reach."""
        found = [c[to] for c in (self.ends, self.through, self.fights) if to in c]
        return min(found, default=None)

    def path(self, to: Hex) -> tuple[Hex, ...]:
        """The hexes entered on the cheapest way, the last being `to`."""
        steps = [to]
        ending = to not in self.through or self.ends.get(to, self.through[to]) < self.through[to]
        here = self.last[to] if ending else self.came.get(to, self.start)
        while here != self.start:
            steps.append(here)
            here = self.came[here]
        return tuple(reversed(steps)) if to != self.start else ()


_NONE: frozenset[Hex] = frozenset()
_FAR = 1_000_000


def reach(
    edges: Edges,
    start: Hex,
    budget: int,
    *,
    enemies: Collection[Hex] = _NONE,
    attack: bool = False,
    crowded: Collection[Hex] = _NONE,
    slow: Edges | None = None,
    start_slow: bool = False,
) -> Reach:
    """All hexes within a budget, by buckets of equal cost.

    Enemies stop a move: their hexes are entered only to attack and not through water. A crowded hex may end a
    move along the fast edges, but is crossed only by the slow ones; so is the start if the move began elsewhere.
    """
    through: dict[Hex, int] = {start: 0}
    came: dict[Hex, Hex] = {}
    ends: dict[Hex, int] = {}
    last: dict[Hex, Hex] = {}
    fights: dict[Hex, int] = {}
    special = frozenset(enemies) | frozenset(crowded) if enemies or crowded else _NONE
    buckets: list[list[Hex]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    best = through.get
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if through[here] != spent:
                continue
            halting = start_slow if here == start else slow is not None and here in crowded
            for there, cost, water in (slow if halting and slow is not None else edges)[here]:
                total = spent + cost
                # Most ways lead back to where the move has been cheaper: tested first, as this is the hot path.
                if best(there, _FAR) <= total or total > budget:
                    continue
                if there in special:
                    if there in enemies:
                        if attack and not water and total < fights.get(there, _FAR):
                            fights[there] = total
                            last[there] = here
                        continue
                    if slow is not None:
                        if total < ends.get(there, _FAR):
                            ends[there] = total
                            last[there] = here
                        total = spent + next((c for n, c, _ in slow[here] if n == there), budget + 1)
                        if total > budget or best(there, _FAR) <= total:
                            continue
                through[there] = total
                came[there] = here
                buckets[total].append(there)
    return Reach(start, through, came, ends, last, fights)


def cost_between(
    edges: Edges, start: Hex, goal: Hex, budget: int, shut: Collection[Hex] = _NONE
) -> int | None:
    """Movement points from one hex to another, never through shut hexes; None beyond the budget."""
    found = reach(edges, start, budget, enemies=shut)
    return found.through.get(goal)


def turned(edges: Edges) -> Edges:
    """The same ways seen from where they lead to: who can enter a hex, and at what cost."""
    back: dict[Hex, list[Edge]] = {h: [] for h in edges}
    for here, ways in edges.items():
        for there, cost, water in ways:
            back[there].append((here, cost, water))
    return {h: tuple(ways) for h, ways in back.items()}


def cost_to(into: Edges, goal: Hex, shut: Collection[Hex] = _NONE, budget: int = 400) -> dict[Hex, int]:
    """Movement points from every hex to the goal over turned edges, never through shut hexes."""
    costs = {goal: 0}
    buckets: list[list[Hex]] = [[] for _ in range(budget + 1)]
    buckets[0].append(goal)
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if costs[here] != spent or (here in shut and here != goal):
                continue
            for there, cost, _ in into[here]:
                total = spent + cost
                if total <= budget and total < costs.get(there, total + 1):
                    costs[there] = total
                    buckets[total].append(there)
    return costs
