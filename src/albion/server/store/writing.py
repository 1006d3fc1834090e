"""The process that writes to a SQLite file for all server processes of a machine.

Writers in several processes would take turns: each waits for the disk while the others wait for it, and each finds what it knew of
the file outdated by the others. One process commits what all of them have given it since its last commit, so that one wait is
for everybody, and no server process is kept from answering by its own writer (docs/decisions/processes.md).
"""

from __future__ import annotations

import contextlib
import selectors
import signal
import socket
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from albion.server.store.commits import Commits, Result, Unit
from albion.server.store.database import BusyError
from albion.server.store.turns import hold

_SIZE = struct.Struct(">I")
"""Every message begins with its length."""
_PIECE = 1 << 20


class _Failed(NamedTuple):
    """A unit that was not committed."""

    busy: bool
    why: str


_ENCODE = msgspec.msgpack.Encoder().encode
_UNITS = msgspec.msgpack.Decoder(list[Unit])
_RESULTS = msgspec.msgpack.Decoder(list[bool | _Failed])


class Frames:
    """Cuts a stream of bytes into messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def of(self, data: bytes) -> Iterator[bytes]:
        """The messages that are complete now."""
        self._buffer += data
        start = 0
        while len(self._buffer) >= start + _SIZE.size:
            end = start + _SIZE.size + _SIZE.unpack_from(self._buffer, start)[0]
            if len(self._buffer) < end:
                break
            yield bytes(self._buffer[start + _SIZE.size : end])
            start = end
        del self._buffer[:start]


def frame(units: Sequence[Unit]) -> bytes:
    """Units to be committed, as a message."""
    return _framed(_ENCODE(units))


def read_results(message: bytes) -> list[Result]:
    """What became of the units of a message."""
    return [told if isinstance(told, bool) else _error(told) for told in _RESULTS.decode(message)]


def _error(told: _Failed) -> Exception:
    return BusyError(told.why) if told.busy else RuntimeError(f"the database refused to write: {told.why}")


def _framed(message: bytes) -> bytes:
    return _SIZE.pack(len(message)) + message


def write_for_all(path: Path, listening: socket.socket, door: socket.socket) -> None:
    """Commit what server processes send, until the supervisor has closed the door and the last of them has hung up."""
    for name in (
        signal.SIGTERM,
        signal.SIGINT,
    ):  # sent to all processes at once, while the others still write
        signal.signal(name, signal.SIG_IGN)
    held, commits = hold(path), Commits(path)
    _Writing(commits, listening, door).run()
    commits.close()
    if held is not None:
        held.close()


class _Writing:
    def __init__(self, commits: Commits, listening: socket.socket, door: socket.socket) -> None:
        self._commits = commits
        self._clients: dict[socket.socket, Frames] = {}
        self._units: list[Unit] = []
        """Come in since the last commit."""
        self._asked: list[tuple[socket.socket, int]] = []
        """Who sent them, and how many."""
        self._needed = True
        self._selector = selectors.DefaultSelector()
        self._selector.register(listening, selectors.EVENT_READ, self._accept)
        self._selector.register(door, selectors.EVENT_READ, self._end)

    def run(self) -> None:
        """Until nobody is left."""
        while self._needed or self._clients:
            for key, _ in self._selector.select():
                key.data(key.fileobj)
            if self._units:
                self._commit()

    def _accept(self, listening: socket.socket) -> None:
        client, _ = listening.accept()
        self._clients[client] = Frames()
        self._selector.register(client, selectors.EVENT_READ, self._read)

    def _end(self, door: socket.socket) -> None:
        self._needed = False
        self._selector.unregister(door)

    def _read(self, client: socket.socket) -> None:
        try:
            data = client.recv(_PIECE)
        except OSError:
            data = b""
        if not data:
            self._selector.unregister(client)
            del self._clients[client]
            client.close()
            return
        for message in self._clients[client].of(data):
            units = _UNITS.decode(message)
            self._units += units
            self._asked.append((client, len(units)))

    def _commit(self) -> None:
        """One commit for all, then to each what became of his."""
        told = [_told(result) for result in self._commits.commit(self._units)]
        answers: dict[socket.socket, bytes] = {}
        for client, count in self._asked:
            answers[client] = answers.get(client, b"") + _framed(_ENCODE(told[:count]))
            del told[:count]
        self._units, self._asked = [], []
        for client, answer in answers.items():
            with contextlib.suppress(OSError):  # it has died; what it sent is committed
                client.sendall(answer)


def _told(result: Result) -> bool | _Failed:
    return result if isinstance(result, bool) else _Failed(isinstance(result, BusyError), str(result))
