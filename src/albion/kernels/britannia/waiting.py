"""Where the armies not yet moved can end, counted once for a position: a move asked about only leaves some of them out.

A quick look shows whether all of them find room; where it does not, they are matched (`spread.Matching`).
"""

from __future__ import annotations

from collections.abc import Mapping

from albion.kernels.britannia.board import Place
from albion.kernels.britannia.spread import ANYWHERE, CLEAR, DIFFICULT, LAND, Bits


class Waiting:
    """The ends of each army that waits to be moved, those of one place side by side."""

    __slots__ = ("ends", "first")

    def __init__(self, counts: Mapping[Place, int], ends: list[Bits]) -> None:
        self.ends = ends
        self.first: dict[Place, int] = {}
        """Where those of a place begin."""
        i = 0
        for place, k in counts.items():
            self.first[place] = i
            i += k

    def without(self, place: Place, n: int) -> list[Bits]:
        """The ends of all but n armies of a place."""
        if not n:
            return self.ends
        i = self.first[place]
        return self.ends[:i] + self.ends[i + n :]


def for_two(clear: int, difficult: int) -> Bits:
    """Where two armies or more normally have room, given how many have in clear and in difficult areas."""
    found = ANYWHERE & ~LAND
    if clear > 1:
        found |= CLEAR
    return found | DIFFICULT if difficult > 1 else found


def surely_room(armies: list[Bits], one: Bits, two: Bits) -> bool:
    """Whether each army finds room if it takes the first place left: where there is room for one more, or for two."""
    for ends in armies:
        free = ends & one
        if not free:
            return False
        place = free & -free
        if two & place:
            two ^= place
        else:
            one ^= place
    return True
