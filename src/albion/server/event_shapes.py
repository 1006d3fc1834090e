"""The shapes of ratings, players and events, as they are sent."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Json = dict[str, Any]


class PlayerRating(Struct, frozen=True, kw_only=True):
    """A player's rating in a game with this number of seats; 400 points are ten to one between two players."""

    game: str
    seats: int
    player: str
    handle: str
    rating: int
    low: int
    """The rating lies above this, and below `high`, with 95% certainty."""
    high: int
    matches: int


class RatingList(Struct, frozen=True):
    """The ratings of a game with this number of seats, the best first."""

    ratings: list[PlayerRating]


class PlayerMatch(Struct, frozen=True, kw_only=True):
    """How a player did in a match."""

    match: str
    game: str
    seat: str
    seats: int
    place: int
    score: int
    ended: str
    rated: bool


class SeatRecord(Struct, frozen=True, kw_only=True):
    """How a player did on a seat of a game."""

    game: str
    seat: str
    seats: int
    matches: int
    won: int
    mean_place: float
    mean_score: float


class DiceLuck(Struct, frozen=True, kw_only=True):
    """What a player's dice in battles brought in a game, beside what they should have brought."""

    game: str
    dice: int
    expected: float
    came: float
    deviation: float
    """One standard deviation: two thirds of all players are closer to what was expected."""


class Profile(Struct, frozen=True, kw_only=True):
    """A player's page."""

    name: str
    handle: str
    you: bool
    ratings: list[PlayerRating]
    records: list[SeatRecord]
    luck: list[DiceLuck]
    matches: list[PlayerMatch]
    """The last fifty."""


class Entrant(Struct, frozen=True, kw_only=True):
    """Somebody in the standings of an event, the best first."""

    player: str
    handle: str
    you: bool
    gone: bool
    points: float
    """For each table the share of opponents left behind, half for those level; half a point for a round without a table."""
    opponents: float
    """First tie-break: the points of everybody met (Buchholz)."""
    wins: int
    """Second: tables won alone."""
    share: float
    """Third: the mean share of the points made at the tables."""
    played: int
    byes: int


class EventSeat(Struct, frozen=True):
    """Somebody at a table of an event."""

    seat: str
    name: str
    player: str
    handle: str
    place: int | None
    """None while the match runs."""
    score: int | None


class EventTable(Struct, frozen=True):
    """One table of a round."""

    round: int
    match: str
    watch: str
    """Opens the table for spectators; '' if it is private."""
    status: Literal["running", "over", "gone"]
    seats: list[EventSeat]


class ListedEvent(Struct, frozen=True, kw_only=True):
    """One line of the list of events."""

    id: str
    title: str
    creator: str
    game: str
    kind: Literal["round-robin", "swiss", "league"]
    status: Literal["open", "running", "over"]
    players: int
    seats: int
    """At each table."""
    rounds: int
    """0: decided when it begins, by how many take part."""
    round: int
    created: str
    joined: bool


class EventList(Struct, frozen=True):
    """Events: open ones, then running ones, then those that are over."""

    events: list[ListedEvent]


class EventDetails(ListedEvent, frozen=True, kw_only=True):
    """An event with its standings and tables."""

    options: Json
    pace: Literal["live", "slow"]
    yours: bool
    """Whether you created it, and so may begin it."""
    standings: list[Entrant]
    tables: list[EventTable]
