"""Whole matches through the page: two people by link, a server that falls over, people who only watch."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.gestures import IN_SIGHT
from browser.table_page import ALONE, NewPlayer, Server

pytestmark = pytest.mark.browser


def test_two_browsers_play_each_other_by_link(new_player: NewPlayer) -> None:
    ann, bob = new_player("Ann"), new_player("Bob")
    for player in (ann, bob):
        player.prefer()
    ann.page.goto("/")
    for seat, choice in (("green", "bot:random"), ("red", "open"), ("blue", "bot:random")):
        ann.page.locator(f"select[data-seat={seat}]").select_option(choice)
    ann.page.locator("[data-do=begin]").click()
    ann.page.locator(".overlay .pieces").wait_for(state="attached")
    match = ann.page.url.split("/")[-1]
    seats = ann.api("GET", f"/matches/{match}")["seats"]
    invite = next(s["invite"] for s in seats if s["seat"] == "red")
    bob.page.goto(f"/join/{invite}")
    expect(bob.page.get_by_role("heading", level=2)).to_have_text("You are invited to Britannia reduX: Core")
    expect(bob.page.locator(".offered")).to_contain_text("Saxons")
    expect(bob.page.locator(".offered")).to_contain_text("Yellow: Ann")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.locator("[data-do=join]").click()
    bob.page.locator(".overlay .pieces").wait_for(state="attached")
    expect(ann.page.locator(".players")).to_contain_text("Bob")
    bob.api("POST", f"/matches/{match}/chat", {"text": "Good evening."})
    expect(ann.page.locator(".tabs-inline .count")).to_have_text("2")

    played = {ann: 0, bob: 0}
    for _ in range(1000):  # bots may take their time
        player = next((p for p in played if p.table.get_attribute("data-mine") == "yes"), None)
        if player is None:
            ann.page.wait_for_timeout(60)
            continue
        player.answer("end" if "end" in player.answers() else player.answers()[0])
        played[player] += 1
        if min(played.values()) >= 2:
            break
    assert min(played.values()) >= 2
    ann.page.wait_for_function("n => Number(document.querySelector('.table').dataset.seq) >= n", arg=bob.seq)
    bob.page.get_by_role("tab", name="Chat").click()
    bob.page.get_by_label("Message to the table").fill("Well met.")
    bob.page.keyboard.press("Enter")
    expect(ann.page.locator(".toast")).to_have_text("Bob: Well met.")
    ann.page.get_by_role("tab", name="Chat").click()
    expect(ann.page.locator(".talk .lines")).to_contain_text("Well met.")


def test_the_page_survives_a_restart_of_the_server(new_player: NewPlayer, server: Server) -> None:
    player = new_player("Ann")
    player.prefer()
    player.open(player.make_match(ALONE))
    player.answer(player.answers()[0])
    seq = player.seq
    server.kill()
    expect(player.page.locator(".banner")).to_be_visible()
    player.shot("connection-lost")
    server.start()
    expect(player.page.locator(".banner")).to_have_count(0)
    assert player.seq == seq
    player.answer(player.answers()[0])

    assert player.seq > seq


def test_a_spectator_sees_but_cannot_answer(new_player: NewPlayer) -> None:
    ann, eve = new_player("Ann"), new_player("Eve")
    match = ann.make_match(ALONE)
    watch = ann.api("GET", f"/matches/{match}")["watch"]
    eve.page.goto(f"/watch/{watch}")
    eve.page.locator(".overlay .pieces").wait_for(state="attached")
    ann.prefer()
    ann.open(match)
    ann.answer(ann.answers()[0])
    eve.wait_after(0)

    assert eve.answers() == []
    expect(eve.page.locator(".ask")).to_contain_text("You are watching this match")


def test_who_watches_is_told_so_while_a_turn_is_told_too(new_player: NewPlayer) -> None:
    """A fault once: while the story ran, the table looked as it does to a player, whose battles may pause it."""
    ann, eve = new_player("Ann"), new_player("Eve")
    match = ann.make_match({**ALONE, "yellow": "bot:random"}, public=True)
    eve.prefer(story="step")
    eve.open(match)
    ann.prefer()
    ann.open(match)
    ann.wait_turn()
    ann.answer(ann.answers()[0])
    eve.page.wait_for_selector(".table[data-telling=yes]")

    expect(eve.page.locator(".ask .above")).to_contain_text("Watching · ")
    expect(eve.page.locator("[data-setting=arrows]")).to_be_visible()
    expect(eve.page.locator("[data-setting=waits]")).to_have_count(0)


def test_a_stranger_is_told_that_the_table_is_closed(new_player: NewPlayer) -> None:
    ann, eve = new_player("Ann"), new_player("Eve")
    match = ann.make_match({"yellow": "human", "green": "open", "red": "open", "blue": "open"})
    eve.page.goto(f"/match/{match}")

    expect(eve.page.get_by_text("This match cannot be opened")).to_be_visible()


def test_a_stranger_watches_a_public_match_to_its_end(new_player: NewPlayer) -> None:
    ann, eve = new_player("Ann", width=1000, height=640), new_player("Eve")
    ann.prefer()
    eve.prefer()
    seats = {"english": "human", "norse": "bot:random", "danish": "bot:random", "norman": "bot:random"}
    match = ann.make_match(seats, game="domesday", options={"scenario": "comet"}, title="Comet", public=True)
    ann.open(match)
    expect(ann.page.locator(".hand-card")).not_to_have_count(0)
    eve.page.goto("/")
    eve.page.locator(".open-tables li", has_text="Comet").get_by_role("link", name="Watch").click()
    eve.page.locator(".overlay .pieces").wait_for(state="attached")
    expect(eve.page.locator(".ask")).to_contain_text("You are watching this match")
    assert eve.answers() == []
    for hidden in (".hand-card", "[data-do=undo]", "[data-do=hint]", ".closing"):
        expect(eve.page.locator(hidden)).to_have_count(0)
    eve.page.get_by_role("tab", name="Chat").click()
    ann.api("POST", f"/matches/{match}/chat", {"text": "Good evening, whoever is there."})
    expect(eve.page.locator(".talk .lines")).to_contain_text("whoever is there")
    expect(eve.page.get_by_label("Message to the table")).to_have_count(0)
    seen = eve.page.evaluate("m => fetch(`/api/matches/${m}${location.search}`).then((r) => r.json())", match)
    mine = ann.api("GET", f"/matches/{match}")
    assert mine["view"]["hand"]
    assert not seen["view"].get("hand")
    assert not seen["view"].get("card_texts")
    eve.shot("spectator")

    ann.api("POST", f"/matches/{match}/seats/english", {"to": "bot:random"})
    expect(eve.table).to_have_attribute("data-status", "over")
    expect(eve.page.locator(".ask h2")).to_contain_text("Game over")
    expect(eve.page.locator(".result .laurels")).to_contain_text("inner")
    eve.page.locator("[data-do=review]").click()
    expect(eve.page.locator(".review-head")).to_be_visible()


def test_who_watches_sees_the_map_and_not_the_boxes_beside_it(new_player: NewPlayer) -> None:
    """A fault once: most counters of Boudicca wait in a box at first."""
    ann, cat = new_player("Ann"), new_player("Cat")
    match = ann.make_match({"romans": "human", "britons": "human"}, game="boudicca", public=True)
    cat.prefer()
    cat.open(match)
    cat.page.wait_for_timeout(200)

    assert not cat.page.evaluate(IN_SIGHT, ["mona", 0])
