"""Small Movement phases tried out whole: the law of the phase's end, quick or searched, says what play comes to."""

from __future__ import annotations

from support.ends_2005 import CORNERS, disagreements


def test_the_law_of_the_end_agrees_with_trying_it_out() -> None:
    assert disagreements(5, 6 * len(CORNERS)) == []
