"""A PostgreSQL server on loopback."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from support.programs import find_postgres


class NoPostgresError(Exception):
    """Why there is no server."""


class PostgresServer:
    """A fresh database cluster, run until stopped."""

    def __init__(self, folder: Path) -> None:
        found = find_postgres()
        if found is None:
            raise NoPostgresError("none is installed; `make programs` fetches one")
        self._bin = found
        self._data = folder / "cluster"
        self._as = _other_user() if os.geteuid() == 0 else []
        if self._as:
            # The test's own folder is closed to others.
            folder = Path(tempfile.mkdtemp(prefix="albion-postgres-"))
            self._data = folder / "cluster"
            shutil.chown(folder, self._as[2])
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"postgresql://albion@127.0.0.1:{port}/postgres"
        self._run("initdb", "-D", str(self._data), "-U", "albion", "-A", "trust", "-E", "UTF8", "--no-sync")
        # Tests kill processes, never the machine: what was written is safe without waiting for the disk.
        self._options = (
            f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
        )
        self.start()

    def start(self) -> None:
        """Begin; after a kill its last processes may need a moment to be gone."""
        log, until = str(self._data.parent / "log"), time.monotonic() + 30
        while True:
            try:
                self._run("pg_ctl", "-D", str(self._data), "-w", "-l", log, "-o", self._options, "start")
                return
            except NoPostgresError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.5)

    def kill(self) -> None:
        """As a power cut would: every process of the server at once."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        told = subprocess.run(["ps", "--ppid", str(first), "-o", "pid="], capture_output=True, text=True)
        for pid in (first, *map(int, told.stdout.split())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _run(self, program: str, *args: str) -> None:
        call = [*self._as, str(self._bin / program), *args]
        done = subprocess.run(call, capture_output=True, text=True, timeout=60, cwd="/")
        if done.returncode:
            raise NoPostgresError(f"{program} failed: {(done.stderr or done.stdout).strip()[-200:]}")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "stop")
        shutil.rmtree(self._data.parent, ignore_errors=True)


def _other_user() -> list[str]:
    """PostgreSQL does not run as root."""
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        if shutil.which("runuser"):
            return ["runuser", "-u", name, "--"]
    raise NoPostgresError("it does not run as root, and there is no other user to run it as")
