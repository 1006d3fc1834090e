"""`albion ladder`: how strong the levels are, measured by games between them."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer
from rich.table import Table

from albion.bots import bot_names
from albion.bots.ratings import Rated, write_ratings
from albion.cli.parameters import GameId, Json, OptionsText, Processes, given_game, given_options
from albion.cli.screen import out, print_json, tracked
from albion.games import GAMES, find_game
from albion.sim.ladder import Rung, Step, chosen_levels, chosen_pairs, mixed_jobs, rate, step_jobs, step_of
from albion.sim.strength import Results, write_page

Names = Annotated[str, typer.Option("--levels", help="The levels to compare; by default all.")]
Pairs = Annotated[
    str,
    typer.Option(
        help="Only these pairings, such as master:steady,captain:steady: one of the first among the second."
    ),
]
Count = Annotated[
    int, typer.Option("--games", min=4, help="Games for the ratings, and as many again for each step.")
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--results",
        help="The folder where games are stored, so that a run can continue; the page beside it is rewritten.",
    ),
]
Minutes = Annotated[
    float,
    typer.Option(
        min=0, help="Stop after this many minutes and report the games played so far; 0 means no limit."
    ),
]


def ladder(
    game: GameId,
    names: Names = "",
    pairs: Pairs = "",
    count: Count = 200,
    options: OptionsText = "",
    seed: Annotated[int, typer.Option(min=0)] = 1,
    results: Folder = None,
    minutes: Minutes = 0,
    keep: Annotated[bool, typer.Option(help="Store the ratings for the lobby to show.")] = False,
    processes: Processes = 2,
    json: Json = False,
) -> None:
    """Rate the bots: levels play each other in all seats, and one of each level plays among the level below."""
    chosen = given_game(game)
    agreed = given_options(chosen, options)
    levels = chosen_levels(chosen, tuple(x.strip() for x in names.split(",") if x.strip()))
    wanted = chosen_pairs(chosen, pairs, levels)
    kept = Results(chosen, agreed, results)
    end = monotonic() + 60 * minutes if minutes else None
    steps = []
    for level, below in wanted:
        jobs = step_jobs(chosen, agreed, level, below, count, seed)
        played = list(tracked(kept.play(jobs, processes, end), f"{level} among {below}", count))
        if played:
            steps.append(step_of(level, below, played))
    if not pairs:
        jobs = mixed_jobs(chosen, agreed, levels, count, seed + 1_000_000)
        list(tracked(kept.play(jobs, processes, end), "all levels", count))
    rungs = rate(kept.mixed())
    if keep:
        write_ratings(chosen.id, [_rated(r) for r in rungs])
    if results is not None:
        every = [(x, x.options_type(), chosen_pairs(x, "", bot_names(x.id))) for x in map(find_game, GAMES)]
        write_page(results, every)
    if json:
        print_json(_facts(chosen.id, seed, rungs, steps))
        return
    _show(chosen.title, rungs, steps)


def _rated(r: Rung) -> Rated:
    value, low, high = (round(x) for x in r.rating)
    return Rated(r.level, value, low, high, r.games)


def _facts(game: str, seed: int, rungs: list[Rung], steps: list[Step]) -> dict[str, Any]:
    ratings = [{"level": r.level, "games": r.games, "rating": r.rating.rounded(0)} for r in rungs]
    rows = [
        {
            "level": x.level,
            "below": x.below,
            "games": x.games,
            "wins": x.wins.rounded(3),
            "fair": x.fair,
            "margin": x.margin.rounded(1),
            "seats": {seat: margin.rounded(1) for seat, margin in x.seats.items()},
        }
        for x in steps
    ]
    return {"game": game, "seed": seed, "ratings": ratings, "steps": rows}


def _show(title: str, rungs: list[Rung], steps: list[Step]) -> None:
    screen = out()
    table = Table(title=f"{title}: ratings with 95% intervals", title_justify="left")
    for heading in ("Level", "Rating", "Games"):
        table.add_column(heading)
    for r in rungs:
        table.add_row(
            r.level, f"{r.rating.value:.0f} ({r.rating.low:.0f} to {r.rating.high:.0f})", str(r.games)
        )
    screen.print(table)
    table = Table(title="One of each level among the level below", title_justify="left")
    for heading in ("Level", "Among", "Games", "Won", "Fair share", "Margin in points"):
        table.add_column(heading)
    for x in steps:
        won = f"{x.wins.value:.1%} ({x.wins.low:.1%} to {x.wins.high:.1%})"
        margin = f"{x.margin.value:+.1f} ({x.margin.low:+.1f} to {x.margin.high:+.1f})"
        table.add_row(x.level, x.below, str(x.games), won, f"{x.fair:.0%}", margin)
    screen.print(table)
