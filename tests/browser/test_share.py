"""What leaves the table and comes back: records, positions, playback since the last turn, seats handed on."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Request, Route, expect

from albion.engine.record import record_of, write_record
from albion.games import GAMES
from albion.sim.play import play_recorded
from browser.table_page import ALONE, NewPlayer, TablePage

pytestmark = pytest.mark.browser


def quick_end(player: TablePage, match: str) -> None:
    """Play a match to its end through the interface, first answers only."""
    table = player.api("GET", f"/matches/{match}")
    while table["status"] == "running":
        actions = [a["action"] for a in table["decision"]["actions"]]
        action = "end" if "end" in actions else actions[0]
        body = {"seq": table["seq"], "action": action}
        table = player.api("POST", f"/matches/{match}/actions", body)["table"]


def test_a_record_is_saved_and_brought_back(new_player: NewPlayer, tmp_path: Path) -> None:
    player = new_player("Ann")
    player.prefer()
    match = player.make_match({"romans": "human", "britons": "human"}, game="boudicca")
    quick_end(player, match)
    player.open(match)
    player.page.locator("[data-do=menu]").click()
    with player.page.expect_download() as saving:
        player.page.locator(".menu [data-do=record]").click()
    saving.value.save_as(tmp_path / "match.txt")
    text = (tmp_path / "match.txt").read_text(encoding="utf-8")
    assert text.startswith("albion record 1")
    player.page.goto("/")
    player.page.locator("[data-do=import]").set_input_files(tmp_path / "match.txt")
    player.page.locator(".result .laurels").wait_for()
    assert player.page.url.split("/")[-1] != match
    (tmp_path / "match.txt").write_text(text.replace("seed: ", "seed: 1"), encoding="utf-8")
    player.page.goto("/")
    player.page.locator("[data-do=import]").set_input_files(tmp_path / "match.txt")

    expect(player.page.get_by_role("alert")).to_contain_text("record")


def test_a_long_match_is_shown_with_its_newest_answers_and_the_rest_follows(new_player: NewPlayer) -> None:
    game = GAMES["redux-core"]
    match = play_recorded(game, game.options_type(), ("random",) * 4, seed=5)
    player = new_player("Ann")
    player.prefer()
    made = player.api("POST", "/records", {"text": write_record(record_of(match))})["match"]
    openings: list[Request] = []
    player.page.on("request", lambda r: openings.append(r) if r.url.endswith("/opening") else None)
    older: list[Route] = []
    player.page.route("**/entries?*", lambda route: older.append(route))
    player.open(made)
    lines = player.page.locator(".chronicle li .moment")
    expect(lines.first).to_be_visible()
    for _ in range(400):
        if older:
            break
        player.page.wait_for_timeout(50)
    older[0].continue_()
    expect(player.page.locator(".replay s")).to_have_count(10)
    while (more := player.page.get_by_role("button", name="Earlier turns")).count():
        more.click()
    told = player.api("GET", f"/matches/{made}/entries?effective=true&limit=5000")["entries"]
    events = [event for entry in told for event in entry["events"]]

    assert len(match.actions) > 1000 and len(openings) == 1
    assert player.page.locator(".chronicle h3").last.inner_text() == "Round 1"
    expect(lines).to_have_count(
        sum(bool(event["text"]) and event["kind"] not in {"turn", "phase"} for event in events)
    )


def test_a_position_travels_as_a_link(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    match = player.make_match(ALONE)
    link = player.api("GET", f"/matches/{match}/line")["link"]
    player.page.goto(link)
    player.page.locator(".overlay .pieces").wait_for(state="attached")

    assert player.page.locator(".pieces .piece").count() > 20
    box = player.page.locator(".map-box").bounding_box()
    assert box is not None and box["height"] > 400


def test_a_seat_is_handed_to_a_bot(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    player.open(player.make_match({"yellow": "human", "green": "open", "red": "open", "blue": "open"}))
    player.page.locator("[data-do=invite]").click()
    player.page.get_by_label("Reassign Green").select_option("bot:random")

    expect(player.page.locator(".players")).to_contain_text("bot")
    player.shot("seats")
