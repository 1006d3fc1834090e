"""How long a connection may take: for a request to begin and arrive, and to take the answer. Whoever dawdles is disconnected.

So is a socket that floods the server with frames which say nothing: they come before anything that counts requests.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from albion.server.limits import address_key, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    import h11
    from websockets.frames import Frame

HEAD = 20.0
"""Seconds until the head of a request has arrived, however slowly it comes."""
ANSWER = 180.0
"""Seconds until it is answered and the answer has been taken."""
CONNECTIONS = 400
"""Open connections of one address, its sockets among them; this machine's own, and a proxy's, are not counted."""
UNREAD = 30.0
"""Seconds for which a socket may leave unread more than its buffer holds."""
FRAMES, FRAMES_A_SECOND = 300, 20
"""This many frames of a socket may be pings, pongs or pieces of messages, at once and in the long run."""
CHUNK = 4096
"""Bytes of frames that are read before the connection is checked again."""


class Held:
    """Counts the open connections of each address, so that a flood from one place leaves room for others."""

    open: ClassVar[Counter[str]] = Counter()

    def __init__(self, address: str | None, proxies: Sequence[str] | str | None) -> None:
        self._key = address_key(address) if counted(address) and not _is_proxy(address, proxies) else None
        if self._key is not None:
            self.open[self._key] += 1

    @property
    def too_many(self) -> bool:
        """Whether this one is more than an address may have."""
        return self._key is not None and self.open[self._key] > CONNECTIONS

    def end(self) -> None:
        """Count a connection as closed."""
        if self._key is not None:
            self.open[self._key] -= 1
            if not self.open[self._key]:
                del self.open[self._key]
            self._key = None


def _is_proxy(address: str | None, proxies: Sequence[str] | str | None) -> bool:
    named = proxies.split(",") if isinstance(proxies, str) else list(proxies or ())
    if "*" in named or address in named:
        return True
    try:
        return any(ipaddress.ip_address(address or "") in ipaddress.ip_network(p.strip()) for p in named)
    except ValueError:
        return False


class PatientProtocol(H11Protocol):
    """Uvicorn's protocol with time limits; its own waits for a request as long as the connection lasts."""

    _waits_for = ""
    _timer: asyncio.TimerHandle | None = None
    _held: Held | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit for the first request."""
        super().connection_made(transport)
        self._held = Held(self.client[0] if self.client else None, self.config.forwarded_allow_ips)
        if self._held.too_many:
            transport.abort()
        self._wait("head", HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop timing, and count the connection as closed."""
        self._wait("", 0)
        if self._held is not None:
            self._held.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request, and check the time limit."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """A response is complete; what has arrived meanwhile may be part of the next request."""
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop timing: a socket has pings of its own."""
        self._wait("", 0)
        super().handle_websocket_upgrade(event)
        self._waits_for = "socket"
        if self._held is not None:  # the socket has counted itself
            self._held.end()

    def _look(self) -> None:
        """Find out what this connection is waiting for now; between two requests uvicorn has its own, short limit."""
        if self._waits_for == "socket":
            return
        answering = self.cycle is not None and not self.cycle.response_complete
        if answering or self.transport.get_write_buffer_size():
            self._wait("answer", ANSWER)
        elif self.timeout_keep_alive_task is None:
            self._wait("head", HEAD)
        else:
            self._wait("", 0)

    def _wait(self, what: str, seconds: float) -> None:
        """Set the time limit for something; a limit that is already running is not extended."""
        if what == self._waits_for:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._waits_for = what
        self._timer = self.loop.call_later(seconds, self._late) if what else None

    def _late(self) -> None:
        # Closing would wait until the client has taken what is left.
        self.transport.abort()


class PatientSocket(WebSocketsSansIOProtocol):
    """Uvicorn's socket protocol with limits; its own answers any number of pings and keeps what a client never reads."""

    _unread: asyncio.TimerHandle | None = None
    _left = float(FRAMES)
    _since = 0.0
    _held: Held | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the socket for its address."""
        super().connection_made(transport)
        self._held = Held(self.client[0] if self.client else None, self.config.forwarded_allow_ips)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop timing, and count the socket as closed."""
        self.resume_writing()
        if self._held is not None:
            self._held.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in frames, but stop once the connection is closing."""
        for begin in range(0, len(data), CHUNK):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + CHUNK])

    def pause_writing(self) -> None:
        """Start the time limit for a client that does not read."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(UNREAD, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has read most of its messages: end the time limit."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def keepalive_timeout(self) -> None:
        """Disconnect at once: a client that has not answered a ping will not read a closing message."""
        super().keepalive_timeout()
        self.transport.abort()

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read the answers."""
        if self.spare() and self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """Take an answer to a ping, or one that was not asked for."""
        if self.spare():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """A message, or its first piece."""
        if event.fin or self.spare():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A message, or its first piece."""
        if event.fin or self.spare():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """The next piece of a message."""
        if self.spare():
            super().handle_cont(event)

    def spare(self, times: int = 1) -> bool:
        """Whether there may be one more frame that is no message; otherwise the connection ends."""
        now = self.loop.time()
        self._left = min(float(FRAMES), self._left + (now - self._since) * FRAMES_A_SECOND) - times
        self._since = now
        if self._left < 0:
            self.transport.abort()
        return self._left >= 0
