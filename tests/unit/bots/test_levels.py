"""Levels: each game has them, a circling policy ends, and a ladder tells them apart."""

from __future__ import annotations

import pytest

from albion.bots import bot_names, make_bot
from albion.bots.bot import TOO_LONG, Sure
from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.state import State
from albion.games import GAMES, find_game
from albion.sim.batch import play_batch
from albion.sim.ladder import chosen_levels, mixed_jobs, rate, step_jobs, step_of
from support.tiny import TINY


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_levels_from_steady_down(game: str) -> None:
    assert bot_names(game)[-3:] == ("steady", "novice", "random")


def test_a_game_of_which_nothing_is_known_has_chance_alone() -> None:
    assert bot_names(TINY.id) == ("random",)
    with pytest.raises(DataError, match="there is no bot 'steady' for tiny"):
        make_bot("steady", TINY)


def test_a_policy_that_goes_round_in_circles_is_relieved() -> None:
    class Stubborn:
        def choose(self, imagined: State, d: Decision) -> Action:
            return d.actions[0]

    game = find_game("redux-core")
    s = game.setup(game.options_type(), Dice(1))
    d = Decision(game.seats(game.options_type())[0], "Any", (), (Action("a"), Action("b")))
    sure = Sure(Stubborn(), Dice(3))
    answers = [sure.choose(s, d).verb for _ in range(TOO_LONG + 40)]

    assert set(answers[:TOO_LONG]) == {"a"}
    assert set(answers[TOO_LONG:]) == {"a", "b"}


def test_the_ladder_rates_steady_above_novice_above_random() -> None:
    game = find_game("redux-core")
    options = game.options_type()
    levels = chosen_levels(game, ("random", "novice", "steady"))
    results = list(play_batch(mixed_jobs(game, options, levels, 12, 5), 1))
    step = step_of(
        "steady", "random", list(play_batch(step_jobs(game, options, "steady", "random", 4, 1), 1))
    )

    assert [rung.level for rung in rate(results)] == ["steady", "novice", "random"]
    assert step.margin.value > 50 and len(step.seats) == 4


def test_a_ladder_needs_two_levels_that_exist() -> None:
    game = find_game("redux-core")

    with pytest.raises(DataError, match="there is no bot 'genius'"):
        chosen_levels(game, ("genius", "steady"))
    with pytest.raises(DataError, match="at least two levels"):
        chosen_levels(game, ("steady",))
