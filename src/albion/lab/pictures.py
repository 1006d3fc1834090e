"""The pictures of a report, as Vega-Lite."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from albion.lab.store import Run
from albion.lab.summary import Standing, labelled

WIDTH = 620
COLOURS = {
    "red": "#c0392b",
    "blue": "#2f6db5",
    "green": "#3c8d4f",
    "yellow": "#d9a514",
    "purple": "#7d4fa3",
    "black": "#333333",
    "orange": "#d9772b",
    "white": "#b9b4a7",
}
"""Seats that are called by a colour are drawn in it."""
_OTHERS = ("#4c78a8", "#f58518", "#54a24b", "#b279a2", "#9d755d", "#72b7b2", "#e45756", "#bab0ac")
MOST_PLACES = 60
"""A heat map with more rows than this shows the places that are most often held."""

Spec = dict[str, Any]


def _colour(names: list[str], title: str | None = None) -> alt.Color:
    others = iter(_OTHERS * 5)
    shades = [COLOURS.get(name) or next(others) for name in names]
    return alt.Color("who:N", scale=alt.Scale(domain=names, range=shades), title=title)


def wins(standings: list[Standing]) -> Spec:
    """Win shares with intervals, beside the fair share."""
    rows = [
        {
            "who": s.seat,
            "won": s.wins.value,
            "low": s.wins.low,
            "high": s.wins.high,
            "fair": s.fair,
            "games": s.games,
        }
        for s in standings
    ]
    names = [s.seat for s in standings]
    base = alt.Chart(pl.DataFrame(rows)).encode(y=alt.Y("who:N", title=None, sort=names))
    share = alt.X(
        "won:Q", title="share of games won", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])
    )
    shown = [
        alt.Tooltip("who:N"),
        *(alt.Tooltip(f"{c}:Q", format=".1%") for c in ("won", "low", "high")),
        "games:Q",
    ]
    bars = base.mark_bar(opacity=0.85, height=18).encode(
        x=share, color=_colour(names).legend(None), tooltip=shown
    )
    spans = base.mark_rule(strokeWidth=2, color="#222").encode(x="low:Q", x2="high:Q")
    fair = base.mark_tick(color="#222", thickness=2, size=26, strokeDash=[3, 2]).encode(x="fair:Q")
    return _spec((bars + spans + fair).properties(width=WIDTH, height=alt.Step(34)))


def points_by_round(run: Run, arm: str) -> Spec:
    """Mean points per seat as rounds go by, with the middle half of games around it."""
    per_game = (
        run.table("points")
        .filter((pl.col("arm") == arm) & (pl.col("seat") != ""))
        .group_by("n", "round", "seat")
        .agg(pl.col("points").sum())
    )
    points = pl.col("points")
    rows = (
        per_game.group_by("round", pl.col("seat").alias("who"))
        .agg(
            points.mean().alias("mean"),
            points.quantile(0.25).alias("low"),
            points.quantile(0.75).alias("high"),
        )
        .sort("round", "who")
        .collect()
    )
    names = rows["who"].unique().sort().to_list()
    base = alt.Chart(rows).encode(x=alt.X("round:O", title="round", axis=alt.Axis(labelAngle=0)))
    band = base.mark_area(opacity=0.15).encode(y="low:Q", y2="high:Q", color=_colour(names).legend(None))
    line = base.mark_line(point=True).encode(
        y=alt.Y("mean:Q", title="points"),
        color=_colour(names),
        tooltip=["who", "round", alt.Tooltip("mean:Q", format=".1f"), "low", "high"],
    )
    return _spec((band + line).properties(width=WIDTH, height=280))


def score_bands(run: Run, arm: str) -> Spec:
    """Final points of each faction: half of all games in the box, four in five between the ends."""
    points = run.table("points").filter(pl.col("arm") == arm)
    last = points.filter(pl.col("round") == pl.col("round").max().over("n"))
    x = pl.col("points")
    rows = (
        last.group_by(pl.col("faction").alias("faction"), pl.col("seat").alias("who"))
        .agg(*(x.quantile(q).alias(f"q{round(q * 100)}") for q in (0.1, 0.25, 0.5, 0.75, 0.9)))
        .sort("q50", descending=True)
        .collect()
    )
    names = rows["who"].unique().sort().to_list()
    base = alt.Chart(rows).encode(
        y=alt.Y("faction:N", sort=rows["faction"].to_list(), title=None),
        tooltip=["faction", "who", "q10", "q25", "q50", "q75", "q90"],
    )
    ends = base.mark_rule(color="#888").encode(x=alt.X("q10:Q", title="points at the end"), x2="q90:Q")
    box = base.mark_bar(height=12).encode(x="q25:Q", x2="q75:Q", color=_colour(names))
    middle = base.mark_tick(color="white", thickness=2, size=12).encode(x="q50:Q")
    return _spec((ends + box + middle).properties(width=WIDTH, height=alt.Step(20)))


def sources(run: Run, arm: str) -> Spec:
    """Where points come from: mean per game by faction and reason."""
    mine = run.table("sources").filter(pl.col("arm") == arm)
    count = run.table("games").filter(pl.col("arm") == arm).select(pl.len()).collect().item()
    rows = mine.group_by("faction", "source").agg((pl.col("points").sum() / count).alias("mean")).collect()
    chart = (
        alt.Chart(rows)
        .mark_bar()
        .encode(
            y=alt.Y("faction:N", sort="-x", title=None),
            x=alt.X("sum(mean):Q", title="mean points per game"),
            color=alt.Color("source:N", title="for"),
            tooltip=["faction", "source", alt.Tooltip("mean:Q", format=".1f")],
        )
    )
    return _spec(chart.properties(width=WIDTH, height=alt.Step(20)))


def areas(run: Run, arm: str) -> Spec:
    """Who holds each place most often as a round ends, and how surely."""
    mine = run.table("areas").filter(pl.col("arm") == arm)
    games = run.table("games").filter(pl.col("arm") == arm).select(pl.len()).collect().item()
    held = mine.group_by("place", "round", "faction").agg((pl.len() / games).alias("share"))
    top = (
        held.sort("share", "faction", descending=[True, False])
        .group_by("place", "round", maintain_order=True)
        .first()
    )
    rows = top.collect()
    busy = rows.group_by("place").agg(pl.col("share").sum()).sort("share", descending=True).head(MOST_PLACES)
    rows = rows.filter(pl.col("place").is_in(busy["place"].implode()))
    cells = alt.Chart(rows).mark_rect(stroke="white", strokeWidth=0.5)
    chart = cells.encode(
        x=alt.X("round:O", title="round", axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y("place:N", title=None),
        color=alt.Color("faction:N", scale=alt.Scale(scheme="tableau20"), title="holder"),
        opacity=alt.Opacity("share:Q", scale=alt.Scale(domain=[0, 1], range=[0.1, 1]), legend=None),
        tooltip=["place", "round", "faction", alt.Tooltip("share:Q", format=".0%")],
    )
    return _spec(chart.properties(width=WIDTH, height=alt.Step(14)))


def length(run: Run, arm: str) -> Spec:
    """How many decisions a game takes."""
    rows = run.table("games").filter(pl.col("arm") == arm).select("decisions").collect()
    values: list[int] = rows["decisions"].to_list()
    step = max(1, (max(values) - min(values)) // 30)
    binned = rows.group_by((pl.col("decisions") // step * step).alias("decisions")).len("games")
    chart = (
        alt.Chart(binned)
        .mark_bar(color="#6b7a8f")
        .encode(
            x=alt.X("decisions:Q", title="decisions per game"),
            y=alt.Y("games:Q", title="games"),
            tooltip=["decisions", "games"],
        )
    )
    return _spec(chart.properties(width=WIDTH, height=160))


def luck(run: Run, arm: str) -> Spec:
    """Points by how lucky a seat's dice were, in steps of half a standard deviation."""
    binned = (
        labelled(run)
        .filter((pl.col("arm") == arm) & (pl.col("dice") > 0))
        .with_columns((pl.col("luck") * 2).round().clip(-5, 5).truediv(2).alias("luck"))
        .group_by("luck", pl.col("label").alias("who"))
        .agg(pl.col("points").mean().alias("mean"), pl.len().alias("games"))
        .sort("luck")
        .collect()
    )
    names = binned["who"].unique().sort().to_list()
    chart = (
        alt.Chart(binned)
        .mark_line(point=True)
        .encode(
            x=alt.X("luck:Q", title="dice luck (standard deviations above the mean)"),
            y=alt.Y("mean:Q", title="mean points", scale=alt.Scale(zero=False)),
            color=_colour(names),
            tooltip=["who", "luck", alt.Tooltip("mean:Q", format=".1f"), "games"],
        )
    )
    return _spec(chart.properties(width=WIDTH, height=220))


def correlations(run: Run, arm: str) -> Spec:
    """Whose points rise and fall together."""
    wide = (
        labelled(run)
        .filter(pl.col("arm") == arm)
        .select("n", "label", "points")
        .collect()
        .pivot(on="label", index="n", values="points")
        .drop("n")
    )
    names = sorted(wide.columns)
    rows = [{"a": a, "b": b, "r": wide.select(pl.corr(a, b)).item()} for a in names for b in names if a != b]
    base = alt.Chart(pl.DataFrame(rows)).encode(x=alt.X("a:N", title=None), y=alt.Y("b:N", title=None))
    scale = alt.Scale(domain=[-1, 0, 1], range=["#b2182b", "#f7f7f7", "#2166ac"])
    cells = base.mark_rect().encode(
        color=alt.Color("r:Q", scale=scale, title="correlation"), tooltip=["a", "b", "r"]
    )
    text = base.mark_text().encode(text=alt.Text("r:Q", format=".2f"))
    return _spec((cells + text).properties(width=46 * len(names), height=40 * len(names)))


def happenings(run: Run, arm: str, kinds: tuple[str, ...]) -> Spec:
    """Battles, losses and the like per round and game."""
    count = run.table("games").filter(pl.col("arm") == arm).select(pl.len()).collect().item()
    rows = (
        run.table("counts")
        .filter((pl.col("arm") == arm) & pl.col("kind").is_in(list(kinds)))
        .group_by("round", "kind")
        .agg((pl.col("count").sum() / count).alias("mean"))
        .sort("round")
        .collect()
    )
    chart = (
        alt.Chart(rows)
        .mark_line(point=True)
        .encode(
            x=alt.X("round:O", title="round", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("mean:Q", title="per game"),
            color=alt.Color("kind:N", title=None),
            tooltip=["kind", "round", alt.Tooltip("mean:Q", format=".2f")],
        )
    )
    return _spec(chart.properties(width=WIDTH, height=220))


def common_kinds(run: Run, arm: str, most: int = 6) -> tuple[str, ...]:
    """The kinds of events that happen most, marches and scoring aside."""
    counted = run.table("counts").filter(
        (pl.col("arm") == arm) & ~pl.col("kind").is_in(["score", "move", "end"])
    )
    rows = (
        counted.group_by("kind")
        .agg(pl.col("count").sum())
        .sort("count", "kind", descending=[True, False])
        .head(most)
    )
    return tuple(rows.collect()["kind"])


def _spec(chart: Any) -> Spec:
    """Plain values, with the report's look."""
    styled = chart.configure_view(stroke=None).configure_axis(
        labelFontSize=12, titleFontSize=12, gridColor="#e8e4da"
    )
    found: Spec = styled.configure(background="transparent").to_dict()
    return found
