"""Forces with leaders, cavalry, raiders and boats that may march or retreat are those of the rulebook's words, computed a second time."""

from __future__ import annotations

import pytest

from support.forces_by_text import march_disagreements, retreat_disagreements


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_forces_march_as_the_text_lets_them(seed: int) -> None:
    assert march_disagreements(seed, 100) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_forces_retreat_as_the_text_lets_them(seed: int) -> None:
    assert retreat_disagreements(seed, 400) == []
