"""Matches from outside: lists, invitations, deleting."""

from __future__ import annotations

import asyncio
from typing import Any

from albion.server import access, commands, responses, views
from albion.server.access import Viewer
from albion.server.catalogue import seat_names, variant_title
from albion.server.clock import now_ms
from albion.server.errors import RequestError, foreign, unknown
from albion.server.identity import Player
from albion.server.positions import unpack
from albion.server.store.rows import MatchRow
from albion.server.table import Table
from albion.server.tables import Tables

_MOST_ROUNDS = 20_000
_AT_ONCE = 10
"""Matches listed in one go."""


async def invitation(tables: Tables, invite: str, player: str | None) -> responses.Invite:
    """What one would join by an invite link."""
    match, seat = await _invited(tables, invite)
    async with tables.reading(match) as table:
        row = table.seat(seat)
        if row is None or (row.kind != "open" and (player is None or row.player != player)):
            raise unknown("invite")
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
        raise unknown("invite")
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
    """Forget a match in which nobody else ever had a part."""
    async with tables.reading(match) as table:
        _need_alone(table, player)
        while not await tables.store.delete(match, table.row.rev):
            await tables.catch_up(table)  # somebody may have sat down meanwhile, in another process
            _need_alone(table, player)
        tables.forget(table)


def _need_alone(table: Table, player: str) -> None:
    """Refuse to delete a match, unless its creator asks and nobody else ever sat there."""
    access.need_creator(table, player)
    if any(sat != player for _, sat in table.sittings):
        raise foreign("other people have played at this table: it cannot be deleted")


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
    told: list[responses.ListedMatch] = []
    for row in rows:
        if len(told) % _AT_ONCE == _AT_ONCE - 1:
            await asyncio.sleep(0)  # others' moves come between
        come = await _round(tables, row) if which == "mine" else None
        words = seat_names(tables.games, row.game)
        told.append(views.listed_view(row, seats.get(row.id, []), names, words, player, come))
    if which == "mine":
        told.sort(key=lambda m: (m.status == "over", not (m.turn and m.turn.yours)))
    return told


async def _round(tables: Tables, row: MatchRow) -> responses.ListedRound | None:
    """How far a running match has come, as it stands in memory, otherwise as it was stored a few answers ago: reading whole matches would take too long."""
    game = tables.games.get(row.game)
    if row.status != "running" or game is None or row.version != game.version:
        return None
    seq, known = tables.rounds.get(row.id, (-1, None))
    if seq == row.seq:
        return known
    state = tables.state_of(row.id)
    if state is None:
        stored = await tables.store.snapshot(row.id, row.seq)
        if stored is None:
            return None
        state = unpack(game, stored.state)
    shown: dict[str, Any] = game.view(state, None).get("round", {})
    found = responses.ListedRound(shown["number"], shown.get("of")) if "number" in shown else None
    if len(tables.rounds) >= _MOST_ROUNDS:
        tables.rounds.clear()
    tables.rounds[row.id] = (row.seq, found)
    return found
