"""Where the games of an experiment are played: in this process, in several, or on a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from time import monotonic
from typing import Protocol

from albion.engine.errors import AlbionError, DataError
from albion.lab.experiment import Arm
from albion.lab.recording import play_recorded_game
from albion.lab.tables import Packed, Rows, pack
from albion.sim.pool import prepare_worker

AIM_SECONDS = 2.0
"""Seconds a chunk should take: long enough that handing it over costs little, short enough to show progress."""
LARGEST = 500
DEATHS = 5
"""How many workers may die in a row without finishing a chunk."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some games of one arm, as plain values that can be sent to other machines."""

    arm: Arm
    seed: int
    record: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A finished chunk."""

    chunk: Chunk
    seconds: float
    packed: Packed


class Engine(Protocol):
    """Plays chunks; each comes back exactly once, in any order."""

    width: int
    """How many chunks it plays at a time."""

    def play(self, chunks: Iterator[Chunk]) -> Iterator[Played]:
        """Take chunks as workers become free, and yield them as they finish."""
        ...

    def close(self) -> None:
        """End its workers."""
        ...


def play_chunk(chunk: Chunk) -> Played:
    """Every game of a chunk, one after the other."""
    begun = monotonic()
    rows = Rows(chunk.arm.name)
    for n in chunk.numbers:
        play_recorded_game(chunk.arm, n, chunk.seed, chunk.record, rows)
    return Played(chunk, monotonic() - begun, pack(rows))


class Sizes:
    """How many games make a chunk of the wanted length, arm by arm, from those played so far."""

    def __init__(self, aim: float = AIM_SECONDS) -> None:
        self.aim = aim
        self._spent: dict[str, tuple[float, int]] = {}

    def learn(self, played: Played) -> None:
        """Take a finished chunk into account."""
        seconds, games = self._spent.get(played.chunk.arm.name, (0.0, 0))
        self._spent[played.chunk.arm.name] = (seconds + played.seconds, games + len(played.chunk.numbers))

    def size(self, arm: str) -> int:
        """One game until the first has been played."""
        seconds, games = self._spent.get(arm, (0.0, 0))
        return min(LARGEST, max(1, round(self.aim * games / max(seconds, 1e-6)))) if games else 1


class Local:
    """This machine's processes; one that dies is replaced and its games are played again."""

    def __init__(self, processes: int) -> None:
        self.width = processes
        self._pool: ProcessPoolExecutor | None = None

    def play(self, chunks: Iterator[Chunk]) -> Iterator[Played]:
        """In this process if there is only one."""
        if self.width == 1:
            prepare_worker()
            yield from map(play_chunk, chunks)
            return
        yield from self._spread(chunks)

    def _spread(self, chunks: Iterator[Chunk]) -> Iterator[Played]:
        running: dict[Future[Played], Chunk] = {}
        again: list[Chunk] = []
        deaths = 0
        while True:
            while len(running) <= self.width:
                chunk = again.pop() if again else next(chunks, None)
                if chunk is None:
                    break
                running[self._submit(chunk)] = chunk
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                chunk = running.pop(future)
                try:
                    played = future.result()
                except BrokenProcessPool:
                    again.append(chunk)
                    continue
                deaths = 0
                yield played
            if again:
                deaths = too_many_deaths(deaths + 1, again)
                again += running.values()
                running.clear()
                self.close()

    def _submit(self, chunk: Chunk) -> Future[Played]:
        if self._pool is None:
            # Polars has threads of its own, which a forked process would wait for in vain; in a worker, which only packs
            # its rows with it, they would take time from the games.
            begin = get_context("spawn")
            os.environ.setdefault("POLARS_MAX_THREADS", "1")
            self._pool = ProcessPoolExecutor(self.width, mp_context=begin, initializer=prepare_worker)
        try:
            return self._pool.submit(play_chunk, chunk)
        except BrokenProcessPool:
            self.close()
            return self._submit(chunk)

    def close(self) -> None:
        """End the worker processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def too_many_deaths(deaths: int, waiting: Sequence[Chunk]) -> int:
    """The number of deaths; past the limit the games that may be to blame are named."""
    if deaths >= DEATHS:
        first = waiting[0]
        raise AlbionError(
            f"{deaths} worker processes in a row were ended from outside, the last while playing arm "
            f"'{first.arm.name}', game {first.numbers[0]}: is there enough memory? What is complete is kept"
        )
    return deaths


def make_engine(name: str, *, processes: int, address: str | None) -> Engine:
    """The engine of that name."""
    if name == "local":
        if address is not None:
            raise DataError("--address belongs to --engine ray: the local engine has none")
        return Local(processes)
    if name == "ray":
        try:
            from albion.lab.ray_engine import Ray
        except ModuleNotFoundError as error:
            raise DataError(
                f"--engine ray needs {error.name}, which is not installed: pip install 'albion[ray]' brings it in"
            ) from None
        return Ray(address)
    raise DataError(f"there is no engine '{name}': expected local or ray")
