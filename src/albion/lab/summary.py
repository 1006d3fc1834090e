"""Win shares and points of a run, with intervals."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from albion.lab.store import Run
from albion.sim.statistics import Z95, Interval, wilson


class Standing(NamedTuple):
    """How one seat did in one arm; where bots change seats, how one of the listed players did."""

    arm: str
    seat: str
    bots: str
    games: int
    wins: Interval
    points: Interval
    fair: float
    """The share of wins it would have if all were equal."""


def labelled(run: Run) -> pl.LazyFrame:
    """The seats table with a column `label`: the seat, or the player in arms where bots change seats."""
    rotating = [arm.name for arm in run.experiment.arms if arm.rotate]
    player = pl.format("player {}", "player")
    label = pl.when(pl.col("arm").is_in(rotating)).then(player).otherwise(pl.col("seat"))
    return run.table("seats").with_columns(label.alias("label"))


def standings(run: Run) -> list[Standing]:
    """A line for each seat or player of each arm, in the order of the experiment."""
    grouped = (
        labelled(run)
        .group_by("arm", "label")
        .agg(
            pl.col("bot").unique().sort().str.join(" "),
            pl.len().alias("games"),
            pl.col("won").sum(),
            pl.col("points").mean().alias("mean"),
            pl.col("points").std().alias("sd"),
        )
        .collect()
    )
    order = {arm.name: i for i, arm in enumerate(run.experiment.arms)}
    many = {arm.name: len(arm.bots) for arm in run.experiment.arms}
    found = []
    for row in grouped.iter_rows(named=True):
        half = Z95 * (row["sd"] or 0.0) / row["games"] ** 0.5
        points = Interval(row["mean"], row["mean"] - half, row["mean"] + half)
        wins = wilson(row["won"], row["games"])
        found.append(
            Standing(row["arm"], row["label"], row["bot"], row["games"], wins, points, 1 / many[row["arm"]])
        )
    return sorted(found, key=lambda s: (order[s.arm], s.seat))
