"""One of several server processes: it gets its connections from the supervisor instead of listening itself."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import Any

import uvicorn

from albion.server.peers import Peers

READY = b"r"
CONNECTION = b"c"
ALIVE = b"a"
MASK = 16
"""Bytes that follow ALIVE: a bit for each process that is there."""
_LAST_ONES = 2.0
"""Seconds for the last connections to come, and to say what they want, before those that say nothing are closed."""
_LOOK = 0.005


class Worker(uvicorn.Server):
    """Serves connections that were accepted elsewhere."""

    def __init__(self, config: uvicorn.Config, door: socket.socket, peers: Peers) -> None:
        super().__init__(config)
        self._door = door
        self._peers = peers
        self._begun: set[asyncio.Task[Any]] = set()
        self._new: list[Any] = []
        """Connections that came while this process was about to end."""
        self._hung_up = asyncio.Event()
        """The supervisor brings no more connections."""
        self._leaving = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin the application, then say that connections may come."""
        await super().startup(sockets=[])
        self._door.setblocking(False)
        asyncio.get_running_loop().add_reader(self._door.fileno(), self._hear)
        self._door.send(READY)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye to the supervisor, answer those whom it had already sent, then end the connections there are."""
        self._leaving = True
        with contextlib.suppress(OSError, TimeoutError):
            self._door.shutdown(socket.SHUT_WR)
            async with asyncio.timeout(_LAST_ONES):
                await self._hung_up.wait()
                while self._begun or any(self._says_nothing(protocol) for protocol in self._new):
                    await asyncio.sleep(_LOOK)
        asyncio.get_running_loop().remove_reader(self._door.fileno())
        self._door.close()
        await super().shutdown(sockets)

    def _says_nothing(self, protocol: Any) -> bool:
        """Whether a connection's first request has not been read yet: uvicorn would close it unanswered."""
        return protocol in self.server_state.connections and protocol.cycle is None

    def _hear(self) -> None:
        try:
            code, given, _, _ = socket.recv_fds(self._door, 1, 1)
        except BlockingIOError:
            return
        except OSError:
            code, given = b"", []
        if code == CONNECTION and given:
            self._serve_one(socket.socket(fileno=given[0]))
        elif code == ALIVE:
            mask = int.from_bytes(self._door.recv(MASK), "big")
            self._peers.now_alive(n for n in range(8 * MASK) if mask >> n & 1)
        elif not code:
            # Without a supervisor nobody brings connections or restarts this process.
            self.should_exit = True
            self._hung_up.set()
            asyncio.get_running_loop().remove_reader(self._door.fileno())

    def _serve_one(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        task = asyncio.create_task(self._connect(connection))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)

    async def _connect(self, connection: socket.socket) -> None:
        protocol: Any = self.config.http_protocol_class
        config, state, app_state = self.config, self.server_state, self.lifespan.state
        # A client that has left already is no matter.
        with contextlib.suppress(OSError):
            _, made = await asyncio.get_running_loop().connect_accepted_socket(
                lambda: protocol(config=config, server_state=state, app_state=app_state), connection
            )
            if self._leaving:
                self._new.append(made)
