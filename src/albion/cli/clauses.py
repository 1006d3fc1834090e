"""Where a clause is carried out, stated in data, proved by cases and read by rulings: files and lines of the checkout."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from albion.cli.proofs import CASES
from albion.engine import cite as cites
from albion.engine.cases import Case
from albion.engine.cite import LAWS, Ref, Ruling, folder, known_books, load_book
from albion.engine.coverage import data_files, refs_in

SRC = "src"
"""The folder of the package in the checkout."""


class Place(NamedTuple):
    """Something with a name at a line of a file of the checkout."""

    name: str
    file: str
    line: int


class Standing(NamedTuple):
    """Everything that stands behind a clause."""

    laws: tuple[Place, ...]
    data: tuple[Place, ...]
    cases: tuple[Place, ...]
    rulings: tuple[Ruling, ...]


def standings(cases: Iterable[Case]) -> dict[Ref, Standing]:
    """What stands behind every clause; the games must be imported before, so that their laws are known."""
    proofs, tables = _cases_by_clause(cases), _data_by_clause()
    found: dict[Ref, Standing] = {}
    for book in map(load_book, known_books()):
        readings = _rulings_by_clause(tuple(book.rulings.values()))
        for clause in (*book.clauses, *book.rulings):
            ref = Ref(book.id, clause)
            places = (_laws(ref), tuple(tables.get(ref, ())), tuple(proofs.get(ref, ())))
            found[ref] = Standing(*places, tuple(readings.get(ref, ())))
    return found


def _laws(ref: Ref) -> tuple[Place, ...]:
    """Each law once, at its first line: the book's own game first, then what games share, then games that add to it."""
    own = f"/{folder(ref.book).name}/"
    lines: dict[tuple[str, str], int] = {}
    for law in LAWS.get(ref, ()):
        key = (f"{SRC}/{law.module.replace('.', '/')}.py", law.name)
        lines[key] = min(law.line, lines.get(key, law.line))
    near = sorted(lines.items(), key=lambda law: (own not in law[0][0], "/games/" in law[0][0], law))
    return tuple(Place(name, file, line) for (file, name), line in near)


def _cases_by_clause(cases: Iterable[Case]) -> dict[Ref, list[Place]]:
    proofs: dict[Ref, list[Place]] = {}
    for case in (c for c in cases if not c.walked):
        file = f"tests/{CASES.name}/{folder(case.game).name}/{case.file}"
        for ref in case.rule:
            proofs.setdefault(ref, []).append(Place(case.name, file, case.line))
    return proofs


def _data_by_clause() -> dict[Ref, list[Place]]:
    """The tables whose `source` names a clause, each at the first line that does."""
    tables: dict[Ref, dict[str, Place]] = {}
    for path in data_files():
        file = f"{SRC}/{path.relative_to(cites.BOOKS.parents[1]).as_posix()}"
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            key, _, source = line.partition("=")
            for ref in refs_in(source.replace('"', " ")) if key.strip() == "source" else ():
                tables.setdefault(ref, {}).setdefault(file, Place(path.name, file, n))
    return {ref: list(places.values()) for ref, places in tables.items()}


def _rulings_by_clause(rulings: tuple[Ruling, ...]) -> dict[Ref, list[Ruling]]:
    found: dict[Ref, list[Ruling]] = {}
    for ruling in rulings:
        for ref in ruling.clauses:
            found.setdefault(ref, []).append(ruling)
    return found
