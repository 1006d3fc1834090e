"""What a bot is: a function from what its seat may know, the question and dice of its own to a plan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.loop import apply, is_forced
from albion.engine.state import State

Plan = tuple[Action, ...]
"""Answers to give in order, up to the next throw of dice or another seat's question; forced answers are left out."""

TOO_LONG = 400
"""A policy that has given so many answers without a throw goes round in circles, and is played on by chance."""


class Bot(Protocol):
    """A player without memory: the same position, question and dice give the same plan."""

    def plan(self, imagined: State, d: Decision, dice: Dice) -> Plan:
        """At least one answer; the state is the bot's own to change."""
        ...


class Policy(Protocol):
    """Someone who answers question by question, and may remember from one answer of a plan to the next."""

    def choose(self, imagined: State, d: Decision) -> Action:
        """One of the decision's actions; it leaves the state as it is."""
        ...


class Planner:
    """A policy as a bot: a new policy plays ahead on the imagined table until chance or another seat decides."""

    def __init__(self, make: Callable[[Dice], Policy]) -> None:
        self._make = make

    def plan(self, imagined: State, d: Decision, dice: Dice) -> Plan:
        """What the policy answers as long as the table alone says what comes next."""
        policy = self._make(dice)
        answers: list[Action] = []
        seat, thrown = d.seat, imagined.dice.count
        now: Decision | None = d
        while now is not None and now.seat == seat and imagined.dice.count == thrown:
            if is_forced(imagined, now):
                answer = now.actions[0]
            elif len(answers) < TOO_LONG:
                answer = policy.choose(imagined, now)
                answers.append(answer)
            else:
                answer = now.actions[dice.d(len(now.actions)) - 1]
                answers.append(answer)
            if answer not in now.actions:
                break
            now = apply(imagined, answer)
        return tuple(answers)
