"""The shape of a table: a match through the eyes of one perspective."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from albion.engine import state
from albion.server import clock_shapes
from albion.server.responses.clauses import cite_texts
from albion.server.store.rows import Origin, Pace, ProposalKind, SeatKind, Status

Json = dict[str, Any]


class Seat(Struct, frozen=True):
    """Who sits on one seat."""

    seat: str
    name: str
    kind: SeatKind
    player: str | None
    bot: str | None
    you: bool
    online: bool
    seen: str | None
    abandoned: bool
    invite: str | None


class Turn(Struct, frozen=True):
    """Who must answer, and since when."""

    seat: str
    since: str


class Answer(Struct, frozen=True):
    """One legal answer."""

    action: str
    verb: str
    noun: str | int | None
    text: str
    warning: str | UnsetType = UNSET
    """Why it is risky; absent if it is not."""


class Decision(Struct, frozen=True, kw_only=True):
    """The open question."""

    seat: str
    mine: bool
    secret: bool
    step: str | None = None
    cite: list[str] = []
    question: str | None = None
    about: Json | None = None
    actions: list[Answer] | None = None
    disarmed: str | None = None
    """Why your standing order for such questions did not answer this one."""


class Undo(Struct, frozen=True):
    """Whether something may be taken back, and to which position that leads."""

    possible: bool
    to: int | None
    text: str | None
    """What would be taken back: an answer, or a whole plan."""


class Outcome(Struct, frozen=True):
    """How it ended."""

    scores: dict[str, int]
    winners: list[str]
    cite: list[str]

    @classmethod
    def of(cls, outcome: state.Outcome | None) -> Outcome | None:
        """The engine's outcome, if there is one yet."""
        if outcome is None:
            return None
        scores = {str(seat): score for seat, score in outcome.scores.items()}
        return cls(scores, list(outcome.winners), cite_texts(outcome.cite))


class Migrated(Struct, frozen=True):
    """From which answer on a match follows which version of the rules."""

    n: int
    version: int


class Chance(Struct, frozen=True):
    """What a player added to the seed: all dice from answer `n` on depend on it (0: the setup's too)."""

    n: int
    seat: str
    player: str
    text: str


class You(Struct, frozen=True):
    """What the table is to the player who asked."""

    player: str | None
    seats: list[str]
    creator: bool


class Proposal(Struct, frozen=True, kw_only=True):
    """What the others are asked to agree to."""

    id: int
    kind: ProposalKind
    """undo: go back to position `to`; reopen: give the seat to somebody new; claim: sit down there too."""
    player: str
    seat: str
    to: int | None
    granted: list[str]
    waiting: list[str]
    yours: bool
    """Whether it was made by the player who looks."""
    asks_you: bool
    """Whether the player who looks is asked and has not agreed yet."""


class Progress(Struct, frozen=True, kw_only=True):
    """The state of the match for one perspective."""

    match: str
    seq: int
    n: int
    status: Status
    perspective: str | None
    turn: Turn | None
    undo: Undo
    seed: str | None
    decision: Decision | None
    outcome: Outcome | None
    clock: clock_shapes.Clock | None = None


class Table(Progress, frozen=True, kw_only=True):
    """A match through the eyes of one perspective."""

    game: str
    variant: str | None
    """What the variant is called, if one is played."""
    board: str
    title: str
    version: int
    outdated: bool
    """It began with other rules than the present ones: answers are refused until its players agree to go on."""
    migrated: list[Migrated]
    options: Json
    pace: Pace
    public: bool
    sandbox: bool
    origin: Origin
    rated: bool
    """Whether it moves its players' ratings."""
    relief: str
    """The bot that plays on for whoever leaves; in a rated match the only one a seat is given to."""
    fork_of: str | None
    fork_at: int | None
    """After which answer of that match it begins."""
    proposal: Proposal | None
    created: str
    at: int
    you: You
    seats: list[Seat]
    watch: str | None
    view: Json
    seed_hash: str
    chance: list[Chance]
