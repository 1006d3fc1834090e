"""Holidays: a player's clocks stop while they are away, for a limited number of days a year."""

from __future__ import annotations

from albion.server.clock import iso
from albion.server.clock_shapes import Holiday, Holidays
from albion.server.errors import RequestError, malformed, unknown
from albion.server.store.holidays import HolidayRow, HolidayRows
from albion.server.table import Table

_DAY = 24 * 3600_000
DAYS = 42
"""Days of holiday per year."""


async def need_home(table: Table, seat: str, player: str, now: int) -> None:
    """Refuse to replace somebody else who is on holiday."""
    if table.person(seat) != player and await is_away(table, seat, now):
        raise RequestError(409, "holiday", f"the player of {seat} is on holiday and cannot be replaced")


async def is_away(table: Table, seat: str, now: int) -> bool:
    """Whether a seat's player is on holiday."""
    sitting = table.person(seat)
    rows = await table.holidays.of([sitting]) if sitting is not None else []
    return any(h.begins <= now < h.ends for h in rows)


async def come_back(table: Table, player: str, now: int) -> None:
    """A player who answers at a table with a clock is back: nobody plays on without time running."""
    for h in await table.holidays.of([player]) if table.row.clock else []:
        if h.begins <= now < h.ends:
            await table.holidays.end(player, h.id, now)


async def told(rows: HolidayRows, player: str, now: int) -> Holidays:
    """A player's holidays that are not over yet."""
    all_of_them = await rows.of([player])
    coming = [Holiday(h.id, iso(h.begins), iso(h.ends)) for h in all_of_them if h.ends > now]
    return Holidays(coming, max(0, DAYS - _taken(all_of_them, now)))


def _taken(rows: list[HolidayRow], now: int) -> int:
    """Days taken in the last year plus days planned; a day begun counts in full."""
    recent = [h for h in rows if h.ends > now - 365 * _DAY]
    return sum(-(-(h.ends - h.begins) // _DAY) for h in recent)


async def take(rows: HolidayRows, player: str, begins: int, ends: int, now: int) -> None:
    """Plan a holiday; it begins now at the earliest, so that no time is given back."""
    begins = max(begins, now)
    if ends <= begins:
        raise malformed("a holiday must end after it begins, and in the future")
    before = await rows.of([player])
    _check(before, begins, ends, now)
    while not await rows.add(player, begins, ends, len(before)):
        before = await rows.of([player])
        _check(before, begins, ends, now)


def _check(before: list[HolidayRow], begins: int, ends: int, now: int) -> None:
    """Refuse a holiday that is too long, or at the time of another."""
    days = -(-(ends - begins) // _DAY)
    left = DAYS - _taken(before, now)
    if days > left:
        raise RequestError(
            409, "holiday", f"{days} days are too many: you have {max(0, left)} of {DAYS} per year left"
        )
    if any(h.begins < ends and begins < h.ends for h in before):
        raise RequestError(409, "holiday", "you already have a holiday at that time")


async def end(rows: HolidayRows, player: str, id: int, now: int) -> None:
    """Come back early, or call a holiday off."""
    if not await rows.end(player, id, now):
        raise unknown("holiday")
