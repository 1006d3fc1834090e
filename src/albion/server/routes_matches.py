"""Matches: creating, listing, looking, and who sits where."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Response

from albion.server import asks, present, seating, tells
from albion.server.clock import from_iso, now_ms
from albion.server.errors import malformed, unknown
from albion.server.host import Host
from albion.server.identity import Player
from albion.server.present import Viewer
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
)

router = APIRouter(prefix="/api")
InviteId = Annotated[asks.Id, Path(description="the secret part of an invite link")]


@router.post(
    "/matches", tags=["matches"], status_code=201, responses=answers(tells.Table, 401, 404, status=201)
)
async def create(host: HostOf, player: Somebody, asked: asks.MatchAsked) -> Answer:
    """Set up a new match."""
    match = await seating.create(
        host, player.id, asked.game, asked.options, asked.seats, asked.pace, asked.public, asked.title.strip()
    )
    return Answer(await host.view(match, player.id, None, None), status_code=201)


@router.get("/matches", tags=["matches"], responses=answers(tells.Listed))
async def matches(
    host: HostOf,
    player: Maybe,
    which: Annotated[Literal["mine", "public", "finished"], Query(alias="list")] = "mine",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[str | None, Query(max_length=40, json_schema_extra={"format": "date-time"})] = None,
) -> Answer:
    """My matches, public ones, or finished ones."""
    try:
        moment = now_ms() + 1 if before is None else from_iso(before)
    except (ValueError, OverflowError):
        raise malformed("before must be a moment such as 2026-03-01T19:04:05Z") from None
    return Answer(
        {"matches": await seating.listing(host, which, player.id if player else None, limit, moment)}
    )


@router.get("/matches/{match}", tags=["matches"], responses=answers(tells.Table, 404))
async def table(
    host: HostOf,
    player: Maybe,
    match: MatchId,
    seat: SeatAsked = None,
    watch: WatchAsked = None,
    at: AtAsked = None,
) -> Answer:
    """The table, now or at an earlier position."""
    return Answer(await host.view(match, player.id if player else None, seat, watch, at))


@router.patch("/matches/{match}", tags=["matches"], responses=answers(tells.Table, 401, 404))
async def change(host: HostOf, player: Somebody, match: MatchId, asked: asks.MatchChange) -> Answer:
    """Change title or publicity; for who created the match."""
    await seating.rename(host, match, player.id, asked.title, asked.public)
    return Answer(await host.view(match, player.id, None, None))


@router.delete(
    "/matches/{match}", tags=["matches"], status_code=204, responses=answers(None, 401, 404, status=204)
)
async def delete(host: HostOf, player: Somebody, match: MatchId) -> Response:
    """Delete a match in which nobody else sits."""
    await seating.delete(host, match, player.id)
    return Response(status_code=204)


@router.post("/matches/{match}/seats/{seat}", tags=["matches"], responses=answers(tells.Table, 401, 404, 409))
async def hand_on(
    host: HostOf,
    player: Somebody,
    match: MatchId,
    seat: Annotated[asks.Slug, Path()],
    asked: asks.SeatAsked,
) -> Answer:
    """Hand a seat on to a bot or a new player."""
    await seating.hand_on(host, match, player.id, seat, asked.to)
    return Answer(await _after(host, match, player))


async def _after(host: Host, match: str, player: Player) -> dict[str, Any]:
    """The table for somebody who may just have left it."""
    async with host.reading(match) as live:
        mine = live.seats_of(player.id)
        insider = bool(mine) or player.id == live.row.creator
        return await host.table(live, Viewer(player.id, mine[0] if mine else None, insider))


@router.get("/invites/{invite}", tags=["seats"], responses=answers(tells.Invite, 404))
async def invite(host: HostOf, player: Maybe, invite: InviteId) -> Answer:
    """What one would join."""
    match, seat = await seating.invited(host, invite)
    me = player.id if player else None
    async with host.reading(match) as live:
        row = live.seat(seat)
        if row is None or (row.kind != "open" and (me is None or row.player != me)):
            raise unknown("invite")
        creator, _ = live.players.get(live.row.creator, (None, 0))
        told = {
            "match": match,
            "game": live.row.game,
            "title": live.row.title,
            "seat": seat,
            "name": live.words.name(seat),
            "pace": live.row.pace,
            "creator": creator,
            "seats": present.seats(live, Viewer(me, None, False), now_ms()),
            "yours": row.player is not None,
        }
    return Answer(told)


@router.post("/invites/{invite}", tags=["seats"], responses=answers(tells.Table, 401, 404, 409))
async def claim(host: HostOf, player: Somebody, invite: InviteId) -> Answer:
    """Sit down on the invite's seat."""
    match = await seating.claim(host, invite, player.id)
    return Answer(await host.view(match, player.id, None, None))


@router.get("/watch/{watch}", tags=["seats"], responses=answers(tells.Watch, 404))
async def watch(host: HostOf, watch: Annotated[asks.Id, Path()]) -> Answer:
    """The match a spectator link leads to."""
    match = await host.store.watched(watch)
    if match is None:
        raise unknown("spectator link")
    return Answer({"match": match})
