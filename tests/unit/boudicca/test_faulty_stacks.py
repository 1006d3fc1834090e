"""In Impulses that begin with faulty stacks, what is offered is exactly what the law does not forbid."""

from __future__ import annotations

import random

import pytest

from albion.engine.action import Action
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.step import Choice
from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.state import BoudiccaState

STACKS = {
    "britons": ["1 iceni, 1 trinovantes", "1 regni, 1 belgae, 1 cantii", "1 silures, 1 parisi, druid"],
    "romans": ["1 ii, 1 xx", "6 aux", "1 ix, 1 xiv, paulinus"],
}


def table(side: str, chance: random.Random, solitaire: bool) -> BoudiccaState:
    """Faulty stacks of one side close together, and a small hand."""
    s = GAME.blank(BoudiccaOptions(solitaire=solitaire))
    s.dice = Dice(chance.randint(1, 999))
    for h, stack in zip(chance.sample(s.rules.board.grid.within(3617, 4), 3), STACKS[side], strict=True):
        GAME.notation.place(s, str(h), stack)
    cards = [c for c in s.rules.decks[side] if c.startswith("ap-")]
    GAME.notation.place(s, f"hand-{side}", ", ".join(chance.sample(cards, 3)))
    GAME.notation.start(s, f"BeginImpulse {side}")
    return s


@pytest.mark.parametrize("side", STACKS)
@pytest.mark.parametrize("seed", range(4))
def test_offers_and_refusals_agree(side: str, seed: int) -> None:
    chance = random.Random(seed)
    s = table(side, chance, solitaire=seed % 2 == 1)
    decision, faulty = settle(s), 0
    while decision is not None and s.phasing == side:
        step = s.agenda[-1]
        assert isinstance(step, Choice)
        faulty += bool(s.strained)
        asked = {a.verb for a in step.candidates(s)} - {"to", "attack"}
        others = [Action(v, n) for v in sorted(asked) for n in GAME.verbs(s.options)[v] or (None,)]

        assert [a for a in decision.actions if step.forbids(s, a)] == []
        assert [a for a in others if a not in decision.actions and not step.forbids(s, a)] == []
        decision = apply(s, chance.choice(decision.actions))
    assert faulty
