"""A lean WebSocket for measurements: on a small machine the client's own work is time the server does not get."""

from __future__ import annotations

import base64
import os
import socket
import struct
from collections import deque
from urllib.parse import urlsplit

from albion.engine.errors import DataError

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_LONG, _VERY_LONG = 126, 127
"""Lengths that say that the length follows in two bytes, or in eight."""
_USUAL = bytes((128 | _TEXT, _LONG))
"""How a text of 126 bytes to 64 KB begins; nearly always one comes alone and whole."""
_UNMASKED = bytes(4)
"""The mask that changes nothing: a client must send one, and nobody else is listening here."""
_PIECE = 1 << 16
_PATIENCE = 30.0
"""Seconds to wait for the server at most."""


class Frames:
    """Cuts what a server sends into frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def of(self, data: bytes) -> list[tuple[int, bytes]]:
        """The frames that are complete now: what kind each is, and what it says."""
        if not self._buffer and data[:2] == _USUAL and int.from_bytes(data[2:4], "big") == len(data) - 4:
            return [(_TEXT, data[4:])]
        self._buffer += data
        found = []
        while (frame := self._next()) is not None:
            found.append(frame)
        return found

    def _next(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 127, 2
        if size >= _LONG:
            start = 4 if size == _LONG else 10
            size = int.from_bytes(buffer[2:start], "big") if len(buffer) >= start else -1
        if size < 0 or len(buffer) < start + size:
            return None
        kind, data = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return kind, data


class Wire:
    """One connection; only what a server sends to a well-behaved client is understood."""

    def __init__(self, address: str, path: str, token: str) -> None:
        """Connect to a server on this machine as the player of a token."""
        url = urlsplit(address)
        self._socket = socket.create_connection((url.hostname or "", url.port or 80), _PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._frames = Frames()
        self._messages: deque[bytes] = deque()
        try:
            self._greet(path, url.netloc, token)
        except BaseException:
            self._socket.close()
            raise

    def fileno(self) -> int:
        """For whoever waits for several connections at once."""
        return self._socket.fileno()

    def send(self, data: bytes) -> None:
        """Send a text."""
        self._frame(_TEXT, data)

    def received(self) -> deque[bytes]:
        """The messages that have come, to be taken from its left; waits only if nothing has come at all."""
        for kind, data in self._frames.of(self._read()):
            if kind == _TEXT:
                self._messages.append(data)
            elif kind == _PING:
                self._frame(_PONG, data)
        return self._messages

    def recv(self) -> bytes:
        """The next message."""
        while not self._messages:
            self.received()
        return self._messages.popleft()

    def close(self) -> None:
        """Say goodbye and hang up."""
        try:
            self._frame(_CLOSE, struct.pack(">H", 1000))
        except OSError:  # the server was faster
            pass
        finally:
            self._socket.close()

    def _greet(self, path: str, host: str, token: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
            f"Sec-WebSocket-Key: {key}",
            f"Authorization: Bearer {token}",
        ]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):  # nothing follows before this client has spoken
            head += self._read()
        if head.split(b" ", 2)[1] != b"101":
            told = head.partition(b"\r\n")[0].decode()
            raise DataError(f"the server opens no socket: {told}")

    def _read(self) -> bytes:
        data = self._socket.recv(_PIECE)
        if not data:
            raise DataError("the server has closed a connection of the benchmark")
        return data

    def _frame(self, kind: int, data: bytes) -> None:
        size = len(data)
        if size < _LONG:
            head = bytes((128 | kind, 128 | size))
        elif size < 1 << 16:
            head = struct.pack(">BBH", 128 | kind, 128 | _LONG, size)
        else:
            head = struct.pack(">BBQ", 128 | kind, 128 | _VERY_LONG, size)
        self._socket.sendall(head + _UNMASKED + data)
