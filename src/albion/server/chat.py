"""Talk at a table, and private notes."""

from __future__ import annotations

from albion.server import access, responses, views
from albion.server.access import Viewer
from albion.server.clock import now_ms
from albion.server.names import unpiled
from albion.server.table import Table
from albion.server.tables import Tables


async def say(tables: Tables, match: str, player: str, text: str) -> responses.ChatLine:
    """Add a line of talk."""
    async with tables.reading(match) as table:
        access.need_insider(table, player)
        await tables.store.talk.say(match, player, unpiled(text), now_ms())
        before = table.chat
        await tables.read_chat(table)
        mine = [line for line in await tables.store.talk.chat(match, before) if line.player == player]
        return views.chat_view(table, mine[-1], player)


async def lines(table: Table, viewer: Viewer, after: int = 0) -> list[responses.ChatLine]:
    """The talk at a table after that line."""
    said = await table.store.talk.chat(table.id, after=after)
    return [views.chat_view(table, line, viewer.player) for line in said]


async def notes(tables: Tables, match: str, player: str, text: str | None = None) -> responses.Notes:
    """A player's own notes, after writing them if a text is given."""
    async with tables.reading(match) as table:
        access.need_insider(table, player)
        if text is not None:
            await tables.store.talk.put_notes(match, player, text)
        return responses.Notes(await tables.store.talk.notes(match, player))
