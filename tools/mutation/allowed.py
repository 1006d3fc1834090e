"""The list of changes that no case can notice, because they change nothing in play: allowed.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from .mutants import Mutant

ALLOWED = Path(__file__).resolve().parent / "allowed.toml"


class AllowedError(Exception):
    """The list is wrong or no longer true."""


class Allowed(NamedTuple):
    """A change that may survive."""

    file: str
    """Below src/albion."""
    source: str
    """The line."""
    new: str
    """What would stand there."""
    reason: str


def read_allowed(path: Path = ALLOWED) -> list[Allowed]:
    """Every listed change; each has a reason."""
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", []) if path.is_file() else []
    except tomllib.TOMLDecodeError as error:
        raise AllowedError(f"{path.name}: not TOML: {error}") from error
    for row in rows:
        if set(row) != set(Allowed._fields) or not row["reason"]:
            raise AllowedError(f"{path.name}: each mutant needs file, source, new and a reason, found {row}")
    return [Allowed(**row) for row in rows]


def stale(rows: list[Allowed], possible: list[Mutant]) -> list[Allowed]:
    """Listed changes to the files of these mutants that are not among them."""
    files = {m.file for m in possible}
    changes = {(m.file, m.source, m.new) for m in possible}
    return [row for row in rows if row.file in files and (row.file, row.source, row.new) not in changes]
