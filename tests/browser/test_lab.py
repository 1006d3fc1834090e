"""The laboratory's doors on the page: studies of a position, variants as a choice, runs as pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from albion.engine.record import record_of, write_record
from albion.games import GAMES
from albion.games.variants import FOLDER
from albion.lab.engines import Local
from albion.lab.experiment import experiment_from
from albion.lab.run import Session
from albion.lab.store import Run
from albion.sim.play import play_recorded
from browser.table_page import NewPlayer, Server

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("laboratory page"),
]  # one worker makes what they share

VARIANT = """
name = "crowded-kent"
title = "Crowded Kent"
game = "redux-core"
[[change]]
file = "timeline"
key = "round[number=1].reinforcement[nation=jutes].infantry"
to = 6
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that offers a variant and shows a run."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "variants").mkdir()
    (folder / "variants" / "kent.toml").write_text(VARIANT, encoding="utf-8")
    raw = {"game": "redux-core", "bots": "random", "games": 2}
    run = Run.begin(folder / "runs" / "four-seats", experiment_from(raw, "four-seats"))
    Session(run, Local(1), lambda now: None).play()
    running = Server(folder / "data", "--runs", str(folder / "runs"))
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(FOLDER, str(folder / "variants"))
        running.start()
    yield running
    running.stop()


def test_a_finished_match_says_what_usually_happens_from_a_moment(new_player: NewPlayer) -> None:
    game = GAMES["redux-core"]
    text = write_record(record_of(play_recorded(game, game.options_type(), ("random",) * 4, seed=5)))
    player = new_player("Ann")
    player.prefer()
    match = player.api("POST", "/records", {"text": text})
    player.page.goto(f"/match/{match['match']}?at={match['n'] - 30}")
    player.page.locator("[data-do=menu]").click()
    player.page.locator("[data-do=open-study]").click()
    dialog = player.page.get_by_role("dialog")

    expect(dialog.locator("[data-study=seats] tbody tr")).to_have_count(4)
    expect(dialog.get_by_text("played out from here")).to_be_visible()
    expect(dialog.locator(".study-holders dt").first).to_be_visible()


def test_a_variant_is_chosen_beside_its_game_and_marked(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    player.page.goto("/")
    player.page.locator("select[name=variant]").select_option(label="Crowded Kent")
    expect(player.page.locator("input[name=game]:checked")).to_have_value("redux-core")
    expect(player.page.locator("input[name=game]")).to_have_count(5)
    player.page.locator("[data-do=begin]").click()
    player.page.wait_for_url("**/match/*")
    expect(player.page.locator("header .variant-mark")).to_have_text("Variant: Crowded Kent")
    player.page.goto("/")

    expect(player.page.locator(".match-row .variant-mark").first).to_have_text("Variant: Crowded Kent")


def test_a_run_is_a_page_whose_pictures_are_drawn(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/lab")
    player.page.get_by_role("link", name="four-seats").click()

    expect(player.page.get_by_role("heading", name="four-seats")).to_be_visible()
    expect(player.page.locator(".picture svg").first).to_be_visible()
