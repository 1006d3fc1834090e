"""The notifications that a change calls for, for players who are not looking."""

from __future__ import annotations

from albion.server import standing
from albion.server.errors import RequestError
from albion.server.store.outbox import Note
from albion.server.table import Change, Table

REMINDABLE = 2 * 24 * 60 * 60 * 1000
"""Milliseconds a player is waited for before the others can remind them."""


def notes_of(table: Table, change: Change, now: int) -> list[Note]:
    """Whose turn it has become; at the end, that it is over."""
    row, before = change.row, table.row
    if row.status == "over" and before.status == "running":
        people = dict.fromkeys(s.player for s in table.seats if s.player is not None)
        return [Note(f"over:{row.id}", p, "over", row.id, _seat_of(table, p), now) for p in people]
    player = table.person(row.turn)
    if row.status != "running" or player is None:
        return []
    # Who was asked until now knows it, unless an order has answered instead.
    asked = None if any(entry.row.ordered for entry in change.entries) else before.turn
    if row.turn is None or row.turn == asked:
        return []
    if player == table.person(asked) or standing.ordered_answer(table) is not None:
        return []
    return [Note(f"turn:{row.id}:{row.seq}", player, "turn", row.id, row.turn, now)]


def reminder(table: Table, asker: str, now: int) -> Note:
    """The reminder for the player the others are waiting for."""
    row, player = table.row, table.person(table.row.turn)
    if row.status != "running" or row.turn is None or player is None or player == asker:
        raise RequestError(409, "nobody", "there is nobody else to wait for")
    if now - row.since < REMINDABLE:
        raise RequestError(409, "early", "a player can be reminded after two days")
    return Note(f"nudge:{row.id}:{row.seq}:{now}", player, "nudge", row.id, row.turn, now)


def _seat_of(table: Table, player: str) -> str:
    return str(table.seats_of(player)[0])
