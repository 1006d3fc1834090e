"""`albion train`: fit the valuation that the searching bots play by."""

from __future__ import annotations

import subprocess
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from albion.bots.search import training
from albion.bots.search.lessons import play_kept
from albion.bots.search.model import Origin, carry_over, model_file, read_head
from albion.bots.search.outlooks import outlook_of
from albion.bots.search.training import Lesson, compare, fit, play_lesson
from albion.cli.files import check_target
from albion.cli.parameters import GameId, Json, Processes, given_game
from albion.cli.screen import out, print_json, tracked
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.sim.pool import run_jobs
from albion.sim.statistics import mean
from albion.sim.strength import fingerprint

Games = Annotated[int, typer.Option("--games", min=20, help="Games to learn from in each generation.")]
Generations = Annotated[
    int, typer.Option(min=1, max=9, help="Later ones learn from the searching bots' own play.")
]
Matches = Annotated[int, typer.Option(min=2, help="Games between two generations; the better one is kept.")]
Target = Annotated[Path | None, typer.Option(help="The model's file; by default the package's own.")]
Lessons = Annotated[
    Path | None,
    typer.Option(help="Store the first generation's games here, and continue from those already there."),
]
Minutes = Annotated[
    float,
    typer.Option(
        min=0,
        help="With --lessons: stop playing after this many minutes and fit to the games so far; 0 means no limit.",
    ),
]
Reason = Annotated[
    str | None,
    typer.Option(
        "--carry-over", help="Do not train: declare the model valid for the current rules, and say why."
    ),
]

Before = Annotated[
    str | None,
    typer.Option(
        "--heuristic-was",
        help="With --carry-over: the fingerprint of an unchanged heuristic under the earlier rules, as stored with its games.",
    ),
]


def train(
    game: GameId,
    count: Games = 1000,
    generations: Generations = 1,
    matches: Matches = 40,
    seed: Annotated[int, typer.Option(min=0)] = 100_000,
    target: Target = None,
    lessons: Lessons = None,
    minutes: Minutes = 0,
    reason: Reason = None,
    before: Before = None,
    processes: Processes = 2,
    json: Json = False,
) -> None:
    """Train the model that the searching bots use: play games, fit it to their results, keep the better one."""
    chosen = given_game(game)
    outlook_of(chosen)
    path = target or model_file(chosen.id)
    check_target(path, own='{"format":')
    if reason is not None:
        _carry_over(chosen, path, reason, before, json=json)
        return
    command = f"albion train {chosen.id} --games {count} --generations {generations} --matches {matches} --seed {seed}"
    report: list[dict[str, object]] = []
    kept: bytes | None = None
    played: list[training.Played] = []
    for n in range(generations):
        todo = [Lesson(chosen.id, "", seed + n * count + i, kept) for i in range(count)]
        if lessons is not None and kept is None:
            found = play_kept(lessons, chosen.version, todo, partial(run_jobs, processes=processes), minutes)
        else:
            found = run_jobs(play_lesson, todo, processes)
        played += list(tracked(found, f"generation {n + 1} of {generations}", count))
        origin = Origin(command, seed, _commit(), len(played))
        fitted = fit(chosen, played, origin)
        row: dict[str, object] = {"generation": n + 1, "games": len(played)}
        row["explained"] = [round(x, 3) for x in fitted.explained]
        if kept is None:
            kept = fitted.model
        else:
            jobs = compare(chosen, fitted.model, kept, matches, seed + 10_000_000 + n * matches)
            margins = list(tracked(run_jobs(training.play_comparison, jobs, processes), "match", matches))
            edge = mean(margins)
            row["margin"] = edge.rounded(1)
            if edge.value > 0:
                kept = fitted.model
        report.append(row)
    assert kept is not None
    _write(path, kept)
    if json:
        print_json({"game": chosen.id, "file": str(path), "bytes": len(kept), "generations": report})
        return
    for row in report:
        out().print(row)
    out().print(f"{path} ({len(kept):,} bytes)")


def _carry_over(game: Game[Any], path: Path, reason: str, before: str | None, *, json: bool) -> None:
    """Declare a model of older rules good for the present ones."""
    if not path.is_file():
        raise DataError(f"there is no model '{path}' to carry over: make one with 'albion train {game.id}'")
    data = path.read_bytes()
    head = read_head(data, path.name)
    if head.game != game.id:
        raise DataError(f"the model {path.name} is for {head.game}, expected {game.id}")
    heuristic = () if before is None else (before, fingerprint(game))
    _write(path, carry_over(data, path.name, game.version, reason, heuristic))
    serves = sorted((*head.serves, game.version))
    if json:
        print_json({"game": game.id, "file": str(path), "fitted": head.version, "serves": serves})
        return
    out().print(f"{path.name}: fitted under version {head.version}, good for {', '.join(map(str, serves))}")


def _write(path: Path, model: bytes) -> None:
    try:
        path.write_bytes(model)
    except OSError as error:
        raise DataError(f"the model cannot be written to '{path}': {error.strerror}") from None


def _commit() -> str:
    """The commit of the rules that were played, where this is a checkout."""
    try:
        told = subprocess.run(
            ("git", "rev-parse", "--short", "HEAD"),
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return told.stdout.strip()
