"""The web application: routes, errors and what runs beside them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from email.utils import parseaddr
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from albion.engine.errors import AlbionError
from albion.server import (
    catalogue,
    responses,
    routes_clocks,
    routes_events,
    routes_games,
    routes_identity,
    routes_lab,
    routes_lessons,
    routes_matches,
    routes_notify,
    routes_orders,
    routes_play,
)
from albion.server.clock import now_ms
from albion.server.disputes import Disputes
from albion.server.errors import RequestError, hold_back, malformed, request_error, unknown
from albion.server.events import Club
from albion.server.guard import Guard, answer_to
from albion.server.health import Health
from albion.server.identity import Identity, read_secrets
from albion.server.mail import Mailer
from albion.server.memory import Tidying, give_back
from albion.server.notifier import Notifier
from albion.server.outgoing import Outgoing
from albion.server.packing import Packing
from albion.server.passkeys import Passkeys
from albion.server.peers import Peers
from albion.server.push import Push, new_push_key
from albion.server.ratings import Ratings
from albion.server.reference import POLICY, reference_page
from albion.server.reports import Reports
from albion.server.reviews import Reviews
from albion.server.shelf import Shelf
from albion.server.static import WEB, Static
from albion.server.store import BusyError, open_store
from albion.server.studies import Studies
from albion.server.tables import Tables
from albion.server.web import Answer

_SENDING = 5.0
"""Seconds between looks at what is to be sent."""
_ABOUT = "Everything the browser does goes through this interface; see docs/api.md for the socket and the words used."

_SLOWLY = 5.0
"""Seconds between looks at what has ended: results to be counted, rounds to be seated."""
_NOW_AND_THEN = 30.0
"""Seconds between clearings of what this process need not remember."""
_SELDOM = 3600.0
"""Seconds between deletions of what has expired."""
_DAY = 24 * 3600_000
_DRAFT = 600_000
"""Milliseconds after which a match whose log is not written yet never will be."""


class Settings(msgspec.Struct, frozen=True):
    """Where the data is kept, which games are served, and how."""

    data: Path = Path("data")
    database: str | None = None
    """A URL; without one, a SQLite file in the data folder."""
    games: str = "albion.games:GAMES"
    web: Path = WEB
    base: str = ""
    """The path at which the server lies on its host, such as /club; '': it has the host for itself."""
    hosts: tuple[str, ...] | None = None
    """The names this server goes by; None: any."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Which proxies are trusted to say where a request comes from: addresses, networks, or '*'."""
    runs: Path | None = None
    """Where the laboratory's runs lie whose reports are shown."""
    limits: bool = True
    """Whether requests are counted by person and address."""
    processes: int = 1
    """How many server processes there are; they share the machine's cores among their bots."""
    smtp: str | None = None
    """The mail server, such as smtp+starttls://user:password@mail.example.org; None: no e-mail is sent."""
    mail_from: str = ""
    notify_private: bool = False
    """Whether notifications may go to addresses inside this network."""
    warm: bool = False
    """Whether the process that forecasts is begun before the first visitor asks for it."""


def create_app(
    settings: Settings, peers: Peers | None = None, begin_anew: Callable[[int], None] | None = None
) -> FastAPI:
    """The application, ready to be served; `peers`: the other processes it is served by; `begin_anew`: replaces this one."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await open_store(settings.data, settings.database, peers.writer if peers else None)
        beside = settings.data if settings.database is None else None
        secret, app.state.signing_key = await read_secrets(beside, store)
        app.state.base, app.state.hosts = settings.base, settings.hosts
        tables = Tables(store, settings.games, settings.limits, peers, settings.processes)
        app.state.tables = tables
        tables.housekeeping.begin_anew = begin_anew or tables.housekeeping.begin_anew
        app.state.identity = Identity(secret, store, tables.sessions)
        app.state.passkeys = Passkeys(secret, tables.sessions.accounts)
        app.state.disputes = Disputes(settings.data)
        app.state.reviews = Reviews(tables.forecasts)
        app.state.studies = Studies(settings.games)
        app.state.reports = Reports(settings.games, settings.runs)
        app.state.health = Health(tables, beside)
        app.state.ratings, app.state.club = Ratings(tables), Club(tables)
        app.state.notifier = await _notifier(settings, tables)
        await tables.housekeeping.start()
        for work in (app.state.ratings.count_new, app.state.club.go_on, Tidying().look):
            tables.repeat(_SLOWLY, work)
        tables.repeat(_NOW_AND_THEN, lambda: _let_go(app.state.identity, tables))
        tables.repeat(_SELDOM, lambda: _tidy_up(app.state.notifier, tables))
        tables.repeat(_SENDING, lambda: _notify(app.state.notifier, tables))
        tables.spawn(_tidy_up_first(app.state.notifier, tables))
        tables.spawn(_warm_up(app, tables, static if settings.warm else None))
        try:
            yield
        finally:
            app.state.studies.stop()
            app.state.reports.stop()
            app.state.notifier.outgoing.stop()
            await tables.stop()

    app = FastAPI(
        title="Albion",
        version="1",
        description=_ABOUT,
        lifespan=lifespan,
        openapi_url=None,
        servers=[{"url": settings.base}] if settings.base else None,
        docs_url=None,
        redoc_url=None,
        default_response_class=Answer,
    )
    for routes in (
        routes_clocks,
        routes_events,
        routes_games,
        routes_identity,
        routes_lab,
        routes_lessons,
        routes_matches,
        routes_notify,
        routes_orders,
        routes_play,
    ):
        app.include_router(routes.router)
    app.router.redirect_slashes = False
    shelf = Shelf(settings.data / "packed") if settings.warm else None
    static = Static(settings.web, settings.base, partial(_played, app), shelf)
    app.router.default = _elsewhere(static)
    app.add_middleware(Packing)
    app.add_middleware(Guard, hosts=settings.hosts, base=settings.base)
    _add_reference(app)
    _tell_errors(app)
    _document(app)
    return app


async def _notifier(settings: Settings, tables: Tables) -> Notifier:
    """The sender of notifications, with keys that all processes share."""
    key = await tables.store.setting("push-key", new_push_key())
    mailer = Mailer(settings.smtp, settings.mail_from) if settings.smtp else None
    push = Push(key, parseaddr(settings.mail_from)[1] or "operator@albion.invalid")
    return Notifier(tables.store, tables.games, push, mailer, Outgoing(settings.notify_private))


async def _let_go(identity: Identity, tables: Tables) -> None:
    """Drop what can be read or counted again: small objects left behind keep large blocks of memory from being freed."""
    identity.forget_old()
    tables.limits.forget_full()
    tables.shares.forget_old()
    tables.listed.clear()


async def _tidy_up(notifier: Notifier, tables: Tables) -> None:
    """Delete what has expired."""
    await tables.sessions.accounts.forget_expired(now_ms())
    await notifier.outbox.forget_handed_over(now_ms() - _DAY)
    await tables.store.forget_drafts(now_ms() - _DRAFT)


async def _tidy_up_first(notifier: Notifier, tables: Tables) -> None:
    """Once at the start: the last server may have crashed."""
    with contextlib.suppress(BusyError):
        await _tidy_up(notifier, tables)


async def _notify(notifier: Notifier, tables: Tables) -> None:
    await notifier.remind(tables.served.now())
    await notifier.send_due()


async def _warm_up(app: FastAPI, tables: Tables, static: Static | None) -> None:
    """Do in advance what the first visitor would have to wait for: build the routes, read the games, pack the page."""

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        pass

    for path in ("/api/health", "/api/me", "/api/matches/none"):
        scope: Scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "headers": [(b"host", b"localhost")],
        }
        await app({**scope, "query_string": b"", "http_version": "1.1", "scheme": "http"}, receive, send)
    await asyncio.to_thread(lambda: [catalogue.details(tables.games[id]) for id in tables.games])
    if static is not None:
        for work in static.packing():  # one at a time: a server that is told to end meanwhile ends
            await asyncio.to_thread(work)
        await asyncio.to_thread(give_back)
        # On a crowded machine it may take too long; then the first who asks waits for it.
        with contextlib.suppress(RequestError):
            await tables.forecasts.warm_up()
    tables.housekeeping.growth.settle()


async def _played(app: FastAPI, match: str, cookie: str | None) -> catalogue.Played | None:
    """What a match is played with, as far as the holder of a cookie may know; a page is sent whatever the database does."""
    identity: Identity = app.state.identity
    tables: Tables = app.state.tables
    try:
        player = await identity.player(cookie, None)
    except BusyError:
        return None
    return tables.played(match, None if player is None else player.id)


def _elsewhere(static: Static) -> ASGIApp:
    """Anything that is not a route is one of the browser's files; below /api there is nothing else."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].startswith("/api"):
            raise unknown("address")
        await static(scope, receive, send)

    return serve


def _tell_errors(app: FastAPI) -> None:
    async def refused(request: Request, error: Exception) -> Answer:
        refusal = request_error(error)
        if refusal is None:
            raise error
        await hold_back(refusal.status)
        return answer_to(refusal)

    async def invalid(request: Request, error: Exception) -> Answer:
        assert isinstance(error, RequestValidationError)
        return answer_to(_invalid(error))

    async def plain(request: Request, error: Exception) -> Answer:
        assert isinstance(error, HTTPException)
        return answer_to(_plain(error))

    for kind in (RequestError, AlbionError, BusyError, RecursionError):
        app.add_exception_handler(kind, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, plain)


def _invalid(error: RequestValidationError) -> RequestError:
    """The first thing wrong with a request, in a sentence that repeats nothing of what was sent."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["loc"][0] == "path":
        return unknown("address")
    return malformed(f"{where}: {first['msg']}")


def _plain(error: HTTPException) -> RequestError:
    if error.status_code == 404:
        return unknown("address")
    if error.status_code == 405:
        return RequestError(405, "method", "this address does not accept that method")
    return RequestError(error.status_code, "malformed", "the request cannot be read")


def _add_reference(app: FastAPI) -> None:
    page = cache(lambda: reference_page(app.openapi()))

    # Both are made once, which takes a tenth of a second: in a thread, so that nobody waits for it.
    @app.get("/api/openapi.json", include_in_schema=False)
    async def description() -> Answer:
        return Answer(await asyncio.to_thread(app.openapi))

    @app.get("/api/docs", include_in_schema=False)
    async def reference() -> Response:
        headers = {"content-security-policy": POLICY}
        return HTMLResponse(await asyncio.to_thread(page), headers=headers)


def _document(app: FastAPI) -> None:
    """Our answers and refusals instead of the framework's in the documentation."""
    original, made = app.openapi, Lock()

    def openapi() -> dict[str, Any]:
        with made:  # asked for in several threads
            if app.openapi_schema is None:
                schema = original()
                for path in schema["paths"].values():
                    for operation in path.values():
                        operation["responses"].pop("422", None)
                schema["components"]["schemas"].pop("HTTPValidationError", None)
                schema["components"]["schemas"].pop("ValidationError", None)
                schema["components"]["schemas"].update(responses.schemas())
            return app.openapi_schema or {}

    app.openapi = openapi  # type: ignore[method-assign]
