"""Matches: creating, listing, looking, and who sits where."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from albion.server import access, commands, lists, lobby, matches, requests, responses, views
from albion.server.access import Viewer
from albion.server.clock import ALWAYS, from_iso, now_ms
from albion.server.errors import malformed, unknown
from albion.server.table import Table
from albion.server.tables import Tables
from albion.server.web import AllTables, Answer, AtQuery, LookAt, MatchId, Maybe, Somebody, answers, limited

router = APIRouter(prefix="/api")
InviteId = Annotated[requests.Id, Path(description="the secret part of an invite link")]


@router.post(
    "/matches",
    tags=["matches"],
    status_code=201,
    responses=answers(responses.Table, 401, 404, 409, status=201),
    dependencies=[limited("matches")],
)
async def create(tables: AllTables, player: Somebody, asked: requests.NewMatch) -> Answer:
    """Set up a new match."""
    return await table_of(tables, await matches.create(tables, player.id, asked), player.id, 201)


async def table_of(tables: Tables, match: str, player: str, status: int = 200) -> Answer:
    """A match as this player sees it now."""
    async with tables.reading(match) as table:
        return Answer(views.table_view(table, access.view(table, player), now_ms()), status_code=status)


@router.get("/matches", tags=["matches"], responses=answers(responses.Matches))
async def listing(
    tables: AllTables,
    player: Maybe,
    which: Annotated[lists.Which, Query(alias="list")] = "mine",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[str | None, Query(max_length=40, json_schema_extra={"format": "date-time"})] = None,
) -> Answer:
    """My matches, public ones, or finished ones."""
    try:
        moment = ALWAYS if before is None else from_iso(before)
    except (ValueError, OverflowError):
        raise malformed("before must be a time such as 2026-03-01T19:04:05Z") from None
    me = player.id if player else None
    return Answer(responses.Matches(await lists.listing(tables, which, me, limit, moment)))


@router.get("/matches/{match}", tags=["matches"], responses=answers(responses.Table, 404))
async def table(look: LookAt, at: AtQuery = None) -> Answer:
    """The table, now or at an earlier position."""
    async with look.open() as (table, viewer):
        return Answer(await views.table_at(table, viewer, at))


@router.patch("/matches/{match}", tags=["matches"], responses=answers(responses.Table, 401, 404))
async def change(tables: AllTables, player: Somebody, match: MatchId, asked: requests.MatchChange) -> Answer:
    """Change title or publicity; for the match's creator."""
    await commands.carry_out(tables, commands.Rename(match, player.id, asked.title, asked.public))
    return await table_of(tables, match, player.id)


@router.delete(
    "/matches/{match}", tags=["matches"], status_code=204, responses=answers(None, 401, 404, status=204)
)
async def delete(tables: AllTables, player: Somebody, match: MatchId) -> Response:
    """Delete a match in which nobody else sits."""
    await lobby.delete(tables, match, player.id)
    return Response(status_code=204)


@router.post(
    "/matches/{match}/seats/{seat}", tags=["matches"], responses=answers(responses.Table, 401, 404, 409)
)
async def reassign(
    tables: AllTables,
    player: Somebody,
    match: MatchId,
    seat: Annotated[requests.Slug, Path()],
    asked: requests.Reassign,
) -> Answer:
    """Reassign a seat to a bot or a new player; where the others must agree, they are asked."""
    done = await commands.carry_out(tables, commands.Reassign(match, player.id, seat, asked.to))
    return table_as_left(done.table, player.id)


def table_as_left(table: Table, player: str) -> Answer:
    """The table for a player who may just have left it."""
    mine = table.seats_of(player)
    viewer = Viewer(player, mine[0] if mine else None, access.is_insider(table, player))
    return Answer(views.table_view(table, viewer, now_ms()))


@router.post("/matches/{match}/chance", tags=["seats"], responses=answers(responses.Table, 401, 404, 409))
async def add_chance(
    tables: AllTables, player: Somebody, match: MatchId, asked: requests.AddedChance
) -> Answer:
    """Add to the seed of the dice, once, at a match at which somebody else has seated you."""
    await commands.carry_out(tables, commands.AddChance(match, player.id, asked.chance))
    return await table_of(tables, match, player.id)


@router.post("/matches/{match}/proposal", tags=["seats"], responses=answers(responses.Table, 401, 404, 409))
async def answer_proposal(
    tables: AllTables, player: Somebody, match: MatchId, asked: requests.ProposalAnswer
) -> Answer:
    """Agree to what another proposes, decline it, or withdraw one's own proposal."""
    command = commands.AnswerProposal(match, player.id, asked.id, asked.agree)
    return table_as_left((await commands.carry_out(tables, command)).table, player.id)


@router.post("/matches/{match}/migrate", tags=["matches"], responses=answers(responses.Table, 401, 404, 409))
async def migrate(tables: AllTables, player: Somebody, match: MatchId) -> Answer:
    """Go on under the present rules with a match that began under others; the others must agree."""
    done = await commands.carry_out(tables, commands.Migrate(match, player.id))
    return table_as_left(done.table, player.id)


@router.get("/invites/{invite}", tags=["seats"], responses=answers(responses.Invite, 404))
async def invite(tables: AllTables, player: Maybe, invite: InviteId) -> Answer:
    """What one would join."""
    return Answer(await lobby.invitation(tables, invite, player.id if player else None))


@router.post("/invites/{invite}", tags=["seats"], responses=answers(responses.Table, 401, 404, 409))
async def claim(
    tables: AllTables, player: Somebody, invite: InviteId, asked: requests.SitDown | None = None
) -> Answer:
    """Sit down on the invite's seat, and add to the seed of the dice."""
    chance = asked.chance if asked is not None else None
    return await table_of(tables, await lobby.claim(tables, invite, player, chance), player.id)


@router.get("/watch/{watch}", tags=["seats"], responses=answers(responses.Watch, 404))
async def watch(tables: AllTables, watch: Annotated[requests.Id, Path()]) -> Answer:
    """The match a spectator link leads to."""
    match = await tables.store.watched(watch)
    if match is None:
        raise unknown("spectator link")
    return Answer(responses.Watch(match))
