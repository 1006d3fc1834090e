"""A finished match on a server, by the link that its page has: `https://club.example/match/ID`, or a spectator link."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from urllib.parse import parse_qs, quote, urlsplit

import msgspec

from albion.engine.errors import DataError

_PATH = re.compile(r"(?P<base>.*)/(?P<kind>match|watch)/(?P<id>[A-Za-z0-9_-]{1,64})/?")
_TIMEOUT = 30.0
_LARGEST = 4 * 1024 * 1024


def record_at(link: str) -> str:
    """The record of the match a link leads to."""
    parts = urlsplit(link)
    found = _PATH.fullmatch(parts.path)
    if found is None or parts.scheme not in ("http", "https"):
        raise DataError(f"'{link}' leads to no match: expected a link such as https://club.example/match/m_…")
    server = f"{parts.scheme}://{parts.netloc}{found['base']}/api"
    match, watch = found["id"], parse_qs(parts.query).get("watch", [""])[0]
    if found["kind"] == "watch":
        told = msgspec.json.decode(_read(link, f"{server}/watch/{match}"))
        match, watch = told["match"], match
    query = f"?watch={quote(watch)}" if watch else ""
    return _read(link, f"{server}/matches/{match}/record{query}").decode("utf-8", "replace")


def _read(link: str, address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=_TIMEOUT) as answer:
            text: bytes = answer.read(_LARGEST)
            return text
    except urllib.error.HTTPError as error:
        raise DataError(f"{link}: {_why(error)}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise DataError(f"{link} cannot be reached: {reason}") from None


def _why(error: urllib.error.HTTPError) -> str:
    """The server's error message."""
    try:
        return str(msgspec.json.decode(error.read(_LARGEST))["message"])
    except (msgspec.MsgspecError, KeyError, TypeError):
        return f"the server answers {error.code}"
