"""Many independent jobs over a few processes."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from albion.engine.errors import AlbionError
from albion.engine.workers import end_with_parent

J = TypeVar("J")
R = TypeVar("R")

CHUNKS_A_PROCESS = 50
"""Small enough that a progress bar moves, large enough that hand-over costs nothing."""


def prepare_worker() -> None:
    """Playing games makes millions of small objects and hardly any cycles, so look for those less often; and end with the parent."""
    end_with_parent()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def run_jobs(work: Callable[[J], R], jobs: Sequence[J], processes: int) -> Iterator[R]:
    """Each job's result, in the order of the jobs; with one process everything stays in this one."""
    if processes <= 1 or len(jobs) < 2:
        prepare_worker()
        yield from map(work, jobs)
        return
    chunk = max(1, len(jobs) // (processes * CHUNKS_A_PROCESS))
    pool = ProcessPoolExecutor(processes, initializer=prepare_worker)
    try:
        yield from pool.map(work, jobs, chunksize=chunk)
    except BrokenProcessPool:
        raise AlbionError(
            "a worker process was ended from outside: try again, or with --processes 1"
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
