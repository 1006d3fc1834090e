"""Which hexes there are, and who touches whom."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from albion.kernels.hex.coords import DIRECTIONS, Hex, distance, neighbour
from albion.kernels.hex.patterns import STRIDE, bit, bits


class Grid:
    """The land hexes of a map; whatever is missing is sea or off the map."""

    def __init__(self, hexes: Iterable[Hex]) -> None:
        self.hexes = tuple(sorted(hexes))
        self.known = frozenset(self.hexes)
        self.neighbours: dict[Hex, tuple[Hex, ...]] = {
            h: tuple(n for d in DIRECTIONS if (n := neighbour(h, d)) in self.known) for h in self.hexes
        }
        self.within = cache(self._within)
        self._disks: dict[Hex, list[int]] = {}
        self._widest: dict[Hex, int] = {}
        """The widest disk known round each hex, at sea too."""
        self._land = bits(self.hexes)
        rows, columns = {h // 100 for h in self.hexes}, range(1, max(h % 100 for h in self.hexes) + 1)
        lines = {r: bits(r * 100 + c for c in columns) for r in range(min(rows), max(rows) + 1)}
        self._even = sum(line for r, line in lines.items() if r % 2 == 0)
        self._odd = sum(line for r, line in lines.items() if r % 2)

    def _within(self, h: Hex, hexes: int) -> tuple[Hex, ...]:
        """Every hex at most this many hexes away, the nearest first, then by id; h itself included."""
        seen, edge, found = {h}, [h], [h] if h in self.known else []
        for _ in range(hexes):
            edge = sorted({neighbour(e, d) for e in edge for d in DIRECTIONS} - seen)
            seen.update(edge)
            found += [e for e in edge if e in self.known]
        return tuple(found)

    def disk(self, h: Hex, hexes: int) -> int:
        """The same as a bit pattern."""
        known = self._disks.get(h)
        if known is None or hexes >= len(known):
            known = self._widen(h, hexes)
        return known[hexes]

    def _widen(self, h: Hex, hexes: int) -> list[int]:
        """Disks round a hex, each grown from the next smaller one."""
        widest = self._widest.get(h, bit(h))
        known = self._disks.setdefault(h, [widest & self._land])
        while len(known) <= hexes:
            widest = self.grown(widest)
            known.append(widest & self._land)
        self._widest[h] = widest
        return known

    def grown(self, found: int) -> int:
        """A bit pattern and all hexes beside it, at sea too: every hex of a row touches the two above and below it."""
        even, odd = self._even, self._odd
        e, o = found & even, found & odd
        up_and_down = found << STRIDE | found >> STRIDE
        aslant = e << STRIDE - 1 | e >> STRIDE + 1 | o << STRIDE + 1 | o >> STRIDE - 1
        return (found | found << 1 | found >> 1 | up_and_down | aslant) & (even | odd)

    def nearest(self, h: Hex, goals: Iterable[Hex]) -> tuple[Hex, ...]:
        """The goals nearest to h as the crow flies, by id; none if there are none."""
        far = [(distance(h, g), g) for g in goals]
        least = min(far, default=(0, 0))[0]
        return tuple(sorted(g for d, g in far if d == least))
