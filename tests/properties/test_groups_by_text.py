"""Groups of the 2005 game march as the rulebook's words let them, computed a second time."""

from __future__ import annotations

import pytest

from support.groups_by_text import disagreements


@pytest.mark.parametrize("seed", [1, 2])
def test_groups_march_as_the_text_lets_them(seed: int) -> None:
    assert disagreements(seed, 80) == []
