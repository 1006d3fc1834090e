"""The pictures of a report, as Vega-Lite; each fills the width it is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import altair as alt
import polars as pl

from albion.engine.words import Words, sentence
from albion.lab.store import Run
from albion.lab.summary import Standing, labelled
from albion.lab.tournaments import Tournaments

WIDTH: Any = "container"
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
_OTHERS = ("#4c78a8", "#d9772b", "#54a24b", "#b279a2", "#9d755d", "#72b7b2", "#e45756", "#8a8478")
_FACTIONS = (
    "#4269d0", "#e0662a", "#3a9d4f", "#c9304a", "#8a5cc2", "#b08900", "#1f9e96", "#d6568f", "#7f5539", "#5b7f1f",
    "#2b7fb8", "#a8327f", "#66727f", "#d98c00", "#00a3c4", "#9c4a2f", "#5a4fcf", "#7aa63c", "#b5651d", "#3f8f8f",
)  # fmt: skip
"""Of full strength, because a pale colour means something else in a heat map."""
INK, PAPER, SHADE, LINE, GRID = "#222", "#ffffff", "#d8d0bf", "#888", "#e8e4da"
"""Colours of marks that stand for no seat; a dark page draws them in others (`DARK`)."""
DARK = {INK: "#efe9dc", PAPER: "#211e1a", SHADE: "#4d463a", LINE: "#9a9284", GRID: "#3b362e", "#333333": "#8d8d8d", "#f7f7f7": "#332f29"}  # fmt: skip
"""What becomes of such colours on a dark page, and of a black seat's."""
MOST_PLACES = 60
"""A heat map with more rows than this shows the places that are most often held."""

Spec = dict[str, Any]


@dataclass(frozen=True)
class Shown:
    """One arm of a run, with the words of its game and a colour for each seat of the whole run."""

    run: Run
    arm: str
    words: Words
    colours: dict[str, str]
    standings: list[Standing]
    tournaments: Tournaments | None = None
    """What people scored in tournaments, where that is known."""

    def table(self, name: str) -> pl.LazyFrame:
        """The rows of this arm."""
        return self.run.table(name).filter(pl.col("arm") == self.arm)

    @property
    def games(self) -> int:
        """How many were played."""
        return self.standings[0].games

    def name(self, value: str) -> str:
        """As the game's words call it, to stand alone."""
        return sentence(self.words.name(value))

    def named(self, frame: pl.DataFrame, *columns: str) -> pl.DataFrame:
        """The frame with names instead of ids in those columns."""
        ids = {value for column in columns for value in frame[column].unique().to_list()}
        names = {value: self.name(value) for value in ids}
        return frame.with_columns(pl.col(c).replace_strict(names, return_dtype=pl.String) for c in columns)

    def colour(self, seats: list[str], title: str | None = None) -> alt.Color:
        """Each seat in its colour, under its name."""
        shades = [self.colours.get(seat, _OTHERS[-1]) for seat in seats]
        scale = alt.Scale(domain=[self.name(seat) for seat in seats], range=shades)
        return alt.Color("who:N", scale=scale, title=title)


def seat_colours(seats: list[str]) -> dict[str, str]:
    """A colour for each seat: its own if it is called by one."""
    others = iter(_OTHERS * 5)
    return {seat: COLOURS.get(seat) or next(others) for seat in seats}


def wins(shown: Shown) -> Spec:
    """Win shares with intervals, beside the fair share."""
    rows = [
        {
            "who": shown.name(s.seat),
            "won": s.wins.value,
            "low": s.wins.low,
            "high": s.wins.high,
            "fair": s.fair,
            "games": s.games,
        }
        for s in shown.standings
    ]
    seats = [s.seat for s in shown.standings]
    base = alt.Chart(pl.DataFrame(rows)).encode(
        y=alt.Y("who:N", title=None, sort=[shown.name(seat) for seat in seats])
    )
    share = alt.X(
        "won:Q", title="share of games won", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])
    )
    told = [
        alt.Tooltip("who:N"),
        *(alt.Tooltip(f"{c}:Q", format=".1%") for c in ("won", "low", "high")),
        "games:Q",
    ]
    bars = base.mark_bar(opacity=0.85, height=18).encode(
        x=share, color=shown.colour(seats).legend(None), tooltip=told
    )
    spans = base.mark_rule(strokeWidth=2, color=INK).encode(x="low:Q", x2="high:Q")
    fair = base.mark_tick(color=INK, thickness=2, size=26, strokeDash=[3, 2]).encode(x="fair:Q")
    return _spec((bars + spans + fair).properties(width=WIDTH, height=alt.Step(34)))


def points_by_round(shown: Shown) -> Spec:
    """Mean points per seat as rounds go by, with the middle half of games around it."""
    per_game = (
        shown.table("points")
        .filter(pl.col("seat") != "")
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
    seats = rows["who"].unique().sort().to_list()
    base = alt.Chart(shown.named(rows, "who")).encode(
        x=alt.X("round:O", title="round", axis=alt.Axis(labelAngle=0))
    )
    key = shown.colour(seats).legend(symbolOpacity=1)
    band = base.mark_area(opacity=0.15).encode(y="low:Q", y2="high:Q", color=key)
    line = base.mark_line(point=True).encode(
        y=alt.Y("mean:Q", title="points"),
        color=key,
        tooltip=["who", "round", alt.Tooltip("mean:Q", format=".1f"), "low", "high"],
    )
    return _spec((band + line).properties(width=WIDTH, height=280))


def _quantiles() -> list[pl.Expr]:
    return [pl.col("points").quantile(q).alias(f"q{round(q * 100)}") for q in (0.1, 0.25, 0.5, 0.75, 0.9)]


def _boxes(base: alt.Chart, colour: alt.Color, title: str) -> Any:
    """Half of all games in the box, four in five between the ends."""
    ends = base.mark_rule(color=LINE).encode(x=alt.X("q10:Q", title=title), x2="q90:Q")
    box = base.mark_bar(height=12).encode(x="q25:Q", x2="q75:Q", color=colour)
    middle = base.mark_tick(color=PAPER, thickness=2, size=12).encode(x="q50:Q")
    return ends + box + middle


def score_bands(shown: Shown) -> Spec:
    """Final points of each faction that scores at all."""
    points = shown.table("points")
    last = points.filter((pl.col("faction") != "") & (pl.col("round") == pl.col("round").max().over("n")))
    rows = (
        last.group_by("faction", pl.col("seat").alias("who"))
        .agg(*_quantiles(), pl.col("points").max().alias("most"))
        .filter(pl.col("most") > 0)
        .sort("q50", "faction", descending=[True, False])
        .collect()
    )
    seats = rows["who"].unique().sort().to_list()
    rows = shown.named(rows, "faction", "who")
    base = alt.Chart(rows).encode(
        y=alt.Y("faction:N", sort=rows["faction"].to_list(), title=None),
        tooltip=["faction", "who", "q10", "q25", "q50", "q75", "q90"],
    )
    return _spec(
        _boxes(base, shown.colour(seats), "points at the end").properties(width=WIDTH, height=alt.Step(20))
    )


def tournament_bands(shown: Shown) -> Spec | None:
    """Final points of each seat and of the winner, over what people score in tournaments."""
    if shown.tournaments is None:
        return None
    seats = shown.table("seats").select("n", "seat", "points", "won")
    winner = seats.filter(pl.col("won") > 0).with_columns(seat=pl.lit(WINNER))
    rows = (
        pl.concat([winner, seats])
        .group_by(pl.col("seat").alias("who"))
        .agg(_quantiles())
        .sort(pl.col("who") == WINNER, "who", descending=[True, False])
        .collect()
    )
    order = rows["who"].to_list()
    rows = shown.named(rows, "who")
    base = alt.Chart(rows).encode(
        y=alt.Y("who:N", sort=rows["who"].to_list(), title=None),
        tooltip=["who", "q10", "q25", "q50", "q75", "q90"],
    )
    bands = [
        {"who": shown.name(who), "low": band.low, "high": band.high}
        for who, band in shown.tournaments.bands.items()
        if who in order
    ]
    behind = (
        alt.Chart(pl.DataFrame(bands))
        .mark_bar(height=26, color=SHADE, opacity=0.7)
        .encode(
            y=alt.Y("who:N", sort=rows["who"].to_list(), title=None),
            x=alt.X("low:Q", title="points at the end", scale=alt.Scale(zero=False)),
            x2="high:Q",
            tooltip=["who", "low", "high"],
        )
    )
    boxes = _boxes(base, shown.colour(order).legend(None), "points at the end")
    return _spec((behind + boxes).properties(width=WIDTH, height=alt.Step(34)))


WINNER = "winner"


def sources(shown: Shown) -> Spec | None:
    """Where points come from: mean per game by faction and reason."""
    total = (pl.col("points").sum() / shown.games).alias("mean")
    rows = shown.table("sources").group_by("faction", "source").agg(total).sort("faction", "source").collect()
    if rows["source"].n_unique() < 2:
        return None  # one reason for all tells nothing
    chart = (
        alt.Chart(shown.named(rows, "faction", "source"))
        .mark_bar()
        .encode(
            y=alt.Y("faction:N", sort="-x", title=None),
            x=alt.X("sum(mean):Q", title="mean points per game"),
            color=alt.Color("source:N", title=None, scale=alt.Scale(scheme="tableau20")),
            tooltip=["faction", "source", alt.Tooltip("mean:Q", format=".1f")],
        )
    )
    return _spec(chart.properties(width=WIDTH, height=alt.Step(20)))


def areas(shown: Shown) -> Spec:
    """Who holds each place most often as a round ends, and how surely."""
    held = (
        shown.table("areas")
        .group_by("place", "round", "faction")
        .agg((pl.len() / shown.games).alias("share"))
    )
    top = (
        held.sort("share", "faction", descending=[True, False])
        .group_by("place", "round", maintain_order=True)
        .first()
    )
    rows = top.collect()
    busy = rows.group_by("place").agg(pl.col("share").sum()).sort("share", descending=True).head(MOST_PLACES)
    rows = rows.filter(pl.col("place").is_in(busy["place"].implode()))
    cells = alt.Chart(shown.named(rows, "place", "faction")).mark_rect(stroke=PAPER, strokeWidth=0.5)
    chart = cells.encode(
        x=alt.X("round:O", title="round", axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y("place:N", title=None),
        color=alt.Color("faction:N", scale=alt.Scale(range=_FACTIONS), title=None),
        opacity=alt.Opacity("share:Q", scale=alt.Scale(domain=[0, 1], range=[0.1, 1]), legend=None),
        tooltip=["place", "round", "faction", alt.Tooltip("share:Q", format=".0%")],
    )
    return _spec(chart.properties(width=WIDTH, height=alt.Step(14)))


def length(shown: Shown) -> Spec:
    """How many decisions games take."""
    rows = shown.table("games").select("decisions").collect()
    values: list[int] = rows["decisions"].to_list()
    step = max(1, -(-(max(values) - min(values)) // BARS))
    first = (pl.col("decisions") // step * step).alias("first")
    binned = rows.group_by(first).len("games").with_columns(last=pl.col("first") + step)
    chart = (
        alt.Chart(binned)
        .mark_bar(color="#6b7a8f", binSpacing=1)
        .encode(
            x=alt.X(
                "first:Q",
                title="decisions per game",
                bin="binned",
                scale=alt.Scale(zero=False),
                axis=alt.Axis(tickCount=8),
            ),
            x2="last:Q",
            y=alt.Y("games:Q", title="games", axis=alt.Axis(tickMinStep=1)),
            tooltip=["first", "last", "games"],
        )
    )
    return _spec(chart.properties(width=WIDTH, height=160))


BARS = 30


def luck(shown: Shown) -> Spec:
    """Points by how lucky a seat's dice were, in steps of half a standard deviation."""
    binned = (
        labelled(shown.run)
        .filter((pl.col("arm") == shown.arm) & (pl.col("dice") > 0))
        .with_columns((pl.col("luck") * 2).round().clip(-5, 5).truediv(2).alias("luck"))
        .group_by("luck", pl.col("label").alias("who"))
        .agg(pl.col("points").mean().alias("mean"), pl.len().alias("games"))
        .filter(pl.col("games") >= shown.games / 20)  # the mean of one or two games says nothing
        .sort("luck")
        .collect()
    )
    seats = binned["who"].unique().sort().to_list()
    chart = (
        alt.Chart(shown.named(binned, "who"))
        .mark_line(point=True)
        .encode(
            x=alt.X(
                "luck:Q",
                title="dice luck (standard deviations above the mean)",
                axis=alt.Axis(values=[n / 2 for n in range(-5, 6)], format=".1f"),
            ),
            y=alt.Y("mean:Q", title="mean points", scale=alt.Scale(zero=False)),
            color=shown.colour(seats),
            tooltip=["who", "luck", alt.Tooltip("mean:Q", format=".1f"), "games"],
        )
    )
    return _spec(chart.properties(width=WIDTH, height=220))


def correlations(shown: Shown) -> Spec:
    """Whose points rise and fall together."""
    wide = (
        labelled(shown.run)
        .filter(pl.col("arm") == shown.arm)
        .select("n", "label", "points")
        .collect()
        .pivot(on="label", index="n", values="points")
        .drop("n")
    )
    seats = sorted(wide.columns)
    rows = [
        {"a": shown.name(a), "b": shown.name(b), "r": wide.select(pl.corr(a, b)).item()}
        for a in seats
        for b in seats
        if a != b
    ]
    base = alt.Chart(pl.DataFrame(rows)).encode(
        x=alt.X("a:N", title=None, axis=alt.Axis(labelAngle=0)), y=alt.Y("b:N", title=None)
    )
    scale = alt.Scale(domain=[-1, 0, 1], range=["#b2182b", "#f7f7f7", "#2166ac"])
    cells = base.mark_rect().encode(
        color=alt.Color("r:Q", scale=scale, title=None),
        tooltip=["a", "b", alt.Tooltip("r:Q", format=".2f")],
    )
    text = base.mark_text(color=INK).encode(text=alt.Text("r:Q", format=".2f"))
    return _spec((cells + text).properties(width=64 * len(seats), height=36 * len(seats)))


def happenings(shown: Shown) -> Spec:
    """Battles, losses and the like per round and game."""
    rows = (
        shown.table("counts")
        .filter(pl.col("kind").is_in(list(common_kinds(shown))))
        .group_by("round", "kind")
        .agg((pl.col("count").sum() / shown.games).alias("mean"))
        .sort("round")
        .with_columns(pl.col("kind").str.replace_all("-", " "))
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


def common_kinds(shown: Shown, most: int = 6) -> tuple[str, ...]:
    """The kinds of events that happen most, marches and scoring aside; what ends another is as frequent as it."""
    aside = pl.col("kind").is_in(["score", "move", "end"]) | pl.col("kind").str.ends_with("-end")
    counted = shown.table("counts").filter(~aside)
    rows = (
        counted.group_by("kind")
        .agg(pl.col("count").sum())
        .sort("count", "kind", descending=[True, False])
        .head(most)
    )
    return tuple(rows.collect()["kind"])


def _spec(chart: Any) -> Spec:
    """Plain values, with the report's look; keys stand above, where they take no width."""
    plain = chart.configure(background="transparent").configure_view(stroke=None)
    styled = plain.configure_axis(labelFontSize=12, titleFontSize=12, gridColor=GRID)
    keyed = styled.configure_legend(orient="top", columns=KEYS, labelFontSize=12, labelLimit=160)
    found: Spec = keyed.to_dict()
    if found["width"] == WIDTH:
        found["autosize"] = {"type": "fit-x", "contains": "padding"}
    return found


KEYS = 5
"""Entries of a key side by side."""
