"""Codec: states as JSON and back."""

from collections.abc import Callable

import pytest

from albion.engine.codec import load, save
from albion.engine.dice import LoadedDice
from albion.engine.errors import DataError
from albion.engine.loop import settle
from albion.engine.match import Match
from support.tiny import TINY, TinyState

Play = Callable[..., Match[TinyState]]


def test_a_state_comes_back_equal_and_plays_on(played: Play) -> None:
    match = played("take 3", "gamble")
    again = load(TINY, save(TINY, match.state))

    assert again == match.state
    assert again.dice.d(6) == match.state.clone().dice.d(6)
    assert settle(again) == match.decision


def test_an_outcome_comes_back(played: Play) -> None:
    match = played("take 3", "take 3", "take 3", "take 3")
    again = load(TINY, save(TINY, match.state))

    assert again.outcome == match.state.outcome
    assert again.outcome is not None
    assert again.outcome.winners == ("blue", "red")


def test_a_seed_of_any_size_comes_back(played: Play) -> None:
    match = played("take 1", seed=2**200 + 1)

    assert load(TINY, save(TINY, match.state)).dice.seed == 2**200 + 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[1, 2]",
        b'{"options":{},"dice":["1",0],"agenda":[{"type":"Nothing"}]}',
        b'{"options":{"players":9},"dice":["1",0],"agenda":[]}',
        b'{"options":{},"dice":["1",0],"agenda":[],"heap":"many"}',
    ],
)
def test_what_is_no_saved_state_is_refused(data: bytes) -> None:
    with pytest.raises(DataError):
        load(TINY, data)


def test_loaded_dice_are_not_saved(played: Play) -> None:
    s = played().state
    s.dice = LoadedDice([1])
    with pytest.raises(DataError, match="loaded dice"):
        save(TINY, s)


def test_what_today_has_no_field_for_is_left_out_of_an_older_position(played: Play) -> None:
    s = played("take 3").state
    older = save(TINY, s).replace(b'"points":', b'"bets":[1],"points":')

    assert load(TINY, older) == s
