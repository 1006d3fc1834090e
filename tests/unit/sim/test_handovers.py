"""Default standing orders keep the turn from passing to and fro."""

from __future__ import annotations

import pytest

from albion.games import GAMES
from albion.sim.batch import jobs_of
from albion.sim.handovers import Measured, count_handovers

BAR = {"boudicca": 2.0}
"""Hand-overs per turn of a faction with default orders, where it is not 1.2."""


@pytest.mark.parametrize("id", list(GAMES))
def test_with_default_orders_the_turn_seldom_passes(id: str) -> None:
    game = GAMES[id]
    (job,) = jobs_of(game, game.options_type(), ("steady",), 1, 1, rotate=False)

    ordered = count_handovers(Measured(job, ordered=True))

    assert ordered.passed <= BAR.get(id, 1.2) * ordered.turns


def test_without_orders_every_retreat_is_asked() -> None:
    game = GAMES["redux-core"]
    (job,) = jobs_of(game, game.options_type(), ("steady",), 1, 1, rotate=False)

    asked = count_handovers(Measured(job, ordered=False))

    assert asked.passed > 1.5 * asked.turns
