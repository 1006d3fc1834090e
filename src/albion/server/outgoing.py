"""Requests to addresses that players chose, sent from separate processes that cannot reach the operator's network."""

from __future__ import annotations

import asyncio
import http.client
import importlib
import importlib.util
import ipaddress
import mimetypes
import multiprocessing
import os
import signal
import socket
import sys
import sysconfig
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from albion.engine.workers import end_with_parent

_TIMEOUT = 10.0
_PATIENCE = 60.0


AT_ONCE = 4
"""How many processes send, so that a slow service holds up few others."""
REQUESTS = 3
"""One message may go to this many addresses, such as to two phones and a computer."""
_UNICAST = ipaddress.IPv6Network("2000::/3")
"""What is given out of the internet's new addresses."""
_TRANSLATED = tuple(ipaddress.IPv6Network(net) for net in ("2002::/16", "2001::/23", "2001:db8::/32"))
"""Addresses that are translated to others, which may be in this network."""
T = TypeVar("T")


class ForbiddenAddressError(OSError):
    """An address inside the operator's own network."""


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        elif ip not in _UNICAST or any(ip in net for net in _TRANSLATED):
            return False
    return ip.is_global and not ip.is_multicast


def _readable() -> tuple[str, ...]:
    """Folders and files the process may read: code, and what it takes for the types of files."""
    paths = sysconfig.get_paths()
    folders = {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    folders.add(str(Path(__file__).parents[1]))
    real = {os.path.realpath(folder) for folder in folders}
    return (
        *(f"{folder}{os.sep}" for folder in folders | real),
        *map(os.fsdecode, mimetypes.knownfiles),
        os.devnull,
    )


_PROGRAMS = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.fork",
    "os.forkpty",
)


class _Warden:
    """Sees whatever any library here is about to do, and refuses what no notification needs.

    Services take files as templates or keys, and addresses of any host: a name may be resolved, or a request redirected, to
    anywhere. The interpreter itself asks before it opens a file or a connection.
    """

    def __init__(self, private: bool) -> None:
        self._private = private
        self._readable = _readable()

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "open":
            self._check_file(*args)
        elif event == "socket.connect" and not self._private:
            address = args[1]
            if not isinstance(address, tuple) or not is_public(str(address[0])):
                raise ForbiddenAddressError(f"{address} is not a public internet address")
        elif event in ("socket.sendto", "socket.sendmsg") and not self._private:
            raise ForbiddenAddressError("only connections are allowed")
        elif event in _PROGRAMS:
            raise ForbiddenAddressError("starting a program is not allowed here")

    def _check_file(self, path: Any, mode: str | None, flags: int) -> None:
        if isinstance(path, int):
            return
        text = os.path.abspath(os.fsdecode(path))
        if not text.startswith(self._readable) or flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise ForbiddenAddressError(f"the file {text} must not be read")


def _shut_in(private: bool) -> None:
    """Prepare the process: no file of this machine and no connection into the operator's network, by whichever library."""
    for name in [n for n in os.environ if n.lower().endswith("_proxy")]:
        del os.environ[name]
    end_with_parent()
    socket.setdefaulttimeout(_TIMEOUT)
    sys.dont_write_bytecode = True
    sys.addaudithook(_Warden(private))


def _in_time(work: Callable[..., T], *values: Any) -> T:
    """Run a call with a deadline, so that a service that answers byte by byte cannot hold it for ever."""
    if not hasattr(signal, "SIGALRM"):
        return work(*values)

    def late(*_: Any) -> None:
        raise TimeoutError("the service did not answer in time")

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, 2 * _TIMEOUT)
    try:
        return work(*values)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _post(url: str, headers: Mapping[str, str], body: bytes) -> int:
    """Send a request; the status of its answer. Redirects are not followed."""
    parts = urlsplit(url)
    if parts.hostname is None or parts.scheme not in ("https", "http"):
        raise ForbiddenAddressError("expected an address that begins with https://")
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=_TIMEOUT)
    try:
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        connection.request("POST", path, body, dict(headers))
        return connection.getresponse().status
    finally:
        connection.close()


def _tell_service(address: str, title: str, text: str) -> bool:
    """Send a message through Apprise."""
    service = _service(address)
    return service is not None and bool(service.notify(title=title, body=text))


def has_services() -> bool:
    """Whether Apprise is installed here."""
    return importlib.util.find_spec("apprise") is not None


def knows_service(address: str) -> bool:
    """Whether Apprise understands an address, and may be given it; asked in the process that sends."""
    return _service(address) is not None


def _service(address: str) -> Any:
    """The one service that an address names; None if it may not be used.

    Apprise itself would take several addresses in one, of which only the first could be looked at here, and send to any number of
    receivers: one message would become hundreds of requests to whomever.
    """
    # Services that read files or start programs on this machine are not open to players.
    scheme = address.partition(":")[0].lower()
    local = (
        "file",
        "syslog",
        "dbus",
        "qt",
        "kde",
        "glib",
        "gio",
        "gnome",
        "macosx",
        "windows",
        "include",
        "blink1",
    )
    if scheme in local or scheme.startswith(("mailto", "rsyslog", "snmp", "smpp", "growl", "mqtt")):
        return None
    service = importlib.import_module("apprise").Apprise.instantiate(address)
    if service is None or len(service) * (1 + getattr(service, "retry", 0)) > REQUESTS:
        return None
    if getattr(service, "topics", None) == []:  # such as ntfy://, which would reach nobody
        return None
    return service


class Outgoing:
    """The sending processes; they start when something is first sent."""

    def __init__(self, private: bool = False) -> None:
        self._private = private
        self._pool: ProcessPoolExecutor | None = None

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Send a request; the status of its answer, 0 if there was none."""
        found = await self._run(_post, url, dict(headers), body)
        return found if isinstance(found, int) else 0

    async def tell_service(self, address: str, title: str, text: str) -> bool:
        """Send a message through Apprise; whether it was taken."""
        return bool(await self._run(_tell_service, address, title, text))

    async def knows_service(self, address: str) -> bool:
        """Whether a message could be sent to that Apprise address."""
        return bool(await self._run(knows_service, address))

    async def _run(self, work: Any, *values: Any) -> Any:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(AT_ONCE, spawn, _shut_in, (self._private,))
        try:
            async with asyncio.timeout(_PATIENCE) as patience:
                return await asyncio.get_running_loop().run_in_executor(self._pool, _in_time, work, *values)
        except Exception as error:  # there are a hundred services, each of which stumbles in its own way
            if isinstance(error, BrokenProcessPool) or patience.expired():
                self.stop()
            return None

    def stop(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
