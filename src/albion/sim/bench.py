"""How fast a game runs on one core, in seconds of that core: a busy machine does not blur it."""

from __future__ import annotations

from statistics import median
from time import process_time
from typing import Any, NamedTuple

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.match import replay
from albion.engine.options import Options
from albion.engine.playout import playout, random_chooser
from albion.engine.state import State

CLONES = 2000
REPLAYS = 5


class Speed(NamedTuple):
    """What `albion bench` measures of one game."""

    decisions_per_second: float
    games_per_second: float
    clone_us: float
    replay_ms: float
    decisions_per_game: float


def bench(game: Game[Any], options: Options, seed: int, seconds: float) -> Speed:
    """Random play with every legal action computed at every question, then clones and replays."""
    playout(game, options, seed)
    played = questions = 0
    begin = process_time()
    while (spent := process_time() - begin) < seconds:
        _, asked = playout(game, options, seed + played)
        played, questions = played + 1, questions + asked
    return Speed(
        questions / spent,
        played / spent,
        _clone_us(game, options, seed),
        _replay_ms(game, options, seed),
        questions / played,
    )


def _random_actions(game: Game[Any], options: Options, seed: int) -> list[Action]:
    actions: list[Action] = []
    pick = random_chooser(Dice(seed + 1))

    def choose(s: State, d: Decision) -> Action:
        actions.append(pick(s, d))
        return actions[-1]

    playout(game, options, seed, choose)
    return actions


def _clone_us(game: Game[Any], options: Options, seed: int) -> float:
    """Microseconds for one copy of a state in the middle of a game."""
    actions = _random_actions(game, options, seed)
    s = game.setup(options, Dice(seed))
    settle(s)
    for a in actions[: len(actions) // 2]:
        apply(s, a)
    rounds = []
    for _ in range(REPLAYS):
        begin = process_time()
        for _ in range(CLONES):
            s.clone()
        rounds.append((process_time() - begin) / CLONES)
    return median(rounds) * 1e6


def _replay_ms(game: Game[Any], options: Options, seed: int) -> float:
    """Milliseconds to replay a whole game, checked, with its events."""
    times = []
    for n in range(REPLAYS):
        actions = _random_actions(game, options, seed + n)
        begin = process_time()
        replay(game, options, seed + n, actions)
        times.append(process_time() - begin)
    return median(times) * 1e3
