"""Moments of the games that have boards of their own: what a player needs then is on the screen."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from albion.engine.action import Action
from albion.engine.match import Match
from albion.engine.record import record_of, write_record
from albion.games import GAMES
from albion.sim.play import play_recorded
from browser.gestures import Gestures, Move
from browser.table_page import NewPlayer, TablePage

pytestmark = pytest.mark.browser


@cache
def steady_game(game: str) -> Match[Any]:
    """A whole game of steady bots, played once for all tests that look into it."""
    made = GAMES[game]
    options = made.options_type()
    return play_recorded(made, options, ("steady",) * len(made.seats(options)), seed=5)


def answers_at(match: Match[Any], n: int) -> tuple[Action, ...]:
    """The answers to the question after n others."""
    decision = match.at(n)[1]
    return decision.actions if decision is not None else ()


def at_first(player: TablePage, game: str, verb: str, following: int = 0) -> str:
    """A table at the first question of a steady game that was answered with this verb, where the next had so many answers; that answer."""
    match = steady_game(game)
    asked = (n for n, a in enumerate(match.actions) if a.verb == verb)
    n = next(n for n in asked if not following or len(answers_at(match, n + 1)) >= following)
    at_position(player, match, n)
    return str(match.actions[n])


IMPORTED: dict[str, tuple[Any, str]] = {}
"""By game: the cookies of the player who imported its steady game, and the match it became."""


def imported(player: TablePage, match: Match[Any]) -> str:
    """A whole steady game on the server, checked and imported once: this player goes on as the one who did that."""
    context, found = player.page.context, IMPORTED.get(match.game.id)
    if found is None:
        whole = player.api("POST", "/records", {"text": write_record(record_of(match))})["match"]
        IMPORTED[match.game.id] = found = (context.cookies(), str(whole))
    context.add_cookies(found[0])
    return found[1]


def at_position(player: TablePage, match: Match[Any], n: int) -> None:
    """A table where a game stood after so many answers, with all its seats."""
    whole = imported(player, match)
    body = {"at": n, "seats": dict.fromkeys(match.game.seats(match.options), "human")}
    player.open(player.api("POST", f"/matches/{whole}/fork", body)["match"])


def test_boudicca_shows_the_arithmetic_of_an_attack(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    attack = at_first(player, "boudicca", "attack")
    player.page.locator(f'.answer[data-action="{attack}"]').hover()
    expect(player.page.locator(".odds .army").first.locator("svg")).not_to_have_count(0)
    table = player.page.locator(".odds .crt")
    expect(table.locator("tr.on")).to_have_count(1)
    expect(table.locator("tr.on td.can")).not_to_have_count(0)
    expect(player.page.locator(".odds")).to_contain_text("rounded to")
    expect(player.page.locator(".ledger .sum")).to_have_count(2)
    player.shot("boudicca-attack")

    told = player.page.locator("section.turn").inner_text() + player.page.locator(".ask").inner_text()
    assert not re.search(r"\b\d{4}\b", told), "places are named, not numbered"


def test_part_of_a_boudicca_stack_marches_and_the_rest_may_follow(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    player.press(at_first(player, "boudicca", "activate", following=5))
    rows = player.page.locator(".side .picked")
    rows.first.wait_for()
    rows.first.locator("[data-only]").click()
    player.page.wait_for_selector(".table[data-working=no] .side .answers .answer[data-action^='to ']")
    seq = player.seq
    player.page.locator(".side .answers .answer[data-action^='to ']").first.click()
    player.wait_after(seq)
    while found := {"decline", "stop"}.intersection(player.answers()):
        player.answer(found.pop())

    given = [
        e["action"] for e in player.api("GET", f"/matches/{player.match}/entries?since={seq}")["entries"]
    ]
    assert "march" in given and "done" not in given
    assert player.draft == "yes", "those who stayed are asked where they go"
    expect(player.page.locator(".side [data-action=done]")).to_be_visible()


def test_a_card_is_played_before_a_stack_marches(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    match = steady_game("boudicca")
    force_march = Action("play", "force-march")
    n, stack = next(
        (n, a)
        for n, a in enumerate(match.actions)
        if a.verb == "activate" and force_march in answers_at(match, n + 1)
    )
    at_position(player, match, n)
    player.press(str(stack))
    seq = player.seq
    player.page.locator(f'[data-plan="{stack}, {force_march}"]').click()
    player.wait_after(seq)
    entries = player.api("GET", f"/matches/{player.match}/entries?since={seq}")["entries"]

    assert [e["action"] for e in entries][:2] == [str(stack), str(force_march)]


def test_units_of_several_kinds_are_chosen_by_one_drag(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    match = steady_game("domesday")
    picked = ["pick saxon:huscarl", "pick saxon:archer"]
    n = next(
        n
        for n, a in enumerate(match.actions)
        if str(a) == "move york" and {str(x) for x in answers_at(match, n + 1)}.issuperset(picked)
    )
    at_position(player, match, n)
    hand = Gestures(player)
    seq = player.seq
    assert hand.drag(Move("york", "west-riding", units=picked))
    player.wait_after(seq)
    entries = player.api("GET", f"/matches/{player.match}/entries?since={seq}")["entries"]

    assert [e["action"] for e in entries][:4] == ["move york", *picked, "enter west-riding"]
    assert hand.presses.total() == 1


def test_domesday_shows_boxes_damage_and_sums(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    at_first(player, "domesday", "hit")
    page = player.page
    expect(page.locator(".initiative .on")).to_have_count(1)
    expect(page.locator(".leader-box")).to_have_count(3)
    expect(page.locator(".unit-odds li").first).to_be_visible()
    for row in page.locator(".score").all():
        parts = [int(b.replace("−", "-")) for b in row.locator("li b").all_inner_texts() if b.strip()]
        assert sum(parts) == int(row.locator("strong").inner_text())
    player.shot("domesday-damage")


def test_domesday_plays_a_card_at_the_card(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    at_first(player, "domesday", "points")
    seq = player.seq
    expect(player.page.locator(".hand-card")).not_to_have_count(0)
    player.shot("domesday-cards")
    player.page.locator(".hand-card .card-answer").first.click()

    player.wait_after(seq)


def test_a_variation_begins_with_what_led_to_it(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    at_first(player, "redux-core", "from")
    expect(player.page.locator(".log-before")).to_be_visible()
    before = player.page.locator(".log-before ~ section .moment").first

    expect(before).to_have_attribute("href", re.compile(r"^/match/.+at=\d+"))


def test_a_march_stops_when_something_else_is_pressed(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    at_first(player, "redux-core", "stop")
    player.page.wait_for_selector(".table[data-working=no]")
    seq = player.seq
    player.press("end")
    player.wait_after(seq)
    log = player.api("GET", f"/matches/{player.page.url.split('/match/')[1]}/entries?effective=true")

    assert [e["action"] for e in log["entries"] if e["kind"] == "play"][:2] == ["stop", "end"]


def test_a_stack_carried_to_the_edge_pulls_the_map_along(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    source = at_first(player, "domesday", "move").removeprefix("move ")
    page = player.page
    page.wait_for_selector(".table[data-working=no]")
    page.locator(f'.side .stack[data-action="move {source}"]').click()  # the view goes there
    page.wait_for_selector(".table[data-draft=yes][data-working=no]")
    seen = "() => document.querySelector('.map-box svg.board').getAttribute('viewBox')"
    before, seq = page.evaluate(seen), player.seq
    page.mouse.move(*player.area(source))
    page.mouse.down()
    box = page.locator(".map-box").bounding_box()
    assert box is not None
    for y in (box["height"] / 2, 12, 10, 12):
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + y)
    page.wait_for_function(f"before => ({seen})() !== before", arg=before)
    page.mouse.move(box["x"] + box["width"] + 60, box["y"] + 40)  # beside the map it is let go
    page.mouse.up()

    assert player.seq == seq
