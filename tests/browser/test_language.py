"""The interface in German: every word is there, with the same fields, and the page speaks it where it is chosen."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.table_page import NewPlayer

WORDS = Path(__file__).parents[2] / "src/albion/web/words"
PARTS = ("", "later/")
"""The words of lobby and table, and those of what is fetched later."""
OTHERS = sorted(path.stem for path in WORDS.glob("*.json") if path.stem != "en")


def fields(text: str) -> set[str]:
    """The values that a sentence names."""
    return set(re.findall(r"\{([^{}|]+)", text))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_word_with_its_fields(language: str, part: str) -> None:
    words, english = (
        json.loads((WORDS / f"{part}{id}.json").read_text(encoding="utf-8")) for id in (language, "en")
    )
    untold = [key for key, text in words.items() if not text.strip()]
    differing = [key for key in english if fields(words.get(key, "")) != fields(english[key])]

    assert sorted(words) == sorted(english)
    assert (untold, differing) == ([], [])


@pytest.mark.browser
def test_the_page_speaks_german_where_it_is_chosen(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")
    player.page.get_by_label("Language").select_option("de")
    expect(player.page.get_by_role("button", name="Gleich gegen Bots spielen")).to_be_visible()
    expect(player.page.locator("html")).to_have_attribute("lang", "de")
    player.shot("german-lobby")
    player.page.locator("[data-do=way-now]").click()

    expect(player.page.get_by_role("button", name="Zurücknehmen")).to_be_visible()
    player.shot("german-table")
    player.page.locator("[data-do=menu]").click()
    player.page.get_by_label("Sprache").select_option("en")
    expect(player.page.get_by_role("button", name="Undo")).to_be_visible()
