"""The outermost layer: no body too large, no error untold, no traceback to anybody."""

from __future__ import annotations

import logging
import secrets

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from albion.server import sockets
from albion.server.errors import RequestError, request_error
from albion.server.web import Answer

_LOG = logging.getLogger("albion.server")
_LARGEST = 64 * 1024
_LARGEST_RECORD = 1024 * 1024
_HEADERS = [(b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer")]


class Guard:
    """Wraps the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, within its limits."""
        if scope["type"] == "websocket":
            # Straight to the socket: the layers in between would be passed by every message.
            await sockets.serve(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = _LARGEST_RECORD if scope["path"] == "/api/records" else _LARGEST
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        try:
            await self._app(scope, await _whole(scope, receive, limit), sending)
        except Exception as error:
            if begun:
                raise
            await _told(error)(scope, receive, sending)


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
            500, "internal", f"something went wrong on our side: report {number} in the server's log"
        )
    return answer_to(refusal)


def answer_to(refusal: RequestError) -> Answer:
    """A refusal as an HTTP answer."""
    return Answer(refusal.response(), status_code=refusal.status)
