"""Events and players' pages: created, joined, begun, and read, as players see them."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.table_page import NewPlayer


def test_an_event_is_created_joined_and_begun(new_player: NewPlayer) -> None:
    ann, bob = new_player("Ann"), new_player("Bob")
    ann.page.goto("/")
    ann.page.locator("[data-do=events]").click()
    ann.page.locator("input[name=title]").fill("Winter cup")
    ann.page.locator("select[name=game]").select_option("boudicca")
    ann.page.locator("[data-do=create-event]").click()
    ann.page.wait_for_url("**/events/e_*")
    expect(ann.page.locator("[data-do=start-event]")).to_be_disabled()
    expect(ann.page.locator("#too-few")).to_contain_text("2 players; 1 has joined")
    expect(ann.page.locator("main")).to_contain_text("Boudicca: The Warrior Queen")
    address = ann.page.url
    bob.page.goto(address)
    bob.page.locator("[data-do=join-event]").click()
    expect(bob.page.locator("[data-do=leave-event]")).to_be_visible()
    ann.page.reload()
    ann.page.locator("[data-do=start-event]").click()
    ann.shot("event")
    table = ann.page.locator("[data-table]")
    expect(table).to_have_count(1)
    expect(table).to_contain_text("Bob")
    table.locator("a").click()
    ann.page.wait_for_url("**/match/*")
    match = ann.page.url.rsplit("/", 1)[1].partition("?")[0]
    told = ann.api("GET", f"/matches/{match}")

    assert told["rated"] and {s["player"] for s in told["seats"]} == {"Ann", "Bob"}


def test_a_players_page_is_reached_from_the_standings(new_player: NewPlayer) -> None:
    ann = new_player("Ann")
    event = ann.api("POST", "/events", {"game": "redux-core", "title": "Spring league", "kind": "league"})[
        "id"
    ]
    ann.page.goto(f"/events/{event}")
    ann.page.locator("[data-standings] a", has_text="Ann").click()
    ann.page.wait_for_url("**/player/*")

    expect(ann.page.locator("h1")).to_have_text("Ann")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= ann.page.evaluate("innerWidth")


def test_a_rated_match_offers_no_seat_to_a_bot_but_the_one_that_plays_on(new_player: NewPlayer) -> None:
    ann = new_player("Ann")
    ann.page.goto("/#setup")
    ann.page.locator("input[type=radio][value=boudicca]").check(force=True)
    ann.page.locator("[data-do=rated]").check(force=True)
    seats = ann.page.locator("select[data-seat]")
    expect(seats).to_have_count(2)
    seats.last.select_option("human")
    expect(seats.first).to_have_value("open")
    assert seats.first.locator("option").count() + seats.last.locator("option").count() == 3
    ann.page.locator("[data-do=begin]").click()
    ann.page.wait_for_url("**/match/*")
    ann.menu("seats")
    hand_on = ann.page.locator(".seat-link select").first
    expect(hand_on).to_be_visible()

    told = [option.get_attribute("value") for option in hand_on.locator("option").all()]
    assert told == ["", "bot:steady", "open"]


def test_seats_of_a_players_page_have_their_names(new_player: NewPlayer) -> None:
    ann = new_player("Ann")
    match = ann.make_match({"romans": "human", "britons": "bot:random"}, "boudicca")
    ann.api("POST", f"/matches/{match}/resign", {"seat": "romans"})
    for _ in range(120):
        if ann.api("GET", "/players/me")["matches"]:
            break
        ann.page.wait_for_timeout(500)
    ann.page.goto("/player/me")

    expect(ann.page.locator("table.figures td").nth(1)).to_have_text("Romans")
