"""The socket: subscriptions, commands acknowledged after their commit, and pushes in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from albion.engine.action import Seat
from albion.server import history, hub, playing, present
from albion.server.clock import now_ms
from albion.server.errors import Refusal, malformed, refusal_of
from albion.server.host import Host, Lobby
from albion.server.hub import Subscriber, encode
from albion.server.identity import COOKIE, Identity, Player
from albion.server.live import Live

_LOG = logging.getLogger("albion.server")
_LARGEST = 64 * 1024
_BACKLOG = 2000
"""A connection that leaves so many messages unread is closed."""
_MOST = 200
"""So many matches one connection may follow."""

ADDRESS = "/api/socket"


class _Message(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, frozen=True):
    """Anything a client sends."""

    id: int | str | None = None


class Subscribe(_Message, tag="subscribe", kw_only=True, frozen=True):
    """Follow a match."""

    match: str
    seat: str | None = None
    watch: str | None = None
    since: int | None = None
    view: bool | Literal["changes"] = True


class Unsubscribe(_Message, tag="unsubscribe", kw_only=True, frozen=True):
    """Follow it no more."""

    match: str


class Play(_Message, tag="play", kw_only=True, frozen=True):
    """Answer the open question."""

    match: str
    seq: int
    action: str
    seat: str | None = None


class Undo(_Message, tag="undo", kw_only=True, frozen=True):
    """Take an answer back."""

    match: str
    seq: int
    seat: str | None = None


class Chat(_Message, tag="chat", kw_only=True, frozen=True):
    """Say something."""

    match: str
    text: str


class LobbyAsked(_Message, tag="lobby", kw_only=True, frozen=True):
    """Be told when one of my matches changes."""


class Ping(_Message, tag="ping", kw_only=True, frozen=True):
    """Are you there?"""


_DECODE = msgspec.json.Decoder(Subscribe | Unsubscribe | Play | Undo | Chat | LobbyAsked | Ping)


_LEFT = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending to a client that has left may raise; that it left is noticed where messages are read."""


class Connection:
    """One socket and what it follows."""

    def __init__(self, receive: Receive, send: Send, host: Host, player: Player | None) -> None:
        self._receive = receive
        self._deliver = send
        self._host = host
        self._player = player
        self._waiting: deque[str] = deque()
        self._more = asyncio.Event()
        self._late = False
        self._acknowledging = False
        """What is put now is sent by who acknowledges, which spares waking the sender."""
        self._delivering = False
        self._follows: dict[str, tuple[Live, Subscriber]] = {}
        self._lobby: Lobby | None = None

    def put(self, text: str) -> None:
        """Send it in order; who does not read is let go."""
        if len(self._waiting) >= _BACKLOG:
            self._late = True
        else:
            self._waiting.append(text)
        if not self._acknowledging:
            self._more.set()

    async def run(self) -> None:
        """Until either side leaves."""
        sender = asyncio.create_task(self._send())
        try:
            while True:
                message = await self._receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._take(message.get("text") or message.get("bytes") or b"")
        except WebSocketDisconnect:
            return
        finally:
            sender.cancel()
            for live, who in self._follows.values():
                self._leave(live, who)
            if self._lobby is not None:
                self._host.lobbies.discard(self._lobby)
            with contextlib.suppress(asyncio.CancelledError):
                await sender

    async def _send(self) -> None:
        with contextlib.suppress(*_LEFT):
            while not self._late:
                await self._more.wait()
                self._more.clear()
                await self._empty()
            reason = "too many messages were left unread"
            await self._deliver({"type": "websocket.close", "code": 1013, "reason": reason})

    async def _empty(self) -> None:
        """Send what waits, in order; if somebody is at it already, he sends it."""
        if self._delivering:
            return
        self._delivering = True
        try:
            while self._waiting and not self._late:
                await self._deliver({"type": "websocket.send", "text": self._waiting.popleft()})
        finally:
            self._delivering = False

    async def _take(self, text: str | bytes) -> None:
        message: Any = None
        try:
            if len(text) > _LARGEST:
                raise Refusal(413, "oversized", f"a message may have {_LARGEST} bytes at most")
            try:
                message = _DECODE.decode(text)
            except (msgspec.MsgspecError, UnicodeError) as error:
                raise malformed(f"the message cannot be read: {error}") from None
            await self._do(message)
        except Exception as error:
            self.put(encode(self._refused(message, error)))
        if self._acknowledging:
            self._acknowledging = False
            with contextlib.suppress(*_LEFT):
                await self._empty()

    def _refused(self, message: Any, error: Exception) -> dict[str, Any]:
        refusal = refusal_of(error)
        if refusal is None:
            _LOG.error("a message failed", exc_info=error)
            refusal = Refusal(500, "internal", "something went wrong on our side: nothing was changed")
        told = {
            "type": "refused",
            "id": getattr(message, "id", None),
            "match": getattr(message, "match", None),
        }
        return {**told, "status": refusal.status, **refusal.body()}

    async def _do(self, message: Any) -> None:
        match message:
            case Play():
                await playing.play(
                    self._host,
                    message.match,
                    self._somebody(),
                    message.seq,
                    message.action,
                    message.seat,
                    lambda live: self._ack(message, live),
                )
            case Undo():
                await playing.undo(
                    self._host,
                    message.match,
                    self._somebody(),
                    message.seq,
                    message.seat,
                    lambda live: self._ack(message, live),
                )
            case Subscribe():
                await self._subscribe(message)
            case Unsubscribe():
                if message.match in self._follows:
                    self._leave(*self._follows.pop(message.match))
            case Chat():
                await self._say(message)
            case LobbyAsked():
                self._follow_lobby()
            case Ping():
                self.put(encode({"type": "pong", "id": message.id}))

    def _ack(self, message: Play | Undo, live: Live) -> None:
        """It is committed: the update says so to who follows the match, which spares a message."""
        followed = self._follows.get(message.match)
        if followed is None:
            self.put(encode({"type": "ack", "id": message.id, "match": message.match, "seq": live.row.seq}))
        else:
            followed[1].asked = encode(message.id)
            self._acknowledging = True

    def _somebody(self) -> str:
        if self._player is None:
            raise Refusal(401, "no-identity", "tell your name first")
        return self._player.id

    async def _subscribe(self, message: Subscribe) -> None:
        if len(self._follows) >= _MOST and message.match not in self._follows:
            raise Refusal(409, "malformed", f"one connection follows {_MOST} matches at most")
        me = self._player.id if self._player is not None else None
        await self._host.seen(me)
        async with self._host.reading(message.match) as live:
            viewer = hub.look(live, me, message.seat, message.watch)
            told = await self._host.table(live, viewer)
            since = message.since
            some = live.entries[max(0, since) + 1 :] if since is not None else []
            new = present.entries(live, viewer.perspective, some)
            if live.id in self._follows:
                self._leave(*self._follows.pop(live.id))
            seat = Seat(message.seat) if message.seat else None
            who = Subscriber(self, me, seat, message.watch, message.view)
            who.before = told["view"]
            self._follows[live.id] = (live, who)
            live.subscribers.add(who)
            self.put(
                encode({"type": "table", "id": message.id, "match": live.id, "table": told, "entries": new})
            )
            if live.seats_of(me):
                hub.publish_seats(live, but=who)

    def _leave(self, live: Live, who: Subscriber) -> None:
        live.subscribers.discard(who)
        if who.player is not None and who.player in live.players:
            name, _ = live.players[who.player]
            live.players[who.player] = (name, now_ms())

    async def _say(self, message: Chat) -> None:
        text = message.text
        if not 1 <= len(text) <= 2000 or any(c < " " and c not in "\n\t" for c in text):
            raise malformed("a line of talk has 1 to 2,000 characters")
        await history.say(self._host, message.match, self._somebody(), text)
        self.put(encode({"type": "ack", "id": message.id, "match": message.match, "seq": None}))

    def _follow_lobby(self) -> None:
        if self._lobby is None:
            self._lobby = Lobby(self._somebody(), self, now_ms())
            self._host.lobbies.add(self._lobby)


async def serve(scope: Scope, receive: Receive, send: Send) -> None:
    """A client's connection; a page of another origin is refused."""
    socket = WebSocket(scope, receive, send)
    if scope["path"] != ADDRESS:
        await socket.close(1008, "there is no such address")
        return
    if not _same_origin(socket):
        await socket.close(1008, "this page is of another origin")
        return
    identity: Identity = socket.app.state.identity
    scheme, _, bearer = socket.headers.get("authorization", "").partition(" ")
    try:
        token = bearer if scheme.lower() == "bearer" else None
        player = await identity.player(socket.cookies.get(COOKIE), token)
    except Refusal as refusal:
        await socket.close(1008, refusal.message)
        return
    await socket.accept()
    await Connection(receive, send, socket.app.state.host, player).run()


def _same_origin(socket: WebSocket) -> bool:
    """A browser says which page opens a socket; other clients say nothing."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")
