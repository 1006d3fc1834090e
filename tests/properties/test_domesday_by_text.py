"""Points, offers, retreats and hits of random games of Domesday are those of the rulebook's words, computed a second time."""

from __future__ import annotations

import pytest

from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from support.domesday_by_text import disagreements

SETS = tuple(GAME.option_sets())[::3]


@pytest.mark.parametrize("options", SETS, ids=str)
def test_domesday_is_played_by_the_text(options: DomesdayOptions) -> None:
    assert disagreements(options, 3, 500) == []
