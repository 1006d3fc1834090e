"""The table of a moment kept as bytes, so that it can be set back whole, whatever fields a game adds."""

from __future__ import annotations

import typing
from functools import cache
from typing import Any

import msgspec

from albion.engine.step import Step
from albion.kernels.britannia.state import BritState

PROCEDURE = frozenset({"dice", "agenda", "outcome", "checkpoint", "careful"})
"""What is not the table: chance, what is still to do, and the checkpoint's own bookkeeping."""


def remember(s: BritState) -> None:
    """Note the table as it is now."""
    kind: Any = type(s)
    s.checkpoint = msgspec.json.encode([getattr(s, name) for name in _fields(kind)])


def set_back(s: BritState) -> None:
    """Set every field of the table to what it was when it was last noted."""
    kind: Any = type(s)
    for name, value in zip(_fields(kind), _decoder(kind).decode(s.checkpoint), strict=True):
        setattr(s, name, value)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[tuple[Any, ...]]:
    hints = tuple(_fields(kind).values())
    return msgspec.json.Decoder(tuple[hints], strict=False)  # type: ignore[valid-type]


@cache
def _fields(kind: Any) -> dict[str, Any]:
    """Every field of the table with its type, those of later chapters included."""
    hints = typing.get_type_hints(kind, localns={"Step": Step})
    kept = {n: h for n, h in hints.items() if typing.get_origin(h) is not typing.ClassVar}
    return {n: h for n, h in kept.items() if n not in PROCEDURE and n not in kind.shared}
