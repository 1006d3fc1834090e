"""All chance, counted: the n-th roll depends only on (seed, n)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b, sha256
from struct import Struct
from typing import TYPE_CHECKING, TypeVar

from albion.engine.action import Json
from albion.engine.cite import Cite
from albion.engine.errors import DataError
from albion.engine.event import Event, Log

if TYPE_CHECKING:
    from albion.engine.state import State

T = TypeVar("T")
_PARTS = Struct("<" + "IHH" * 8)
"""A block as eight 64-bit words, each in three parts, lowest first, so that parts times faces stay small numbers."""
_PER_BLOCK = 8


def seed_hash(seed: int) -> str:
    """What a match publishes at its start, so that the seed revealed at its end can be checked."""
    return sha256(b"albion seed %d" % seed).hexdigest()


def mixed(seed: int, contributions: Sequence[str]) -> int:
    """The seed that rolls the dice: a secret one mixed with what players contributed, so that nobody can choose it."""
    if not contributions:
        return seed
    text = " ".join(("albion chance", str(seed), *contributions))
    return int.from_bytes(sha256(text.encode()).digest()[:20], "big")


class Dice:
    """A keyed hash read word by word: word n belongs to roll n, whatever was rolled before."""

    __slots__ = ("_block", "_key", "_parts", "count", "seed")

    def __init__(self, seed: int, count: int = 0) -> None:
        self.seed = seed
        self.count = count
        self._key = sha256(b"albion dice %d" % seed).digest()
        self._block = -1
        self._parts: tuple[int, ...] = ()

    def d(self, sides: int) -> int:
        """The next roll of a die; the bias of 2**64 onto its faces is below 2**-60."""
        count = self.count
        block = count // _PER_BLOCK
        if block != self._block:
            self._parts = _PARTS.unpack(blake2b(block.to_bytes(8, "little"), key=self._key).digest())
            self._block = block
        self.count = count + 1
        i = count % _PER_BLOCK * 3
        top = self._parts[i + 2] * sides
        if (top & 0xFFFF) + sides > 0xFFFF:  # what the lower parts come to may count
            top += self._parts[i + 1] * sides + (self._parts[i] * sides >> 32) >> 16
        return 1 + (top >> 16)

    def shuffled(self, cards: Sequence[T]) -> list[T]:
        """The cards in random order, with one roll per card."""
        deck = list(cards)
        for last in range(len(deck) - 1, 0, -1):
            pick = self.d(last + 1) - 1
            deck[last], deck[pick] = deck[pick], deck[last]
        return deck

    def clone(self) -> Dice:
        """The same dice at the same roll."""
        new = Dice.__new__(Dice)
        new.seed, new.count, new._key = self.seed, self.count, self._key
        new._block, new._parts = self._block, self._parts
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dice) and (self.seed, self.count) == (other.seed, other.count)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Dice(count={self.count})"


class LoadedDice(Dice):
    """For cases: the given faces, in order, all to be used."""

    __slots__ = ("faces",)

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__(0)
        self.faces = tuple(faces)

    def d(self, sides: int) -> int:
        """The next given face."""
        if self.count >= len(self.faces):
            raise DataError(f"the case gives {len(self.faces)} dice, but one more is rolled")
        face = self.faces[self.count]
        if not 1 <= face <= sides:
            raise DataError(f"die {self.count + 1} of the case shows {face}, but has {sides} sides")
        self.count += 1
        return face

    def clone(self) -> LoadedDice:
        """The same faces at the same roll."""
        new = LoadedDice(self.faces)
        new.count = self.count
        return new

    def left(self) -> int:
        """How many faces have not been used."""
        return len(self.faces) - self.count


class RecordingDice(Dice):
    """Dice that record every face rolled, including hidden rolls, so that a case can repeat them."""

    __slots__ = ("faces",)

    def __init__(self, seed: int, count: int = 0) -> None:
        super().__init__(seed, count)
        self.faces: list[int] = []

    def d(self, sides: int) -> int:
        """The next roll, recorded."""
        face = super().d(sides)
        self.faces.append(face)
        return face


@cache
def _worth_from(need: int, sides: int) -> list[int]:
    """What each face is worth where every face from a number up is a hit: one list for all events, which nobody changes."""
    return [int(face >= need) for face in range(1, sides + 1)]


def roll(
    s: State,
    log: Log,
    n: int,
    *,
    who: str,
    cite: Cite,
    sides: int = 6,
    need: int | None = None,
    worth: Callable[[int], int] | None = None,
) -> list[int]:
    """Roll n dice in the open; nothing before a roll can be undone.

    `worth` gives the value of each face to the roller in a battle: hits, steps, a unit saved; `need` means that every
    face from that number up is a hit. With either, the event also holds the expected value.
    """
    dice = s.dice
    faces = [dice.d(sides) for _ in range(n)]
    if log is not None:
        told: dict[str, Json] = {"who": who, "dice": faces, "sides": sides}
        if need is not None:
            told["worth"] = _worth_from(need, sides)
        elif worth is not None:
            told["worth"] = [int(worth(face)) for face in range(1, sides + 1)]
        log.append(
            Event("roll", cite, told, None, True)
        )  # not `emit`, which would take the facts apart first
    return faces
