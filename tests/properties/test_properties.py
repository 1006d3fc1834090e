"""What is true of every game, every option set, every seed."""

from typing import Any

import pytest

from albion.engine.action import Action, Seat
from albion.engine.codec import load, save
from albion.engine.dice import Dice
from albion.engine.errors import IllegalActionError, UndoError
from albion.engine.loop import apply
from albion.engine.match import Match
from albion.engine.record import read_record, record_of, verify_record, write_record
from albion.engine.step import Choice
from support.every_game import Played, every_game, positions

Any_ = Match[Any]
SEEDS = 1
TRIES = 25
"""Of the answers at one position, this many are tried."""


def some(actions: list[Action], n: int = TRIES) -> list[Action]:
    """Evenly chosen ones of a long list."""
    return actions[:: max(1, len(actions) // n)]


@every_game(seeds=SEEDS)
def test_1_it_ends(match: Any_) -> None:
    """Every random game reaches an outcome within the game's bound."""
    outcome = match.state.outcome

    assert match.over
    assert outcome is not None
    assert len(match.actions) <= match.game.bound
    assert set(match.game.seats(match.options)) <= set(outcome.scores)
    assert set(outcome.winners) <= set(outcome.scores)
    assert outcome.cite


@every_game(seeds=SEEDS)
def test_2_actions_are_sane(match: Any_) -> None:
    """Actions are non-empty, unique, in fixed order, within the verbs, and each applies."""
    for s, d in positions(match):
        step = s.agenda[-1]
        assert isinstance(step, Choice)
        assert d.actions
        assert len(set(d.actions)) == len(d.actions)
        assert step.legal(s) == step.legal(s.clone()) == d.actions
        assert d.seat in match.game.seats(match.options)
        assert d.cite
        for a in d.actions:
            match.check(a)
        for a in some(list(d.actions)):
            apply(s.clone(), a, [])


@every_game(seeds=SEEDS)
def test_3_replay_gives_the_same_state(match: Any_) -> None:
    """A record replays to an equal state, event for event, also by way of its text."""
    text = write_record(record_of(match))
    again = verify_record(read_record(text, lambda _: match.game))

    assert again.state == match.state
    assert again.events == match.events
    assert again.answered == match.answered


@every_game(seeds=SEEDS)
def test_3_a_saved_state_comes_back_equal(match: Any_) -> None:
    """A state survives JSON, and asks the same question afterwards."""
    for s, d in positions(match):
        again = load(match.game, save(match.game, s))
        step = again.agenda[-1]

        assert again == s
        assert isinstance(step, Choice)
        assert step.legal(again) == d.actions


@every_game(seeds=SEEDS)
def test_3_undo_then_redo_gives_an_equal_state(match: Any_) -> None:
    """Taking an answer back and giving it again changes nothing; nothing goes back past a final event."""
    half = len(match.actions) // 2
    twin: Any_ = Match.resume(match.game, match.options, match.seed, match.at(half)[0])
    undone = 0
    for action, seat in zip(match.actions[half : half + 60], match.answered[half:], strict=False):
        log = twin.play(seat, action)
        after = save(match.game, twin.state)
        if any(event.final for event in log):
            with pytest.raises(UndoError):
                twin.undo(seat)
        else:
            twin.undo(seat)
            twin.play(seat, action)
            undone += 1
        assert save(match.game, twin.state) == after

    assert undone or len(match.actions) < 20


@every_game(seeds=SEEDS)
def test_4_a_clone_shares_nothing(match: Any_) -> None:
    """Play the clone on, the original is unchanged."""
    dice = Dice(1)
    for s, d in positions(match, 6):
        before = save(match.game, s)
        twin, after = s.clone(), d
        for _ in range(60):
            after = apply(twin, after.actions[dice.d(len(after.actions)) - 1], [])
            if after is None:
                break

        assert save(match.game, s) == before


@every_game(seeds=SEEDS)
def test_5_secrets_hold(match: Any_) -> None:
    """A seat sees the same in every world it can imagine; the seed is in no view and no event."""
    game = match.game
    for s, d in positions(match):
        for n, seat in enumerate(game.seats(match.options)):
            seen = game.view(s, seat)
            imagined = game.imagine(s, seat, Dice(n + 1))

            assert game.view(imagined, seat) == seen
            assert str(match.seed) not in str(seen)
            if seat == d.seat:
                step = imagined.agenda[-1]
                assert isinstance(step, Choice)
                assert step.legal(imagined) == d.actions
        assert str(match.seed) not in str(game.view(s, None))
    assert not any(str(match.seed) in str(dict(e.data)) for log in match.events for e in log)


@every_game(seeds=SEEDS)
def test_5_nobody_sees_another_hand(match: Any_) -> None:
    """A spectator sees no hand; imagining a world does not touch the true one."""
    game = match.game
    for s, d in positions(match, 6):
        before = save(game, s)
        for seat in game.seats(match.options):
            game.imagine(s, seat, Dice(3))
        assert save(game, s) == before
        assert not game.view(s, None).get("hand")
        step = s.agenda[-1]
        assert isinstance(step, Choice)
        assert step.seat(s) == d.seat


@every_game(seeds=SEEDS)
def test_6_and_7_pieces_are_conserved_and_limits_hold(match: Played) -> None:
    """No invariant was broken on the way, nor at the end."""
    assert match.broken == ()


@every_game(seeds=SEEDS)
def test_8_what_is_not_offered_is_refused_with_a_clause(match: Any_) -> None:
    """Every other action of the game is refused for a reason, and changes nothing."""
    space = [Action(verb, noun) for verb, nouns in match.verbs.items() for noun in nouns or (None,)]
    for s, d in positions(match, 6):
        table: Any_ = Match.resume(match.game, match.options, match.seed, s)
        before = save(match.game, s)
        for a in some([a for a in space if a not in d.actions]):
            why = table.explain(a)
            assert why is not None
            assert why.cite
            with pytest.raises(IllegalActionError) as refused:
                table.play(Seat(d.seat), a)
            assert refused.value.refusal == why

        assert save(match.game, s) == before


@every_game(seeds=SEEDS)
def test_9_the_law_forbids_what_is_not_offered_and_nothing_else(match: Any_) -> None:
    """No offered answer is forbidden; every other answer of an asked verb is, by its question's own law."""
    for s, d in positions(match):
        step = s.agenda[-1]
        assert isinstance(step, Choice)
        asked = dict.fromkeys(a.verb for a in step.candidates(s))
        space = [Action(verb, noun) for verb in asked for noun in match.verbs[verb] or (None,)]
        assert [a for a in d.actions if step.forbids(s, a) is not None] == []
        assert [a for a in space if a not in d.actions and not step.forbids(s, a)] == []
