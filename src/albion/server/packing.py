"""Compresses responses for clients that accept it, piece by piece, so that others' moves can come in between."""

from __future__ import annotations

import zlib

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from albion.server.pauses import Pauses

_WORTH = 1000
"""Bytes of an answer that is worth packing."""
_PIECE = 16 * 1024
_LEVEL = 5
_GZIP = 16 + zlib.MAX_WBITS


class Packing:
    """Wraps the application; responses in several parts, or compressed already, pass unchanged."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back."""
        wanted = scope["type"] == "http" and "gzip" in Headers(scope=scope).get("accept-encoding", "")
        start: Message | None = None

        async def sending(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                begin, start = start, None
                await _pack(begin, message, wanted)
                await send(begin)
            await send(message)

        await self._app(scope, receive, sending)


async def _pack(start: Message, first: Message, wanted: bool) -> None:
    """Compress a response whose body comes whole; any other stays as it is."""
    headers, body = MutableHeaders(raw=start["headers"]), first.get("body", b"")
    if first.get("more_body", False) or len(body) < _WORTH or "content-encoding" in headers:
        return
    headers.add_vary_header("Accept-Encoding")
    if wanted and start["status"] != 206:
        first["body"] = packed = await packed_in_pieces(body)
        headers["Content-Encoding"], headers["Content-Length"] = "gzip", str(len(packed))


async def packed_in_pieces(body: bytes) -> bytes:
    """The body as gzip."""
    packer, pauses = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP), Pauses()
    packed = []
    for first in range(0, len(body), _PIECE):
        packed.append(packer.compress(body[first : first + _PIECE]))
        await pauses.pause()
    return b"".join([*packed, packer.flush()])
