"""The random player, a baseline for all others."""

from __future__ import annotations

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.state import State


class RandomPlayer:
    """Chooses any legal answer with equal probability."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def choose(self, imagined: State, d: Decision) -> Action:
        """One of the actions offered."""
        return d.actions[self.dice.d(len(d.actions)) - 1]
