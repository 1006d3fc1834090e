"""When players are away and their clocks stand still."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from albion.server.store.database import Database, Statement


class HolidayRow(NamedTuple):
    """From when to when, in milliseconds since 1970."""

    id: int
    player: str
    begins: int
    ends: int


class HolidayRows:
    """Holidays in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, players: Iterable[str]) -> list[HolidayRow]:
        """The holidays of these players, earliest first."""
        wanted = tuple(sorted(set(players)))
        if not wanted:
            return []
        marks = ", ".join(f"${n}" for n in range(1, len(wanted) + 1))
        sql = f"SELECT id, player, begins, ends FROM holidays WHERE player IN ({marks}) ORDER BY begins"
        return [HolidayRow(*row) for row in await self._database.fetch(sql, *wanted)]

    async def add(self, player: str, begins: int, ends: int, known: int) -> bool:
        """One more; False if the player has not as many as `known`: another was added or called off meanwhile."""
        # The player's row is held first, so that of two requests at once the second sees what the first has done.
        hold = Statement("UPDATE players SET seen = seen WHERE id = $1", (player,))
        sql = (
            "INSERT INTO holidays (player, begins, ends) SELECT $1, CAST($2 AS BIGINT), CAST($3 AS BIGINT)"
            " WHERE (SELECT COUNT(*) FROM holidays WHERE player = $1) = $4"
        )
        await self._database.write(hold, Statement(sql, (player, begins, ends, known)))
        return any((h.begins, h.ends) == (begins, ends) for h in await self.of([player]))

    async def end(self, player: str, id: int, now: int) -> bool:
        """End one now, or call it off if it has not begun; False if there is none."""
        shorter = "UPDATE holidays SET ends = $3 WHERE id = $1 AND player = $2 AND ends > $3"
        off = "DELETE FROM holidays WHERE id = $1 AND player = $2 AND begins >= $3"
        values = (id, player, now)
        return await self._database.write(Statement(shorter, values), Statement(off, values))
