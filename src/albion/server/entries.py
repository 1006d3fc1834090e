"""Lines of a match's log: what was answered, what happened, and who may know it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from albion.engine.action import Seat
from albion.engine.event import Event
from albion.engine.words import Words
from albion.server import responses
from albion.server.clock import iso
from albion.server.store.rows import EntryRow


class StoredEvent(msgspec.Struct, array_like=True, frozen=True):
    """An event as the database keeps it."""

    kind: str
    cite: list[str]
    data: dict[str, Any]
    seats: list[str] | None
    final: bool


_DECODE = msgspec.json.Decoder(list[StoredEvent])


def stored(events: Iterable[Event]) -> list[StoredEvent]:
    """Events in the form the database keeps."""
    return [
        StoredEvent(
            e.kind,
            responses.cite_texts(e.cite),
            dict(e.data),
            None if e.seats is None else sorted(e.seats),
            e.final,
        )
        for e in events
    ]


def rolled(events: Iterable[Event] | Iterable[StoredEvent]) -> tuple[int, ...]:
    """The faces rolled in the open."""
    return tuple(face for e in events if e.kind == "roll" for face in e.data["dice"])


def pack_events(events: Iterable[Event]) -> bytes:
    """Events as bytes for the database."""
    return msgspec.json.encode(stored(events))


class Entry:
    """One line of the log; its events are read only when somebody asks."""

    __slots__ = ("_events", "_final", "_json", "_told", "row", "undone")

    def __init__(self, row: EntryRow, events: list[StoredEvent] | None = None) -> None:
        self.row = row
        self.undone = False
        self._events = events
        self._final = None if events is None else any(e.final for e in events)
        self._told: list[responses.Event] | None = None
        self._json: tuple[bool, msgspec.Raw] | None = None
        """The line as everybody reads it, and whether it was undone then."""

    @property
    def events(self) -> list[StoredEvent]:
        """The events, read when somebody first asks for them."""
        if self._events is None:
            self._events = _DECODE.decode(self.row.events)
        return self._events

    def fold(self) -> None:
        """Keep what happened only as the database does: a match has thousands of lines, of which few are read again."""
        self._final = self.final  # asked after every answer, to say what can be taken back
        self._events = self._told = None

    @property
    def final(self) -> bool:
        """Whether dice fell or a secret was seen."""
        return any(e.final for e in self.events) if self._final is None else self._final

    def rolled(self) -> tuple[int, ...]:
        """The faces rolled in the open."""
        return rolled(self.events)

    def hidden_from(self, seat: Seat | None) -> bool:
        """Whether this was a secret answer of somebody else."""
        return bool(self.row.secret) and self.row.seat != seat

    def view(self, words: Words, seat: Seat | None, everything: bool) -> responses.Entry:
        """The line as that seat may read it."""
        row = self.row
        hidden = not everything and self.hidden_from(seat)
        return responses.Entry(
            seq=row.seq,
            n=row.n,
            kind=row.kind,
            seat=row.seat,
            action=None if hidden else row.action,
            text=None if hidden else row.text,
            step=None if hidden else row.step,
            forced=bool(row.forced) and not hidden,
            undone=self.undone,
            plan=row.plan,
            time=iso(row.time),
            events=[
                told
                for told, e in zip(self._sentences(words), self.events, strict=True)
                if everything or e.seats is None or seat in e.seats
            ],
            ordered=bool(row.ordered) and (everything or row.seat == seat),
        )

    def line(self, words: Words, seat: Seat | None, everything: bool) -> msgspec.Raw:
        """The same as JSON; a line without secrets is written once for all who ask for it, again and again."""
        if self._json is not None and self._json[0] == self.undone:
            return self._json[1]
        told = msgspec.Raw(msgspec.json.encode(self.view(words, seat, everything)))
        row = self.row
        if not (row.secret or row.ordered or any(e.seats is not None for e in self.events)):
            self._json = self.undone, told
            self.fold()
        return told

    def _sentences(self, words: Words) -> list[responses.Event]:
        """Every event with its sentence, computed once for all who may read it."""
        if self._told is None:
            self._told = [
                responses.Event(e.kind, e.cite, e.data, words.event(Event(e.kind, (), e.data)), e.final)
                for e in self.events
            ]
        return self._told
