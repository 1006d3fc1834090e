"""What lies in the database, as records."""

from __future__ import annotations

from typing import Literal, NamedTuple

SeatKind = Literal["human", "bot", "open"]
Pace = Literal["live", "slow"]
Status = Literal["running", "over"]
EntryKind = Literal["setup", "play", "undo"]


class SeatRow(NamedTuple):
    """Who sits where: a person, a bot, or nobody yet."""

    seat: str
    kind: SeatKind
    player: str | None
    bot: str | None
    invite: str | None


class MatchRow(NamedTuple):
    """Everything about a match but its log; times are milliseconds since 1970."""

    id: str
    game: str
    version: int
    options: str
    seed: str
    title: str
    creator: str
    pace: Pace
    public: int
    sandbox: int
    fork_of: str | None
    watch: str
    created: int
    changed: int
    rev: int
    """Grows whenever seats or title change."""
    seq: int
    n: int
    status: Status
    turn: str | None
    since: int
    outcome: str | None


class EntryRow(NamedTuple):
    """One line of a match's log; entry 0 is the setup."""

    seq: int
    n: int
    kind: EntryKind
    seat: str | None
    action: str | None
    text: str | None
    step: str | None
    secret: int
    forced: int
    time: int
    events: bytes
    plan: int | None = None
    """The first entry of the plan it belongs to."""


class SnapshotRow(NamedTuple):
    """The whole state after an entry."""

    seq: int
    n: int
    state: bytes


class ChatRow(NamedTuple):
    """One line of talk."""

    id: int
    player: str
    name: str
    time: int
    text: str


class Head(NamedTuple):
    """How far a match has come, to see whether anything changed."""

    seq: int
    rev: int
    chat: int
