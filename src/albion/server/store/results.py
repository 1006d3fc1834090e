"""Results of finished matches, and the ratings that follow from them, in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from albion.server.store.database import Database, Statement

_NEXT = "counted"
"""The setting that holds how many matches have been counted."""


class ResultRow(NamedTuple):
    """How one person did in one match."""

    match: str
    nth: int
    """Matches are counted one after the other, in the order of this number."""
    player: str
    seat: str
    game: str
    seats: int
    place: int
    """1 for the winners; players with the same place are level."""
    score: int
    ended: int
    public: int
    """Whether others than the player may be told."""
    mu: float | None
    """The rating after this match; None: the match is not rated."""
    sigma: float | None
    dice: int
    expected: float
    came: float
    variance: float


_RESULT = ", ".join(ResultRow._fields)
_MARKS = ", ".join(f"${n}" for n in range(1, len(ResultRow._fields) + 1))


class Results:
    """Everything that has been counted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def uncounted(self, limit: int) -> list[str]:
        """Finished matches, begun here and never a sandbox, that have not been counted; the oldest first."""
        rows = await self._database.fetch(
            "SELECT id FROM matches m WHERE status = 'over' AND origin = 'new' AND sandbox = 0"
            " AND NOT EXISTS (SELECT 1 FROM counted c WHERE c.match = m.id) ORDER BY changed LIMIT $1",
            limit,
        )
        return [id for (id,) in rows]

    async def counted(self) -> int:
        """How many matches have been counted."""
        sql = "INSERT INTO settings (name, value) VALUES ($1, '0') ON CONFLICT DO NOTHING"
        await self._database.write(Statement(sql, (_NEXT,)))
        rows = await self._database.fetch("SELECT value FROM settings WHERE name = $1", _NEXT)
        return int(rows[0][0])

    async def count(self, match: str, nth: int, results: Iterable[ResultRow]) -> bool:
        """Count a match as the nth; False, and nothing done, if another was counted meanwhile."""
        step = "UPDATE settings SET value = $2 WHERE name = $1 AND value = $3"
        put = f"INSERT INTO results ({_RESULT}) VALUES ({_MARKS})"
        return await self._database.write(
            Statement(step, (_NEXT, str(nth), str(nth - 1))),
            Statement("INSERT INTO counted (match, nth) VALUES ($1, $2)", (match, nth)),
            *(Statement(put, tuple(row)) for row in results),
        )

    async def of_player(self, player: str) -> list[ResultRow]:
        """A player's results, the newest first."""
        sql = f"SELECT {_RESULT} FROM results WHERE player = $1 ORDER BY nth DESC"
        return [ResultRow(*row) for row in await self._database.fetch(sql, player)]

    async def ratings(self, game: str, seats: int) -> list[ResultRow]:
        """Everybody's last rated result in this game with this number of seats."""
        sql = (
            f"SELECT {_RESULT} FROM results r WHERE game = $1 AND seats = $2 AND mu IS NOT NULL AND NOT EXISTS"
            " (SELECT 1 FROM results x WHERE x.player = r.player AND x.game = r.game AND x.seats = r.seats"
            " AND x.mu IS NOT NULL AND x.nth > r.nth)"
        )
        return [ResultRow(*row) for row in await self._database.fetch(sql, game, seats)]

    async def rated_matches(self, game: str, seats: int) -> dict[str, int]:
        """How many rated matches everybody has played in this game with this number of seats."""
        sql = (
            "SELECT player, COUNT(*) FROM results WHERE game = $1 AND seats = $2 AND mu IS NOT NULL"
            " GROUP BY player"
        )
        return dict(await self._database.fetch(sql, game, seats))

    async def together(self, game: str, players: Sequence[str], since: int) -> int:
        """How many rated matches exactly these people have finished with each other since then."""
        marks = ", ".join(f"${n}" for n in range(4, 4 + len(players)))
        sql = (
            "SELECT COUNT(*) FROM (SELECT match FROM results WHERE game = $1 AND seats = $2 AND ended >= $3 AND mu IS NOT NULL"
            f" AND player IN ({marks}) GROUP BY match HAVING COUNT(*) = $2) AS those"
        )
        rows = await self._database.fetch(sql, game, len(players), since, *players)
        return int(rows[0][0])

    async def profile(self, handle: str) -> str | None:
        """The player behind a handle."""
        rows = await self._database.fetch("SELECT player FROM profiles WHERE handle = $1", handle)
        return rows[0][0] if rows else None

    async def put_profiles(self, handles: Sequence[tuple[str, str]]) -> None:
        """Remember by which handles players are found."""
        sql = "INSERT INTO profiles (handle, player) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        for handle in handles:
            await self._database.write(Statement(sql, handle))
