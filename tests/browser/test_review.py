"""The review in a real browser: figures equal to the record's, charts only when opened, phone and keyboard."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from albion.engine.record import record_of, write_record
from albion.games import GAMES
from albion.review import review_of
from albion.sim.play import play_recorded
from browser.table_page import NewPlayer


@pytest.fixture(scope="module")
def record() -> tuple[str, dict[str, int]]:
    """A finished match of bots as text, and its points by the names of seats."""
    match = play_recorded(GAMES["redux-core"], GAMES["redux-core"].options_type(), ["random"], seed=5)
    review = review_of(match, {})
    return write_record(record_of(match)), {p.name: p.points for p in review.players}


def test_a_finished_match_opens_its_review_with_the_records_figures(
    new_player: NewPlayer, record: tuple[str, dict[str, int]]
) -> None:
    text, points = record
    table = new_player("Ann")
    made = table.page.context.request.post("/api/records", data={"text": text, "title": "Evening"}).json()
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.page.goto(f"/match/{made['match']}")
    link = table.page.locator("[data-do=review]")
    expect(link).to_be_visible()
    assert not [url for url in asked if "review" in url]

    link.click()
    for name, n in points.items():
        expect(table.page.get_by_role("region", name=f"{name}: {n}")).to_be_visible()
    told = table.page.context.request.get(f"/api/matches/{made['match']}/review").json()
    for row in told["luck"]:
        shown = table.page.locator(f"tr[data-seat={row['seat']}]").inner_text().split()
        assert [f"{row['dice']}", f"{row['expected']:.1f}", f"{row['came']}"] == shown[1:4]
    table.shot("review-desktop")
    dark = table.page.get_by_role("button", name="Dark")
    dark.click()
    table.shot("review-dark")

    taking = next(m for m in told["moments"] if m["taken"])
    card = table.page.locator(".moment", has_text=f"move {taking['n']}")
    expect(card.get_by_role("heading")).to_contain_text(f"The {taking['name']} take")
    assert table.page.locator(".chart .sign .token").count() > 3
    moment = told["moments"][0]["n"]
    table.page.get_by_role("link", name=f"Go to move {moment}", exact=True).first.click()
    expect(table.page).to_have_url(f"/match/{made['match']}?at={moment}")


@pytest.mark.parametrize("game", ["boudicca", "domesday"])
def test_turning_points_are_headed_by_what_happened(new_player: NewPlayer, game: str) -> None:
    """A fault once: in these games by the swing in points."""
    match = play_recorded(GAMES[game], GAMES[game].options_type(), ["random"], seed=5)
    table = new_player("Gil")
    made = table.api("POST", "/records", {"text": write_record(record_of(match)), "title": ""})["match"]
    table.page.goto(f"/review/{made}")
    expect(table.page.locator(".moment h3").first).to_be_visible()
    headings = table.page.locator(".moment h3").all_inner_texts()
    table.shot(f"review-{game}")

    assert not [heading for heading in headings if "swing" in heading], headings
    assert all("swing" in text for text in table.page.locator(".moment > p:not(.small)").all_inner_texts())


def test_the_chronicle_is_prose_of_what_was_taken_and_who_leads(
    new_player: NewPlayer, record: tuple[str, dict[str, int]]
) -> None:
    table = new_player("Hal")
    made = table.api("POST", "/records", {"text": record[0], "title": ""})["match"]
    table.page.goto(f"/review/{made}")
    told = table.api("GET", f"/matches/{made}/review")["chronicle"]
    chapters = table.page.locator(".chronicle-card .prose")
    expect(chapters).to_have_count(len(told))

    for k, chapter in enumerate(told):
        text = chapters.nth(k).inner_text()
        took = [c for c in chapter["conquests"] if f"The {c['name']} " in text and c["loser_name"]]
        assert any(f"from the {c['loser_name']}" in text for c in took), text
        best = max(chapter["points"].values())
        assert f"with {best} points" in text
        assert 3 <= text.count(". ") + 1 <= 9, text


def test_on_a_phone_each_part_has_its_tab(new_player: NewPlayer, record: tuple[str, dict[str, int]]) -> None:
    table = new_player("Bob", width=390, height=844)
    made = table.page.context.request.post("/api/records", data={"text": record[0], "title": ""}).json()
    table.page.goto(f"/review/{made['match']}")
    expect(table.page.get_by_role("heading", level=1)).to_be_visible()
    table.shot("review-phone")
    lowest = table.page.locator(".deeds .button").last.bounding_box()
    tabs = table.page.locator(".review-tabs").bounding_box()
    assert lowest and tabs and lowest["y"] + lowest["height"] <= tabs["y"], "the whole result is in view"
    for tab, heading in {
        "Points": "Points, round by round",
        "Luck": "Luck ledger",
        "Story": "The chronicle",
    }.items():
        table.page.get_by_role("button", name=tab, exact=True).click()
        expect(table.page.get_by_role("heading", name=heading)).to_be_visible()

    assert table.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_from_the_review_one_plays_again_varies_and_shares(
    new_player: NewPlayer, record: tuple[str, dict[str, int]]
) -> None:
    table = new_player("Cat")
    page = table.page
    match = table.api("POST", "/records", {"text": record[0], "title": ""})["match"]
    page.goto(f"/review/{match}")
    told = table.api("GET", f"/matches/{match}/review")
    changes = sorted({c["n"] for p in told["players"] for c in p["changes"]})
    page.locator(".chart svg[tabindex]").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".chart-card")).to_contain_text(f"move {changes[2]}")

    with page.expect_download() as saved:
        page.locator("[data-do=csv]").click()
    rows = [line.split(",") for line in saved.value.path().read_text(encoding="utf-8").splitlines()]
    ends = {name: int(rounds[-1]) for name, *rounds in rows}
    assert {name: ends[name] for name in record[1]} == record[1]
    with page.expect_download() as saved:
        page.locator("[data-do=picture]").click()
    picture = saved.value.path().read_bytes()
    assert picture[1:4] == b"PNG" and struct.unpack(">II", picture[16:24]) == (1200, 630)

    page.locator("[data-do=variation]").click()
    page.wait_for_url(lambda url: "/match/" in url)
    varied = table.api("GET", f"/matches/{page.url.rsplit('/', 1)[1].partition('?')[0]}")
    then = table.api("GET", f"/matches/{match}?at={changes[2]}")
    assert (varied["sandbox"], varied["fork_of"]) == (True, match)
    assert varied["view"]["pieces"] == then["view"]["pieces"]
    page.goto(f"/review/{match}")
    clock = {"kind": "turn", "minutes": 90, "increment": 0, "at_zero": "vote"}
    page.route(f"**/api/matches/{match}", lambda route: as_if_played_with(clock, route))
    page.locator("[data-do=rematch]").click()
    page.wait_for_url(lambda url: "/match/" in url)
    again = table.api("GET", f"/matches/{page.url.rsplit('/', 1)[1].partition('?')[0]}")
    assert (again["game"], again["status"], again["sandbox"]) == ("redux-core", "running", False)
    assert {name: again["clock"][name] for name in clock} == clock


def as_if_played_with(clock: dict[str, Any], route: Route) -> None:
    """The match as the server tells it, with a clock."""
    told = route.fetch()
    route.fulfill(
        response=told, json={**told.json(), "clock": {**clock, "seat": None, "due": None, "left": {}}}
    )


def test_the_file_of_the_command_line_needs_no_server(
    new_player: NewPlayer, record: tuple[str, dict[str, int]], tmp_path: Path
) -> None:
    from typer.testing import CliRunner

    from albion.cli.app import app

    file = tmp_path / "evening.albion"
    file.write_text(record[0], encoding="utf-8")
    assert CliRunner().invoke(app, ["review", str(file)]).exit_code == 0
    table = new_player("Dan")
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.page.goto(file.with_suffix(".html").as_uri())
    for name, n in record[1].items():
        expect(table.page.get_by_role("region", name=f"{name}: {n}")).to_be_visible()

    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert json.loads(table.page.locator("#review-data").text_content() or "")["over"]


HOW = """async () => {
    const { howWon } = await import('/review/result.js');
    const won = (...points) => howWon({ review: { rounds: [{ number: 1 }, { number: 2 }, { number: 3 }], players: points.map((by_round) => ({ points: by_round.at(-1), by_round })) }, say: (key) => key },
        { winners: ['a'], margin: 5, leading_since: 3, most_behind: 8, behind_in: 2 });
    return [won([20, 22, 50], [10, 30, 45]), won([10, 22, 50], [12, 30, 45])];
}"""


def test_who_led_before_is_back_in_the_lead(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    assert player.page.evaluate(HOW) == ["review.how.again", "review.how.late"]


def test_an_imported_match_says_so_and_who_played_it(new_player: NewPlayer, tmp_path: Path) -> None:
    """A fault once: whoever imported a match stood on all its seats, as the winner, and it was called a variation."""
    game = GAMES["redux-core"]
    match = play_recorded(game, game.options_type(), ["random"], seed=5)
    yellow, *others = game.seats(match.options)
    saved = tmp_path / "albion-m_4dxMgD2lDBkdeIX0.txt"
    names = {yellow: "Edith", **dict.fromkeys(others, "random")}
    saved.write_text(write_record(record_of(match, names)), encoding="utf-8")
    table = new_player("Cleo")
    table.prefer()
    page = table.page
    page.goto("/")
    page.locator("[data-do=import]").set_input_files(saved)
    page.wait_for_url("**/match/*")

    expect(page.locator(".brand-note")).to_have_text("imported")
    expect(page.locator(".ask")).not_to_contain_text("You win")
    expect(page.locator(".result .ranks")).to_contain_text("Yellow (Edith)")
    expect(page.locator(".result")).not_to_contain_text("Cleo")
    expect(page.locator(".players .yours")).to_have_count(0)
    page.locator("[data-do=review]").click()
    expect(page.locator(".brand-note")).to_have_text("Review · imported")
    expect(page.get_by_role("region", name=re.compile("^Edith: "))).to_be_visible()
    page.locator("[data-do=rematch]").click()
    page.wait_for_url("**/match/*")
    again = table.api("GET", f"/matches/{page.url.rsplit('/', 1)[1]}")
    assert sorted((s["kind"], s["player"]) for s in again["seats"] if s["kind"] != "bot") == [
        ("human", "Cleo")
    ]
    page.goto("/")
    expect(page.locator(".match-row.ended")).to_contain_text("imported")
    expect(page.locator(".match-row.ended")).to_contain_text("Edith")
