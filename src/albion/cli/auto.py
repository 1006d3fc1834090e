"""`albion auto`: bots play to the end."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from albion.cli.files import check_target, write_match
from albion.cli.parameters import (
    GameId,
    Json,
    OptionsText,
    Processes,
    Seed,
    Tables,
    given_game,
    given_names,
    given_options,
    given_seed,
)
from albion.cli.screen import out, print_json, tracked
from albion.cli.teller import words_of
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.options import Options, options_text
from albion.sim.batch import jobs_of, play_batch
from albion.sim.handovers import handovers
from albion.sim.play import finished, play_recorded, spread
from albion.sim.statistics import Line, summarise


def auto(
    game: GameId,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one name per seat.")] = "random",
    seed: Seed = None,
    options: OptionsText = "",
    record: Annotated[Path | None, typer.Option(help="Write the match's record to this file.")] = None,
    count: Annotated[int, typer.Option("--games", min=1, help="How many games; their seeds count up.")] = 1,
    rotate: Annotated[bool, typer.Option(help="Rotate the bots by one seat after each game.")] = False,
    processes: Processes = 2,
    data: Tables = None,
    json: Json = False,
) -> None:
    """Let bots play to the end, and print the scores.

    With --games and --json the output also has `handovers`: how often the turn would pass from one player to another,
    without standing orders and with the game's default ones, measured on the first dozen games.
    """
    chosen = given_game(game, data)
    agreed, first, names = given_options(chosen, options), given_seed(seed), given_names(bots)
    if count == 1:
        _one(chosen, agreed, names, first, record, json)
    elif record is not None:
        raise DataError("--record is for a single match: leave out --record or --games")
    else:
        jobs = jobs_of(chosen, agreed, names, first, count, rotate=rotate)
        results = list(tracked(play_batch(jobs, processes), f"{chosen.title}", count))
        lines = summarise(results, rotated=rotate)
        passed = handovers(jobs, processes) if json else {}
        _many(chosen, agreed, first, lines, count, json, passed)


def _one(
    game: Game[Any], options: Options, names: tuple[str, ...], seed: int, record: Path | None, json: bool
) -> None:
    seats = game.seats(options)
    if record is not None:
        check_target(record)
    match = play_recorded(game, options, names, seed)
    bots = dict(zip(seats, spread(names, seats), strict=True))
    if record is not None:
        write_match(record, match, bots)
    outcome = finished(match.state.outcome, game)
    scores = {seat: outcome.scores.get(seat, 0) for seat in seats}
    if json:
        facts = {"game": game.id, "options": options_text(options), "seed": seed, "bots": bots}
        facts |= {"scores": scores, "winners": list(outcome.winners), "actions": len(match.actions)}
        print_json(facts)
        return
    words = words_of(game)
    out().print(f"{game.title}, seed {seed}, {len(match.actions)} actions")
    table = Table()
    for heading in ("Seat", "Bot", "Points", "Result"):
        table.add_column(heading, justify="right" if heading == "Points" else "left")
    for seat, points in scores.items():
        table.add_row(words.name(seat), bots[seat], str(points), "winner" if seat in outcome.winners else "")
    out().print(table)


def _many(
    game: Game[Any],
    options: Options,
    seed: int,
    lines: list[Line],
    count: int,
    json: bool,
    passed: dict[str, dict[str, float]],
) -> None:
    if json:
        rows = [
            {
                "chair": line.chair,
                "bot": line.bot,
                "games": line.games,
                "wins": line.wins.rounded(4),
                "points": line.points.rounded(2),
            }
            for line in lines
        ]
        facts = {"game": game.id, "options": options_text(options), "seed": seed, "games": count}
        facts |= {"scores": {r["chair"]: r["points"] for r in rows}, "chairs": rows, "handovers": passed}
        print_json(facts)
        return
    words = words_of(game)
    out().print(f"{game.title}, {count} games from seed {seed}, with 95% intervals")
    table = Table()
    for heading in ("Chair", "Bot", "Games", "Won", "Points"):
        table.add_column(heading)
    for line in lines:
        won = f"{line.wins.value:.1%} ({line.wins.low:.1%} to {line.wins.high:.1%})"
        points = f"{line.points.value:.1f} ({line.points.low:.1f} to {line.points.high:.1f})"
        table.add_row(words.name(line.chair), line.bot, str(line.games), won, points)
    out().print(table)
