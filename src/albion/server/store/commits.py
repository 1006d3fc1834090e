"""Committing to a SQLite file: units in groups, each group on the disk before anybody is told of it."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from albion.server.store.database import BusyError, Statement
from albion.server.store.turns import open_turns

GROUP = 64
"""A commit of this many units waits for no more, so that none waits long for the rest."""
_PATIENCE = 10.0
"""Seconds to wait for another process's writer."""
_LOG = 4000
"""Pages (16 MB) in the write-ahead log after which they are copied to the file itself. Nobody is answered meanwhile, so it should be
seldom; a page that was written several times is copied once.
"""

# Python would look for a way to adapt each of these to SQLite, find none, and pass it on as it is.
sqlite3.register_adapter(bytes, bytes)
sqlite3.register_adapter(type(None), {None: None}.get)

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What a damaged file may raise: Python cannot always decode what SQLite says of it."""

Unit = tuple[Statement, ...]
Result = bool | Exception
"""Whether a unit was committed or its first statement changed no row; or why it failed."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on the disk when they return."""
    connection = sqlite3.connect(
        path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=256
    )
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint={_LOG}")
    return connection


class Commits:
    """The connection that writes."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path)
        self._turns = open_turns(path)

    def commit(self, units: Sequence[Unit]) -> list[Result]:
        """Commit a group; if one of it fails, each on its own, so that it harms nobody else."""
        try:
            with self._turns:
                return self._commit(units)
        except OSError as error:  # the lock beside the file
            return [BusyError(str(error)) for _ in units]

    def close(self) -> None:
        """Write no more."""
        self._turns.close()
        self._connection.close()

    def _commit(self, units: Sequence[Unit]) -> list[Result]:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            results: list[Result] = [_run(connection, unit) for unit in units]
            connection.execute("COMMIT")
            return results
        except Exception as error:  # whatever it is, those who wait are told, and the next group is written
            if connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
            if len(units) == 1:
                return [BusyError(str(error)) if isinstance(error, sqlite3.OperationalError) else error]
            return [result for unit in units for result in self._commit([unit])]


def _run(connection: sqlite3.Connection, unit: Unit) -> bool:
    first, *rest = unit
    if connection.execute(numbered(first.sql), first.values).rowcount < 1:
        return False
    for statement in rest:
        connection.execute(numbered(statement.sql), statement.values)
    return True


@cache
def numbered(sql: str) -> str:
    """SQLite's form of numbered values: ?1 for $1."""
    return re.sub(r"\$(\d+)", r"?\1", sql)
