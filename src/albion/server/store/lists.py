"""Lists of matches from the database: a player's own, those to watch, those that changed."""

from __future__ import annotations

from albion.server.store.database import Database
from albion.server.store.rows import ListedRow, MatchRow
from albion.server.store.talk import LAST_LINE

MATCH = ", ".join(MatchRow._fields)
_MINE = "SELECT id FROM matches WHERE creator = $1 UNION SELECT match FROM seats WHERE player = $1"
"""A player's matches, by two indexes: one condition for both would be tried on every match there is."""
_LAST_PUBLIC = (
    "SELECT id FROM (SELECT id FROM matches WHERE public = 1 AND status = 'over' AND changed < $2"
    " ORDER BY changed DESC LIMIT $3) p"
)
EITHER = "m.public IN (0, 1)"
"""All matches; said so that the index by public, status and moment serves."""


class Lists:
    """Which matches somebody may want to see."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def mine(self, player: str, limit: int, before: int) -> list[ListedRow]:
        """Where this player sits or which he created, newest first; running ones before finished ones."""
        return await self._list(
            f"m.id IN ({_MINE}) AND m.changed < $2",
            "m.status = 'over', m.changed DESC",
            player,
            before,
            limit,
        )

    async def shared(
        self, player: str, game: str, options: str, answers: range, limit: int
    ) -> list[MatchRow]:
        """Running matches of a game with about this many answers that are rated or at which this player sits with others."""
        sql = (
            f"SELECT {MATCH} FROM matches m WHERE id IN (SELECT match FROM seats WHERE player = $1)"
            " AND status = 'running' AND sandbox = 0 AND game = $2 AND options = $3 AND n >= $4 AND n < $5"
            " AND (rated = 1 OR EXISTS (SELECT 1 FROM seats s WHERE s.match = m.id AND s.player <> $1)) LIMIT $6"
        )
        values = player, game, options, answers.start, answers.stop, limit
        return [MatchRow(*row) for row in await self._database.fetch(sql, *values)]

    async def public(self, limit: int, before: int) -> list[ListedRow]:
        """Running matches that everybody may watch."""
        where = "m.public = $1 AND m.status = 'running' AND m.changed < $2"
        return await self._list(where, "m.changed DESC", 1, before, limit)

    async def finished(self, player: str, limit: int, before: int) -> list[ListedRow]:
        """Matches that are over and may be seen by this player."""
        where = f"m.status = 'over' AND m.changed < $2 AND m.id IN ({_LAST_PUBLIC} UNION {_MINE})"
        return await self._list(where, "m.changed DESC", player, before, limit)

    async def _list(
        self, where: str, order: str, first: str | int, before: int, limit: int
    ) -> list[ListedRow]:
        sql = f"SELECT m.id, m.seq, m.changed, m.due, {LAST_LINE} FROM matches m WHERE {where} ORDER BY {order} LIMIT $3"
        return [ListedRow(*row) for row in await self._database.fetch(sql, first, before, limit)]

    async def changed(self, since: int) -> list[tuple[str, int, str]]:
        """Matches that changed after that moment, with the moment, once for everybody they belong to."""
        rows = await self._database.fetch(
            f"SELECT m.id, m.changed, s.player FROM matches m JOIN seats s ON s.match = m.id"
            f" WHERE {EITHER} AND m.status IN ('running', 'over') AND m.changed > $1 AND s.player IS NOT NULL"
            f" UNION SELECT m.id, m.changed, m.creator FROM matches m"
            f" WHERE {EITHER} AND m.status IN ('running', 'over') AND m.changed > $1",
            since,
        )
        return [(id, changed, player) for id, changed, player in rows]
