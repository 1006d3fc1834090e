"""Clocks: resigning, and holidays."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from albion.server import commands, holidays, requests, responses
from albion.server.clock import from_iso, now_ms
from albion.server.clock_shapes import Holidays
from albion.server.errors import malformed
from albion.server.routes_matches import table_as_left
from albion.server.store.holidays import HolidayRows
from albion.server.tables import Tables
from albion.server.web import AllTables, Answer, MatchId, Somebody, answers, limited

router = APIRouter(prefix="/api", tags=["clocks"])


def _rows(tables: Tables) -> HolidayRows:
    return HolidayRows(tables.store.database)


@router.post("/matches/{match}/resign", responses=answers(responses.Table, 401, 404, 409))
async def resign(tables: AllTables, player: Somebody, match: MatchId, asked: requests.SeatRequest) -> Answer:
    """Give up one's own seat: a bot plays on, and the table is notified."""
    done = await commands.carry_out(tables, commands.Resign(match, player.id, asked.seat))
    return table_as_left(done.table, player.id)


@router.get("/me/holidays", responses=answers(Holidays, 401))
async def my_holidays(tables: AllTables, player: Somebody) -> Answer:
    """When I am away."""
    return Answer(await holidays.told(_rows(tables), player.id, now_ms()))


@router.post(
    "/me/holidays",
    status_code=201,
    responses=answers(Holidays, 401, 409, status=201),
    dependencies=[limited("matches")],
)
async def take_holiday(tables: AllTables, player: Somebody, asked: requests.NewHoliday) -> Answer:
    """Plan a holiday: none of my clocks runs meanwhile."""
    try:
        begins, ends = from_iso(asked.begins), from_iso(asked.ends)
    except (ValueError, OverflowError):
        raise malformed("a holiday needs two times such as 2026-03-01T19:04:05Z") from None
    await holidays.take(_rows(tables), player.id, begins, ends, now_ms())
    return Answer(await holidays.told(_rows(tables), player.id, now_ms()), status_code=201)


@router.delete("/me/holidays/{holiday}", status_code=204, responses=answers(None, 401, 404, status=204))
async def end_holiday(
    tables: AllTables, player: Somebody, holiday: Annotated[int, Path(ge=0, le=2**31 - 1)]
) -> Response:
    """Come back early, or call a holiday off."""
    await holidays.end(_rows(tables), player.id, holiday, now_ms())
    return Response(status_code=204)
