"""The matches this process has in memory, kept true to the database that several processes may share."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from albion.engine.errors import (
    AlbionError,
    IllegalActionError,
    MalformedActionError,
    NotYourTurnError,
    ReplayError,
    UndoError,
)
from albion.engine.options import options_from
from albion.server import hub, present
from albion.server.catalogue import Games, find, find_games, words_of
from albion.server.clock import now_ms
from albion.server.entry import Entry
from albion.server.errors import Refusal, unknown
from albion.server.labels import labels_of
from albion.server.live import Change, Live
from albion.server.present import Viewer
from albion.server.store import BusyError, Store
from albion.server.store.rows import SnapshotRow
from albion.server.thinking import Workers

_LOG = logging.getLogger("albion.server")
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_POLL = 0.15
"""Seconds between looks at what other processes committed."""
_SWEEP = 5.0
_IDLE = 120_000
_SEEN_EVERY = 20_000
_STUCK_BOT = 20_000
_CLEAN = (Refusal, IllegalActionError, MalformedActionError, NotYourTurnError, UndoError)
"""Refusals after which the match in memory is as it was."""

Make = Callable[[Live], Awaitable[Change | None]]
"""Works out a command."""
Committed = Callable[[Live], None]
"""Told as soon as a command is on the disk, before anybody else."""


@dataclass(eq=False)
class Lobby:
    """A connection that wants to know when one of its player's matches changes."""

    player: str
    outbox: hub.Outbox
    mark: int


class Host:
    """All tables of one server process."""

    def __init__(self, store: Store, games: str = "albion.games:GAMES") -> None:
        self.store = store
        self.games: Games = find_games(games)
        self.workers = Workers(games)
        self.lobbies: set[Lobby] = set()
        self.bot_turn: Callable[[Live], None] = lambda live: None
        """Set by `playing`: called whenever a bot may have to answer."""
        self._lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._seen: dict[str, int] = {}

    def seat_names(self, game: str) -> Mapping[str, str]:
        """What the seats of a game are called; ids when the game is not installed any more."""
        return words_of(self.games[game]).names if game in self.games else {}

    # matches in memory

    async def find(self, match: str) -> Live:
        """The match of that id, from memory or from the database, or a refusal."""
        live = self._lives.get(match)
        if live is None:
            if _ID.fullmatch(match) is None:
                raise unknown("match")
            try:
                async with self._loading.setdefault(match, asyncio.Lock()):
                    live = self._lives.get(match) or await self._load(match)
                    self._lives[match] = live
            finally:
                self._loading.pop(match, None)
        live.used = now_ms()
        return live

    async def _load(self, match: str) -> Live:
        row = await self.store.match(match)
        if row is None:
            raise unknown("match")
        game = find(self.games, row.game)
        if row.version > game.version:
            raise ReplayError(
                f"the match is of {row.game} version {row.version}; this is version {game.version}"
            )
        options = options_from(game.options_type, msgspec.json.decode(row.options))
        live = Live(game, options, words_of(game), labels_of(game), row, await self.store.seats(match))
        live.read_log(await self.store.entries(match))
        await self._take_up(live)
        await self._read_players(live)
        head = await self.store.head(match)
        live.chat = head.chat if head is not None else 0
        return live

    async def _take_up(self, live: Live) -> None:
        """Read the newest position; the row is made to agree with the log, which is the truth."""
        live.resume(await self.snapshots(live)(live.effective[-1]))
        live.row = live.row._replace(seq=live.entries[-1].row.seq, n=live.n)

    def snapshots(self, live: Live) -> Callable[[int], Awaitable[SnapshotRow]]:
        """Finds stored positions of that match."""

        async def at(seq: int) -> SnapshotRow:
            row = await self.store.snapshot(live.id, seq)
            if row is None:
                raise ReplayError("the match has lost its stored positions")
            return row

        return at

    @contextlib.asynccontextmanager
    async def reading(self, match: str) -> AsyncIterator[Live]:
        """A match as it stands in the database now, held still while one looks."""
        live = await self.find(match)
        async with live.lock:
            await self.catch_up(live)
            yield live
        self.bot_turn(live)

    async def view(
        self, match: str, player: str | None, seat: str | None, watch: str | None, at: int | None = None
    ) -> dict[str, Any]:
        """The table as this player may see it, now or after `at` answers."""
        async with self.reading(match) as live:
            viewer = hub.look(live, player, seat, watch)
            return await self.table(live, viewer, at)

    async def table(self, live: Live, viewer: Viewer, at: int | None = None) -> dict[str, Any]:
        """The table through a viewer's eyes; the caller holds the match still."""
        if at is None or at == live.n:
            return present.table(live, viewer, now_ms())
        if not 0 <= at < live.n:
            raise Refusal(404, "unknown", f"the match has {live.n} answers, so there is no position {at}")
        position = await live.position(at, self.snapshots(live))
        return present.table(live, viewer, now_ms(), (at, position))

    # changes

    async def change(
        self, match: str, seq: int | None, may: hub.Look, make: Make, committed: Committed | None = None
    ) -> tuple[Live, list[Entry]]:
        """Carry out a command: work it out, commit it, then tell everybody; stale ones are refused."""
        live = await self.find(match)
        async with live.lock:
            if live.broken or (seq is not None and seq > live.row.seq):
                await self.catch_up(live)
            new = None
            while new is None:
                new = await self._try(live, seq, may, make, committed)
        self.bot_turn(live)
        return live, new

    async def _try(
        self, live: Live, seq: int | None, may: hub.Look, make: Make, committed: Committed | None
    ) -> list[Entry] | None:
        """One attempt; None: others changed the match meanwhile, now read, so look again."""
        viewer = await self._allowed(live, may)
        if seq is not None and seq != live.row.seq:
            raise self._stale(live, viewer)
        change = await self._worked_out(live, make)
        if change is None:
            return []
        live.broken = True
        if not await self.store.append(
            change.row, [e.row for e in change.entries], change.snapshot, change.back_to
        ):
            await self.catch_up(live)
            return None
        live.broken = False
        new = live.accept(change)
        if committed is not None:
            committed(live)
        hub.publish(live, new)
        return new

    async def _allowed(self, live: Live, may: hub.Look) -> Viewer:
        """Who asks; before a refusal the seats are read again, since another process may have changed them."""
        try:
            return may(live)
        except Refusal:
            await self.catch_up(live)
            return may(live)

    async def _worked_out(self, live: Live, make: Make) -> Change | None:
        try:
            return await make(live)
        except _CLEAN:
            raise
        except BaseException:
            live.broken = True
            raise

    def _stale(self, live: Live, viewer: Viewer) -> Refusal:
        return Refusal(
            409,
            "stale",
            f"the match has moved on to entry {live.row.seq}: look again before answering",
            table=present.table(live, viewer, now_ms()),
        )

    async def catch_up(self, live: Live) -> None:
        """Read what others committed and tell this process's subscribers; the caller holds the lock."""
        head = await self.store.head(live.id)
        if head is None or live.gone:
            self.forget(live)
            raise unknown("match")
        if live.broken or head.seq > live.row.seq:
            await self._read_new(live)
        if head.rev > live.row.rev:
            await self.read_seats(live)
        if head.chat > live.chat:
            await self.read_chat(live)

    async def _read_new(self, live: Live) -> None:
        rows = await self.store.entries(live.id, live.row.seq)
        row = await self.store.match(live.id)
        if row is not None:
            live.row = row._replace(rev=live.row.rev)
        new = live.read_log(rows)
        await self._take_up(live)
        live.broken = False
        if new:
            hub.publish(live, new)

    async def read_seats(self, live: Live) -> None:
        """Read who sits where now, and tell."""
        row = await self.store.match(live.id)
        if row is None:
            return
        live.row = live.row._replace(rev=row.rev, title=row.title, public=row.public, changed=row.changed)
        live.seats = await self.store.seats(live.id)
        await self._read_players(live)
        hub.publish_seats(live)

    async def read_chat(self, live: Live) -> None:
        """Read what was said meanwhile, and tell."""
        lines = await self.store.chat(live.id, live.chat)
        live.chat = max([live.chat, *(line.id for line in lines)])
        hub.publish_chat(live, lines)

    async def _read_players(self, live: Live) -> None:
        ids = [row.player for row in live.seats if row.player is not None]
        live.players = await self.store.players([*ids, live.row.creator])

    def forget(self, live: Live) -> None:
        """Drop a match that was deleted."""
        live.gone = True
        self._lives.pop(live.id, None)
        hub.publish_gone(live)

    async def seen(self, player: str | None) -> None:
        """Remember that a player is here, now and then."""
        now = now_ms()
        if player is None or now - self._seen.get(player, 0) < _SEEN_EVERY:
            return
        self._seen[player] = now
        for live in self._lives.values():
            if player in live.players:
                live.players[player] = (live.players[player][0], now)
        await self.store.touch_player(player, now)

    # in the background

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside the requests, and keep hold of it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def start(self) -> None:
        """Begin looking after matches: other processes' changes, waiting bots, idle ones."""
        self.spawn(self._every(_POLL, self._poll))
        self.spawn(self._every(1.0, self._tell_lobbies))
        self.spawn(self._every(_SWEEP, self._sweep))
        self.spawn(self._wake_bots(now_ms()))

    async def stop(self) -> None:
        """End all background work."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.workers.stop(wait=True)
        await self.store.database.close()

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except (BusyError, AlbionError) as error:
                _LOG.warning("background work put off: %s", type(error).__name__)

    async def _poll(self) -> None:
        if self.store.database.quiet():
            return
        watched = [id for id, live in self._lives.items() if live.subscribers]
        for first in range(0, len(watched), 200):
            part = watched[first : first + 200]
            heads = await self.store.heads(part)
            for id in part:
                live, head = self._lives.get(id), heads.get(id)
                if live is not None and (head is None or head > (live.row.seq, live.row.rev, live.chat)):
                    await self._catch_up_quietly(live)

    async def _catch_up_quietly(self, live: Live) -> None:
        with contextlib.suppress(Refusal):
            async with live.lock:
                await self.catch_up(live)
            self.bot_turn(live)

    async def _tell_lobbies(self) -> None:
        for lobby in list(self.lobbies):
            for match, changed in await self.store.changed(lobby.player, lobby.mark):
                lobby.mark = max(lobby.mark, changed)
                lobby.outbox.put(hub.encode({"type": "lobby", "match": match}))

    async def _sweep(self) -> None:
        now = now_ms()
        for id, live in list(self._lives.items()):
            for player in {s.player for s in live.subscribers}:
                await self.seen(player)
            if not live.subscribers and not live.lock.locked() and now - live.used > _IDLE:
                del self._lives[id]
        await self._wake_bots(now - _STUCK_BOT)

    async def _wake_bots(self, before: int) -> None:
        """Let bots go on whose process died while they were thinking."""
        for match in await self.store.bot_turns(before):
            with contextlib.suppress(Refusal, AlbionError):
                self.bot_turn(await self.find(match))
