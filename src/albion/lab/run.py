"""Running an experiment: missing games are played, finished ones are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil
from time import monotonic
from typing import NamedTuple

import polars as pl

from albion.lab.engines import Chunk, Engine, Played, Sizes
from albion.lab.experiment import Arm
from albion.lab.store import Run
from albion.lab.summary import labelled
from albion.lab.tables import unpack
from albion.sim.statistics import Z95, wilson

KEEP_SECONDS = 10.0
"""Finished games are written this often, so that a killed run loses no more."""
STAGE = 50
"""Games between two looks at the intervals; looks depend on the games alone, so every engine stops at the same one."""


class Progress(NamedTuple):
    """How far a run has come, and how fast it is."""

    done: int
    """Games that are there, earlier ones included."""
    wanted: int
    """Games that there are to be, as far as is known."""
    fresh: int
    """Games played in this session."""
    seconds: float

    @property
    def rate(self) -> float:
        """Games per second in this session."""
        return self.fresh / self.seconds if self.seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds left at this rate."""
        return (self.wanted - self.done) / self.rate if self.rate else None


Watch = Callable[[Progress], None]


class Collector:
    """Holds finished chunks until a part is written."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._held: list[dict[str, pl.DataFrame]] = []
        self._since = monotonic()

    def take(self, played: Played) -> None:
        """Keep a chunk, and write if it is time."""
        self._held.append(unpack(played.packed))
        if monotonic() - self._since >= KEEP_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write everything held as one part."""
        if self._held:
            names = {name for frames in self._held for name in frames}
            held, self._held = self._held, []
            self.run.add({name: pl.concat([f[name] for f in held if name in f]) for name in sorted(names)})
        self._since = monotonic()


class Session:
    """One call of `lab run`, which continues from what is there."""

    def __init__(self, run: Run, engine: Engine, watch: Watch) -> None:
        self.run, self.engine, self.watch = run, engine, watch
        self.done = run.complete()
        self.sizes = Sizes()
        self.collector = Collector(run)
        self.begun = monotonic()
        self.fresh = 0
        self.goals = {arm.name: self._first_goal(arm) for arm in run.experiment.arms}

    def _first_goal(self, arm: Arm) -> int:
        return arm.games if self.run.experiment.width is None else min(STAGE, arm.games)

    def play(self) -> None:
        """Play until every arm has its games or its interval width; finished games are kept however the run ends."""
        try:
            with self.run.alone():
                self.done = self.run.complete()
                self._play_to_the_goals()
        finally:
            self.engine.close()

    def _play_to_the_goals(self) -> None:
        try:
            self._play_missing()
            while self.run.experiment.width is not None and self._raise_goals():
                self._play_missing()
        finally:
            self.collector.flush()

    def progress(self) -> Progress:
        """The progress so far."""
        done = sum(len(numbers) for numbers in self.done.values())
        return Progress(done, max(done, sum(self.goals.values())), self.fresh, monotonic() - self.begun)

    def _play_missing(self) -> None:
        for played in self.engine.play(self._chunks()):
            self.sizes.learn(played)
            self.collector.take(played)
            self.done[played.chunk.arm.name].update(played.chunk.numbers)
            self.fresh += len(played.chunk.numbers)
            self.watch(self.progress())

    def _chunks(self) -> Iterator[Chunk]:
        """Missing games, in chunks sized as they are taken."""
        e = self.run.experiment
        for arm in e.arms:
            missing = [n for n in range(self.goals[arm.name]) if n not in self.done[arm.name]]
            while missing:
                size = min(self.sizes.size(arm.name), max(1, ceil(len(missing) / self.engine.width)))
                now, missing = missing[:size], missing[size:]
                yield Chunk(arm, e.seed, e.record, tuple(now))

    def _raise_goals(self) -> bool:
        """More games for arms whose intervals are too wide; whether there are any."""
        self.collector.flush()
        e = self.run.experiment
        assert e.width is not None
        raised = False
        for arm in e.arms:
            goal = self.goals[arm.name]
            needed = games_needed(self.run, arm, goal, e.width)
            if needed > goal and goal < arm.games:
                self.goals[arm.name] = min(arm.games, needed)
                raised = True
        return raised


def games_needed(run: Run, arm: Arm, goal: int, width: float) -> int:
    """The current number of games if every interval is narrow enough; otherwise the next number to check at."""
    mine = labelled(run).filter((pl.col("arm") == arm.name) & (pl.col("n") < goal))
    shares: list[float] = mine.group_by("label").agg(pl.col("won").sum()).collect()["won"].to_list()
    intervals = [wilson(wins, goal) for wins in shares]
    if max(i.high - i.low for i in intervals) <= width:
        return goal
    share = max((wins / goal for wins in shares), key=lambda p: p * (1 - p))
    ideal = 4 * Z95 * Z95 * max(share * (1 - share), 0.01) / (width * width)
    return goal + STAGE * max(1, round((ideal - goal) / 2 / STAGE))
