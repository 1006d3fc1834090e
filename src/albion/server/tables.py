"""The tables this process has in memory, kept in step with the database that several processes may share."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from albion.engine.errors import AlbionError, ReplayError
from albion.engine.options import options_from
from albion.server import access, clocks, responses, subscribers
from albion.server.bot_turns import BotTurns
from albion.server.catalogue import Games, Played, board_of, find, find_games, words_of
from albion.server.clock import now_ms
from albion.server.errors import unknown
from albion.server.forecasts import Forecasts
from albion.server.housekeeping import Housekeeping
from albion.server.labels import labels_of
from albion.server.limits import Limits
from albion.server.metrics import Metrics
from albion.server.order_turns import OrderTurns
from albion.server.peers import Peers
from albion.server.served import ServedTime
from albion.server.sessions import Sessions
from albion.server.shares import Shares
from albion.server.store import BusyError, Store
from albion.server.store.accounts import Accounts
from albion.server.subscribers import Connected, Lobby
from albion.server.table import Table
from albion.server.thinking import Workers, workers_each

if TYPE_CHECKING:
    from albion.server.lists import Line

_LOG = logging.getLogger("albion.server")
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SEEN_EVERY = 20_000


class Tables:
    """All tables of one server process."""

    def __init__(
        self,
        store: Store,
        games: str = "albion.games:GAMES",
        limits: bool = True,
        peers: Peers | None = None,
        processes: int = 1,
    ) -> None:
        self.store = store
        self.peers = peers or Peers()
        """The other server processes of this machine."""
        self.limits = Limits(limits, processes, self.peers.tell_counted)
        self.shares = Shares(limits, store.database.writing)
        self.metrics = Metrics()
        self.sessions = Sessions(Accounts(store.database))
        self.served = ServedTime(store.database)
        self.connections: set[Connected] = set()
        self.games: Games = find_games(games)
        self.workers = Workers(games, workers_each(processes))
        self.forecasts = Forecasts(games)
        self.lobbies: set[Lobby] = set()
        self.rounds: dict[str, tuple[int, responses.ListedRound | None]] = {}
        """How far running matches had come when they were last listed, and at which entry."""
        self.listed: dict[tuple[bool, str | None, str], Line] = {}
        """Lines of lists as they were last written: whether among one's own matches, for whom, of which match."""
        self.bot_turns = BotTurns(self)
        self.order_turns = OrderTurns(self)
        self._open: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._seen: dict[str, int] = {}
        self.done = time.monotonic()
        """When something was last done in a match."""
        self.housekeeping = Housekeeping(self)

    def gauges(self) -> dict[str, float]:
        """Current values for monitoring."""
        return {
            "albion_process": self.peers.me,
            "albion_tables": len(self._open),
            "albion_subscribers": sum(len(table.subscribers) for table in self._open.values()),
            "albion_bots_thinking": self.bot_turns.waiting()[0],
            "albion_writes_waiting": self.store.database.waiting(),
        }

    # matches in memory

    async def find(self, match: str) -> Table:
        """The table of that match, from memory or from the database, or a refusal."""
        table = self._open.get(match)
        if table is None:
            if _ID.fullmatch(match) is None:
                raise unknown("match")
            try:
                async with self._loading.setdefault(match, asyncio.Lock()):
                    # Those who wait after a failure may read it at the same time: there is one table all the same.
                    table = self._open.get(match) or self._open.setdefault(match, await self.load(match))
            finally:
                self._loading.pop(match, None)
        table.used = now_ms()
        return table

    def state_of(self, match: str) -> Any:
        """The position of a match that is in memory, to be read only; None if it is not."""
        table = self._open.get(match)
        return None if table is None or table.broken else table.match.state

    def played(self, match: str, player: str | None) -> Played | None:
        """What a match that is in memory is played with, for somebody who may look at it."""
        table = self._open.get(match)
        if table is None or not (table.row.public or access.is_insider(table, player)):
            return None
        return Played(table.row.game, board_of(table.game))

    async def load(self, match: str) -> Table:
        """Read a match from the database, beside those in memory."""
        row = await self.store.match(match)
        if row is None:
            raise unknown("match")
        game = find(self.games, row.game)
        if row.version > game.version:
            raise ReplayError(
                f"the match is of {row.game} version {row.version}; this is version {game.version}"
            )
        if row.variant != game.variant:
            raise ReplayError(
                f"the variant {row.game} has changed since the match began: restore the old file"
            )
        options = options_from(game.options_type, msgspec.json.decode(row.options))
        seats = await self.store.seats(match)
        table = Table(self.store, game, options, words_of(game), labels_of(game), row, seats)
        table.served = self.served
        table.read_log(await self.store.entries(match))
        await table.take_up()
        await self._read_players(table)
        await self._read_origin(table)
        head = await self.store.head(match)
        table.chat = head.chat if head is not None else 0
        return table

    async def _read_origin(self, table: Table) -> None:
        if table.row.fork_of is not None:
            table.origin_seen_by = await self.store.onlookers(table.row.fork_of)

    @contextlib.asynccontextmanager
    async def reading(self, match: str) -> AsyncIterator[Table]:
        """A match as it is in the database now, locked while it is read."""
        table = await self.find(match)
        async with table.lock:
            await self.catch_up(table)
            await self._read_origin(table)
            if table.row.clock:
                await clocks.read_spared(table, now_ms())
            yield table
        self.wake(table)

    @property
    def in_memory(self) -> Mapping[str, Table]:
        """Every table in memory, by match."""
        return self._open

    @property
    def loading(self) -> bool:
        """Whether a match is being read just now."""
        return bool(self._loading)

    def drop(self, table: Table) -> bool:
        """Let go of a table that nobody needs at the moment, and can be read again; False if it was gone already."""
        if self._open.get(table.id) is not table:
            return False
        del self._open[table.id]
        return True

    # what other processes committed

    async def catch_up(self, table: Table) -> None:
        """Read what others committed and tell this process's subscribers; the caller holds the lock."""
        head = await self.store.head(table.id)
        if head is None or table.gone:
            self.forget(table)
            raise unknown("match")
        if table.broken or head.seq > table.row.seq:
            await self._read_new(table)
        if head.rev > table.row.rev:
            await self.read_seats(table)
        if head.chat > table.chat:
            await self.read_chat(table)

    async def _read_new(self, table: Table) -> None:
        rows = await self.store.entries(table.id, table.row.seq)
        row = await self.store.match(table.id)
        if row is not None:
            table.row = row._replace(rev=table.row.rev)
        new = table.read_log(rows)
        await table.take_up()
        table.broken = False
        if new:
            subscribers.publish(table, new)

    async def read_seats(self, table: Table, before: tuple[Any, ...] | None = None) -> None:
        """Read who sits where now, and tell if it is not as it was; `before` where the table has the change already."""
        row = await self.store.match(table.id)
        if row is None:
            return
        before = before or table.arrangement
        table.row = table.row._replace(
            rev=row.rev,
            title=row.title,
            public=row.public,
            watch=row.watch,
            changed=row.changed,
            proposal=row.proposal,
            chance=row.chance,
            orders=row.orders,
            clock=row.clock,
            due=row.due,
            remind=row.remind,
            rated=row.rated,
        )
        table.use_chance()
        table.seats = await self.store.seats(table.id)
        await self._read_players(table)
        if table.arrangement != before:  # orders are secret: not even that they changed is sent
            subscribers.publish_seats(table)

    async def read_chat(self, table: Table) -> None:
        """Read what was said meanwhile, and tell."""
        lines = await self.store.talk.chat(table.id, table.chat)
        table.chat = max([table.chat, *(line.id for line in lines)])
        subscribers.publish_chat(table, lines)

    async def _read_players(self, table: Table) -> None:
        table.sittings = await self.store.sittings(table.id)
        table.players = await self.store.players([*(p for _, p in table.sittings), table.row.creator])

    def forget(self, table: Table) -> None:
        """Drop a match that was deleted; a bot that thinks about it stops."""
        self.bot_turns.stop(table.id)
        table.gone = True
        self._open.pop(table.id, None)
        subscribers.publish_gone(table)

    async def seen(self, player: str | None) -> None:
        """Remember that a player is here, now and then."""
        now = now_ms()
        if player is None or now - self._seen.get(player, 0) < _SEEN_EVERY:
            return
        self._seen[player] = now
        for table in self._open.values():
            if player in table.players:
                table.players[player] = (table.players[player][0], now)
        await self.store.touch_player(player, now)

    def forget_seen(self) -> None:
        """Forget players whose last visit would be noted again anyway."""
        now = now_ms()
        self._seen = {player: then for player, then in self._seen.items() if now - then < _SEEN_EVERY}

    # in the background

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside the requests, and keep hold of it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something again and again beside the requests."""
        self.spawn(self._every(seconds, work))

    async def stop(self) -> None:
        """End all background work."""
        if (calls := self.peers.socket) is not None:
            asyncio.get_running_loop().remove_reader(calls.fileno())
        self.peers.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.workers.stop(wait=True)
        self.forecasts.stop()
        await self.store.database.close()

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except (BusyError, AlbionError) as error:
                _LOG.warning("background work put off: %s", type(error).__name__)
            except Exception:
                # Whatever it was, the other matches still need looking after.
                _LOG.exception("background work failed")

    async def end_session(self, player: str, session: str) -> bool:
        """End a session of this player, and its sockets at once; those of other processes follow within seconds."""
        ended = await self.sessions.end(player, session)
        if ended:
            self.sign_out([c for c in self.connections if c.session == session])
        return ended

    def sign_out(self, connections: Iterable[Connected]) -> None:
        """Close sockets whose session has ended."""
        for connection in connections:
            connection.end("you have been signed out")

    def wake(self, table: Table) -> None:
        """Let a bot or an order go on with the open question."""
        self.bot_turns.wake(table)
        self.order_turns.wake(table)
