"""The laboratory: what usually happens from a position, and the reports of runs."""

from __future__ import annotations

from fastapi import APIRouter, Request

from albion.server import requests, responses, studies
from albion.server.web import Answer, LookAt, answers, limited

router = APIRouter(prefix="/api")


@router.post(
    "/matches/{match}/study",
    tags=["laboratory"],
    responses=answers(responses.Study, 404, 409),
    dependencies=[limited("studies")],
)
async def study(request: Request, look: LookAt, asked: requests.StudyRequest) -> Answer:
    """What usually happens from a position of a finished match or a sandbox: wins, points, who holds what."""
    async with look.open() as (table, viewer):
        job = await studies.job(table, viewer, asked.at, asked.bot)
    return Answer(await request.app.state.studies.of(job))
