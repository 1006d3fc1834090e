"""What falls in an exchange of dice is what the rulebooks' words say, computed a second time for every edition."""

from __future__ import annotations

import pytest

from support.exchanges_by_text import disagreements


@pytest.mark.parametrize("game", ["redux-core", "redux-leaders", "britannia-2005"])
def test_losses_fall_as_the_text_says(game: str) -> None:
    assert disagreements(game, 1, 150) == []
