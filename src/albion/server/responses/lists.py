"""The shapes of lists of matches, invitations and spectator links."""

from __future__ import annotations

from msgspec import Struct

from albion.server.responses.table import Outcome, Seat
from albion.server.store.rows import Origin, Pace, SeatKind, Status


class ListedTurn(Struct, frozen=True):
    """Who must answer, for the lobby."""

    seat: str
    since: str
    yours: bool


class ListedSeat(Struct, frozen=True):
    """Who sits on one seat, for the lobby."""

    seat: str
    name: str
    kind: SeatKind
    player: str | None
    bot: str | None
    you: bool


class ListedRound(Struct, frozen=True):
    """How far a match has come."""

    number: int
    of: int | None


class ListedChat(Struct, frozen=True):
    """The last line somebody else wrote, for the lobby."""

    player: str
    time: str
    text: str


class ListedMatch(Struct, frozen=True, kw_only=True):
    """One line of a list of matches."""

    match: str
    game: str
    variant: str | None
    """What the variant is called, if one is played."""
    title: str
    pace: Pace
    public: bool
    sandbox: bool
    origin: Origin
    rated: bool
    """Whether it moves its players' ratings."""
    status: Status
    created: str
    changed: str
    seq: int
    n: int
    turn: ListedTurn | None
    round: ListedRound | None
    """Of running matches of your own."""
    creator: bool
    """Whether you created it."""
    seats: list[ListedSeat]
    due: str | None
    """When the time of the seat to answer is up, if there is a clock."""
    said: ListedChat | None
    """Of running matches of your own."""
    outcome: Outcome | None
    watch: str | None
    open: dict[str, str]
    """The invites of open seats."""


class Matches(Struct, frozen=True):
    """Matches for the lobby."""

    matches: list[ListedMatch]


class Invite(Struct, frozen=True, kw_only=True):
    """What one would join."""

    match: str
    game: str
    variant: str | None
    """What the variant is called, if one is played."""
    title: str
    seat: str
    name: str
    pace: Pace
    origin: Origin
    creator: str | None
    seats: list[Seat]
    seen_by: list[str]
    """Who has seen what this seat alone may know."""
    yours: bool


class Watch(Struct, frozen=True):
    """The match a spectator link leads to."""

    match: str
