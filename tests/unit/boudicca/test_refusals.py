"""Refusals say who or what is not there, not what the rule is about in general."""

from __future__ import annotations

import pytest

from albion.engine.action import Action
from albion.engine.loop import apply, settle
from albion.engine.refusal import refuse, why_sentence
from albion.engine.words import load_words
from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.state import BoudiccaState

WORDS = load_words("boudicca")


def table(start: str, entries: dict[str, str]) -> BoudiccaState:
    """A position from its notation, at the open question."""
    s = GAME.blank(BoudiccaOptions())
    for key, value in entries.items():
        GAME.notation.place(s, key, value)
    GAME.notation.start(s, start)
    settle(s)
    return s


ROMANS = {"2523": "1 ix", "4432": "2 iceni", "ap": "2", "hand-romans": "ap-1"}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Action("play", "ap-3"), "Operations 3 is not in your hand"),
        (Action("discard", "rampage"), "Rampage is a card of the other side"),
        (Action("activate", 4432), "You have no unit at Venta Icenorum"),
        (Action("mobilize", 2523), "There are no unmobilized troops at Londinium"),
    ],
)
def test_an_impulse_says_what_is_not_there(answer: Action, said: str) -> None:
    s = table("Impulse romans", ROMANS)

    why = refuse(GAME, s, answer)

    assert why is not None
    assert why_sentence(WORDS, why) == f"{said}."


@pytest.mark.parametrize(
    ("begin", "answer", "said"),
    [
        ([], Action("take", "xx-2"), "The activated stack does not include XX cohort 2"),
        ([Action("take", "all")], Action("attack", 2522), "No enemy combat unit is at 2522 (near Londinium)"),
    ],
)
def test_a_march_says_what_is_not_there(begin: list[Action], answer: Action, said: str) -> None:
    s = table("Impulse romans", ROMANS)
    for a in (Action("activate", 2523), *begin):
        apply(s, a)

    why = refuse(GAME, s, answer)

    assert why is not None
    assert why_sentence(WORDS, why) == f"{said}."
