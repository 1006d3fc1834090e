"""A move without a mouse: where the focus is, what it is called, and how few keys lead to a place on the map."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.table_page import ALONE, NewPlayer, TablePage, seated
from browser.test_moves import unable_to_end

pytestmark = pytest.mark.browser

STOPS = ".board [data-id][tabindex='0']"
FOCUSED = "() => document.activeElement.dataset.action ?? document.activeElement.dataset.id ?? document.activeElement.dataset.do"


def focused(player: TablePage) -> str:
    """The answer, place or button that has the focus."""
    return str(player.page.evaluate(FOCUSED))


def at_sea(new_player: NewPlayer) -> TablePage:
    """The Romans of 2005 with the armies in the English Channel taken up, by keys alone."""
    player = new_player("Ann")
    player.prefer(confirm=True)
    player.open(player.make_match(ALONE, game="britannia-2005", options={}))
    player.page.keyboard.press("1")
    expect(player.table).to_have_attribute("data-draft", "yes")
    expect(player.page.locator(".tag").first).to_be_attached()
    return player


def test_the_map_is_one_stop_on_the_way_of_tab(new_player: NewPlayer) -> None:
    """A fault once: Tab went through every place in reach, in Boudicca through hundreds of hexes."""
    player = at_sea(new_player)
    page = player.page
    page.keyboard.press("b")
    here = focused(player)

    expect(page.locator(STOPS)).to_have_count(1)
    assert here == page.locator(STOPS).get_attribute("data-id")
    assert page.locator(".board [data-id][tabindex='-1']").count() > 2


def test_arrows_lead_from_place_to_place_on_the_map(new_player: NewPlayer) -> None:
    player = at_sea(new_player)
    page = player.page
    page.keyboard.press("b")
    seen = {focused(player)}
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
        seen.add(focused(player))
    there = focused(player)
    page.keyboard.press("Enter")

    assert len(seen) > 2
    expect(player.table).to_have_attribute("data-draft", "card")
    assert focused(player) == "send"
    page.keyboard.press("Escape")
    page.wait_for_function("there => document.activeElement.dataset.id === there", arg=there)


def test_a_place_in_reach_says_who_stands_there_and_the_chance_to_win(new_player: NewPlayer) -> None:
    """A fault once: a place had no more than its name, and the list did not tell the odds that stand on the map."""
    player = at_sea(new_player)
    kent = player.page.locator(".board [data-id=kent]")

    expect(kent).to_have_attribute("aria-label", "Kent, Belgae: infantry, >99% to win, worth 4 points")
    expect(player.page.locator(".side [data-action='to kent']")).to_contain_text("% to win")


def test_arrows_bring_the_focus_to_the_answers(new_player: NewPlayer) -> None:
    """A fault once: whoever had not come to an answer by Tab pointed at answers that no screen reader spoke."""
    player = seated(new_player)
    player.page.keyboard.press("ArrowDown")

    assert focused(player) == player.answers()[0]


def test_a_slider_leaves_letters_and_digits_to_the_answers(new_player: NewPlayer) -> None:
    player = seated(new_player)
    player.page.get_by_role("slider", name="Move").focus()
    player.page.keyboard.press("1")

    player.wait_after(0)


def test_the_key_that_ends_a_step_reads_why_it_cannot(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    player.open(unable_to_end(player))
    end = player.page.locator("[data-refused=end]")
    expect(end).to_be_visible()
    player.page.keyboard.press("e")

    expect(end).to_be_focused()
    expect(end).to_have_accessible_description(re.compile("^Not yet: "))
