"""Who commits the units of a server process: a thread of its own, or the one process that writes for all of this machine."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

import msgspec

from albion.server.store.commits import GROUP, Commits, Result, Unit
from albion.server.store.database import BusyError
from albion.server.store.writing import Frames, frame, read_results

HANDFUL = 3
"""With so many jobs a commit is worth its cost."""
_AGAIN = 0.1
"""Seconds before a lost writer is called again."""


class Job(msgspec.Struct, eq=False):
    """A unit, and who waits for it."""

    unit: Unit
    done: asyncio.Future[bool]


def settle(jobs: Sequence[Job], results: Sequence[Result]) -> None:
    """Tell those who wait."""
    for job, result in zip(jobs, results, strict=True):
        if job.done.done():
            continue
        if isinstance(result, Exception):
            job.done.set_exception(result)
        else:
            job.done.set_result(result)


class Writer(Protocol):
    """Commits jobs in the order in which they are put."""

    waiting: int
    """Jobs that are not committed yet."""

    def wants(self, gathered: int) -> bool:
        """Whether these many jobs should be put now, although more may come in this turn of the event loop."""

    async def start(self) -> None:
        """Be ready for jobs."""

    async def stop(self) -> None:
        """Finish what was put."""

    def put(self, jobs: list[Job]) -> None:
        """Take these jobs."""


class WriterThread:
    """For a server of one process: while one group is on its way to the disk, the next gathers."""

    def __init__(self, path: Path) -> None:
        self.waiting = 0
        self._path = path
        self._jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="albion-write", daemon=True)

    def wants(self, gathered: int) -> bool:
        """Never: while the event loop works, a thread would have to fight it for Python's lock."""
        return False

    async def start(self) -> None:
        """Be ready for jobs."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    async def stop(self) -> None:
        """Finish what was put."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def put(self, jobs: list[Job]) -> None:
        """Take these jobs."""
        self.waiting += len(jobs)
        self._jobs.put(jobs)

    def _run(self) -> None:
        commits = Commits(self._path)
        running = True
        while running:
            jobs: list[Job] = []
            more = self._jobs.get()
            while more is not None:
                jobs += more
                if len(jobs) >= GROUP or self._jobs.empty():
                    break
                more = self._jobs.get()
            running = more is not None
            if jobs:
                results = commits.commit([job.unit for job in jobs])
                self._loop.call_soon_threadsafe(self._resolve, jobs, results)
        commits.close()

    def _resolve(self, jobs: list[Job], results: list[Result]) -> None:
        self.waiting -= len(jobs)
        settle(jobs, results)


class WriterLink(asyncio.Protocol):
    """For one of several processes: hands its jobs to the process that writes (`writing`), which answers in order.

    If that dies, nobody knows whether what it had been given was committed: those who wait are told that the database did not
    answer, as with PostgreSQL, and look at it again.
    """

    def __init__(self, address: Path) -> None:
        self.waiting = 0
        self._address = address
        self._transport: asyncio.Transport | None = None
        self._given: deque[list[Job]] = deque()
        """Handed over and not yet answered, in order."""
        self._kept: list[Job] = []
        """Put while there was no connection."""
        self._frames = Frames()
        self._calling: asyncio.Task[None] | None = None
        self._idle = asyncio.Event()

    def wants(self, gathered: int) -> bool:
        """A handful, if the other process has none of this one's: it commits them while this one works on the rest."""
        return gathered >= HANDFUL and not self._given

    async def start(self) -> None:
        """Connect."""
        await self._call()

    async def stop(self) -> None:
        """Wait for what was put, as long as somebody writes, and hang up."""
        while self.waiting and self._transport is not None:
            self._idle.clear()
            await self._idle.wait()
        transport, self._transport = self._transport, None
        if self._calling is not None:
            self._calling.cancel()
        if transport is not None:
            transport.close()
        self._lose([self._kept])

    def put(self, jobs: list[Job]) -> None:
        """Take these jobs; one that cannot be sent harms nobody else."""
        if self._transport is None:
            self.waiting += len(jobs)
            self._kept += jobs
            return
        try:
            message = frame([job.unit for job in jobs])
        except (UnicodeError, OverflowError, TypeError) as error:
            if len(jobs) == 1:
                settle(jobs, [error])
            else:
                for job in jobs:
                    self.put([job])
            return
        self.waiting += len(jobs)
        self._given.append(jobs)
        self._transport.write(message)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asyncio's call: somebody writes."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by name
        self._frames = Frames()
        kept, self._kept = self._kept, []
        if kept:
            self.waiting -= len(kept)
            self.put(kept)

    def data_received(self, data: bytes) -> None:
        """Asyncio's call: some groups have been committed."""
        for told in self._frames.of(data):
            jobs = self._given.popleft()
            self.waiting -= len(jobs)
            settle(jobs, read_results(told))
        if not self.waiting:
            self._idle.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Asyncio's call: nobody writes; the supervisor begins it again."""
        lost, self._given = self._given, deque()
        self._lose(lost)
        self._idle.set()
        if self._transport is not None:  # not hung up from here
            self._transport = None
            self._calling = asyncio.get_running_loop().create_task(self._call_again())

    def _lose(self, lost: Sequence[list[Job]] | deque[list[Job]]) -> None:
        gone = BusyError("the process that writes to the database has ended")
        for jobs in lost:
            self.waiting -= len(jobs)
            settle(jobs, [gone] * len(jobs))

    async def _call(self) -> None:
        await asyncio.get_running_loop().create_unix_connection(lambda: self, str(self._address))

    async def _call_again(self) -> None:
        """The supervisor keeps the address: who calls before the new writer is there waits."""
        while self._transport is None:
            try:
                await self._call()
            except OSError:
                await asyncio.sleep(_AGAIN)
