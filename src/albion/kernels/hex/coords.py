"""RRCC coordinates: pointy-top hexes in horizontal rows, odd rows half a hex further east."""

from __future__ import annotations

from functools import cache, lru_cache

from albion.engine.errors import DataError

Hex = int
"""Row times 100 plus column, rows counted northward and columns eastward: 2523 is row 25, column 23."""

DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")
_EVEN = {"e": 1, "ne": 100, "nw": 99, "w": -1, "sw": -101, "se": -100}
_ODD = {"e": 1, "ne": 101, "nw": 100, "w": -1, "sw": -100, "se": -99}


def row(h: Hex) -> int:
    """The row, counted northward."""
    return h // 100


def column(h: Hex) -> int:
    """The column, counted eastward."""
    return h % 100


def neighbour(h: Hex, towards: str) -> Hex:
    """The hex next door in that direction; it may lie off the map."""
    return h + (_ODD if (h // 100) % 2 else _EVEN)[towards]


def direction(a: Hex, b: Hex) -> str | None:
    """The direction from a to its neighbour b; None if they do not touch."""
    steps = _ODD if (a // 100) % 2 else _EVEN
    return next((name for name, step in steps.items() if a + step == b), None)


def _cube(h: Hex) -> tuple[int, int]:
    r = h // 100
    return h % 100 - (r - r % 2) // 2, r


@lru_cache(maxsize=100_000)
def distance(a: Hex, b: Hex) -> int:
    """Hexes from a to b as the crow flies; 0 for the same hex."""
    (qa, ra), (qb, rb) = _cube(a), _cube(b)
    # Odd rows lean east, so going north keeps q falling by half a column a row.
    dq, dr = qa - qb, ra - rb
    if (dq > 0) == (dr > 0):
        return abs(dq) + abs(dr)
    return max(abs(dq), abs(dr))


@lru_cache(maxsize=20_000)
def hexside(a: Hex, b: Hex) -> str:
    """The side between two touching hexes, the lower id first: '2424/2523'."""
    if direction(a, b) is None:
        raise DataError(f"hexes {a:04d} and {b:04d} do not touch, so they share no hexside")
    return f"{min(a, b):04d}/{max(a, b):04d}"


@cache
def ends(side: str) -> tuple[Hex, Hex]:
    """The two hexes of a hexside."""
    a, slash, b = side.partition("/")
    if not (slash and a.isdigit() and b.isdigit()) or hexside(int(a), int(b)) != side:
        raise DataError(
            f"'{side}' is not a hexside: expected two touching hexes, the lower first, as 2424/2523"
        )
    return int(a), int(b)
