"""Taking back: how far a seat may go back unasked, and the way back."""

from __future__ import annotations

import msgspec

from albion.engine.action import Seat
from albion.engine.errors import UndoError
from albion.server import access, clocks
from albion.server.entries import Entry
from albion.server.store.rows import EntryRow
from albion.server.table import Change, Table


def undo_to(table: Table, seat: Seat) -> int | None:
    """The n to which this seat may go back unasked: not past dice, a shown secret or another person's answer.

    What the seat's former player answered is another person's too, and what a bot answered there before is nobody's own.
    """
    if table.over:
        return None
    seating, floor = table.seating, table.floor
    me = seating.person(seat)
    for n in range(len(table.effective) - 1, floor, -1):
        entry = table.entries[table.effective[n]]
        row = entry.row
        if entry.final:
            return None
        if row.forced:
            continue
        if row.seat == seat and (row.player == me or (row.player is None and seating.is_alone(me))):
            return n - 1 if row.plan is None else _before_plan(table, row.plan, n)
        if (row.player or (seating.person(row.seat) if row.seat != seat else None)) not in (None, me):
            return None
    return None


def _before_plan(table: Table, plan: int, last: int) -> int | None:
    """The position before a plan; None if its answers, or those that orders gave after them, have rolled dice."""
    to = table.entries[plan].row.n - 1
    final = any(table.entries[seq].final for seq in table.effective[to + 1 : last])
    return None if final else to


def undo_text(table: Table, to: int) -> str:
    """What an undo to that position would take back, named as one: an answer, or a plan."""
    first = table.entries[table.effective[to + 1]].row
    if first.plan is None:
        return first.text or ""
    rows = [table.entries[seq].row for seq in table.effective[to + 1 :]]
    return ", ".join([row.text or "" for row in rows if row.plan == first.plan and not row.forced])


def need_undo(table: Table, seat: Seat) -> int:
    """The n to which this seat goes back unasked, or a refusal."""
    n = undo_to(table, seat)
    if n is None:
        raise UndoError(
            f"{seat} cannot undo: there is nothing to take back since the last die roll, secret or answer of another player"
        )
    return n


def open_to(table: Table, player: str, now: int) -> int | None:
    """The n to which a player is told he may go back now, with the seat of his that answered last."""
    if table.outdated:
        return None
    seat = access.undoing_seat(table, player, None)
    n = undo_to(table, seat)
    return n if n is not None and clocks.has_time(table, player, seat, n, now) else None


async def go_back(table: Table, seat: Seat, n: int, now: int) -> Change:
    """Return to the position after n answers; the caller has made sure that it is allowed."""
    if n >= table.base:
        table.match.truncate(n - table.base)
    else:
        table.match, table.base = await table.match_at(n), n
    row = EntryRow(table.row.seq + 1, n, "undo", seat, None, None, None, 0, 0, now, b"[]")
    change = table.changed_by([Entry(row)], table.effective[n], now)
    kept = [msgspec.structs.replace(c, n=min(c.n, n + 1)) for c in table.contributions]
    change.row = change.row._replace(chance=msgspec.json.encode(kept).decode())
    return change
