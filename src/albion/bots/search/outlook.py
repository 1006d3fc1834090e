"""What a search needs to know about a game: where its turns end, the features of a position, and their value."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from math import exp
from typing import NamedTuple, Protocol

from albion.bots.bend import Bend
from albion.bots.bot import Policy
from albion.engine.action import Seat
from albion.engine.dice import Dice
from albion.engine.state import State

HEAT = 25.0
"""How many points behind the strongest rival another must be to count e times less."""

MADE = "points made"
"""Among what things on the table bring: the points that a seat already has more than the others."""

Sight = tuple[str, float]
"""One feature of a position and its amount."""


class Told(NamedTuple):
    """A sight in words, one text for more of it and one for less; {0} and {1} stand for the names of the ids."""

    more: str
    less: str
    ids: tuple[str, ...] = ()
    whose: str = ""
    """The faction that has it, if it can only be good for that faction: a player told otherwise would shake his head."""


class Outlook(Protocol):
    """One game as a search sees it; the same object serves every match."""

    game: str
    stages: int
    """How many valuations there are, one for each stretch of the game."""
    leap: float
    """Points by which good plans really differ, where dice hide this; 0: measured differences are taken at face value."""

    pooled: bool
    """Whether features are worth the same to every faction."""
    humours: tuple[Mapping[str, float], ...]
    """Variations worth trying for every plan, as factors for the heuristic's parameters."""

    def policy(self, dice: Dice, bend: Bend) -> Policy:
        """The game's heuristic player, with varied weights."""
        ...

    def temper(self, seat: Seat) -> Mapping[str, float]:
        """Factors for the heuristic's parameters that searching players use instead of its own."""
        ...

    def stage(self, s: State) -> int:
        """Which valuation holds now, from 0."""
        ...

    def turn(self, s: State) -> Hashable:
        """What changes when the turn that is being planned is over."""
        ...

    def horizon(self, s: State) -> Callable[[State], bool]:
        """From this position: whether playing on is no longer worth its time."""
        ...

    def care(self, step: str) -> float:
        """The share of its effort that a search spends on a question; 0: the heuristic answers it."""
        ...

    def factions(self, s: State) -> Mapping[str, Seat]:
        """Everyone who makes points, with the seat they make them for."""
        ...

    def points(self, s: State) -> Mapping[str, float]:
        """The points each faction has now."""
        ...

    def sights(self, s: State) -> Iterable[Sight]:
        """The features of the position, for a linear estimate of the points still to come."""
        ...

    def told(self, sight: str) -> Told | None:
        """A feature in words, for explanations, or MADE where it needs words of its own; None if it means nothing to people."""
        ...


def margin(totals: Mapping[Seat, float], me: Seat) -> float:
    """Points ahead of the others, the strongest of whom count most."""
    others = [v for seat, v in totals.items() if seat != me]
    top = max(others)
    weights = [exp((v - top) / HEAT) for v in others]
    mean = sum(w * v for w, v in zip(weights, others, strict=True)) / sum(weights)
    return totals[me] - mean
