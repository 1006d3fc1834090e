"""Dice: the n-th roll depends only on (seed, n)."""

from collections import Counter
from hashlib import blake2b, sha256

import pytest

from albion.engine.cite import cite
from albion.engine.dice import Dice, LoadedDice, roll, seed_hash
from albion.engine.errors import DataError
from albion.engine.event import Event
from support.tiny import TINY, TinyOptions


def test_the_nth_throw_depends_only_on_seed_and_number() -> None:
    whole = Dice(7)
    faces = [whole.d(6) for _ in range(40)]

    assert [Dice(7, n).d(6) for n in range(40)] == faces


def test_other_sides_before_do_not_change_later_rolls() -> None:
    coins, dice = Dice(7), Dice(7)
    for _ in range(5):
        coins.d(2)
        dice.d(20)

    assert coins.d(6) == dice.d(6)


KNOWN = [4, 2, 5, 4, 2, 3, 2, 1, 2, 5, 4, 2]
KNOWN_HASH = "5bf1be3b39cf9645a5f389aa4ef5f0baefb7e3c6987617fa457fb88b695a0605"


def test_known_throws_never_change() -> None:
    """A change here would make every stored match false."""
    dice = Dice(1)

    assert [dice.d(6) for _ in range(12)] == KNOWN
    assert seed_hash(1) == KNOWN_HASH


@pytest.mark.parametrize("sides", [2, 6, 97, 65_535, 65_536, 2**32, 2**40])
def test_a_throw_is_a_word_of_the_hash_scaled_to_the_faces(sides: int) -> None:
    key, dice = sha256(b"albion dice 5").digest(), Dice(5)
    for n in range(400):
        block = blake2b((n // 8).to_bytes(8, "little"), key=key).digest()
        word = int.from_bytes(block[n % 8 * 8 : n % 8 * 8 + 8], "little")

        assert dice.d(sides) == 1 + (word * sides >> 64)


def test_every_face_is_as_likely() -> None:
    dice = Dice(3)
    seen = Counter(dice.d(6) for _ in range(6000))

    assert set(seen) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in seen.values())


def test_a_shuffle_keeps_the_cards_and_takes_one_throw_a_card() -> None:
    dice = Dice(5)
    cards = list(range(30))
    shuffled = dice.shuffled(cards)

    assert sorted(shuffled) == cards != shuffled
    assert dice.count == 29


def test_a_clone_throws_on_by_itself() -> None:
    dice = Dice(5)
    dice.d(6)
    twin = dice.clone()
    face = twin.d(6)

    assert dice.count == 1
    assert dice != twin
    assert dice.d(6) == face


def test_loaded_dice_run_out_in_one_sentence() -> None:
    dice = LoadedDice([6])
    dice.d(6)

    assert dice.left() == 0
    with pytest.raises(DataError, match="gives 1 dice, but one more"):
        dice.d(6)


def test_loaded_dice_refuse_a_face_the_die_has_not() -> None:
    with pytest.raises(DataError, match="shows 7, but has 6 sides"):
        LoadedDice([7]).d(6)


def test_a_roll_is_told_and_final() -> None:
    s = TINY.setup(TinyOptions(), Dice(1))
    log: list[Event] = []
    faces = roll(s, log, 3, who="blue", cite=cite("tiny 2.a"))

    assert log[0].data == {"who": "blue", "dice": faces, "sides": 6}
    assert log[0].final


def test_dice_do_not_tell_their_seed() -> None:
    assert "123456789" not in repr(Dice(123456789))
