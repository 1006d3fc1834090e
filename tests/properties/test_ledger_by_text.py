"""Points and forts of the 2005 game are what the rulebook's words say, kept a second time through whole games."""

from __future__ import annotations

import pytest

from support.ledger_by_text import disagreements


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_points_and_forts_are_those_of_the_text(seed: int) -> None:
    assert disagreements(seed, 5000) == []
