"""The table for many: a web application and a store over Match; it knows no rules."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import ipaddress
import logging
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from albion.engine.errors import DataError

if TYPE_CHECKING:
    import uvicorn

    from albion.server.app import Settings
    from albion.server.logs import Form
    from albion.server.peers import Peers

_LOG = logging.getLogger("albion.server")
GAMES = "albion.games:GAMES"
_LISTENING = "ALBION_LISTENING"
"""In the environment of a server that has replaced itself: the number of the socket on which its predecessor listened."""
_FILES = 65536
"""Open files, connections among them; deploy/albion.service allows as many."""
_SWITCH = 0.0005
"""Seconds after which a busy event loop lets another thread run. A commit needs half a dozen turns, and with Python's own 5 ms
each of them kept a player waiting while others were reading."""


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    database: str | None = None,
    browser: bool = True,
    games: str = GAMES,
    allowed_hosts: tuple[str, ...] = (),
    runs: Path | None = None,
    limits: bool = True,
    smtp: str | None = None,
    mail_from: str = "",
    notify_private: bool = False,
    log: Form = "text",
    log_requests: bool = False,
    processes: int = 1,
    base: str = "",
    proxies: tuple[str, ...] = ("127.0.0.1", "::1"),
    warm: bool = True,
) -> None:
    """Serve until interrupted; port 0 takes a free one, and without `warm` the first visitor waits for what is packed."""
    import uvicorn

    from albion.server import memory
    from albion.server.app import Settings
    from albion.server.logs import set_up

    set_up(log, log_requests)
    sys.setswitchinterval(_SWITCH)
    _open_many_files()

    settings = Settings(
        data=data or Path("data"),
        database=database,
        games=games,
        hosts=_names(host, allowed_hosts),
        runs=runs,
        limits=limits,
        smtp=smtp,
        mail_from=mail_from,
        notify_private=notify_private,
        warm=warm,
        processes=processes,
        base=_base(base),
        proxies=_proxies(proxies),
    )
    asyncio.run(_check(settings))
    inherited = os.environ.pop(_LISTENING, None)
    listening = _listen(host, port) if inherited is None else socket.socket(fileno=int(inherited))
    address = _address(host, listening.getsockname()[1])
    if inherited is not None:
        _reap()
    else:
        print(f"Albion is running at {address} (Ctrl+C stops it)", flush=True)
    if processes > 1 and not hasattr(os, "fork"):
        raise DataError("several server processes need a system that can fork: leave --processes out")
    if processes > 1:
        _supervise(settings, listening, processes, address if browser else None)
        return
    if browser and inherited is None:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    ending = Ending()
    ending.server = server = uvicorn.Server(_config(settings, begin_anew=ending.begin_anew))
    memory.settle()
    server.run(sockets=[listening.dup()])
    if ending.anew:
        _begin_anew(listening)


def _open_many_files() -> None:
    """Allow as many connections as this process may: most systems begin with 1,024 open files, and each player needs one."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # there is no such limit on Windows
        resource = importlib.import_module("resource")
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _FILES if most == resource.RLIM_INFINITY else min(_FILES, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


class Ending:
    """Ends a server process to be replaced by a fresh one."""

    server: uvicorn.Server

    def __init__(self) -> None:
        self.anew = False

    def begin_anew(self, sockets: int) -> None:
        """End, unless requests other than these sockets are being answered; the sweep will ask again."""
        if len(self.server.server_state.tasks) <= sockets and not self.server.should_exit:
            _LOG.info("the server replaces itself, to return memory that it no longer needs")
            self.anew = self.server.should_exit = True


def _reap() -> None:
    """Collect the predecessor's helper processes that have ended, or the system would list them for ever."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _begin_anew(listening: socket.socket) -> None:
    """Run the same command in this process from its start; whoever connects meanwhile waits in the system's queue."""
    os.environ[_LISTENING] = str(listening.fileno())
    sys.stdout.flush()
    os.execv(sys.executable, sys.orig_argv)


def _supervise(settings: Settings, listening: socket.socket, processes: int, address: str | None) -> None:
    """Serve with several processes; the browser is opened once they have begun."""
    from albion.server import memory
    from albion.server.store import sqlite_file
    from albion.server.store.writing import write_for_all
    from albion.server.supervisor import Supervisor
    from albion.server.worker import Worker

    def serve(door: socket.socket, peers: Peers) -> None:
        ending = Ending()
        ending.server = worker = Worker(_config(settings, peers, ending.begin_anew), door, peers)
        worker.run()

    file = sqlite_file(settings.data, settings.database)
    write = None if file is None else partial(write_for_all, file)
    if address is not None:
        subprocess.Popen([sys.executable, "-m", "webbrowser", address], stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory(prefix="albion-") as folder:
        memory.settle()
        Supervisor(listening, processes, Path(folder), serve, write).run()


def _config(
    settings: Settings, peers: Peers | None = None, begin_anew: Callable[[int], None] | None = None
) -> uvicorn.Config:
    import uvicorn

    from albion.server.app import create_app
    from albion.server.patience import PatientProtocol, PatientSocket

    return uvicorn.Config(
        create_app(settings, peers, begin_anew),
        http=PatientProtocol,
        log_config=None,  # its messages are written as ours are
        log_level="warning",
        # Addresses hold invite links: they have no place in a log.
        access_log=False,
        ws=PatientSocket,
        ws_max_size=128 * 1024,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        forwarded_allow_ips="*" if "*" in settings.proxies else list(settings.proxies),
    )


def _base(path: str) -> str:
    """A base path as it stands before addresses: '/club', or '' for the whole host."""
    base = f"/{path.strip('/')}" if path.strip("/") else ""
    if re.fullmatch(r"(/[\w.~-]+)*", base, re.ASCII) is None:
        raise DataError(f"the base path '{path}' cannot be used: expected something like /club")
    return base


def _proxies(given: tuple[str, ...]) -> tuple[str, ...]:
    """Whose word is taken for where a request comes from; a name would never be that of a sender."""
    for proxy in given:
        try:
            ipaddress.ip_network("::" if proxy == "*" else proxy)
        except ValueError:
            raise DataError(
                f"'{proxy}' is not a proxy's address: expected one such as 10.0.0.2, or 10.0.0.0/8"
            ) from None
    return given


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _names(host: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    """The names this server goes by: this machine's, the one it listens on, and those given."""
    from albion.server.origin import NAME

    for name in allowed:
        if NAME.fullmatch(name) is None:
            raise DataError(
                f"'{name}' is not a host name: expected one such as club.example, without scheme or port"
            )
    own = socket.gethostname()
    # Bare addresses lead here in any case, but no link in an e-mail does unless the operator names one.
    here = () if _is_address(host) else (host,)
    names = ("localhost", *here, own, socket.getfqdn(), f"{own.partition('.')[0]}.local", *allowed)
    return tuple(dict.fromkeys(name.lower() for name in names))


async def _check(settings: Settings) -> None:
    """Open the database, read the secrets and load the games before serving, so that errors are reported in a sentence at the start."""
    from albion.server.catalogue import find_games
    from albion.server.identity import read_secrets
    from albion.server.store import open_store

    known = find_games(settings.games)
    for game in known:  # a variant is loaded and tried out here, not when the first visitor asks
        known[game]
    store = await open_store(settings.data, settings.database)
    try:
        await read_secrets(settings.data if settings.database is None else None, store)
    finally:
        await store.database.close()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio would not send small messages at once.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Room for a whole view, so that most messages leave in one piece.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 256 * 1024)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        reason = error.strerror or error
        raise DataError(f"cannot serve at {host}:{port}: {reason}; choose another with --port") from error
    # Connections wait here until the server is ready, so a browser that comes early loses nothing.
    listening.listen(2048)
    listening.set_inheritable(True)
    return listening


def _address(host: str, port: int) -> str:
    shown = "localhost" if host in ("0.0.0.0", "127.0.0.1", "::", "::1") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
