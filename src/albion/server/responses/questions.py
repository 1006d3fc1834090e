"""The shapes of answers to questions about a position: why not, odds, hints, studies, what could follow."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from albion.server.responses.clauses import ClauseText

Json = dict[str, Any]


class Explained(Struct, frozen=True):
    """Why an answer is not allowed."""

    legal: bool
    message: str
    reason: str
    """The sentence alone, with the number that decides; '' if it is legal."""
    cite: list[str]
    clauses: list[ClauseText]


class Odds(Struct, frozen=True):
    """Odds as the game gives them."""

    odds: Any


class Hint(Struct, frozen=True, kw_only=True):
    """One of the best answers; its figures are estimates, null where no bot of the game was trained."""

    action: str
    plan: list[str]
    """The answer and those that should follow it, up to the next roll or another seat's question."""
    text: str
    points: float | None
    """What the seat may expect in the end."""
    margin: float | None
    """How far that is ahead of the others, the strongest of whom count most."""
    win: float | None
    why: str
    odds: Any


class Hints(Struct, frozen=True):
    """The best answers to the open question, the best first."""

    seq: int
    hints: list[Hint]


class Interval(Struct, frozen=True):
    """A measured figure, and between which two it lies with 95% certainty."""

    value: float
    low: float
    high: float


class StudiedSeat(Struct, frozen=True, kw_only=True):
    """How a seat fared over all continuations of a position."""

    seat: str
    name: str
    wins: Interval | None
    """null: no continuation reached the end of the game."""
    points: Interval
    low: float
    """Nine in ten continuations lie between this and `high` points."""
    high: float


class StudiedPlace(Struct, frozen=True):
    """Who most often holds a place, and in what share of continuations."""

    place: str
    faction: str
    share: float


class StudiedRound(Struct, frozen=True):
    """Who holds what as a round ends."""

    round: int
    places: list[StudiedPlace]


class Study(Struct, frozen=True, kw_only=True):
    """What usually happens from a position when bots play on."""

    games: int
    ended: int
    """Continuations that reached the end of the game."""
    bot: str
    seats: list[StudiedSeat]
    rounds: list[StudiedRound]


class Run(Struct, frozen=True):
    """An experiment that was played, or is being played."""

    name: str
    games: int
    arms: list[str]
    changed: str


class Runs(Struct, frozen=True):
    """Runs whose reports can be read at /lab/{name}."""

    runs: list[Run]


class RefusedAnswer(Struct, frozen=True):
    """An answer one might try that is not allowed, with the sentence that says why."""

    action: str
    text: str
    reason: str
    cite: list[str]


class ReachedQuestion(Struct, frozen=True, kw_only=True):
    """The question that follows an answer, and its legal answers."""

    step: str
    question: str
    about: Json
    answers: list[ReachedAnswer]


class ReachedAnswer(Struct, frozen=True, kw_only=True):
    """A legal answer, its odds, and what would be asked next."""

    action: str
    verb: str
    noun: str | int | None
    text: str
    warning: str | UnsetType = UNSET
    odds: Any = None
    ends: Literal["dice", "seat", "over"] | None = None
    """Why nothing is known of what follows: dice fall or a secret is shown, another seat is asked, it is over."""
    next: ReachedQuestion | None = None


class Way(Struct, frozen=True):
    """Answers with one verb, one after another, and what the question they lead to is about."""

    answers: list[str]
    noun: str | int | None
    about: Json | None
    """null: nothing is known of what follows the last of them."""
    onward: bool
    """Whether the verb may be repeated once more from there, or something else is asked."""


class Reach(Struct, frozen=True, kw_only=True):
    """What the seat could do from here: its answers, what would follow, and what is not allowed."""

    seq: int
    action: str | None
    """The answer tried first; null: the open question itself."""
    question: ReachedQuestion | None
    """null: the answer ends what can be known."""
    ends: Literal["dice", "seat", "over"] | None
    refused: list[RefusedAnswer]
    complete: bool
    """False: there was too much to try, so some odds, ways and following questions are missing."""
    ways: list[Way] | UnsetType = UNSET
    """Where repeating the verb that was asked for leads, two answers away or further."""


class Line(Struct, frozen=True):
    """A position as text."""

    game: str
    options: Json
    line: str
    link: str


class Dispute(Struct, frozen=True):
    """A dispute as it was filed."""

    id: str
    case: str | None
    """The case file, where nothing in it is anybody's secret."""


class Position(Struct, frozen=True):
    """A position as a spectator sees it."""

    game: str
    options: Json
    view: Json
    line: str
