"""Proposals to the other players, and carrying them out once everybody has agreed."""

from __future__ import annotations

from albion.engine.action import Seat
from albion.engine.errors import UndoError
from albion.server import access, consent, holidays, relief, seats, taking_back
from albion.server.table import Change, Table


async def ask_undo(table: Table, player: str, seat: Seat, to: int, now: int) -> Change:
    """Ask everybody else to go back further than one may alone; with nobody else at the table it is done at once."""
    if table.over or not table.floor <= to < table.n:
        raise UndoError(f"there is no earlier position {to} to go back to")
    others = consent.concerned(table, "undo", player, seat)
    if not others and table.row.rated:
        raise UndoError(
            "in a rated match you cannot go back that far on your own, even when everybody else has left"
        )
    if not others:
        return await _go_back(table, seat, player, to, now)
    asks = f"{table.player_name(player)} asks to go back to move {to}. Everybody must agree."
    return consent.propose(table, "undo", player, seat, now, asks, to)


def ask_migration(table: Table, player: str, now: int) -> Change | None:
    """Ask everybody else to go on under the present rules; with nobody else at the table it is done at once."""
    if not table.outdated:
        return None
    mine = access.undoing_seat(table, player, None)
    if not consent.concerned(table, "migrate", player, mine):
        return table.migrate(now)
    asks = f"{table.player_name(player)} asks to continue under version {table.game.version} of the rules."
    unrated = " The match would no longer be rated." if table.row.rated else ""
    return consent.propose(table, "migrate", player, mine, now, f"{asks}{unrated} Everybody must agree.")


async def answer(table: Table, player: str, id: int, agree: bool, now: int) -> Change:
    """A player agrees, or declines; the last to agree lets it be done."""
    if not agree:
        return relief.after_vote(table, consent.declined(table, player, id, now))
    agreed = consent.agreed(table, player, id, now)
    if isinstance(agreed, Change):
        return agreed
    if agreed.kind == "undo":
        access.need_present_rules(table)
        return await _go_back(table, Seat(agreed.seat), agreed.player, agreed.to or 0, now)
    if agreed.kind == "migrate":
        return table.migrate(now)
    row = access.seat_at(table, agreed.seat)
    if agreed.kind == "timeout":
        return relief.bot_takes_over(table, Seat(row.seat), now, "Everybody agrees")
    if agreed.kind == "claim":
        return seats.sit(table, row, agreed.player, agreed.chance, now)
    # A player who has come back since it was proposed, or is on holiday now, keeps the seat.
    access.need_reassigning(table, row, agreed.player, "open", now)
    await holidays.need_home(table, row.seat, agreed.player, now)
    opened = seats.place(table.game, Seat(row.seat), "open", agreed.player)
    return seats.hand_over(table, opened, agreed.player, now)


async def _go_back(table: Table, seat: Seat, player: str, to: int, now: int) -> Change:
    change = await taking_back.go_back(table, seat, to, now)
    change.notices.append(f"{table.player_name(player)} undoes everything after move {to}.")
    change.row = change.row._replace(rev=table.row.rev + 1)
    return change
