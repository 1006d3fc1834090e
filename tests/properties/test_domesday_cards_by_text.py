"""Cards, exchanges, recruits, corrections, Kings and Boxes of random games of Domesday are those of the words, computed a second time."""

from __future__ import annotations

import pytest

from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from support.domesday_disagreements import disagreements

SETS = tuple(GAME.option_sets())[::3]


@pytest.mark.parametrize("options", SETS, ids=str)
def test_cards_are_played_by_the_text(options: DomesdayOptions) -> None:
    compared, found = disagreements(options, 5, 500)

    assert compared["CardTurn"] > 20
    assert found == []
