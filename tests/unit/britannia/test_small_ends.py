"""What movement with care offers, compared with every way in which a small phase could end; and tables kept in order."""

from __future__ import annotations

import pytest

from support.kept_tables import disorder
from support.small_ends import disagreements

BOTH = pytest.mark.parametrize("game", ["redux-core", "redux-leaders"])


@BOTH
def test_what_may_be_done_with_care_is_what_can_still_end(game: str) -> None:
    assert disagreements(game, 2, 60) == []


@BOTH
@pytest.mark.parametrize("options", [0, 3])
def test_tables_stay_in_order_and_come_back_from_what_is_saved(game: str, options: int) -> None:
    assert disorder(game, options, 31, 600) == []
