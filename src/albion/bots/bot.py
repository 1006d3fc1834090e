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
    """A policy as a bot: a new policy for each plan, so that nothing is remembered from one to the next."""

    def __init__(self, make: Callable[[Dice], Policy]) -> None:
        self._make = make

    def plan(self, imagined: State, d: Decision, dice: Dice) -> Plan:
        """What the policy answers as long as the table alone says what comes next."""
        return play_ahead(Sure(self._make(dice), dice), imagined, d)


class Sure:
    """A policy that surely comes to an end: one that goes round in circles is relieved by chance."""

    def __init__(self, policy: Policy, dice: Dice) -> None:
        self._policy, self._dice = policy, dice
        self._thrown, self._given = -1, 0

    def choose(self, imagined: State, d: Decision) -> Action:
        """The policy's answer, or after too many without a throw of dice any."""
        if imagined.dice.count != self._thrown:
            self._thrown, self._given = imagined.dice.count, 0
        self._given += 1
        if self._given > TOO_LONG:
            return d.actions[self._dice.d(len(d.actions)) - 1]
        return self._policy.choose(imagined, d)


def play_ahead(policy: Policy, s: State, d: Decision, first: Action | None = None) -> Plan:
    """A policy's answers up to the next throw or another seat's question, the first perhaps given; changes s."""
    answers: list[Action] = []
    seat, thrown = d.seat, s.dice.count
    now: Decision | None = d
    while now is not None and now.seat == seat and s.dice.count == thrown:
        if is_forced(s, now):
            now = apply(s, now.actions[0])
            continue
        answer = first if first is not None and not answers else policy.choose(s, now)
        answers.append(answer)
        if answer not in now.actions:
            break
        now = apply(s, answer)
    return tuple(answers)
