"""The match as a story: some rounds to a chapter, from the sentences a game keeps for it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from albion.engine.action import Seat
from albion.engine.event import Event
from albion.engine.words import Words
from albion.review.course import Course
from albion.review.shapes import Fought, Line, Stretch

CHAPTERS = 5
_FACTIONS = ("nation", "faction", "winner", "attacker")
LINES = 14
"""A chapter with more drops what happens most often in the whole match."""


def chronicle_of(
    course: Course, battles: list[Fought], seats: tuple[Seat, ...], words: Words
) -> list[Stretch]:
    """The chapters; each has at least one round."""
    told = [_Told(n, e.kind, text, _about(e)) for n, e in course.events() if (text := words.story(e))]
    often = Counter(line.kind for line in told)
    ends = course.ends()
    chapters, start = [], -1
    for first, last in _spans(len(course.rounds)):
        end = ends[last]
        own = [line for line in told if start < line.n <= end]
        kept = sorted(
            sorted(own, key=lambda line: (often[line.kind], line.n))[:LINES], key=lambda line: line.n
        )
        before, after = course.scores_at(max(start, 0)), course.scores_at(end)
        chapters.append(
            Stretch(
                course.rounds[first],
                course.rounds[last],
                _lines(kept),
                sum(1 for b in battles if start < b.n <= end),
                {seat: after[seat] - before[seat] for seat in seats},
            )
        )
        start = end
    return chapters


class _Told(NamedTuple):
    n: int
    kind: str
    text: str
    who: str


def _about(event: Event) -> str:
    """The faction that an event is about; '' if it names none."""
    return str(next((event.data[key] for key in _FACTIONS if event.data.get(key)), ""))


def _lines(kept: list[_Told]) -> list[Line]:
    """Each sentence once, where it first applies."""
    first: dict[str, _Told] = {}
    for line in kept:
        first.setdefault(line.text, line)
    return [Line(line.n, text, line.who) for text, line in first.items()]


def _spans(rounds: int) -> list[tuple[int, int]]:
    """Rounds dealt out evenly: first and last of each chapter."""
    many = min(CHAPTERS, rounds)
    cuts = [rounds * k // many for k in range(many + 1)]
    return [(a, b - 1) for a, b in pairwise(cuts)]
