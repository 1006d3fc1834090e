"""`albion cases` and `albion coverage`: the proof that the rules hold, and what it reaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import albion
from albion import games
from albion.cli.parameters import Json, OptionalGameId
from albion.cli.screen import err, out, print_json, print_plain, tracked
from albion.engine.cases import Case, read_cases, run_case
from albion.engine.cite import folder, load_book
from albion.engine.coverage import Coverage, cover
from albion.engine.errors import DataError

CASES = Path(albion.__file__).parents[2] / "tests" / "cases"
"""The project's own cases, when the package runs from its checkout."""

CasePath = Annotated[Path | None, typer.Option("--path", help="A case file or a folder of them.")]


def cases(game: OptionalGameId = None, path: CasePath = None, json: Json = False) -> None:
    """Run rule cases, from the project or from any path."""
    if game is not None:
        games.find_game(game)
    where = path or _home(game)
    found, unreadable = gather(where, game if path else None)
    if not found and not unreadable:
        raise DataError(f"there are no cases in '{where}'")
    failures = [*unreadable, *_failures(tracked(found, "cases"))]
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


def _home(game: str | None) -> Path:
    where = CASES if game is None else CASES / folder(game).name
    if not where.is_dir():
        raise DataError(f"there is no folder '{where}': say where the cases lie with --path")
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


def _failures(found: Iterable[Case]) -> Iterator[str]:
    for case in found:
        try:
            problems = run_case(case, games.find_game)
        except Exception as error:
            problems = [f"the rules broke down with {type(error).__name__}: {error}"]
        if problems:
            yield f"{case}: {'; '.join(problems)}"


def coverage(game: OptionalGameId = None, json: Json = False) -> None:
    """Count clauses proved, plain text and still to do, and list the unproved ones."""
    names = list(games.GAMES) if game is None else [games.find_game(game).id]
    for name in names:
        games.find_game(name)
    found, unreadable = gather(_home(None), None)
    for line in unreadable:
        err().print(f"left out: {line}", markup=False)
    covers = [cover(name, found) for name in names]
    if json:
        facts = {c.book: _facts(c) for c in covers}
        print_json(facts[names[0]] if game else {**_total(covers), "games": facts})
        return
    table = Table(title="Clauses", title_justify="left")
    for heading in ("Game", "Proved", "Text", "Todo"):
        table.add_column(heading, justify="left" if heading == "Game" else "right")
    for c in covers:
        table.add_row(c.book, str(len(c.proved)), str(len(c.text)), str(len(c.unproved)))
    out().print(table)
    for c in covers:
        for clause, lacks in c.unproved.items():
            print_plain(f"{c.book} {clause} lacks a {lacks}: {load_book(c.book).text(clause)}")


def _facts(c: Coverage) -> dict[str, Any]:
    unproved = [
        {"clause": clause, "lacks": lacks, "text": load_book(c.book).text(clause)}
        for clause, lacks in c.unproved.items()
    ]
    counts = {"proved": len(c.proved), "text": len(c.text), "todo": len(c.unproved)}
    return {"game": c.book, **counts, "unproved": unproved}


def _total(covers: list[Coverage]) -> dict[str, int]:
    return {
        "proved": sum(len(c.proved) for c in covers),
        "text": sum(len(c.text) for c in covers),
        "todo": sum(len(c.unproved) for c in covers),
    }
