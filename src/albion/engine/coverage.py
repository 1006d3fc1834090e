"""The clause list as a coverage report: which clauses are proved, plain text, or still to do."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from albion.engine import cite as cites
from albion.engine.cases import Case
from albion.engine.cite import LAWS, Ref, folder, known_books, load_book
from albion.engine.errors import DataError


@dataclass(frozen=True, slots=True)
class Coverage:
    """The coverage of each clause of one book."""

    book: str
    proved: tuple[str, ...]
    text: tuple[str, ...]
    unproved: dict[str, str]
    """Each clause not yet proved, with what it lacks."""


def data_files() -> list[Path]:
    """The data of every book, and that of the kernels, which several books share."""
    return [
        *sorted(cites.BOOKS.parent.glob("kernels/*/data/*.toml")),
        *(path for book in known_books() for path in sorted((folder(book) / "data").glob("*.toml"))),
    ]


def data_refs() -> set[Ref]:
    """The clauses that data files name as their source."""
    found: set[Ref] = set()
    for path in data_files():
        for source in _sources(tomllib.loads(path.read_text(encoding="utf-8"))):
            found |= set(refs_in(source))
    return found


def _sources(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "source" and isinstance(value, str):
                yield value
            else:
                yield from _sources(value)
    elif isinstance(node, list):
        for item in node:
            yield from _sources(item)


@cache
def refs_in(text: str) -> tuple[Ref, ...]:
    """The clauses a free text names after a book's id, as in 'the board; book 4.2.1.a, 4.2.1.b'."""
    books, book, found = known_books(), "", []
    for word in text.replace(",", " ").replace(";", " ").replace("(", " ").replace(")", " ").split():
        if word in books:
            book = word
        elif book and word in load_book(book).clauses:
            found.append(Ref(book, word))
    return tuple(found)


def cover(book: str, cases: Iterable[Case]) -> Coverage:
    """Compare a book's clauses with the laws, the data and the cases; games must have been imported before."""
    named = {ref for case in cases if not case.walked for ref in case.rule}
    cited = set(LAWS) | data_refs()
    texts = _texts(book)
    proved, unproved = [], {}
    for clause in load_book(book).clauses.values():
        lacks = [word for word, refs in (("law", cited), ("case", named)) if clause.ref not in refs]
        if clause.ref.clause in texts:
            continue
        if lacks:
            unproved[clause.ref.clause] = " and ".join(lacks)
        else:
            proved.append(clause.ref.clause)
    return Coverage(book, tuple(proved), tuple(texts), unproved)


def _texts(book: str) -> dict[str, str]:
    path = folder(book) / "coverage.toml"
    raw = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    unknown = [c for part in raw.values() for c in part if c not in load_book(book).clauses]
    if set(raw) - {"text"} or unknown:
        raise DataError(
            f"coverage.toml of {book}: expected a table 'text' of known clauses, found {unknown or list(raw)}"
        )
    return dict(raw.get("text", {}))
