"""Playing and looking back."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from albion.server import (
    access,
    advice,
    chat,
    commands,
    history,
    matches,
    requests,
    responses,
    reviews,
    views,
)
from albion.server.clock import now_ms
from albion.server.reach import reach_from
from albion.server.routes_matches import table_of
from albion.server.web import (
    AllTables,
    Answer,
    AtQuery,
    LookAt,
    MatchId,
    SeatQuery,
    Somebody,
    WatchQuery,
    answers,
    limited,
)

router = APIRouter(prefix="/api")
SinceQuery = Annotated[requests.Count | None, Query(description="only what comes after this number")]


@router.post("/matches/{match}/actions", tags=["play"], responses=answers(responses.Played, 401, 404, 409))
async def play(tables: AllTables, player: Somebody, match: MatchId, asked: requests.PlayRequest) -> Answer:
    """Answer the open question; answered after the commit."""
    command = commands.Play(match, player.id, asked.seq, asked.action, asked.seat)
    return _played(await commands.carry_out(tables, command), player.id, asked.seat)


@router.post("/matches/{match}/plan", tags=["play"], responses=answers(responses.Played, 401, 404, 409))
async def plan(tables: AllTables, player: Somebody, match: MatchId, asked: requests.PlanRequest) -> Answer:
    """Give several answers in order, all of them or none; undone as one."""
    command = commands.Plan(match, player.id, asked.seq, tuple(asked.answers), asked.seat)
    return _played(await commands.carry_out(tables, command), player.id, asked.seat)


@router.post(
    "/matches/{match}/reach",
    tags=["play"],
    responses=answers(responses.Reach, 401, 404, 409),
    dependencies=[limited("forecasts")],
)
async def reach(tables: AllTables, player: Somebody, match: MatchId, asked: requests.ReachRequest) -> Answer:
    """What could be done from here, or after a first answer: answers, odds, what follows, what is refused."""
    return Answer(
        msgspec.Raw(
            await reach_from(tables, match, player.id, asked.tried, asked.seat, asked.deep, asked.through)
        )
    )


@router.post("/matches/{match}/undo", tags=["play"], responses=answers(responses.Played, 401, 404, 409))
async def undo(tables: AllTables, player: Somebody, match: MatchId, asked: requests.UndoRequest) -> Answer:
    """Take back a seat's last own answer; with `to`, ask the others to go back further."""
    command: commands.Command = commands.Undo(match, player.id, asked.seq, asked.seat)
    if asked.to is not None:
        command = commands.AskUndo(match, player.id, asked.seq, asked.to, asked.seat)
    return _played(await commands.carry_out(tables, command), player.id, asked.seat)


def _played(done: commands.Done, player: str, seat: str | None) -> Answer:
    table, viewer = done.table, access.view(done.table, player, seat)
    new = views.entry_views(table, viewer.perspective, done.entries)
    shown = views.table_view(table, viewer, now_ms())
    return Answer(responses.Played(table.row.seq, table.n, new, shown))


@router.post(
    "/matches/{match}/explain",
    tags=["play"],
    responses=answers(responses.Explained, 401, 404),
    dependencies=[limited("forecasts")],
)
async def explain(
    tables: AllTables, player: Somebody, match: MatchId, asked: requests.ExplainRequest
) -> Answer:
    """Why an action is not possible."""
    return Answer(await history.explain(tables, match, player.id, asked.action, asked.seat))


@router.post(
    "/matches/{match}/odds",
    tags=["play"],
    responses=answers(responses.Odds, 401, 404),
    dependencies=[limited("forecasts")],
)
async def odds(tables: AllTables, player: Somebody, match: MatchId, asked: requests.OddsRequest) -> Answer:
    """The odds of the open question or of an action."""
    return Answer(await history.odds(tables, match, player.id, asked.action, asked.seat))


@router.post(
    "/matches/{match}/hints",
    tags=["play"],
    responses=answers(responses.Hints, 401, 404, 409),
    dependencies=[limited("forecasts")],
)
async def hints(tables: AllTables, player: Somebody, match: MatchId, asked: requests.HintsRequest) -> Answer:
    """The best answers to the open question, what they are worth and why; only where no other people play."""
    return Answer(await advice.advise(tables, match, player.id, asked.seat))


@router.get("/matches/{match}/opening", tags=["history"], responses=answers(responses.Opening, 404))
async def opening(look: LookAt) -> Answer:
    """All a page needs to show a match: the table, the newest answers in effect, the talk."""
    async with look.open() as (table, viewer):
        return Answer(await history.opening(table, viewer))


@router.get("/matches/{match}/entries", tags=["history"], responses=answers(responses.Entries, 404))
async def entries(
    look: LookAt,
    since: SinceQuery = None,
    before: Annotated[requests.Count | None, Query(description="only what comes before this number")] = None,
    limit: Annotated[int, Query(ge=1, le=5000)] = 1000,
    effective: Annotated[bool, Query(description="only the answers in effect")] = False,
    newest: Annotated[bool, Query(description="if there are more, the newest instead of the oldest")] = False,
) -> Answer:
    """The log, oldest first."""
    page = history.Page(since, before, limit, effective, newest)
    async with look.open() as (table, viewer):
        return Answer(await page.of(table, viewer.perspective))


@router.get("/matches/{match}/since", tags=["history"], responses=answers(responses.Since, 401, 404))
async def since(tables: AllTables, player: Somebody, match: MatchId, seat: SeatQuery = None) -> Answer:
    """What happened since a seat's last own answer."""
    return Answer(await history.since_turn(tables, match, player.id, seat))


@router.post(
    "/matches/{match}/fork",
    tags=["history"],
    status_code=201,
    responses=answers(responses.Table, 401, 404, 409, status=201),
    dependencies=[limited("matches")],
)
async def fork(
    tables: AllTables,
    player: Somebody,
    match: MatchId,
    asked: requests.ForkRequest,
    watch: WatchQuery = None,
) -> Answer:
    """A private sandbox from a position."""
    new = await matches.fork(tables, match, player.id, asked, watch)
    return await table_of(tables, new, player.id, 201)


@router.post(
    "/matches/{match}/disputes",
    tags=["history"],
    status_code=201,
    responses=answers(responses.Dispute, 401, 404, 409, status=201),
    dependencies=[limited("disputes")],
)
async def dispute(
    request: Request, tables: AllTables, player: Somebody, match: MatchId, asked: requests.DisputeRequest
) -> Answer:
    """Say that the rules are not what they should be at a moment: filed as a case for the operator."""
    async with tables.reading(match) as table:
        access.need_insider(table, player.id)
        viewer = access.view(table, player.id, asked.seat)
        filed = await request.app.state.disputes.file(table, viewer, asked)
    return Answer(filed, status_code=201)


@router.get(
    "/matches/{match}/record",
    tags=["history"],
    responses={
        **answers(None, 404, 409),
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "the record"},
    },
)
async def record(request: Request, look: LookAt) -> PlainTextResponse:
    """The match as text."""
    async with look.open() as (table, viewer):
        text = await history.record(table, viewer, request.app.state.signing_key)
    name = f'attachment; filename="albion-{look.match}.txt"'
    return PlainTextResponse(text, headers={"content-disposition": name})


@router.get(
    "/matches/{match}/review",
    tags=["history"],
    responses={
        **answers(None, 404, 409),
        200: {"content": {"application/json": {"schema": {"type": "object"}}}, "description": "the review"},
    },
    dependencies=[limited("forecasts")],
)
async def review(request: Request, look: LookAt) -> Response:
    """A match looked back upon: points, luck, turning points, chronicle; of a running one what you may know."""
    async with look.open() as (table, viewer):
        asked = reviews.job(table, viewer)
    return Response(await request.app.state.reviews.of(asked), media_type="application/json")


@router.post(
    "/records",
    tags=["history"],
    status_code=201,
    responses=answers(responses.Table, 401, 409, status=201),
    dependencies=[limited("imports")],
)
async def import_record(tables: AllTables, player: Somebody, asked: requests.RecordText) -> Answer:
    """Import a record, checked roll by roll, into a sandbox."""
    match = await matches.import_record(tables, player.id, asked.text, asked.title.strip())
    return await table_of(tables, match, player.id, 201)


@router.get("/matches/{match}/line", tags=["history"], responses=answers(responses.Line, 404, 409))
async def line(look: LookAt, at: AtQuery = None) -> Answer:
    """A position in one line, and a link to it."""
    async with look.open() as (table, viewer):
        return Answer(await history.line(table, viewer, at))


@router.post(
    "/positions",
    tags=["history"],
    responses=answers(responses.Position, 404),
    dependencies=[limited("forecasts")],
)
async def position(tables: AllTables, asked: requests.PositionLine) -> Answer:
    """The position of a link, as a spectator sees it."""
    return Answer(await history.position(tables, asked))


@router.get("/matches/{match}/chat", tags=["talk"], responses=answers(responses.Chat, 404))
async def talk(look: LookAt, since: SinceQuery = None) -> Answer:
    """The talk at a table."""
    async with look.open() as (table, viewer):
        return Answer(responses.Chat(await chat.lines(table, viewer, since or 0)))


@router.post(
    "/matches/{match}/chat",
    tags=["talk"],
    status_code=201,
    responses=answers(responses.ChatLine, 401, 404, status=201),
    dependencies=[limited("chat")],
)
async def say(tables: AllTables, player: Somebody, match: MatchId, asked: requests.ChatText) -> Answer:
    """Say something."""
    return Answer(await chat.say(tables, match, player.id, asked.text), status_code=201)


@router.get("/matches/{match}/notes", tags=["talk"], responses=answers(responses.Notes, 401, 404))
async def notes(tables: AllTables, player: Somebody, match: MatchId) -> Answer:
    """My own notes."""
    return Answer(await chat.notes(tables, match, player.id))


@router.put("/matches/{match}/notes", tags=["talk"], responses=answers(responses.Notes, 401, 404))
async def put_notes(tables: AllTables, player: Somebody, match: MatchId, asked: requests.NotesText) -> Answer:
    """Keep my notes."""
    return Answer(await chat.notes(tables, match, player.id, asked.text))
