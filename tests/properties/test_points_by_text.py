"""Points of Leaders and Raiders are those of the rulebook's words, counted a second time while random games are played."""

from __future__ import annotations

import pytest

from support.points_by_text import miscounted


@pytest.mark.parametrize("seed", [4, 20, 28, 40])
def test_points_are_those_of_the_text(seed: int) -> None:
    assert miscounted(seed, seed, 30_000) == []
