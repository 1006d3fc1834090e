"""The map: 37 land areas, six seas, borders, straits and coasts."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NewType

from albion.engine.cite import cite, rule
from albion.engine.errors import DataError
from albion.engine.toml import one_text_each

Nation = NewType("Nation", str)
Area = NewType("Area", str)
"""A land area."""
Place = str
"""A land area, a sea, or the border of two seas ('english-channel/frisian-sea')."""

MAP = Path(__file__).parent / "data" / "map.toml"


@dataclass(frozen=True, slots=True)
class Board:
    """The map as the rules see it."""

    areas: tuple[Area, ...]
    seas: tuple[Place, ...]
    borders: tuple[Place, ...]
    """Borders of two adjacent seas, where fleets may stand."""
    rank: Mapping[Area, int]
    """The place of each area in the map's order."""
    names: Mapping[Place, str]
    region: Mapping[Area, str]
    difficult: frozenset[Area]
    land: Mapping[Area, tuple[Area, ...]]
    strait: Mapping[Area, tuple[Area, ...]]
    near: Mapping[Area, tuple[Area, ...]]
    """Across a land border or a strait."""
    coast: Mapping[Place, tuple[Area, ...]]
    """Where one may land from a sea or a border of seas."""
    shores: Mapping[Area, tuple[Place, ...]]
    """The seas an area borders."""
    sea_near: Mapping[Place, tuple[Place, ...]]

    @property
    def places(self) -> tuple[Place, ...]:
        """Everywhere a unit can stand."""
        return (*self.areas, *self.seas, *self.borders)

    def at_sea(self, place: Place) -> bool:
        """Whether a place is a sea or a border of seas."""
        return place not in self.near

    def within(self, region: str) -> frozenset[Area]:
        """The land areas of a region."""
        return frozenset(a for a in self.areas if self.region[a] == region)


def border(*seas: Place) -> Place:
    """The place of a fleet listed with these seas: the sea itself, or their border."""
    return sys.intern("/".join(sorted(seas)))


@cache
@rule(cite("redux-core 1.1.a 1.1.b 1.1.h 1.1.1.a 1.1.1.b"))
def load_board(path: Path = MAP) -> Board:
    """Read the map once and check that every relation is symmetric."""
    raw = one_text_each(tomllib.loads(path.read_text(encoding="utf-8")))
    areas, seas = raw["area"], raw["sea"]
    _check(path.name, raw["meta"], areas, seas)
    land = {Area(a["id"]): tuple(map(Area, a["land"])) for a in areas}
    strait = {Area(a["id"]): tuple(map(Area, a["strait"])) for a in areas}
    coast: dict[Place, tuple[Area, ...]] = {x["id"]: tuple(map(Area, x["land"])) for x in seas}
    pairs = sorted({border(x["id"], y) for x in seas for y in x["sea"]})
    for pair in pairs:
        both = {a for sea in pair.split("/") for a in coast[sea]}
        coast[pair] = tuple(sorted(both))
    names = {row["id"]: row["name"] for row in (*areas, *seas)}
    names |= {pair: " and ".join(names[sea] for sea in pair.split("/")) for pair in pairs}
    return Board(
        areas=tuple(Area(a["id"]) for a in areas),
        seas=tuple(x["id"] for x in seas),
        borders=tuple(pairs),
        rank={Area(a["id"]): i for i, a in enumerate(areas)},
        names=names,
        region={Area(a["id"]): a["region"] for a in areas},
        difficult=frozenset(Area(a["id"]) for a in areas if a["difficult"]),
        land=land,
        strait=strait,
        near={a: (*land[a], *strait[a]) for a in land},
        coast=coast,
        shores={Area(a["id"]): tuple(a["sea"]) for a in areas},
        sea_near={x["id"]: tuple(x["sea"]) for x in seas},
    )


def _check(file: str, meta: Mapping[str, Any], areas: list[Any], seas: list[Any]) -> None:
    ids = {a["id"] for a in areas}
    by_id = {row["id"]: row for row in (*areas, *seas)}
    for row in areas:
        for key in ("land", "strait", "sea"):
            for other in row[key]:
                back = "land" if key == "sea" else key
                if other not in by_id or row["id"] not in by_id[other][back]:
                    raise DataError(f"{file}: {row['id']}.{key} names {other}, which does not name it back")
    for row in seas:
        if any(row["id"] not in by_id[other]["sea"] for other in row["sea"]):
            raise DataError(f"{file}: a sea next to {row['id']} does not name it back")
    if len(ids) != meta["land_areas"] or len(seas) != meta["seas"]:
        raise DataError(f"{file}: expected {meta['land_areas']} areas and {meta['seas']} seas")
