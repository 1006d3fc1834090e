"""A map as tiles that share their edges: read, projected, thinned together, and taken apart into borders."""

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import Geometry
from shapely.geometry import shape

SOURCE = Path(__file__).parent / "source"
Projection = Callable[[np.ndarray], np.ndarray]


def lambert(scale: float, west: float, north: float) -> Projection:
    """Lambert conformal conic for Britain (parallels 51.5 and 58, origin 3 W 54.6 N), in units of 1/scale km."""
    radius, origin = 6371.0, math.radians(-3)
    low, high, zero = (math.radians(v) for v in (51.5, 58.0, 54.6))
    n = math.log(math.cos(low) / math.cos(high)) / math.log(
        math.tan(math.pi / 4 + high / 2) / math.tan(math.pi / 4 + low / 2)
    )
    f = radius * math.cos(low) * math.tan(math.pi / 4 + low / 2) ** n / n
    rho0 = f / math.tan(math.pi / 4 + zero / 2) ** n

    def project(lonlat: np.ndarray) -> np.ndarray:
        rho = f / np.tan(np.pi / 4 + np.radians(lonlat[:, 1]) / 2) ** n
        theta = n * (np.radians(lonlat[:, 0]) - origin)
        x, y = rho * np.sin(theta), rho0 - rho * np.cos(theta)
        return np.column_stack([(x - west) * scale, (north - y) * scale])

    return project


def plain(scale: float, west: float, north: float) -> Projection:
    """Equirectangular, true to scale at 54 N."""
    kx, ky = math.cos(math.radians(54.0)) * 111.32 * scale, 111.2 * scale

    def project(lonlat: np.ndarray) -> np.ndarray:
        return np.column_stack([(lonlat[:, 0] - west) * kx, (north - lonlat[:, 1]) * ky])

    return project


@dataclass(frozen=True, slots=True)
class Feature:
    """One thing of the source map, on the drawing."""

    id: str
    kind: str
    facts: Mapping[str, Any]
    shape: Geometry


def read(name: str, project: Projection, tiles: Iterable[str], tolerance: float) -> dict[str, Feature]:
    """Every feature of a source file; those of the `tiles` kinds are thinned as one coverage."""
    raw = json.loads((SOURCE / name).read_text(encoding="utf-8"))["features"]
    kinds = set(tiles)
    shapes = {f["id"]: shapely.transform(shape(f["geometry"]), project) for f in raw}
    tiled = [f["id"] for f in raw if f["properties"]["kind"] in kinds]
    thin = shapely.coverage_simplify([shapes[i] for i in tiled], tolerance)
    shapes |= {i: shapely.transform(g, lambda c: np.round(c, 1)) for i, g in zip(tiled, thin, strict=True)}
    return {f["id"]: Feature(f["id"], f["properties"]["kind"], f["properties"], shapes[f["id"]]) for f in raw}


def shared(a: Geometry, b: Geometry) -> Geometry:
    """The line two tiles have in common."""
    common = a.boundary.intersection(b.boundary)
    lines = [p for p in getattr(common, "geoms", [common]) if p.geom_type == "LineString"]
    return shapely.line_merge(shapely.MultiLineString(lines)) if lines else shapely.LineString()


def borders(tiles: Mapping[str, Geometry]) -> dict[tuple[str, str], Geometry]:
    """The common lines of all tiles that touch along a line."""
    found = {}
    for a, b in combinations(tiles, 2):
        if tiles[a].intersects(tiles[b]):
            line = shared(tiles[a], tiles[b])
            if not line.is_empty:
                found[a, b] = line
    return found
