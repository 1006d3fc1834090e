"""The Boudicca drawing and the rules data say the same."""

import tomllib
from itertools import pairwise
from math import dist

from drawing import ROOT, data, has_class, overlap, shared, targets

from albion.kernels.hex.coords import DIRECTIONS, neighbour

FOLDER = ROOT / "src/albion/games/boudicca/data"
MAP = tomllib.loads((FOLDER / "map.toml").read_text(encoding="utf-8"))
PLACES = tomllib.loads((FOLDER / "places.toml").read_text(encoding="utf-8"))
LAND = {
    int(row) * 100 + column
    for row, line in MAP["terrain"]["lines"].items()
    for column, letter in enumerate(line, 1)
    if MAP["terrain"]["legend"][letter] != "sea"
}


def test_every_land_hex_is_drawn_and_no_other() -> None:
    """Hexes of the rules, hexes of the drawing and hexes of the placement file are the same."""
    drawn = {int(i) for i, e in targets("boudicca").items() if has_class(e, "hex")}

    assert drawn == LAND
    assert {int(i) for i in data("boudicca")["hexes"]} == LAND


def test_hexes_touch_exactly_when_the_rules_call_them_neighbours() -> None:
    """Two drawn hexes share a whole side when they are next to each other, and nothing otherwise."""
    wanted = {
        frozenset((f"{h:04d}", f"{n:04d}"))
        for h in LAND
        for d in DIRECTIONS
        if (n := neighbour(h, d)) in LAND
    }
    lines = shared("boudicca", "hex")

    assert set(lines) == wanted
    assert all(abs(length - 24) < 0.2 for length in lines.values())


def test_rivers_and_bridges_lie_on_the_hexsides_of_the_rules() -> None:
    """The sides the page knows are those of the rules, and each bridge is drawn on its own."""
    sides = data("boudicca")["sides"]
    rivers = {s for name in MAP["rivers"]["hexsides"].values() for s in name}
    closed = {s for name in MAP["impassable"]["hexsides"].values() for s in name}

    assert set(sides["rivers"]) == rivers
    assert set(sides["impassable"]) == closed
    assert set(sides["bridges"]) == set(MAP["bridges"]["hexsides"])
    assert {i for i, e in targets("boudicca").items() if has_class(e, "bridge")} == set(sides["bridges"])


def test_roads_run_from_hex_to_next_hex() -> None:
    """No road skips a hex, so the drawn line says what the rules say."""
    grid = data("boudicca")["grid"]

    def centre(h: int) -> tuple[float, float]:
        x = grid["origin"][0] + (h % 100 + (h // 100 % 2) / 2) * grid["across"]
        return x, grid["origin"][1] - h // 100 * grid["up"]

    for name, course in MAP["roads"]["courses"].items():
        for a, b in pairwise(course):
            assert dist(centre(a), centre(b)) < 42, f"{name}: {a} and {b}"


def test_places_stand_in_their_hexes() -> None:
    """Towns, oppida, posts, settlements and off-map boxes are all known to the page."""
    places = data("boudicca")["places"]

    for kind in ("towns", "oppida", "posts", "settlements"):
        for row in PLACES[kind]["list"]:
            assert places[f"{row['hex']:04d}"]["name"] == row["name"]
    for box in ("mona", "isca"):
        assert box in PLACES["off_map"]
        assert has_class(targets("boudicca")[box], "box")


def test_peoples_names_run_into_no_other_name() -> None:
    """The wide names of the peoples keep clear of the places and of one another."""
    file = data("boudicca")
    boxes = [(i, b) for i, p in (file["places"] | file["tribes"]).items() for b in p.get("names", ())]
    tribes = set(file["tribes"])

    assert [(i, j) for i, a in boxes if i in tribes for j, b in boxes if i != j and overlap(a, b)] == []
    assert tribes == {row["tribe"] for row in PLACES["oppida"]["list"]}
