"""Where counters stand: as many places a counter wide as an area holds, clear of every name."""

import math
from collections.abc import Sequence

import numpy as np
import shapely
from shapely import Geometry

from tools.maps.paths import Point

STEP = 2.0


def largest(geom: Geometry) -> Geometry:
    """The biggest part of a geometry."""
    return max(getattr(geom, "geoms", [geom]), key=lambda part: part.area)


def middle(geom: Geometry) -> Point:
    """The point of an area farthest from its edge."""
    line = shapely.maximum_inscribed_circle(largest(geom), tolerance=0.5)
    return line.coords[0]


def squares(points: np.ndarray, side: float) -> np.ndarray:
    """One upright square about every point."""
    h = side / 2
    return shapely.box(points[:, 0] - h, points[:, 1] - h, points[:, 0] + h, points[:, 1] + h)


def shares(home: Geometry, points: np.ndarray, side: float) -> np.ndarray:
    """How much of the square about each point lies in `home`, counted on a raster of one unit."""
    x0, y0, x1, y1 = (int(v) for v in home.buffer(side + 2).bounds)
    gx, gy = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
    shapely.prepare(home)
    cells = shapely.contains_xy(home, gx, gy).astype(np.int32)
    table = np.pad(cells.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    half = side / 2
    left, right = (np.clip(np.rint(points[:, 0] + d).astype(int) - x0, 0, x1 - x0) for d in (-half, half))
    top, bottom = (np.clip(np.rint(points[:, 1] + d).astype(int) - y0, 0, y1 - y0) for d in (-half, half))
    inside = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
    return inside / np.maximum((right - left) * (bottom - top), 1)


def find_slots(
    home: Geometry, taken: Geometry, *, side: float, most: int, near: Point, inside: float = 0.86
) -> list[Point]:
    """Up to `most` places in `home`, nearest first, none touching `taken` or one another."""
    x0, y0, x1, y1 = home.buffer(side * (1 - inside)).bounds
    gx, gy = np.meshgrid(np.arange(round(x0), x1 + STEP, STEP), np.arange(round(y0), y1 + STEP, STEP))
    points = np.column_stack([gx.ravel(), gy.ravel()])
    share = shares(home, points, side)
    points, share = points[share >= inside], share[share >= inside]
    shapely.prepare(taken)
    free = ~shapely.intersects(taken, squares(points, side))
    points, share = points[free], share[free]
    chosen: list[Point] = []
    while len(chosen) < most and len(points):
        cost = np.hypot(points[:, 0] - near[0], points[:, 1] - near[1]) - 30 * share
        if chosen:
            cost += 0.4 * np.min([_off_row(points, c, side) for c in chosen], axis=0)
        best = points[int(np.argmin(np.round(cost, 6)))]
        chosen.append((round(float(best[0]), 1), round(float(best[1]), 1)))
        apart = np.maximum(abs(points[:, 0] - best[0]), abs(points[:, 1] - best[1])) >= side
        points, share = points[apart], share[apart]
    return chosen


def _off_row(points: np.ndarray, chosen: Point, side: float) -> np.ndarray:
    """How far a place is from standing flush beside one already chosen."""
    dx, dy = abs(points[:, 0] - chosen[0]), abs(points[:, 1] - chosen[1])
    beside = np.hypot(dx - side, dy)
    below = np.hypot(dx, dy - side)
    return np.minimum(np.minimum(beside, below), 2 * side)


def around(spots: Sequence[Point], side: float) -> Geometry:
    """The ground a list of slots covers."""
    if not spots:
        return shapely.Polygon()
    return shapely.union_all(squares(np.array(spots), side - 0.02))


def by_distance(spots: Sequence[Point], near: Point) -> list[Point]:
    """Slots in the order of their distance from a point."""
    return sorted(spots, key=lambda p: (round(math.dist(p, near), 1), p))
