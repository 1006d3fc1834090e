"""Time as players' clocks count it: only while a server was running."""

from __future__ import annotations

import json

from albion.server.clock import now_ms
from albion.server.store.database import Database, Statement

_NAME = "served"
_GRACE = 60_000
"""A longer gap between two beats was an outage, or somebody set the machine's clock: it is not counted."""


class ServedTime:
    """Milliseconds for which any process has served, kept for all of them in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._served, self._at = 0, 0

    def now(self) -> int:
        """The time served so far, as this process knows it."""
        return self._served + self._gap(now_ms())

    def moment(self, served: int) -> int:
        """When so much time will have been served, in real time, if the server keeps running."""
        now = now_ms()
        return now + served - self._served - self._gap(now)

    def _gap(self, now: int) -> int:
        gap = now - self._at
        return gap if 0 <= gap <= _GRACE else 0

    async def beat(self) -> None:
        """Count the time since the last beat of any process; if another was first, take its count."""
        now = now_ms()
        kept = await self._read()
        if kept is None:
            sql = "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
            await self._database.write(Statement(sql, (_NAME, _text(0, now))))
        else:
            self._served, self._at = kept
            sql = "UPDATE settings SET value = $2 WHERE name = $1 AND value = $3"
            new = _text(self._served + self._gap(now), now)
            unit = [Statement(sql, (_NAME, new, _text(*kept)))]
            if now - self._at > _GRACE:
                down = "INSERT INTO outages (begins, ends) VALUES ($1, $2)"
                unit.append(Statement(down, (self._at, now)))
            await self._database.write(*unit)
        self._served, self._at = await self._read() or (0, now)

    async def outages(self, since: int, until: int) -> list[tuple[int, int]]:
        """When, between two moments since 1970, no time was counted."""
        sql = "SELECT begins, ends FROM outages WHERE ends > $1 AND begins < $2 ORDER BY begins"
        rows = await self._database.fetch(sql, since, until)
        return [(max(begins, since), min(ends, until)) for begins, ends in rows]

    async def _read(self) -> tuple[int, int] | None:
        rows = await self._database.fetch("SELECT value FROM settings WHERE name = $1", _NAME)
        if not rows:
            return None
        served, at = json.loads(rows[0][0])
        return served, at


def _text(served: int, at: int) -> str:
    return json.dumps([served, at])
