"""Match: play, undo, explain."""

from collections.abc import Callable

import pytest

from albion.engine.action import Action, Seat, parse_action
from albion.engine.cite import cite
from albion.engine.codec import load, save
from albion.engine.errors import (
    IllegalActionError,
    MalformedActionError,
    NotYourTurnError,
    ReplayError,
    UndoError,
)
from albion.engine.match import Match, replay
from albion.engine.refusal import Refusal
from support.tiny import TINY, TinyOptions, TinyState

Play = Callable[..., Match[TinyState]]
BLUE, RED = Seat("blue"), Seat("red")


def test_the_first_question_is_open_at_once(played: Play) -> None:
    match = played()

    assert match.decision is not None
    assert (match.decision.seat, match.decision.step) == ("blue", "Turn")
    assert Action("take", 3) in match.decision.actions


def test_nobody_answers_for_another(played: Play) -> None:
    with pytest.raises(NotYourTurnError, match=r"not red's turn: blue is to play"):
        played().play(RED, Action("take", 1))


def test_an_illegal_answer_is_refused_with_its_clause_and_changes_nothing(played: Play) -> None:
    match = played("take 3", "take 3", "take 3", "take 2")
    before = save(TINY, match.state)
    with pytest.raises(IllegalActionError) as refused:
        match.play(BLUE, Action("take", 3))

    assert refused.value.refusal.cite == cite("tiny 1.b")
    assert str(refused.value) == "'take 3' is not allowed now: 3 are wanted, 1 is left (tiny 1.b)"
    assert save(TINY, match.state) == before
    assert len(match.actions) == 4


@pytest.mark.parametrize("action", [Action("fly"), Action("take", 9), Action("take"), Action("gamble", 1)])
def test_what_is_no_action_of_the_game_is_malformed(played: Play, action: Action) -> None:
    with pytest.raises(MalformedActionError):
        played().play(BLUE, action)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not an action"),
        ("take 1 2", "is not an action"),
        ("fly york", "'fly' is not a verb of this game: expected one of take, gamble, play"),
        ("take", "'take' needs a noun, such as 'take 1'"),
        ("take ace", "'take' does not take 'ace': expected one of 1, 2, 3"),
        ("gamble 1", "'gamble' takes no noun"),
        ("take \N{SUPERSCRIPT TWO}", "'take' does not take '\N{SUPERSCRIPT TWO}'"),
        ("take " + "9" * 5000, "'take' does not take '999"),
    ],
)
def test_words_that_are_no_action_get_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(MalformedActionError, match=sentence):
        parse_action(text, TINY.verbs(TinyOptions()))


def test_explain_gives_the_clauses_against_and_none_for_the_legal(played: Play) -> None:
    match = played("take 3", "take 3", "take 3", "take 2")

    assert match.explain(Action("gamble")) == Refusal(cite("tiny 2.b"))
    assert match.explain(Action("take", 3)) == Refusal(cite("tiny 1.b"), "too-few", {"wanted": 3, "left": 1})
    assert match.explain(Action("take", 1)) is None


def test_explain_after_the_end_names_the_clause_that_ended_it(played: Play) -> None:
    match = played("take 3", "take 3", "take 3", "take 3")

    assert match.over
    assert match.explain(Action("take", 1)) == Refusal(cite("tiny 4.a 1.a"), "over")
    with pytest.raises(NotYourTurnError, match="over"):
        match.play(BLUE, Action("take", 1))


def test_undo_takes_back_the_last_answer_and_what_came_after(played: Play) -> None:
    match = played("take 3", "take 1")
    match.undo(BLUE)

    assert match.actions == []
    assert match.state == played().state
    assert match.decision is not None
    assert match.decision.seat == "blue"


def test_undo_then_redo_gives_an_equal_state(played: Play) -> None:
    match = played("take 3", "take 1", "take 2")
    expected = save(TINY, match.state)
    match.undo(BLUE)
    match.play(BLUE, Action("take", 2))

    assert save(TINY, match.state) == expected


def test_undo_stops_at_dice(played: Play) -> None:
    match = played("take 3", "gamble")
    for seat in (BLUE, RED):
        with pytest.raises(UndoError, match="cannot undo"):
            match.undo(seat)

    assert len(match.actions) == 2


def test_undo_goes_back_to_the_dice_and_no_further(played: Play) -> None:
    match = played("gamble", "take 1", "take 1")
    match.undo(BLUE)

    assert [str(a) for a in match.actions] == ["gamble", "take 1"]
    with pytest.raises(UndoError):
        match.undo(BLUE)


def test_any_earlier_position_can_be_seen(played: Play) -> None:
    match = played("take 3", "take 1", "gamble", "take 1")

    assert match.at(2)[0] == played("take 3", "take 1").state
    assert len(match.actions) == 4
    with pytest.raises(ReplayError, match="there is no position 9"):
        match.at(9)


def test_replay_gives_the_same_state_and_events(played: Play) -> None:
    match = played("take 3", "gamble", "gamble", "take 1")
    again = replay(TINY, match.options, match.seed, match.actions)

    assert again.state == match.state
    assert again.events == match.events


def test_an_action_that_no_longer_fits_says_where(played: Play) -> None:
    wrong = [Action("take", 3)] * 3 + [Action("take", 2), Action("take", 3)]
    with pytest.raises(ReplayError, match=r"action 5 of 5, 'take 3', does not fit tiny version 2: blue"):
        replay(TINY, TinyOptions(), 5, wrong)


def test_an_action_after_the_end_says_so() -> None:
    with pytest.raises(ReplayError, match="comes after the end"):
        replay(TINY, TinyOptions(), 5, [Action("take", 3)] * 5)


def test_a_match_is_taken_up_from_a_saved_state(played: Play) -> None:
    match = played("take 3", "gamble")
    later = Match.resume(TINY, match.options, match.seed, load(TINY, save(TINY, match.state)))

    assert later.decision == match.decision
    assert later.state == match.state


def test_private_events_are_for_their_seat_alone(played: Play) -> None:
    dealt = [e for e in played().events[0] if e.kind == "dealt"]

    assert [e.known_to(BLUE) for e in dealt] == [True, False]
    assert not any(e.known_to(None) for e in dealt)
