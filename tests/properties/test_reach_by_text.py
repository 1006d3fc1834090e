"""How far armies of the 2005 game get is what the rulebook's words say, computed a second time."""

from __future__ import annotations

import pytest

from support.reach_by_text import disagreements


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_armies_get_as_far_as_the_text_lets_them(seed: int) -> None:
    assert disagreements(seed, 2000) == []
