"""Where counters stand: as many places a counter wide as an area holds, clear of every name."""

from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from shapely import Geometry
from tools.maps.paths import Point

STEP = 2.0
Box = Sequence[float]  # left, top, right, bottom


class Taken:
    """Ground that is covered already, as upright boxes."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self.boxes = np.array([list(b) for b in boxes], dtype=float).reshape(-1, 4)

    def add(self, boxes: Iterable[Box]) -> None:
        """Cover more ground."""
        self.boxes = np.vstack([self.boxes, Taken(boxes).boxes])

    def within(self, bounds: Box) -> "Taken":
        """Only what lies in a window."""
        b = self.boxes
        near = (b[:, 0] < bounds[2]) & (b[:, 2] > bounds[0]) & (b[:, 1] < bounds[3]) & (b[:, 3] > bounds[1])
        return Taken(b[near])

    def overlap(self, points: np.ndarray, width: float, height: float) -> np.ndarray:
        """How much taken ground a box of that size about each point covers."""
        total = np.zeros(len(points))
        west, east = points[:, 0] - width / 2, points[:, 0] + width / 2
        north, south = points[:, 1] - height / 2, points[:, 1] + height / 2
        for left, top, right, bottom in self.boxes:
            across = np.minimum(east, right) - np.maximum(west, left)
            down = np.minimum(south, bottom) - np.maximum(north, top)
            total += np.maximum(across, 0) * np.maximum(down, 0)
        return total


def largest(geom: Geometry) -> Geometry:
    """The biggest part of a geometry."""
    return max(getattr(geom, "geoms", [geom]), key=lambda part: part.area)


def middle(geom: Geometry) -> Point:
    """The point of an area farthest from its edge."""
    x, y = shapely.maximum_inscribed_circle(largest(geom), tolerance=0.5).coords[0]
    return round(x, 1), round(y, 1)


def squares(spots: Iterable[Point], side: float) -> list[list[float]]:
    """One upright box about every point."""
    h = side / 2
    return [[x - h, y - h, x + h, y + h] for x, y in spots]


def along(line: Geometry, width: float) -> list[list[float]]:
    """A line as a row of small boxes."""
    count = max(2, int(line.length / width))
    points = [line.interpolate(i / count, normalized=True) for i in range(count + 1)]
    return squares([(p.x, p.y) for p in points], width)


def grown(bounds: Box, by: float) -> tuple[float, float, float, float]:
    """A box with a margin."""
    return bounds[0] - by, bounds[1] - by, bounds[2] + by, bounds[3] + by


def shares(home: Geometry, points: np.ndarray, width: float, height: float) -> np.ndarray:
    """How much of the box about each point lies in `home`, counted on a raster of one unit."""
    x0, y0, x1, y1 = (int(v) for v in grown(home.bounds, max(width, height) + 2))
    gx, gy = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
    shapely.prepare(home)
    cells = shapely.contains_xy(home, gx, gy).astype(np.int32)
    table = np.pad(cells.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    left, right = (
        np.clip(np.rint(points[:, 0] + d * width / 2).astype(int) - x0, 0, x1 - x0) for d in (-1, 1)
    )
    top, bottom = (
        np.clip(np.rint(points[:, 1] + d * height / 2).astype(int) - y0, 0, y1 - y0) for d in (-1, 1)
    )
    inside: np.ndarray = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
    return np.asarray(inside / np.maximum((right - left) * (bottom - top), 1))


def spread(home: Geometry, margin: float, step: float) -> np.ndarray:
    """Points on a grid over a shape and a little beyond."""
    x0, y0, x1, y1 = grown(home.bounds, margin)
    gx, gy = np.meshgrid(np.arange(round(x0), x1 + step, step), np.arange(round(y0), y1 + step, step))
    return np.column_stack([gx.ravel(), gy.ravel()])


def best_spot(
    home: Geometry, size: tuple[float, float], taken: Taken, near: Point, *, margin: float = 16.0
) -> Point:
    """Where a box of that size sits best: inside, off what is taken, near a point."""
    points = spread(home, margin, STEP)
    cost = 110 * (1 - shares(home, points, *size))
    cost += 0.2 * np.hypot(points[:, 0] - near[0], points[:, 1] - near[1])
    busy = taken.within(grown(home.bounds, margin + max(size))).overlap(points, *size)
    cost += np.where(busy > 0, 8 + 1.5 * busy, 0)
    x, y = points[int(np.argmin(np.round(cost, 6)))]
    return float(x), float(y)


def find_slots(
    home: Geometry,
    taken: Taken,
    *,
    side: float,
    most: int,
    near: Point,
    inside: Sequence[float],
    enough: int = 1,
) -> list[Point]:
    """Up to `most` places in `home`, nearest first, clear of all else.

    `inside` lists how much of a counter must lie in `home`; a laxer share is tried while `enough` are not found.
    """
    points = spread(home, side * (1 - min(inside)), STEP)
    share = shares(home, points, side, side)
    keep = share >= min(inside)
    points, share = points[keep], share[keep]
    free = taken.within(grown(home.bounds, 2 * side)).overlap(points, side, side) == 0
    points, share = points[free], share[free]
    best: list[Point] = []
    for least in inside:
        fit = share >= least
        found = _choose(points[fit], share[fit], near, side, most)
        best = found if len(found) > len(best) else best
        if len(best) >= enough:
            break
    return best


def _choose(points: np.ndarray, share: np.ndarray, near: Point, side: float, most: int) -> list[Point]:
    """Pick places one by one: near, well inside, flush with those before."""
    cost = np.hypot(points[:, 0] - near[0], points[:, 1] - near[1]) - 30 * share
    off_row = np.full(len(points), np.inf)
    chosen: list[Point] = []
    while len(chosen) < most and len(points):
        total = cost + 0.4 * off_row if chosen else cost
        x, y = points[int(np.argmin(np.round(total, 6)))]
        chosen.append((round(float(x), 1), round(float(y), 1)))
        dx, dy = abs(points[:, 0] - x), abs(points[:, 1] - y)
        flush = np.minimum(np.hypot(dx - side, dy), np.hypot(dx, dy - side))
        off_row = np.minimum(off_row, np.minimum(flush, 2 * side))
        apart = np.maximum(dx, dy) >= side
        points, cost, off_row = points[apart], cost[apart], off_row[apart]
    return chosen
