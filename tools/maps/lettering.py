"""Names on the map: their real width, the curve they run along, and the ground they cover."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape

import shapely
from shapely import Geometry, LineString
from shapely.ops import substring
from tools.maps.paths import Point, element, fmt, quad_d

SOURCE = Path(__file__).parent / "source"
CAP_HEIGHT = 0.69
SMALL_CAPS = 0.7  # what browsers do when a font has no small capitals of its own


@cache
def _widths() -> dict[str, dict[str, int]]:
    """Advance widths per thousand of the fonts the page uses."""
    widths: dict[str, dict[str, int]] = json.loads((SOURCE / "font-widths.json").read_text(encoding="utf-8"))
    return widths


def text_width(
    text: str, size: float, *, font: str = "fell", spacing: float = 0.0, small_caps: bool = False
) -> float:
    """How long a text is, in drawing units."""
    table = _widths()[font]
    total = 0.0
    for letter in text:
        small = small_caps and letter.islower()
        total += table.get(letter.upper() if small else letter, 550) * (SMALL_CAPS if small else 1.0)
    return total * size / 1000 + spacing * len(text)


def on_curve(curve: Sequence[Point], t: float) -> Point:
    """A point of a quadratic curve."""
    (x0, y0), (x1, y1), (x2, y2) = curve
    u = 1 - t
    return u * u * x0 + 2 * u * t * x1 + t * t * x2, u * u * y0 + 2 * u * t * y1 + t * t * y2


@dataclass(frozen=True, slots=True)
class Name:
    """A name along a curve (baseline) or, with one point, level and centred on it."""

    text: str
    size: float
    line: tuple[Point, ...]
    css: str
    font: str = "fell"
    spacing: float = 0.9
    small_caps: bool = False

    def width(self) -> float:
        """How long the name is."""
        return text_width(
            self.text, self.size, font=self.font, spacing=self.spacing, small_caps=self.small_caps
        )

    def middle(self) -> Point:
        """The middle of the letters."""
        rise = self.size * CAP_HEIGHT / 2
        if len(self.line) == 1:
            return self.line[0][0], self.line[0][1] - rise
        (x, y), (x0, y0), (x2, y2) = on_curve(self.line, 0.5), self.line[0], self.line[2]
        length = math.dist((x0, y0), (x2, y2))
        return x + (y2 - y0) / length * rise, y - (x2 - x0) / length * rise

    def ground(self, margin: float = 1.0) -> Geometry:
        """The land or water the letters cover."""
        half = self.width() / 2
        up, down = (
            self.size * CAP_HEIGHT + margin,
            margin + (self.size * 0.22 if self.text != self.text.upper() else 0),
        )
        if len(self.line) == 1:
            x, y = self.line[0]
            return shapely.box(x - half - margin, y - up, x + half + margin, y + down)
        base = LineString([on_curve(self.line, i / 24) for i in range(25)])
        middle = base.length / 2
        run = substring(base, middle - half - margin, middle + half + margin)
        # y grows downwards, so the letters stand on the line's right hand
        above, below = (run.buffer(d, cap_style="flat", single_sided=True) for d in (-up, max(down, 0.01)))
        return shapely.union_all([above.buffer(0), below.buffer(0)])

    def boxes(self) -> list[list[float]]:
        """The same ground as upright boxes, small enough to follow a slanting name."""
        ground = self.ground(0.5)
        x0, y0, x1, y1 = ground.bounds
        if len(self.line) == 1 or y1 - y0 < self.size * 1.5:
            return [[round(v, 1) for v in (x0, y0, x1, y1)]]
        count = max(2, math.ceil((x1 - x0) / 9), math.ceil((y1 - y0) / 9))
        wide = x1 - x0 >= y1 - y0
        result = []
        for i in range(count):
            if wide:
                strip = shapely.box(x0 + (x1 - x0) * i / count, y0, x0 + (x1 - x0) * (i + 1) / count, y1)
            else:
                strip = shapely.box(x0, y0 + (y1 - y0) * i / count, x1, y0 + (y1 - y0) * (i + 1) / count)
            piece = ground.intersection(strip)
            if not piece.is_empty:
                result.append([round(v, 1) for v in piece.bounds])
        return result

    def svg(self, ident: str) -> str:
        """The text element, with its curve in front if it has one."""
        style = {"class_": self.css, "font_size": float(self.size)}
        if self.spacing != 0.9:
            style["style"] = f"letter-spacing:{fmt(self.spacing)}px"
        if len(self.line) == 1:
            x, y = self.line[0]
            return element("text", escape(self.text), x=float(x), y=float(y), **style)
        start, control, end = self.line
        path = element("path", id=ident, d=quad_d(start, control, end), class_="text-line")
        along = element("textPath", escape(self.text), href=f"#{ident}", startOffset="50%")
        return path + element("text", along, **style)
