"""Playing and looking back."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import PlainTextResponse

from albion.server import asks, history, hub, playing, present, seating, tells
from albion.server.clock import now_ms
from albion.server.entry import Entry
from albion.server.live import Live
from albion.server.web import (
    Answer,
    AtAsked,
    HostOf,
    MatchId,
    Maybe,
    SeatAsked,
    Somebody,
    WatchAsked,
    answers,
    looking,
)

router = APIRouter(prefix="/api")
SinceAsked = Annotated[asks.Count | None, Query(description="only what comes after this number")]


@router.post("/matches/{match}/actions", tags=["play"], responses=answers(tells.Played, 401, 404, 409))
async def play(host: HostOf, player: Somebody, match: MatchId, asked: asks.ActionAsked) -> Answer:
    """Answer the open question; answered after the commit."""
    live, new = await playing.play(host, match, player.id, asked.seq, asked.action, asked.seat)
    return Answer(_played(live, new, player.id, asked.seat))


@router.post("/matches/{match}/undo", tags=["play"], responses=answers(tells.Played, 401, 404, 409))
async def undo(host: HostOf, player: Somebody, match: MatchId, asked: asks.UndoAsked) -> Answer:
    """Take back a seat's last own answer."""
    live, new = await playing.undo(host, match, player.id, asked.seq, asked.seat)
    return Answer(_played(live, new, player.id, asked.seat))


def _played(live: Live, new: list[Entry], player: str, seat: str | None) -> dict[str, Any]:
    viewer = hub.look(live, player, seat)
    told = present.entries(live, viewer.perspective, new)
    return {"seq": live.row.seq, "n": live.n, "entries": told, "table": present.table(live, viewer, now_ms())}


@router.post("/matches/{match}/explain", tags=["play"], responses=answers(tells.Explained, 401, 404))
async def explain(host: HostOf, player: Somebody, match: MatchId, asked: asks.ExplainAsked) -> Answer:
    """Why an action is not possible."""
    return Answer(await playing.explain(host, match, player.id, asked.action, asked.seat))


@router.post("/matches/{match}/odds", tags=["play"], responses=answers(tells.Odds, 401, 404))
async def odds(host: HostOf, player: Somebody, match: MatchId, asked: asks.OddsAsked) -> Answer:
    """The odds of the open question or of an action."""
    return Answer(await playing.odds(host, match, player.id, asked.action, asked.seat))


@router.get("/matches/{match}/opening", tags=["history"], responses=answers(tells.Opening, 404))
async def opening(
    host: HostOf, player: Maybe, match: MatchId, seat: SeatAsked = None, watch: WatchAsked = None
) -> Answer:
    """All a page needs to show a match: the table, the newest answers in effect, the talk."""
    return Answer(await history.opening(host, match, looking(player, seat, watch)))


@router.get("/matches/{match}/entries", tags=["history"], responses=answers(tells.Entries, 404))
async def entries(
    host: HostOf,
    player: Maybe,
    match: MatchId,
    seat: SeatAsked = None,
    watch: WatchAsked = None,
    since: SinceAsked = None,
    before: Annotated[asks.Count | None, Query(description="only what comes before this number")] = None,
    limit: Annotated[int, Query(ge=1, le=5000)] = 1000,
    effective: Annotated[bool, Query(description="only the answers in effect")] = False,
    newest: Annotated[bool, Query(description="if there are more, the newest instead of the oldest")] = False,
) -> Answer:
    """The log, oldest first."""
    page = history.Page(since, before, limit, effective, newest)
    return Answer(await history.log(host, match, looking(player, seat, watch), page))


@router.get("/matches/{match}/since", tags=["history"], responses=answers(tells.Since, 401, 404))
async def since(host: HostOf, player: Somebody, match: MatchId, seat: SeatAsked = None) -> Answer:
    """What happened since a seat's last own answer."""
    return Answer(await history.since_turn(host, match, player.id, seat))


@router.post(
    "/matches/{match}/fork",
    tags=["history"],
    status_code=201,
    responses=answers(tells.Table, 401, 404, 409, status=201),
)
async def fork(
    host: HostOf, player: Somebody, match: MatchId, asked: asks.ForkAsked, watch: WatchAsked = None
) -> Answer:
    """A private sandbox from a position."""
    new = await seating.fork(host, looking(player, asked.seat, watch), match, asked.at, asked.seats)
    return Answer(await host.view(new, player.id, None, None), status_code=201)


@router.get(
    "/matches/{match}/record",
    tags=["history"],
    responses={
        **answers(None, 404, 409),
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "the record"},
    },
)
async def record(
    host: HostOf, player: Maybe, match: MatchId, seat: SeatAsked = None, watch: WatchAsked = None
) -> PlainTextResponse:
    """The match as text."""
    text = await history.record(host, match, looking(player, seat, watch))
    name = f'attachment; filename="albion-{match}.txt"'
    return PlainTextResponse(text, headers={"content-disposition": name})


@router.post(
    "/records", tags=["history"], status_code=201, responses=answers(tells.Table, 401, 409, status=201)
)
async def import_record(host: HostOf, player: Somebody, asked: asks.RecordAsked) -> Answer:
    """Import a record, checked throw by throw, into a sandbox."""
    match = await seating.import_record(host, player.id, asked.text, asked.title.strip())
    return Answer(await host.view(match, player.id, None, None), status_code=201)


@router.get("/matches/{match}/line", tags=["history"], responses=answers(tells.Line, 404, 409))
async def line(
    host: HostOf,
    player: Maybe,
    match: MatchId,
    seat: SeatAsked = None,
    watch: WatchAsked = None,
    at: AtAsked = None,
) -> Answer:
    """A position in one line, and a link to it."""
    return Answer(await history.line(host, match, looking(player, seat, watch), at))


@router.post("/positions", tags=["history"], responses=answers(tells.PositionTold, 404))
async def position(host: HostOf, asked: asks.PositionAsked) -> Answer:
    """The position of a link, as a spectator sees it."""
    return Answer(history.position(host, asked.game, asked.options, asked.line))


@router.get("/matches/{match}/chat", tags=["talk"], responses=answers(tells.Chat, 404))
async def chat(
    host: HostOf, player: Maybe, match: MatchId, watch: WatchAsked = None, since: SinceAsked = None
) -> Answer:
    """The talk at a table."""
    return Answer(await history.talk(host, match, looking(player, None, watch), since or 0))


@router.post(
    "/matches/{match}/chat",
    tags=["talk"],
    status_code=201,
    responses=answers(tells.ChatLine, 401, 404, status=201),
)
async def say(host: HostOf, player: Somebody, match: MatchId, asked: asks.ChatAsked) -> Answer:
    """Say something."""
    return Answer(await history.say(host, match, player.id, asked.text), status_code=201)


@router.get("/matches/{match}/notes", tags=["talk"], responses=answers(tells.Notes, 401, 404))
async def notes(host: HostOf, player: Somebody, match: MatchId) -> Answer:
    """My own notes."""
    return Answer(await history.notes(host, match, player.id))


@router.put("/matches/{match}/notes", tags=["talk"], responses=answers(tells.Notes, 401, 404))
async def put_notes(host: HostOf, player: Somebody, match: MatchId, asked: asks.NotesAsked) -> Answer:
    """Keep my notes."""
    return Answer(await history.notes(host, match, player.id, asked.text))
