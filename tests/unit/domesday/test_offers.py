"""What is offered is what the law allows: the quick looks and the laws agree in positions of random games."""

import pytest

from albion.engine.action import Action
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.step import Choice
from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from albion.games.domesday.rules import VERBS
from albion.games.domesday.s05_4_march import March
from albion.games.domesday.s05_actions import Spend

SETS = (
    DomesdayOptions(scenario="comet"),
    DomesdayOptions(scenario="invasion", players=3),
    DomesdayOptions(scenario="domesday", absentee="norse"),
    DomesdayOptions(scenario="conquest", saxon_knights=True, saxon_castles=True),
)
STRIDE = 9
"""Every few decisions all spaces are tried."""


@pytest.mark.parametrize("o", SETS, ids=lambda o: o.scenario)
def test_offers_and_laws_agree(o: DomesdayOptions) -> None:
    s, pick = GAME.setup(o, Dice(21)), Dice(22)
    d = settle(s)
    for n in range(700):
        if d is None:
            break
        step = s.agenda[-1]
        assert isinstance(step, Choice)
        tried: list[Action] = []
        if isinstance(step, Spend) and n % STRIDE == 0:
            tried = [Action(verb, a) for verb in VERBS for a in s.board.spaces]
        elif isinstance(step, March):
            tried = list(step.candidates(s))
        wrong = [a for a in tried if (step.forbids(s, a) is None) != (a in d.actions)]
        assert not wrong, f"{step}: {wrong}"
        d = apply(s, d.actions[pick.d(len(d.actions)) - 1])
