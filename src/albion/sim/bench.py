"""How fast a game runs on one core, in seconds of that core: a busy machine does not blur it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
SLICE = 0.1
"""Seconds after which it is another runner's turn."""
OneGame = Callable[[int], int]
"""Plays the game of a number and returns how many decisions it took."""


class Speed(NamedTuple):
    """What `albion bench` measures of one game."""

    decisions_per_second: float
    games_per_second: float
    clone_us: float
    replay_ms: float
    decisions_per_game: float


class Pace:
    """What a runner has done so far, and the processor time it took."""

    def __init__(self) -> None:
        self.decisions = self.games = 0
        self.seconds = 0.0

    def add(self, decisions: int, seconds: float) -> None:
        """Add one game to the count."""
        self.decisions, self.games, self.seconds = (
            self.decisions + decisions,
            self.games + 1,
            self.seconds + seconds,
        )

    def figures(self) -> dict[str, float]:
        """Decisions and games per second."""
        return {
            "decisions_per_second": self.decisions / self.seconds,
            "games_per_second": self.games / self.seconds,
        }


def race(runners: Mapping[str, OneGame], seconds: float) -> dict[str, Pace]:
    """Let each play for this many seconds, in short turns, so that a change in the machine's speed affects all alike."""
    paces = {name: Pace() for name in runners}
    for play in runners.values():
        play(0)  # what is read and built once is not measured
    span = 0.0
    while span < seconds:
        span += SLICE
        for name, play in runners.items():
            pace = paces[name]
            while pace.seconds < span:
                begin = process_time()
                decisions = play(pace.games)
                pace.add(decisions, process_time() - begin)
    return paces


def at_random(game: Game[Any], options: Options, seed: int) -> OneGame:
    """Random play with every legal action computed at every question."""
    return lambda n: playout(game, options, seed + n)[1]


def speed_of(game: Game[Any], options: Options, seed: int, pace: Pace) -> Speed:
    """A game's pace, then its clones and replays."""
    return Speed(
        **pace.figures(),
        clone_us=_clone_us(game, options, seed),
        replay_ms=_replay_ms(game, options, seed),
        decisions_per_game=pace.decisions / pace.games,
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
