"""A lean WebSocket for measurements: on a small machine the client's own work is time the server does not get."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections import deque
from typing import cast
from urllib.parse import urlsplit

from albion.engine.errors import DataError

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_LONG, _VERY_LONG = 126, 127
"""Lengths that say that the length follows in two bytes, or in eight."""
_UNMASKED = bytes(4)
"""The mask that changes nothing: a client must send one, and nobody else is listening here."""


class Wire(asyncio.Protocol):
    """One connection; only what a server sends to a well-behaved client is understood."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self._loop = loop
        self._opened: asyncio.Future[None] = loop.create_future()
        self._buffer = bytearray()
        self._messages: deque[bytes] = deque()
        self._waiting: asyncio.Future[bytes] | None = None
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def connect(cls, address: str, path: str, token: str) -> Wire:
        """Connect to a server on this machine as the player of a token."""
        url = urlsplit(address)
        loop = asyncio.get_running_loop()
        transport, wire = await loop.create_connection(cls, url.hostname or "", url.port or 80)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {url.netloc}",
            *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
            f"Sec-WebSocket-Key: {key}",
            f"Authorization: Bearer {token}",
        ]
        transport.write("\r\n".join([*lines, "", ""]).encode())
        await wire._opened
        return wire

    def send(self, data: bytes) -> None:
        """Send a text."""
        self._frame(_TEXT, data)

    async def recv(self) -> bytes:
        """The next message."""
        if self._messages:
            return self._messages.popleft()
        self._waiting = self._loop.create_future()
        return await self._waiting

    def close(self) -> None:
        """Say goodbye and hang up."""
        if self._transport is not None and not self._transport.is_closing():
            self._frame(_CLOSE, struct.pack(">H", 1000))
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by asyncio when the connection is open."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by name

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by asyncio when the connection is closed."""
        gone = DataError("the server has closed a connection of the benchmark")
        for future in (self._opened, self._waiting):
            if future is not None and not future.done():
                future.set_exception(gone)

    def data_received(self, data: bytes) -> None:
        """Called by asyncio when bytes have arrived."""
        self._buffer += data
        if not self._opened.done():
            self._greeted()
        if self._opened.done():
            while self._next():
                pass

    def _greeted(self) -> None:
        head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not found:
            return
        self._buffer = bytearray(rest)
        if head.split(b" ", 2)[1] == b"101":
            self._opened.set_result(None)
        else:
            told = head.partition(b"\r\n")[0].decode()
            self._opened.set_exception(DataError(f"the server opens no socket: {told}"))

    def _next(self) -> bool:
        """Take one whole frame out of the buffer, if there is one."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1] & 127, 2
        if size >= _LONG:
            start = 4 if size == _LONG else 10
            size = int.from_bytes(buffer[2:start], "big") if len(buffer) >= start else -1
        if size < 0 or len(buffer) < start + size:
            return False
        kind, data = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        if kind == _PING:
            self._frame(_PONG, data)
        elif kind == _TEXT:
            self._heard(data)
        return True

    def _heard(self, data: bytes) -> None:
        if self._waiting is None or self._waiting.done():
            self._messages.append(data)
        else:
            self._waiting.set_result(data)

    def _frame(self, kind: int, data: bytes) -> None:
        size = len(data)
        if size < _LONG:
            head = bytes((128 | kind, 128 | size))
        elif size < 1 << 16:
            head = struct.pack(">BBH", 128 | kind, 128 | _LONG, size)
        else:
            head = struct.pack(">BBQ", 128 | kind, 128 | _VERY_LONG, size)
        assert self._transport is not None
        self._transport.write(head + _UNMASKED + data)
