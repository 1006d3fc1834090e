"""What battles cost: the units that each side lost in them."""

from __future__ import annotations

from dataclasses import dataclass, field

from albion.engine.event import Event
from albion.engine.words import Words
from albion.review.course import Course
from albion.review.luck import place_of
from albion.review.shapes import Battle, Loss, Place

_LOSSES = ("loss", "removed")
LEAST = 3
"""A battle that cost fewer units is nothing to remember."""


@dataclass(slots=True)
class _Field:
    n: int
    place: Place
    lost: dict[str, int] = field(default_factory=dict)


def costliest_of(course: Course, start: int, end: int, words: Words) -> Battle | None:
    """The battle after move `start`, up to `end`, that cost most units; None if none cost many."""
    owners = _owners(course)
    fields: list[_Field] = []
    for n, event in course.events():
        if not start < n <= end:
            continue
        place = place_of(event.data, words)
        if event.kind == "battle" and place is not None:
            fields.append(_Field(n, place))
        elif event.kind in _LOSSES and fields and place == fields[-1].place:
            who = _loser(event, owners)
            if who:
                fields[-1].n = n
                fields[-1].lost[who] = fields[-1].lost.get(who, 0) + int(event.data.get("n", 1))
    worst = max(fields, key=lambda f: sum(f.lost.values()), default=None)
    if worst is None or sum(worst.lost.values()) < LEAST:
        return None
    losses = [Loss(who, words.name(who), n) for who, n in sorted(worst.lost.items(), key=lambda x: -x[1])]
    return Battle(worst.n, course.round_at(worst.n), worst.place, losses)


def _owners(course: Course) -> dict[str, str]:
    """Whose unit each is that has an id of its own."""
    pieces = [piece for standing in course.standing for piece in standing if piece.get("id")]
    return {str(p["id"]): str(p.get("side") or p.get("faction")) for p in pieces}


def _loser(event: Event, owners: dict[str, str]) -> str:
    """Whose unit was lost; '' where it is only reduced, or nobody's."""
    if event.data.get("steps"):
        return ""
    unit = str(event.data.get("unit", ""))
    faction = unit.partition(":")[0] if ":" in unit else owners.get(unit, "")
    return str(event.data.get("nation", faction))
