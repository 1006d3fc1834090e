"""Laws and steps that every edition has, each under its own clauses, which the edition's record names."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from albion.engine.cite import Cite, Law, declare
from albion.engine.plain import field_names
from albion.engine.step import Step, enter
from albion.kernels.britannia.state import MapState

M = TypeVar("M", bound=MapState, contravariant=True)
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T", bound=type)

_STATED: dict[str, list[Law]] = {}
"""The laws and boxes on each topic."""
_BOUND: list[Clauses] = []
"""The clauses of every edition that has been loaded."""


@dataclass(frozen=True, slots=True)
class Clauses:
    """What an edition's book says on each topic that editions share; () where it says nothing."""

    round: Cite
    """What a round consists of."""
    nation_turn: Cite
    """Who takes a turn, and its phases."""
    round_end: Cite
    """What is scored when all have had their turns."""
    next_round: Cite
    """The next round, or the end of the game."""
    victory: Cite
    """Who wins."""
    battles: Cite
    """When battles are fought."""
    next_battle: Cite
    """Every contested area is fought over."""
    battle_order: Cite
    """Who chooses the next one."""
    first_blows: Cite
    """Who attacks and who defends."""
    no_battle_at_sea: Cite
    no_battle_there: Cite
    """Battles are fought where two nations stand, and only there."""
    all_fought: Cite
    """No battle is passed over."""
    all_moved: Cite
    """No more movement once battles begin."""
    battle_round: Cite
    """Dice, losses, retreats, and again."""
    battle_end: Cite
    """When one battle is over."""
    battles_end: Cite
    """When the phase is over."""
    counters: Cite
    """That no more armies come into play than there are counters."""
    which_dies: Cite
    """Who chooses between cavalry and infantry where an army of the excess goes."""
    one_dies: Cite
    """That only one goes at a time."""

    def __post_init__(self) -> None:
        _BOUND.append(self)
        for topic in field_names(self):
            for law in _STATED.get(topic, ()):
                declare(getattr(self, topic), *law)

    def but(self, **changed: Cite) -> Clauses:
        """Those of a book that adds to another one, save on some topics."""
        return Clauses(**{topic: getattr(self, topic) for topic in field_names(self)} | changed)


def enter_law(topic: str, name: str, module: str, line: int) -> None:
    """Note a piece of code as the law on a topic."""
    law = Law(name, module, line)
    _STATED.setdefault(topic, []).append(law)
    for clauses in _BOUND:
        declare(getattr(clauses, topic), *law)


def on(topic: str) -> Callable[[F], F]:
    """Mark a function as the law on a topic."""

    def mark(law: F) -> F:
        enter_law(topic, law.__qualname__, law.__module__, law.__code__.co_firstlineno)
        return law

    return mark


class Shared(Step[M], Generic[M], frozen=True):
    """A box that every edition has."""

    topic: ClassVar[str]

    def cited(self, s: M) -> Cite:
        """The clauses of the edition that is played."""
        return stated(s, self.topic)


def stated(s: MapState, topic: str) -> Cite:
    """What the book of the edition that is played says on a topic."""
    found: Cite = getattr(s.rules.clauses, topic)
    return found


def shared(topic: str) -> Callable[[T], T]:
    """Mark a step class as the box on a topic, and make it loadable."""

    def mark(cls: T) -> T:
        enter_shared(topic, cls, sys._getframe(1).f_lineno)
        return cls

    return mark


def enter_shared(topic: str, cls: Any, line: int) -> None:
    """Note a step class, declared in a line of its module, as the box on a topic and for loading."""
    cls.topic = topic
    enter_law(topic, cls.__qualname__, cls.__module__, line)
    enter((), cls, line)
