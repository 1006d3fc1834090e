"""The expected and the actual results of battle dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from albion.engine.action import Json, Seat
from albion.engine.event import Event
from albion.engine.words import Words
from albion.review.course import Course
from albion.review.shapes import Fought, Luck, Place, Throw

PLACES = ("area", "hex", "place")
"""How events name the place they tell of."""


def place_of(data: Mapping[str, Json], words: Words) -> Place | None:
    """Where something happened."""
    found = next((data[key] for key in PLACES if data.get(key)), None)
    return None if found is None else Place(str(found), words.name(found))


@dataclass(slots=True)
class _Side:
    dice: list[int] = field(default_factory=list)
    worth: list[int] = field(default_factory=list)
    expected: float = 0.0
    variance: float = 0.0

    def add(self, event: Event) -> None:
        table: list[int] = event.data["worth"]
        faces: list[int] = event.data["dice"]
        mean = sum(table) / len(table)
        self.dice += faces
        self.worth += [table[face - 1] for face in faces]
        self.expected += mean * len(faces)
        self.variance += (sum(x * x for x in table) / len(table) - mean * mean) * len(faces)


@dataclass(slots=True)
class _Battle:
    n: int
    place: Place | None
    sides: dict[str, _Side] = field(default_factory=dict)


def battles_of(course: Course, seats: Mapping[str, Seat], words: Words) -> tuple[list[Fought], list[Luck]]:
    """Every battle with its dice, and the ledger of every seat."""
    found = [b for b in _gathered(course, words) if b.sides]
    fought = [_told(b, course.round_at(b.n), seats, words) for b in found]
    ledger = []
    for seat in course.match.game.seats(course.match.options):
        own = [side for b in found for who, side in b.sides.items() if seats.get(who) == seat]
        ledger.append(
            Luck(
                seat,
                sum(len(side.dice) for side in own),
                round(sum(side.expected for side in own), 4),
                sum(sum(side.worth) for side in own),
                round(sum(side.variance for side in own) ** 0.5, 4),
            )
        )
    return fought, ledger


def _gathered(course: Course, words: Words) -> list[_Battle]:
    """Dice with a worth belong to the battle announced last."""
    battles: list[_Battle] = []
    for n, event in course.events():
        if event.kind == "battle":
            battles.append(_Battle(n, place_of(event.data, words)))
        elif event.kind == "roll" and "worth" in event.data and battles:
            battles[-1].sides.setdefault(str(event.data["who"]), _Side()).add(event)
            battles[-1].n = n
    return battles


def _told(b: _Battle, number: int, seats: Mapping[str, Seat], words: Words) -> Fought:
    throws, luck = [], dict.fromkeys((seats[who] for who in b.sides if who in seats), 0.0)
    for who, side in b.sides.items():
        came = sum(side.worth)
        seat = seats.get(who)
        throws.append(Throw(who, words.name(who), seat, side.dice, side.worth, round(side.expected, 4), came))
        for other in luck:
            luck[other] += (came - side.expected) * (1 if other == seat else -1)
    return Fought(b.n, number, b.place, throws, {seat: round(x, 4) for seat, x in luck.items()})
