"""`albion serve --processes N`: forks the server processes, hands each its connections, restarts dead ones.

A connection goes to the process that its first request's match is pinned to. The supervisor looks at that request without taking it
from the socket and passes the socket on whole, so no byte of a conversation ever goes through it.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import FrameType

from albion.engine.errors import DataError
from albion.server.peers import Peers, home_of, match_of, process_of, writer_in
from albion.server.worker import ALIVE, CONNECTION, MASK, READY

_LOG = logging.getLogger("albion.server")
_TICK = 0.1
_SILENT = 20.0
"""Seconds after which a connection that has said nothing is closed."""
_HEAD = 2048
"""Bytes of a request that are looked at."""
_WAITING = 2000
"""The most connections that may be silent at once; beyond that the longest silent one is closed."""
_EARLY = 2.0
"""A process that ends within this many seconds counts as a failed start."""
_TRIES = 5
"""After this many failed starts before the first good one the server gives up; later it retries forever."""
_PAUSE = 1.0
"""Seconds before a process that failed to start is restarted."""
_GOODBYE = 15.0

Serve = Callable[[socket.socket, Peers], None]
"""Runs one server process until it is told to end."""
Write = Callable[[socket.socket, socket.socket], None]
"""Runs the process that writes to the database for all: it is called on the first socket, and ends when the second is closed."""
_WRITER = -1
"""Its number; server processes have 0, 1, 2 …"""


@dataclass(eq=False)
class _Process:
    number: int
    pid: int
    door: socket.socket
    begun: float
    ready: bool = False


class Supervisor:
    """The one process that listens."""

    def __init__(
        self, listening: socket.socket, processes: int, folder: Path, serve: Serve, write: Write | None = None
    ) -> None:
        self._listening = listening
        self._count = processes
        self._folder = folder
        self._serve = serve
        self._write = write
        self._calls = None if write is None else _called_at(writer_in(folder))
        """Where server processes call the writer; kept here, so that none is turned away while it is replaced."""
        self._selector = selectors.DefaultSelector()
        self._processes: dict[int, _Process] = {}
        self._silent: dict[socket.socket, float] = {}
        """Connections that have not yet sent a request, with the moment they came."""
        self._held: list[socket.socket] = []
        """Those of them that have sent one while no process was there to answer it."""
        self._turn = count()
        self._failed = 0
        self._ever_ready = False
        self._due: dict[int, float] = {}
        """Processes to be restarted, and when."""
        self._accepting = False
        self._ending = False

    def run(self) -> None:
        """Until told to end."""
        self._listening.setblocking(False)
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._end)
        try:
            if self._calls is not None:
                self._begin(_WRITER)
            for number in range(self._count):
                self._begin(number)
            while not self._ending:
                self._listen_when_ready()
                for key, _ in self._selector.select(_TICK):
                    key.data(key.fileobj)
                self._bury()
                self._revive()
                self._close_silent()
        finally:
            self._stop()

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._ending = True

    # processes

    def _begin(self, number: int) -> None:
        mine, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            mine.close()
            self._become(number, theirs)
        theirs.close()
        mine.setblocking(False)
        process = self._processes[number] = _Process(number, pid, mine, time.monotonic())
        self._selector.register(mine, selectors.EVENT_READ, lambda _: self._hear(process))

    def _become(self, number: int, door: socket.socket) -> None:
        """In the new process: forget what is the supervisor's, then serve."""
        code = 1
        try:
            for name in (signal.SIGTERM, signal.SIGINT):
                signal.signal(name, signal.SIG_DFL)
            self._selector.close()
            self._listening.close()
            if self._calls is not None and number != _WRITER:
                self._calls.close()
            for other in self._processes.values():
                other.door.close()
            for connection in self._silent:
                connection.close()
            if number == _WRITER and self._write is not None and self._calls is not None:
                self._write(self._calls, door)
            else:
                self._serve(door, Peers(number, self._folder))
            code = 0
        except DataError as error:
            print(f"albion: {error}", file=sys.stderr)
        except Exception:
            _LOG.exception("server process %d failed", number)
        finally:
            sys.stdout.flush()
            os._exit(code)

    def _hear(self, process: _Process) -> None:
        try:
            said = process.door.recv(1)
        except OSError:
            said = b""
        if said == READY:
            process.ready = self._ever_ready = True
            self._tell_alive()
        elif not said and process.door.fileno() >= 0:
            self._retire(process)

    def _retire(self, process: _Process) -> None:
        """Send it nothing more."""
        if process.door.fileno() >= 0:
            self._selector.unregister(process.door)
            process.door.close()
        if process.ready:
            process.ready = False
            self._tell_alive()

    def _tell_alive(self) -> None:
        """Tell every process who is there, so that they agree where each match is at home."""
        mask = sum(1 << p.number for p in self._processes.values() if p.ready)
        for process in self._ready():
            with contextlib.suppress(OSError):
                process.door.send(ALIVE + mask.to_bytes(MASK, "big"))

    def _ready(self) -> list[_Process]:
        return [p for p in self._processes.values() if p.ready]

    def _bury(self) -> None:
        """Notice what has died; until it is restarted its matches are at home elsewhere."""
        for number, process in list(self._processes.items()):
            pid, status = os.waitpid(process.pid, os.WNOHANG)
            if not pid:
                continue
            self._retire(process)
            del self._processes[number]
            now = time.monotonic()
            early = now - process.begun < _EARLY
            self._failed += early
            self._due[number] = now + (_PAUSE if early else 0)
            if not self._ending and status:  # otherwise it is only being replaced
                who = "the writer" if number == _WRITER else f"server process {number}"
                _LOG.error("%s has died and is restarted", who)
        if self._failed >= _TRIES and not self._ever_ready and not self._ending:
            raise DataError(f"the server processes end as soon as they start ({_TRIES} times): see the log")

    def _revive(self) -> None:
        now = time.monotonic()
        for number in [number for number, due in self._due.items() if due <= now]:
            del self._due[number]
            self._begin(number)

    def _stop(self) -> None:
        self._ending = True
        for process in self._processes.values():
            if process.number != _WRITER and process.door.fileno() >= 0:  # nobody is sent there any more
                self._selector.unregister(process.door)
                process.door.close()
                process.ready = False
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGTERM)
        until = time.monotonic() + _GOODBYE
        while self._processes and time.monotonic() < until:
            self._bury()
            if list(self._processes) == [_WRITER]:  # it must outlive those who write
                self._retire(self._processes[_WRITER])
            time.sleep(0.02)
        for process in self._processes.values():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
        for connection in self._silent:
            connection.close()
        self._listening.close()
        self._selector.close()

    # connections

    def _listen_when_ready(self) -> None:
        """Connections wait in the system's queue until there is a process to serve them."""
        held, self._held = (self._held, []) if self._ready() else ([], self._held)
        for connection in held:
            self._selector.register(connection, selectors.EVENT_READ, self._pass_on)
        if bool(self._ready()) == self._accepting:
            return
        self._accepting = not self._accepting
        if self._accepting:
            self._selector.register(self._listening, selectors.EVENT_READ, self._accept)
        else:
            self._selector.unregister(self._listening)

    def _accept(self, _: object) -> None:
        while (connection := self._next()) is not None:
            connection.setblocking(False)
            self._silent[connection] = time.monotonic()
            self._selector.register(connection, selectors.EVENT_READ, self._pass_on)
            if len(self._silent) > _WAITING:
                self._drop(next(iter(self._silent)))

    def _next(self) -> socket.socket | None:
        """The next connection that waits, if any; without room for another file the longest silent one is closed for it."""
        while True:
            try:
                return self._listening.accept()[0]
            except OSError as error:
                if error.errno not in (errno.EMFILE, errno.ENFILE) or not self._silent:
                    return None
                self._drop(next(iter(self._silent)))

    def _pass_on(self, connection: socket.socket) -> None:
        """Look at what it asks for, and give it to the process that should answer."""
        try:
            head = connection.recv(_HEAD, socket.MSG_PEEK)
        except OSError:
            head = b""
        if not head or self._sent(head, connection):
            self._drop(connection)
        else:  # all of them are replaced at once
            self._selector.unregister(connection)
            self._held.append(connection)

    def _sent(self, head: bytes, connection: socket.socket) -> bool:
        """Whether some process has the connection now."""
        ready = self._ready()
        chosen = self._chosen(head, [p.number for p in ready]) if ready else None
        for process in sorted(ready, key=lambda p: p.number != chosen):
            try:
                socket.send_fds(process.door, [CONNECTION], [connection.fileno()])
                return True
            except OSError:
                # Dead or drowning: another can answer as well.
                continue
        return False

    def _chosen(self, head: bytes, ready: list[int]) -> int:
        wanted = process_of(head)
        if wanted in ready:
            return wanted
        match = match_of(head)
        return home_of(match, ready) if match is not None else ready[next(self._turn) % len(ready)]

    def _drop(self, connection: socket.socket) -> None:
        """Let go of a connection: closed, unless another process has it now."""
        self._silent.pop(connection, None)
        if connection in self._held:
            self._held.remove(connection)
        else:
            self._selector.unregister(connection)
        connection.close()

    def _close_silent(self) -> None:
        oldest = time.monotonic() - _SILENT
        for connection, since in list(self._silent.items()):
            if since > oldest:
                break
            self._drop(connection)


def _called_at(address: Path) -> socket.socket:
    calls = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    calls.bind(str(address))
    calls.listen(128)
    return calls
