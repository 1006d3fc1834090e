"""Positions: what is written is read back, and what cannot be is refused in one sentence."""

import pytest

from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.fuzz import random_chooser
from albion.engine.loop import apply, settle
from albion.games.britannia_2005 import GAME
from albion.games.britannia_2005.ruleset import Options2005
from albion.games.britannia_2005.state import Brit

PLAIN = Options2005()


def written(s: Brit) -> dict[str, str]:
    return {key: GAME.notation.read(s, key) for key in GAME.notation.keys(s)}


@pytest.mark.parametrize("asked", [5, 90, 400, 900])
def test_a_position_is_read_back_as_it_was_written(asked: int) -> None:
    s = GAME.setup(PLAIN, Dice(asked))
    pick, d = random_chooser(Dice(asked)), settle(s)
    for _ in range(asked):
        assert d is not None
        d = apply(s, pick(s, d))
    blank = GAME.blank(PLAIN)
    for key, text in written(s).items():
        GAME.notation.place(blank, key, text)

    assert written(blank) == written(s)
    assert {p: set(n) for p, n in blank.at.items()} == {p: set(n) for p, n in s.at.items()}


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("atlantis", "1 Saxons", "no place 'atlantis'"),
        ("kent", "1 Vandals", "no nation"),
        ("kent", "Saxons", "expected '2 Saxons'"),
        ("kent", "7 Jutes", "6 armies"),
        ("kent", "5 Normans cavalry", "4 cavalry"),
        ("kent", "1 Saxons cavalry", "cannot have"),
        ("kent", "1 Saxons fort", "cannot have"),
        ("kent", "2 Romans fort", "cannot have"),
        ("north-sea", "1 Romans fort", "stands on land"),
        ("round", "17", "from 1 to 16"),
        ("subjects", "Welsh", "cannot be read"),
        ("track", "Saxons many", "expected a number"),
    ],
)
def test_what_cannot_be_is_refused(key: str, text: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        GAME.notation.place(GAME.blank(PLAIN), key, text)


@pytest.mark.parametrize(
    "start", ["", "Movement", "Movement: Vandals", "BattleRound: Saxons", "Dance: Saxons", "RoundEnd: 17"]
)
def test_a_start_that_is_none_is_refused(start: str) -> None:
    with pytest.raises(DataError):
        GAME.notation.start(GAME.blank(PLAIN), start)


def test_raiders_may_name_their_home() -> None:
    s = GAME.blank(PLAIN)
    GAME.notation.place(s, "york", "3 Danes raider:north-sea")

    assert GAME.notation.read(s, "york") == "3 Danes"
    assert GAME.notation.read(s, "raiders") == "3 york from north-sea"
