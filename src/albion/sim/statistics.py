"""What a batch of games shows, with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from albion.sim.play import Result

Z95 = 1.959964
"""Standard errors either side that hold 95% of a normal distribution."""


class Interval(NamedTuple):
    """A figure and the 95% interval around it."""

    value: float
    low: float
    high: float

    def rounded(self, digits: int) -> list[float]:
        """As plain numbers, for programs and tables."""
        return [round(x, digits) for x in self]


class Line(NamedTuple):
    """How one chair did over a batch."""

    chair: str
    bot: str
    games: int
    wins: Interval
    """Share of games won; a shared victory counts by its share."""
    points: Interval


def wilson(wins: float, games: int) -> Interval:
    """The share of games won, with Wilson's interval, which stays honest near 0 and 1."""
    share, z2 = wins / games, Z95 * Z95
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float]) -> Interval:
    """The mean, with a normal interval; of one value alone nothing can be said about its spread."""
    n = len(values)
    average = sum(values) / n
    if n < 2:
        return Interval(average, average, average)
    error = sqrt(sum((v - average) ** 2 for v in values) / (n - 1) / n)
    return Interval(average, average - Z95 * error, average + Z95 * error)


def summarise(results: Iterable[Result], *, rotated: bool) -> list[Line]:
    """A line for each seat, or for each player of the list when they changed seats from game to game."""
    wins: dict[tuple[str, str], list[float]] = {}
    points: dict[tuple[str, str], list[float]] = {}
    for n, r in enumerate(results):
        for i, (seat, score) in enumerate(r.scores.items()):
            chair = f"player {(i - n) % len(r.bots) + 1}" if rotated else seat
            key = (chair, r.bots[i])
            wins.setdefault(key, []).append(1 / len(r.winners) if seat in r.winners else 0.0)
            points.setdefault(key, []).append(score)
    return [
        Line(chair, bot, len(won), wilson(sum(won), len(won)), mean(points[chair, bot]))
        for (chair, bot), won in wins.items()
    ]
