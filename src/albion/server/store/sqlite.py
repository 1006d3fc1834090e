"""SQLite in one file: readers beside one writer thread that commits what has gathered in groups."""

from __future__ import annotations

import asyncio
import queue
import re
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from albion.engine.errors import DataError
from albion.server.store.database import BusyError, Row, Statement, check_not_newer, migrations
from albion.server.store.turns import hold, open_turns

_PATIENCE = 10.0
"""Seconds to wait for another process's writer."""
_GROUP = 64
"""A commit of this many units waits for no more, so that none waits long for the rest."""
_READERS = 2


@dataclass(slots=True)
class _Job:
    unit: tuple[Statement, ...]
    done: asyncio.Future[bool]
    result: bool = False
    error: Exception | None = None


class SqliteDatabase:
    """One file, write-ahead log, every commit on the disk before it is acknowledged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._gathered: list[_Job] = []
        """Units of this turn of the event loop: the writer is woken once for all of them."""
        self._local = threading.local()
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="albion-read")
        self._writer = threading.Thread(target=self._write_loop, name="albion-write", daemon=True)
        self._connections: list[sqlite3.Connection] = []
        self._seen = -1
        self._queued = 0
        """Units handed to the writer and not yet written."""

    async def open(self) -> None:
        """Make the file if need be, bring its schema up to date, start the writer."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._loop = asyncio.get_running_loop()
        self._held = hold(self.path)
        await asyncio.to_thread(self._migrate)
        self._watch = self._connect()
        self._writer.start()

    async def close(self) -> None:
        """Commit what is waiting, then close every connection."""
        if self._writer.is_alive():
            self._hand_over()
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
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
        self._gathered.append(_Job(unit, done))
        return await done

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._queued += len(gathered)
            self._jobs.put(gathered)

    def waiting(self) -> int:
        """Units that the writer has not come to yet."""
        return self._queued + len(self._gathered)

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
        connection = sqlite3.connect(
            self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
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
        except sqlite3.DatabaseError as error:
            raise DataError(f"the database {self.path} cannot be used: {error}") from error

    def _write_loop(self) -> None:
        connection = self._connect()
        turns = open_turns(self.path)
        running = True
        while running:
            jobs: list[_Job] = []
            more = self._jobs.get()
            while more is not None:
                jobs += more
                if len(jobs) >= _GROUP or self._jobs.empty():
                    break
                more = self._jobs.get()
            running = more is not None
            if jobs:
                with turns:
                    self._commit(connection, jobs)
                self._loop.call_soon_threadsafe(self._resolve, jobs)
        turns.close()

    def _commit(self, connection: sqlite3.Connection, jobs: list[_Job]) -> None:
        """Commit a group; if one of it fails, each on its own, so that it harms nobody else."""
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.result = _run(connection, job.unit)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if len(jobs) == 1:
                jobs[0].error = _told(error)
                return
            for job in jobs:
                self._commit(connection, [job])

    def _resolve(self, jobs: list[_Job]) -> None:
        self._queued -= len(jobs)
        for job in jobs:
            if job.done.done():
                continue
            if job.error is not None:
                job.done.set_exception(job.error)
            else:
                job.done.set_result(job.result)


def _run(connection: sqlite3.Connection, unit: tuple[Statement, ...]) -> bool:
    first, *rest = unit
    if connection.execute(numbered(first.sql), first.values).rowcount < 1:
        return False
    for statement in rest:
        connection.execute(numbered(statement.sql), statement.values)
    return True


def _told(error: sqlite3.Error) -> Exception:
    return BusyError(str(error)) if isinstance(error, sqlite3.OperationalError) else error


@cache
def numbered(sql: str) -> str:
    """SQLite's form of numbered values: ?1 for $1."""
    return re.sub(r"\$(\d+)", r"?\1", sql)
