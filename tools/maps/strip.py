"""The south of Britain cut out of its board: what the lobby shows of it, a third of what the whole map weighs."""

import re
from xml.etree import ElementTree

from shapely import LineString, Polygon, box
from tools.maps.board import Board
from tools.maps.paths import path_d, read_rings

WINDOW = box(130, 560, 830, 840)
"""What is kept, in units of the board."""
_SVG = "http://www.w3.org/2000/svg"
_LEFT_OUT = {
    "clear-land",
    "seas",
    "sea-borders",
    "graticule",
    "rhumb",
    "rose",
    "card",
    "margin",
    "neat-out",
    "neat-in",
    "neat-marks",
}
"""Classes nobody needs who only looks (clear land lies below its areas), or that lie outside."""
_STRAIGHT = re.compile(r"[MmLlz\d\s.,-]+")
_GRID = 4


def strip(board: Board) -> str:
    """The drawing without what lies outside the window."""
    root = ElementTree.fromstring(board.svg)
    ElementTree.register_namespace("", _SVG)
    _thin(root)
    for name in ("role", "aria-label"):
        root.attrib.pop(name, None)
    west, north, east, south = WINDOW.bounds
    root.set("viewBox", f"{west:.0f} {north:.0f} {east - west:.0f} {south - north:.0f}")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _thin(parent: ElementTree.Element) -> None:
    """Drop and shorten what an element holds."""
    for child in list(parent):
        kind = child.tag.removeprefix(f"{{{_SVG}}}")
        classes = set(child.get("class", "").split())
        if kind in {"title", "pattern", "symbol", "radialGradient", "clipPath"}:
            if kind == "title":
                parent.remove(child)
            continue
        if classes & _LEFT_OUT or not _kept(child, kind):
            parent.remove(child)
            continue
        child.attrib.pop("data-id", None)
        _thin(child)


def _kept(child: ElementTree.Element, kind: str) -> bool:
    """Whether something of an element lies in the window; an outline is cut to it."""
    if kind == "path" and _STRAIGHT.fullmatch(child.get("d", "")):
        child.set("d", _cut(child.get("d", "")))
        return bool(child.get("d"))
    if kind in {"text", "use"} and child.get("x") and child.get("y"):
        x, y = float(child.get("x", "0")), float(child.get("y", "0"))
        west, north, east, south = WINDOW.bounds
        return west - 30 < x < east + 30 and north - 12 < y < south + 12
    return True


def _cut(data: str) -> str:
    """Path data without what lies outside the window."""
    parts = []
    for ring in read_rings(data):
        points = [(x / 10, y / 10) for x, y in ring]
        closed = len(points) > 3 and points[0] == points[-1]
        around = WINDOW.buffer(6)  # so that the edge of a cut is never seen
        shape = Polygon(points).buffer(0) if closed else LineString(points)
        if around.contains(shape):
            parts.append(path_d(Polygon(points) if closed else shape, grid=_GRID))
        elif around.intersects(shape):
            parts.append(path_d(around.intersection(shape), grid=_GRID))
    return "".join(parts)
