"""SQLite in one file: readers beside one writer that commits what has gathered in groups."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from albion.engine.errors import DataError
from albion.server.store.commits import UNREADABLE, connect, numbered
from albion.server.store.database import BusyError, Row, Statement, check_not_newer, migrations
from albion.server.store.turns import hold
from albion.server.store.writers import Job, Writer, WriterLink, WriterThread

_READERS = 2


class SqliteDatabase:
    """One file, write-ahead log, every commit on the disk before it is acknowledged."""

    def __init__(self, path: Path, writer: Path | None = None) -> None:
        """`writer`: the address of a process that writes for several; None: this one writes itself."""
        self.path = path
        self._address = writer
        self._writer: Writer | None = None
        self._gathered: list[Job] = []
        """Units of this turn of the event loop: the writer is woken once for all of them."""
        self._local = threading.local()
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="albion-read")
        self._connections: list[sqlite3.Connection] = []
        self._seen = -1

    async def open(self) -> None:
        """Make the file if need be, bring its schema up to date, start the writer."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists():
            with contextlib.suppress(OSError):  # of which SQLite tells
                self.path.touch(0o600)  # it holds hands, addresses and keys: for its owner alone
        self._loop = asyncio.get_running_loop()
        self._held = hold(self.path)
        await asyncio.to_thread(self._migrate)
        self._watch = self._connect()
        self._writer = WriterThread(self.path) if self._address is None else WriterLink(self._address)
        await self._writer.start()

    async def close(self) -> None:
        """Commit what is waiting, then close every connection."""
        if self._writer is not None:
            self._hand_over()
            await self._writer.stop()
        self._readers.shutdown(wait=True)
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        if self._held is not None:
            self._held.close()

    async def fetch(self, sql: str, *values: Any) -> list[Row]:
        """Every row, read in a thread of its own so that nobody waits for the disk."""
        try:
            return await self._loop.run_in_executor(self._readers, self._read, sql, values)
        except sqlite3.OperationalError as error:
            raise BusyError(str(error)) from error

    async def write(self, *unit: Statement) -> bool:
        """Hand the unit to the writer and wait until its group is on the disk."""
        done: asyncio.Future[bool] = self._loop.create_future()
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(Job(unit, done))
        if self._writer is not None and self._writer.wants(len(self._gathered)):
            self._hand_over()
        return await done

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered and self._writer is not None:
            self._writer.put(gathered)

    def waiting(self) -> int:
        """Units that are not committed yet."""
        return len(self._gathered) + (0 if self._writer is None else self._writer.waiting)

    def writing(self) -> int:
        """Units that this process's own writer has not committed yet."""
        return self.waiting() if self._address is None else 0

    def quiet(self) -> bool:
        """Whether the file is as it was when last asked: one page read, no thread."""
        before, self._seen = self._seen, self._watch.execute("PRAGMA data_version").fetchone()[0]
        return before == self._seen

    def notice(self, match: str) -> list[Statement]:
        """Nothing: a file calls nobody, so others look at it."""
        return []

    def follow(self, heard: Callable[[str], None]) -> None:
        """Never calls."""

    def _connect(self) -> sqlite3.Connection:
        connection = connect(self.path)
        self._connections.append(connection)
        return connection

    def _read(self, sql: str, values: Sequence[Any]) -> list[Row]:
        if not hasattr(self._local, "connection"):
            self._local.connection = self._connect()
        rows: list[Row] = self._local.connection.execute(numbered(sql), values).fetchall()
        return rows

    def _migrate(self) -> None:
        try:
            connection = self._connect()
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise DataError(
                    f"the database {self.path} is damaged ({found}): restore a backup with albion restore"
                )
            connection.execute(
                "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT)"
            )
            steps = list(migrations(blob="BLOB", serial="INTEGER PRIMARY KEY AUTOINCREMENT"))
            check_not_newer(connection.execute("SELECT MAX(number) FROM migrations").fetchone()[0], steps)
            for step in steps:
                connection.execute("BEGIN IMMEDIATE")
                if not connection.execute(
                    "SELECT 1 FROM migrations WHERE number = ?", (step.number,)
                ).fetchone():
                    for statement in step.sql.split(";"):
                        connection.execute(statement)
                    connection.execute("INSERT INTO migrations VALUES (?, ?)", (step.number, step.name))
                connection.execute("COMMIT")
        except UNREADABLE as error:
            raise DataError(f"the database {self.path} cannot be used: {error}") from error
