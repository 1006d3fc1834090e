"""What a server process does beside requests: it reads what other processes committed, keeps clocks, and wakes bots."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from albion.engine.errors import AlbionError
from albion.server import commands, responses, subscribers
from albion.server.clock import now_ms
from albion.server.errors import RequestError
from albion.server.memory import Growth, give_back
from albion.server.store import BusyError
from albion.server.subscribers import Lobby
from albion.server.table import Table

if TYPE_CHECKING:
    from albion.server.tables import Tables

_LOG = logging.getLogger("albion.server")
_POLL = 0.15
"""Seconds between looks at what other processes committed."""
_SWEEP = 5.0
_IDLE = 120_000
_STUCK = 10_000
"""After this many milliseconds without an answer it is checked whether a bot is being asked."""
_ORDERED = 30_000
"""After this many milliseconds without an answer an order is woken; no order's pause is as long."""
_OVERLAP = 5_000
"""How many milliseconds before the last look the next one begins, so that no late commit is missed."""
_STILL = 600.0
"""After this many seconds in which nothing was done in any match, everybody connected counts as a mere onlooker."""
_MANY = 50
"""After this many matches are dropped, freed memory is returned to the system."""


class Housekeeping:
    """The regular work of one process on its tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._dropped = 0
        self.growth = Growth()
        self.begin_anew: Callable[[int], None] = lambda sockets: None
        """Replaces this process by a fresh one, if requests are under way on no connections other than this many sockets."""
        self._told: dict[tuple[str, int, str], None] = {}
        """The changes that lobbies have been told of lately."""
        self._looked = now_ms()

    async def start(self) -> None:
        """Begin looking after matches: other processes' changes, waiting bots, clocks, idle ones."""
        tables = self._tables
        await tables.served.beat()
        tables.repeat(_SWEEP, self.look_at_clocks)
        tables.repeat(_POLL, self._poll)
        tables.repeat(1.0, self._tell_lobbies)
        tables.repeat(_SWEEP, self._sweep)
        tables.repeat(_SWEEP, self._look_after_turns)
        tables.spawn(self._wake_bots())
        tables.store.database.follow(self.heard)
        calls = tables.peers.listen()
        if calls is not None:
            asyncio.get_running_loop().add_reader(calls.fileno(), self._called)
            tables.peers.moved = lambda: tables.spawn(self._wake_bots())

    def heard(self, match: str) -> None:
        """Look at a match again that was changed elsewhere than at its table."""
        if match in self._tables.in_memory:
            self._tables.spawn(self._look_again(match))

    def _called(self) -> None:
        """Take in other processes' calls: they have changed matches that are at home here, or counted requests."""
        heard = self._tables.peers.heard()
        for what in heard.counted:
            self._tables.limits.taken_elsewhere(what)
        for match in heard.matches:
            self._tables.spawn(self._look_again(match))

    async def _look_again(self, match: str) -> None:
        """Bring a match up to date that was changed elsewhere."""
        with contextlib.suppress(RequestError, AlbionError, BusyError):
            await self._catch_up_quietly(await self._tables.find(match))

    async def _poll(self) -> None:
        if self._tables.store.database.quiet():
            return
        watched = [id for id, table in self._tables.in_memory.items() if table.subscribers]
        for first in range(0, len(watched), 200):
            part = watched[first : first + 200]
            heads = await self._tables.store.heads(part)
            for id in part:
                table, head = self._tables.in_memory.get(id), heads.get(id)
                if table is not None and (head is None or head > (table.row.seq, table.row.rev, table.chat)):
                    await self._catch_up_quietly(table)

    async def _catch_up_quietly(self, table: Table) -> None:
        try:
            async with table.lock:
                await self._tables.catch_up(table)
            self._tables.wake(table)
        except RequestError:
            return
        except BusyError:
            raise
        except Exception:
            _LOG.exception("match %s cannot be brought up to date", table.id)

    async def _tell_lobbies(self) -> None:
        """Tell lobbies of changes, by one query for all of them; a change committed later than its moment says is not missed."""
        now = now_ms()
        if not self._tables.lobbies:
            self._looked = now
            return
        looking: dict[str, list[Lobby]] = {}
        for lobby in self._tables.lobbies:
            looking.setdefault(lobby.player, []).append(lobby)
        told: dict[tuple[str, int, str], None] = {}
        for match, changed, player in await self._tables.store.lists.changed(self._looked - _OVERLAP):
            told[match, changed, player] = None
            for lobby in looking.get(player, ()):
                if (match, changed, player) not in self._told and changed >= lobby.mark:
                    lobby.outbox.put(subscribers.encode(responses.LobbyChanged(match=match)))
        self._told, self._looked = told, now

    async def _sweep(self) -> None:
        now = now_ms()
        for table in list(self._tables.in_memory.values()):
            for player in {s.player for s in table.subscribers}:
                await self._tables.seen(player)
            idle = not table.subscribers and not table.lock.locked() and now - table.used > _IDLE
            self._dropped += idle and self._tables.drop(table)
        if self._dropped >= _MANY:
            self._dropped = 0
            await asyncio.to_thread(give_back, thoroughly=len(self._tables.in_memory) < _MANY)
        self._tables.forget_seen()
        await self._end_connections()
        watched = bool(self._tables.in_memory or self._tables.connections)
        if self._is_still(watched) and self.growth.is_large(watched=watched):
            self.begin_anew(len(self._tables.connections))

    def _is_still(self, watched: bool) -> bool:
        """Nobody is connected, and no match has been needed for a while; or nobody has done anything for longer."""
        if self._tables.bot_turns.waiting()[0] or self._tables.loading:
            return False
        return not watched or time.monotonic() - self._tables.done > _STILL

    async def look_at_clocks(self) -> None:
        """Count the time served, and do what was agreed where somebody's time is up."""
        await self._tables.served.beat()
        for match in await self._tables.store.due(self._tables.served.now()):
            await self._carefully(match, self._time_up)

    async def _time_up(self, table: Table) -> None:
        await commands.carry_out(self._tables, commands.TimeUp(table.id))

    async def _end_connections(self) -> None:
        """Close the sockets whose session has ended elsewhere."""
        for connection in list(self._tables.connections):
            if connection.session and await self._tables.sessions.find(connection.session) is None:
                self._tables.sign_out([connection])

    async def _wake_bots(self) -> None:
        """Wake bots and orders whose process died before they had answered."""
        now = now_ms()
        for match in [
            *await self._tables.store.bot_turns(now),
            *await self._tables.store.ordered_turns(0, now),
        ]:
            await self._carefully(match, self._wake)

    async def _look_after_turns(self) -> None:
        """Find bots and orders that should have answered by now but were not asked."""
        now = now_ms()
        for match in await self._tables.store.bot_turns(now - _STUCK, now + _STUCK):
            await self._carefully(match, self._look_after)
        for match in await self._tables.store.ordered_turns(now - 3 * _ORDERED, now - _ORDERED):
            await self._carefully(match, self._wake)

    async def _look_after(self, table: Table) -> None:
        self._tables.bot_turns.look_after(table)

    async def _wake(self, table: Table) -> None:
        self._tables.wake(table)

    async def _carefully(self, match: str, work: Callable[[Table], Awaitable[None]]) -> None:
        """Do something with a match that is at home here; if one fails, the others are still looked after."""
        if not self._tables.peers.at_home(match):
            return
        try:
            await work(await self._tables.find(match))
        except (RequestError, AlbionError):
            return
        except BusyError:
            raise
        except Exception:
            _LOG.exception("match %s cannot be looked after", match)
