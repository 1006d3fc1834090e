"""What few worlds say of a plan is trusted the less the more it depends on the dice."""

from __future__ import annotations

from albion.bots.search.trust import PREJUDICE, gain


def test_a_plan_that_was_never_tried_is_a_little_worse_than_the_heuristics_own() -> None:
    assert gain([], [], 1.0).trusted == -PREJUDICE


def test_the_same_gain_counts_for_more_the_oftener_it_was_seen() -> None:
    few, many = (gain([2.0] * n, [1.0] * n, 1.0) for n in (3, 60))

    assert few.seen == many.seen == 1.0
    assert few.trusted < 0.3 < many.trusted < 1.0


def test_worlds_are_compared_one_by_one() -> None:
    worlds = [-20.0, -5.0, 3.0, 14.0, 30.0, 2.0, -11.0, 8.0]
    sure = gain([x + 2 for x in worlds], worlds, 1.0)
    lucky = gain([x + 2 for x in reversed(worlds)], worlds, 1.0)

    assert sure.seen == lucky.seen == 2.0
    assert sure.trusted > 0.5
    assert lucky.trusted < 0
