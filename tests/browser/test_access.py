"""Everybody can use it: no serious finding of axe-core on any page, light and dark."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from albion.engine.record import record_of, write_record
from albion.games import GAMES
from albion.sim.play import play_recorded
from browser.steady_games import at_first
from browser.table_page import ALONE, NewPlayer, place_all, seated

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
SERIOUS = ("serious", "critical")


def findings(page: Page) -> list[str]:
    """What axe-core finds serious on the page as it is."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    result: dict[str, Any] = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    bad = [v for v in result["violations"] if v["impact"] in SERIOUS]
    return [
        f"{v['id']}: {node['html'][:160]} ({node.get('failureSummary', '')[:200]})"
        for v in bad
        for node in v["nodes"][:4]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lobby(new_player: NewPlayer, theme: str) -> None:
    player = new_player("Ann")
    player.prefer(theme=theme)
    player.page.goto("/")
    player.page.locator("[data-do=begin]").wait_for()

    assert findings(player.page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_table(new_player: NewPlayer, theme: str) -> None:
    player = new_player("Ann")
    player.prefer(theme=theme)
    player.open(player.make_match(ALONE))
    place_all(player)

    assert findings(player.page) == []


def test_rules_and_board_in_words(new_player: NewPlayer) -> None:
    player = seated(new_player)
    player.page.get_by_role("tab", name="Board").click()
    assert player.page.locator(".described li").count() > 10
    player.page.locator("[data-do=rules]").click()
    player.page.locator(".drawer .clause").first.wait_for()
    player.page.get_by_label("Search: a word").fill("strait")
    player.page.wait_for_function("() => document.querySelectorAll('.drawer .clause').length < 40")

    assert findings(player.page) == []


PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize(("theme", "size"), [("dark", {}), ("light", PHONE), ("dark", PHONE)])
def test_a_whole_move_at_every_stage(new_player: NewPlayer, theme: str, size: dict[str, int]) -> None:
    player = new_player("Ann", **size)
    player.prefer(theme=theme, confirm=True)
    player.open(player.make_match(ALONE, game="britannia-2005"))
    assert findings(player.page) == [], "question"
    player.press("from english-channel")
    player.page.wait_for_selector(".table[data-draft=yes]")
    assert findings(player.page) == [], "reach"
    player.press("to kent")
    player.page.locator("[data-do=send]").wait_for()
    assert findings(player.page) == [], "how many"
    player.page.keyboard.press("Escape")
    player.click_area("hwicce")
    player.page.locator(".why").wait_for()
    assert findings(player.page) == [], "why not"


@pytest.mark.parametrize(("theme", "size"), [("dark", {}), ("light", PHONE), ("dark", PHONE)])
def test_cards_boards_and_who_goes(new_player: NewPlayer, theme: str, size: dict[str, int]) -> None:
    player = new_player("Ann", **size)
    player.prefer(theme=theme)
    at_first(player, "domesday", "points")
    assert findings(player.page) == [], "cards"
    at_first(player, "domesday", "hit")
    assert findings(player.page) == [], "battle board"
    player.press(at_first(player, "boudicca", "activate", following=4))
    player.page.locator(".picker").wait_for()
    assert findings(player.page) == [], "who goes"


def test_a_move_and_a_story(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer(story="step", confirm=True)
    player.open(player.make_match({**ALONE, "yellow": "bot:steady"}, game="britannia-2005"))
    player.page.wait_for_selector(".table[data-mine=yes], .table[data-telling=yes]")
    player.page.locator("[data-do=menu]").click()
    assert findings(player.page) == []
    player.page.keyboard.press("Escape")
    alone = player.make_match(ALONE, game="britannia-2005")
    player.open(alone)
    player.press("from english-channel")
    player.page.wait_for_selector(".table[data-draft=yes]")
    player.page.locator(".turn .answers .answer").first.click()
    player.page.locator("[data-do=send]").wait_for()

    assert findings(player.page) == []


def test_lesson_hints_dispute_review_and_club(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    page = player.page
    game = GAMES["boudicca"]
    over = play_recorded(game, game.options_type(), ["random"], seed=5)
    match = player.api("POST", "/records", {"text": write_record(record_of(over)), "title": ""})["match"]
    stages = {
        f"/review/{match}": ".deeds",
        "/learn/boudicca": "[data-do=begin-lesson]",
        "/events": "main h1",
        "/account": "main h1",
    }
    for address, ready in stages.items():
        page.goto(address)
        page.locator(ready).first.wait_for()
        assert findings(page) == [], address

    page.goto("/learn/redux-core")
    page.locator("[data-do=begin-lesson]").click()
    page.locator(".coach").wait_for()
    assert findings(page) == [], "lesson"
    page.locator("[data-do=hint]").click()
    page.get_by_role("region", name="Hints").locator("li").first.wait_for()
    assert findings(page) == [], "hints"
    player.menu("dispute")
    page.get_by_role("dialog", name="Report a rules problem").wait_for()
    assert findings(page) == [], "dispute"


def test_the_overview_of_each_game_can_be_read_and_printed_on_one_page(new_player: NewPlayer) -> None:
    page = new_player("Ann").page
    for game in GAMES:
        page.goto(f"/learn/{game}")
        page.locator("[data-do=begin-lesson]").wait_for()
        assert findings(page) == [], game
        printed = page.pdf(format="A4")
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, game
    page.emulate_media(media="print")
    expect(page.locator("[data-do=begin-lesson]")).to_be_hidden()
