"""The laboratory: what usually happens from a position, and the reports of runs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse

from albion.server import aid, requests, responses, studies
from albion.server.reports import POLICY
from albion.server.web import Answer, LookAt, answers, limited

router = APIRouter()
RunName = Annotated[
    str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9._ +=,-]{0,99}$", description="the run's folder")
]


@router.post(
    "/api/matches/{match}/study",
    tags=["laboratory"],
    responses=answers(responses.Study, 404, 409),
    dependencies=[limited("studies")],
)
async def study(request: Request, look: LookAt, asked: requests.StudyRequest) -> Answer:
    """What usually happens from a position of a finished match or a sandbox: wins, points, who holds what."""
    async with look.open() as (table, viewer):
        job = await studies.job(table, viewer, asked.at, asked.bot)
        asked_for = aid.Asked.of(table, asked.at)
    await aid.need_uncontested(look.tables, asked_for, viewer.player)
    return Answer(await request.app.state.studies.of(job))


@router.get("/api/lab/runs", tags=["laboratory"], responses=answers(responses.Runs))
async def runs(request: Request) -> Answer:
    """The runs whose reports this server shows, the newest first."""
    return Answer(await request.app.state.reports.runs())


@router.get("/lab/{run}", include_in_schema=False)
async def report(request: Request, run: RunName) -> HTMLResponse:
    """A run's report as a page."""
    headers = {"content-security-policy": POLICY, "cache-control": "no-cache"}
    return HTMLResponse(await request.app.state.reports.page(run), headers=headers)
