"""Games, rules and identity."""

from __future__ import annotations

from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request, Response

from albion.server import asks, catalogue, tells
from albion.server.clock import now_ms
from albion.server.identity import COOKIE, COOKIE_AGE, Identity
from albion.server.web import Answer, HostOf, Maybe, answers

router = APIRouter(prefix="/api")
GameId = Annotated[asks.Slug, Path(description="the game's id")]


@router.get("/health", tags=["server"], responses=answers(tells.Health))
async def health() -> Answer:
    """Whether the server is well."""
    try:
        number = version("albion")
    except PackageNotFoundError:
        number = "unknown"
    return Answer({"ok": True, "version": number})


@router.get("/me", tags=["identity"], responses=answers(tells.Me))
async def me(player: Maybe) -> Answer:
    """Who I am."""
    return Answer({"player": player.id, "name": player.name} if player else {"player": None, "name": None})


@router.post("/me", tags=["identity"], responses=answers(tells.MeMade))
async def name_me(request: Request, asked: asks.NameAsked, player: Maybe) -> Answer:
    """Tell my name: makes an identity, or renames mine."""
    identity: Identity = request.app.state.identity
    named = await identity.name_player(player.id if player else None, asked.name.strip(), now_ms())
    token = identity.token(named.id)
    answer = Answer({"player": named.id, "name": named.name, "token": token})
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, token, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=secure)
    return answer


@router.delete("/me", tags=["identity"], status_code=204, responses={204: {"description": "forgotten"}})
async def forget_me() -> Response:
    """Forget the cookie."""
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return answer


@router.get("/games", tags=["games"], responses=answers(tells.Games))
async def games(request: Request, host: HostOf) -> Response:
    """What there is to play."""
    return _cached(request, {"games": [catalogue.summary(host.games[id]) for id in host.games]})


@router.get("/games/{game}", tags=["games"], responses=answers(dict[str, Any], 404))
async def game(request: Request, host: HostOf, game: GameId) -> Response:
    """A game with its data tables, words and action space."""
    return _cached(request, catalogue.details(catalogue.find(host.games, game)))


@router.get("/games/{game}/rules", tags=["games"], responses=answers(tells.Rules, 404))
async def rules(request: Request, host: HostOf, game: GameId) -> Response:
    """Every clause of the game's books in our words, with rulings and the cases that prove it."""
    return _cached(request, catalogue.rules(catalogue.find(host.games, game).books))


def _cached(request: Request, content: Any) -> Response:
    """An answer with an ETag; only that if the client has it already."""
    body = msgspec.json.encode(content)
    headers = {"etag": f'"{sha256(body).hexdigest()[:32]}"', "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
