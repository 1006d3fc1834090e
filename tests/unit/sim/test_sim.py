"""Batches and statistics."""

import os

import pytest

from albion import games
from albion.bots import private_seed
from albion.engine.errors import AlbionError, DataError
from albion.sim.batch import jobs_of, play_batch
from albion.sim.play import Result, play_recorded, spread
from albion.sim.pool import run_jobs
from albion.sim.statistics import mean, summarise, wilson
from support.tiny import TINY, TinyOptions


@pytest.fixture(autouse=True)
def only_tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", {"tiny": TINY})


def test_the_fast_path_and_the_recorded_path_play_the_same_game() -> None:
    (fast,) = play_batch(jobs_of(TINY, TinyOptions(), ["random"], 9, 1, rotate=False), 1)
    match = play_recorded(TINY, TinyOptions(), ["random"], 9)

    assert match.state.outcome is not None
    assert fast.scores == dict(match.state.outcome.scores)
    assert fast.questions == len(match.actions)


def test_two_processes_give_what_one_gives() -> None:
    jobs = jobs_of(TINY, TinyOptions(players=3), ["random"], 9, 12, rotate=True)

    assert list(play_batch(jobs, 2)) == list(play_batch(jobs, 1))


def test_rotation_moves_everyone_on() -> None:
    jobs = jobs_of(TINY, TinyOptions(), ["random", "random"], 1, 3, rotate=True)
    seats = [("a", "b"), ("b", "a"), ("a", "b")]
    results = [Result(1, bots, {"blue": 1, "red": 2}, ("red",), 5) for bots in seats]
    lines = summarise(results, rotated=True)

    assert len(jobs) == 3
    assert [(line.chair, line.bot, line.games) for line in lines] == [
        ("player 1", "a", 3),
        ("player 2", "b", 3),
    ]
    assert lines[0].wins.value == pytest.approx(1 / 3)


def test_one_name_is_for_everyone_and_a_wrong_number_is_refused() -> None:
    seats = TINY.seats(TinyOptions(players=3))

    assert spread(["random"], seats) == ("random",) * 3
    with pytest.raises(DataError, match="2 bots were named for 3 seats"):
        spread(["random", "random"], seats)


def test_a_shared_victory_counts_by_its_share() -> None:
    (blue, red) = summarise([Result(1, ("a", "b"), {"blue": 2, "red": 2}, ("blue", "red"), 5)], rotated=False)

    assert (blue.wins.value, red.wins.value) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(180, 200, 0.8506, 0.9343), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0)],
)
def test_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins, games)

    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


def test_the_mean_has_a_normal_interval() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])

    assert found.value == 2.5
    assert found.high - found.low == pytest.approx(2 * 1.959964 * 0.6455, abs=1e-3)
    assert mean([3.0]) == (3.0, 3.0, 3.0)


def test_private_chance_differs_from_the_matchs_own() -> None:
    seeds = {private_seed(1, "bot blue"), private_seed(1, "bot red"), private_seed(2, "bot blue"), 1}

    assert len(seeds) == 4


def _die(_: int) -> int:
    os._exit(1)


def test_a_worker_that_dies_is_told_in_one_sentence() -> None:
    with pytest.raises(AlbionError, match="a worker process was ended"):
        list(run_jobs(_die, [1, 2, 3], 2))
