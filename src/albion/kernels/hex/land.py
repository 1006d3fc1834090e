"""The hexes of a map as floods see them: each a spot that notes what the flood in progress says of it."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock

from albion.kernels.hex.coords import Hex
from albion.kernels.hex.patterns import STRIDE, Known, gathered, nothing_known


class Spot:
    """A hex of the land; what a flood notes here holds until the next flood."""

    __slots__ = ("bit", "byte", "flood", "hex", "least", "number")

    def __init__(self, hex: Hex, number: int) -> None:
        self.hex, self.number = hex, number
        place = (hex // 100) * STRIDE + hex % 100
        self.byte, self.bit = place // 8, 1 << place % 8
        """Where it stands in a bit pattern."""
        self.flood = 0
        """The flood that was here last."""
        self.least = 0
        """The cost of crossing it as far as that flood knows, or what else is to be said of it."""


class Land:
    """The hexes of a map numbered in their order, so that what a flood finds is kept by number."""

    def __init__(self, hexes: Iterable[Hex]) -> None:
        self.spots = [Spot(h, n) for n, h in enumerate(sorted(hexes))]
        self.at = {spot.hex: spot for spot in self.spots}
        self.number = {spot.hex: spot.number for spot in self.spots}
        self.flood = 0
        """The flood in progress, or the last one."""
        self.lock = Lock()
        """Held by the flood in progress, for all of them use the same spots."""
        self._known: Known[Spot] = nothing_known()

    def among(self, pattern: int) -> tuple[Spot, ...]:
        """Those hexes of a bit pattern that lie on this land."""
        return gathered(pattern, self._known, self._noted)

    def _noted(self, place: int, byte: int) -> tuple[Spot, ...]:
        row, column = divmod(place * 8, STRIDE)
        hexes = [row * 100 + column + n for n in range(8) if byte >> n & 1]
        return tuple([self.at[h] for h in hexes if h in self.at])

    def drawn(self, layers: list[list[Spot]], out: int) -> tuple[int, list[int], int]:
        """The least costs of hexes whose layers hold those of each cost, by number from the lowest; and all as a bit pattern.

        A flood covers a patch of the map: hexes before its first and after its last one are left out.
        """
        start = layers[0][0]
        low = high = start.number
        for layer in layers:
            for spot in layer:
                n = spot.number
                if n < low:
                    low = n
                elif n > high:
                    high = n
        first = self.spots[low].byte
        costs, row = [out] * (high - low + 1), [0] * (self.spots[high].byte - first + 1)
        for cost, layer in enumerate(layers):
            for spot in layer:
                n = spot.number - low
                if costs[n] > cost:
                    costs[n] = cost
                    byte = spot.byte - first
                    row[byte] = row[byte] | spot.bit
        return low, costs, int.from_bytes(bytes(row), "little") << 8 * first
