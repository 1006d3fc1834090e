"""The lobby: three ways in for a newcomer, one's own turn first for a regular, and thirty matches that stay readable."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.table_page import NewPlayer, TablePage

TURN = {"yellow": "human", "green": "bot:random", "red": "bot:random", "blue": "bot:random"}


def visit(player: TablePage) -> None:
    player.page.goto("/")
    player.page.locator("[data-do=begin]").wait_for()


@pytest.mark.parametrize(("width", "height", "name"), [(1440, 900, "desktop"), (390, 844, "phone")])
def test_a_newcomer_finds_three_ways_in(new_player: NewPlayer, width: int, height: int, name: str) -> None:
    player = new_player("Ann", width=width, height=height)
    visit(player)
    player.shot(f"lobby-new-{name}")

    for way in ("learn", "now", "friends"):
        expect(player.page.locator(f"[data-do=way-{way}]")).to_be_in_viewport()
    expect(player.page.locator(".game-card")).to_have_count(5)
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width


def test_play_now_needs_no_form(new_player: NewPlayer) -> None:
    player = new_player("Bob")
    visit(player)
    player.page.locator("[data-do=way-now]").click()
    player.page.wait_for_url("**/match/*")
    match = player.page.url.rsplit("/", 1)[1].partition("?")[0]
    seats = player.api("GET", f"/matches/{match}")["seats"]

    assert [s["kind"] for s in seats] == ["human", "bot", "bot", "bot"]


def test_learning_begins_a_lesson(new_player: NewPlayer) -> None:
    player = new_player("Cat")
    visit(player)
    player.page.locator("[data-do=way-learn]").click()
    player.page.wait_for_url("**/match/*")
    match = player.page.url.rsplit("/", 1)[1].partition("?")[0]

    assert player.api("GET", f"/matches/{match}")["origin"] == "lesson"


def test_friends_get_every_other_seat(new_player: NewPlayer) -> None:
    player = new_player("Dan")
    visit(player)
    player.page.locator("[data-do=way-friends]").click()

    for seat in ("green", "red", "blue"):
        expect(player.page.locator(f"select[data-seat={seat}]")).to_have_value("open")


def test_thirty_matches_are_filtered_sorted_renamed_archived_and_deleted(new_player: NewPlayer) -> None:
    player = new_player("Eve")
    slow = [player.make_match(TURN, title=f"Table {n:02}", pace="slow") for n in range(20)]
    for _ in range(10):
        player.make_match(TURN, "redux-leaders")
    visit(player)
    page, rows = player.page, player.page.locator("li.match-row")
    expect(rows).to_have_count(30)
    expect(rows.first).to_contain_text("Round 1 of 10")
    expect(page.locator("svg.thumbnail:has(circle)")).to_have_count(6)
    expect(page.locator("[data-learn]")).to_have_count(5)
    player.shot("lobby-regular")
    page.set_viewport_size({"width": 390, "height": 844})
    player.shot("lobby-phone")
    page.set_viewport_size({"width": 1440, "height": 900})

    page.locator("[data-filter=slow]").click()
    expect(rows).to_have_count(20)
    page.locator("[data-do=sort]").select_option("newest")
    expect(rows.first).to_contain_text("Table 19")

    first = page.locator(f"li[data-match={slow[19]}]")
    first.locator("summary").click()
    first.locator("[data-do=rename]").click()
    first.locator("input").fill("Friday")
    first.get_by_role("button", name="Save").click()
    expect(first).to_contain_text("Friday")
    second = page.locator(f"li[data-match={slow[18]}]")
    second.locator("summary").click()
    second.locator("[data-do=archive]").click()
    expect(rows).to_have_count(19)
    page.locator("[data-filter=archive]").click()
    expect(rows).to_have_count(1)

    page.locator("[data-filter=all]").click()
    page.on("dialog", lambda dialog: dialog.accept())
    third = page.locator(f"li[data-match={slow[17]}]")
    third.locator("summary").click()
    third.locator("[data-do=delete]").click()
    expect(third).to_have_count(0)


def test_an_open_table_shows_its_free_seats(new_player: NewPlayer) -> None:
    fay, gus = new_player("Fay"), new_player("Gus")
    fay.make_match({**TURN, "red": "open"}, title="Fay's table", public=True)
    visit(gus)
    table = gus.page.locator(".open-tables li", has_text="Fay's table")

    expect(table).to_contain_text("free")
    table.get_by_role("link", name="Sit down").click()
    gus.page.wait_for_url("**/join/*")


def test_bots_are_told_in_plain_words(new_player: NewPlayer) -> None:
    player = new_player("Hal")
    visit(player)
    levels = player.api("GET", "/games/redux-core")["levels"]
    for level in levels:
        player.page.locator("select[data-seat=green]").select_option(f"bot:{level['name']}")
        expect(
            player.page.locator("label", has=player.page.locator("select[data-seat=green]"))
        ).to_contain_text(level["line"])
