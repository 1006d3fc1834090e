"""What a review holds, as programs and the page read it; `n` is always a number of moves, so that it leads to a position."""

from __future__ import annotations

from msgspec import Struct

from albion.engine.action import Json, Seat


class Round(Struct, frozen=True):
    """A round, and the move with which it began."""

    number: int
    name: str
    n: int


class Faction(Struct, frozen=True):
    """A nation or people of a seat, with its points at the end of every round."""

    id: str
    name: str
    points: int
    by_round: list[int]


class Change(Struct, frozen=True):
    """A seat's points from a move on."""

    n: int
    points: int


class Place(Struct, frozen=True):
    """Somewhere on the board."""

    id: str
    name: str


class Player(Struct, frozen=True, kw_only=True):
    """A seat and how it did."""

    seat: Seat
    name: str
    player: str
    """Who sat there; '' where the record does not say."""
    points: int
    rank: int
    won: bool
    factions: list[Faction]
    changes: list[Change]
    by_round: list[int]


class Throw(Struct, frozen=True):
    """Dice of one battle thrown by one side; `worth[i]` is what `dice[i]` brought."""

    who: str
    name: str
    seat: Seat | None
    dice: list[int]
    worth: list[int]
    expected: float
    came: int


class Fought(Struct, frozen=True):
    """A battle with all its dice; luck is by seat, own dice less those of the other side."""

    n: int
    round: int
    place: Place | None
    throws: list[Throw]
    luck: dict[Seat, float]


class Luck(Struct, frozen=True):
    """What a seat's dice in battles should have brought, and what they brought."""

    seat: Seat
    dice: int
    expected: float
    came: int
    deviation: float
    """One standard deviation: two thirds of all players are closer to what was expected."""


class Source(Struct, frozen=True):
    """Points of one faction, or of a seat without factions, by reason."""

    id: str
    name: str
    seat: Seat
    points: dict[str, int]


class Sources(Struct, frozen=True):
    """What was scored where; `reasons` are ids with their names, most points first."""

    reasons: dict[str, str]
    rows: list[Source]


class Chance(Struct, frozen=True):
    """How likely each seat was to win, as the strongest bot values the position."""

    n: int
    chances: dict[Seat, float]


class Moment(Struct, frozen=True, kw_only=True):
    """A turn that moved the points, or the chances where they are known, more than others."""

    start: int
    """The move after which the turn began."""
    n: int
    """The move after which it had ended."""
    round: int
    who: str
    name: str
    gainer: Seat
    loser: Seat
    gain: float
    estimated: bool
    """Whether the gain is of chances (0 to 1) rather than of points."""
    before: dict[Seat, float]
    after: dict[Seat, float]
    place: Place | None
    taken: list[Place]
    """Where `who` attacked and stood alone when the turn had ended."""
    failed: list[Place]
    """Where `who` attacked in vain."""
    told: list[str]
    """What else is to be said of it."""
    pieces: list[dict[str, Json]]


class Line(Struct, frozen=True):
    """A sentence of the chronicle and the move it tells of."""

    n: int
    text: str
    who: str = ""
    """The faction it is about, where it is about one."""


class Conquest(Struct, frozen=True):
    """Places that one faction held alone at the end of a chapter and another, or nobody, at its beginning."""

    who: str
    name: str
    loser: str
    """Whoever had held them; '' for places that nobody had held alone."""
    loser_name: str
    places: list[Place]


class Loss(Struct, frozen=True):
    """How many units a side lost."""

    who: str
    name: str
    units: int


class Battle(Struct, frozen=True):
    """The battle of a chapter that cost most units, and what it cost each side."""

    n: int
    round: int
    place: Place
    losses: list[Loss]


class Stretch(Struct, frozen=True, kw_only=True):
    """Some rounds of the chronicle."""

    first: Round
    last: Round
    end: int
    """The move with which it ended."""
    lines: list[Line]
    """Everything great that happened, event by event."""
    told: list[Line]
    """The greatest of it in a few sentences."""
    conquests: list[Conquest]
    """The largest first."""
    gone: list[Place]
    """Factions that were on the board at its beginning and not at its end."""
    costliest: Battle | None
    battles: int
    gains: dict[Seat, int]
    points: dict[Seat, int]
    """At its end."""


class Result(Struct, frozen=True):
    """How it was won, for the sentence above everything else."""

    winners: list[Seat]
    margin: int
    leading_since: int
    """The round since which the winner was never behind again."""
    most_behind: int
    behind_in: int
    """The round in which the winner was furthest behind."""


class Review(Struct, frozen=True, kw_only=True):
    """The review of a match."""

    game: str
    title: str
    board: str
    version: int
    options: str
    over: bool
    seed: str | None
    """None while the match runs and its seed is secret."""
    moves: int
    dice: int
    rounds: list[Round]
    players: list[Player]
    result: Result | None
    battles: list[Fought]
    luck: list[Luck]
    sources: Sources
    chances: list[Chance]
    """Empty where no trained model fits the game, and while the match runs."""
    moments: list[Moment]
    chronicle: list[Stretch]
    factions: dict[str, Seat]
    pieces: list[dict[str, Json]]
    """On the board at the end, as everybody sees them."""
    imported: bool = False
    """Whether it was played elsewhere and imported from its record."""
