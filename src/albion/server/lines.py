"""Whole positions in one line of text, for links."""

from __future__ import annotations

from typing import Any

from albion.engine.game import Game
from albion.engine.state import State

_BETWEEN = " | "
"""Entries of some games hold semicolons, so these lines are divided by bars; notations read both."""


def write_line(game: Game[Any], s: State) -> str:
    """The position as 'key: text | key: text'."""
    notation = game.notation
    return _BETWEEN.join(f"{key}: {notation.read(s, key)}" for key in notation.keys(s))
