"""`albion cases`: the proof that the rules hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import albion
from albion import games
from albion.cli.parameters import Json, OptionalGameId, Processes
from albion.cli.screen import print_json, print_plain, tracked
from albion.engine.cases import Case, read_cases, run_case
from albion.engine.cite import folder
from albion.engine.errors import DataError
from albion.sim.pool import run_jobs

CASES = Path(albion.__file__).parents[2] / "tests" / "cases"
"""The project's own cases, when the package runs from its checkout."""

MANY = 200
"""Fewer cases are run in one process: starting another takes longer than they do."""

CasePath = Annotated[Path | None, typer.Option("--path", help="A case file or a folder of them.")]


def cases(
    game: OptionalGameId = None, path: CasePath = None, processes: Processes = 2, json: Json = False
) -> None:
    """Run rule cases, from the project or from any path."""
    if game is not None:
        games.find_game(game)
    where = path or home(game)
    found, unreadable = gather(where, game if path else None)
    if not found and not unreadable:
        raise DataError(f"there are no cases in '{where}'")
    told = run_jobs(_failure, found, processes if len(found) >= MANY else 1)
    failures = [*unreadable, *filter(None, tracked(told, "cases", len(found)))]
    failed = len(failures)
    passed = len(found) + len(unreadable) - failed
    if json:
        print_json({"passed": passed, "failed": failed, "failures": failures})
    else:
        for line in failures:
            print_plain(line)
        print_plain(f"{passed} passed, {failed} failed")
    if failed:
        raise typer.Exit(1)


def home(game: str | None) -> Path:
    """The folder of the project's own cases, or of one game's."""
    where = CASES if game is None else CASES / folder(game).name
    if not where.is_dir():
        raise DataError(f"there is no folder '{where}': give the folder of cases with --path")
    return where


def gather(where: Path, game: str | None) -> tuple[list[Case], list[str]]:
    """The cases below a path, of one game if it is named, and what is wrong with files that cannot be read."""
    if not where.exists():
        raise DataError(f"there is no case file or folder '{where}'")
    found: list[Case] = []
    wrong: list[str] = []
    for file in sorted(where.rglob("*.toml")) if where.is_dir() else [where]:
        try:
            found += [case for case in read_cases(file) if game in (None, case.game)]
        except DataError as error:
            wrong.append(str(error))
    return found, wrong


def _failure(case: Case) -> str:
    """What is wrong with a case; '' if nothing."""
    try:
        problems = run_case(case, games.find_game)
    except Exception as error:
        problems = [f"the rules failed with {type(error).__name__}: {error}"]
    hint = " (if the rules were changed on purpose: make walks)" if case.walked else ""
    return f"{case}: {'; '.join(problems)}{hint}" if problems else ""
