"""What the others at a table must agree to: going back past dice, opening a seat, continuing under new rules."""

from __future__ import annotations

import sqlite3

import pytest
from playwright.sync_api import expect

from browser.table_page import NewPlayer, Server, TablePage

pytestmark = pytest.mark.browser


def two_at_a_table(new_player: NewPlayer, **how: int) -> tuple[TablePage, TablePage, str]:
    """Ann as the Romans of Boudicca, Bob as the Britons; both look at the table."""
    ann, bob = new_player("Ann", **how), new_player("Bob", **how)
    match = ann.make_match({"romans": "human", "britons": "open"}, game="boudicca")
    seats = ann.api("GET", f"/matches/{match}")["seats"]
    invite = next(s["invite"] for s in seats if s["invite"])
    bob.api("POST", f"/invites/{invite}", {})
    for player in (ann, bob):
        player.prefer()
        player.open(match)
    return ann, bob, match


def on_turn(match: str, *players: TablePage) -> list[TablePage]:
    """The players, the one to answer first."""
    return sorted(players, key=lambda p: not p.api("GET", f"/matches/{match}")["decision"]["mine"])


def answer_some(match: str, n: int, *players: TablePage) -> list[TablePage]:
    """Give a few first answers, each for whoever must; the players, the one to answer next first."""
    for _ in range(n):
        player = on_turn(match, *players)[0]
        table = player.api("GET", f"/matches/{match}")
        body = {"seq": table["seq"], "action": table["decision"]["actions"][0]["action"]}
        player.api("POST", f"/matches/{match}/actions", body)
    return on_turn(match, *players)


def test_going_back_is_asked_for_and_granted(new_player: NewPlayer) -> None:
    ann, bob, match = two_at_a_table(new_player)
    first, second = answer_some(match, 3, ann, bob)
    first.page.wait_for_function("() => Number(document.querySelector('.table').dataset.n) >= 3")
    first.page.get_by_role("slider", name="Move").focus()
    first.page.keyboard.press("Home")
    first.page.locator("[data-do=back-to]").click()
    asked = first.page.get_by_role("dialog", name="Go back to this move")
    expect(asked).to_contain_text("Ask the others to undo")
    asked.locator("[data-do=sure]").click()
    expect(first.page.locator(".proposal")).to_contain_text("You have asked to go back to move 0.")
    expect(first.page.locator(".proposal [data-do=withdraw]")).to_be_visible()
    expect(second.page.locator(".proposal")).to_contain_text("asks to go back to move 0.")
    second.shot("proposal")
    second.page.locator(".proposal [data-do=agree]").click()

    for player in (first, second):
        expect(player.table).to_have_attribute("data-n", "0")
        expect(player.page.locator(".proposal")).to_have_count(0)


def test_a_proposal_is_declined(new_player: NewPlayer) -> None:
    ann, bob, match = two_at_a_table(new_player, width=390, height=844)
    first, second = answer_some(match, 2, ann, bob)
    n = first.api("GET", f"/matches/{match}")["n"]
    first.api("POST", f"/matches/{match}/undo", {"seq": n, "to": 0})
    second.page.locator(".proposal [data-do=decline]").click()

    for player in (first, second):
        expect(player.page.locator(".proposal")).to_have_count(0)
        expect(player.table).to_have_attribute("data-n", str(n))


def test_a_match_of_older_rules_rests_until_all_agree(new_player: NewPlayer, server: Server) -> None:
    ann, bob, match = two_at_a_table(new_player)
    first, _ = answer_some(match, 2, ann, bob)
    server.stop()
    with sqlite3.connect(server.data / "albion.db") as database:
        database.execute("UPDATE matches SET version = 1 WHERE id = ?", (match,))
    server.start()
    for player in (ann, bob):
        player.open(match)
        expect(player.page.locator(".proposal")).to_contain_text("The rules have changed")
        expect(player.page.locator(".turn .answer")).to_have_count(0)
    ann.shot("rules-changed")
    ann.page.locator(".proposal [data-do=migrate]").click()
    bob.page.locator(".proposal [data-do=agree]").click()

    for player in (ann, bob):
        expect(player.page.locator(".proposal")).to_have_count(0)
    first.wait_turn()
    first.answer(first.answers()[0])
