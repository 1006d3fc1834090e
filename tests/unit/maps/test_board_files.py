"""What holds for every board: fresh files, slots for all, names apart, colours for light and dark, small enough."""

import gzip
import re
from itertools import combinations

import pytest
from drawing import BOARDS, data, has_class, overlap, targets
from tools.maps.__main__ import BOARDS as DRAWERS
from tools.maps.__main__ import files

LOOKS = BOARDS.parent / "look"
LIMIT_KB = {"britannia": 90, "boudicca": 120, "domesday": 120}
each_board = pytest.mark.parametrize("board", sorted(DRAWERS))


@each_board
def test_the_files_are_what_the_tool_draws(board: str) -> None:
    """Nobody edited a drawing by hand or forgot to redraw it."""
    for name, text in files(DRAWERS[board]()).items():
        assert (BOARDS / name).read_text(encoding="utf-8") == text, (
            f"{name}: run python -m tools.maps {board}"
        )


@each_board
def test_the_drawing_is_light(board: str) -> None:
    """A board stays within its share of the first load."""
    assert len(gzip.compress((BOARDS / f"{board}.svg").read_bytes())) < LIMIT_KB[board] * 1024


@each_board
def test_every_place_has_slots_on_the_board(board: str) -> None:
    """Each clickable place knows where its counters stand."""
    file = data(board)
    _, _, width, height = file["viewBox"]

    hexes = set(file.get("hexes", ()))
    for ident, element in targets(board).items():
        if has_class(element, "bridge"):
            continue
        assert ident in file["places"] or ident in hexes, f"{ident} has no entry"
    for ident, place in file["places"].items():
        assert place["slots"] or ident in hexes, f"{ident} has no slot"
        for x, y in [*place["slots"], *place.get("dense", ()), *place.get("overflow", ())]:
            assert 0 < x < width and 0 < y < height, f"{ident}: a slot off the board"


@each_board
def test_names_do_not_overlap(board: str) -> None:
    """No name runs into another."""
    places = [(i, p["names"]) for i, p in data(board)["places"].items() if p.get("names")]

    clashes = [
        (i, j) for (i, a), (j, b) in combinations(places, 2) if any(overlap(x, y) for x in a for y in b)
    ]
    assert clashes == []


@each_board
def test_slots_of_different_places_do_not_overlap(board: str) -> None:
    """A counter in one place never lies on one in another, nor on a name."""
    file = data(board)
    half = file["counter"] / 2
    boxes = [
        (i, [x - half, y - half, x + half, y + half])
        for i, p in file["places"].items()
        for x, y in [*p["slots"], *p.get("overflow", ())]
    ]
    names = [box for p in file["places"].values() for box in p.get("names", ())]

    assert [(i, j) for (i, a), (j, b) in combinations(boxes, 2) if overlap(a, b)] == []
    assert [i for i, a in boxes if any(overlap(a, b) for b in names)] == []


def test_every_colour_has_a_light_and_a_dark_value() -> None:
    """Each custom property the stylesheet or a drawing uses is set in both themes."""
    css = "".join(
        sheet.read_text(encoding="utf-8") for sheet in (BOARDS / "colours.css", *BOARDS.glob("*.css"))
    )
    drawings = "".join((BOARDS / f"{board}.svg").read_text(encoding="utf-8") for board in DRAWERS)
    light, dark = (
        set(re.findall(r"(--(?:map|tribe)-[a-z0-9-]+):", block))
        for block in re.findall(r"\{([^}]*)\}", css)[:2]
    )

    assert set(re.findall(r"var\((--(?:map|tribe)-[a-z0-9-]+)", css + drawings)) <= light
    assert light == dark


def test_the_key_has_the_colours_of_the_map() -> None:
    """Written only once, they cannot differ from the map's or stay light in the dark."""
    looks = "".join(look.read_text(encoding="utf-8") for look in sorted(LOOKS.glob("*.js")))
    known = set(re.findall(r"(--map-[a-z-]+):", (BOARDS / "colours.css").read_text(encoding="utf-8")))
    styles = re.findall(r'word: "key\.[a-z]+", style: "([^"]+)"', looks)

    assert len(styles) > len(DRAWERS)
    assert [style for style in styles if "#" in style] == []
    assert set(re.findall(r"var\((--[a-z-]+)", " ".join(styles))) <= known
