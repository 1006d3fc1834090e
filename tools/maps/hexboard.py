"""Hexes on paper: centres, corners, sides, and patterns that keep step with them."""

import math
from collections.abc import Callable, Iterable

import numpy as np
import shapely
from shapely import Geometry
from tools.maps.paths import Point, fmt, line_d, smooth_d

HALF, SIDE = 20.8, 24.0  # half a hex across; the length of a side
ACROSS, UP = 2 * HALF, 1.5 * SIDE
TILE = (2 * ACROSS, 2 * UP)
_CORNERS = (
    (HALF, SIDE / 2),
    (HALF, -SIDE / 2),
    (0.0, -SIDE),
    (-HALF, -SIDE / 2),
    (-HALF, SIDE / 2),
    (0.0, SIDE),
)


class HexPaper:
    """Rows counted upwards, columns to the right, odd rows half a hex further right."""

    def __init__(self, origin: Point) -> None:
        self.origin = origin

    def centre(self, h: int) -> Point:
        """The middle of a hex."""
        r, c = divmod(h, 100)
        return round(self.origin[0] + (c + (r % 2) / 2) * ACROSS, 1), round(self.origin[1] - r * UP, 1)

    def corners(self, h: int) -> list[Point]:
        """The six corners."""
        x, y = self.centre(h)
        return [(round(x + a, 1), round(y + b, 1)) for a, b in _CORNERS]

    def outline(self, h: int) -> str:
        """Path data of one hex."""
        return line_d(self.corners(h), closed=True)

    def side(self, name: str) -> tuple[Point, Point]:
        """The two ends of the side between two hexes, 'a/b'."""
        a, b = (int(part) for part in name.split("/"))
        common = sorted(set(self.corners(a)) & set(self.corners(b)))
        if len(common) != 2:
            raise ValueError(f"hexside {name}: the two hexes do not touch")
        return common[0], common[1]

    def streams(self, sides: Iterable[str]) -> str:
        """Hexsides joined into flowing lines."""
        merged = shapely.line_merge(shapely.MultiLineString([self.side(s) for s in sides]))
        lines = getattr(merged, "geoms", [merged])
        return "".join(smooth_d(list(line.coords)) for line in lines)

    def shift(self) -> str:
        """Where a pattern tile must start to keep step with the hexes."""
        return f"translate({fmt((self.origin[0] - HALF) % TILE[0])} {fmt((self.origin[1] - SIDE) % TILE[1])})"

    def pattern(self, ident: str, fill: Callable[[float, float, int], str]) -> str:
        """A tile of four hexes, each filled by the given drawing; what sticks out comes in again opposite."""
        spots = [
            (HALF, SIDE, 0),
            (HALF + ACROSS, SIDE, 1),
            (ACROSS, SIDE + UP, 2),
            (2 * ACROSS, SIDE + UP, 3),
        ]
        body = "".join(
            fill(x + i * TILE[0], y + j * TILE[1], n) for x, y, n in spots for i in (-1, 0) for j in (-1, 0)
        )
        return (
            f'<pattern id="{ident}" width="{fmt(TILE[0])}" height="{fmt(TILE[1])}" patternUnits="userSpaceOnUse" '
            f'patternTransform="{self.shift()}">{body}</pattern>'
        )

    def grid(self, ident: str) -> str:
        """The hex lines as a pattern."""
        w, s = ACROSS, SIDE
        path = (
            f"M0 {fmt(s / 2)}L{fmt(HALF)} 0L{fmt(w)} {fmt(s / 2)}V{fmt(1.5 * s)}L{fmt(HALF)} {fmt(2 * s)}"
            f"L0 {fmt(1.5 * s)}zM{fmt(HALF)} {fmt(2 * s)}V{fmt(3 * s)}"
        )
        return (
            f'<pattern id="{ident}" width="{fmt(w)}" height="{fmt(2 * UP)}" patternUnits="userSpaceOnUse" '
            f'patternTransform="{self.shift()}"><path d="{path}" class="hex-line"/></pattern>'
        )

    def land(self, hexes: Iterable[int]) -> Geometry:
        """Several hexes as one shape."""
        return shapely.union_all([shapely.Polygon(self.corners(h)) for h in hexes], grid_size=0.1)


def ragged(shape: Geometry) -> Geometry:
    """A shape of hexes with rounded corners and the small unrest of a coast."""
    smooth = shape.buffer(0.6).buffer(-13).buffer(26).buffer(-13)

    def stir(c: np.ndarray) -> np.ndarray:
        x, y = c[:, 0] / 1.63, c[:, 1] / 1.63
        a = (
            np.sin(x * 0.21 + y * 0.13)
            + np.sin(x * 0.07 - y * 0.19 + 1.3)
            + 0.7 * np.sin(x * 0.43 + y * 0.37 + 2.1)
        )
        b = (
            np.sin(x * 0.17 - y * 0.23 + 0.5)
            + np.sin(x * 0.11 + y * 0.29 + 2.2)
            + 0.7 * np.sin(x * 0.39 - y * 0.41)
        )
        return c + 2.1 * np.column_stack([a, b])

    return shapely.transform(shapely.segmentize(smooth, 7), stir).buffer(0).simplify(0.4)


def middle_and_turn(ends: tuple[Point, Point]) -> tuple[float, float, int]:
    """The middle of a side, and the direction straight across it in degrees."""
    (x0, y0), (x1, y1) = ends
    return (x0 + x1) / 2, (y0 + y1) / 2, round(math.degrees(math.atan2(y1 - y0, x1 - x0))) + 90
