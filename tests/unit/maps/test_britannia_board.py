"""The Britannia drawing and the rules data say the same."""

import tomllib
from itertools import combinations

import shapely
from drawing import ROOT, data, has_class, shared, targets
from tools.maps.paths import read_rings

RULES = tomllib.loads((ROOT / "src/albion/kernels/britannia/data/map.toml").read_text(encoding="utf-8"))
AREAS = {a["id"]: a for a in RULES["area"]}
SEAS = {s["id"]: s for s in RULES["sea"]}
SEEN = 6.0  # a line shorter than this, in drawing units, is not seen


def _wanted(rows: dict[str, dict[str, list[str]]], key: str) -> set[frozenset[str]]:
    return {frozenset((i, j)) for i, row in rows.items() for j in row[key]}


def test_the_drawing_has_exactly_the_areas_and_seas_of_the_rules() -> None:
    """Every place of the rules is one clickable element, and nothing else is."""
    drawn = targets("britannia")

    assert {i for i, e in drawn.items() if has_class(e, "area")} == set(AREAS)
    assert {i for i, e in drawn.items() if has_class(e, "sea")} == set(SEAS)


def test_difficult_land_is_drawn_as_such() -> None:
    """The hatched areas are the difficult ones."""
    drawn = targets("britannia")

    assert {i for i, e in drawn.items() if has_class(e, "difficult-land")} == {
        i for i, a in AREAS.items() if a["difficult"]
    }


def test_areas_share_a_border_exactly_when_the_rules_say_so() -> None:
    """Neighbours meet along a line one can see; others do not meet in a line at all."""
    lines = shared("britannia", "area")

    assert set(lines) == _wanted(AREAS, "land")
    assert {tuple(pair) for pair, length in lines.items() if length < SEEN} == set()


def test_coasts_are_those_of_the_rules() -> None:
    """An area touches a sea in the drawing exactly when it lies on its coast."""
    lines = shared("britannia", "area", "sea")
    coasts = {pair for pair in lines if len(pair & set(AREAS)) == 1}

    assert coasts == _wanted(AREAS, "sea")
    assert {tuple(pair) for pair in coasts if lines[pair] < SEEN} == set()


def test_seas_meet_exactly_when_the_rules_say_so() -> None:
    """Each line between two seas is drawn, named after both, and has a place for a fleet."""
    wanted = _wanted(SEAS, "sea")

    assert set(shared("britannia", "sea")) == wanted
    named = {"/".join(sorted(pair)) for pair in wanted}
    assert {i for i, e in targets("britannia").items() if has_class(e, "sea-border")} == named
    assert set(data("britannia")["seaBorders"]) == named


def test_straits_join_the_right_areas() -> None:
    """Each strait of the rules is an arrow from inside one area to inside the other."""
    straits = data("britannia")["straits"].values()
    drawn = targets("britannia")

    assert {frozenset(s["between"]) for s in straits} == _wanted(AREAS, "strait")
    for strait in straits:
        for ident, end in zip(strait["between"], strait["ends"], strict=True):
            rings = read_rings(drawn[ident].get("d") or "")
            assert any(shapely.Polygon(r).contains(shapely.Point(end[0] * 10, end[1] * 10)) for r in rings)


def test_the_placement_file_knows_the_same_neighbours() -> None:
    """What the page is told about neighbours is what the rules say."""
    places = data("britannia")["places"]

    for ident, area in AREAS.items():
        assert set(places[ident]["neighbours"]) == {*area["land"], *area["sea"]}
        assert places[ident]["name"] == area["name"]
    for a, b in combinations(SEAS, 2):
        assert (b in places[a]["neighbours"]) == (b in SEAS[a]["sea"])
