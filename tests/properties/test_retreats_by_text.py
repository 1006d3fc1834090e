"""Retreats that random games offer are those of the rulebooks' words, computed a second time."""

from __future__ import annotations

import pytest

from support.retreats_by_text import disagreements


@pytest.mark.parametrize("game", ["redux-core", "redux-leaders", "britannia-2005"])
@pytest.mark.parametrize("seed", [1, 2])
def test_retreats_are_those_of_the_text(game: str, seed: int) -> None:
    assert disagreements(game, seed, 3000) == []
