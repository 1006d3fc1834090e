"""The outermost layer: it limits bodies, answers every error in one sentence, and shows nobody a traceback."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from albion.server import sockets
from albion.server.errors import RequestError, hold_back, malformed, request_error
from albion.server.identity import COOKIE, Identity
from albion.server.logs import REQUEST
from albion.server.origin import known_host, same_origin
from albion.server.tables import Tables
from albion.server.web import Answer

_LOG = logging.getLogger("albion.server")
_LARGEST = 64 * 1024
_LARGEST_RECORD = 1024 * 1024
_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
]
_PERSONAL = [(b"cache-control", b"private, no-store")]
_PATIENCE = 20.0
"""Seconds for a request to arrive whole."""
_PROTOCOL = 0.00035
"""Seconds of the event loop that a request's connection, its reading and writing take besides."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_READING = ("GET", "HEAD", "OPTIONS")
_ASKING = ("/reach", "/odds", "/hints", "/explain", "/trial", "/fork", "/study", "/records", "/positions")
"""How the paths of requests end that change nothing for anybody else: they can wait, as reading can."""
_METHODS = (*_READING, "POST", "PUT", "PATCH", "DELETE")
"""By these requests are counted: a client may call its method whatever it likes."""


class Guard:
    """Wraps the application; everything a client sends passes through here."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] | None = None, base: str = "") -> None:
        self._app = app
        self._base = base
        """Where on its host the server lies; a proxy may have taken it off already."""
        self._hosts = hosts
        """The names this server goes by; None: any."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, within its limits."""
        if self._base and scope.get("path", "").startswith(f"{self._base}/"):
            scope = {**scope, "path": scope["path"].removeprefix(self._base)}
        if scope["type"] == "websocket":
            # Straight to the socket: the layers in between would be passed by every message.
            await sockets.serve(scope, receive, send, self._hosts)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = _LARGEST_RECORD if scope["path"] == "/api/records" else _LARGEST
        personal = scope["path"].startswith("/api/")
        two_lengths = _has_two_lengths(scope)
        id = _request_id(scope)
        REQUEST.set(id)
        status, start = 0, time.monotonic()
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun, status
            if message["type"] == "http.response.start":
                begun, status = True, message["status"]
                known = {name for name, _ in message["headers"]}
                extra = _PERSONAL if personal and b"cache-control" not in known else []
                extra = [*extra, (b"connection", b"close")] if two_lengths else extra
                message["headers"] = [*message["headers"], *_HEADERS, *extra, (b"x-request-id", id.encode())]
            await send(message)

        try:
            _check_sender(scope, self._hosts)
            if two_lengths:
                raise malformed("a request tells its length or comes in chunks, but not both")
            async with asyncio.timeout(_PATIENCE):
                whole = await _whole(scope, receive, limit)
            await self._in_turn(scope, whole, sending)
        except TimeoutError:
            slow = RequestError(408, "slow", f"the request did not arrive within {_PATIENCE:.0f} seconds")
            await answer_to(slow)(scope, receive, sending)
        except Exception as error:
            if begun:
                raise
            told = _told(error)
            await hold_back(told.status_code)
            await told(scope, receive, sending)
        finally:
            self._note(scope, status, time.monotonic() - start)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; a client that has used up its share of the server's time waits first."""
        tables: Tables | None = getattr(scope["app"].state, "tables", None) if "app" in scope else None
        if tables is None:
            await self._app(scope, receive, send)
            return
        identity: Identity = scope["app"].state.identity
        request = HTTPConnection(scope)
        scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
        token = bearer if scheme.lower() == "bearer" else None
        session = identity.session(request.cookies.get(COOKIE), token)
        address = request.client.host if request.client is not None else None
        urgent = scope["method"] not in _READING and not scope["path"].endswith(_ASKING)
        await tables.shares.do(
            self._answer(scope, receive, send), session, address, besides=_PROTOCOL, urgent=urgent
        )

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count the request, and write a line of it: by its route, since addresses hold links that are secret."""
        route = getattr(scope.get("route"), "path", "other" if scope["path"].startswith("/api") else "page")
        tables: Tables | None = getattr(scope["app"].state, "tables", None) if "app" in scope else None
        method = scope["method"] if scope["method"] in _METHODS else "other"
        if tables is not None:
            metrics = tables.metrics
            labels = ("method", method), ("route", route)
            metrics.count("albion_requests_total", *labels, ("status", str(status)))
            metrics.took("albion_request_seconds", seconds, *labels)
        facts = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
        _LOG.info("%s %s %d in %.1f ms", method, route, status, 1000 * seconds, extra={"facts": facts})


def _request_id(scope: Scope) -> str:
    """The id a proxy gave the request, or a new one."""
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _ID.fullmatch(given) else secrets.token_hex(6)


def _has_two_lengths(scope: Scope) -> bool:
    """Whether two servers could disagree on where the request ends: what comes after it is then not listened to."""
    return {b"content-length", b"transfer-encoding"} <= {name for name, _ in scope["headers"]}


def _check_sender(scope: Scope, hosts: tuple[str, ...] | None) -> None:
    """Refuse requests to a host name that is not ours, and writes from another site's page."""
    headers = Headers(scope=scope)
    if not known_host(headers.get("host", ""), hosts):
        raise RequestError(421, "host", "this server is not known by that host name: see --allowed-host")
    if scope["method"] not in _READING and not same_origin(headers):
        raise RequestError(403, "origin", "this page belongs to another site")


async def _whole(scope: Scope, receive: Receive, limit: int) -> Receive:
    """The request with its body read, or refused as soon as it has grown too large."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and int(value) > limit:
            raise _oversized(limit)
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return receive
        parts.append(message.get("body", b""))
        size, more = size + len(parts[-1]), message.get("more_body", False)
        if size > limit:
            raise _oversized(limit)
    read: list[Message] = [{"type": "http.request", "body": b"".join(parts), "more_body": False}]

    async def again() -> Message:
        return read.pop() if read else await receive()

    return again


def _oversized(limit: int) -> RequestError:
    return RequestError(413, "oversized", f"the body may have {limit} bytes at most")


def _told(error: Exception) -> Answer:
    refusal = request_error(error)
    if refusal is None:
        number = secrets.token_hex(4)
        _LOG.error("report %s", number, exc_info=error)
        refusal = RequestError(
            500, "internal", f"something went wrong on the server: see entry {number} in its log"
        )
    return answer_to(refusal)


def answer_to(refusal: RequestError) -> Answer:
    """A refusal as an HTTP answer."""
    headers = {} if refusal.retry is None else {"retry-after": str(refusal.retry)}
    return Answer(refusal.response(), status_code=refusal.status, headers=headers)
