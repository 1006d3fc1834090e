"""`albion train`: fit the valuation that the searching bots play by."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Annotated

import typer

from albion.bots.search import training
from albion.bots.search.model import Origin, model_file
from albion.bots.search.outlooks import outlook_of
from albion.bots.search.training import Lesson, compare, fit, play_lesson
from albion.cli.files import check_target
from albion.cli.parameters import GameId, Json, Processes, given_game
from albion.cli.screen import out, print_json, tracked
from albion.engine.errors import DataError
from albion.sim.pool import run_jobs
from albion.sim.statistics import mean

Games = Annotated[int, typer.Option("--games", min=20, help="Games to learn from in each generation.")]
Generations = Annotated[
    int, typer.Option(min=1, max=9, help="Later ones learn from the searching bots' own play.")
]
Matches = Annotated[int, typer.Option(min=2, help="Games between two generations; the better one is kept.")]
Target = Annotated[Path | None, typer.Option(help="The model's file; without it the package's own.")]


def train(
    game: GameId,
    count: Games = 1000,
    generations: Generations = 1,
    matches: Matches = 40,
    seed: Annotated[int, typer.Option(min=0)] = 100_000,
    target: Target = None,
    processes: Processes = 2,
    json: Json = False,
) -> None:
    """Let bots play, fit what positions are worth to how the games ended, and keep what plays better."""
    chosen = given_game(game)
    outlook_of(chosen)
    path = target or model_file(chosen.id)
    check_target(path, own='{"format":')
    command = f"albion train {chosen.id} --games {count} --generations {generations} --matches {matches} --seed {seed}"
    report: list[dict[str, object]] = []
    kept: bytes | None = None
    played: list[training.Played] = []
    for n in range(generations):
        lessons = [Lesson(chosen.id, "", seed + n * count + i, kept) for i in range(count)]
        found = run_jobs(play_lesson, lessons, processes)
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
    try:
        path.write_bytes(kept)
    except OSError as error:
        raise DataError(f"the model cannot be written to '{path}': {error.strerror}") from None
    if json:
        print_json({"game": chosen.id, "file": str(path), "bytes": len(kept), "generations": report})
        return
    for row in report:
        out().print(row)
    out().print(f"{path} ({len(kept):,} bytes)")


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
