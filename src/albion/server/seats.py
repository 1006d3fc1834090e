"""Who sits where, and what the lobby shows of a match."""

from __future__ import annotations

from albion.engine.action import Seat
from albion.server import access, responses, views
from albion.server.access import Viewer
from albion.server.catalogue import seat_names
from albion.server.clock import now_ms
from albion.server.errors import RequestError, foreign, malformed, unknown
from albion.server.matches import place
from albion.server.tables import Tables


async def invitation(tables: Tables, invite: str, player: str | None) -> responses.Invite:
    """What one would join by an invite link."""
    match, seat = await _invited(tables, invite)
    async with tables.reading(match) as table:
        row = table.seat(seat)
        if row is None or (row.kind != "open" and (player is None or row.player != player)):
            raise unknown("invite")
        creator, _ = table.players.get(table.row.creator, (None, 0))
        return responses.Invite(
            match=match,
            game=table.row.game,
            title=table.row.title,
            seat=seat,
            name=table.words.name(seat),
            pace=table.row.pace,
            creator=creator,
            seats=views.seats_view(table, Viewer(player, None, False), now_ms()),
            yours=row.player is not None,
        )


async def _invited(tables: Tables, invite: str) -> tuple[str, str]:
    """The match and seat of an invite, or a refusal."""
    found = await tables.store.invited(invite)
    if found is None:
        raise unknown("invite")
    return found


async def claim(tables: Tables, invite: str, player: str) -> str:
    """Sit down through an invite link; the match's id."""
    match, seat = await _invited(tables, invite)
    taken = not await tables.store.claim(match, invite, player, now_ms())
    async with tables.reading(match) as table:
        row = table.seat(seat)
    if taken and (row is None or row.player != player):
        raise RequestError(409, "taken", f"the seat {seat} has been taken by somebody else")
    return match


async def reassign(tables: Tables, match: str, player: str, seat: str, to: str) -> responses.Table:
    """Give a seat to a bot or to whoever comes by a new invite; the table for a player who may have left it."""
    async with tables.reading(match) as table:
        access.need_insider(table, player)
        row = access.seat_at(table, seat)
        access.need_reassigning(table, row, player, now_ms())
        if to == "human":
            raise malformed("a seat is given to 'open' or to a bot, such as 'bot:random'")
        done = await tables.store.reassign(match, row, place(table.game, Seat(seat), to, player), now_ms())
        await tables.catch_up(table)
        if not done:
            raise RequestError(409, "taken", f"the seat {seat} has just changed hands: look again")
        mine = table.seats_of(player)
        viewer = Viewer(player, mine[0] if mine else None, access.is_insider(table, player))
        return views.table_view(table, viewer, now_ms())


async def rename(tables: Tables, match: str, player: str, title: str | None, public: bool | None) -> None:
    """Change what the lobby shows."""
    async with tables.reading(match) as table:
        access.need_creator(table, player)
        new_title = table.row.title if title is None else title or table.game.title
        new_public = bool(table.row.public) if public is None else public
        await tables.store.rename(match, new_title, new_public, now_ms())
        await tables.catch_up(table)


async def delete(tables: Tables, match: str, player: str) -> None:
    """Forget a match in which nobody else has a part."""
    async with tables.reading(match) as table:
        access.need_creator(table, player)
        if any(row.player not in (None, player) for row in table.seats):
            raise foreign("others sit at this table: it cannot be deleted")
        await tables.store.delete(match)
        tables.forget(table)


async def listing(
    tables: Tables, which: str, player: str | None, limit: int, before: int
) -> list[responses.ListedMatch]:
    """Matches for the lobby."""
    if which == "public":
        rows = await tables.store.public(limit, before)
    elif which == "finished":
        rows = await tables.store.finished(player or "", limit, before)
    else:
        rows = await tables.store.mine(player, limit, before) if player is not None else []
    seats = await tables.store.seats_of([row.id for row in rows])
    ids = {s.player for places in seats.values() for s in places if s.player is not None}
    names = {id: name for id, (name, _) in (await tables.store.players(ids)).items()}
    told = [
        views.listed_view(row, seats.get(row.id, []), names, seat_names(tables.games, row.game), player)
        for row in rows
    ]
    if which == "mine":
        told.sort(key=lambda m: (m.status == "over", not (m.turn and m.turn.yours)))
    return told
