"""Experiments on a Ray cluster: the same chunks, played by whichever machine has room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ray

from albion.engine.errors import AlbionError
from albion.lab.engines import Chunk, Played, play_chunk
from albion.sim.pool import prepare_worker

AHEAD = 2
"""Chunks handed over per processor: one is played while the next one waits."""
RETRIES = 20
"""How often a chunk is retried because its worker or machine died."""


def _play(chunk: Chunk) -> Played:
    prepare_worker()
    return play_chunk(chunk)


class Ray:
    """A running cluster by its address, or one of this machine alone."""

    def __init__(self, address: str | None) -> None:
        try:
            if not ray.is_initialized():
                ray.init(address=address, log_to_driver=False, include_dashboard=False)
        except (ConnectionError, RuntimeError, ValueError) as error:
            first = str(error).strip().splitlines()[0]
            raise AlbionError(
                f"the Ray cluster at '{address or 'this machine'}' cannot be reached: {first}"
            ) from None
        resources: Any = ray
        self.width = max(1, int(resources.cluster_resources().get("CPU", 1)))
        self._remote: Any = ray.remote(num_cpus=1, max_retries=RETRIES)(_play)

    def play(self, chunks: Iterator[Chunk]) -> Iterator[Played]:
        """Ray plays a chunk again elsewhere when its worker dies; its rows come back once, so none is counted twice."""
        running: list[Any] = []
        while True:
            while len(running) < AHEAD * self.width and (chunk := next(chunks, None)) is not None:
                running.append(self._remote.remote(chunk))
            if not running:
                return
            done, running = ray.wait(running, num_returns=1)
            try:
                yield ray.get(done[0])
            except ray.exceptions.RayError as error:
                first = str(error).strip().splitlines()[0]
                raise AlbionError(
                    f"the cluster gave up on a chunk: {first}; what is complete is kept"
                ) from None

    def close(self) -> None:
        """Leave the cluster as it is; its workers are its own."""
        ray.shutdown()
