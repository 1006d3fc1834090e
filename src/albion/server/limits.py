"""Rate limits per person and address: generous for people, strict for a loop."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple

from albion.server.errors import RequestError

Kind = Literal[
    "identities",
    "matches",
    "imports",
    "chat",
    "notices",
    "forecasts",
    "studies",
    "subscriptions",
    "disputes",
    "letters",
    "reminders",
]


class Rate(NamedTuple):
    """A burst of this size, and this many per second in the long run."""

    burst: float
    per_second: float
    what: str


RATES: dict[Kind, Rate] = {
    "identities": Rate(30, 1 / 20, "new names"),
    "matches": Rate(40, 1 / 15, "new matches"),
    "imports": Rate(6, 1 / 20, "imported records"),
    "chat": Rate(20, 1 / 2, "chat messages"),
    "notices": Rate(40, 1 / 5, "proposals and changes of seats"),
    "forecasts": Rate(80, 10, "odds and forecasts"),
    "studies": Rate(10, 1 / 10, "studies"),
    "subscriptions": Rate(300, 5, "subscriptions"),
    "disputes": Rate(10, 1 / 60, "disputes"),
    "letters": Rate(4, 1 / 600, "e-mails to this address"),
    "reminders": Rate(1, 1 / 86_400, "reminders in this match"),
}
SHARED = 5
"""A network address may be a family's or a school's: its limits are this many times those of one person."""
ADDRESS = "address "
"""How the keys of addresses begin; those of people begin otherwise."""
CONNECTIONS = 60
"""Open sockets of one person, shared out among the server processes; of an address `SHARED` times that."""
FOLLOWING = 8
"""Sockets by which one person follows the same match: each move is told to all of them, and others wait meanwhile."""
_MOST_BUCKETS = 20_000


class Limits:
    """Counts by person and by address; this machine's own address is not counted.

    Server processes tell each other what they count, so that several allow no more than one does.
    """

    def __init__(
        self, on: bool = True, processes: int = 1, tell: Callable[[str], None] | None = None
    ) -> None:
        self._on = on
        self._connections_each = max(1, CONNECTIONS // processes)
        self._tell = tell or (lambda what: None)
        self._buckets: dict[tuple[Kind, str], tuple[float, float]] = {}
        self._connections: Counter[str] = Counter()

    def take(self, kind: Kind, player: str | None, address: str | None) -> None:
        """Count one request of that kind, or refuse it and say when to come back."""
        if player is not None:
            self._take(kind, player)
        if counted(address):
            self._take(kind, address_key(address), 1 if player is None else SHARED)

    def letter(self, address: str) -> None:
        """Count an e-mail to an address, no matter who asks for it: nobody's mailbox is flooded from here.

        What stands after a plus sign leads to the same mailbox.
        """
        name, _, host = address.rpartition("@")
        self._take("letters", f"mail {name.partition('+')[0]}@{host}")

    def reminder(self, match: str) -> None:
        """Count a reminder of the player whom a match waits for, no matter who asks for it."""
        self._take("reminders", f"match {match}")

    def _take(self, kind: Kind, who: str, times: int = 1) -> None:
        """`times`: how many times one person's limit applies."""
        if not self._on:
            return
        rate, now = _times(RATES[kind], times), time.monotonic()
        left = self._left(kind, who, rate, now)
        if left < 1:
            wait = math.ceil((1 - left) / rate.per_second)
            message = f"too many {rate.what}: try again in {wait} second{'s' if wait > 1 else ''}"
            raise RequestError(429, "too-many", message, retry=wait)
        self._put(kind, who, left - 1, now)
        self._tell(f"{kind} {times} {who}")

    def taken_elsewhere(self, what: str) -> None:
        """Count what another process has reported."""
        name, times, who = what.split(" ", 2)
        kind: Kind = next(kind for kind in RATES if kind == name)
        now = time.monotonic()
        self._put(kind, who, self._left(kind, who, _times(RATES[kind], int(times)), now) - 1, now)

    def _left(self, kind: Kind, who: str, rate: Rate, now: float) -> float:
        left, then = self._buckets.get((kind, who), (rate.burst, now))
        return min(rate.burst, left + (now - then) * rate.per_second)

    def _put(self, kind: Kind, who: str, left: float, now: float) -> None:
        if len(self._buckets) >= _MOST_BUCKETS:
            self.forget_full()
            newest = sorted(self._buckets.items(), key=lambda item: item[1][1])[-_MOST_BUCKETS // 2 :]
            self._buckets = dict(newest)
        self._buckets[kind, who] = (left, now)

    def forget_full(self) -> None:
        """Drop the buckets that have filled up again: they say no more than none."""
        now = time.monotonic()
        self._buckets = {
            k: v
            for k, v in self._buckets.items()
            if (now - v[1]) * RATES[k[0]].per_second < RATES[k[0]].burst
        }

    @contextmanager
    def connection(self, player: str | None, address: str | None) -> Iterator[None]:
        """Hold one open socket, or refuse it."""
        each = self._connections_each
        held = [(player, each)] if player is not None else []
        held += [(address_key(address), SHARED * each)] if counted(address) else []
        for who, most in held:
            if self._on and self._connections[who] >= most:
                raise RequestError(429, "too-many", f"{most} connections are already open: close some first")
        self._connections.update(who for who, _ in held)
        try:
            yield
        finally:
            self._connections.subtract(who for who, _ in held)
            for who, _ in held:
                if not self._connections[who]:
                    del self._connections[who]

    def follow(self, person: int, address: int) -> None:
        """Refuse another socket that follows a match if this person or address already has too many."""
        if self._on and (person >= FOLLOWING or address >= SHARED * FOLLOWING):
            message = (
                f"{max(person, address)} connections of yours already follow this match: close some first"
            )
            raise RequestError(429, "too-many", message)


def _times(rate: Rate, times: int) -> Rate:
    return Rate(rate.burst * times, rate.per_second * times, rate.what)


def address_key(address: str | None) -> str:
    """What is counted for an address: with IPv6 a network of 2**64, which is what one household has."""
    found = _read(address)
    if found is None or found.version == 4:
        return f"{ADDRESS}{found or address}"
    return f"{ADDRESS}{ipaddress.ip_network((found, 64), strict=False)}"


def counted(address: str | None) -> bool:
    """Whether requests from there are counted: not those of this machine itself."""
    found = _read(address)
    return address is not None if found is None else not found.is_loopback


def _read(address: str | None) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address as it is, also where a socket for both kinds shows an old one as a new one."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, ipaddress.IPv6Address) else found
