"""The table as it was at one moment, kept so that all of it can be restored, whatever fields a game adds."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Self

import msgspec

from albion.engine.errors import DataError
from albion.engine.plain import field_types, plain, read

if TYPE_CHECKING:
    from albion.kernels.britannia.state import BritState

PROCEDURE = frozenset({"dice", "agenda", "outcome", "checkpoint", "careful"})
"""What is not the table: chance, what is still to do, and the checkpoint's own bookkeeping."""


class Checkpoint:
    """A copy of the table that nobody changes, so that clones may share it; written as bytes when it is saved."""

    __slots__ = ("_data", "_table")

    def __init__(self, table: BritState | None, data: bytes = b"") -> None:
        self._table, self._data = table, data

    def written(self) -> bytes:
        """The table as bytes; empty if nothing was noted."""
        if not self._data and self._table is not None:
            self._data = msgspec.json.encode(
                [_in_order(value) for value in _values(self._table)], enc_hook=plain
            )
        return self._data

    @classmethod
    def read(cls, data: bytes) -> Self:
        """The checkpoint that was written so."""
        return cls(None, data)

    def table(self, s: BritState) -> BritState:
        """The table, which nobody may change; in a checkpoint that was saved it is of the same kind as this one."""
        if self._table is None:
            kind: Any = type(s)
            table = _alone(s)
            try:
                for name, value in zip(_fields(kind), _decoder(kind).decode(self._data), strict=True):
                    setattr(table, name, value)
            except (msgspec.MsgspecError, ValueError) as error:
                raise DataError(f"the table a phase began with cannot be read: {error}") from error
            self._table = table
        return self._table

    def __bool__(self) -> bool:
        return self._table is not None or bool(self._data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Checkpoint) or self is other:
            return self is other
        like = self._table or other._table
        if like is None or self.written() == other.written():
            return self.written() == other.written()
        # Older versions wrote sets in whatever order they had.
        return bool(self) and bool(other) and _values(self.table(like)) == _values(other.table(like))

    def __hash__(self) -> int:
        return hash(len(self.written()))


NOTHING_NOTED = Checkpoint(None)


def noted(s: BritState) -> Checkpoint:
    """The table as it is now."""
    return Checkpoint(_alone(s))


def _alone(s: BritState) -> BritState:
    """A copy of the table without what is still to do."""
    table = s.clone()
    table.agenda, table.checkpoint = [], NOTHING_NOTED
    return table


def _values(table: BritState) -> list[Any]:
    """What is kept of a table, field by field."""
    kind: Any = type(table)
    return [getattr(table, name) for name in _fields(kind)]


def _in_order(value: Any) -> Any:
    """A set in the same order in every process: the same table is always the same bytes."""
    return sorted(value) if isinstance(value, frozenset) else value


def set_back(s: BritState, to: Checkpoint) -> None:
    """Lay the table out as it was when it was noted."""
    s.lay_out(to.table(s))


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[tuple[Any, ...]]:
    hints = tuple(_fields(kind).values())
    return msgspec.json.Decoder(tuple[hints], dec_hook=read)  # type: ignore[valid-type]


@cache
def _fields(kind: Any) -> dict[str, Any]:
    """Every field of the table with its type: first those that every reduX game saves, then those of later chapters.

    They are saved without names, so their order is how stored matches are read.
    """
    from albion.kernels.britannia.state import BritState as first  # which imports this module

    every = {n: h for n, h in field_types(kind).items() if n not in PROCEDURE and n not in kind.shared}
    of_all = [n for n in every if n in field_types(first) and n not in first.shared]
    return {n: every[n] for n in (*of_all, *every)}
