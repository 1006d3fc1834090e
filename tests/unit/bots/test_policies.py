"""A heuristic is asked in any position there is, not only in those its own play leads to: searching bots do so."""

from __future__ import annotations

from random import Random

import pytest

from albion.bots import make_bot
from albion.bots.answering import answer
from albion.bots.bend import NEUTRAL
from albion.bots.search.outlooks import outlook_of
from albion.engine.dice import Dice
from albion.engine.loop import apply, is_forced, settle
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


def test_what_a_policy_takes_back_is_no_part_of_its_plan() -> None:
    """Steady tries moves that a Movement Phase cannot end with; nobody at the table sees that."""
    for game_id in ("redux-core", "redux-leaders"):
        game = find_game(game_id)
        bot = make_bot("steady", game)
        s = game.setup(game.options_type(), Dice(1))
        d, given = settle(s), []
        while d is not None and len(given) < 600:
            if is_forced(s, d):
                d = apply(s, d.actions[0])
                continue
            plan = answer(bot, game, s, d, len(given))
            for a in plan:
                while d is not None and is_forced(s, d):
                    d = apply(s, d.actions[0])
                if d is None or a not in d.actions:
                    break
                d = apply(s, a)
                given.append(a.verb)

        assert given.count("end") > 20
        assert not {"restart", "take-back"} & {*given}
