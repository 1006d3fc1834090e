"""What was scored where: points by faction and reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from albion.engine.action import Seat
from albion.engine.game import View
from albion.engine.words import Words
from albion.review.course import Course
from albion.review.shapes import Source, Sources

OTHER = "other"


def sources_of(course: Course, view: View, seats: Mapping[str, Seat], words: Words) -> Sources:
    """From the events that score; where a game counts positions instead, from what it shows of them."""
    table = _scored(course) or _itemised(course, view, seats) or _by_faction(course, view, seats)
    rows = [
        Source(who, words.name(who), seats[who], {why: n for why, n in points.items() if n})
        for who, points in table.items()
        if who in seats and any(points.values())
    ]
    whole: dict[str, int] = {}
    for row in rows:
        for why, n in row.points.items():
            whole[why] = whole.get(why, 0) + n
    order = sorted(whole, key=lambda why: (-abs(whole[why]), why))
    return Sources({why: words.names.get(why, why) for why in order}, rows)


def _scored(course: Course) -> dict[str, dict[str, int]]:
    table: dict[str, dict[str, int]] = {}
    for _, event in course.events():
        if event.kind == "score":
            row = table.setdefault(str(event.data["nation"]), {})
            why = str(event.data["why"])
            row[why] = row.get(why, 0) + int(event.data["n"])
    return _completed(course, table)


def _completed(course: Course, table: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    """Add what no event or item explains, so that every row adds up to the points on the table."""
    totals = course.points[-1][1]
    for who, points in table.items():
        points[OTHER] = points.get(OTHER, 0) + totals[who] - sum(points.values())
    return table


def _itemised(course: Course, view: View, seats: Mapping[str, Seat]) -> dict[str, dict[str, int]]:
    """A view that lists points by seat and reason."""
    points: Any = view.get("points", {})
    if not points or any(key not in seats or not isinstance(row, dict) for key, row in points.items()):
        return {}
    return _completed(course, {seat: dict(row) for seat, row in points.items()})


def _by_faction(course: Course, view: View, seats: Mapping[str, Seat]) -> dict[str, dict[str, int]]:
    """What factions hold on the map, and what seats have beside it under the name the view gives it."""
    totals = course.points[-1][1]
    factions: dict[str, Any] = view.get("factions", {})
    table = {
        f: {"map": int(told["points"])} for f, told in factions.items() if f in seats and told.get("points")
    }
    held = dict.fromkeys(seats.values(), 0)
    for faction in table:
        held[seats[faction]] += table[faction]["map"]
    left = {seat: totals.get(seat, 0) - n for seat, n in held.items()}
    name = next((key for key, value in view.items() if key != "scores" and value == left), OTHER)
    for seat, n in left.items():
        if n:
            row = table.setdefault(str(seat), {"map": 0})
            row[name] = row.get(name, 0) + n
    return table
