"""Retreats from battles of the 2005 game lead to the tables that the rulebook's words allow, computed a second time."""

from __future__ import annotations

import pytest

from support.fallbacks_by_text import disagreements


@pytest.mark.parametrize("seed", [1, 7])
def test_retreats_lead_where_the_text_lets_them(seed: int) -> None:
    assert disagreements(seed, 250) == []
