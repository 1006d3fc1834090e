"""The way of a march: whatever hex is named, its last step obeys the law of the hexside."""

from __future__ import annotations

from itertools import pairwise

import pytest

from albion.games.boudicca import GAME
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s07_movement import goals, route, start_march
from albion.games.boudicca.state import BoudiccaOptions
from albion.kernels.hex import bit, ends, hexside

UNITS = {BRITONS: ("iceni-1", "ix-2"), ROMANS: ("ix-2", "iceni-1")}


@pytest.mark.parametrize("side", [BRITONS, ROMANS])
def test_no_attack_wades_into_the_enemy_on_any_bank_of_the_map(side: str) -> None:
    s = GAME.blank(BoudiccaOptions())
    board = s.rules.board
    mover, foe = (s.rules.index[name] for name in UNITS[side])
    s.phasing = side
    attacked = 0
    for river in sorted(board.rivers):
        for here, there in (ends(river), ends(river)[::-1]):
            s.put(mover, here)
            s.put(foe, there)
            start_march(s, (mover,))
            _, fights = goals(s, s.group, s.mp)
            if not fights & bit(there):
                continue
            path, costs = route(s, there)
            attacked += 1

            assert path[-1] == there
            assert sum(costs) <= s.mp
            last = hexside(*list(pairwise((here, *path)))[-1])
            assert last not in board.rivers or board.bridged(last, ())
    assert attacked > 300
