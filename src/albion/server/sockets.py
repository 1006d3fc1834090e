"""The socket: subscriptions, commands acknowledged after their commit, and pushes in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from albion.engine.action import Seat
from albion.server import access, chat, commands, requests, responses, subscribers, views
from albion.server.brief import Told
from albion.server.clock import now_ms
from albion.server.errors import RequestError, hold_back, malformed, request_error
from albion.server.identity import COOKIE, Identity, Player
from albion.server.limits import address_key, counted
from albion.server.origin import known_host, same_origin
from albion.server.subscribers import Lobby, Origin, Subscriber, encode
from albion.server.table import Table
from albion.server.tables import Tables

_LOG = logging.getLogger("albion.server")
_LARGEST = 64 * 1024
_BACKLOG = 2000
"""A connection with this many unread messages is closed."""
_BUDGET = 2 * 1024 * 1024
"""So is a connection with this many unread bytes."""
_PAUSE = 512 * 1024
"""While this many bytes are unread, no further messages of that client are accepted."""
_MOST = 200
"""The most matches one connection can follow."""

ADDRESS = "/api/socket"


_LEFT = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending to a client that has left may raise; that it left is noticed where messages are read."""


class Connection:
    """One socket and what it follows."""

    def __init__(
        self, receive: Receive, send: Send, tables: Tables, player: Player | None, address: str | None
    ) -> None:
        self._receive = receive
        self._deliver = send
        self._tables = tables
        self._player = player
        self._address = address
        self._from = address_key(address) if counted(address) else None
        self.session = player.session if player is not None else ""
        self._closing = (1013, "too many messages were left unread")
        self._waiting: deque[str] = deque()
        self._bytes = 0
        """How much of it waits."""
        self._read = asyncio.Event()
        """Set while little waits."""
        self._read.set()
        self._more = asyncio.Event()
        self._late = False
        self._acknowledging = False
        """What is put now is sent by the task that carries out a command, which spares waking the sender."""
        self._delivering = False
        self._follows: dict[str, tuple[Table, Subscriber]] = {}
        self._lobby: Lobby | None = None

    def put(self, text: str) -> None:
        """Queue a message to be sent in order; a client that does not read is disconnected.

        One that has read everything gets a message of any size: the log of a very long match.
        """
        if len(self._waiting) >= _BACKLOG or (self._bytes and self._bytes + len(text) > _BUDGET):
            self._late = True
            self._read.set()
        else:
            self._waiting.append(text)
            self._bytes += len(text)
            if self._bytes > _PAUSE:
                self._read.clear()
        if not self._acknowledging:
            self._more.set()

    def acknowledge(self, text: str) -> None:
        """Send what answers the command just carried out for this connection."""
        self._acknowledging = True
        self.put(text)

    def end(self, reason: str) -> None:
        """Close the socket."""
        self._closing, self._late = (1008, reason), True
        self._more.set()

    async def run(self) -> None:
        """Until either side leaves."""
        self._tables.connections.add(self)
        sender = asyncio.create_task(self._send())
        try:
            while True:
                # A client that does not read is not listened to either: so much it cannot ask for.
                if not self._read.is_set():
                    await self._read.wait()
                message = await self._receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._take(message.get("text") or message.get("bytes") or b"")
        except WebSocketDisconnect:
            return
        finally:
            self._tables.connections.discard(self)
            sender.cancel()
            for table, who in self._follows.values():
                self._leave(table, who)
            # Subscribers know their connection: without this, tables would stay until the next search for cycles.
            self._follows.clear()
            if self._lobby is not None:
                self._tables.lobbies.discard(self._lobby)
            with contextlib.suppress(asyncio.CancelledError):
                await sender

    async def _send(self) -> None:
        with contextlib.suppress(*_LEFT):
            while not self._late:
                await self._more.wait()
                self._more.clear()
                await self._empty()
            self._waiting.clear()
            code, reason = self._closing
            await self._deliver({"type": "websocket.close", "code": code, "reason": reason})

    async def _empty(self) -> None:
        """Send what waits, in order; nothing to do while another task is sending."""
        if self._delivering:
            return
        self._delivering = True
        try:
            while self._waiting and not self._late:
                text = self._waiting.popleft()
                await self._deliver({"type": "websocket.send", "text": text})
                self._bytes -= len(text)
                if not self._read.is_set() and self._bytes <= _PAUSE:
                    self._read.set()
        finally:
            self._delivering = False

    async def _take(self, text: str | bytes) -> None:
        message: requests.SocketMessage | None = None
        try:
            if len(text) > _LARGEST:
                raise RequestError(413, "oversized", f"a message may have {_LARGEST} bytes at most")
            try:
                message = requests.read_message(text)
            except (msgspec.MsgspecError, UnicodeError) as error:
                raise malformed(f"the message cannot be read: {error}") from None
            reading = isinstance(message, requests.Subscribe)
            await self._tables.shares.do(
                self._do(message), self.session or None, self._address, urgent=not reading
            )
        except Exception as error:
            refused = _refused(message, error)
            await hold_back(refused.status)
            self.put(encode(refused))
        if self._acknowledging:
            self._acknowledging = False
            try:
                await self._empty()
            except _LEFT:
                return

    async def _do(self, message: requests.SocketMessage) -> None:
        match message:
            case requests.Play():
                me = self._somebody()
                command = commands.Play(message.match, me, message.seq, message.action, message.seat)
                await self._carry_out(command, message.id)
            case requests.Plan():
                me = self._somebody()
                plan = commands.Plan(message.match, me, message.seq, tuple(message.answers), message.seat)
                await self._carry_out(plan, message.id)
            case requests.Undo():
                me = self._somebody()
                await self._carry_out(commands.Undo(message.match, me, message.seq, message.seat), message.id)
            case requests.Subscribe():
                await self._subscribe(message)
            case requests.Unsubscribe():
                if message.match in self._follows:
                    self._leave(*self._follows.pop(message.match))
            case requests.Say():
                await self._say(message)
            case requests.FollowLobby():
                self._follow_lobby()
            case requests.Ping():
                self.put(encode(responses.Pong(id=message.id)))

    async def _carry_out(self, command: commands.Command, id: int | str | None) -> None:
        """Commit it; the update says so to a connection that follows the match, which spares a message."""
        followed = self._follows.get(command.match)
        if followed is not None:
            await commands.carry_out(self._tables, command, Origin(followed[1], id))
            return
        done = await commands.carry_out(self._tables, command)
        self.put(encode(responses.Acknowledged(id=id, match=command.match, seq=done.table.row.seq)))

    def _somebody(self) -> str:
        if self._player is None:
            raise RequestError(401, "no-identity", "enter your name first")
        return self._player.id

    async def _subscribe(self, message: requests.Subscribe) -> None:
        if len(self._follows) >= _MOST and message.match not in self._follows:
            raise RequestError(409, "malformed", f"one connection can follow at most {_MOST} matches")
        me = self._player.id if self._player is not None else None
        self._tables.limits.take("subscriptions", me, self._address)
        await self._tables.seen(me)
        async with self._tables.reading(message.match) as table:
            viewer = access.view(table, me, message.seat, message.watch)
            self._count_followers(table, me)
            shown = await views.table_at(table, viewer, None)
            since = message.since
            missed = range(max(0, since) + 1, len(table.entries)) if since is not None else ()
            new = await views.entry_lines(table, viewer.perspective, missed)
            if table.id in self._follows:
                self._leave(*self._follows.pop(table.id))
            seat = Seat(message.seat) if message.seat else None
            told_so_far = Told(shown) if message.brief else None
            who = Subscriber(self, me, seat, message.watch, message.view, told_so_far, self._from)
            who.before = shown.view
            self._follows[table.id] = (table, who)
            table.subscribers.add(who)
            told = responses.Subscribed(id=message.id, match=table.id, table=shown, entries=new)
            self.put(encode(told))
            if table.seats_of(me):
                subscribers.publish_seats(table, but=who)

    def _count_followers(self, table: Table, me: str | None) -> None:
        others = [s for s in table.subscribers if s.outbox is not self]
        person = sum(s.player == me for s in others) if me is not None else 0
        address = sum(s.address == self._from for s in others) if self._from is not None else 0
        self._tables.limits.follow(person, address)

    def _leave(self, table: Table, who: Subscriber) -> None:
        table.subscribers.discard(who)
        if who.player is not None and who.player in table.players:
            name, _ = table.players[who.player]
            table.players[who.player] = (name, now_ms())

    async def _say(self, message: requests.Say) -> None:
        text = message.text
        if not 1 <= len(text) <= 2000 or requests.TALK.fullmatch(text) is None:
            raise malformed("a chat message has 1 to 2,000 visible characters")
        self._tables.limits.take("chat", self._somebody(), self._address)
        await chat.say(self._tables, message.match, self._somebody(), text)
        self.put(encode(responses.Acknowledged(id=message.id, match=message.match, seq=None)))

    def _follow_lobby(self) -> None:
        if self._lobby is None:
            self._lobby = Lobby(self._somebody(), self, now_ms())
            self._tables.lobbies.add(self._lobby)


def _refused(message: Any, error: Exception) -> responses.Refused:
    refusal = request_error(error)
    if refusal is None:
        _LOG.error("handling a message failed", exc_info=error)
        refusal = RequestError(500, "internal", "internal error: nothing was changed")
    told = refusal.response()
    return responses.Refused(
        id=getattr(message, "id", None),
        match=getattr(message, "match", None),
        status=refusal.status,
        error=told.error,
        message=told.message,
        cite=told.cite,
        clauses=told.clauses,
        table=told.table,
        answer=told.answer,
    )


async def serve(scope: Scope, receive: Receive, send: Send, hosts: tuple[str, ...] | None = None) -> None:
    """A client's connection; a page of another origin is refused."""
    socket = WebSocket(scope, receive, send)
    if scope["path"] != ADDRESS:
        await socket.close(1008, "there is no such address")
        return
    if not known_host(socket.headers.get("host", ""), hosts) or not same_origin(socket.headers):
        await socket.close(1008, "this page comes from another origin")
        return
    identity: Identity = socket.app.state.identity
    scheme, _, bearer = socket.headers.get("authorization", "").partition(" ")
    try:
        token = bearer if scheme.lower() == "bearer" else None
        player = await identity.player(socket.cookies.get(COOKIE), token)
    except RequestError as refusal:
        await socket.close(1008, refusal.message)
        return
    tables: Tables = socket.app.state.tables
    address = socket.client.host if socket.client is not None else None
    try:
        with tables.limits.connection(player.id if player is not None else None, address):
            await socket.accept()
            await Connection(receive, send, tables, player, address).run()
    except RequestError as refusal:
        await socket.close(1013, refusal.message)
