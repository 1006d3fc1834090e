"""What a player of Boudicca or Domesday wants to know before pressing stands where the eye is: cost, chance, reason."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from albion.engine.action import Action
from browser.steady_games import answers_at, at_first, at_position, steady_game
from browser.table_page import NewPlayer

pytestmark = pytest.mark.browser


def test_a_hex_one_points_at_shows_the_way_and_its_cost(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    match = steady_game("boudicca")
    march = next(
        n for n, a in enumerate(match.actions) if a.verb == "activate" and len(answers_at(match, n + 2)) > 100
    )
    at_position(player, match, march)
    player.press(str(match.actions[march]))
    player.page.wait_for_selector(".table[data-draft=yes][data-working=no]")
    goals = player.page.locator(".side .answers .answer[data-action^='to ']:visible")
    costs = [re.search(r"costs ([\d½]+) of \d+", text) for text in goals.all_inner_texts()]
    assert all(costs)
    # The nearest of those that are not next door, so that the map need not move.
    spent = [float(c[1].replace("½", ".5")) if c else 0 for c in costs]
    goal = goals.nth(spent.index(min(n for n in spent if n > 1)))
    goal.hover()
    expect(player.page.locator(".route .tag")).to_have_text(re.compile(r"^[\d½]+ of \d+$"))
    circles = player.page.locator(".route circle")
    assert circles.count() > 1
    first = circles.first.bounding_box()
    assert first
    player.page.mouse.move(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)

    expect(circles).to_have_count(1)


def test_a_card_that_cannot_be_played_now_says_why(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    match = steady_game("boudicca")
    discard, play = Action("discard", "force-march"), Action("play", "force-march")
    n = next(
        n
        for n in range(len(match.actions))
        if discard in (found := answers_at(match, n)) and play not in found and Action("pass") in found
    )
    at_position(player, match, n)
    barred = player.page.locator(".hand-card", has_text="Force March").locator(".card-why")
    expect(barred).to_contain_text("right after a stack is activated")
    expect(barred.locator(".chip")).to_have_text("7.2.1.a")


def test_a_card_of_other_turns_says_when_it_is_an_event(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    match = steady_game("domesday")
    n = next(
        n
        for n in range(len(match.actions))
        for cards in [{a.noun for a in answers_at(match, n) if a.verb == "points"}]
        if cards - {a.noun for a in answers_at(match, n) if a.verb == "event"}
    )
    at_position(player, match, n)

    expect(player.page.locator(".hand-card .card-why").first).to_contain_text("Not now:")


def test_the_chance_of_a_hit_stands_on_its_button(new_player: NewPlayer) -> None:
    player = new_player("Ann", width=390, height=844)
    player.prefer()
    hit = at_first(player, "domesday", "hit")

    button = player.page.locator(f'.side .answer[data-action="{hit}"]')
    expect(button.locator("small")).to_have_text(re.compile(r"^\d+ Damage · [<>]?\d+%$"))


def test_what_one_has_just_said_is_not_told_again(new_player: NewPlayer) -> None:
    """A fault once: who has chosen to go first heard all of the turn so far a second time."""
    player = new_player("Ann")
    player.prefer(story="step")
    player.open(player.make_match({"romans": "bot:random", "britons": "human"}, game="boudicca"))
    page = player.page
    for _ in range(2):
        player.answer(player.answers()[0])
    page.wait_for_selector(".table[data-telling=yes]")
    while page.locator(".table[data-mine=no]").count():
        page.evaluate(
            "document.querySelector('.story-bar [data-do=skip]')?.click()"
        )  # the story may just have ended
        page.wait_for_timeout(20)
    player.answer("first britons")
    page.wait_for_selector(".table[data-mine=yes], .table[data-telling=yes]")

    assert player.table.get_attribute("data-telling") == "no"
    assert "play ap-1" in player.answers() or "pass" in player.answers()


def test_troops_from_beside_the_map_march_on_as_one_act(new_player: NewPlayer) -> None:
    """A fault once: their units were twenty buttons, one after the other, and the costs of places stood at other deeds there."""
    player = new_player("Ann")
    player.prefer()
    match = steady_game("boudicca")
    n = next(n for n, a in enumerate(match.actions) if a.verb == "enter")
    at_position(player, match, n)
    player.press(str(match.actions[n]))
    player.page.wait_for_selector(".table[data-draft=yes][data-working=no]")

    expect(player.page.locator(".side .picked").first).to_be_visible()
    costs = player.page.locator(".side .answer small", has_text="costs")
    verbs = {v.split()[0] for v in costs.evaluate_all("l => l.map(e => e.closest('.answer').dataset.action)")}
    assert verbs == {"to"}


REACHED_BY_KEYS = """() => {
    const [map, circle] = ['.map-box', '.route circle:last-of-type'].map(s => document.querySelector(s)?.getBoundingClientRect());
    return Boolean(circle) && circle.left > map.left && circle.right < map.right && circle.top > map.top && circle.bottom < map.bottom;
}"""


SETTLED = 1500
"""Milliseconds in which the map has come to rest on what may be reached."""


def test_the_map_goes_to_the_hex_that_has_the_focus(new_player: NewPlayer) -> None:
    """A fault once: the map's frame was scrolled there, with its buttons, and cards stood beside what they spoke of."""
    player = new_player("Ann")
    player.prefer()
    match = steady_game("boudicca")
    march = next(
        n for n, a in enumerate(match.actions) if a.verb == "activate" and len(answers_at(match, n + 2)) > 100
    )
    at_position(player, match, march)
    player.press(str(match.actions[march]))
    player.page.wait_for_selector(".table[data-draft=yes][data-working=no]")
    player.page.keyboard.press("Tab")  # from now on the focus is the keyboard's
    player.page.wait_for_timeout(SETTLED)
    player.page.locator(".board [data-id][tabindex]").last.focus()
    player.page.wait_for_function(REACHED_BY_KEYS)
    player.page.wait_for_timeout(SETTLED)
    player.page.locator(".board [data-id][tabindex]").first.focus()
    player.page.wait_for_function(REACHED_BY_KEYS)

    assert player.page.locator(".map-box").evaluate("box => [box.scrollLeft, box.scrollTop]") == [0, 0]
