"""Where the Domesday board comes from: source geometry beside the game's own data."""

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from tools.maps.coverage import SOURCE, Feature, plain, read
from tools.maps.paths import Point

DATA = Path(__file__).resolve().parents[2] / "src" / "albion" / "games" / "domesday" / "data"
SCALE, WEST, NORTH, EDGE = 2.1, -8.4, 59.75, 10.0
WIDTH, HEIGHT = 1640.0, 2552.0
COUNTER, PITCH, DENSE, MARK = 24.0, 27.0, 18.5, 17.0
TILES = ("land", "city", "overseas", "estuary", "sea", "road-box", "void", "foreign")
VIEW = shapely.box(-20, -20, WIDTH + 20, HEIGHT + 20)
INNER = shapely.box(12, 12, WIDTH - 12, HEIGHT - 12)


def project(lonlat: np.ndarray) -> np.ndarray:
    """Plain degrees, moved in by the width of the frame."""
    return plain(SCALE, WEST, NORTH)(lonlat) + EDGE


@dataclass(frozen=True, slots=True)
class Map:
    """The source geometry beside the game's own data."""

    features: dict[str, Feature]
    areas: dict[str, dict[str, Any]]
    roads: dict[str, dict[str, Any]]
    waters: dict[str, dict[str, Any]]
    lettering: dict[str, Any]

    def of(self, *kinds: str) -> dict[str, Feature]:
        """The features of some kinds."""
        return {i: f for i, f in self.features.items() if f.kind in kinds}


def load() -> Map:
    """Read geometry, lettering and the rules data."""
    features = read("domesday.geojson", project, TILES, 0.5)
    tables = {
        name: tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))
        for name in ("areas", "roads", "waters")
    }
    return Map(
        features,
        {a["id"]: a for a in tables["areas"]["area"]},
        {r["id"]: r for r in tables["roads"]["road"]},
        {w["id"]: w for kind in ("estuary", "sea") for w in tables["waters"][kind]},
        json.loads((SOURCE / "domesday-lettering.json").read_text(encoding="utf-8")),
    )


def city_seat(f: Feature) -> Point:
    """Where a city's seal and its first stack stand."""
    point = project(np.array([f.facts["anchor"]]))[0]
    return round(float(point[0]), 1), round(float(point[1]), 1)
