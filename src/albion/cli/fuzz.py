"""`albion fuzz`: random games with every promise checked."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from albion.cli.files import write_text
from albion.cli.parameters import GameId, Json, Processes, Tables, given_game
from albion.cli.screen import print_json, print_plain, tracked
from albion.engine.errors import DataError
from albion.engine.record import MAGIC
from albion.sim import fuzz as sim
from albion.sim.fuzz import Finding

Folder = Annotated[Path, typer.Option("--out", help="Where records of failures are written.")]


def fuzz(
    game: GameId,
    count: Annotated[int, typer.Option("--games", min=1, help="How many games, over all option sets.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="The first game's seed; the next ones count up.")] = 1,
    out: Folder = Path("."),
    processes: Processes = 2,
    data: Tables = None,
    json: Json = False,
) -> None:
    """Play random games with every option set, checking all invariants after each decision."""
    chosen = given_game(game, data)
    if not out.is_dir():
        raise DataError(f"there is no folder '{out}' for records of failures")
    jobs = sim.fuzz_jobs(chosen, count, seed)
    begin = perf_counter()
    findings = list(tracked(sim.fuzz(jobs, processes), f"fuzz {chosen.id}", count))
    seconds = perf_counter() - begin
    failures = [_failure(f, out) for f in findings if f.problem is not None]
    questions = sum(f.questions for f in findings)
    if json:
        facts = {"game": chosen.id, "games": count, "seed": seed, "decisions": questions}
        print_json(facts | {"seconds": round(seconds, 2), "failed": len(failures), "failures": failures})
    else:
        for failure in failures:
            print_plain(f"{failure['problem']} (record: {failure['record'] or 'none'})")
        sets = len(chosen.option_sets())
        print_plain(
            f"{chosen.id}: {count} games over {sets} option sets, {questions} decisions in {seconds:.1f} s, "
            f"{len(failures)} failed"
        )
    if failures:
        raise typer.Exit(1)


def _failure(found: Finding, out: Path) -> dict[str, str | int | None]:
    """Write the record that reproduces a failure, and say where it is."""
    path: Path | None = None
    if found.record is not None:
        path = out / f"fuzz-{found.job.game}-{found.job.seed}.albion"
        write_text(path, found.record, own=MAGIC)
    return {
        "seed": found.job.seed,
        "options": found.job.options,
        "problem": found.problem,
        "record": str(path) if path else None,
    }
