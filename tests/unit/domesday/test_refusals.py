"""Refusals say the number that decides; risky answers carry a warning."""

from __future__ import annotations

import pytest

from albion.engine.action import Action
from albion.engine.loop import apply, settle
from albion.engine.refusal import refuse, why_sentence
from albion.engine.step import Choice
from albion.engine.words import load_words
from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from albion.games.domesday.state import Dom

WORDS = load_words("domesday")


def table(start: str, **entries: str) -> Dom:
    """A position from its notation, at the open question."""
    s = GAME.blank(DomesdayOptions())
    for key, text in entries.items():
        GAME.notation.place(s, key.replace("_", " "), text)
    GAME.notation.start(s, start)
    return s


@pytest.mark.parametrize(
    ("start", "entries", "answer", "said"),
    [
        ("Spend norman 0.5", {"kent": "norman: knight"}, ("move", "kent"), "1 AP needed, ½ left"),
        ("Spend norman 1", {"kent": "norman: knight"}, ("build", "kent"), "2 AP needed, 1 left"),
        (
            "Spend norman 2",
            {"kent": "norman: knight; wasted 2"},
            ("waste", "kent"),
            "Kent already has 2 Wasted markers, and its Value is 2",
        ),
        (
            "CardTurn player=norman",
            {"turn": "3", "hand norman": "016 059"},
            ("event", "016"),
            "It is an Event only on Turns 4 to 6; this is Turn 3",
        ),
        (
            "CardTurn player=norman",
            {"turn": "3", "hand norman": "060 059"},
            ("pass", None),
            "You hold 2 cards; you may pass with at most 1",
        ),
        (
            "CardTurn player=norman",
            {"hand norman": "060", "hand norse": "059"},
            ("points", "059"),
            "Exile Returns is not in your hand",
        ),
        ("Spend norman 2", {"kent": "norman: knight"}, ("move", "essex"), "You have no unit in Essex"),
        ("Spend norman 2", {"kent": "norman: knight"}, ("survey", "kent"), "Kent has no Wasted marker"),
    ],
)
def test_a_refusal_says_the_number_that_decides(
    start: str, entries: dict[str, str], answer: tuple[str, str | None], said: str
) -> None:
    s = table(start, **entries)

    why = refuse(GAME, s, Action(*answer))

    assert why is not None
    assert why_sentence(WORDS, why) == f"{said}."


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Action("enter", "york"), "York is not next to Kent"),
        (Action("pick", "norman:archer"), "No such unit in Kent: Norman Archer"),
        (Action("drop", "norman:archer"), "Not with the moving stack: Norman Archer"),
    ],
)
def test_a_march_says_what_is_not_there(answer: Action, said: str) -> None:
    s = table("Spend norman 6", kent="norman: 2 knight")
    settle(s)
    for a in (Action("move", "kent"), Action("pick", "norman:knight")):
        apply(s, a)

    why = refuse(GAME, s, answer)

    assert why is not None
    assert why_sentence(WORDS, why) == f"{said}."


@pytest.mark.parametrize(
    ("start", "entries", "answer", "said"),
    [
        (
            "Recruit area=kent",
            {"kent": "norman: 4 knight, castle"},
            ("new", "norman:archer"),
            "Kent would hold 5 (limit 4): an enemy player drives out the excess",
        ),
        (
            "StrikeLeader card=061 player=norman leaders=odo",
            {"kent": "norman: odo; saxon: huscarl"},
            ("target", "odo"),
            "Odo is your own Leader",
        ),
    ],
)
def test_a_risky_answer_carries_a_warning(
    start: str, entries: dict[str, str], answer: tuple[str, str], said: str
) -> None:
    s = table("Spend norman 3", **entries)
    GAME.notation.start(s, start)
    step = s.agenda[-1]
    assert isinstance(step, Choice)
    a = Action(*answer)

    why = step.warns(s, a)

    assert a in step.legal(s)
    assert why is not None
    assert why_sentence(WORDS, why) == f"{said}."


@pytest.mark.parametrize(
    ("kent", "picks", "to", "said"),
    [
        ("norman: odo, knight", ["odo"], "south-sea", "Odo would sail without an escort."),
        (
            "norman: odo, 6 knight",
            ["odo"],
            "sussex",
            "Kent would hold 6 (limit 4): an enemy player drives out the excess.",
        ),
        ("norman: odo, 2 knight", ["all"], "sussex", ""),
    ],
)
def test_a_march_warns_of_what_it_leaves_behind(kent: str, picks: list[str], to: str, said: str) -> None:
    s = table("Spend norman 6", kent=kent)
    settle(s)
    for a in (Action("move", "kent"), *(Action("pick", x) for x in picks)):
        apply(s, a)
    step = s.agenda[-1]
    assert isinstance(step, Choice)

    why = step.warns(s, Action("enter", to))

    assert (why_sentence(WORDS, why) if why else "") == said
