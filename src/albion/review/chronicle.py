"""The match as a story: some rounds to a chapter, from what was taken and lost and the sentences a game keeps for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from albion.engine.action import Json, Seat
from albion.engine.event import Event
from albion.engine.words import Words
from albion.review.course import Course
from albion.review.fallen import costliest_of
from albion.review.luck import PLACES
from albion.review.shapes import Conquest, Fought, Line, Place, Stretch

CHAPTERS = 5
_FACTIONS = ("nation", "faction", "winner", "attacker")
LINES = 14
"""A chapter with more drops what happens most often in the whole match."""
TOLD = 3
"""Sentences of a chapter's paragraph that the game words."""

Pieces = Iterable[Mapping[str, Any]]


def chronicle_of(
    course: Course, battles: list[Fought], seats: tuple[Seat, ...], words: Words
) -> list[Stretch]:
    """The chapters; each has at least one round."""
    great = [_Told(n, words.story_key(e), e, text) for n, e in course.events() if (text := words.story(e))]
    often = Counter(told.key for told in great)
    areas = course.areas()
    ends = course.ends()
    chapters, start = [], -1
    for first, last in _spans(len(course.rounds)):
        end = ends[last]
        own = sorted(
            (told for told in great if start < told.n <= end),
            key=lambda told: (often[told.key], told.n),
        )
        before, after = course.scores_at(max(start, 0)), course.scores_at(end)
        then, now = course.standing[first], course.standing[last + 1]
        chapters.append(
            Stretch(
                first=course.rounds[first],
                last=course.rounds[last],
                end=end,
                lines=_lines(own[:LINES]),
                told=_together(own, words),
                conquests=conquests_between(then, now, areas, words),
                gone=_gone(then, now, words),
                costliest=costliest_of(course, start, end, words),
                battles=sum(1 for b in battles if start < b.n <= end),
                gains={seat: after[seat] - before[seat] for seat in seats},
                points={seat: after[seat] for seat in seats},
            )
        )
        start = end
    return chapters


class _Told(NamedTuple):
    n: int
    key: str
    event: Event
    text: str


def _about(event: Event) -> str:
    """The faction that an event is about; '' if it names none."""
    return str(next((event.data[key] for key in _FACTIONS if event.data.get(key)), ""))


def _lines(kept: list[_Told]) -> list[Line]:
    """Each sentence once, where it first applies."""
    first: dict[str, _Told] = {}
    for told in sorted(kept, key=lambda told: told.n):
        first.setdefault(told.text, told)
    return [Line(told.n, text, _about(told.event)) for text, told in first.items()]


def _together(own: list[_Told], words: Words) -> list[Line]:
    """The rarest events in few sentences: those alike but for one name share one."""
    found: list[Line] = []
    for key in dict.fromkeys(told.key for told in own):
        found += _alike([told for told in own if told.key == key], words)
    return sorted(found[:TOLD], key=lambda line: line.n)


def _alike(same: list[_Told], words: Words) -> list[Line]:
    """Events of one kind, joined by the name that leaves fewest sentences; numbers are never joined."""
    fields = words.story_fields(same[0].key)
    counted = any(isinstance(t.event.data.get(f), int) for t in same for f in fields if f not in PLACES)
    ways = [] if counted else [_joined(same, fields, field) for field in fields]
    best = min(ways, key=len, default=[[told] for told in same])
    found: dict[str, Line] = {}
    for group in best:
        data = {f: group[0].event.data.get(f) for f in fields}
        for f in fields:
            values = list(dict.fromkeys(told.event.data.get(f) for told in group))
            if len(values) > 1:
                data[f] = values
        text = words.story_of(group[0].key, data)
        found.setdefault(text, Line(group[0].n, text, _about(group[0].event)))
    return list(found.values())


def _joined(same: list[_Told], fields: tuple[str, ...], field: str) -> list[list[_Told]]:
    """The events grouped by everything but one field."""
    groups: dict[tuple[Json, ...], list[_Told]] = {}
    for told in same:
        rest = tuple(str(told.event.data.get(f)) for f in fields if f != field)
        groups.setdefault(rest, []).append(told)
    return list(groups.values())


def conquests_between(then: Pieces, now: Pieces, areas: Iterable[str], words: Words) -> list[Conquest]:
    """Which areas changed hands, the largest gains first."""
    held, holds = _holders(then), _holders(now)
    won: dict[tuple[str, str], list[Place]] = {}
    for area in sorted(areas):
        who, loser = holds.get(area, ""), held.get(area, "")
        if who and who != loser:
            won.setdefault((who, loser), []).append(Place(area, words.name(area)))
    told = [
        Conquest(who, words.name(who), loser, words.name(loser) if loser else "", places)
        for (who, loser), places in won.items()
    ]
    return sorted(told, key=lambda c: (-len(c.places), not c.loser, c.who, c.loser))


def _holders(pieces: Pieces) -> dict[str, str]:
    """Whoever stands alone in each place."""
    there: dict[str, set[str]] = {}
    for piece in pieces:
        if piece.get("faction"):
            there.setdefault(str(piece["place"]), set()).add(str(piece["faction"]))
    return {place: next(iter(who)) for place, who in there.items() if len(who) == 1}


def _gone(then: Pieces, now: Pieces, words: Words) -> list[Place]:
    """Factions of which nothing is left."""
    were, are = ({str(p["faction"]) for p in pieces if p.get("faction")} for pieces in (then, now))
    return [Place(who, words.name(who)) for who in sorted(were - are)]


def _spans(rounds: int) -> list[tuple[int, int]]:
    """Rounds dealt out evenly: first and last of each chapter."""
    many = min(CHAPTERS, rounds)
    cuts = [rounds * k // many for k in range(many + 1)]
    return [(a, b - 1) for a, b in pairwise(cuts)]
