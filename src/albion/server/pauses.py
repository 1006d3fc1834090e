"""Pauses in long work, so that others' moves can come in between."""

from __future__ import annotations

import asyncio
import time

_LONG = 0.0007
"""Seconds of work after which the event loop is left to others."""


class Pauses:
    """How long some work has kept the event loop since its last pause."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    async def pause(self) -> None:
        """Let other tasks run, if it is time."""
        if time.perf_counter() - self._since >= _LONG:
            await asyncio.sleep(0)
            self._since = time.perf_counter()
