"""The server processes of one machine: which of them a match is pinned to, and how they signal each other."""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Callable, Iterable
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import NamedTuple

_MATCH = re.compile(rb"[A-Z]+ \S*?(?:/api/matches/|/match/|[?&]match=)([\w-]{1,64})", re.ASCII)
_PROCESS = re.compile(rb"[A-Z]+ \S*?[?&]process=(\d{1,3})(?:[& ]|$)")
_LONGEST = 200
"""Bytes of a call: a match's id, or what was counted."""
_COUNTED = b"="
"""Begins a call about something counted; no match's id does."""


class Heard(NamedTuple):
    """What other processes have signalled."""

    matches: list[str]
    """Changed, and at home here."""
    counted: list[str]
    """Counted against somebody's limits."""


def match_of(request: bytes) -> bytes | None:
    """The match that the first line of an HTTP request is about, if any."""
    found = _MATCH.match(request)
    return found[1] if found else None


def process_of(request: bytes) -> int | None:
    """The process that the first line of an HTTP request asks for, as those who collect metrics do."""
    found = _PROCESS.match(request)
    return int(found[1]) if found else None


def home_of(match: bytes, alive: Iterable[int]) -> int:
    """The process a match is pinned to: if one dies, only its own matches move, and they come back with it."""
    return max(alive, key=lambda process: blake2b(b"%d %b" % (process, match), digest_size=8).digest())


def writer_in(folder: Path) -> Path:
    """The path of the writer's socket."""
    return folder / "writer"


class Peers:
    """What one process knows of the others."""

    def __init__(self, me: int = 0, folder: Path | None = None) -> None:
        self.me = me
        self._folder = folder
        """Where each process has its socket, by number; None: there is only this one."""
        self._alive: tuple[int, ...] = (me,)
        self._turn = count(me)
        """Whose turn it is to get a new match."""
        self.socket: socket.socket | None = None
        """On which others call."""
        self.moved: Callable[[], None] = lambda: None
        """Called when other processes have come or gone, and with them matches."""

    @property
    def writer(self) -> Path | None:
        """The socket of the process that writes to the database for all; None: each writes for itself."""
        address = None if self._folder is None else writer_in(self._folder)
        return address if address is not None and address.exists() else None

    def at_home(self, match: str) -> bool:
        """Whether this process looks after a match: lets its bots think, keeps its clocks."""
        return len(self._alive) == 1 or home_of(match.encode(), self._alive) == self.me

    def pinned_in_turn(self, draw: Callable[[], str]) -> str:
        """The id of a new match, drawn until it is pinned to the process whose turn it is.

        Each process begins with itself. Left to chance, the few matches of a small club would often crowd in one process.
        """
        turn = self._alive[next(self._turn) % len(self._alive)]
        while home_of((id := draw()).encode(), self._alive) != turn:
            pass
        return id

    def now_alive(self, processes: Iterable[int]) -> None:
        """Note which processes are alive; this one always is."""
        self._alive = tuple(sorted({*processes, self.me}))
        self.moved()

    def call(self, match: str) -> None:
        """Tell the process a match is pinned to that it changed; if that is lost, the sweep finds it later."""
        if self._folder is None or self.socket is None:
            return
        home = home_of(match.encode(), self._alive)
        with contextlib.suppress(OSError):
            self.socket.sendto(match.encode(), str(self._folder / str(home)))

    def listen(self) -> socket.socket | None:
        """Open this process's own socket, on which calls come in; None if nobody can call."""
        if self._folder is None:
            return None
        address = self._folder / str(self.me)
        address.unlink(missing_ok=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.bind(str(address))
        return self.socket

    def tell_counted(self, what: str) -> None:
        """Tell all others what was counted against somebody's limits; if that is lost, it is not counted there."""
        if self._folder is None or self.socket is None:
            return
        for other in self._alive:
            if other != self.me:
                with contextlib.suppress(OSError):
                    self.socket.sendto(
                        _COUNTED + what.encode()[: _LONGEST - 1], str(self._folder / str(other))
                    )

    def heard(self) -> Heard:
        """What others have signalled since the last look."""
        found: list[bytes] = []
        with contextlib.suppress(BlockingIOError):
            while self.socket is not None:
                found.append(self.socket.recv(_LONGEST))
        matches = [call.decode("ascii", "replace") for call in found if not call.startswith(_COUNTED)]
        counted = [call[1:].decode("utf-8", "replace") for call in found if call.startswith(_COUNTED)]
        return Heard(list(dict.fromkeys(matches)), counted)

    def close(self) -> None:
        """Close this process's socket for calls."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None
