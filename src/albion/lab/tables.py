"""The tables of a run: their columns, and rows on their way into them."""

from __future__ import annotations

from collections.abc import Collection
from io import BytesIO
from typing import Any

import polars as pl

_KEY = {"arm": pl.String, "n": pl.Int64}
SCHEMAS: dict[str, dict[str, Any]] = {
    "games": {
        **_KEY,
        "game": pl.String,
        "version": pl.Int64,
        "options": pl.String,
        "seed": pl.Int64,
        "decisions": pl.Int64,
        "rounds": pl.Int64,
        "winners": pl.Int64,
    },
    "seats": {
        **_KEY,
        "seat": pl.String,
        "bot": pl.String,
        "player": pl.Int64,
        "points": pl.Int64,
        "won": pl.Float64,
        "rank": pl.Int64,
        "dice": pl.Int64,
        "luck": pl.Float64,
    },
    "points": {**_KEY, "round": pl.Int64, "faction": pl.String, "seat": pl.String, "points": pl.Int64},
    "sources": {**_KEY, "round": pl.Int64, "faction": pl.String, "source": pl.String, "points": pl.Int64},
    "areas": {**_KEY, "round": pl.Int64, "place": pl.String, "faction": pl.String, "pieces": pl.Int64},
    "counts": {
        **_KEY,
        "round": pl.Int64,
        "kind": pl.String,
        "who": pl.String,
        "count": pl.Int64,
        "total": pl.Int64,
    },
    "times": {**_KEY, "seconds": pl.Float64},
}
"""Every table with its columns; `times` alone may differ from one run of the same experiment to the next."""

ALWAYS = ("games", "seats", "times")
"""Tables that every run has, whatever it records besides."""


class Rows:
    """Rows of one arm on their way into frames, kept column by column; the arm's name is added to all of them at the end."""

    def __init__(self, arm: str) -> None:
        self.arm = arm
        self.columns: dict[str, list[list[Any]]] = {
            name: [[] for _ in range(len(schema) - 1)] for name, schema in SCHEMAS.items()
        }

    def add(self, table: str, *row: Any) -> None:
        """One row."""
        for column, value in zip(self.columns[table], row, strict=True):
            column.append(value)

    def extend(self, table: str, n: int, *columns: Collection[Any]) -> None:
        """Rows of game n, column by column: far cheaper than row by row."""
        first, *others = self.columns[table]
        first += [n] * len(columns[0])
        for column, values in zip(others, columns, strict=True):
            column += values

    def count(self) -> int:
        """How many rows there are in all tables."""
        return sum(len(columns[0]) for columns in self.columns.values())

    def frames(self) -> dict[str, pl.DataFrame]:
        """Every table that has rows."""
        found = {}
        for name, columns in self.columns.items():
            if columns[0]:
                schema = dict(list(SCHEMAS[name].items())[1:])
                frame = pl.DataFrame(dict(zip(schema, columns, strict=True)), schema=schema)
                found[name] = frame.select(pl.lit(self.arm).alias("arm"), pl.all())
        return found


Packed = dict[str, bytes]
"""Frames on their way from a worker to the collecting process."""


def pack(rows: Rows) -> Packed:
    """Frames as bytes that any process can read."""
    packed = {}
    for name, frame in rows.frames().items():
        buffer = BytesIO()
        frame.write_ipc(buffer)
        packed[name] = buffer.getvalue()
    return packed


def unpack(packed: Packed) -> dict[str, pl.DataFrame]:
    """The frames that `pack` wrote."""
    return {name: pl.read_ipc(BytesIO(data)) for name, data in packed.items()}
