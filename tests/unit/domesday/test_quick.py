"""What is counted ahead for speed equals the law it replaces."""

from __future__ import annotations

import pytest

from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from albion.games.domesday.quick import can_move
from albion.games.domesday.s03_map import banner, controller, hosts, master
from albion.games.domesday.s05_1_points import spenders
from albion.games.domesday.s05_2_recruit import recruit_areas, recruit_forbids
from albion.games.domesday.s05_4_move import movers
from albion.games.domesday.s05_actions import Spend

ASKED = 60
"""Questions of one game that are compared."""


@pytest.mark.parametrize("scenario", ["comet", "invasion", "domesday", "crusade"])
def test_quick_answers_are_the_laws(scenario: str) -> None:
    s = GAME.setup(DomesdayOptions(scenario=scenario), Dice(17))  # type: ignore[arg-type]
    dice, d, asked = Dice(5), settle(s), 0
    while d is not None and asked < ASKED:
        if isinstance(s.agenda[-1], Spend):
            asked += 1
            mine = sorted({banner(s, f) for f in spenders(s)})
            for area in s.stacks:
                assert can_move(s, mine, area) == bool(movers(s, mine, area)), (area, s.purse)
                assert controller(s, area) == master(hosts(s, area))
            if not s.purse.bound and not s.purse.actions:
                law = [a for a in sorted(s.board.spaces) if recruit_forbids(s, spenders(s), a) is None]
                assert recruit_areas(s, spenders(s)) == law
        d = apply(s, d.actions[dice.d(len(d.actions)) - 1])

    assert asked
