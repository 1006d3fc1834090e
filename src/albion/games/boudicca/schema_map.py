"""The shape of the files about the map and its places."""

from __future__ import annotations

from albion.games.boudicca.schema_base import Record, Sourced


class Oppidum(Record, frozen=True):
    tribe: str
    name: str
    hex: int


class Place(Record, frozen=True):
    name: str
    hex: int


class Oppida(Sourced, frozen=True):
    list: tuple[Oppidum, ...]


class Placement(Sourced, frozen=True):
    beside_their_oppidum: tuple[str, ...]


class Places(Sourced, frozen=True):
    list: tuple[Place, ...]


class OffMap(Sourced, frozen=True):
    mona: int
    isca: int


class PlacesFile(Record, frozen=True):
    oppida: Oppida
    placement: Placement
    towns: Places
    posts: Places
    settlements: Places
    off_map: OffMap


class GridTable(Sourced, frozen=True):
    rows: int
    columns: int


class TerrainTable(Sourced, frozen=True):
    legend: dict[str, str]
    lines: dict[str, str]


class RoadTable(Sourced, frozen=True):
    courses: dict[str, tuple[int, ...]]


class SideTable(Sourced, frozen=True):
    hexsides: dict[str, tuple[str, ...]]


class BridgeTable(Sourced, frozen=True):
    hexsides: tuple[str, ...]


class NameTable(Sourced, frozen=True):
    regions: dict[str, tuple[int, ...]]


class MapFile(Record, frozen=True):
    grid: GridTable
    terrain: TerrainTable
    roads: RoadTable
    rivers: SideTable
    bridges: BridgeTable
    impassable: SideTable
    names: NameTable
