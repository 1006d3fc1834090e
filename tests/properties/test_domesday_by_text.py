"""Points, offers, retreats, hits and marches of random games of Domesday are those of the rulebook's words, computed a second time."""

from __future__ import annotations

import pytest

from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from support import domesday_bands, domesday_marches, domesday_positions
from support.domesday_by_text import disagreements

SETS = tuple(GAME.option_sets())[::3]


@pytest.mark.parametrize("options", SETS, ids=str)
def test_domesday_is_played_by_the_text(options: DomesdayOptions) -> None:
    assert disagreements(options, 3, 500) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bands_go_where_the_text_lets_them(seed: int) -> None:
    asked, found = domesday_marches.disagreements(DomesdayOptions(), seed, 700)

    assert asked > 60
    assert found == []


def test_odd_positions_are_played_on_by_the_text() -> None:
    assert [text for seed in range(60) for text in domesday_positions.disagreements(seed, 100)] == []


def test_whoever_may_set_out_together_can_be_picked_one_by_one() -> None:
    looked = [domesday_bands.compared(seed) for seed in range(240)]

    assert sum(joined for joined, _ in looked) > 10
    assert [text for _, found in looked for text in found] == []
