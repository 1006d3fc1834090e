"""A refusal that says how many points are needed is right: with this many the answer is open, with half a point less it is not."""

from __future__ import annotations

import pytest

from albion.engine.action import Action
from albion.engine.cases import random_answer
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.refusal import refuse
from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from albion.games.domesday.s05_1_points import pay
from albion.games.domesday.state import Dom

SPENDING = ("Spend", "March", "Recruit")
ANSWERS = 220
TRIED = 6
"""Answers of each verb that are tried at a question."""


def _halves(told: object) -> int:
    """'2½' as half points."""
    text = str(told)
    return 2 * int(text.rstrip("½") or 0) + text.endswith("½")


def _open_with(s: Dom, a: Action, halves: int) -> bool:
    trial = s.clone()
    pay(trial, trial.purse.halves - halves)
    return refuse(GAME, trial, a) is None


@pytest.mark.parametrize(
    "options",
    [
        DomesdayOptions(scenario="crusade"),
        DomesdayOptions(scenario="domesday", players=3),
        DomesdayOptions(scenario="comet"),
    ],
    ids=lambda o: f"{o.scenario}-{o.players}",
)
def test_points_that_are_said_to_be_needed_are_enough_and_no_more_than_that(options: DomesdayOptions) -> None:
    s, pick, verbs = GAME.setup(options, Dice(23)), Dice(29), GAME.verbs(options)
    d, told, wrong = settle(s), 0, list[str]()

    for _ in range(ANSWERS):
        if d is None:
            break
        for verb in dict.fromkeys(a.verb for a in d.actions) if d.step in SPENDING else ():
            nouns = verbs[verb] or (None,)
            for noun in {nouns[pick.d(len(nouns)) - 1]: None for _ in range(TRIED)}:
                a = Action(verb, noun)
                why = refuse(GAME, s, a)
                if why is None or why.reason != "too-dear":
                    continue
                told, need = told + 1, _halves(why.data["need"])
                if not _open_with(s, a, need) or _open_with(s, a, need - 1):
                    wrong.append(f"{a}: {why.data}")
        d = apply(s, random_answer(GAME, d, pick, lively=True))

    assert told > 0
    assert wrong == []
