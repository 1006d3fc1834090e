"""Shares of the server's time: clients that ask for more than their share wait, so that the others need not."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from albion.server.errors import RequestError
from albion.server.limits import ADDRESS, SHARED, address_key, counted

T = TypeVar("T")
SHARE = 0.1
"""Of the time of the event loop a session may use so much in the long run, or an equal part if few are at it; an
address `SHARED` times that."""
RECENT = 2.0
"""A client that has asked for something within this many seconds counts as active."""
RECOUNT = 0.5
"""Active clients are counted again after this many requests."""
AT_ONCE = 1.5
"""Seconds of it that may be used at once."""
PATIENCE = 5.0
"""A request that would have to wait longer is refused."""
IN_NO_HURRY = 3
"""Reading counts this many times as much as playing while somebody else is at it: it can wait."""
GIVING_WAY = 0.2
"""For this many seconds of a request reading waits while moves are being written: a commit needs Python's lock a dozen times, and
readers would keep it waiting each time."""
_LOOK = 0.001
"""Seconds between checks whether they are written."""
_EXPECTED = 0.005
"""Seconds taken for a request that is in progress: what it really used is known when it has ended."""
_MOST = 20_000


class Rounds:
    """One step in each round of the event loop: those who can wait take them in turn, and everybody else comes in between."""

    def __init__(self, writing: Callable[[], int] = int) -> None:
        """`writing`: how many moves are being written."""
        self.writing = writing
        self._taken = False
        self._waiting: dict[object, None] = {}

    def take(self, who: object) -> bool:
        """Whether this round's step is free and nobody has waited longer; if not, the caller waits for another round."""
        if self._taken or next(iter(self._waiting), who) is not who:
            self._waiting.setdefault(who)
            return False
        self.leave(who)
        self._taken = True
        asyncio.get_running_loop().call_soon(self._free)
        return True

    def leave(self, who: object) -> None:
        """Stop waiting."""
        self._waiting.pop(who, None)

    def _free(self) -> None:
        self._taken = False


class Metered(Generic[T]):
    """A coroutine that knows how long it has kept the event loop busy."""

    def __init__(self, work: Coroutine[Any, Any, T], rounds: Rounds | None = None) -> None:
        """`rounds`: it can wait, and takes no step in a round in which another such has taken one."""
        self._work = work
        self._rounds = rounds
        self._gave_way = 0.0
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, T]:
        """Run it step by step; time between the steps belongs to others."""
        failed: BaseException | None = None
        while True:
            if self._rounds is not None:
                try:
                    yield from self._turn(self._rounds)
                except BaseException as error:
                    self._rounds.leave(self)
                    failed = error
            begun = time.thread_time()
            try:
                waits_for = self._work.send(None) if failed is None else self._work.throw(failed)
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                self.seconds += time.thread_time() - begun
            failed = None
            try:
                yield waits_for
            except BaseException as error:
                failed = error

    def _turn(self, rounds: Rounds) -> Generator[Any, Any, None]:
        """Wait until moves are written, but not too long, and then for a round."""
        while rounds.writing() and self._gave_way < GIVING_WAY:
            begun = time.monotonic()
            yield from asyncio.sleep(_LOOK).__await__()
            self._gave_way += time.monotonic() - begun
        while not rounds.take(self):
            yield None  # until the next round


class Shares:
    """What each session and address has used; requests without a session count for their address alone."""

    def __init__(self, on: bool = True, writing: Callable[[], int] = int) -> None:
        """`writing`: how many moves are being written."""
        self._on = on
        self._rounds = Rounds(writing)
        self._left: dict[str, tuple[float, float]] = {}
        """Seconds left, and when that was so."""
        self._equal, self._counted = 1.0, 0.0
        """An equal part for everybody who is at it, and when they were counted."""

    async def do(
        self,
        work: Coroutine[Any, Any, T],
        session: str | None,
        address: str | None,
        patience: float = PATIENCE,
        besides: float = 0.0,
        urgent: bool = True,
    ) -> T:
        """Wait until it is their turn, then do it and count the time it took; `besides`: and what it took outside."""
        if not self._on:
            return await work
        keys = [(session, 1)] if session is not None else []
        keys += [(address_key(address), SHARED)] if counted(address) else []
        metered = Metered(work, None if urgent else self._rounds)
        try:
            await self._turn(keys, patience)
        except BaseException:
            work.close()
            raise
        weight = 1 if urgent or self._part() == 1 else IN_NO_HURRY
        with self._counting(keys, metered, besides, weight):
            return await metered

    async def _turn(self, keys: list[tuple[str, int]], patience: float) -> None:
        until = time.monotonic() + patience
        while (wait := max((self._wait(key, times) for key, times in keys), default=0.0)) > 0:
            if time.monotonic() + wait > until:
                message = "too many requests at once: the server's time is shared with others"
                raise RequestError(429, "too-many", message, retry=math.ceil(wait))
            await asyncio.sleep(wait)

    @contextmanager
    def _counting(
        self, keys: list[tuple[str, int]], metered: Metered[Any], besides: float, weight: int
    ) -> Iterator[None]:
        for key, times in keys:
            self._use(key, times, _EXPECTED * weight)
        try:
            yield
        finally:
            for key, times in keys:
                self._use(key, times, (metered.seconds + besides - _EXPECTED) * weight)

    def _wait(self, key: str, times: int) -> float:
        """Seconds until there is something left."""
        return max(0.0, -self._now_left(key, times) / (self._part() * times))

    def _part(self) -> float:
        """What a session may use: where nobody else asks for anything, all of it."""
        now = time.monotonic()
        if now - self._counted > RECOUNT:
            active = [key.startswith(ADDRESS) for key, (_, then) in self._left.items() if now - then < RECENT]
            addresses = sum(active)
            self._equal, self._counted = 1 / max(1, addresses, len(active) - addresses), now
        return max(SHARE, self._equal)

    def _now_left(self, key: str, times: int) -> float:
        left, then = self._left.get(key, (AT_ONCE * times, 0.0))
        return min(AT_ONCE * times, left + (time.monotonic() - then) * self._part() * times)

    def _use(self, key: str, times: int, seconds: float) -> None:
        if len(self._left) >= _MOST:
            self._forget()
        self._left[key] = (self._now_left(key, times) - seconds, time.monotonic())

    def forget_old(self) -> None:
        """Drop what nobody has used for so long that all of it is left again."""
        now = time.monotonic()
        self._left = {
            key: (left, then)
            for key, (left, then) in self._left.items()
            if left + (now - then) * SHARE < AT_ONCE * SHARED
        }

    def _forget(self) -> None:
        """Drop the half that was used longest ago."""
        newest = sorted(self._left.items(), key=lambda item: item[1][1])[_MOST // 2 :]
        self._left = dict(newest)
