"""The whole review of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from albion.engine.action import Seat
from albion.engine.game import View
from albion.engine.match import Match
from albion.engine.options import options_text
from albion.engine.words import Words, load_words
from albion.review.chronicle import chronicle_of
from albion.review.course import Course, course_of
from albion.review.luck import battles_of
from albion.review.moments import moments_of
from albion.review.shapes import Change, Faction, Player, Result, Review
from albion.review.sources import sources_of


def review_of(match: Match[Any], names: Mapping[Seat, str], viewer: Seat | None = None) -> Review:
    """The review of a match; of a running one, only what that seat (None: a spectator) may know."""
    game = match.game
    words = load_words(*game.books)
    course = course_of(match, viewer)
    view = game.view(match.state, viewer)
    seats = game.seats(match.options)
    owners = _owners(view, seats)
    battles, luck = battles_of(course, owners, words)
    pieces: Any = view.get("pieces", [])
    return Review(
        game=game.id,
        title=game.title,
        board=getattr(game, "board", game.id),
        version=game.version,
        options=options_text(match.options),
        over=match.over,
        seed=str(match.seed) if match.over else None,
        moves=len(match.actions),
        dice=sum(len(e.data["dice"]) for _, e in course.events() if e.kind == "roll"),
        rounds=course.rounds,
        players=_players(course, names, owners, words),
        result=_result(course, seats),
        battles=battles,
        luck=luck,
        sources=sources_of(course, view, owners, words),
        chances=course.chances,
        moments=moments_of(course, owners, words),
        chronicle=chronicle_of(course, battles, seats, words),
        factions=owners,
        pieces=pieces,
    )


def _owners(view: View, seats: tuple[Seat, ...]) -> dict[str, Seat]:
    """Which seat plays each faction; a seat is its own."""
    factions: dict[str, Any] = view.get("factions", {})
    played = {f: Seat(told["seat"]) for f, told in factions.items() if told.get("seat") in seats}
    return {**played, **{str(seat): seat for seat in seats}}


def _players(
    course: Course, names: Mapping[Seat, str], owners: Mapping[str, Seat], words: Words
) -> list[Player]:
    """The best first."""
    final = course.points[-1][1]
    outcome = course.match.state.outcome
    ends = [course.scores_at(n) for n in course.ends()]
    seats = course.match.game.seats(course.match.options)
    told = []
    for seat in seats:
        own = [f for f, owner in owners.items() if owner == seat and f not in seats and f in final]
        factions = [Faction(f, words.name(f), final[f], [at.get(f, 0) for at in ends]) for f in own]
        told.append(
            Player(
                seat=seat,
                name=words.name(seat),
                player=names.get(seat, ""),
                points=final[seat],
                rank=1 + sum(final[other] > final[seat] for other in seats),
                won=outcome is not None and seat in outcome.winners,
                factions=sorted(factions, key=lambda f: -f.points),
                changes=_changes(course, seat),
                by_round=[at[seat] for at in ends],
            )
        )
    return sorted(told, key=lambda p: (not p.won, p.rank))


def _changes(course: Course, seat: Seat) -> list[Change]:
    changes: list[Change] = []
    for n, scores in course.points:
        if not changes or changes[-1].points != scores[seat]:
            changes.append(Change(n, scores[seat]))
    return changes


def _result(course: Course, seats: tuple[Seat, ...]) -> Result | None:
    """None while the match runs, and where nobody won."""
    outcome = course.match.state.outcome
    if outcome is None or not outcome.winners:
        return None
    winner = outcome.winners[0]

    def ahead(scores: Mapping[str, int]) -> int:
        """By how much the winner led the best of the others."""
        return scores[winner] - max((scores[s] for s in seats if s not in outcome.winners), default=0)

    leads = [(n, ahead(scores)) for n, scores in course.points]
    behind = [(n, lead) for n, lead in leads if lead < 0]
    worst = min(behind, key=lambda x: x[1], default=(0, 0))
    since = next((n for n, _ in leads if not behind or n > behind[-1][0]), 0)
    return Result(
        list(outcome.winners), leads[-1][1], course.round_at(since), -worst[1], course.round_at(worst[0])
    )
