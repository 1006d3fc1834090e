"""The shapes of what is sent over sockets."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from albion.engine.differences import Difference
from albion.server import clock_shapes
from albion.server.patches import Operation
from albion.server.responses.clauses import ClauseText
from albion.server.responses.log import ChatLine, Entry
from albion.server.responses.table import Answer, Outcome, Progress, Proposal, Seat, Table, Turn
from albion.server.store.rows import EntryKind, Status

Json = dict[str, Any]


class Message(Struct, frozen=True, kw_only=True, tag_field="type"):
    """Anything the server sends over a socket; `type` says what."""


class Subscribed(Message, frozen=True, kw_only=True, tag="table"):
    """The match as it is now, and the entries missed."""

    id: int | str | None
    match: str
    table: Table
    entries: list[Entry]


class Update(Progress, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """What happened, and where that leaves this perspective."""

    entries: list[Entry]
    id: int | str | UnsetType | None = UNSET
    view: Json | UnsetType = UNSET
    changes: list[Operation] | UnsetType = UNSET
    """A JSON Patch that makes the view of the one sent before."""


class BriefDecision(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The open question; what is left out is as in `Decision` by default."""

    seat: str
    mine: bool = False
    secret: bool = False
    step: str | None = None
    cite: list[str] | UnsetType = UNSET
    """Left out: as told the last time with this step."""
    question: str | None = None
    about: Json | None = None
    actions: list[str | Answer] | None = None
    """Answers by the numbers under which they were told ('7', '4-9'), or whole."""
    disarmed: str | None = None


class BriefEvent(Struct, frozen=True, omit_defaults=True):
    """One fact."""

    kind: str
    cite: list[str] | UnsetType = UNSET
    """Left out: as told the last time with an event of this kind."""
    data: Json = {}
    text: str = ""
    final: bool = False


class BriefEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the log; what is left out is null, false or empty, if nothing else is said."""

    seq: int
    n: int
    kind: EntryKind = "play"
    seat: str | UnsetType | None = UNSET
    """Left out: that of the question told before."""
    answer: int | UnsetType = UNSET
    """The number of the answer given, instead of its action and text."""
    action: str | None = None
    text: str | None = None
    step: str | UnsetType | None = UNSET
    """Left out: that of the question told before."""
    forced: bool = False
    undone: bool = False
    plan: int | None = None
    time: str = ""
    """Only the end in which it differs from that of the last entry told."""
    events: list[BriefEvent] = []
    ordered: bool = False


NOUN = "{}"
"""Stands for the noun in the texts of new answers."""
BriefAnswers = list[str | int | None]
"""Verb, text and warning ('' if it is not risky), then the noun of each answer that has these."""
Progressing = ("status", "perspective", "turn", "undo", "seed", "outcome", "clock")
"""The fields that an update in brief leaves out while they are as told the last time."""


class Brief(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="update"):
    """An update for a connection that asked for brief ones: nothing it was told before is told again."""

    match: str
    seq: int
    n: int
    id: int | str | UnsetType | None = UNSET
    new: list[BriefAnswers] = []
    """Answers not told before; they are numbered from 0 on in the order in which they are told."""
    decision: BriefDecision | None = None
    entries: list[BriefEntry] = []
    changes: list[Difference] = []
    """What makes the view of the one before."""
    status: Status | UnsetType = UNSET
    perspective: str | UnsetType | None = UNSET
    turn: Turn | UnsetType | None = UNSET
    undo: tuple[int | None, str | None] | UnsetType | None = UNSET
    """To which position, and what would be taken back; null: nothing."""
    seed: str | UnsetType | None = UNSET
    outcome: Outcome | UnsetType | None = UNSET
    clock: clock_shapes.Clock | UnsetType | None = UNSET


class Acknowledged(Message, frozen=True, kw_only=True, tag="ack"):
    """A command is committed."""

    id: int | str | None
    match: str
    seq: int | None


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    """A message was not carried out; nothing has changed."""

    id: int | str | None
    match: str | None
    status: int
    error: str
    message: str
    cite: list[str]
    clauses: list[ClauseText]
    table: Table | UnsetType = UNSET
    answer: int | UnsetType = UNSET


class Seats(Message, frozen=True, kw_only=True, tag="seats"):
    """Who sits where now."""

    match: str
    seats: list[Seat]
    title: str
    public: bool
    proposal: Proposal | None


class Said(Message, frozen=True, kw_only=True, tag="chat"):
    """Somebody said something."""

    match: str
    line: ChatLine


class LobbyChanged(Message, frozen=True, kw_only=True, tag="lobby"):
    """One of the player's matches changed."""

    match: str


class Gone(Message, frozen=True, kw_only=True, tag="gone"):
    """The match was deleted, or may no longer be seen."""

    match: str


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    """The server is there."""

    id: int | str | None
