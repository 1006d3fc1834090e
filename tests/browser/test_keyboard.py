"""A move without a mouse: where the focus is, what it is called, and how few keys lead to a place on the map."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.steady_games import answers_at, asked_of, at_first, at_position, steady_game
from browser.table_page import ALONE, NewPlayer, TablePage, seated
from browser.test_moves import in_sussex, romans, unable_to_end

pytestmark = pytest.mark.browser

STOPS = ".board [data-id][tabindex='0']"
FOCUSED = "() => document.activeElement.dataset.action ?? document.activeElement.dataset.id ?? document.activeElement.dataset.do"


def focused(player: TablePage) -> str:
    """The answer, place or button that has the focus."""
    return str(player.page.evaluate(FOCUSED))


HELD = "() => document.activeElement.closest('.side .turn, .board, .move-card') !== null"
FAR = """([a, b]) => {
    const middle = (id) => {
        const box = document.querySelector(`.board [data-id="${id}"]`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2, box.width];
    };
    const [one, other] = [middle(a), middle(b)];
    return Math.hypot(one[0] - other[0], one[1] - other[1]) / one[2];
}"""
"""How far two hexes lie apart, in hexes."""
MOST = 80
PATIENCE = 10_000
"""Milliseconds until a question that follows has been drawn."""


def arrow_to(player: TablePage, action: str) -> None:
    """Down the list until an answer has the focus."""
    player.page.wait_for_selector(".table[data-working=no][data-mine=yes]")
    for _ in range(MOST):
        if focused(player) == action:
            return
        player.page.keyboard.press("ArrowDown")
    raise AssertionError(f"arrows do not lead to {action}")


def choose(player: TablePage, action: str) -> None:
    """Give an answer by arrows and Enter; the focus must not be lost by that."""
    arrow_to(player, action)
    seq, draft = player.seq, player.draft
    player.page.keyboard.press("Enter")
    player.page.wait_for_function(
        "([seq, draft]) => { const now = document.querySelector('.table').dataset;"
        " return now.working === 'no' && (Number(now.seq) > seq || now.draft !== draft); }",
        arg=[seq, draft],
    )
    player.page.wait_for_function(HELD, timeout=PATIENCE)  # until then the focus is lost


def at_sea(new_player: NewPlayer) -> TablePage:
    """The Romans of 2005 with the armies in the English Channel taken up, by keys alone."""
    player = new_player("Ann")
    player.prefer(confirm=True)
    player.open(player.make_match(ALONE, game="britannia-2005", options={}))
    player.page.wait_for_selector(".table[data-working=no][data-mine=yes]")
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


def test_a_nation_plays_its_whole_turn_without_a_mouse(new_player: NewPlayer) -> None:
    """New armies, an attack with one of two, the end of movement, the battle."""
    player = seated(new_player)
    while (first := player.answers()[0]).startswith("place "):
        choose(player, first)
    choose(player, "from avalon")
    choose(player, "to devon")
    assert focused(player) == "send"
    player.page.keyboard.press("ArrowLeft")
    expect(player.page.locator("[data-do=send]")).to_contain_text("Attack with 1")
    seq = player.seq
    player.page.keyboard.press("Enter")
    player.wait_after(seq)
    arrow_to(player, "from avalon")
    seq = player.seq
    player.page.keyboard.press("e")
    player.wait_after(seq)
    for _ in range(MOST):
        if player.api("GET", f"/matches/{player.match}")["view"]["active"]["faction"] != "romano-british":
            break
        choose(player, player.answers()[-1])

    expect(player.page.locator(".turn h2")).to_have_text("Welsh")


def test_a_roman_group_marches_without_a_mouse(new_player: NewPlayer) -> None:
    """A fault once: after a step on the map the focus was on a place at its other end, and no place told what it costs."""
    match = steady_game("boudicca")
    moves = enumerate(zip(match.actions, match.actions[1:], match.actions[2:], strict=False))
    n = next(
        n
        for n, (a, b, c) in moves
        if (a.verb, str(b), c.verb) == ("activate", "take all", "to")
        and asked_of(match, n) == ("Impulse", "romans")
        and len(answers_at(match, n + 1)) > 4
    )
    player = new_player("Ann")
    player.prefer()
    at_position(player, match, n)
    page = player.page
    choose(player, str(match.actions[n]))
    page.wait_for_selector(".table[data-working=no] .board [data-id][tabindex='0']", state="attached")
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    there = focused(player)
    expect(page.locator(f".board [data-id='{there}']")).to_have_attribute(
        "aria-label", re.compile(r"\bcosts [\d½]+ of [\d½]+$")
    )
    seq = player.seq
    page.keyboard.press("Enter")
    player.wait_after(seq)
    page.wait_for_selector(".table[data-working=no][data-draft=yes]")

    assert page.evaluate(FAR, [there, focused(player)]) < 2
    seq = player.seq
    page.keyboard.press("e")
    player.wait_after(seq)
    page.wait_for_selector(".table[data-working=no]")
    assert page.evaluate(HELD)


def test_a_fleet_sets_out_without_a_mouse(new_player: NewPlayer) -> None:
    """A fault once: of six Longships, more than any sea holds, it was asked where they go, without a place or a word why."""
    player = new_player("Ann")
    player.prefer()
    choose(player, at_first(player, "domesday", "points"))
    choose(player, "move denmark")
    enter = player.page.locator(".side [data-action='enter north-sea']")
    expect(enter).to_be_visible()
    expect(player.page.locator(".ask [aria-live]")).not_to_contain_text("can go nowhere")
    player.page.locator(".picker [data-pick='pick danish:longship 6']").focus()
    player.page.keyboard.press("Enter")
    expect(player.page.locator(".ask [aria-live]")).to_contain_text("can go nowhere")
    player.page.keyboard.press("Shift+Tab")
    player.page.keyboard.press("Shift+Tab")
    player.page.keyboard.press("Enter")
    expect(enter).to_be_visible()
    choose(player, "enter north-sea")


def test_the_same_move_with_the_keyboard_and_by_name(new_player: NewPlayer) -> None:
    player = romans(new_player)
    keys = player.page.keyboard
    keys.press("1")
    expect(player.table).to_have_attribute("data-draft", "yes")
    keys.press("ArrowDown")
    expect(player.page.locator(".turn .answer.pointed")).to_have_count(1)
    keys.press("Enter")
    expect(player.table).to_have_attribute("data-draft", "card")
    keys.press("e")  # ends the phase, but not while something on a card waits to be sent
    group = player.page.get_by_role("radiogroup", name="How many?")
    before = group.get_by_role("radio", checked=True).inner_text()
    keys.press("ArrowLeft")
    assert group.get_by_role("radio", checked=True).inner_text() != before
    keys.press("Enter")
    player.wait_after(0)

    expect(player.page.get_by_role("status")).not_to_be_empty()


def test_a_march_is_stopped_by_the_key_that_ends_movement(new_player: NewPlayer) -> None:
    player = in_sussex(new_player)
    stop = player.page.locator('.side [data-action="stop"]')
    expect(stop).to_be_visible()
    player.page.evaluate(
        "document.querySelector('.side [data-action=end]')?.remove()"
    )  # as where movement could not end yet
    player.page.keyboard.press("e")

    expect(stop).to_have_count(0)


ANSWER = "() => document.activeElement.dataset.action ?? document.activeElement.className"


def test_the_keyboard_keeps_the_focus_from_one_question_to_the_next(new_player: NewPlayer) -> None:
    """A fault once: it went with the button that was pressed, and a reader of the screen was nowhere."""
    player = seated(new_player)
    page = player.page
    page.keyboard.press("Tab")  # from now on the focus is the keyboard's
    page.locator(".side .answer").first.focus()
    for _ in range(2):
        seq = player.seq
        page.keyboard.press("Enter")
        player.wait_after(seq)
        page.wait_for_selector(".table[data-working=no]")
        page.wait_for_function("() => document.activeElement.closest('.side .turn')")
        page.keyboard.press("Tab")
        page.wait_for_function(
            "() => document.activeElement.closest('.side .turn .answer, .side .turn .chip')"
        )
        page.locator(".side .answer").first.focus()


def test_arrows_take_the_focus_along(new_player: NewPlayer) -> None:
    """A fault once: they pointed at one answer, and Enter gave the other one that had the focus."""
    player = seated(new_player)
    page = player.page
    first, second, *_ = player.answers()
    page.keyboard.press("Tab")
    page.locator(f'.side .answer[data-action="{first}"]').focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_function(f"action => ({ANSWER})() === action", arg=second)
    page.keyboard.press("ArrowUp")
    page.wait_for_function(f"action => ({ANSWER})() === action", arg=first)
    page.keyboard.press("ArrowDown")
    seq = player.seq
    page.keyboard.press("Enter")
    player.wait_after(seq)

    entries = player.api("GET", f"/matches/{player.match}/entries?effective=true&since=0")["entries"]
    assert entries[-1]["action"] == second
