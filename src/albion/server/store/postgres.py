"""PostgreSQL by a URL: units are transactions on a pool, and the server itself groups their commits."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from albion.engine.errors import DataError
from albion.server.store.database import BusyError, Row, Statement, check_current, check_not_newer, migrations

_PATIENCE = 10.0
_CONNECTIONS = 8
_CHANNEL = "albion"
_AGAIN = 1.0
"""Seconds before a lost connection is tried again."""
_MIGRATING = 0x41_4C_42_49
"""The number of the lock that one migrating process holds."""
_NEWEST = "SELECT MAX(number) FROM migrations"


class PostgresDatabase:
    """A database on a server, which several processes on several machines may share."""

    def __init__(self, url: str, upgrade: bool = True) -> None:
        """Without `upgrade` the schema must be this version's already."""
        self.url = url
        self._upgrade = upgrade
        self._pool: Any = None
        self._name = secrets.token_hex(4)
        """By which this process knows its own notifications."""
        self._follower: asyncio.Task[None] | None = None
        self._listening = False
        self._missed = True

    async def open(self) -> None:
        """Connect and bring the schema up to date."""
        try:
            asyncpg = importlib.import_module("asyncpg")
        except ImportError as error:
            raise DataError(
                "a PostgreSQL database needs the package asyncpg: pip install 'albion[postgres]'"
            ) from error
        try:
            self._pool = await asyncpg.create_pool(
                self.url, min_size=1, max_size=_CONNECTIONS, command_timeout=_PATIENCE
            )
            await self._migrate()
        except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise DataError(f"the PostgreSQL database cannot be used: {error}") from error
        self._connect = partial(asyncpg.connect, self.url)
        # The last of them is raised for a connection that was cut off in the middle of a request.
        self._trouble = (
            OSError,
            TimeoutError,
            asyncpg.PostgresError,
            asyncpg.InterfaceError,
            asyncpg.InternalClientError,
        )

    async def close(self) -> None:
        """Disconnect."""
        if self._follower is not None:
            self._follower.cancel()
            await asyncio.gather(self._follower, return_exceptions=True)
        if self._pool is not None:
            await self._pool.close()

    async def fetch(self, sql: str, *values: Any) -> list[Row]:
        """Every row of a question."""
        try:
            return [tuple(row) for row in await self._pool.fetch(sql, *values)]
        except self._trouble as error:
            raise BusyError(str(error)) from error

    async def write(self, *unit: Statement) -> bool:
        """One transaction; given up before it begins if its first statement changes no row."""
        first, *rest = unit
        try:
            async with self._pool.acquire(timeout=_PATIENCE) as connection, connection.transaction():
                status = await connection.execute(first.sql, *first.values)
                if status.endswith(" 0"):
                    return False
                for statement in rest:
                    await connection.execute(statement.sql, *statement.values)
            return True
        except self._trouble as error:
            raise BusyError(str(error)) from error

    def waiting(self) -> int:
        """Units that wait for a connection of the pool."""
        return 0 if self._pool is None else max(0, self._pool.get_size() - self._pool.get_idle_size())

    def writing(self) -> int:
        """None: the database writes."""
        return 0

    def quiet(self) -> bool:
        """Whether everything written since has been told; after a connection was lost, something may be missing."""
        missed, self._missed = self._missed, not self._listening
        return self._listening and not missed

    def notice(self, match: str) -> list[Statement]:
        """A notification that comes with the commit, marked so that its sender knows it again."""
        return [Statement("SELECT pg_notify($1, $2)", (_CHANNEL, f"{self._name} {match}"))]

    def follow(self, heard: Callable[[str], None]) -> None:
        """Listen on a connection of its own, and connect again whenever it is lost."""
        self._follower = asyncio.create_task(self._follow(heard))

    async def _follow(self, heard: Callable[[str], None]) -> None:
        def told(connection: Any, pid: int, channel: str, payload: str) -> None:
            sender, _, match = payload.partition(" ")
            if sender != self._name:
                heard(match)

        while True:
            with contextlib.suppress(*self._trouble):
                await self._listen(told)
            await asyncio.sleep(_AGAIN)

    async def _listen(self, told: Callable[[Any, int, str, str], None]) -> None:
        """Until the connection is lost."""
        lost = asyncio.Event()
        connection = await self._connect(timeout=_PATIENCE)
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(_CHANNEL, told)
            self._listening = True
            await lost.wait()
        finally:
            self._listening = False
            connection.terminate()

    async def _migrate(self) -> None:
        steps = list(migrations(blob="BYTEA", serial="BIGSERIAL PRIMARY KEY"))
        async with self._pool.acquire() as connection, connection.transaction():
            if not self._upgrade:
                there = await connection.fetchval("SELECT to_regclass('migrations') IS NOT NULL")
                check_current(await connection.fetchval(_NEWEST) if there else 0, steps)
                return
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATING)
            await connection.execute(
                "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT)"
            )
            check_not_newer(await connection.fetchval(_NEWEST), steps)
            for step in steps:
                if not await connection.fetch("SELECT 1 FROM migrations WHERE number = $1", step.number):
                    await connection.execute(step.sql)
                    await connection.execute("INSERT INTO migrations VALUES ($1, $2)", step.number, step.name)
