"""A heuristic is asked in any position there is, not only in those its own play leads to: searching bots do so."""

from __future__ import annotations

from random import Random

import pytest

from albion.bots.bend import NEUTRAL
from albion.bots.search.outlooks import outlook_of
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games import GAMES, find_game

STRAY = 0.3
"""The share of answers given by chance, so that the heuristic meets what it would never have begun."""


@pytest.mark.parametrize("game_id", GAMES)
def test_whatever_came_before_it_answers_what_is_asked(game_id: str) -> None:
    game = find_game(game_id)
    outlook = outlook_of(game)
    for options in game.option_sets()[:2]:
        rng = Random(f"{game_id} {options}")
        s = game.setup(options, Dice(rng.getrandbits(32)))
        d = settle(s)
        while d is not None:
            answer = outlook.policy(Dice(1), NEUTRAL).choose(game.imagine(s, d.seat, Dice(2)), d)
            assert answer in d.actions, f"{answer} at {d.step} of {d.seat}"
            d = apply(s, rng.choice(d.actions) if rng.random() < STRAY else answer)
