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


class Worker(uvicorn.Server):
    """Serves connections that were accepted elsewhere."""

    def __init__(self, config: uvicorn.Config, door: socket.socket, peers: Peers) -> None:
        super().__init__(config)
        self._door = door
        self._peers = peers
        self._begun: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin the application, then say that connections may come."""
        await super().startup(sockets=[])
        self._door.setblocking(False)
        asyncio.get_running_loop().add_reader(self._door.fileno(), self._hear)
        self._door.send(READY)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, then end those there are."""
        asyncio.get_running_loop().remove_reader(self._door.fileno())
        self._door.close()
        await super().shutdown(sockets)

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
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: protocol(config=config, server_state=state, app_state=app_state), connection
            )
