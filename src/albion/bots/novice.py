"""A beginner: the heuristic with odd weights, and an occasional random answer."""

from __future__ import annotations

from albion.bots.bot import Policy
from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.state import State

SLIP = 5
"""One answer in this many is a random legal one."""
TASTE = 1.0
"""How far a beginner's weights are varied."""


class Novice:
    """Another policy's answers, with mistakes."""

    def __init__(self, policy: Policy, dice: Dice) -> None:
        self._policy, self._dice = policy, dice

    def choose(self, imagined: State, d: Decision) -> Action:
        """The policy's answer, or by mistake a random one."""
        planned = self._policy.choose(imagined, d)
        if self._dice.d(SLIP) > 1:
            return planned
        return d.actions[self._dice.d(len(d.actions)) - 1]
