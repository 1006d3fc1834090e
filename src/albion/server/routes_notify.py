"""Notifications: where players want to be told, and links that come by mail."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from albion.server import channels, lobby, requests
from albion.server.errors import RequestError
from albion.server.notifier import Notifier
from albion.server.notify_shapes import Notifications
from albion.server.origin import own_name
from albion.server.routes_identity import address_of, agent_of, identity_of, signed_in
from albion.server.web import AllTables, Answer, MatchId, Somebody, answers, limited

router = APIRouter(prefix="/api", tags=["notifications"])
_EQUALLY_LONG = 1.0
"""Seconds until a letter was probably sent, waited for also where none is: the time taken tells nothing."""
Purpose = Literal["confirm", "sign-in"]


def notifier_of(request: Request) -> Notifier:
    """Who sends."""
    notifier: Notifier = request.app.state.notifier
    return notifier


@router.post("/matches/{match}/remind", status_code=204, responses=answers(None, 401, 404, 409, status=204))
async def remind(request: Request, tables: AllTables, player: Somebody, match: MatchId) -> Response:
    """Notify the player whom the table has waited for at least two days; at most once a day."""
    await lobby.remind(tables, notifier_of(request).outbox, match, player.id)
    return Response(status_code=204)


@router.get("/me/notifications", responses=answers(Notifications, 401))
async def notifications(request: Request, player: Somebody) -> Answer:
    """How I am told that it is my turn."""
    return Answer(await channels.notifications(notifier_of(request), player.id))


@router.post(
    "/me/notifications/channels",
    status_code=201,
    responses=answers(Notifications, 401, 409, status=201),
    dependencies=[limited("imports")],
)
async def add_channel(
    request: Request, tables: AllTables, player: Somebody, asked: requests.NewChannel
) -> Answer:
    """Be told there too; an e-mail address gets a letter with a link that confirms it."""
    if asked.kind == "email" and not own_name(request.headers.get("host", ""), request.app.state.hosts):
        raise RequestError(409, "host", "links in e-mail need the server's host name: see --allowed-host")
    if asked.kind == "email":
        tables.limits.letter(asked.address.strip().lower())
    await channels.add(notifier_of(request), player.id, address_of(request), asked)
    return Answer(await channels.notifications(notifier_of(request), player.id), status_code=201)


@router.delete(
    "/me/notifications/channels/{channel}", status_code=204, responses=answers(None, 401, 404, status=204)
)
async def remove_channel(
    request: Request,
    player: Somebody,
    channel: Annotated[requests.Id, Path(description="one of your channels")],
) -> Response:
    """Remove a notification channel."""
    await channels.remove(notifier_of(request), player.id, channel)
    return Response(status_code=204)


@router.put("/me/notifications/quiet", responses=answers(Notifications, 401))
async def set_quiet(request: Request, player: Somebody, asked: requests.QuietTime) -> Answer:
    """Set when I want no messages, and how long to wait and combine them."""
    await channels.set_quiet(notifier_of(request), player.id, asked)
    return Answer(await channels.notifications(notifier_of(request), player.id))


@router.post(
    "/mail/sign-in",
    status_code=204,
    responses=answers(None, 409, status=204),
    dependencies=[limited("imports")],
)
async def mail_sign_in(request: Request, tables: AllTables, asked: requests.MailAddress) -> Response:
    """E-mail me a sign-in link; the same answer, as soon, whether the address is known or not."""
    notifier, address = notifier_of(request), asked.address.strip().lower()
    channels.need_mail(notifier)
    tables.limits.letter(address)
    tables.spawn(channels.send_sign_in(notifier, address))
    await asyncio.sleep(_EQUALLY_LONG)
    return Response(status_code=204)


_PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Albion</title>'
    '<meta name="viewport" content="width=device-width"></head><body><h1>Albion</h1>'
    '<form method="post"><p>{question}</p><button>{button}</button></form></body></html>'
)
_WORDS = {
    "confirm": ("Send messages to this address when it is your turn?", "Confirm"),
    "sign-in": ("Sign in on this device?", "Sign in"),
}
_POLICY = {
    "content-security-policy": "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}


@router.get("/mail/{purpose}/{token}", include_in_schema=False)
async def mailed_page(purpose: Purpose, token: str) -> HTMLResponse:
    """What a mailed link shows: nothing happens before somebody presses the button, so that no scanner spends it."""
    question, button = _WORDS[purpose]
    return HTMLResponse(_PAGE.format(question=question, button=button), headers=_POLICY)


@router.post("/mail/{purpose}/{token}", include_in_schema=False, dependencies=[limited("identities")])
async def mailed_button(request: Request, purpose: Purpose, token: str) -> Response:
    """The button was pressed."""
    row = await channels.used_link(notifier_of(request), purpose, token)
    answer = RedirectResponse(f"{request.app.state.base}/", status_code=303)
    if purpose == "confirm":
        return answer
    return signed_in(request, await identity_of(request).sign_in(row.player, agent_of(request)), answer)
