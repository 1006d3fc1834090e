"""Where a request comes from and which host name it used, as browsers report it."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping

NAME = re.compile(r"[A-Za-z0-9._-]+")
_HOST = re.compile(rf"(?:({NAME.pattern})|\[([0-9A-Fa-f:.]+)\])(?::\d{{1,5}})?")


def same_origin(headers: Mapping[str, str]) -> bool:
    """Whether the request comes from a page of this server; clients other than browsers send no origin and are allowed."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


def known_host(host: str, names: tuple[str, ...] | None) -> bool:
    """Whether a request was sent to one of this server's names, or to a bare address.

    A page elsewhere can make its own name lead here, but not an address: so addresses need no list.
    """
    name = _name(host)
    if own_name(host, names):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def own_name(host: str, names: tuple[str, ...] | None) -> bool:
    """Whether a host name is one the operator has given the server: links sent to others lead there and nowhere else.

    Any client can claim to have reached the server by any bare address.
    """
    name = _name(host)
    return name != "" and (names is None or name in names)


def _name(host: str) -> str:
    """The name or address in a Host header; '': it is none, and must not become part of a link."""
    found = _HOST.fullmatch(host)
    return (found[1] or found[2]).lower() if found else ""
