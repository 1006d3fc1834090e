"""The player without a plan: the measure of every other."""

from __future__ import annotations

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.state import State


class RandomPlayer:
    """Any legal answer, each as likely."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def choose(self, imagined: State, d: Decision) -> Action:
        """One of the actions offered."""
        return d.actions[self.dice.d(len(d.actions)) - 1]
