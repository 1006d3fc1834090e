"""The course of a match: rounds, turns, points and chances, gathered in one walk from its start to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from albion.bots.registry import valuation_of
from albion.bots.search.model import Valuation
from albion.engine.action import Seat
from albion.engine.errors import DataError
from albion.engine.event import Event
from albion.engine.match import Match
from albion.review.shapes import Chance, Round

_ACTORS = ("nation", "faction", "seat")
"""Who a turn's event is about: the first of these that it names."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody's turn: the moves after `start`, up to and with `end`."""

    who: str
    start: int
    end: int


@dataclass(slots=True)
class Course:
    """What was true when; only what the viewer may know."""

    match: Match[Any]
    viewer: Seat | None
    rounds: list[Round] = field(default_factory=list)
    points: list[tuple[int, dict[str, int]]] = field(default_factory=list)
    """The points of every seat and faction, from each move that changed them."""
    chances: list[Chance] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    standing: list[list[Mapping[str, Any]]] = field(default_factory=list)
    """The pieces on the board when each round began, and last of all now."""

    def events(self) -> Iterator[tuple[int, Event]]:
        """What the viewer may know: all of it once the match is over."""
        for n, events in enumerate(self.match.events):
            for event in events:
                if self.match.over or event.known_to(self.viewer):
                    yield n, event

    def areas(self) -> set[str]:
        """The areas in which anything happened."""
        return {str(e.data["area"]) for _, e in self.events() if e.data.get("area")}

    def scores_at(self, n: int) -> dict[str, int]:
        """The points after n moves."""
        found = self.points[0][1]
        for k, scores in self.points:
            if k > n:
                break
            found = scores
        return found

    def round_at(self, n: int) -> int:
        """The round in which a move was made; the move that ends a round belongs to it."""
        found = self.rounds[0].number
        for r in self.rounds:
            if r.n >= n:
                break
            found = r.number
        return found

    def ends(self) -> list[int]:
        """The last move of every round."""
        return [*(r.n for r in self.rounds[1:]), len(self.match.actions)]


def course_of(match: Match[Any], viewer: Seat | None) -> Course:
    """Walk through a match once."""
    game = match.game
    course = Course(match, viewer)
    course.turns = list(_turns(course))
    worth_asking = {0, len(match.actions)} | {turn.end for turn in course.turns}
    valuation = _valuation(match)
    for n, s in enumerate(match.positions()):
        number = game.round_of(s)
        if not course.rounds or course.rounds[-1].number != number:
            shown: dict[str, Any] = game.view(s, None).get("round", {})
            course.rounds.append(Round(number, str(shown.get("name", number)), n))
            course.standing.append(_pieces(course, s))
        if n == 0 or match.events[n]:
            scores = dict(game.scores(s))
            if s.outcome is not None:
                scores |= s.outcome.scores
            if not course.points or course.points[-1][1] != scores:
                course.points.append((n, scores))
        if valuation is not None and n in worth_asking:
            told = {seat: round(p, 4) for seat, p in valuation.chances(s).items()}
            course.chances.append(Chance(n, told))
    course.standing.append(_pieces(course, match.state))
    return course


def _pieces(course: Course, s: Any) -> list[Mapping[str, Any]]:
    """What the viewer sees on the board."""
    found: list[Mapping[str, Any]] = course.match.game.view(s, course.viewer).get("pieces", [])
    return found


def _valuation(match: Match[Any]) -> Valuation | None:
    """What positions are worth; while a match runs nothing is valued that a player may not know."""
    if not match.over:
        return None
    try:
        return valuation_of(match.game)
    except DataError:
        return None


def _turns(course: Course) -> Iterator[Turn]:
    starts = []
    for n, event in course.events():
        if event.kind in {course.match.game.turn_event, course.match.game.idle_event}:
            who = next((str(event.data[key]) for key in _ACTORS if event.data.get(key)), "")
            starts.append((n, who))
    last = (len(course.match.actions), "")
    for (start, who), (end, _) in pairwise([*starts, last]):
        if end > start:
            yield Turn(who, start, end)
