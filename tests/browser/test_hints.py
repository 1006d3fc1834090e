"""Hints on demand: by button and key, with figures, marks on the map and a button that does it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.steady_games import at_position, steady_game
from browser.table_page import NewPlayer

pytestmark = pytest.mark.browser

SEATS = {"yellow": "human", "green": "bot:random", "red": "bot:random", "blue": "bot:random"}


def test_a_hint_is_asked_for_shown_and_done(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    player.open(player.make_match(SEATS))
    player.wait_turn()
    player.page.keyboard.press("h")
    card = player.page.get_by_role("region", name="Hints")
    expect(card.locator("li").first).to_be_visible()
    assert 1 <= card.locator("li").count() <= 3
    expect(player.page.locator(".tag").first).to_be_visible()
    player.shot("hints")
    player.page.keyboard.press("h")
    expect(card).to_have_count(0)
    player.page.locator("[data-do=hint]").click()
    seq = player.seq
    card.locator("[data-hint]").first.click()

    player.wait_after(seq)
    expect(card).to_have_count(0)


def test_no_hints_where_other_people_play(new_player: NewPlayer) -> None:
    ann, bob = new_player("Ann"), new_player("Bob")
    match = ann.make_match({**SEATS, "blue": "open"})
    invite = next(s["invite"] for s in ann.api("GET", f"/matches/{match}")["seats"] if s["invite"])
    bob.api("POST", f"/invites/{invite}", {})
    ann.prefer()
    ann.open(match)
    ann.wait_turn()

    expect(ann.page.locator("[data-do=undo]")).to_be_visible()
    expect(ann.page.locator("[data-do=hint]")).to_have_count(0)


def test_a_hint_says_where_a_march_begins_and_what_its_button_says(new_player: NewPlayer) -> None:
    """A march of Civilians begins with a unit instead of a place."""
    match = steady_game("boudicca")
    n = next(n for n, a in enumerate(match.actions) if a.verb == "evacuate")
    player = new_player("Ann")
    player.prefer()
    at_position(player, match, n)
    page = player.page
    page.wait_for_selector(".table[data-working=no] .side .stack")
    stacks = page.locator(".side .stack b").all_inner_texts()
    page.keyboard.press("h")
    told = page.locator(".advice li b")
    expect(told.first).to_be_visible()

    for text in told.all_inner_texts():
        assert text == "Move no more Civilians" or text.split(" to ")[0] in stacks
