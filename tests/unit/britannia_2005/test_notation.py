"""Positions: what is written is read back, and what cannot be is refused in one sentence."""

import pytest

from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.loop import apply, settle
from albion.engine.playout import random_chooser
from albion.games.britannia_2005 import GAME
from albion.games.britannia_2005.options import Options2005
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


@pytest.mark.parametrize(
    ("key", "text", "reads"),
    [
        ("N. Mercia", "1 Saxon, 2 Roman armies", "2 Romans, 1 Saxons"),
        ("the North Sea", "2 danes infantry", "2 Danes"),
        ("York", "1 Roman fort", "1 Romans fort"),
        ("kent", "1 Saxon burh, 1 Norseman, Harold the Saxon", "1 Norsemen, 1 Saxons burh, Harold"),
        ("Essex", "1 Danes, Svein", "1 Danes, Svein Estrithson"),
    ],
)
def test_names_are_read_as_people_write_them(key: str, text: str, reads: str) -> None:
    s = GAME.blank(PLAIN)
    GAME.notation.place(s, key, text)

    assert GAME.notation.read(s, key) == reads


@pytest.mark.parametrize(
    ("start", "same"),
    [
        ("Turn: Saxons", "NationTurn: Saxons"),
        ("Submission: Romans", "Offers: Romans"),
        ("Arthur", "PlaceArthur"),
    ],
)
def test_other_words_for_starts(start: str, same: str) -> None:
    one, other = GAME.blank(PLAIN), GAME.blank(PLAIN)
    GAME.notation.start(one, start)
    GAME.notation.start(other, same)

    assert one.agenda == other.agenda


@pytest.mark.parametrize("words", ["raider:north-sea", "raiders from the North Sea", "raiders of north-sea"])
def test_raiders_may_name_their_home(words: str) -> None:
    s = GAME.blank(PLAIN)
    GAME.notation.place(s, "york", f"3 Danes {words}")

    assert GAME.notation.read(s, "york") == "3 Danes"
    assert GAME.notation.read(s, "raiders") == "3 york from north-sea"
