"""What a first answer leads to, of positions that a game seldom comes to."""

from __future__ import annotations

from typing import Any

from albion.engine.action import Action, parse_action
from albion.engine.cases import set_up
from albion.engine.dice import Dice
from albion.engine.loop import settle
from albion.games import GAMES
from albion.server import responses
from albion.server.reach import _Asking, _Place, reach
from albion.server.requests import ReachRequest


def reached(game: str, start: str, position: dict[str, Any], *answers: Action) -> responses.Reach:
    """What the server says of a position after some answers."""
    rules = GAMES[game]
    state = set_up(rules, rules.options_type(), start, position, Dice(1))
    d = settle(state)
    assert d is not None
    found = reach(rules, _Place(d.seat, state, None), d, _Asking(1, list(answers), False, None))
    assert isinstance(found, responses.Reach), found
    return found


def test_units_that_cannot_join_a_forced_march_say_why() -> None:
    """A fault once: they vanished from the question as soon as the card was chosen."""
    position = {"2523": "2 ix, 1 ix used-1", "hand-romans": "force-march", "ap": 1}
    activate = Action("activate", 2523)
    before = reached("boudicca", "Impulse romans", position, activate)
    after = reached("boudicca", "Impulse romans", position, activate, Action("play", "force-march"))

    assert before.refused == []
    assert [(r.action, r.reason) for r in after.refused] == [
        ("take ix-4", "IX cohort 4 has already moved or fought this turn.")
    ]


def test_a_large_stack_may_leave_one_unit_behind() -> None:
    """A fault once: more than seventeen answers could not be asked about, so that such a stack seemed to have nowhere to go."""
    position = {"2523": "9 xiv, 8 ix, paulinus", "ap": 1}
    activated = reached("boudicca", "Impulse romans", position, Action("activate", 2523)).question
    assert activated is not None
    _, *others = (a.action for a in activated.answers if a.verb == "take" and a.noun != "all")
    asked = ReachRequest(action="activate 2523", then=[*others, "march"])
    rules = GAMES["boudicca"]
    verbs = rules.verbs(rules.options_type())
    found = reached("boudicca", "Impulse romans", position, *(parse_action(x, verbs) for x in asked.tried))

    assert len(asked.tried) > 17
    assert found.question is not None
    assert any(a.verb == "to" for a in found.question.answers)
