"""What leaves this server for addresses that players chose: from a process of its own that cannot reach inside the network."""

from __future__ import annotations

import asyncio
import http.client
import importlib
import importlib.util
import ipaddress
import multiprocessing
import os
import socket
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any
from urllib.parse import urlsplit

_TIMEOUT = 10.0
_PATIENCE = 60.0


class ForbiddenAddressError(OSError):
    """An address inside the operator's own network."""


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the open internet."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return ip.is_global and not ip.is_multicast


class _PublicSocket(socket.socket):
    """A socket that connects to the open internet only, whatever a name was resolved or redirected to."""

    def connect(self, address: Any) -> None:
        self._check(address)
        super().connect(address)

    def connect_ex(self, address: Any) -> int:
        self._check(address)
        return super().connect_ex(address)

    def sendto(self, *args: Any) -> int:
        raise ForbiddenAddressError("only connections are allowed")

    def _check(self, address: Any) -> None:
        if self.family not in (socket.AF_INET, socket.AF_INET6) or not is_public(str(address[0])):
            raise ForbiddenAddressError(f"{address[0]} is not an address of the open internet")


def _shut_in(private: bool) -> None:
    """Prepare the process: no connection into the operator's network, by whichever library."""
    for name in [n for n in os.environ if n.lower().endswith("_proxy")]:
        del os.environ[name]
    socket.setdefaulttimeout(_TIMEOUT)
    if not private:
        socket.socket = _PublicSocket  # type: ignore[misc]


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
    apprise = importlib.import_module("apprise")
    service = apprise.Apprise()
    return bool(service.add(address)) and bool(service.notify(title=title, body=text))


def has_services() -> bool:
    """Whether Apprise is installed here."""
    return importlib.util.find_spec("apprise") is not None


def knows_service(address: str) -> bool:
    """Whether Apprise understands an address, and may be given it."""
    # Services that read files or start programs on this machine are none of a player's business.
    scheme = address.partition(":")[0].lower()
    local = ("file", "syslog", "dbus", "qt", "kde", "glib", "gnome", "macosx", "windows", "include", "smpp")
    if scheme in local or scheme.startswith(("mailto", "rsyslog", "snmp", "growl", "mqtt")):
        return False
    return importlib.import_module("apprise").Apprise.instantiate(address) is not None


class Outgoing:
    """The process that sends; it is begun when something is first sent."""

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

    async def _run(self, work: Any, *values: Any) -> Any:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, spawn, _shut_in, (self._private,))
        try:
            async with asyncio.timeout(_PATIENCE):
                return await asyncio.get_running_loop().run_in_executor(self._pool, work, *values)
        except (OSError, http.client.HTTPException, ValueError, ImportError):
            return None
        except (BrokenProcessPool, TimeoutError):
            self.stop()
            return None

    def stop(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
