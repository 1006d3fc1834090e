"""What differs between two arms, with significance after correction for many comparisons."""

from __future__ import annotations

from math import erfc, sqrt
from typing import NamedTuple

import polars as pl

from albion.lab.store import Run
from albion.sim.statistics import Z95, Interval

ALPHA = 0.05
FEWEST = 10
"""Games of an arm below which nothing is called a difference: how much results vary is not known from so few."""


class Difference(NamedTuple):
    """One measure in two arms."""

    measure: str
    who: str
    before: float
    after: float
    change: Interval
    p: float
    """After Holm's correction: the chance of anything like it, among all comparisons, if nothing differed."""

    @property
    def significant(self) -> bool:
        """Whether it can hardly be chance."""
        return self.p < ALPHA


class Sample(NamedTuple):
    """What a measure looks like in one arm."""

    games: int
    mean: float
    variance: float


def compare(run: Run, arm: str, other: Run, against: str) -> list[Difference]:
    """Every measure of two arms, the surest difference first; `against` is what was there before."""
    after, before = samples(run, arm), samples(other, against)
    raw: list[tuple[tuple[str, str], Interval, float]] = []
    for key in sorted(after.keys() & before.keys()):
        a, b = after[key], before[key]
        error = sqrt(a.variance / a.games + b.variance / b.games)
        change = a.mean - b.mean
        p = erfc(abs(change) / error / sqrt(2)) if error else float(change == 0)
        if min(a.games, b.games) < FEWEST:
            p = 1.0
        raw.append((key, Interval(change, change - Z95 * error, change + Z95 * error), p))
    corrected = holm([p for _, _, p in raw])
    found = [
        Difference(*key, before[key].mean, after[key].mean, change, p)
        for (key, change, _), p in zip(raw, corrected, strict=True)
    ]
    return sorted(found, key=lambda d: (d.p, d.measure, d.who))


def holm(ps: list[float]) -> list[float]:
    """Holm's step-down correction: never less than the plain value, never falling along the order."""
    order = sorted(range(len(ps)), key=ps.__getitem__)
    corrected, least = [0.0] * len(ps), 0.0
    for rank, i in enumerate(order):
        least = max(least, min(1.0, ps[i] * (len(ps) - rank)))
        corrected[i] = least
    return corrected


def samples(run: Run, arm: str) -> dict[tuple[str, str], Sample]:
    """Every measure of an arm: wins and points by seat, points by faction, length, and how often things happened."""
    mine = pl.col("arm") == arm
    games = run.table("games").filter(mine)
    count = int(games.select(pl.len()).collect().item())
    found = {("decisions", "game"): _sample(games.select(pl.col("decisions").alias("x")))}
    seats = run.table("seats").filter(mine)
    for measure, column in (("win share", "won"), ("points", "points"), ("dice luck", "luck")):
        found |= _by(
            seats.select("n", pl.col("seat").alias("who"), pl.col(column).alias("x")), measure, count
        )
    if "points" in run.experiment.record:
        points = run.table("points").filter(mine)
        last = points.filter((pl.col("faction") != "") & (pl.col("round") == pl.col("round").max().over("n")))
        found |= _by(
            last.select("n", pl.col("faction").alias("who"), pl.col("points").alias("x")),
            "faction points",
            count,
        )
    if "counts" in run.experiment.record:
        counts = run.table("counts").filter(mine & (pl.col("kind") != "score"))
        each = counts.group_by("n", "kind").agg(pl.col("count").sum().alias("x"))
        found |= _by(each.select("n", pl.col("kind").alias("who"), "x"), "events", count)
    return found


def _by(frame: pl.LazyFrame, measure: str, games: int) -> dict[tuple[str, str], Sample]:
    """A game in which something never happened counts with zero."""
    x = pl.col("x").cast(pl.Float64)
    sums = frame.group_by("who").agg(x.sum().alias("sum"), (x * x).sum().alias("squares")).collect()
    return {
        (measure, str(who)): _from_sums(games, total, squares) for who, total, squares in sums.iter_rows()
    }


def _sample(frame: pl.LazyFrame) -> Sample:
    x = pl.col("x").cast(pl.Float64)
    n, total, squares = (
        frame.select(pl.len().alias("n"), x.sum().alias("s"), (x * x).sum().alias("q")).collect().row(0)
    )
    return _from_sums(n, total, squares)


def _from_sums(games: int, total: float, squares: float) -> Sample:
    mean = total / max(games, 1)
    variance = max(0.0, squares - games * mean * mean) / max(games - 1, 1)
    return Sample(max(games, 1), mean, variance)
