"""Bots' turns: one task per match asks the bot and gives its answer, until a person must decide.

A task ends only when no bot is asked any more; whatever else happens, it tries again. Housekeeping looks for matches whose bot
nobody asks all the same.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from albion.bots import answer_seed
from albion.engine.errors import AlbionError
from albion.server import access, commands
from albion.server.errors import RequestError
from albion.server.positions import pack
from albion.server.store.database import BusyError
from albion.server.table import Table
from albion.server.thinking import Ticket

if TYPE_CHECKING:
    from albion.server.tables import Tables

_LOG = logging.getLogger("albion.server")
_PAUSE, _LONGEST_PAUSE = 1.0, 30.0
"""Seconds before a turn that failed is tried again: the first time, and at most; they double each time."""
_GONE = 404
_OVERTAKEN = ("stale", "foreign")
"""Refusals of an answer because the match has moved on, or the seat is no longer a bot's: the present question is read again."""
_SLOW = 60.0
"""Seconds for one answer after which the operator is told what it is waiting for."""


@dataclass(slots=True)
class _Turn:
    """A bot's turn under way."""

    since: float
    """When its present answer was begun."""
    doing: str = "begins"
    told: bool = False
    """Whether the operator has been told how long this answer takes."""


class BotTurns:
    """Lets bots answer, one task per match at a time."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._busy: dict[str, _Turn] = {}
        """The turn under way in each match."""
        self._thoughts: dict[str, tuple[int, Ticket]] = {}
        """What each match's bot is thinking about: the last entry it knows, and how to end it."""
        self._reported: set[tuple[str, str]] = set()
        """Matches and bots whose failure has been told; it is not told again with every answer."""

    def wake(self, table: Table) -> None:
        """If a bot must answer, let it think: here, or in the process the match is pinned to.

        One that thinks about what is past, after an undo, is stopped.
        """
        thought = self._thoughts.get(table.row.id)
        if thought is not None and thought[0] != table.row.seq:
            self.stop(table.id)
        if access.bot_to_answer(table) is None:
            return
        if not self._tables.peers.at_home(table.id):
            self._tables.peers.call(table.id)
        elif table.id not in self._busy:
            self._busy[table.id] = _Turn(time.monotonic())
            self._tables.spawn(self._run(table.id))

    def stop(self, match: str) -> None:
        """End a bot's thinking: its answer is no longer wanted."""
        if thought := self._thoughts.get(match):
            thought[1].cancel()

    def waiting(self) -> tuple[int, float]:
        """In how many matches a bot is thinking, and for how many seconds the longest of them."""
        now = time.monotonic()
        return len(self._busy), max((now - turn.since for turn in self._busy.values()), default=0.0)

    def look_after(self, table: Table) -> None:
        """Make sure that a bot that has not answered for a long time is being asked, and tell the operator."""
        turn = self._busy.get(table.id)
        if turn is None:
            self.wake(table)
            if table.id in self._busy:
                self._tables.metrics.count("albion_bot_turns_found_total")
                _LOG.warning("a bot's turn in match %s was lost: it is asked again", table.id)
        elif not turn.told and time.monotonic() - turn.since > _SLOW:
            turn.told = True
            self._tables.metrics.count("albion_bot_turns_slow_total")
            _LOG.warning("a bot's turn in match %s takes more than %d s: it %s", table.id, _SLOW, turn.doing)

    async def _run(self, match: str) -> None:
        """Answer until no bot is asked any more."""
        failures = 0
        try:
            while True:
                try:
                    if not await self._in_turn(match):
                        return
                    self._busy[match] = _Turn(time.monotonic())
                    failures = 0
                except Exception as error:
                    if isinstance(error, RequestError) and error.status == _GONE:
                        return
                    await self._put_off(match, error, failures)
                    failures += 1
        finally:
            self._busy.pop(match, None)

    async def _put_off(self, match: str, error: Exception, failures: int) -> None:
        """A turn has failed: wait before it is tried again; the first time the operator is told."""
        pause = min(_LONGEST_PAUSE, _PAUSE * 2**failures)
        self._tables.metrics.count("albion_bot_turns_failed_total", ("error", type(error).__name__))
        if not failures:
            known = isinstance(error, (BusyError, AlbionError, RequestError))
            told = "a bot's turn in match %s failed and will be tried again: %s"
            _LOG.warning(told, match, type(error).__name__, exc_info=None if known else error)
        self._is(match, "has failed and is put off")
        await asyncio.sleep(pause)

    def _is(self, match: str, doing: str) -> None:
        """Note what a match's turn is waiting for now."""
        if turn := self._busy.get(match):
            turn.doing = doing

    async def _in_turn(self, match: str) -> bool:
        """One answer, once the bots of whoever created the match have time left: theirs is a share like any client's."""
        table = await self._tables.find(match)
        self._is(match, "waits for its share of the server's time")
        whose = f"bots {table.row.creator}"
        return await self._tables.shares.do(self._answer(table), whose, None, patience=math.inf)

    async def _answer(self, table: Table) -> bool:
        """One answer; False when no bot is asked any more."""
        self._is(table.id, "waits for what others do at the table")
        async with table.lock:
            if table.broken:
                await self._tables.catch_up(table)
            bot, d, seq = access.bot_to_answer(table), table.match.decision, table.row.seq
            if bot is None or d is None:
                return False
            state = pack(table.game, table.match.state)
            seed = answer_seed(table.match.seed, d.seat, table.n)
        self._is(table.id, "waits for a process, or thinks")
        plan = await self._think(table, seq, state, bot, seed)
        if plan == []:
            return True
        failed = ""
        if plan is None:
            # The match goes on even with a bot that always fails, and the table and the operator learn of it.
            plan, failed = [str(secrets.choice(d.actions))], self._report(table, bot)
        self._is(table.id, "waits for the database")
        try:
            answer = commands.BotPlay(table.id, d.seat, seq, tuple(plan), failed)
            await commands.carry_out(self._tables, answer)
        except RequestError as error:
            if error.error not in _OVERTAKEN:
                raise
        return True

    async def _think(self, table: Table, seq: int, state: bytes, bot: str, seed: int) -> list[str] | None:
        ticket = self._tables.workers.ticket()
        self._thoughts[table.id] = (seq, ticket)
        try:
            return await self._tables.workers.choose(table.game.id, state, bot, seed, ticket)
        finally:
            self._thoughts.pop(table.id, None)

    def _report(self, table: Table, bot: str) -> str:
        """Tell the operator that a bot cannot play; the bot's name if the table has not been told yet."""
        if (table.id, bot) in self._reported:
            return ""
        self._reported.add((table.id, bot))
        _LOG.error(
            "the bot %s of %s cannot play in match %s: moves are chosen for it at random",
            bot,
            table.game.id,
            table.id,
        )
        return bot
