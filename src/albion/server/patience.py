"""How long a connection may take: for a request to begin and arrive, and to take the answer. Whoever dawdles is disconnected."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import h11

HEAD = 20.0
"""Seconds until the head of a request has arrived, however slowly it comes."""
ANSWER = 180.0
"""Seconds until it is answered and the answer has been taken."""


class PatientProtocol(H11Protocol):
    """Uvicorn's own, which gives a connection as long as it likes to say what it wants."""

    _waits_for = ""
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has come."""
        super().connection_made(transport)
        self._wait("head", HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has left."""
        self._wait("", 0)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request has come."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """An answer has been given; what came meanwhile may be a part of the next request."""
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on it is a socket, which has pings of its own."""
        self._wait("", 0)
        super().handle_websocket_upgrade(event)
        self._waits_for = "socket"

    def _look(self) -> None:
        """What this connection takes its time for now; between two requests uvicorn itself waits, not long."""
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
        """Wait for something; what is waited for already is not given more time."""
        if what == self._waits_for:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._waits_for = what
        self._timer = self.loop.call_later(seconds, self._late) if what else None

    def _late(self) -> None:
        # Closing would wait until the client has taken what is left.
        self.transport.abort()
