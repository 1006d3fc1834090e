"""Who is looking at which match, and telling each of them what it may know."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from albion.engine.action import Seat
from albion.server import present
from albion.server.clock import iso, now_ms
from albion.server.entry import Entry
from albion.server.errors import Refusal, foreign
from albion.server.live import Live
from albion.server.present import Viewer
from albion.server.store.rows import ChatRow

Json = dict[str, Any]
Look = Callable[[Live], Viewer]
"""Says through whose eyes somebody looks at a match, or refuses."""


class Outbox(Protocol):
    """Where messages to one connection go."""

    def put(self, text: str) -> None:
        """Send it, in order, without waiting."""


def encode(message: Any) -> str:
    """A message as JSON text."""
    return msgspec.json.encode(message).decode()


class Subscriber:
    """One connection looking at one match."""

    __slots__ = ("asked", "before", "outbox", "player", "seat", "view", "watch")

    def __init__(
        self, outbox: Outbox, player: str | None, seat: Seat | None, watch: str | None, view: bool | str
    ) -> None:
        self.outbox = outbox
        self.player = player
        self.seat = seat
        """The perspective asked for; None: it follows the question."""
        self.watch = watch
        self.view = view
        """Whether updates carry the view; 'changes': only what differs from the one before."""
        self.before: Json | None = None
        """The view last sent."""
        self.asked: str | None = None
        """The id, as JSON, of its command that the next update answers."""

    def tell(self, update: str) -> None:
        """Send an update; one that answers a command of this connection carries its id."""
        if self.asked is not None:
            update, self.asked = f'{{"id":{self.asked},{update[1:]}', None
        self.outbox.put(update)


def look(live: Live, player: str | None, seat: str | None = None, watch: str | None = None) -> Viewer:
    """Through whose eyes this player may look, or a refusal."""
    mine = live.seats_of(player)
    insider = bool(mine) or (player is not None and player == live.row.creator)
    watching = watch is not None and hmac.compare_digest(watch.encode(), live.row.watch.encode())
    if not (insider or watching or live.row.public):
        raise foreign("you do not sit at this table: ask for an invite or a spectator link")
    if seat is None:
        return Viewer(player, _follow(live, mine), insider)
    known = live.seat(seat)
    if known is None:
        raise Refusal(404, "unknown", f"there is no seat '{seat}' at this table")
    if seat not in mine and not live.over:
        raise foreign(f"the seat {seat} is not yours")
    return Viewer(player, Seat(seat), insider)


def _follow(live: Live, mine: list[Seat]) -> Seat | None:
    """The deciding seat if it is mine, else mine that answered last, else my first."""
    if not mine or live.row.turn in mine:
        return Seat(live.row.turn) if mine and live.row.turn is not None else None
    if len(mine) > 1:
        for seq in reversed(live.effective):
            if live.entries[seq].row.seat in mine:
                return Seat(live.entries[seq].row.seat or "")
    return mine[0]


def publish(live: Live, new: Iterable[Entry]) -> None:
    """Tell every subscriber what was committed; what several of them share is worked out once."""
    if not live.subscribers:
        return
    entries = list(new)
    views: dict[Seat | None, Json] = {}
    updates: dict[Seat | None, Json] = {}
    told: dict[tuple[Any, ...], str] = {}
    for who, viewer in _viewers(live):
        seat = viewer.perspective
        if seat not in updates:
            updates[seat] = present.update(live, seat, entries)
        if who.view and seat not in views:
            views[seat] = live.game.view(live.match.state, seat)
        before = who.before if who.view == "changes" else None
        key = (seat, bool(who.view), id(before))
        if key not in told:
            shown = present.changes(before, views[seat]) if who.view else {}
            told[key] = encode({**updates[seat], **shown})
        who.before = views[seat] if who.view == "changes" else None
        who.tell(told[key])


def publish_seats(live: Live, but: Subscriber | None = None) -> None:
    """Tell every subscriber, but the one who knows it, who sits where now."""
    now = now_ms()
    for who, viewer in _viewers(live):
        if who is but:
            continue
        who.outbox.put(
            encode(
                {
                    "type": "seats",
                    "match": live.id,
                    "seats": present.seats(live, viewer, now),
                    "title": live.row.title,
                    "public": bool(live.row.public),
                }
            )
        )


def publish_chat(live: Live, lines: Iterable[ChatRow]) -> None:
    """Tell every subscriber what was said."""
    for line in lines:
        for who, _ in _viewers(live):
            who.outbox.put(
                encode({"type": "chat", "match": live.id, "line": chat_json(live, line, who.player)})
            )


def publish_gone(live: Live) -> None:
    """Tell every subscriber that the match is no more."""
    for who in list(live.subscribers):
        _drop(live, who)


def chat_json(live: Live, line: ChatRow, player: str | None) -> Json:
    """A line of talk."""
    return {
        "id": line.id,
        "time": iso(line.time),
        "player": line.name,
        "seats": list(live.seats_of(line.player)),
        "you": line.player == player,
        "text": line.text,
    }


def _viewers(live: Live) -> list[tuple[Subscriber, Viewer]]:
    """Every subscriber with what it may see now; who may no longer look is let go."""
    found = []
    for who in list(live.subscribers):
        try:
            found.append((who, look(live, who.player, who.seat, who.watch)))
        except Refusal:
            _drop(live, who)
    return found


def _drop(live: Live, who: Subscriber) -> None:
    live.subscribers.discard(who)
    who.outbox.put(encode({"type": "gone", "match": live.id}))
