"""The shapes of what is sent over sockets."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from albion.server.patches import Operation
from albion.server.responses.clauses import ClauseText
from albion.server.responses.log import ChatLine, Entry
from albion.server.responses.table import Progress, Proposal, Seat, Table

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
