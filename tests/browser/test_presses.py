"""How often a player presses: a steady bot's game followed answer by answer through the page, by mouse.

Half as many presses as questions over a whole game is the aim. That takes minutes, so the test follows the first rounds, in
which more new armies are placed than later; ALBION_ANSWERS says how many answers, `-s` prints the figures.
"""

from __future__ import annotations

import os

import pytest

from browser.follower import new_follower
from browser.table_page import NewPlayer, Server

pytestmark = pytest.mark.browser

ANSWERS = int(os.environ.get("ALBION_ANSWERS", "40"))
"""This many answers of the game are followed, forced ones included."""
MOST = {"redux-core": 0.55, "britannia-2005": 0.55, "domesday": 0.85}
"""Presses for each question with a choice, at most, in the first rounds; Domesday begins with offers of cards, and its hands differ from match to match."""


@pytest.mark.parametrize("name", list(MOST))
def test_a_game_takes_far_fewer_presses_than_it_asks_questions(
    new_player: NewPlayer, server: Server, name: str
) -> None:
    player = new_player("Ann")
    player.prefer()
    follower = new_follower(player, server, name)
    follower.follow(ANSWERS)
    choices, presses = follower.course.questions, follower.hand.presses.total()
    print(
        f"\n{name}: {presses} presses for {choices} questions: {presses / choices:.2f} {follower.hand.presses}"
    )

    assert presses <= MOST[name] * choices
