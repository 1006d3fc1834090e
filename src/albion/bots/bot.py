"""What a bot is: a function from what its seat may know, the question and dice of its own to a plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.loop import apply, is_forced
from albion.engine.state import Progress, State

Plan = tuple[Action, ...]
"""Answers to give in order, up to the next roll of dice or another seat's question; forced answers are left out."""

TOO_LONG = 400
"""A policy that has given this many answers without a die roll is going round in circles; random answers take over."""


class Bot(Protocol):
    """A player without memory: the same position, question and dice give the same plan."""

    def plan(self, imagined: State, d: Decision, dice: Dice) -> Plan:
        """At least one answer; the state is the bot's own to change."""
        ...


class Policy(Protocol):
    """Answers question by question, and may remember things from one answer of a plan to the next."""

    def choose(self, imagined: State, d: Decision) -> Action:
        """One of the decision's actions; must not change the state."""
        ...


class Planner:
    """A policy as a bot: a new policy for each plan, so that nothing is remembered from one to the next."""

    def __init__(self, make: Callable[[Dice], Policy]) -> None:
        self._make = make

    def plan(self, imagined: State, d: Decision, dice: Dice) -> Plan:
        """The policy's answers up to the next die roll or another seat's question."""
        return play_ahead(Sure(self._make(dice), dice), imagined, d)


class Sure:
    """A policy that always terminates: after too many answers it continues at random."""

    def __init__(self, policy: Policy, dice: Dice) -> None:
        self._policy, self._dice = policy, dice
        self._rolled, self._given = -1, 0

    def choose(self, imagined: State, d: Decision) -> Action:
        """The policy's answer, or a random one after too many without a dice roll."""
        if imagined.dice.count != self._rolled:
            self._rolled, self._given = imagined.dice.count, 0
        self._given += 1
        if self._given > TOO_LONG:
            return d.actions[self._dice.d(len(d.actions)) - 1]
        return self._policy.choose(imagined, d)


def play_ahead(policy: Policy, s: State, d: Decision, first: Action | None = None) -> Plan:
    """A policy's answers up to the next roll or another seat's question, the first possibly given; changes s.

    Moves it takes back along the way are not part of the plan.
    """
    begun, seat, rolled = s.clone(), d.seat, s.dice.count
    given: list[_Given] = []
    opening, back = first, False
    now: Decision | None = d
    while now is not None and now.seat == seat and s.dice.count == rolled:
        forced = is_forced(s, now)
        if forced:
            answer = now.actions[0]
        elif opening is None:
            answer = opening = policy.choose(s, now)
        else:
            answer = opening if not given and not back else policy.choose(s, now)
        step, stood = now.step, s.progress()
        given.append(_Given(answer, step, stood, forced))
        if answer not in now.actions:
            break
        now = apply(s, answer)
        if fewer(stands := s.progress(), stood):
            back = True
            given = given[-1:] if fewer(stands, begun.progress()) else _lasting(given, step, stands)
    if back:
        return _asked_for(begun, d, [x.answer for x in given]) or ((opening,) if opening else ())
    return tuple(x.answer for x in given if not x.forced)


class _Given(NamedTuple):
    """An answer, its question, the progress of the phase, and whether it was the only answer."""

    answer: Action
    step: str
    stood: Progress
    forced: bool


def fewer(now: Progress, before: Progress) -> bool:
    """Whether moves of the same phase have been taken back."""
    return now.phase is before.phase and now.moves < before.moves


def _lasting(given: list[_Given], step: str, stands: Progress) -> list[_Given]:
    """The answers except those of moves taken back; `step` is the question that begins each move."""
    cut, move = len(given), stands.moves + 1
    for i in range(len(given) - 1, -1, -1):
        x = given[i]
        if x.stood.phase is not stands.phase:
            break
        if move > stands.moves:
            cut = i
        if x.step == step:
            move = x.stood.moves
    return given[:cut]


def _asked_for(s: State, d: Decision | None, answers: Sequence[Action]) -> Plan:
    """Those of the answers that are asked for, now that nothing is taken back before them."""
    plan: list[Action] = []
    for a in answers:
        if d is None or (plan and a not in d.actions):
            break
        if a in d.actions:
            if not is_forced(s, d):
                plan.append(a)
            d = apply(s, a)
    return tuple(plan)
