"""Games of the bot levels against each other in all seats, and the ratings that follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from albion.bots import bot_names
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.options import Options, options_text
from albion.sim.play import Job, Result
from albion.sim.statistics import Z95, Interval, mean, wilson

BASE = 1500.0
"""The rating of a player of whom nothing is known; 400 points are ten to one between two players."""
SCALE = 173.7178
"""Points for each unit of the model's scale, as in chess."""


class Rung(NamedTuple):
    """How one level did."""

    level: str
    games: int
    rating: Interval


class Step(NamedTuple):
    """One of a level among the level below."""

    level: str
    below: str
    games: int
    wins: Interval
    fair: float
    """The share of wins that chance alone would give."""
    margin: Interval
    """Points above the mean of the others."""
    seats: dict[str, Interval]
    """The margin by seat."""
    won_by: dict[str, float]
    """The share of wins by seat."""


def mixed_jobs(game: Game[Any], options: Options, names: Sequence[str], count: int, seed: int) -> list[Job]:
    """Games of all levels mixed, each seat's level drawn by chance, no game of one level alone."""
    rng, seats, text = Random(seed), game.seats(options), options_text(options)
    jobs = []
    for n in range(count):
        while len(set(bots := tuple(rng.choice(names) for _ in seats))) == 1:
            pass
        jobs.append(Job(game.id, text, bots, seed + n))
    return jobs


def step_jobs(game: Game[Any], options: Options, level: str, below: str, count: int, seed: int) -> list[Job]:
    """One of a level among the level below, its seat moving on from game to game."""
    seats, text = game.seats(options), options_text(options)
    rows = [tuple(level if i == n % len(seats) else below for i in range(len(seats))) for n in range(count)]
    return [Job(game.id, text, row, seed + n) for n, row in enumerate(rows)]


def chosen_levels(game: Game[Any], names: Sequence[str]) -> tuple[str, ...]:
    """The levels asked for, the strongest first; without any, all there are."""
    known = bot_names(game.id)
    unknown = [x for x in names if x not in known]
    if unknown:
        raise DataError(f"there is no bot '{unknown[0]}' for {game.id}: expected one of {', '.join(known)}")
    found = tuple(x for x in known if not names or x in names)
    if len(found) < 2:
        raise DataError("a ladder needs at least two levels")
    return found


def chosen_pairs(game: Game[Any], text: str, levels: Sequence[str]) -> list[tuple[str, str]]:
    """Which levels are put among which: as asked, otherwise each among the next below, and the strongest among steady."""
    if not text:
        found = list(pairwise(levels))
        top = (levels[0], "steady")
        return found if top in found or top[0] == top[1] or "steady" not in levels else [*found, top]
    pairs = []
    for part in text.split(","):
        level, _, below = part.strip().partition(":")
        chosen_levels(game, (level, below))
        pairs.append((level, below))
    return pairs


def rate(results: Sequence[Result]) -> list[Rung]:
    """Ratings by the Plackett-Luce model, with 95% intervals, the strongest first."""
    model = PlackettLuce(tau=0.0)
    names = dict.fromkeys(name for r in results for name in r.bots)
    ratings: dict[str, Any] = {name: model.rating(name=name) for name in names}
    games = dict.fromkeys(names, 0)
    for r in results:
        for name in set(r.bots):
            games[name] += 1
        _update(model, ratings, r)
    unit = SCALE / model.beta
    rungs = []
    for name, x in ratings.items():
        value, half = BASE + (x.mu - model.mu) * unit, Z95 * x.sigma * unit
        rungs.append(Rung(name, games[name], Interval(value, value - half, value + half)))
    return sorted(rungs, key=lambda x: -x.rating.value)


def _update(model: Any, ratings: dict[str, Any], r: Result) -> None:
    """One game; a level in several seats is rated by the mean of what its seats learnt."""
    order = sorted(set(r.scores.values()), reverse=True)
    ranks = [float(order.index(score) + (0 if seat in r.winners else 1)) for seat, score in r.scores.items()]
    teams = model.rate([[ratings[name]] for name in r.bots], ranks=ranks)
    learnt: dict[str, list[Any]] = {}
    for name, (player,) in zip(r.bots, teams, strict=True):
        learnt.setdefault(name, []).append(player)
    for name, players in learnt.items():
        n = len(players)
        ratings[name].mu = sum(p.mu for p in players) / n
        ratings[name].sigma = sum(p.sigma for p in players) / n


def step_of(level: str, below: str, results: Sequence[Result]) -> Step:
    """How one of a level did among the level below."""
    wins, margins = 0.0, []
    by_seat: dict[str, list[float]] = {}
    won_by: dict[str, list[float]] = {}
    for r in results:
        mine = next(seat for seat, name in zip(r.scores, r.bots, strict=True) if name == level)
        others = [x for seat, x in r.scores.items() if seat != mine]
        margin = r.scores[mine] - sum(others) / len(others)
        won = 1 / len(r.winners) if mine in r.winners else 0.0
        wins += won
        margins.append(margin)
        won_by.setdefault(mine, []).append(won)
        by_seat.setdefault(mine, []).append(margin)
    seats = {seat: mean(found) for seat, found in by_seat.items()}
    shares = {seat: sum(found) / len(found) for seat, found in won_by.items()}
    fair = 1 / len(results[0].bots)
    return Step(level, below, len(results), wilson(wins, len(results)), fair, mean(margins), seats, shares)
