"""The server itself, games and rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from hashlib import sha256
from typing import Annotated, NamedTuple

import msgspec
from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import PlainTextResponse

from albion.engine.signature import public_key
from albion.server import catalogue, requests, responses
from albion.server.errors import unknown
from albion.server.limits import counted
from albion.server.static import encoding_for, packed
from albion.server.web import AllTables, Answer, answers, described

router = APIRouter(prefix="/api")
GameId = Annotated[requests.GameId, Path(description="the game's id")]


@router.get(
    "/health",
    tags=["server"],
    responses={**answers(responses.Health), 503: described(responses.Health, "the server is not healthy")},
)
async def health(request: Request) -> Answer:
    """Whether the server is well: 200 if it is, else 503; it says what was looked at."""
    found: responses.Health = await request.app.state.health.now()
    return Answer(found, status_code=200 if found.ok else 503)


@router.get("/metrics", tags=["server"], include_in_schema=False)
async def metrics(request: Request, tables: AllTables) -> PlainTextResponse:
    """What the server counts, for Prometheus on the same machine."""
    if counted(request.client.host if request.client is not None else None):
        raise unknown("address")
    return PlainTextResponse(tables.metrics.text(tables.gauges()), media_type="text/plain; version=0.0.4")


@router.get("/signing-key", tags=["server"], responses=answers(responses.SigningKey))
async def signing_key(request: Request) -> Answer:
    """The public key with which records are signed: `albion verify --key`."""
    return Answer(responses.SigningKey("ed25519", public_key(request.app.state.signing_key)))


@router.get("/games", tags=["games"], responses=answers(responses.Games))
async def games(request: Request, tables: AllTables) -> Response:
    """What there is to play."""
    known = tuple(tables.games[id] for id in tables.games)
    return await _cached(request, known, lambda: responses.Games([catalogue.summary(g) for g in known]))


@router.get("/games/{game}", tags=["games"], responses=answers(responses.GameDetails, 404))
async def game(request: Request, tables: AllTables, game: GameId) -> Response:
    """A game with its data tables, words and action space."""
    found = catalogue.find(tables.games, game)
    return await _cached(request, found, lambda: catalogue.details(found), quality=10)


@router.get("/games/{game}/table", tags=["games"], responses=answers(responses.GameTable, 404))
async def game_table(request: Request, tables: AllTables, game: GameId) -> Response:
    """A game as a page needs it to show a match: without the action space and the words of explanations."""
    found = catalogue.find(tables.games, game)
    return await _cached(request, (found, "table"), lambda: catalogue.at_table(found), quality=10)


@router.get("/games/{game}/rules", tags=["games"], responses=answers(responses.Rules, 404))
async def rules(request: Request, tables: AllTables, game: GameId) -> Response:
    """Every clause of the game's books in our words, with rulings and the cases that prove it."""
    books = catalogue.find(tables.games, game).books
    return await _cached(request, books, lambda: catalogue.rules(books))


class _Text(NamedTuple):
    """A response that is requested often: written once, and compressed once for each encoding."""

    body: bytes
    etag: str
    packed: dict[str | None, tuple[bytes, dict[str, str]]]

    @classmethod
    def of(cls, content: Callable[[], msgspec.Struct]) -> _Text:
        """The text of some content."""
        body = msgspec.json.encode(content())
        return cls(body, f'"{sha256(body).hexdigest()[:32]}"', {})


_KNOWN: dict[Hashable, _Text] = {}


async def _cached(
    request: Request, key: Hashable, content: Callable[[], msgspec.Struct], quality: int = 6
) -> Response:
    """An answer with an ETag; only that if the client has it already.

    To read the rules, or to pack them, takes a tenth of a second once: in a thread, so that nobody waits for it.
    """
    text = _KNOWN.get(key)
    if text is None:
        text = _KNOWN[key] = await asyncio.to_thread(_Text.of, content)
    headers = {"etag": text.etag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == text.etag:
        return Response(status_code=304, headers=headers)
    encoding = encoding_for(request)
    if encoding not in text.packed:
        text.packed[encoding] = await asyncio.to_thread(packed, text.body, request, quality)
    body, packing = text.packed[encoding]
    return Response(body, media_type="application/json", headers=headers | packing)
