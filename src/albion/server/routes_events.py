"""Ratings, players' pages and events."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request

from albion.server import event_shapes, profiles, requests
from albion.server.events import Club
from albion.server.ratings import handle_of
from albion.server.web import AllTables, Answer, Maybe, Somebody, answers, limited

router = APIRouter(prefix="/api")


def _club(request: Request) -> Club:
    club: Club = request.app.state.club
    return club


TheClub = Annotated[Club, Depends(_club)]
EventId = Annotated[requests.Id, Path(description="the event's id")]


@router.get("/ratings/{game}/{seats}", tags=["players"], responses=answers(event_shapes.RatingList, 404))
async def ratings(tables: AllTables, game: requests.Slug, seats: Annotated[int, Path(ge=2, le=20)]) -> Answer:
    """Everybody's rating in a game with this number of seats, the best first."""
    return Answer(await profiles.ratings(tables, game, seats))


@router.get("/players/me", tags=["players"], responses=answers(event_shapes.Profile, 401))
async def my_page(tables: AllTables, player: Somebody) -> Answer:
    """One's own page, with matches that others are not shown."""
    return Answer(await profiles.profile(tables, handle_of(player.id), player.id))


@router.get("/players/{handle}", tags=["players"], responses=answers(event_shapes.Profile, 404))
async def page(tables: AllTables, player: Maybe, handle: requests.Id) -> Answer:
    """A player's page: ratings, results by game and seat, dice luck, matches."""
    return Answer(await profiles.profile(tables, handle, player.id if player else None))


@router.get("/events", tags=["events"], responses=answers(event_shapes.EventList))
async def listing(club: TheClub, player: Maybe, limit: Annotated[int, Query(ge=1, le=200)] = 50) -> Answer:
    """Events: open ones first."""
    return Answer(await club.listed(player.id if player else None, limit))


@router.post(
    "/events",
    tags=["events"],
    status_code=201,
    responses=answers(event_shapes.EventDetails, 401, 404, 409, status=201),
    dependencies=[limited("matches")],
)
async def create(club: TheClub, player: Somebody, asked: requests.NewEvent) -> Answer:
    """Announce a league or tournament; its creator takes part and starts it."""
    id = await club.create(player.id, asked)
    return Answer(await club.view(id, player.id), status_code=201)


@router.get("/events/{event}", tags=["events"], responses=answers(event_shapes.EventDetails, 404))
async def event(club: TheClub, player: Maybe, event: EventId) -> Answer:
    """An event with its standings and tables."""
    return Answer(await club.view(event, player.id if player else None))


@router.post(
    "/events/{event}/players", tags=["events"], responses=answers(event_shapes.EventDetails, 401, 404, 409)
)
async def join(club: TheClub, player: Somebody, event: EventId) -> Answer:
    """Take part."""
    await club.join(event, player.id)
    return Answer(await club.view(event, player.id))


@router.delete(
    "/events/{event}/players", tags=["events"], responses=answers(event_shapes.EventDetails, 401, 404, 409)
)
async def leave(club: TheClub, player: Somebody, event: EventId) -> Answer:
    """Withdraw; matches in progress go on and count."""
    await club.leave(event, player.id)
    return Answer(await club.view(event, player.id))


@router.post(
    "/events/{event}/start", tags=["events"], responses=answers(event_shapes.EventDetails, 401, 403, 404, 409)
)
async def start(club: TheClub, player: Somebody, event: EventId) -> Answer:
    """Begin: seat the first round, or all rounds of a league; for the event's creator."""
    await club.start(event, player.id)
    return Answer(await club.view(event, player.id))
