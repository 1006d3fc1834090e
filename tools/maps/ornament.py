"""What every board shares: the sea and its lines, compass, cartouche, neatline, hills."""

import math
import random
from collections.abc import Iterable, Sequence

import shapely
from shapely import Geometry
from tools.maps.paths import WHOLE, Point, element, fmt, group, line_d, path_d
from tools.maps.slots import largest

WATER_LINES = ((1.9, 0.78), (4.3, 0.62), (7.2, 0.5), (10.8, 0.4), (15.2, 0.3), (20.6, 0.22), (27.0, 0.15))


def _hatch(ident: str, css: str) -> str:
    """Tinted ground with slanting lines; the tile is upright so that no seam shows."""
    return (
        f'<pattern id="{ident}" width="5.6" height="7.2" patternUnits="userSpaceOnUse"><rect width="5.6" height="7.2" '
        f'class="{css}"/><path d="M-1 1.3L1-1.3M-1 8.5L6.6-1.3M4.6 8.5L6.6 5.9" class="hatch"/></pattern>'
    )


PATTERNS = (
    '<radialGradient id="map-sea" cx="50%" cy="46%" r="75%"><stop offset="0" class="sea-in"/>'
    '<stop offset="1" class="sea-out"/></radialGradient>'
    '<pattern id="map-engraved" width="6" height="3.2" patternUnits="userSpaceOnUse">'
    '<path d="M0 1.6h6" class="engraved"/></pattern>'
    + _hatch("map-difficult", "difficult")
    + _hatch("map-difficult-legal", "difficult-legal")
    + '<pattern id="map-stipple" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<circle cx="1.2" cy="1.2" r=".5" class="stipple"/><circle cx="3.7" cy="3.7" r=".5" class="stipple"/></pattern>'
    '<pattern id="map-forbidden" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">'
    '<path d="M0 0v5" class="forbidden-line"/></pattern>'
)
HILLS = (
    '<symbol id="hill-a" viewBox="-7 -7 14 12" overflow="visible"><path d="M-6 3.4Q-3.2-3.6-.6-4.4Q2-4.6 6 3.4" '
    'class="map-hill"/><path d="M.6-3.6Q1.6-1 1-.2M2.2-2.6Q3.2 0 2.8 1.4M3.6-.6Q4.6 1.4 4.4 2.6" class="map-hill-shade"/>'
    '</symbol><symbol id="hill-b" viewBox="-7 -7 14 12" overflow="visible"><path d="M-6.4 3.4Q-4.6-1-2.8-1.6'
    'Q-1.6-1.6-.6.2Q.8-4 2.4-3.6Q4-3 6.4 3.4" class="map-hill"/><path d="M-2-1Q-1.4.6-1.8 1.6M3-3Q3.8-.8 3.4.4'
    'M4.4-1Q5 .8 4.8 2.2" class="map-hill-shade"/></symbol>'
)


def sea_ground(width: float, height: float) -> str:
    """The wash and the engraver's level lines."""
    whole = {"width": fmt(width), "height": fmt(height)}
    return element("rect", **whole, fill="url(#map-sea)") + element(
        "rect", **whole, fill="url(#map-engraved)"
    )


def rhumbs(centre: Point, length: float) -> str:
    """The thirty-two winds from the compass rose."""
    x, y = centre
    rays = (
        f"M{fmt(x)} {fmt(y)}l{fmt(length * math.cos(i * math.pi / 16))} {fmt(length * math.sin(i * math.pi / 16))}"
        for i in range(32)
    )
    return element("path", class_="rhumb", d="".join(rays))


def water_lines(land: Geometry, view: Geometry, reach: float = 1.0, coarse: float = 1.0) -> str:
    """Seven lines along the coast, fading outwards; `coarse`: with fewer turns, where a rugged coast would make them heavy."""
    base = land.simplify(0.9)
    lines = []
    for distance, opacity in WATER_LINES:
        rim = (
            base.buffer(distance * reach, quad_segs=4)
            .simplify((0.3 + distance / 60) * coarse)
            .boundary.intersection(view)
        )
        lines.append(element("path", d=path_d(rim, grid=WHOLE), opacity=f"{opacity:.2f}".lstrip("0")))
    return group("water-lines", lines)


def band(region: Geometry, width: float) -> Geometry:
    """A strip along the inner side of a region's edge; bays and islets too small for it are skipped."""
    smooth = region.buffer(5).buffer(-5)
    parts = [p for p in getattr(smooth, "geoms", [smooth]) if p.area > 1400]
    strip = shapely.union_all([p.difference(p.buffer(-width)) for p in parts])
    return strip.intersection(region).simplify(0.25)


def hills(ground: Geometry, rng: random.Random) -> list[str]:
    """Hills in loose rows over a piece of land."""
    if ground.is_empty:
        return []
    shapely.prepare(ground)
    x0, y0, x1, y1 = ground.bounds
    found: list[tuple[float, float]] = []
    for row in range(int((y1 - y0) / 8.8) + 1):
        for column in range(int((x1 - x0) / 12.8) + 1):
            x = x0 + column * 12.8 + (row % 2) * 6.4 + rng.uniform(-3, 3)
            y = y0 + row * 8.8 + rng.uniform(-2.4, 2.4)
            if shapely.contains_xy(ground, x, y):
                found.append((x, y))
    found.sort(key=lambda p: p[1])
    return [hill(x, y, rng.uniform(0.72, 1.12), rng.choice("ab")) for x, y in found]


def hill(x: float, y: float, size: float, kind: str) -> str:
    """One hill."""
    w, h = 14 * size, 12 * size
    return f'<use href="#hill-{kind}" x="{fmt(x - w / 2)}" y="{fmt(y - h * 7 / 12)}" width="{fmt(w)}" height="{fmt(h)}"/>'


def _ray(radius: float, angle: float) -> str:
    """The end of a ray from the middle of the rose."""
    return f"{fmt(radius * math.sin(angle))} {fmt(-radius * math.cos(angle))}"


def _star(long: float, waist: float, turn: float) -> str:
    """Four rays, each half dark and half light."""
    dark, light = "", ""
    for quarter in range(4):
        t = turn + quarter * math.pi / 2
        tip = _ray(long, t)
        dark += f"M0 0L{tip}L{_ray(waist, t + math.pi / 4)}z"
        light += f"M0 0L{tip}L{_ray(waist, t - math.pi / 4)}z"
    return element("path", class_="ray-dark", d=dark) + element("path", class_="ray-light", d=light)


def compass(centre: Point, scale: float = 1.0) -> str:
    """The compass rose, north by a lily."""
    ticks = "".join(
        f"M{_ray(46.5, i * math.pi / 16)}L{_ray(43 if i % 2 else 40, i * math.pi / 16)}" for i in range(32)
    )
    body = (
        '<circle r="50" class="rose-ground"/><circle r="46.5" class="rose-line"/><circle r="34" class="rose-line"/>'
        + element("path", class_="rose-line", d=ticks)
        + _star(33, 9, math.pi / 8)
        + _star(33, 9, -math.pi / 8)
        + _star(38, 11, math.pi / 4)
        + _star(58, 13, 0)
        + '<circle r="4" class="rose-pin"/><path class="rose-lily" d="M0-74c-3 5-3 8-1 11h-4c-4-1-5-5-2-7-6 0-6 8 1 10h12'
        'c7-2 7-10 1-10 3 2 2 6-2 7h-4c2-3 2-6-1-11z"/><text class="rose-wind" y="71">S</text>'
        '<text class="rose-wind" x="66" y="4">E</text><text class="rose-wind" x="-66" y="4">W</text>'
    )
    move = f"translate({fmt(centre[0])} {fmt(centre[1])})" + (f" scale({scale})" if scale != 1 else "")
    return element("g", body, class_="rose", transform=move)


def frame_d(w: float, h: float, inset: float = 0.0) -> str:
    """The outline of a card with hollow corners."""
    a, b, c = fmt(inset), fmt(8 + inset / 2), fmt(w - 8 - inset / 2)
    r, t, e = fmt(w - inset), fmt(h - 8 - inset / 2), fmt(h - inset)
    return f"M{b} {a}H{c}Q{c} {b} {r} {b}V{t}Q{c} {t} {c} {e}H{b}Q{b} {t} {a} {t}V{b}Q{b} {b} {b} {a}z"


def card(x: float, y: float, w: float, h: float, content: str, scale: float = 1.0) -> str:
    """A paper card with a gold line, for titles and keys."""
    body = element("path", class_="card-edge", d=frame_d(w, h)) + element(
        "path", class_="card-line", d=frame_d(w, h, 4.5)
    )
    move = f"translate({fmt(x)} {fmt(y)})" + (f" scale({scale})" if scale != 1 else "")
    return element("g", body + content, class_="card", transform=move)


def cartouche(
    x: float, y: float, title: str, line: str, foot: str, width: float = 216, scale: float = 1.0
) -> str:
    """The board's title."""
    m = width / 2
    content = (
        f'<text class="title" x="{fmt(m)}" y="39">{title}</text>'
        f'<path class="card-line" d="M{fmt(m - 74)} 48.5H{fmt(m - 13)}M{fmt(m + 13)} 48.5H{fmt(m + 74)}"/>'
        f'<path class="card-gem" d="M{fmt(m)} 44.7l3.8 3.8-3.8 3.8-3.8-3.8z"/>'
        f'<text class="subtitle" x="{fmt(m)}" y="65.5">{line}</text><text class="foot" x="{fmt(m)}" y="79">{foot}</text>'
    )
    return card(x, y, width, 90, content, scale)


def neatline(w: float, h: float, steps: int = 24) -> str:
    """The frame: two lines and a ladder of black and white between them."""
    dx, dy = (w - 17) / steps, (h - 17) / steps
    marks = "".join(
        f"M{fmt(8.5 + i * dx)} 3.5h{fmt(dx)}v3h{fmt(-dx)}zM{fmt(8.5 + (i + 1) * dx)} {fmt(h - 6.5)}h{fmt(dx)}v3h{fmt(-dx)}z"
        f"M3.5 {fmt(8.5 + i * dy)}h3v{fmt(dy)}h-3zM{fmt(w - 6.5)} {fmt(8.5 + (i + 1) * dy)}h3v{fmt(dy)}h-3z"
        for i in range(0, steps, 2)
    )
    border = f"M0 0H{fmt(w)}V{fmt(h)}H0zM8.5 8.5V{fmt(h - 8.5)}H{fmt(w - 8.5)}V8.5z"
    return (
        element("path", class_="margin", d=border)
        + element("rect", class_="neat-out", x="1", y="1", width=fmt(w - 2), height=fmt(h - 2))
        + element("rect", class_="neat-in", x="8.5", y="8.5", width=fmt(w - 17), height=fmt(h - 17))
        + element("path", class_="neat-marks", d=marks)
    )


def arrow_d(start: Point, end: Point) -> str:
    """A broad arrow with a head at both ends."""
    (x, y), length = start, math.dist(start, end)
    c, s = (end[0] - x) / length, (end[1] - y) / length
    half = [(0, 0), (8.5, -5.2), (8.5, -2.1), (length - 8.5, -2.1), (length - 8.5, -5.2), (length, 0)]
    outline = half + [(u, -v) for u, v in reversed(half[1:-1])]
    return line_d([(x + u * c - v * s, y + u * s + v * c) for u, v in outline], closed=True)


def drop_specks(geom: Geometry, least: float) -> Geometry:
    """A geometry without its smallest islands."""
    parts = [p for p in getattr(geom, "geoms", [geom]) if p.area >= least]
    return shapely.union_all(parts) if parts else largest(geom)


def graticule(lines: Iterable[Geometry]) -> str:
    """Meridians and parallels."""
    return element("path", class_="graticule", d="".join(path_d(line) for line in lines))


def document(board: str, size: Sequence[float], label: str, content: str) -> str:
    """The whole SVG file; the stylesheet line lets it be looked at on its own."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/css" href="boards.css"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board board-{board}" viewBox="0 0 {fmt(size[0])} {fmt(size[1])}" '
        f'role="group" aria-label="{label}">\n{content}\n</svg>\n'
    )
