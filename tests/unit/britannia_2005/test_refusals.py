"""Refusals of Britannia (2005) say the number that decides; risky answers carry a warning."""

from __future__ import annotations

import pytest

from albion.engine.action import Action
from albion.engine.loop import apply, settle
from albion.engine.refusal import refuse, why_sentence
from albion.engine.step import Choice
from albion.engine.words import load_words
from albion.games.britannia_2005 import GAME
from albion.games.britannia_2005.options import Options2005
from albion.games.britannia_2005.state import Brit

WORDS = load_words("britannia-2005")


def table(start: str, done: str = "", **entries: str) -> Brit:
    """A position from its notation, after some answers, at the open question."""
    s = GAME.blank(Options2005())
    for key, text in entries.items():
        GAME.notation.place(s, key.replace("_", "-"), text)
    GAME.notation.start(s, start)
    settle(s)
    for text in filter(None, done.split(", ")):
        apply(s, answer(text))
    return s


def answer(text: str) -> Action:
    verb, _, noun = text.partition(" ")
    return Action(verb, int(noun) if noun.isdigit() else noun or None)


@pytest.mark.parametrize(
    ("start", "entries", "done", "tried", "said"),
    [
        (
            "Movement: Welsh",
            {"round": "3", "clwyd": "4 Welsh", "gwent": "1 Welsh"},
            "from clwyd, to powys, send 4, from gwent",
            "to powys",
            "Powys would hold 5 (limit 4)",
        ),
        (
            "Movement: Saxons",
            {"round": "9", "kent": "4 Saxons", "york": "4 Saxons"},
            "from kent, to essex, send 4, stop, from york, to march, send 4",
            "stop",
            "March would hold 4 (limit 3 while another area is overstacked)",
        ),
        (
            "Movement: Jutes",
            {"round": "6", "english_channel": "2 Jutes"},
            "",
            "end",
            "2 armies still have to land from the English Channel",
        ),
        (
            "Movement: Welsh",
            {"round": "3", "gwent": "2 Welsh"},
            "from gwent, to powys",
            "send 3",
            "Only 2 armies can leave Gwent",
        ),
        (
            "Movement: Danes",
            {"round": "15", "york": "3 Danes", "lindsey": "1 Saxons"},
            "from york, to north-mercia, send 1, march-on 1, to march",
            "march-on 1",
            "They have moved 2 of 2 areas",
        ),
        (
            "PlaceArmies: Picts, 1",
            {"round": "4", "mar": "4 Picts", "skye": "1 Picts"},
            "",
            "place mar",
            "Mar would hold 5 (limit 4)",
        ),
    ],
)
def test_a_refusal_says_the_number(
    start: str, entries: dict[str, str], done: str, tried: str, said: str
) -> None:
    s = table(start, done, **entries)

    why = refuse(GAME, s, answer(tried))

    assert why is not None
    assert why_sentence(WORDS, why) == f"{said}."


@pytest.mark.parametrize(
    ("start", "entries", "done", "tried", "said"),
    [
        (
            "Movement: Jutes",
            {"round": "6", "english_channel": "2 Jutes", "kent": "1 Belgae"},
            "from english-channel",
            "to kent",
            "They cannot retreat from Kent to the English Channel this time",
        ),
        (
            "Movement: Picts",
            {"round": "4", "dunedin": "1 Picts", "lothian": "1 Brigantes"},
            "from dunedin",
            "to lothian",
            "Picts who attack Lothian overland cannot withdraw",
        ),
        (
            "Retreat kent: Danes attack Saxons from sussex, defender",
            {"round": "12", "kent": "1 Saxons, Alfred, 2 Danes", "essex": "1 Saxons"},
            "",
            "stay",
            "Alfred is lost with the last army",
        ),
        (
            "RaiderWithdrawal: Irish",
            {"round": "4", "dyfed": "2 Irish raiders from atlantic-ocean"},
            "",
            "done",
            "2 raiders will stay ashore for good",
        ),
    ],
)
def test_a_risky_answer_is_offered_with_a_warning(
    start: str, entries: dict[str, str], done: str, tried: str, said: str
) -> None:
    s = table(start, done, **entries)
    step = s.agenda[-1]
    assert isinstance(step, Choice)

    warning = step.warns(s, answer(tried))

    assert answer(tried) in step.legal(s)
    assert warning is not None
    assert why_sentence(WORDS, warning) == f"{said}."
