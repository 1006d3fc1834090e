"""Who is looking at which match, and telling each of them what it may know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import UNSET

from albion.engine.action import Seat
from albion.server import access, responses, views
from albion.server.access import Viewer
from albion.server.brief import Told
from albion.server.clock import now_ms
from albion.server.entries import Entry
from albion.server.errors import RequestError
from albion.server.store.rows import ChatRow
from albion.server.table import Table

Json = dict[str, Any]


class Outbox(Protocol):
    """Where messages to one connection go."""

    def put(self, text: str) -> None:
        """Send it, in order, without waiting."""

    def acknowledge(self, text: str) -> None:
        """Send it in answer to the command that this connection is waiting for."""


class Connected(Protocol):
    """An open connection."""

    session: str
    """The session it belongs to; '': nobody's."""

    def end(self, reason: str) -> None:
        """Close it."""


def encode(message: msgspec.Struct) -> str:
    """A message as JSON text."""
    return msgspec.json.encode(message).decode()


class Subscriber:
    """One connection looking at one match."""

    __slots__ = ("address", "before", "outbox", "player", "seat", "told", "view", "watch")

    def __init__(
        self,
        outbox: Outbox,
        player: str | None,
        seat: Seat | None,
        watch: str | None,
        view: bool | str,
        told: Told | None = None,
        address: str | None = None,
    ) -> None:
        self.outbox = outbox
        self.player = player
        self.address = address
        """Where it comes from, if that is counted."""
        self.seat = seat
        """The perspective asked for; None: it follows the question."""
        self.watch = watch
        self.view = view
        """Whether updates carry the view; 'changes': only what differs from the one before."""
        self.before: Json | None = None
        """The view last sent."""
        self.told = told
        """What it knows, if it wants its updates in brief."""


class Origin(NamedTuple):
    """Whose command an update answers, and the number that connection gave it."""

    subscriber: Subscriber
    id: int | str | None


@dataclass(eq=False)
class Lobby:
    """A connection that wants to know when one of its player's matches changes."""

    player: str
    outbox: Outbox
    mark: int
    """The moment from which on it wants to be told."""


def publish(table: Table, new: Iterable[Entry], origin: Origin | None = None) -> None:
    """Tell every subscriber what was committed; what several of them share is computed once."""
    if not table.subscribers:
        return
    entries = list(new)
    shown: dict[Seat | None, Json] = {}
    updates: dict[Seat | None, responses.Update] = {}
    texts: dict[tuple[Any, ...], str] = {}
    for who, viewer in _viewers(table):
        seat = viewer.perspective
        if seat not in updates:
            updates[seat] = views.update_view(table, seat, entries)
        if (who.view or who.told) and seat not in shown:
            shown[seat] = table.game.view(table.match.state, seat, table.kept)
        answered = origin if origin is not None and origin.subscriber is who else None
        if who.told is not None:
            number = UNSET if answered is None else answered.id
            text = encode(who.told.brief(updates[seat], shown[seat], number))
        else:
            before = who.before if who.view == "changes" else None
            key = (seat, bool(who.view), id(before), answered)
            if key not in texts:
                update = views.with_view(updates[seat], before, shown[seat]) if who.view else updates[seat]
                texts[key] = _encoded(update, answered)
            text = texts[key]
            who.before = shown[seat] if who.view == "changes" else None
        if answered is None:
            who.outbox.put(text)
        else:
            who.outbox.acknowledge(text)


def _encoded(update: responses.Update, answered: Origin | None) -> str:
    """An update as text, with the number of the command that it answers."""
    return encode(update if answered is None else msgspec.structs.replace(update, id=answered.id))


def publish_seats(table: Table, but: Subscriber | None = None) -> None:
    """Tell every subscriber, except the one who knows it already, who sits where now."""
    now = now_ms()
    for who, viewer in _viewers(table):
        if who is not but:
            told = responses.Seats(
                match=table.id,
                seats=views.seats_view(table, viewer, now),
                title=table.row.title,
                public=bool(table.row.public),
                proposal=views.proposal_view(table, viewer.player),
            )
            who.outbox.put(encode(told))


def publish_chat(table: Table, lines: Iterable[ChatRow]) -> None:
    """Tell every subscriber what was said."""
    for line in lines:
        for who, _ in _viewers(table):
            told = views.chat_view(table, line, who.player)
            who.outbox.put(encode(responses.Said(match=table.id, line=told)))


def publish_gone(table: Table) -> None:
    """Tell every subscriber that the match is no more."""
    for who in list(table.subscribers):
        _drop(table, who)


def _viewers(table: Table) -> list[tuple[Subscriber, Viewer]]:
    """Every subscriber with what it may see now; one that may no longer look is unsubscribed."""
    found = []
    for who in list(table.subscribers):
        try:
            found.append((who, access.view(table, who.player, who.seat, who.watch)))
        except RequestError:
            _drop(table, who)
    return found


def _drop(table: Table, who: Subscriber) -> None:
    table.subscribers.discard(who)
    who.outbox.put(encode(responses.Gone(match=table.id)))
