"""How often a player presses: a steady bot's game followed answer by answer through the page, by mouse.

Half as many presses as questions over a whole game is the aim. That takes minutes, so the test follows the first rounds, in
which more new armies are placed than later; ALBION_ANSWERS says how many answers, `-s` prints the figures.
"""

from __future__ import annotations

import os
import sqlite3

import pytest

from albion.games import GAMES
from albion.sim.play import play_recorded
from browser.follower import Follower, LostTheWay
from browser.table_page import NewPlayer, Server, TablePage

pytestmark = pytest.mark.browser

ANSWERS = int(os.environ.get("ALBION_ANSWERS", "90"))
"""So many answers of the game are followed, forced ones included."""
TRIES = 3
"""Every match has dice of its own; in about one game of Domesday in four the follower cannot follow the bot, and takes another."""
MOST = {"redux-core": 0.64, "britannia-2005": 0.64, "domesday": 0.82}
"""Presses for each question with a choice, at most, in the first rounds; Domesday begins with offers of cards."""


def seed_of(server: Server, match: str) -> int:
    """The secret seed of a running match, so that its dice are known."""
    with sqlite3.connect(server.data / "albion.db") as database:
        return int(database.execute("SELECT seed FROM matches WHERE id = ?", (match,)).fetchone()[0])


def followed(player: TablePage, server: Server, name: str) -> Follower:
    """A new match, and a steady bot's game in it as far as it is to be followed."""
    game = GAMES[name]
    seats = game.seats(game.options_type())
    id = player.make_match(dict.fromkeys(seats, "human"), game=name)
    match = play_recorded(game, game.options_type(), ("steady",) * len(seats), seed_of(server, id))
    player.open(id)
    follower = Follower(player, id, match)
    follower.follow(min(ANSWERS, len(match.actions) - 1))
    return follower


@pytest.mark.parametrize("name", list(MOST))
def test_a_game_takes_far_fewer_presses_than_it_asks_questions(
    new_player: NewPlayer, server: Server, name: str
) -> None:
    player = new_player("Ann")
    player.prefer()
    for tries in range(TRIES):
        try:
            follower = followed(player, server, name)
            break
        except LostTheWay:
            if tries == TRIES - 1:
                raise
    choices, presses = follower.questions, follower.presses.total()
    print(f"\n{name}: {presses} presses for {choices} questions: {presses / choices:.2f} {follower.presses}")

    assert presses <= MOST[name] * choices
