"""Growth, arrivals and the ends of movement in the reduX games, and what grows and submits in 2005, computed a second time."""

from __future__ import annotations

import pytest

from support import growth_by_text, peoples_by_text, withdrawals_by_text


@pytest.mark.parametrize("seed", [3, 12, 20, 21])
def test_leaders_and_raiders_grow_and_end_movement_as_the_text_says(seed: int) -> None:
    assert growth_by_text.disagreements("redux-leaders", seed, seed, 30_000) == []


def test_turns_on_odd_tables_are_those_of_the_text() -> None:
    assert growth_by_text.odd_tables(1, 25) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_the_core_game_grows_and_ends_movement_as_the_text_says(seed: int) -> None:
    assert growth_by_text.disagreements("redux-core", seed, seed, 30_000) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_peoples_of_2005_grow_submit_and_die_out_as_the_text_says(seed: int) -> None:
    assert peoples_by_text.disagreements(seed, 6000) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_raiders_withdraw_as_the_text_lets_them(seed: int) -> None:
    assert withdrawals_by_text.disagreements(seed, 40) == []
