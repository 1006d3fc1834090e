"""Matches from outside: invitations, deleting, reminders."""

from __future__ import annotations

from albion.server import access, commands, holidays, responses, views
from albion.server.access import Viewer
from albion.server.catalogue import variant_title
from albion.server.clock import now_ms
from albion.server.errors import RequestError, foreign, unknown
from albion.server.identity import Player
from albion.server.notes import reminder
from albion.server.store.outbox import Outbox, put_note
from albion.server.tables import Tables


async def invitation(tables: Tables, invite: str, player: str | None) -> responses.Invite:
    """What one would join by an invite link."""
    match, seat = await _invited(tables, invite)
    async with tables.reading(match) as table:
        row = table.seat(seat)
        if row is None or (row.kind != "open" and (player is None or row.player != player)):
            raise unknown("invitation")
        seen = sorted(p for s, p in table.sittings if s == seat) if access.knows_secrets(table, seat) else []
        return responses.Invite(
            match=match,
            game=table.row.game,
            variant=variant_title(table.row.variant),
            title=table.row.title,
            seat=seat,
            name=table.words.name(seat),
            pace=table.row.pace,
            origin=table.row.origin,
            creator=table.players.get(table.row.creator, (None, 0))[0],
            seats=views.seats_view(table, Viewer(player, None, False), now_ms()),
            seen_by=[table.player_name(p) for p in seen if p != player],
            yours=row.player is not None,
        )


async def _invited(tables: Tables, invite: str) -> tuple[str, str]:
    """The match and seat of an invite, or a refusal."""
    found = await tables.store.invited(invite)
    if found is None:
        raise unknown("invitation")
    return found


async def claim(tables: Tables, invite: str, player: Player, chance: str | None) -> str:
    """Sit down through an invite link; the match's id."""
    match, seat = await _invited(tables, invite)
    done = await commands.carry_out(tables, commands.Claim(match, player.id, player.name, seat, chance))
    row = done.table.seat(seat)
    if row is None or row.player != player.id:
        raise RequestError(409, "consent", "the others at the table must agree first: they have been asked")
    return match


async def delete(tables: Tables, match: str, player: str) -> None:
    """Delete a match in which nobody else ever took part, also one that can no longer be opened."""
    while not await tables.store.delete(match, await _last_change(tables, match, player)):
        pass  # somebody may have sat down meanwhile, at this process or another
    if (table := tables.in_memory.get(match)) is not None:
        tables.forget(table)


async def _last_change(tables: Tables, match: str, player: str) -> int:
    """The number of the last change of a match's seats; a refusal unless its creator asks and nobody else ever sat there."""
    row = await tables.store.match(match)
    if row is None:
        raise unknown("match")
    access.need_creator(row, player)
    if any(sat != player for _, sat in await tables.store.sittings(match)):
        raise foreign("other people have played at this table: it cannot be deleted")
    return row.rev


async def remind(tables: Tables, outbox: Outbox, match: str, player: str) -> None:
    """Notify the player who is waited for, once a day."""
    async with tables.reading(match) as table:
        access.need_insider(table, player)
        note = reminder(table, player, now_ms())
        name = table.player_name(note.player)
        if await holidays.is_away(table, note.seat, note.now):
            raise RequestError(409, "holiday", f"{name} is on holiday")
    if not any(channel.confirmed for channel in await outbox.channels(note.player)):
        raise RequestError(409, "unreachable", f"{name} has set up no notifications")
    tables.limits.reminder(match)
    await tables.store.database.write(put_note(note))
