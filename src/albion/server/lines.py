"""Whole positions in one line of text, for links."""

from __future__ import annotations

from typing import Any

from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.state import State

_BETWEEN = " | "
"""Entries of some games hold semicolons, so these lines are divided by bars; both are read."""


def write_line(game: Game[Any], s: State) -> str:
    """The position as 'key: text | key: text'."""
    notation = game.notation
    return _BETWEEN.join(f"{key}: {notation.read(s, key)}" for key in notation.keys(s))


def place_line(game: Game[Any], s: State, line: str) -> None:
    """Put a line's entries on an empty table; one that needs another comes after it, whatever their order."""
    waiting = _entries(line)
    while waiting:
        later: list[tuple[str, str]] = []
        problem: DataError | None = None
        for key, text in waiting:
            try:
                game.notation.place(s, key, text)
            except DataError as error:
                later.append((key, text))
                problem = problem or error
        if problem is not None and len(later) == len(waiting):
            raise problem
        waiting = later


def _entries(line: str) -> list[tuple[str, str]]:
    parts = line.split("|" if "|" in line else ";")
    found = []
    for part in parts:
        key, colon, text = part.strip().partition(":")
        if colon:
            found.append((key.strip(), text.strip()))
        elif part.strip():
            raise DataError(f"'{part.strip()[:60]}' is no part of a position: expected 'key: text'")
    return found
