"""A finished board: its drawing, and what the table needs to put counters on it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tools.maps.paths import Point

MARGIN = 9  # the frame, where no counter stands


def spot(point: Sequence[float]) -> list[float]:
    """A point, rounded for the file."""
    return [round(float(v), 1) for v in point]


@dataclass(slots=True)
class Place:
    """Something a stack may stand in: where its counters go, and the ground its name covers."""

    name: str
    kind: str
    anchor: Point
    slots: list[Point]
    large: list[Point] = field(default_factory=list)
    dense: list[Point] = field(default_factory=list)
    overflow: list[Point] = field(default_factory=list)
    marks: list[Point] = field(default_factory=list)
    label: Point | None = None
    names: list[list[float]] = field(default_factory=list)
    neighbours: list[str] = field(default_factory=list)

    def json(self) -> dict[str, Any]:
        """The place as plain values; what is empty is left out."""
        full = {
            "name": self.name,
            "kind": self.kind,
            "anchor": spot(self.anchor),
            "slots": [spot(s) for s in self.slots],
            "large": [spot(s) for s in self.large],
            "dense": [spot(s) for s in self.dense],
            "overflow": [spot(s) for s in self.overflow],
            "marks": [spot(s) for s in self.marks],
            "label": spot(self.label) if self.label else None,
            "names": self.names,
            "neighbours": sorted(self.neighbours),
        }
        return {k: v for k, v in full.items() if v or k == "slots"}


@dataclass(slots=True)
class Board:
    """One board, ready to be written."""

    id: str
    svg: str
    size: tuple[float, float]
    counter: float
    pitch: float
    dense_pitch: float
    places: dict[str, Place]
    extra: Mapping[str, Any] = field(default_factory=dict)
    keep_clear: list[list[float]] = field(default_factory=list)

    def json(self) -> str:
        """The placement file, one place a line."""
        head: dict[str, Any] = {
            "board": self.id,
            "viewBox": [0, 0, *self.size],
            "margin": MARGIN,
            "counter": self.counter,
            "pitch": self.pitch,
            "densePitch": self.dense_pitch,
            "keepClear": self.keep_clear,
            **self.extra,
        }
        lines = [f"{_dump(k)}: {_dump(v)}" for k, v in head.items()]
        places = ",\n".join(f"  {_dump(k)}: {_dump(p.json())}" for k, p in self.places.items())
        return "{\n" + ",\n".join(lines) + ',\n"places": {\n' + places + "\n}\n}\n"


def _dump(value: object) -> str:
    """JSON without needless spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
