"""How fast bots play a game on one core, in seconds of that core: whole games of the heuristic, and rollouts of two kinds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any, NamedTuple

from albion.bots.search.outlooks import outlook_of
from albion.bots.search.rollout import another_world, play_on
from albion.engine.action import Decision
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.loop import settle
from albion.engine.options import Options
from albion.engine.playout import wander
from albion.engine.state import State
from albion.sim.play import play_out, seat_bots

HEURISTIC = "steady"


class BotSpeed(NamedTuple):
    """What `albion bench --bots` measures of one game."""

    steady_games_per_second: float
    rollouts_per_second: float
    answers_per_rollout: float
    random_rounds_per_second: float
    answers_per_random_round: float


def bench_bots(game: Game[Any], options: Options, seed: int, seconds: float) -> BotSpeed:
    """Games between heuristics, then rollouts from the positions of such a game.

    A rollout begins at one of the game's questions, in a world in which all that the seat cannot know, dice to come included, is
    dealt again. The heuristic answers for every seat up to the search's horizon, in the Britannia games the end of the round;
    then, beginning at the same questions, chance answers up to the end of the round or turn. Each position comes once before any
    comes again, in a mixed order, so that all stretches of the game count alike.
    """
    outlook = outlook_of(game)
    positions = _positions(game, options, seed)
    Random(seed).shuffle(positions)

    def steadily(s: State, d: Decision, n: int) -> int:
        return play_on(outlook, another_world(game, s, d.seat, seed + n), d, outlook.horizon(s))

    def anyhow(s: State, d: Decision, n: int) -> int:
        return wander(another_world(game, s, d.seat, seed + n), d, Dice(n), game.round_of)

    games = _games(game, options, seed, seconds)
    return BotSpeed(games, *_rollouts(positions, steadily, seconds), *_rollouts(positions, anyhow, seconds))


def _rollouts(
    positions: list[tuple[State, Decision]], play: Callable[[State, Decision, int], int], seconds: float
) -> tuple[float, float]:
    """Rollouts a second, and how many answers each took."""
    done, answers, begin = 0, 0, process_time()
    while (spent := process_time() - begin) < seconds:
        answers += play(*positions[done % len(positions)], done)
        done += 1
    return done / spent, answers / done


def _games(game: Game[Any], options: Options, seed: int, seconds: float) -> float:
    """Whole games per second."""
    played, begin = 0, process_time()
    while (spent := process_time() - begin) < seconds:
        s = game.setup(options, Dice(seed + played))
        play_out(game, seat_bots(game, options, (HEURISTIC,)), s, settle(s), seed + played)
        played += 1
    return played / spent


def _positions(game: Game[Any], options: Options, seed: int) -> list[tuple[State, Decision]]:
    """Every question of one game that leaves a choice."""
    s = game.setup(options, Dice(seed))
    found: list[tuple[State, Decision]] = []

    def note() -> None:
        now = settle(s)
        if now is not None and len(now.actions) > 1:
            found.append((s.clone(), now))

    play_out(game, seat_bots(game, options, (HEURISTIC,)), s, settle(s), seed, watch=note)
    return found
