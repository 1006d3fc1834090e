"""Offers, cards, marches, interceptions, withdrawals, battles and points of Boudicca are those of the rulebook's words, computed a second time."""

from __future__ import annotations

import pytest

from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from support import (
    boudicca_battles,
    boudicca_cards,
    boudicca_offers,
    boudicca_positions,
    boudicca_withdrawals,
)
from support.boudicca_by_text import disagreements

SETS = tuple(GAME.option_sets())


@pytest.mark.parametrize("options", SETS, ids=str)
def test_boudicca_is_played_by_the_text(options: BoudiccaOptions) -> None:
    assert disagreements(options, 3, 300) == []


def test_withdrawals_end_where_the_text_leads() -> None:
    asked, found = boudicca_withdrawals.disagreements(BoudiccaOptions(), 1007, 430)

    assert asked > 3
    assert found == []


def test_battles_end_as_the_text_has_them() -> None:
    assert [text for seed in range(250) for text in boudicca_battles.disagreements(seed)] == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_points_buy_what_the_text_sells(seed: int) -> None:
    made, found = boudicca_offers.disagreements(BoudiccaOptions(), seed, 500)

    assert made > 300
    assert found == []


@pytest.mark.parametrize("options", SETS[:2], ids=str)
def test_cards_allow_what_the_text_does(options: BoudiccaOptions) -> None:
    asked, found = boudicca_cards.disagreements(options, 2, 700)

    assert asked > 100
    assert found == []


def test_odd_positions_are_played_on_by_the_text() -> None:
    assert [text for seed in range(25) for text in boudicca_positions.disagreements(seed, 60)] == []
