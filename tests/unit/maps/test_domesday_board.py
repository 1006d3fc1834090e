"""The Domesday drawing and the rules data say the same."""

import tomllib
from typing import Any

import shapely
from drawing import ROOT, data, has_class, shared, targets
from tools.maps.domesday_source import load
from tools.maps.paths import read_rings

FOLDER = ROOT / "src/albion/games/domesday/data"


def _rows(file: str, *tables: str) -> dict[str, dict[str, Any]]:
    loaded = tomllib.loads((FOLDER / f"{file}.toml").read_text(encoding="utf-8"))
    return {row["id"]: row for table in tables for row in loaded[table]}


AREAS = _rows("areas", "area")
WATERS = _rows("waters", "estuary", "sea")
ROADS = _rows("roads", "road")
BOXES = _rows("roads", "road_box")
SEEN = 4.0  # a line shorter than this, in drawing units, is not seen
TILES = ("area", "city", "sea", "estuary", "road-box")


def _pairs(rows: dict[str, dict[str, Any]], *keys: str) -> set[frozenset[str]]:
    return {frozenset((i, j)) for i, row in rows.items() for key in keys for j in row.get(key, ())}


def _links() -> set[frozenset[str]]:
    """Pairs joined by an arrow instead of a line: they face each other across a sea."""
    return {frozenset(link["between"]) for link in data("domesday")["links"].values()}


def _drawn(first: set[str], second: set[str]) -> set[frozenset[str]]:
    """Pairs that meet along a line, one of each set."""
    pairs = shared("domesday", *TILES)
    return {
        p
        for p in pairs
        if len(p) == 2 and any(a in first and b in second for a, b in (tuple(p), tuple(p)[::-1]))
    }


def test_every_place_of_the_rules_is_drawn_and_no_other() -> None:
    """Areas, cities, waters, roads and road boxes are all there, each of its kind."""
    kinds = {"city": "city", "land": "area", "overseas": "overseas"}
    drawn = targets("domesday")

    assert set(drawn) - {"king", "exile", "dead"} == {*AREAS, *WATERS, *ROADS, *BOXES}
    assert all(has_class(drawn[i], kinds[a["kind"]]) for i, a in AREAS.items())
    assert all(has_class(drawn[i], "road-line") for i in ROADS)
    assert all(has_class(drawn[i], "road-box") for i in BOXES)


def test_areas_share_a_border_exactly_when_the_rules_say_so() -> None:
    """Plain borders and borders along a road are lines one can see; nothing else meets."""
    wanted = _pairs(AREAS, "borders", "road_borders")
    drawn = _drawn(set(AREAS), set(AREAS))

    assert drawn == wanted - _links()
    lengths = shared("domesday", *TILES)
    assert [tuple(p) for p in drawn if lengths[p] < SEEN] == []


def test_coasts_and_estuaries_are_those_of_the_rules() -> None:
    """Land touches water in the drawing exactly when the rules say so, and so do waters one another."""
    behind_a_road = _pairs(WATERS, "across")  # land and water face each other, but a road lies between

    assert _drawn(set(AREAS), set(WATERS)) == _pairs(AREAS, "seas", "estuaries") | behind_a_road
    assert _drawn(set(WATERS), set(WATERS)) == _pairs(WATERS, "seas", "estuaries")


def test_road_boxes_touch_their_areas() -> None:
    """A road box lies against exactly the areas it opens on."""
    assert _drawn(set(BOXES), set(AREAS)) == _pairs(BOXES, "areas")


def test_roads_run_between_their_ends_along_the_border_of_their_sides() -> None:
    """Each road starts and ends where the rules say, and the areas it divides meet under it."""
    features = load().features

    for ident, road in ROADS.items():
        line = features[ident].shape
        for end, point in zip(road["ends"], (line.coords[0], line.coords[-1]), strict=True):
            assert features[end].shape.distance(shapely.Point(point)) < 1.5, f"{ident} does not reach {end}"
        for a, b in road.get("crossings", ()):
            border = (
                features[a].shape.intersection(features[b].shape.buffer(0.5)).intersection(line.buffer(1.5))
            )
            assert not border.is_empty, f"{ident} does not divide {a} from {b}"


def test_terrain_is_drawn_under_each_area() -> None:
    """The ground of an area is tinted for what the rules call it."""
    grounds = {
        kind: [shapely.Polygon(r) for e in _ground(kind) for r in read_rings(e.get("d") or "")]
        for kind in ("forest", "marsh", "highland", "city")
    }

    for ident, area in AREAS.items():
        x, y = data("domesday")["places"][ident]["anchor"]
        spot = shapely.Point(x * 10, y * 10)
        if not load_shape(ident).contains(spot):
            continue
        tinted = {kind for kind, shapes in grounds.items() if sum(s.contains(spot) for s in shapes) % 2}
        assert tinted == ({area["terrain"]} & set(grounds)), ident


def _ground(kind: str) -> list[Any]:
    from drawing import svg

    return [e for e in svg("domesday").iter() if e.get("id") == f"ground-{kind}"]


def load_shape(ident: str) -> Any:
    """The drawn outline of a place, in tenths."""
    rings = read_rings(targets("domesday")[ident].get("d") or "")
    return shapely.union_all([shapely.Polygon(r).buffer(0) for r in rings])


def test_the_arrow_of_the_northern_isles_is_there() -> None:
    """Isles and Orkney are joined by an arrow, since no line can join them."""
    assert frozenset(("isles", "orkney")) in _links()


def test_every_name_stands_on_its_own_land_or_at_sea() -> None:
    """Nobody takes a name for that of the area next door."""
    places = data("domesday")["places"]
    lands = {i: load_shape(i) for i, a in AREAS.items() if a["kind"] != "city"}

    for ident in lands:
        x, y = places[ident]["label"]
        spot = shapely.Point(x * 10, y * 10)
        strangers = [i for i, shape in lands.items() if i != ident and shape.contains(spot)]
        assert strangers == [], f"{ident} is written in {strangers}"
