"""The lobby: three ways in for a newcomer, one's own turn first for a regular, and thirty matches that stay readable."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from albion.engine.record import record_of, write_record
from albion.games import GAMES
from albion.sim.play import play_recorded
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


def one_part_at_a_time(page: Page) -> None:
    """On a phone the lobby shows one of five parts, by tabs; a row keeps its picture, and nothing is wider than the window."""
    parts = {"matches": ".matches", "new": "#setup", "learn": ".learn-card", "you": ".lobby-head .you"}
    expect(page.locator("svg.thumbnail:visible")).to_have_count(6)
    for tab in parts:
        page.get_by_role("tab").and_(page.locator(f"[data-go={tab}]")).click()
        for other, shown in parts.items():
            expect(page.locator(shown)).to_be_visible(visible=other == tab)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab


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
    one_part_at_a_time(page)
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
    third = page.locator(f"li[data-match={slow[17]}]")
    third.locator("summary").click()
    third.locator("[data-do=delete]").click()
    page.get_by_role("dialog", name="Delete").locator("[data-do=sure]").click()
    expect(third).to_have_count(0)


def test_the_menu_of_a_match_closes_and_a_new_name_is_typed_at_once(new_player: NewPlayer) -> None:
    player = new_player("Eve")
    player.make_match(TURN, title="Old")
    visit(player)
    page = player.page
    menu = page.locator("details.row-menu")
    summary = menu.locator("summary")
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(5, 5)):
        summary.click()
        expect(menu).to_have_attribute("open", "")
        close()
        expect(menu).not_to_have_attribute("open", "")
    summary.focus()
    page.keyboard.press("Enter")
    menu.locator("[data-do=rename]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".naming input")).to_be_focused()
    page.keyboard.type("New")  # the old name is marked
    page.keyboard.press("Enter")

    expect(page.locator("li.match-row").first).to_contain_text("New")
    expect(page.locator("li.match-row").first).not_to_contain_text("Old")
    expect(summary).to_be_focused()


def test_a_busy_server_does_not_leave_the_lists_standing_still(new_player: NewPlayer) -> None:
    player = new_player("Eve")
    player.make_match(TURN)
    asked: list[str] = []

    def meet(client: WebSocketRoute) -> None:
        server = client.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if json.loads(message)["do"] == "lobby":
                asked.append("lobby")
            if len(asked) == 1:
                busy = {"type": "refused", "id": None, "match": None, "status": 429, "error": "too-many"}
                client.send(json.dumps(busy | {"message": "busy", "cite": [], "clauses": []}))
            else:
                server.send(message)

        client.on_message(pass_on)

    player.page.route_web_socket(re.compile("/api/socket"), meet)
    visit(player)
    rows = player.page.locator(".match-row")
    expect(rows).to_have_count(1)
    with player.page.expect_response(
        re.compile("list=mine"), timeout=20_000
    ):  # asked again after the refusal
        pass
    player.make_match(TURN)

    expect(rows).to_have_count(2)
    assert len(asked) == 2


@pytest.mark.parametrize(
    "asked", ["/api/me", "/api/games", "/api/matches?list=public", "/boards/strip.svg", "/later.js"]
)
def test_a_busy_server_is_asked_again(new_player: NewPlayer, asked: str) -> None:
    """Whatever a visit needs: refused once, lost once, and then there."""
    player = new_player("Eve")
    met: list[str] = []

    def refuse(route: Route) -> None:
        met.append(route.request.url)
        if len(met) == 1:
            route.fulfill(status=503, json={"error": "busy", "message": "busy"})
        elif len(met) == 2:
            route.abort()
        else:
            route.continue_()

    player.page.route(lambda url: asked in url, refuse)
    visit(player)
    expect(player.page.locator("#hero-sheet")).to_be_attached()
    player.page.locator("[data-do=account]").click()
    expect(player.page.get_by_role("heading", name="Account")).to_be_visible()

    assert len(met) > 2


def test_the_bell_tells_whose_turn_it_is_and_what_was_said(new_player: NewPlayer) -> None:
    fay, gus = new_player("Fay"), new_player("Gus")
    clock = {"kind": "turn", "minutes": 23 * 60, "at_zero": "pass"}
    match = fay.make_match({**TURN, "red": "open"}, title="Tuesday table", clock=clock)
    seats = fay.api("GET", f"/matches/{match}")["seats"]
    gus.api("POST", f"/invites/{next(s['invite'] for s in seats if s['invite'])}")
    gus.api("POST", f"/matches/{match}/chat", {"text": "Leave me Kent!"})
    fay.prefer()
    visit(fay)
    bell = fay.page.locator(".bell")
    expect(bell.locator("summary b")).to_have_text("2")
    expect(fay.page.locator(".match-row .time-left")).to_have_text(re.compile("^2[23] h left$"))
    bell.locator("summary").click()
    expect(bell.locator("li")).to_contain_text(["wrote: “Leave me Kent!”", "It is your turn: 2"])
    fay.shot("lobby-bell")
    bell.locator("li a").first.click()
    fay.wait_turn()
    fay.page.locator(".brand").click()

    expect(bell.locator("summary b")).to_have_text("1")


def test_who_is_waited_for_can_be_reminded(new_player: NewPlayer) -> None:
    fay, gus = new_player("Fay"), new_player("Gus")
    match = fay.make_match({**TURN, "yellow": "open", "red": "human"}, title="Long one")
    seats = fay.api("GET", f"/matches/{match}")["seats"]
    gus.api("POST", f"/invites/{next(s['invite'] for s in seats if s['invite'])}")

    def aged(route: Route) -> None:
        listed = route.fetch().json()
        for m in listed["matches"]:
            m["turn"]["since"] = "2020-01-01T00:00:00.000Z"
        route.fulfill(json=listed)

    fay.page.route(re.compile("list=mine"), aged)
    fay.page.route(re.compile("/remind$"), lambda route: route.fulfill(status=204))
    visit(fay)
    row = fay.page.locator(f"li[data-match={match}]")
    row.locator("[data-do=remind]").click()
    expect(row).to_contain_text("Reminded today")
    fay.page.reload()

    expect(row).to_contain_text("Reminded today")


def test_with_nothing_but_ended_matches_the_games_have_their_pictures(new_player: NewPlayer) -> None:
    player = new_player("Eve")
    game = GAMES["boudicca"]
    match = play_recorded(game, game.options_type(), ("random",) * 2, seed=5)
    player.api("POST", "/records", {"text": write_record(record_of(match))})
    visit(player)
    expect(player.page.locator(".match-row.ended")).to_have_count(1)
    expect(player.page.locator(".game-card svg.part")).to_have_count(3)

    expect(player.page.locator("#hero-sheet")).to_be_attached()
    player.shot("lobby-ended")


def test_what_others_have_ended_in_public_makes_a_newcomer_no_regular(new_player: NewPlayer) -> None:
    game = GAMES["boudicca"]
    match = play_recorded(game, game.options_type(), ("random",) * 2, seed=5)
    fay, gus = new_player("Fay"), new_player("Gus")
    made = fay.api("POST", "/records", {"text": write_record(record_of(match))})
    fay.api("PATCH", f"/matches/{made['match']}", {"public": True})
    boards: list[str] = []
    gus.page.on("request", lambda r: boards.append(r.url) if "/boards/boudicca" in r.url else None)
    visit(gus)

    expect(gus.page.locator("[data-do=way-learn]")).to_be_visible()
    expect(gus.page.locator("#hero-sheet")).to_be_attached()
    assert gus.api("GET", "/matches?list=finished")["matches"] and not boards
    fay.api("PATCH", f"/matches/{made['match']}", {"public": False})  # other tests count what they see


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


def test_what_the_server_refuses_is_told_in_a_whole_sentence(new_player: NewPlayer) -> None:
    page = new_player("Ivy").page
    page.goto("/join/nothing")

    expect(page.get_by_role("alert")).to_have_text("There is no such invitation.")


def test_what_the_server_refuses_can_be_read(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")
    player.page.locator("input[type=file]").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": b"no record"}
    )
    refused = player.page.locator("main > .notice.bad")
    expect(refused).to_be_visible()
    paper = refused.evaluate("e => getComputedStyle(e).backgroundImage")

    assert paper.startswith("linear-gradient"), "red on a dark page otherwise"
