"""Sets of hexes as bit patterns: one integer, so that who stands where and who can go where meet in one operation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

from albion.kernels.hex.coords import Hex

STRIDE = 48
"""Bits a row, a multiple of 8: wide enough for 46 columns with a gap on either side."""


def bit(h: Hex) -> int:
    """The hex as a set of one."""
    return 1 << ((h // 100) * STRIDE + h % 100)


def bits(hexes: Iterable[Hex]) -> int:
    """Some hexes as a bit pattern."""
    found = 0
    for h in hexes:
        found |= 1 << ((h // 100) * STRIDE + h % 100)
    return found


T = TypeVar("T")
Known = list[list[tuple[T, ...] | None]]
"""What was said of a byte of patterns, by its place and its bits."""


def nothing_known() -> list[list[Any]]:
    """An empty table for what `gathered` will remember of each byte of a pattern."""
    return [[] for _ in range(100 * STRIDE // 8)]


_HEXES: Known[Hex] = nothing_known()


@lru_cache(maxsize=1024)
def hexes_of(pattern: int) -> tuple[Hex, ...]:
    """The hexes of a bit pattern, lowest first; kept, because what each side holds is asked again and again."""
    return gathered(pattern, _HEXES, _hexes)


def gathered(pattern: int, known: Known[T], make: Callable[[int, int], tuple[T, ...]]) -> tuple[T, ...]:
    """What `make` says of each byte of a pattern, its place and its bits, in order; kept in `known`, as bytes recur."""
    if not pattern:
        return ()
    # Reach is a patch of the map: the empty rows below it are not looked at.
    first = ((pattern & -pattern).bit_length() - 1) // 8
    pattern >>= 8 * first
    found: list[T] = []
    for n, byte in enumerate(pattern.to_bytes((pattern.bit_length() + 7) // 8, "little")):
        if byte:
            place = first + n
            here = known[place]
            if not here:
                here.extend([None] * 256)
            some = here[byte]
            if some is None:
                some = here[byte] = make(place, byte)
            found += some
    return tuple(found)


def _hexes(place: int, byte: int) -> tuple[Hex, ...]:
    """The hexes of one byte."""
    row, column = divmod(place * 8, STRIDE)
    return tuple(row * 100 + column + n for n in range(8) if byte >> n & 1)
