"""Playing to the end with random or other choosers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.errors import RuleError
from albion.engine.loop import apply, settle
from albion.engine.options import Options
from albion.engine.state import State

if TYPE_CHECKING:
    from albion.engine.game import Game

Chooser = Callable[[State, Decision], Action]


def random_chooser(dice: Dice) -> Chooser:
    """Chooses any legal answer with equal probability."""

    def choose(_: State, d: Decision) -> Action:
        return d.actions[dice.d(len(d.actions)) - 1]

    return choose


def wander(s: State, d: Decision | None, dice: Dice, stage: Callable[[Any], object]) -> int:
    """Give random answers until another stage of the game begins, such as a round, or the game ends; returns how many."""
    asked, begun = 0, stage(s)
    while d is not None and stage(s) == begun:
        asked += 1
        d = apply(s, d.actions[dice.d(len(d.actions)) - 1])
    return asked


def playout(game: Game[Any], options: Options, seed: int, choose: Chooser | None = None) -> tuple[State, int]:
    """Play to the end without checks; the final state and how many questions were asked."""
    pick = choose or random_chooser(Dice(seed + 1))
    s = game.setup(options, Dice(seed))
    d = settle(s)
    asked = 0
    while d is not None:
        asked += 1
        d = apply(s, pick(s, d))
        if asked > game.bound:
            raise RuleError(f"{game.id} has not ended after {game.bound} questions")
    return s, asked
