"""The page's style sheets: one a component, none too long, every colour a variable of a palette."""

import re
from pathlib import Path

import pytest

import albion

WEB = Path(albion.__file__).parent / "web"
SHEETS = sorted(p for folder in ("styles", "boards") for p in (WEB / folder).glob("*.css"))
LITERAL = re.compile(r"#[0-9a-fA-F]{3,8}\b(?![^{}]*\{)|\b(?:rgb|hsl)a?\(")
LONGEST = 450


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_a_style_sheet_is_one_component_with_colours_from_a_palette(sheet: Path) -> None:
    text = sheet.read_text(encoding="utf-8")

    assert text.startswith("/* ")
    assert text.count("\n") <= LONGEST
    assert sheet.name == "colours.css" or LITERAL.findall(text) == []


def test_every_style_sheet_is_on_a_page() -> None:
    lists = [WEB / "page.css", WEB / "review.css", WEB / "boards" / "boards.css"]
    named = "".join(page.read_text(encoding="utf-8") for page in lists)

    assert [p.name for p in SHEETS if p not in lists and f'{p.name}"' not in named] == []


def test_every_colour_of_the_palette_is_used() -> None:
    palette = (WEB / "styles" / "colours.css").read_text(encoding="utf-8")
    files = [p for kind in ("*.css", "*.js") for p in WEB.rglob(kind)]
    used = set(re.findall(r"var\((--[\w-]+)", "".join(p.read_text(encoding="utf-8") for p in files)))

    assert set(re.findall(r"^  (--[\w-]+):", palette, re.MULTILINE)) - used == set()
