"""Memory that is no longer needed: looked for when that keeps nobody waiting, and given back to the system, page by page or all at
once by beginning again."""

from __future__ import annotations

import ctypes
import gc
import time
from collections.abc import Callable
from pathlib import Path

MOST = 1.2
"""A process that holds this many times what it held when it had settled is replaced once nobody needs it."""
AGE = 300.0
"""The least age of a process that is replaced, in seconds."""
MOST_WATCHED = 2.0
"""The same where somebody is connected but only looks on; their page connects again."""
AGE_WATCHED = 3600.0
"""The least age of such a process, in seconds."""

_YOUNG = 200_000
"""Objects made and not yet looked at, after which they are looked through however much is going on: everybody waits for that,
so it must come less often than once in this many answers that one in a hundred would be late."""
_WORTH = 5_000
"""As many are looked through when nothing is going on."""
_IDLE = 0.05
"""A process that used less than this share of its time counts as idle."""


def _find_trim() -> Callable[[int], int] | None:
    """What gives freed memory back, where the C library has it (glibc)."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
    return trim


_TRIM = _find_trim()


def give_back(*, thoroughly: bool = False) -> None:
    """After much has been dropped, return memory to the system: the C library would keep it for later use.

    `thoroughly`: Python also keeps thousands of freed tuples and lists for later, until all garbage is looked for. Nothing else
    runs meanwhile, so that is for a server with little to do.
    """
    if thoroughly:
        gc.collect()
    if _TRIM is not None:
        _TRIM(0)


def settle() -> None:
    """Exempt what is loaded now from garbage collection: it stays, so looking through it again would be wasted time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, 5, 10)


class Tidying:
    """Collects garbage while there are hardly any requests."""

    def __init__(self) -> None:
        self._at, self._used = time.monotonic(), time.process_time()

    async def look(self) -> None:
        """Look through what is new, if enough is and the time since the last look was quiet."""
        now, used = time.monotonic(), time.process_time()
        quiet = used - self._used < _IDLE * (now - self._at)
        self._at, self._used = now, used
        if quiet and gc.get_count()[0] >= _WORTH:
            gc.collect(1)


class Growth:
    """What this process holds beyond what it held when it had settled.

    Python frees memory in blocks of a megabyte, and a single small object keeps one: after a night of many matches nearly all of
    them are empty, and nearly none is free (docs/decisions/memory.md).
    """

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._settled = 0

    def settle(self) -> None:
        """Note how much this process holds, once everything that is loaded only once is there."""
        self._settled = held()

    def is_large(self, *, watched: bool) -> bool:
        """Whether the process has grown enough to be restarted; `watched`: somebody is connected. Never where its size is unknown."""
        most, age = (MOST_WATCHED, AGE_WATCHED) if watched else (MOST, AGE)
        return 0 < most * self._settled < held() and time.monotonic() - self._begun > age


def held() -> int:
    """Kilobytes of this process in memory; 0 where the system does not tell."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), 0)
