"""The server under test, in processes of its own."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

AGAIN = 0.1
"""Seconds before something is tried again."""
_START = 300
"""Seconds until it must answer: on a machine that does other work first."""


class Club:
    """The server under test; it keeps its port, so that clients find it again after a restart."""

    def __init__(self, data: Path, database: str | None, processes: int, limits: bool = False) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        call = (
            f"run(port={self._port}, data=Path({str(data)!r}), database={database!r}, processes={processes}, "
        )
        call += f"browser=False, limits={limits})"
        self._code = f"from pathlib import Path; from albion.server import run; {call}"
        self.address = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin, and wait until it answers."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", self._code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + _START
        while time.monotonic() < until:
            if self._process.poll() is not None:
                raise SystemExit(f"the server does not start: does another one use port {self._port}?")
            try:
                self.call("/api/games", None, "")
                return
            except OSError:
                time.sleep(AGAIN)
        self._process.kill()
        raise SystemExit(f"the server did not come up within {_START} seconds")

    @property
    def pid(self) -> int:
        """The server's process, or the supervisor's of several."""
        assert self._process is not None
        return self._process.pid

    def workers(self) -> list[int]:
        """The server processes that the supervisor has begun."""
        told = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        return [int(pid) for pid in told.split()]

    def kill_worker(self, chance: random.Random) -> None:
        """One process dies; the supervisor begins it again."""
        workers = self.workers()
        if workers:
            os.kill(chance.choice(workers), signal.SIGKILL)

    def kill_all(self) -> None:
        """The whole server dies at once and is started again."""
        assert self._process is not None
        for pid in [self._process.pid, *self.workers()]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self._process.wait()
        self.start()

    def stop(self) -> None:
        """End it in good order."""
        assert self._process is not None
        self._process.terminate()
        self._process.wait(timeout=60)

    def call(self, path: str, body: Any, token: str) -> Any:
        """One HTTP request."""
        headers = {"content-type": "application/json"} | (
            {"authorization": f"Bearer {token}"} if token else {}
        )
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read())

    def memory(self) -> int:
        """Bytes that the server's processes hold for themselves: what they share is shared out."""
        return sum(_held(pid) for pid in _family(self.pid))


def _family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # it has just ended
        return []
    return [pid, *(one for child in children for one in _family(int(child)))]


def _held(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:  # it has just ended
        return 0
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
