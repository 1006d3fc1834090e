"""Counting the clauses that refusals name."""

from albion.engine.cases import read_cases
from albion.engine.cite import cite
from albion.engine.clause_counts import Refused, by_step, from_cases, from_play, spread
from support.tiny import CASES, TINY, tiny

SHORT, LONG = cite("tiny 1.a"), cite("tiny 1.a 1.b 2.a 2.b")


def test_median_and_95th_percentile_are_nearest_ranks() -> None:
    mixed = [Refused("Turn", "take 1", SHORT)] * 95 + [Refused("Turn", "take 2", LONG)] * 5

    assert spread(mixed)[:4] == (100, 1, 1, 4)
    assert spread(mixed[1:])[:4] == (99, 1, 4, 4)
    assert spread(mixed).example == "take 2: 1.a 1.b 2.a 2.b"
    assert spread([])[:4] == (0, 0, 0, 0)


def test_questions_with_long_lists_come_first() -> None:
    found = by_step([Refused("Turn", "take 1", SHORT), Refused("Rest", "take 1", LONG)])

    assert list(found) == ["Rest", "Turn"]


def test_cases_give_the_refusals_they_look_at() -> None:
    found = from_cases(read_cases(CASES), tiny)

    assert Refused("Turn", "take 3", cite("tiny 1.b")) in found


def test_a_sample_is_of_that_size_and_the_same_for_the_same_seed() -> None:
    found = from_play(TINY, 50, seed=4)

    assert len(found) == 50
    assert found == from_play(TINY, 50, seed=4) != from_play(TINY, 50, seed=5)
    assert all(r.cite for r in found)
