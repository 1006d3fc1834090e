"""What is legal but risky carries a warning."""

from __future__ import annotations

import pytest

from albion.engine.action import Action
from albion.engine.cases import set_up
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.step import Choice
from albion.games import GAMES

GAME = GAMES["boudicca"]
CASES = [
    ("Impulse britons", {"ap": 2, "cards": 1, "hand-britons": "ap-1"}, Action("end"), "points-lost"),
    (
        "BeginImpulse romans",
        {"flags": "passed", "hand-romans": "ap-1", "hand-britons": "ap-1"},
        Action("pass"),
        "turn-ends",
    ),
    ("BeginImpulse romans", {"hand-romans": "ap-1", "hand-britons": "ap-1"}, Action("pass"), None),
    ("Impulse romans", {"turn": 1, "ap": 1, "isca": "2 ii inactive"}, Action("mobilize", "isca"), "ii-cannot-come"),
    ("Impulse romans", {"turn": 2, "ap": 1, "isca": "2 ii inactive"}, Action("mobilize", "isca"), None),
    ("Impulse romans", {"ap": 1, "2821": "2 ix"}, Action("sack", 2821), "tribe-rises"),
    ("Impulse romans", {"ap": 1, "2821": "2 ix", "revolt": "catuvellauni"}, Action("sack", 2821), None),
    (
        "Initiative",
        {"turn": 2, "hand-romans": "ap-1, force-march", "hand-britons": "ap-1"},
        Action("bid", "force-march"),
        "bid-adds-nothing",
    ),
    ("Initiative", {"turn": 2, "hand-romans": "ap-1, force-march"}, Action("bid", "ap-1"), None),
]  # fmt: skip


@pytest.mark.parametrize(("start", "position", "answer", "expected"), CASES)
def test_an_imprudent_answer_is_warned_of(
    start: str, position: dict[str, object], answer: Action, expected: str | None
) -> None:
    s = set_up(GAME, GAME.options_type(), start, position, Dice(1))
    d = settle(s)
    assert d is not None
    assert answer in d.actions
    step = s.agenda[-1]
    assert isinstance(step, Choice)
    told = step.warns(s, answer)
    assert (told.reason if told else None) == expected


def test_an_activation_that_moves_nobody_is_warned_of() -> None:
    s = set_up(GAME, GAME.options_type(), "Impulse romans", {"ap": 1, "6106": "1 aux"}, Dice(1))
    settle(s)
    apply(s, Action("activate", 6106))
    step = s.agenda[-1]
    assert isinstance(step, Choice)
    told = step.warns(s, Action("done"))
    assert told is not None
    assert told.reason == "nobody-moved"
