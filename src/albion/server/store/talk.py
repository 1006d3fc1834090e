"""Talk at tables and private notes in the database."""

from __future__ import annotations

from collections.abc import Sequence

from albion.server.store.database import Database, Statement, marks
from albion.server.store.rows import ChatRow

PUT_LINE = "INSERT INTO chat (match, player, time, text, kind) VALUES ($1, $2, $3, $4, $5)"
LAST_LINE = "COALESCE((SELECT MAX(c.id) FROM chat c WHERE c.match = m.id), 0)"
"""The last line of talk of a match `m`."""


class Talk:
    """What is said at tables, and what players note for themselves."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def say(self, match: str, player: str, text: str, now: int) -> None:
        """Add a line of talk."""
        said = Statement(PUT_LINE, (match, player, now, text, "say"))
        await self._database.write(said, *self._database.notice(match))

    async def chat(self, match: str, since: int = 0, after: int = 0) -> list[ChatRow]:
        """The talk since that id and after that line, oldest first; of very long talk the latest part."""
        sql = (
            "SELECT c.id, c.n, c.player, COALESCE(p.name, ''), c.time, c.text, c.kind FROM"
            " (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS n, player, time, text, kind FROM chat WHERE match = $1) c"
            " LEFT JOIN players p ON p.id = c.player WHERE c.id > $2 AND c.n > $3 ORDER BY c.id DESC LIMIT 500"
        )
        return [ChatRow(*row) for row in reversed(await self._database.fetch(sql, match, since, after))]

    async def last_said(self, matches: Sequence[str], but: str) -> dict[str, ChatRow]:
        """The last line of talk in each of these matches that this player did not write."""
        if not matches:
            return {}
        sql = (
            "SELECT c.match, c.id, 0, c.player, COALESCE(p.name, ''), c.time, c.text, c.kind FROM chat c"
            " LEFT JOIN players p ON p.id = c.player WHERE c.id IN (SELECT MAX(id) FROM chat"
            f" WHERE match IN ({marks(len(matches), 2)}) AND kind = 'say' AND player <> $1 GROUP BY match)"
        )
        return {match: ChatRow(*row) for match, *row in await self._database.fetch(sql, but, *matches)}

    async def notes(self, match: str, player: str) -> str:
        """What a player wrote for himself alone."""
        rows = await self._database.fetch(
            "SELECT text FROM notes WHERE match = $1 AND player = $2", match, player
        )
        return rows[0][0] if rows else ""

    async def put_notes(self, match: str, player: str, text: str) -> None:
        """Keep a player's notes."""
        sql = (
            "INSERT INTO notes (match, player, text) VALUES ($1, $2, $3)"
            " ON CONFLICT (match, player) DO UPDATE SET text = excluded.text"
        )
        await self._database.write(Statement(sql, (match, player, text)))
