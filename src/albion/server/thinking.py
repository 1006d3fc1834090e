"""Work for other processes: bots choosing and records being checked, never on the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, TypeVar

import msgspec

from albion.bots import answer, make_bot
from albion.bots.interrupt import InterruptedThought, listen
from albion.engine.errors import DataError
from albion.engine.loop import settle
from albion.engine.match import Match
from albion.engine.options import options_text
from albion.engine.record import read_record, verify_record
from albion.engine.step import Choice
from albion.engine.words import load_words
from albion.server.catalogue import find_games
from albion.server.entries import pack_events
from albion.server.positions import is_due, pack, unpack
from albion.server.store.rows import EntryRow, LogPart, SnapshotRow
from albion.sim.pool import prepare_worker

_LOG = logging.getLogger("albion.server")
T = TypeVar("T")
_TRIES = 3
_PATIENCE = 120.0
"""Seconds a bot may think before its process is given up."""
_STARTING = 120.0
"""Seconds for a new process to read the games: on a crowded machine that takes longer than most of its work."""

_NICE = 5
"""Thinking gives way to players' moves where cores are scarce."""
_TICKETS = 256
_flags: Any = None
"""In a worker: one byte for each ticket, set by the server when its answer is no longer wanted."""


class Ticket(NamedTuple):
    """A bot's thinking, as its server can end it."""

    number: int
    flags: Any

    def cancel(self) -> None:
        """The answer is no longer wanted."""
        self.flags[self.number] = 1


def think(games: str, game: str, state: bytes, bot: str, seed: int, ticket: int | None = None) -> list[str]:
    """A bot's plan; the bot itself sees only what its seat could believe."""
    listen(None if ticket is None or _flags is None else lambda: bool(_flags[ticket]))
    known = find_games(games)[game]
    s = unpack(known, state)
    d = settle(s)
    if d is None:
        raise DataError("the game is over: there is nothing to choose")
    return [str(a) for a in answer(make_bot(bot, known), known, s, d, seed)]


class Checked(NamedTuple):
    """A record that holds, ready for the database."""

    game: str
    options: str
    seed: int
    log: list[bytes]
    """Its parts, packed: thousands of lines unpacked at once would keep everybody waiting."""
    n: int
    """How many answers it has."""
    size: int
    """Bytes of its log and positions."""
    names: dict[str, str]
    last: bytes
    """The position at its end."""
    chance: tuple[tuple[int, str], ...]


_PART = 100
"""Lines in a part."""
_PACK = msgspec.msgpack.Encoder().encode
_UNPACK = msgspec.msgpack.Decoder(LogPart).decode


def unpack_part(packed: bytes) -> LogPart:
    """A part of a checked record's log."""
    return _UNPACK(packed)


def check_record(games: str, text: str, now: int) -> Checked:
    """Replay a record, comparing every roll and seat, and write down what happened."""
    known = find_games(games)

    def find(asked: str) -> Any:
        game, _, patch = asked.partition(" ")
        if game not in known:
            raise DataError(f"there is no game '{game}': expected one of {', '.join(known)}")
        if known[game].variant != patch:
            raise DataError(
                f"the record was played with another version of the variant {game} than this server has"
            )
        return known[game]

    r = read_record(text, find)
    match = verify_record(r)
    entries, snapshots = _written(match, now)
    size = sum(len(e.events) for e in entries) + sum(len(s.state) for s in snapshots)
    names = {str(seat): name for seat, name in r.names.items()}
    last = pack(match.game, match.state)
    return Checked(
        r.game.id,
        options_text(match.options),
        match.seed,
        _packed(entries, snapshots),
        len(match.actions),
        size,
        names,
        last,
        r.chance,
    )


def _packed(entries: list[EntryRow], snapshots: list[SnapshotRow]) -> list[bytes]:
    """A log in parts, each with the positions that were saved within it."""
    parts = [entries[first : first + _PART] for first in range(0, len(entries), _PART)]
    return [
        _PACK(LogPart(part, [s for s in snapshots if part[0].seq <= s.seq <= part[-1].seq])) for part in parts
    ]


def _written(match: Match[Any], now: int) -> tuple[list[EntryRow], list[SnapshotRow]]:
    """The log and snapshots of a whole match, played again from its start."""
    words = load_words(*match.game.books)
    again = Match(match.game, match.options, match.seed, match.chance)
    entries = [EntryRow(0, 0, "setup", None, None, None, None, 0, 0, now, pack_events(again.events[0]))]
    snapshots = [SnapshotRow(0, 0, pack(match.game, again.state))]
    for n, a in enumerate(match.actions, start=1):
        d = again.decision
        assert d is not None
        step: Choice[Any] = again.state.agenda[-1]
        text, secret, forced = words.action(a, step.about(again.state)), step.secret, len(d.actions) == 1
        events = again.play(d.seat, a)
        row = EntryRow(
            n, n, "play", d.seat, str(a), text, d.step, int(secret), int(forced), now, pack_events(events)
        )
        entries.append(row)
        handed_over = again.decision is None or again.decision.seat != d.seat
        if is_due(n - snapshots[-1].n, handed_over=handed_over):
            snapshots.append(SnapshotRow(n, n, pack(match.game, again.state)))
    return entries, snapshots


def _begin(flags: Any) -> None:
    """A worker knows the server's flags, does not outlive its server, and is set up for playing as in simulations."""
    global _flags
    _flags = flags
    prepare_worker()


def _give_way(pool: ProcessPoolExecutor, known: set[int]) -> None:
    """Let new processes of a pool leave others the core from their first moment: to read the games takes a second of it."""
    if not hasattr(os, "setpriority"):
        return
    for process in list((pool._processes or {}).values()):
        if process.pid is not None and process.pid not in known:
            known.add(process.pid)
            with contextlib.suppress(OSError):  # it has ended already
                os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + _NICE)


def workers_each(servers: int) -> int:
    """How many thinking processes each of the servers on this machine gets, so that one core stays free."""
    return max(1, ((os.cpu_count() or 2) - 1) // servers)


def _load(games: str) -> None:
    """Let a worker read the games before it is asked about one."""
    find_games(games)


class Workers:
    """A pool of processes that starts when first needed and restarts when one of them dies."""

    def __init__(self, games: str, count: int | None = None, patience: float = _PATIENCE) -> None:
        self.games = games
        self._count = count or workers_each(1)
        self._patience = patience
        self._pool: ProcessPoolExecutor | None = None
        self._context = multiprocessing.get_context("spawn")
        self._flags = self._context.Array("b", _TICKETS, lock=False)
        self._tickets = itertools.count()
        self._free = asyncio.Semaphore(self._count)
        """Work waits here for a process, not in the pool: there it would be lost with what is given up before it."""
        self._known: set[int] = set()
        """Processes that have been told to leave others the core."""
        self._ended = False

    def ticket(self) -> Ticket:
        """A ticket for one answer; with more of them at once than there are flags the oldest cannot be ended any more."""
        number = next(self._tickets) % _TICKETS
        self._flags[number] = 0
        return Ticket(number, self._flags)

    async def choose(
        self, game: str, state: bytes, bot: str, seed: int, ticket: Ticket | None = None
    ) -> list[str] | None:
        """A bot's plan, empty if it was ended; tried again if its process dies, None if it will not come."""
        number = None if ticket is None else ticket.number
        for attempt in range(1, _TRIES + 1):
            try:
                return await self.run(think, self.games, game, state, bot, seed, number)
            except asyncio.CancelledError:
                raise
            except InterruptedThought:
                return []
            except Exception as error:
                # What a bot stumbled over must not stop the match, nor tell its state to the log.
                _LOG.warning("a bot (%s, %s) failed, try %d: %s", bot, game, attempt, type(error).__name__)
        return None

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Do it as soon as a process is free; whatever takes too long from then on is given up, process and all."""
        async with self._free:
            pool = self._pool or await self._start()
            try:
                return await asyncio.wait_for(self._in(pool, work, *args), self._patience)
            except (BrokenProcessPool, TimeoutError):
                self._give_up(pool)
                raise
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if self._pool is pool or (task is not None and task.cancelling()):
                    raise
                # Somebody else's work took too long, and all processes were given up.
                raise BrokenProcessPool("the processes were ended") from None

    async def _start(self) -> ProcessPoolExecutor:
        """New processes, the first of them ready for work."""
        if self._ended:
            raise BrokenProcessPool("the server is stopping")
        # A fresh interpreter: a fork would copy the writer's locks in the middle of their work.
        pool = self._pool = ProcessPoolExecutor(
            self._count,
            mp_context=self._context,
            initializer=_begin,
            initargs=(self._flags,),
        )
        try:
            await asyncio.wait_for(self._in(pool, _load, self.games), _STARTING)
        except (BrokenProcessPool, TimeoutError):
            self._give_up(pool)
            raise
        return pool

    def _in(self, pool: ProcessPoolExecutor, work: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        done = asyncio.get_running_loop().run_in_executor(pool, work, *args)
        _give_way(pool, self._known)
        return done

    def _give_up(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._kill(wait=False)

    def stop(self, *, wait: bool = False) -> None:
        """End every worker, whatever it is doing, for good; and wait until nothing of the pool is left."""
        self._ended = True
        self._kill(wait)

    def _kill(self, wait: bool) -> None:
        pool, self._pool = self._pool, None
        self._known.clear()
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=wait, cancel_futures=True)
