"""What every route shares: JSON responses, who is asking, and the shape of errors."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import msgspec
from fastapi import Depends, Path, Query, Request
from fastapi.responses import JSONResponse
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from albion.server import access, limits, requests, responses
from albion.server.access import Viewer
from albion.server.errors import RequestError
from albion.server.identity import COOKIE, Identity, Player
from albion.server.table import Table
from albion.server.tables import Tables

Json = dict[str, Any]


class Answer(JSONResponse):
    """JSON, quickly."""

    def render(self, content: Any) -> bytes:
        """The bytes to send."""
        return msgspec.json.encode(content)


def tables_of(request: Request) -> Tables:
    """This process's tables."""
    tables: Tables = request.app.state.tables
    return tables


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
        await tables_of(request).seen(player.id)
    return player


async def somebody(player: Annotated[Player | None, Depends(who)]) -> Player:
    """Who asks; without a name it is refused."""
    if player is None:
        raise RequestError(401, "no-identity", "enter your name first")
    return player


def limited(kind: limits.Kind) -> Any:
    """A dependency that counts a request of that kind, and refuses one too many."""

    async def count(request: Request, player: Annotated[Player | None, Depends(who)]) -> None:
        address = request.client.host if request.client is not None else None
        tables_of(request).limits.take(kind, player.id if player is not None else None, address)

    return Depends(count)


AllTables = Annotated[Tables, Depends(tables_of)]
Maybe = Annotated[Player | None, Depends(who)]
Somebody = Annotated[Player, Depends(somebody)]
MatchId = Annotated[requests.Id, Path(description="the match's id")]
SeatQuery = Annotated[requests.Slug | None, Query(description="the perspective: one of your seats")]
WatchQuery = Annotated[requests.Id | None, Query(description="a spectator token")]
AtQuery = Annotated[requests.Count | None, Query(description="a position: the number of answers in effect")]


class Looking(NamedTuple):
    """A match held still, and who looks at it."""

    table: Table
    viewer: Viewer


@dataclass(frozen=True, slots=True)
class Look:
    """A request to look at a match: from where, with which link."""

    tables: Tables
    match: str
    player: Player | None
    seat: str | None
    watch: str | None

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Looking]:
        """Hold the match still for somebody who may look."""
        async with self.tables.reading(self.match) as table:
            me = self.player.id if self.player is not None else None
            yield Looking(table, access.view(table, me, self.seat, self.watch))


async def look(
    tables: AllTables, player: Maybe, match: MatchId, seat: SeatQuery = None, watch: WatchQuery = None
) -> Look:
    """Who looks at which match."""
    return Look(tables, match, player, seat, watch)


LookAt = Annotated[Look, Depends(look)]


_REFUSALS = {
    400: "malformed",
    401: "no name given yet",
    403: "not your turn, or not your table",
    404: "unknown",
    409: "not legal, stale, or not possible now",
    413: "too large",
    429: "too many: try again later",
    503: "the database is busy",
}


def answers(shape: type[msgspec.Struct] | None, *refusals: int, status: int = 200) -> dict[int | str, Json]:
    """The documentation of a route's answers."""
    told: dict[int | str, Json] = {status: {"description": "done"}}
    if shape is not None:
        told[status] = described(shape, (shape.__doc__ or "").strip())
    for code in sorted({400, 403, 413, 429, 503, *refusals}):
        told[code] = described(responses.Error, _REFUSALS[code])
    return told


def described(shape: type[msgspec.Struct], description: str) -> Json:
    """One answer of a route, for the documentation."""
    content = {"application/json": {"schema": responses.reference(shape)}}
    return {"description": description, "content": content}
