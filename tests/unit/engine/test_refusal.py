"""Refusals and warnings: the reason of each kind, and the sentence it is told in."""

from collections.abc import Callable
from typing import Any

import pytest

from albion.engine.action import Action
from albion.engine.cite import cite
from albion.engine.dice import Dice
from albion.engine.errors import RuleError
from albion.engine.fuzz import fuzz_game
from albion.engine.loop import settle
from albion.engine.match import Match
from albion.engine.refusal import NOT_ASKED, Refusal, refusal_text, refuse, why_sentence
from albion.engine.step import Choice
from albion.engine.words import load_words
from support.tiny import TINY, Tiny, TinyOptions, TinyState, Turn

Play = Callable[..., Match[TinyState]]
WORDS = load_words("tiny")


def test_a_verb_that_is_not_asked_is_refused_by_when_it_is_due() -> None:
    s = TINY.setup(TinyOptions(gambling=False), Dice(1))
    settle(s)
    why = refuse(TINY, s, Action("gamble"))

    assert why == Refusal(cite("tiny 2.a"), NOT_ASKED, {"verb": "gamble", "step": "Turn"})
    assert refusal_text(WORDS, Action("gamble"), why) == (
        "'gamble' is not allowed now: Something else is being decided (tiny 2.a)"
    )


def test_where_the_position_bears_on_a_verb_that_is_not_asked_its_law_comes_first() -> None:
    s = TINY.setup(TinyOptions(gambling=False), Dice(1))
    settle(s)
    s.heap = 2

    assert refuse(TINY, s, Action("gamble")) == Refusal(cite("tiny 2.b 2.a"))


def test_what_bears_on_a_verb_that_is_not_asked_may_have_a_sentence_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    s = TINY.setup(TinyOptions(gambling=False), Dice(1))
    settle(s)
    monkeypatch.setattr(Tiny, "bears_on", lambda self, s, a: cite("tiny 2.b"))

    assert refuse(TINY, s, Action("gamble")) == Refusal(cite("tiny 2.b"))

    monkeypatch.setattr(Tiny, "in_words", lambda self, s, a, law: ("last", {"n": 2}))

    assert refuse(TINY, s, Action("gamble")) == Refusal(cite("tiny 2.b"), "last", {"n": 2})


def test_when_nothing_is_asked_the_verb_s_time_is_the_reason() -> None:
    why = refuse(TINY, TINY.blank(TinyOptions()), Action("play", "ace"))

    assert why == Refusal(cite("tiny 3.a"), NOT_ASKED, {"verb": "play"})


def test_a_reason_without_a_sentence_is_told_by_its_decisive_clause() -> None:
    assert why_sentence(WORDS, Refusal(cite("tiny 3.b"))) == "You can only play a card that you hold."
    assert why_sentence(WORDS, Refusal(cite("tiny 4.a"), "last")) == "That ends the game."


def test_a_legal_answer_may_carry_a_warning(played: Play) -> None:
    match = played("take 3", "take 3", "take 3", "take 2")
    step = match.state.agenda[-1]

    assert isinstance(step, Choice)
    assert step.warns(match.state, Action("take", 1)) == Refusal(cite("tiny 4.a"), "last")
    assert match.explain(Action("take", 1)) is None


@pytest.mark.parametrize(
    ("law", "problem"),
    [
        (lambda self, s, a: cite("tiny 1.b") if a == Action("play", "ace") else None, "without a clause"),
        (lambda self, s, a: None, "without a clause"),
        (lambda self, s, a: cite("tiny 1.b"), "which its law forbids"),
    ],
)
def test_a_law_that_differs_from_what_is_offered_is_noticed(
    monkeypatch: pytest.MonkeyPatch, law: Callable[..., Any], problem: str
) -> None:
    monkeypatch.setattr(Turn, "forbids", law)
    monkeypatch.setattr(Turn, "exact", True)

    with pytest.raises(RuleError, match=problem):
        fuzz_game(Tiny(), TinyOptions(), 10**12)


def test_a_law_that_changes_the_table_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_a_law(self: Turn, s: TinyState, a: Action) -> Any:
        s.deck.append("ace")
        return right(self, s, a)

    right = Turn.forbids
    monkeypatch.setattr(Turn, "forbids", without_a_law)

    with pytest.raises(RuleError, match="asking what is allowed changed the table"):
        fuzz_game(Tiny(), TinyOptions(), 10**12)


def test_a_noun_is_read_as_a_number_or_a_name() -> None:
    assert (Action("send", 3).number, Action("send").number) == (3, 0)
    assert (Action("to", "york").name, Action("take", 2).name, Action("end").name) == ("york", "2", "")
