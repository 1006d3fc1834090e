"""One page on what changes between the three Britannia rulesets, from their clauses and their numbers."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Any

from albion import games
from albion.engine.cite import BOOKS as BOOKS_FOLDER
from albion.engine.cite import Clause, folder, load_book

BOOKS = ("redux-core", "redux-leaders", "britannia-2005")
TOPICS = BOOKS_FOLDER.parent / "kernels" / "britannia" / "data" / "topics.toml"

NUMBERS = (
    ("armies of a nation in a clear area", "stacking", "clear"),
    ("armies of a nation in a difficult area", "stacking", "difficult"),
    ("its one overstack in a clear area", "stacking", "overstack_clear"),
    ("its one overstack in a difficult area", "stacking", "overstack_difficult"),
    ("population points of a clear area", "population", "clear"),
    ("population points of a difficult area", "population", "difficult"),
    ("population points for a new army", "population", "per_army"),
    ("most that stays on the population track", "population", "track_max"),
    ("areas an infantry army moves", "movement", "areas"),
    ("a die hits on", "combat", "hit"),
)


def differences() -> str:
    """The whole page, as Markdown."""
    titles = [games.find_game(book).title for book in BOOKS]
    lines = ["# Coming from another edition: what changes", ""]
    lines += [
        "Three rulesets on one map. Leaders and Raiders is the Core game plus what is listed for it; where it",
        "says nothing, the Core rule holds. Each sentence is a clause, named so that the table can cite it.",
    ]
    lines += ["", "## In numbers", "", f"| | {titles[0]} | {titles[2]} |", "|---|---|---|"]
    lines += list(_numbers())
    for topic in tomllib.loads(TOPICS.read_text(encoding="utf-8"))["topic"]:
        lines += ["", f"## {topic['title']}"]
        for book, title in zip(BOOKS, titles, strict=True):
            lines += _said(book, title, topic[book])
    return "\n".join(lines) + "\n"


def _numbers() -> Iterable[str]:
    core, other = (_limits(book) for book in ("redux-core", "britannia-2005"))
    for label, part, key in NUMBERS:
        yield f"| {label} | {core[part].get(key, 'no limit')} | {other[part].get(key, 'no limit')} |"


def _limits(book: str) -> dict[str, Any]:
    return tomllib.loads((folder(book) / "data" / "limits.toml").read_text(encoding="utf-8"))


def _said(book: str, title: str, starts: list[str]) -> list[str]:
    found = [c for start in starts for c in load_book(book).clauses.values() if belongs(c, start)]
    if not found:
        return ["", f"**{title}**: {'as in the Core game' if book == 'redux-leaders' else 'no such rule'}."]
    return ["", f"**{title}**", "", *(f"- {c.text} `{c.ref.clause}`" for c in found)]


def belongs(clause: Clause, start: str) -> bool:
    """Whether a clause is the one named, or one of the section named by an id ending in a dot."""
    name = clause.ref.clause
    if not start.endswith("."):
        return name == start
    rest = name.removeprefix(start)
    sections = start[0].isdigit()
    return name.startswith(start) and not (sections and "." in rest)
