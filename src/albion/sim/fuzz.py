"""Random games over all option sets of a game, with every promise checked at every question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from albion import games
from albion.engine.errors import RuleError
from albion.engine.fuzz import fuzz_game
from albion.engine.game import Game
from albion.engine.options import options_text, parse_options
from albion.sim.pool import run_jobs


class FuzzJob(NamedTuple):
    """One random game to be checked."""

    game: str
    options: str
    seed: int


class Finding(NamedTuple):
    """What a checked game showed."""

    job: FuzzJob
    questions: int
    problem: str | None
    record: str | None
    """The record that reproduces the problem, if the game got far enough to have one."""


def fuzz_jobs(game: Game[Any], count: int, seed: int) -> list[FuzzJob]:
    """Option sets in turn, seeds counting up."""
    sets = [options_text(o) for o in game.option_sets()]
    return [FuzzJob(game.id, sets[n % len(sets)], seed + n) for n in range(count)]


def fuzz_job(job: FuzzJob) -> Finding:
    """Play and check one game; a problem is a finding, not an exception."""
    try:
        game = games.find_game(job.game)
        questions = fuzz_game(game, parse_options(game.options_type, job.options), job.seed)
    except RuleError as error:
        return Finding(job, 0, str(error), error.record)
    except Exception as error:
        return Finding(job, 0, f"before the first question: {type(error).__name__}: {error}", None)
    return Finding(job, questions, None, None)


def fuzz(jobs: list[FuzzJob], processes: int) -> Iterator[Finding]:
    """Every game's finding, in order."""
    return run_jobs(fuzz_job, jobs, processes)
