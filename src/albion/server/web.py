"""What every route shares: answers as JSON, who asks, and how refusals are told."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import Depends, Path, Query, Request
from fastapi.responses import JSONResponse
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from albion.engine.action import Seat
from albion.server import asks, hub, tells
from albion.server.errors import Refusal
from albion.server.host import Host
from albion.server.identity import COOKIE, Identity, Player
from albion.server.live import Live
from albion.server.present import Viewer

Json = dict[str, Any]


class Answer(JSONResponse):
    """JSON, quickly."""

    def render(self, content: Any) -> bytes:
        """The bytes to send."""
        return msgspec.json.encode(content)


def host_of(request: Request) -> Host:
    """This process's tables."""
    host: Host = request.app.state.host
    return host


_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="set by POST /api/me")
_bearer = HTTPBearer(auto_error=False, description="the token that POST /api/me gives")


async def who(
    request: Request,
    cookie: Annotated[str | None, Depends(_cookie)],
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> Player | None:
    """Who asks, if we know."""
    identity: Identity = request.app.state.identity
    player = await identity.player(cookie, bearer.credentials if bearer is not None else None)
    if player is not None:
        await host_of(request).seen(player.id)
    return player


async def somebody(player: Annotated[Player | None, Depends(who)]) -> Player:
    """Who asks; without a name it is refused."""
    if player is None:
        raise Refusal(401, "no-identity", "tell your name first")
    return player


HostOf = Annotated[Host, Depends(host_of)]
Maybe = Annotated[Player | None, Depends(who)]
Somebody = Annotated[Player, Depends(somebody)]
MatchId = Annotated[asks.Id, Path(description="the match's id")]
SeatAsked = Annotated[asks.Slug | None, Query(description="the perspective: one of your seats")]
WatchAsked = Annotated[asks.Id | None, Query(description="a spectator token")]
AtAsked = Annotated[asks.Count | None, Query(description="a position: the number of answers in effect")]


def looking(player: Player | None, seat: str | None, watch: str | None = None) -> hub.Look:
    """How this player looks at a match."""

    def look(live: Live) -> Viewer:
        return hub.look(live, player.id if player is not None else None, Seat(seat) if seat else None, watch)

    return look


_REFUSALS = {
    400: "malformed",
    401: "no name told yet",
    403: "not your turn, or not your table",
    404: "unknown",
    409: "not legal, stale, or not possible now",
    413: "too large",
    503: "the database is busy",
}


def answers(model: Any, *refusals: int, status: int = 200) -> dict[int | str, Json]:
    """The documentation of a route's answers."""
    told: dict[int | str, Json] = {status: {"model": model, "description": (model.__doc__ or "").strip()}}
    for code in sorted({400, 403, 413, 503, *refusals}):
        told[code] = {"model": tells.ErrorTold, "description": _REFUSALS[code]}
    return told
