"""Moments as the server stores and sends them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache

_BEGAN = time.time_ns() - time.monotonic_ns()
"""When this process's steady clock stood at zero."""
ALWAYS = 2**62
"""Later than any moment, also than those of a server whose clock was ahead."""


def steady_ms() -> int:
    """Milliseconds since 1970; it stays monotonic if the machine's clock is set while the server runs."""
    return (_BEGAN + time.monotonic_ns()) // 1_000_000


_source: Callable[[], int] = steady_ms


def now_ms() -> int:
    """The present moment, in milliseconds since 1970."""
    return _source()


@contextmanager
def told_by(source: Callable[[], int]) -> Iterator[None]:
    """Take the time from somewhere else, for tests that cannot wait for days."""
    global _source
    before, _source = _source, source
    try:
        yield
    finally:
        _source = before


def iso(ms: int) -> str:
    """A moment as JSON carries it, such as 2026-03-01T19:04:05.123Z."""
    return f"{_second(ms // 1000)}.{ms % 1000:03d}Z"


def moment(ms: int) -> datetime:
    """A moment with its time zone, UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC)


@lru_cache(maxsize=256)
def _second(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"


def from_iso(text: str) -> int:
    """The moment a text of that form means; ValueError if it is none."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"'{text}' has no time zone")
    if not 1970 < moment.year < 9999:
        raise ValueError(f"'{text}' is out of range")
    return round(moment.timestamp() * 1000)
