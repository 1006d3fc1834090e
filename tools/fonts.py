"""Makes a font lighter: fewer points on every outline, none of them further off than the eye can see.

.venv/bin/pip install fonttools
.venv/bin/python tools/fonts.py src/albion/web/vendor/fonts/im-fell-english-latin-400-normal.woff2 LIGHTER.woff2

IM Fell is drawn after old prints, with every roughness of the paper in its outlines. At the sizes of a screen nobody sees these.
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

Point = tuple[float, float]
STEPS = 8
"""This many points stand for a curve while others are laid through them."""


def main() -> None:
    """Write the lighter font and say what it weighs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("font", type=Path)
    parser.add_argument("lighter", type=Path)
    parser.add_argument(
        "--far", type=float, default=0.0025, help="how far an outline may move, in parts of an em"
    )
    given = parser.parse_args()
    font = TTFont(given.font)
    far = given.far * font["head"].unitsPerEm
    shapes = font.getGlyphSet()
    drawn = {name: redrawn(font["glyf"][name], font["glyf"], far, shapes) for name in font.getGlyphOrder()}
    for name, glyph in drawn.items():
        font["glyf"][name] = glyph
    font.flavor = "woff2"
    font.save(given.lighter)
    print(f"{given.lighter}: {given.font.stat().st_size} -> {given.lighter.stat().st_size} bytes")


def redrawn(glyph: object, table: object, far: float, shapes: object) -> object:
    """A glyph with as few curves as lie near enough to its outlines."""
    pen = TTGlyphPen(shapes)
    points, ends, flags = glyph.getCoordinates(table)  # type: ignore[attr-defined]
    begin = 0
    for end in ends:
        contour = [(tuple(points[i]), bool(flags[i] & 1)) for i in range(begin, end + 1)]
        begin = end + 1
        line, corners = flattened(contour)
        curves = fitted(line, corners, far)
        if len(curves) < 2:
            continue
        pen.moveTo(curves[0][0])
        for _start, control, stop in curves:
            pen.lineTo(stop) if control is None else pen.qCurveTo(control, stop)
        pen.closePath()
    return pen.glyph()


def flattened(contour: list[tuple[Point, bool]]) -> tuple[list[Point], list[int]]:
    """A closed outline as a fine polyline that ends where it begins, and which of its points are corners."""
    whole: list[tuple[Point, bool]] = []
    for n, (point, on) in enumerate(contour):
        before, was_on = contour[n - 1]
        if not on and not was_on:
            whole.append((middle(before, point), True))
        whole.append((point, on))
    first = next(n for n, (_, on) in enumerate(whole) if on)
    whole = whole[first:] + whole[:first] + [whole[first]]
    line = [whole[0][0]]
    ons = [0]
    n = 1
    while n < len(whole):
        point, on = whole[n]
        if on:
            line.append(point)
            n += 1
        else:
            start, stop = line[-1], whole[n + 1][0]
            line += [on_curve(start, point, stop, k / STEPS) for k in range(1, STEPS + 1)]
            n += 2
        ons.append(len(line) - 1)
    return line, [0, *(i for i in ons[1:-1] if turns(line, i)), len(line) - 1]


def turns(line: list[Point], i: int) -> bool:
    """Whether an outline has a corner at a point."""
    (ax, ay), (bx, by), (cx, cy) = line[i - 1], line[i], line[i + 1]
    along, across = (
        (bx - ax) * (cx - bx) + (by - ay) * (cy - by),
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx),
    )
    return along <= 1.2 * abs(across)  # sharper than 40 degrees


def fitted(line: list[Point], corners: list[int], far: float) -> list[tuple[Point, Point | None, Point]]:
    """Lines and curves along a polyline, each as long as it can be."""
    found: list[tuple[Point, Point | None, Point]] = []
    for low, high in itertools.pairwise(corners):
        at = low
        while at < high:
            step, best = at + 1, (line[at], None, line[at + 1])
            stop = at + 2
            missed = 0
            while stop <= high and missed < 4:
                curve = near(line[at : stop + 1], far)
                if curve is None:
                    missed += 1
                else:
                    step, best, missed = stop, curve, 0
                stop += 1
            found.append(best)
            at = step
    rounded = [(whole(a), None if c is None else whole(c), whole(b)) for a, c, b in found]
    return [curve for curve in rounded if curve[0] != curve[2]]


def near(part: list[Point], far: float) -> tuple[Point, Point | None, Point] | None:
    """The line or curve between the ends of a polyline that keeps near to it, if there is one."""
    (ax, ay), (bx, by) = part[0], part[-1]
    lengths = [0.0]
    for (x, y), (u, v) in itertools.pairwise(part):
        lengths.append(lengths[-1] + ((u - x) ** 2 + (v - y) ** 2) ** 0.5)
    if not lengths[-1]:
        return None
    times = [length / lengths[-1] for length in lengths]
    if all(
        apart(p, (ax + (bx - ax) * t, ay + (by - ay) * t)) <= far * 0.6
        for p, t in zip(part, times, strict=True)
    ):
        return part[0], None, part[-1]
    above_x = above_y = below = 0.0
    for (x, y), t in zip(part, times, strict=True):
        weight = 2 * t * (1 - t)
        above_x += weight * (x - (1 - t) ** 2 * ax - t * t * bx)
        above_y += weight * (y - (1 - t) ** 2 * ay - t * t * by)
        below += weight * weight
    control = above_x / below, above_y / below
    fine = all(
        apart(p, on_curve(part[0], control, part[-1], t)) <= far for p, t in zip(part, times, strict=True)
    )
    return (part[0], control, part[-1]) if fine else None


def on_curve(a: Point, c: Point, b: Point, t: float) -> Point:
    """A point of a curve."""
    p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return p * a[0] + q * c[0] + r * b[0], p * a[1] + q * c[1] + r * b[1]


def middle(a: Point, b: Point) -> Point:
    """Half-way."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def apart(a: Point, b: Point) -> float:
    """How far two points lie from each other."""
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


def whole(a: Point) -> tuple[int, int]:
    """A point on the font's grid."""
    return round(a[0]), round(a[1])


if __name__ == "__main__":
    main()
