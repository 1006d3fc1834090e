"""The shapes of a match's log, its talk and its notes."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from albion.server.responses.table import Table
from albion.server.store.rows import ChatKind, EntryKind

Json = dict[str, Any]


class Event(Struct, frozen=True):
    """One fact."""

    kind: str
    cite: list[str]
    data: Json
    text: str
    final: bool


class Entry(Struct, frozen=True, kw_only=True):
    """One line of the log."""

    seq: int
    n: int
    kind: EntryKind
    seat: str | None
    action: str | None
    text: str | None
    step: str | None
    forced: bool
    undone: bool
    plan: int | None
    """The first entry of the plan it belongs to: those are one move."""
    time: str
    events: list[Event]
    ordered: bool = False
    """Whether your standing order answered; of other seats it is not told."""


class Entries(Struct, frozen=True):
    """A part of the log."""

    seq: int
    n: int
    more: bool
    entries: list[Entry]


class Since(Struct, frozen=True):
    """What happened since a seat's last own answer."""

    seat: str
    start: int = msgspec.field(name="from")
    to: int = 0
    entries: list[Entry] = []


class Played(Struct, frozen=True):
    """What a command added, and the table after it."""

    seq: int
    n: int
    entries: list[Entry]
    table: Table


class ChatLine(Struct, frozen=True):
    """A line of talk."""

    id: int
    time: str
    player: str
    seats: list[str]
    you: bool
    text: str
    kind: ChatKind
    """say, or a notice of what happened to the table itself"""


class Chat(Struct, frozen=True):
    """The talk at a table."""

    chat: list[ChatLine]


class Opening(Struct, frozen=True):
    """All a page needs to show a match."""

    table: Table
    log: Entries
    chat: list[ChatLine]


class Notes(Struct, frozen=True):
    """Private notes."""

    text: str
