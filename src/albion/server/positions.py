"""Positions as they leave memory: packed for the database, as one line of text for links."""

from __future__ import annotations

import zlib
from typing import Any

from albion.engine.codec import load, save
from albion.engine.game import Game
from albion.engine.state import State

_AFTER, _AT_THE_LATEST = 32, 96
_BETWEEN = " | "
"""Entries of some games hold semicolons, so these lines are divided by bars; notations read both."""


def pack(game: Game[Any], state: State) -> bytes:
    """A position for the database: JSON shrinks to a fraction at little cost."""
    return zlib.compress(save(game, state), 1)


def unpack(game: Game[Any], stored: bytes) -> Any:
    """The position that `pack` wrote."""
    return load(game, zlib.decompress(stored))


def is_due(answers: int, *, handed_over: bool) -> bool:
    """Whether to save a position this many answers after the last one saved: at a hand-over if possible, but in a long turn not too late."""
    return answers >= (_AFTER if handed_over else _AT_THE_LATEST)


def write_line(game: Game[Any], s: State) -> str:
    """The position as 'key: text | key: text'."""
    notation = game.notation
    return _BETWEEN.join(f"{key}: {notation.read(s, key)}" for key in notation.keys(s))
