"""Turning points: the turns that moved the chances to win most, or the points where nothing values positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from albion.engine.action import Seat
from albion.engine.event import Event
from albion.engine.words import Words
from albion.review.chronicle import conquests_between
from albion.review.course import Course, Turn
from albion.review.luck import place_of
from albion.review.shapes import Moment, Place

MOST = 5
LEAST_CHANCE = 0.1
"""A smaller change is within what the estimate itself may be wrong by."""
LEAST_POINTS = 0.03
"""Of the winner's final points."""
TOLD = 3

Values = Mapping[Seat, float]


class _Swing(NamedTuple):
    turn: Turn
    gainer: Seat
    loser: Seat
    gain: float
    before: Values
    after: Values


def moments_of(course: Course, owners: Mapping[str, Seat], words: Words) -> list[Moment]:
    """At most five turns, in the order in which they were played."""
    seats = course.match.game.seats(course.match.options)
    estimated = bool(course.chances)
    if estimated:
        by_move = {c.n: c.chances for c in course.chances}
        value: Callable[[int], Values] = lambda n: by_move[n]  # noqa: E731
        least = LEAST_CHANCE
        turns = [turn for turn in course.turns if turn.start in by_move]
    else:
        value = lambda n: {seat: float(course.scores_at(n)[seat]) for seat in seats}  # noqa: E731
        least = max(1.0, LEAST_POINTS * max(value(len(course.match.actions)).values()))
        turns = course.turns
    swings = [_swing(turn, value(turn.start), value(turn.end), estimated) for turn in turns]
    kept = sorted((s for s in swings if s.gain >= least), key=lambda s: -s.gain)[:MOST]
    return [_moment(course, s, owners, words, estimated) for s in sorted(kept, key=lambda s: s.turn.end)]


def _swing(turn: Turn, before: Values, after: Values, estimated: bool) -> _Swing:
    """Who gained most on whom: points by which the distance changed, or the chance that the gainer won, 1 at most."""
    change = {seat: after[seat] - before[seat] for seat in after}
    gainer = max(change, key=lambda seat: change[seat])
    loser = min(change, key=lambda seat: change[seat])
    gain = change[gainer] - (0.0 if estimated else change[loser])
    return _Swing(turn, gainer, loser, gain, before, after)


def _moment(course: Course, s: _Swing, owners: Mapping[str, Seat], words: Words, estimated: bool) -> Moment:
    match, turn = course.match, s.turn
    events = [e for n, e in course.events() if turn.start < n <= turn.end]
    state, _ = match.at(turn.end)
    pieces: Any = match.game.view(state, course.viewer).get("pieces", [])
    own = {turn.who, *(faction for faction, seat in owners.items() if seat == turn.who)}
    taken, failed = conquests(own, events, pieces, words)
    if not taken:
        taken = _occupied(course, turn, own, pieces, words)
        failed = [place for place in failed if place not in taken]
    named = {place.id for place in (*taken, *failed)}
    scene = _scene(events, words)
    if taken and scene not in taken:
        scene = taken[0]
    taken.sort(key=lambda place: place != scene)
    return Moment(
        start=turn.start,
        n=turn.end,
        round=course.round_at(turn.end),
        who=turn.who,
        name=words.name(turn.who),
        gainer=s.gainer,
        loser=s.loser,
        gain=round(s.gain, 4),
        estimated=estimated,
        before=dict(s.before),
        after=dict(s.after),
        place=scene,
        taken=taken,
        failed=failed,
        told=what_is_told(events, words, named) or ([] if named else told_at_all(course, turn, words)),
        pieces=pieces,
    )


def _scene(events: list[Event], words: Words) -> Place | None:
    """Where most dice fell; without dice, the last place that any event names."""
    dice: dict[str, int] = {}
    places: dict[str, Place] = {}
    here: Place | None = None
    last: Place | None = None
    for event in events:
        found = place_of(event.data, words)
        last = found or last
        if event.kind == "battle" and found is not None:
            here = places[found.id] = found
        elif event.kind == "roll" and here is not None:
            dice[here.id] = dice.get(here.id, 0) + len(event.data["dice"])
    return places[max(dice, key=lambda id: dice[id])] if dice else last


def _occupied(
    course: Course, turn: Turn, own: Collection[str], pieces: list[Mapping[str, Any]], words: Words
) -> list[Place]:
    """The areas that a side's factions hold alone after their turn and did not before."""
    before: Any = course.match.game.view(course.match.at(turn.start)[0], course.viewer).get("pieces", [])
    found = conquests_between(before, pieces, course.areas(), words)
    return [place for c in found if c.who in own and c.loser not in own for place in c.places]


def conquests(
    own: Collection[str], events: list[Event], pieces: list[Mapping[str, Any]], words: Words
) -> tuple[list[Place], list[Place]]:
    """Where the factions of a side attacked: the places in which they stand alone afterwards, and the others."""
    attacked = [
        e
        for e in events
        if e.kind == "battle" and e.data.get("attacker", e.data.get("faction")) in own and "area" in e.data
    ]
    places = list(dict.fromkeys(place_of(e.data, words) for e in attacked))
    there = {place.id: {p["faction"] for p in pieces if p["place"] == place.id} for place in places if place}
    taken = [place for place in places if place and there[place.id] and there[place.id] <= {*own}]
    return taken, [place for place in places if place and place not in taken]


def what_is_told(events: list[Event], words: Words, named: Collection[str] = ()) -> list[str]:
    """What to say of a turn beside the places already named: what the chronicle tells, then battles; points only where there is nothing else."""
    great = [(text, _where(e)) for e in events if (text := words.story(e))]
    places = {place for _, place in great} | {*named}  # how a battle there ended is told already
    battles = [words.event(e) for e in events if e.kind == "battle" and _where(e) not in places]
    points = [words.event(e) for e in events if e.kind == "score"]
    told = [*[text for text, _ in great[:TOLD]], *battles] or ([] if named else points)
    return list(dict.fromkeys(text for text in told if text))[:TOLD]


def _where(event: Event) -> object:
    """The place that an event names."""
    return event.data.get("area", event.data.get("hex"))


def told_at_all(course: Course, turn: Turn, words: Words) -> list[str]:
    """A quiet turn is described by the rarest thing done somewhere in it, else by the event that began it."""
    game = course.match.game
    kinds = {game.turn_event, game.idle_event}
    often = Counter(e.kind for _, e in course.events())
    done = [
        (often[e.kind], text)
        for n, e in course.events()
        if turn.start < n <= turn.end and _where(e) and (text := words.event(e))
    ]
    if done:
        return [min(done, key=lambda found: found[0])[1]]
    begun = [words.event(e) for n, e in course.events() if n == turn.start and e.kind in kinds]
    return begun[-1:]  # before it others may have begun and passed
