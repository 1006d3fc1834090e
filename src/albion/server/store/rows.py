"""The rows of the database, as records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from albion.server.store.outbox import Note

SeatKind = Literal["human", "bot", "open"]
Pace = Literal["live", "slow"]
Status = Literal["running", "over"]
Origin = Literal["new", "fork", "import", "lesson"]
ProposalKind = Literal["undo", "reopen", "claim", "migrate", "timeout"]
ChatKind = Literal["say", "notice"]
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
    proposal: str | None = None
    """What the others are asked to agree to, as JSON."""
    origin: Origin = "new"
    chance: str = "[]"
    """What players added to the seed, as JSON."""
    migrated: str = "[]"
    """Where it went over to other rules, as JSON."""
    orders: str = "{}"
    """Standing orders by seat, as JSON; visible only to their seat."""
    clock: str = ""
    """How long players may take, as JSON; '': as long as they like."""
    due: int | None = None
    """When the time of the seat to answer is up, in time served."""
    remind: int | None = None
    """When they are to be reminded."""
    rated: int = 0
    """Whether it moves its players' ratings."""
    variant: str = ""
    """The whole patch, if a variant of the game is played: such a match is never rated."""
    root: str | None = None
    """The match that its position comes from, through however many forks."""
    fork_at: int | None = None
    """After which answer of the match it was forked from it begins."""
    names: str = ""
    """Who played, by seat and as they were called when it ended, as JSON; '' while it is running."""

    @property
    def recorded(self) -> bool:
        """Whether it was played elsewhere: whoever imported it sat on none of its seats."""
        return self.origin == "import" and self.names != ""


class ListedRow(NamedTuple):
    """A match in a list, and when something that a list shows was last changed."""

    id: str
    seq: int
    changed: int
    """Not `rev`: that new standing orders make it grow must not show, not even in how long a list takes."""
    due: int | None
    chat: int
    """The last line of talk."""


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
    player: str | None = None
    """The person who answered; None for bots, forced answers, and entries older than this field."""
    ordered: int = 0
    """Whether a standing order answered."""


class SnapshotRow(NamedTuple):
    """The whole state after an entry."""

    seq: int
    n: int
    state: bytes


class LogPart(NamedTuple):
    """Some lines of a new match's log, with the positions among them."""

    entries: list[EntryRow]
    snapshots: list[SnapshotRow]


class ChatRow(NamedTuple):
    """One line of talk, or a notice of what happened to the table itself."""

    id: int
    """Counts the lines of all matches, so nobody is told it."""
    n: int
    """Counts those of its own match."""
    player: str
    """'' for a notice."""
    name: str
    time: int
    text: str
    kind: ChatKind


class Contribution(msgspec.Struct, frozen=True):
    """What a player added to the seed on sitting down."""

    n: int
    """The first answer whose dice depend on it; 0: the setup's too."""
    seat: str
    player: str
    text: str


class Migration(msgspec.Struct, frozen=True):
    """From which answer on a match follows which version of the rules."""

    n: int
    version: int


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """What the others at a table are asked to agree to; the match's row keeps it as JSON."""

    id: int
    kind: ProposalKind
    player: str
    seat: str
    to: int | None = None
    """With `undo`: the position to go back to."""
    chance: str | None = None
    """With `claim`: what the player adds to the seed."""
    granted: tuple[str, ...] = ()


class ChangeRows(msgspec.Struct, frozen=True):
    """All that one command changes, to be committed together."""

    before: MatchRow
    """As the caller knew it: if log or seats have changed meanwhile, nothing is done."""
    row: MatchRow
    entries: Sequence[EntryRow] = ()
    snapshot: SnapshotRow | None = None
    back_to: int | None = None
    """After an undo: the last entry still in effect."""
    seats: Sequence[SeatRow] = ()
    notices: Sequence[str] = ()
    notes: Sequence[Note] = ()
    """What players are to be told wherever they are."""


class Head(NamedTuple):
    """How far a match has come, to see whether anything changed."""

    seq: int
    rev: int
    chat: int
