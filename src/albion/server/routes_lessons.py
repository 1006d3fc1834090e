"""Lessons: beginning one, and the coach of one in progress."""

from __future__ import annotations

from fastapi import APIRouter

from albion.server import lessons, matches, responses
from albion.server.routes_games import GameId
from albion.server.routes_matches import table_of
from albion.server.web import AllTables, Answer, LookAt, Somebody, answers, limited

router = APIRouter(prefix="/api", tags=["lessons"])


@router.post(
    "/lessons/{game}",
    status_code=201,
    responses=answers(responses.Table, 401, 404, status=201),
    dependencies=[limited("matches")],
)
async def begin(tables: AllTables, player: Somebody, game: GameId) -> Answer:
    """Begin a game's lesson: a private match from the lesson's start."""
    return await table_of(tables, await matches.begin_lesson(tables, player.id, game), player.id, 201)


@router.get("/matches/{match}/lesson", responses=answers(responses.LessonView, 404, 409))
async def coach(look: LookAt) -> Answer:
    """What the coach says now, and how far the lesson has come."""
    async with look.open() as (table, _):
        return Answer(lessons.coach(table))
