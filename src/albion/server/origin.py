"""Where a request comes from, as browsers tell it."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit


def same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a page of this server sends it; clients that are no browser say nothing and may."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def known_host(host: str, names: tuple[str, ...] | None) -> bool:
    """Whether a request was sent to one of this server's names, or to a bare address.

    A page elsewhere can make its own name lead here, but not an address: so addresses need no list.
    """
    if names is None:
        return True
    name = (urlsplit(f"//{host}").hostname or "") if host else ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name.lower() in names
    return True
