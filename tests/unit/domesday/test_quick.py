"""What is counted ahead for speed equals the law it replaces."""

from __future__ import annotations

import pytest

from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from support.quick_looks import disagreements

ASKED = 90
"""Questions of one game that are compared."""


@pytest.mark.parametrize(
    "options",
    [
        DomesdayOptions(scenario="comet"),
        DomesdayOptions(),
        DomesdayOptions(scenario="domesday", saxon_castles=True),
        DomesdayOptions(scenario="crusade"),
        DomesdayOptions(players=3, absentee="norse"),
    ],
    ids=lambda o: f"{o.scenario}-{o.absentee}",
)
def test_quick_answers_are_the_laws(options: DomesdayOptions) -> None:
    assert disagreements(options, 17, ASKED) == []


def test_while_the_mark_is_the_same_so_are_the_stacks() -> None:
    s = GAME.setup(DomesdayOptions(scenario="comet"), Dice(8))
    dice, d, before = Dice(8), settle(s), s.clone()
    same = other = 0
    while d is not None:
        d = apply(s, d.actions[dice.d(len(d.actions)) - 1])
        same, other = same + (s.mark is before.mark), other + (s.mark is not before.mark)
        assert s.mark is not before.mark or s.stacks == before.stacks
        before = s.clone()

    assert same and other
