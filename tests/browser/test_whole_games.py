"""Every game is clicked to its end through the page, against bots: the end panel names the winners, the page never stumbles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.table_page import NewPlayer, TablePage

pytestmark = pytest.mark.browser

CLICKER = (Path(__file__).parent / "clicker.js").read_text(encoding="utf-8")
UNTIL = 600_000
"""Milliseconds a whole game may last on a busy machine."""
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("redux-core", {"players": 5}),
    ("redux-leaders", {"players": 5}),
    ("britannia-2005", {}),
    ("boudicca", {}),
    ("domesday", {"scenario": "comet"}),
    ("domesday", {"scenario": "invasion"}),
]


def sit_down(player: TablePage, game: str, options: dict[str, Any]) -> None:
    """Open a table with one human seat, the last one, against random bots."""
    offered = player.api("GET", f"/games/{game}")["seats"]["table"]
    row = next(r for r in offered if all(options.get(k, v) == v for k, v in r["when"].items()))
    *others, mine = [s["id"] for s in row["seats"]]
    seats = {mine: "human", **dict.fromkeys(others, "bot:random")}
    player.open(player.make_match(seats, game=game, options=options))


def click_to_the_end(player: TablePage, haste: float = 0.95) -> int:
    """Press a button for every question until the match is over; how many presses that took."""
    body = CLICKER[CLICKER.index("async (") :]
    return int(player.page.evaluate(body, {"haste": haste, "seed": 7, "until": UNTIL}))


@pytest.mark.parametrize(
    ("game", "options"), GAMES, ids=[f"{game}-{o.get('scenario', 'whole')}" for game, o in GAMES]
)
def test_a_whole_game_is_clicked_to_its_end(
    new_player: NewPlayer, game: str, options: dict[str, Any]
) -> None:
    player = new_player("Ann", width=1000, height=640)
    player.prefer()
    sit_down(player, game, options)
    pressed = click_to_the_end(player)
    player.shot("-".join(["end", game, *map(str, options.values())]))

    assert player.over, f"after {pressed} answers {game} was not over"
    assert pressed > 3
    expect(player.page.locator(".result .laurels")).to_contain_text("inner")
    expect(player.page.locator(".result .ranks li")).not_to_have_count(0)
    expect(player.page.locator(".result")).to_contain_text("seed")
    player.page.goto("/")
    mine = player.page.get_by_role("region", name="Your matches")
    expect(mine).to_contain_text("Just ended")
    expect(mine.get_by_role("link", name="Review")).to_have_count(1)
    if game == "redux-core":
        player.shot("lobby")
