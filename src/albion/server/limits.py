"""How much one person or address may ask for: generous for people, a wall for a loop."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple

from albion.server.errors import RequestError

Kind = Literal["identities", "matches", "imports", "chat", "forecasts", "studies", "subscriptions"]


class Rate(NamedTuple):
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float
    what: str


RATES: dict[Kind, Rate] = {
    "identities": Rate(30, 1 / 20, "new names"),
    "matches": Rate(40, 1 / 15, "new matches"),
    "imports": Rate(6, 1 / 20, "imported records"),
    "chat": Rate(20, 1 / 2, "lines of talk"),
    "forecasts": Rate(80, 10, "odds and forecasts"),
    "studies": Rate(10, 1 / 10, "studies"),
    "subscriptions": Rate(300, 5, "subscriptions"),
}
SHARED = 5
"""An address may be a family's or a school's: so many times what one person may."""
CONNECTIONS = 60
"""Open sockets of one person; of an address `SHARED` times that."""
_MOST_BUCKETS = 20_000


class Limits:
    """Counts by person and by address; this machine's own address is not counted."""

    def __init__(self, on: bool = True) -> None:
        self._on = on
        self._buckets: dict[tuple[Kind, str], tuple[float, float]] = {}
        self._connections: Counter[str] = Counter()

    def take(self, kind: Kind, player: str | None, address: str | None) -> None:
        """Count one request of that kind, or refuse it and say when to come back."""
        rate = RATES[kind]
        if player is not None:
            self._take(kind, player, rate)
        if counted(address):
            times = 1 if player is None else SHARED
            shared = Rate(rate.burst * times, rate.per_second * times, rate.what)
            self._take(kind, f"address {address}", shared)

    def _take(self, kind: Kind, who: str, rate: Rate) -> None:
        if not self._on:
            return
        now = time.monotonic()
        left, then = self._buckets.get((kind, who), (rate.burst, now))
        left = min(rate.burst, left + (now - then) * rate.per_second)
        if left < 1:
            wait = math.ceil((1 - left) / rate.per_second)
            message = f"too many {rate.what}: try again in {wait} second{'s' if wait > 1 else ''}"
            raise RequestError(429, "too-many", message, retry=wait)
        if len(self._buckets) >= _MOST_BUCKETS:
            self._forget(now)
        self._buckets[kind, who] = (left - 1, now)

    def _forget(self, now: float) -> None:
        """Drop the buckets that have filled up again; if hardly any has, the oldest half."""
        full = {
            k: v
            for k, v in self._buckets.items()
            if (now - v[1]) * RATES[k[0]].per_second < RATES[k[0]].burst
        }
        newest = sorted(full.items(), key=lambda item: item[1][1])[-_MOST_BUCKETS // 2 :]
        self._buckets = dict(newest)

    @contextmanager
    def connection(self, player: str | None, address: str | None) -> Iterator[None]:
        """Hold one open socket, or refuse it."""
        held = [(player, CONNECTIONS)] if player is not None else []
        held += [(f"address {address}", SHARED * CONNECTIONS)] if counted(address) else []
        for who, most in held:
            if self._on and self._connections[who] >= most:
                raise RequestError(429, "too-many", f"{most} connections are open already: close some first")
        self._connections.update(who for who, _ in held)
        try:
            yield
        finally:
            self._connections.subtract(who for who, _ in held)
            for who, _ in held:
                if not self._connections[who]:
                    del self._connections[who]


def counted(address: str | None) -> bool:
    """Whether requests from there are counted: not those of this machine itself."""
    if address is None:
        return False
    try:
        return not ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True
