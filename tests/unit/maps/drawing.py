"""A committed board, taken apart: its places, the edges they share, the ground its names cover."""

import json
from collections import Counter
from functools import cache
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from tools.maps.paths import read_rings

ROOT = Path(__file__).resolve().parents[3]
BOARDS = ROOT / "src" / "albion" / "web" / "boards"
Edge = tuple[tuple[int, int], tuple[int, int]]


@cache
def svg(board: str) -> ElementTree.Element:
    """The drawing of a board."""
    return ElementTree.parse(BOARDS / f"{board}.svg").getroot()


@cache
def data(board: str) -> dict[str, Any]:
    """The placement file of a board."""
    loaded: dict[str, Any] = json.loads((BOARDS / f"{board}.json").read_text(encoding="utf-8"))
    return loaded


def targets(board: str) -> dict[str, ElementTree.Element]:
    """Every clickable element by its id."""
    found = [e for e in svg(board).iter() if e.get("data-id")]
    assert len({e.get("data-id") for e in found}) == len(found), "an id is drawn twice"
    return {str(e.get("data-id")): e for e in found}


def has_class(element: ElementTree.Element, css: str) -> bool:
    """Whether an element carries a class."""
    return css in (element.get("class") or "").split()


def edges(board: str, *kinds: str) -> dict[str, set[Edge]]:
    """The drawn edges of every place of some classes, in tenths; an edge has no direction."""
    result: dict[str, set[Edge]] = {}
    for ident, element in targets(board).items():
        if any(has_class(element, kind) for kind in kinds):
            rings = read_rings(element.get("d") or "")
            result[ident] = {(min(a, b), max(a, b)) for ring in rings for a, b in pairwise(ring)}
    return result


def shared(board: str, *kinds: str) -> dict[frozenset[str], float]:
    """How long the line is that two places have in common, in drawing units."""
    owners: dict[Edge, list[str]] = {}
    for ident, own in edges(board, *kinds).items():
        for edge in own:
            owners.setdefault(edge, []).append(ident)
    lengths: Counter[frozenset[str]] = Counter()
    for (a, b), idents in owners.items():
        assert len(idents) <= 2, f"{idents} lie on one line"
        if len(idents) == 2:
            lengths[frozenset(idents)] += dist(a, b) / 10
    return dict(lengths)


def overlap(a: list[float], b: list[float]) -> bool:
    """Whether two boxes cover common ground."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
