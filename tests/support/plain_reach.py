"""Reach by plain search, hex by hex: slow and easy to believe, to compare the bit patterns with."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from albion.kernels.hex import Edges, Hex

_NONE: frozenset[Hex] = frozenset()


class Reach(NamedTuple):
    """What it costs to cross each hex, to end a fast move in a crowded one, and to attack an enemy."""

    through: dict[Hex, int]
    ends: dict[Hex, int]
    fights: dict[Hex, int]

    def cost(self, h: Hex) -> int | None:
        return min((found[h] for found in self if h in found), default=None)


def plain_reach(
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
    """Ways are made longer until no hex becomes cheaper."""
    through: dict[Hex, int] = {start: 0}
    ends: dict[Hex, int] = {}
    fights: dict[Hex, int] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        slowly = slow is not None and (start_slow if here == start else here in crowded)
        for fast in (True, False):
            if (fast and slowly) or (not fast and slow is None):
                continue
            for there, cost, water in edges[here] if fast or slow is None else slow[here]:
                total = through[here] + cost
                if total > budget:
                    continue
                if there in enemies:
                    if attack and not water:
                        fights[there] = min(total, fights.get(there, total))
                elif fast and slow is not None and there in crowded and there != start:
                    ends[there] = min(total, ends.get(there, total))
                elif (fast or slowly or there in crowded) and total < through.get(there, budget + 1):
                    through[there] = total
                    waiting.append(there)
    return Reach(through, ends, fights)
