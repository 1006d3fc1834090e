"""Compact SVG path data: coordinates in tenths, written relative, and read back for the tests."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from shapely import Geometry, LineString, Polygon

Point = tuple[float, float]
COARSE, WHOLE = 4, 10
"""Grids for the corners of lines, in tenths: what is written with fewer letters travels faster."""
_TOKEN = re.compile(r"[MmLlZz]|-?(?:\d+\.\d+|\d+|\.\d+)")


def number(tenths: int) -> str:
    """A number of tenths as the shortest SVG number."""
    whole, rest = divmod(abs(tenths), 10)
    text = f"{whole or ''}.{rest}" if rest else str(whole)
    return f"-{text}" if tenths < 0 else text


def fmt(value: float) -> str:
    """A coordinate rounded to a tenth."""
    return number(round(value * 10))


def _pair(x: int, y: int) -> str:
    """Two numbers with the least that may stand between them."""
    second = number(y)
    return number(x) + (second if second.startswith("-") else f" {second}")


def line_d(points: Sequence[Point], *, closed: bool = False, grid: int = 1) -> str:
    """One open line or ring, its corners on a grid of this many tenths."""
    steps: list[tuple[int, int]] = []
    for x, y in points:
        step = (round(x * 10 / grid) * grid, round(y * 10 / grid) * grid)
        if not steps or steps[-1] != step:
            steps.append(step)
    if closed and len(steps) > 1 and steps[0] == steps[-1]:
        steps.pop()
    if len(steps) < (3 if closed else 2):
        return ""
    text = "M" + _pair(*steps[0]) + "l"
    moves = [_pair(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(steps)]
    text += moves[0] + "".join(m if m.startswith("-") else f" {m}" for m in moves[1:])
    return text + ("z" if closed else "")


def path_d(geom: Geometry, *, grid: int = 1) -> str:
    """The path data of any polygon or line, its corners on a grid of this many tenths."""
    parts: list[str] = []
    for part in getattr(geom, "geoms", [geom]):
        if isinstance(part, Polygon):
            parts += [
                line_d(list(ring.coords), closed=True, grid=grid) for ring in (part.exterior, *part.interiors)
            ]
        elif isinstance(part, LineString):
            parts.append(line_d(list(part.coords), grid=grid))
        elif hasattr(part, "geoms"):
            parts.append(path_d(part, grid=grid))
    return "".join(parts)


def quad_d(start: Point, control: Point, end: Point) -> str:
    """A quadratic curve."""
    return f"M{fmt(start[0])} {fmt(start[1])}Q{fmt(control[0])} {fmt(control[1])} {fmt(end[0])} {fmt(end[1])}"


def smooth_d(points: Sequence[Point]) -> str:
    """A line rounded at its corners: quadratic curves through the middles of its legs."""
    if len(points) < 3:
        return line_d(points)
    text = f"M{fmt(points[0][0])} {fmt(points[0][1])}"
    for i in range(1, len(points) - 1):
        here, after = points[i], points[i + 1]
        last = i == len(points) - 2
        end = after if last else ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2)
        text += f"Q{fmt(here[0])} {fmt(here[1])} {fmt(end[0])} {fmt(end[1])}"
    return text


def read_rings(data: str) -> list[list[tuple[int, int]]]:
    """The rings and lines of straight path data, in tenths; a closed ring repeats its first point."""
    rings: list[list[tuple[int, int]]] = []
    x = y = 0
    tokens = _TOKEN.findall(data)
    i, command = 0, ""
    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
            if command in "Zz":
                rings[-1].append(rings[-1][0])
                x, y = rings[-1][0]
            continue
        dx, dy = (round(float(t) * 10) for t in tokens[i : i + 2])
        i += 2
        x, y = (x + dx, y + dy) if command.islower() else (dx, dy)
        if command in "Mm":
            rings.append([(x, y)])
            command = "l" if command == "m" else "L"
        else:
            rings[-1].append((x, y))
    return rings


def element(name: str, content: str | None = None, /, **attributes: object) -> str:
    """One SVG element; underscores in attribute names become hyphens, a trailing one is dropped."""
    text = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{fmt(v) if isinstance(v, float) else v}"'
        for key, v in attributes.items()
        if v is not None
    )
    return f"<{name}{text}/>" if content is None else f"<{name}{text}>{content}</{name}>"


def group(css: str, items: Iterable[str]) -> str:
    """A group with a class."""
    return element("g", "".join(items), class_=css)
