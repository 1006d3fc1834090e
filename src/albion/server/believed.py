"""Values read from the database a moment ago, and trusted for a few seconds without asking again."""

from __future__ import annotations

import time
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
FRESH = 5.0
"""Seconds for which a session or a name is trusted: a revocation is noticed everywhere within that time."""
_MOST = 50_000


class Known(NamedTuple, Generic[T]):
    """A trusted value, and until when."""

    value: T
    until: float


class Believed(Generic[T]):
    """Values by id, oldest first."""

    def __init__(self) -> None:
        self._known: dict[str, Known[T]] = {}

    def get(self, id: str) -> Known[T] | None:
        """The value of an id, while it is trusted."""
        known = self._known.get(id)
        return None if known is None or known.until < time.monotonic() else known

    def put(self, id: str, value: T) -> None:
        """Trust this value from now on."""
        self._known.pop(id, None)
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[id] = Known(value, time.monotonic() + FRESH)

    def forget(self, id: str) -> None:
        """Read this value again the next time."""
        self._known.pop(id, None)

    def forget_old(self) -> None:
        """Drop values that are no longer trusted."""
        now = time.monotonic()
        for id, known in list(self._known.items()):
            if known.until >= now:
                return
            del self._known[id]
