"""Batches of bot games, spread over processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from albion.bots import make_bot
from albion.engine.game import Game
from albion.engine.options import Options, options_text
from albion.sim.play import Job, Result, play_job, spread
from albion.sim.pool import run_jobs


def jobs_of(
    game: Game[Any], options: Options, names: Sequence[str], seed: int, count: int, *, rotate: bool
) -> list[Job]:
    """A job per game, seeds counting up; with rotate everyone moves on one seat after each game."""
    bots = spread(names, game.seats(options))
    for name in set(bots):
        make_bot(name, game)
    text, k = options_text(options), len(bots)
    turns = [n % k if rotate else 0 for n in range(count)]
    return [
        Job(game.id, text, tuple(bots[(i - turn) % k] for i in range(k)), seed + n)
        for n, turn in enumerate(turns)
    ]


def play_batch(jobs: Sequence[Job], processes: int) -> Iterator[Result]:
    """Every job's result, in order."""
    return run_jobs(play_job, jobs, processes)
