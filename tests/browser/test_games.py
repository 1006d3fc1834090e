"""Every game appears at the table: its board is drawn, its pieces stand on it apart, its questions can be answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from albion.games import GAMES
from browser.table_page import NewPlayer

pytestmark = pytest.mark.browser

OVERLAPS = """() => {
    const boxes = [...document.querySelectorAll('.pieces .touch')].map(e => e.getBoundingClientRect());
    const bad = [];
    for (const [i, a] of boxes.entries())
        for (const b of boxes.slice(i + 1)) {
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > a.width * .3 && high > a.height * .3) bad.push([a.x, a.y, b.x, b.y].map(Math.round).join(' '));
        }
    return bad;
}"""


@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_is_on_the_table(new_player: NewPlayer, game: str) -> None:
    player = new_player("Ann")
    player.prefer()
    offered = next(g for g in player.api("GET", "/games")["games"] if g["id"] == game)
    seats = {s["id"]: "human" for s in offered["seats"]["table"][0]["seats"]}
    player.open(player.make_match(seats, game=game))
    for _ in range(6):
        player.wait_turn()
        player.answer(player.answers()[0])
    player.shot(f"game-{game}")

    expect(player.page.locator(".ask h2")).not_to_be_empty()
    assert player.page.locator(".pieces .piece").count() > 5
    assert player.page.evaluate(OVERLAPS) == []


def test_the_page_of_rules_says_of_which_game(new_player: NewPlayer) -> None:
    ann = new_player("Ann")
    ann.page.goto("/rules/boudicca")

    expect(ann.page.get_by_role("heading", level=2)).to_have_text("Rules Boudicca: The Warrior Queen")
