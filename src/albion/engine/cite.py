"""Where a rule comes from: books, clauses, rulings, and the laws that cite them."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from albion.engine.errors import DataError

BOOKS = Path(__file__).parent.parent / "games"
"""Each book has a folder of its own name below this one."""


class Ref(NamedTuple):
    """One clause of one book, or one of our rulings on it."""

    book: str
    clause: str

    def __str__(self) -> str:
        return f"{self.book} {self.clause}"


Cite = tuple[Ref, ...]


class Clause(NamedTuple):
    """One atomic rule in our own words."""

    ref: Ref
    section: str
    kind: str
    text: str


class Ruling(NamedTuple):
    """Our interpretation where the book is silent or contradicts itself."""

    ref: Ref
    clauses: Cite
    question: str
    reading: str


class Book(NamedTuple):
    """A rulebook as we know it: its clauses and our rulings on them."""

    id: str
    clauses: dict[str, Clause]
    rulings: dict[str, Ruling]

    def text(self, clause: str) -> str:
        """The clause or ruling in one sentence."""
        if clause in self.clauses:
            return self.clauses[clause].text
        return self.rulings[clause].reading


def folder(book: str) -> Path:
    """The folder that holds a book's clauses and data."""
    return BOOKS / book.replace("-", "_")


@cache
def load_book(book: str) -> Book:
    """Read a book's clause list and rulings once."""
    path = folder(book) / "clauses.tsv"
    if not path.is_file():
        raise DataError(f"there is no rulebook '{book}': expected one of {', '.join(known_books())}")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    clauses = {r["id"]: Clause(Ref(book, r["id"]), r["section"], r["kind"], r["clause"]) for r in rows}
    if len(clauses) != len(rows):
        raise DataError(f"{path.name} of {book}: a clause id stands twice")
    return Book(book, clauses, _load_rulings(book, set(clauses)))


def clause_text(ref: Ref) -> str:
    """What a clause says; '' for a game that comes without its book."""
    try:
        return load_book(ref.book).text(ref.clause)
    except (DataError, KeyError):
        return ""


def _load_rulings(book: str, clauses: set[str]) -> dict[str, Ruling]:
    path = folder(book) / "rulings.toml"
    if not path.is_file():
        return {}
    found: dict[str, Ruling] = {}
    for key, row in tomllib.loads(path.read_text(encoding="utf-8")).items():
        if set(row) - {"clauses", "question", "reading", "source"} or "reading" not in row:
            raise DataError(f"rulings.toml of {book}, {key}: expected clauses, question and reading")
        refs = _refs(row["clauses"])
        unknown = [r.clause for r in refs if r.book == book and r.clause not in clauses]
        if unknown:
            raise DataError(f"rulings.toml of {book}, {key}: unknown clause {unknown[0]}")
        found[key] = Ruling(Ref(book, key), refs, row.get("question", ""), row["reading"])
    return found


def known_books() -> list[str]:
    """Every book in the package."""
    return sorted(p.parent.name.replace("_", "-") for p in BOOKS.glob("*/clauses.tsv"))


def _refs(text: str) -> Cite:
    book, *clauses = text.split() or [""]
    return tuple(Ref(book, clause) for clause in clauses)


@cache
def cite(*texts: str) -> Cite:
    """The clauses named by texts such as 'book 6.3.b 6.3.c'; an unknown one is a DataError."""
    refs = tuple(ref for text in texts for ref in _refs(text))
    for ref in refs:
        book = load_book(ref.book)
        if ref.clause not in book.clauses and ref.clause not in book.rulings:
            raise DataError(f"the book {ref.book} has no clause or ruling '{ref.clause}'")
    if not refs:
        raise DataError("a citation needs a book and at least one clause, as in 'book 6.3.b'")
    return refs


def cite_text(c: Cite) -> str:
    """'book 6.3.b 6.3.c', the form that `cite` reads."""
    books: dict[str, list[str]] = {}
    for ref in c:
        books.setdefault(ref.book, []).append(ref.clause)
    return "; ".join(f"{book} {' '.join(clauses)}" for book, clauses in books.items())


class Law(NamedTuple):
    """A function or step that declares that it implements a clause."""

    name: str
    module: str
    line: int


LAWS: dict[Ref, list[Law]] = {}
"""Every law that code has declared, by the clause it cites; filled as games are imported."""

F = TypeVar("F", bound=Callable[..., Any])


def declare(c: Cite, name: str, module: str, line: int) -> None:
    """Register code as the implementation of these clauses."""
    for ref in c:
        LAWS.setdefault(ref, []).append(Law(name, module, line))


def rule(c: Cite) -> Callable[[F], F]:
    """Mark a function as the law of those clauses."""

    def mark(function: F) -> F:
        declare(c, function.__qualname__, function.__module__, function.__code__.co_firstlineno)
        return function

    return mark
