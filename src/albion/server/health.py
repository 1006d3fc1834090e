"""Whether the server is well: it writes to the database, and checks the disk, the bots and the writer's queue."""

from __future__ import annotations

import asyncio
import shutil
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from albion.server import responses
from albion.server.clock import now_ms
from albion.server.store import BusyError
from albion.server.tables import Tables

_PATIENCE = 5.0
_FREE = 100 * 1024 * 1024
"""With fewer free bytes on the disk the server is not healthy."""
_QUEUE = 1000
_THINKING = 300.0
"""A bot that takes this many seconds over one answer is stuck."""
_FRESH = 1.0
"""For this many seconds a report is reused, so that asking often costs nothing."""


class Health:
    """The health checks of one process."""

    def __init__(self, tables: Tables, data: Path | None) -> None:
        self._tables = tables
        self._data = data
        self._known: responses.Health | None = None
        self._until = 0.0

    async def now(self) -> responses.Health:
        """Run all checks, or reuse the last report."""
        if self._known is None or time.monotonic() > self._until:
            checks = {
                "database": await self._database(),
                "disk": self._disk(),
                "bots": self._bots(),
                "queue": self._queue(),
            }
            well = all(check.ok for check in checks.values())
            self._known = responses.Health(well, package_version(), checks)
            self._until = time.monotonic() + _FRESH
        return self._known

    async def _database(self) -> responses.Check:
        """A write that must reach the disk."""
        begun = time.monotonic()
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._tables.store.beat(now_ms())
        except (BusyError, TimeoutError, OSError) as error:
            return responses.Check(False, f"cannot be written to: {str(error) or 'no answer in time'}")
        return responses.Check(True, f"a write took {1000 * (time.monotonic() - begun):.1f} ms")

    def _disk(self) -> responses.Check:
        if self._data is None:
            return responses.Check(True, "matches are kept elsewhere")
        free = shutil.disk_usage(self._data).free
        return responses.Check(free > _FREE, f"{free // 1024**2:,} MiB free")

    def _bots(self) -> responses.Check:
        busy, longest = self._tables.bot_turns.waiting()
        return responses.Check(longest < _THINKING, f"{busy} thinking, the longest for {longest:.0f} s")

    def _queue(self) -> responses.Check:
        waiting = self._tables.store.database.waiting()
        return responses.Check(waiting < _QUEUE, f"{waiting} writes waiting")


def package_version() -> str:
    """The version of the installed package."""
    try:
        return version("albion")
    except PackageNotFoundError:
        return "unknown"
