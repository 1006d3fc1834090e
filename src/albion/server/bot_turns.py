"""Bots' turns: one task per match asks the bot and gives its answer, until a person must decide."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
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
_PAUSE = 1.0
"""Seconds before a bot thinks again whose answer the database did not take in time."""


class BotTurns:
    """Lets bots answer, one task per match at a time."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._busy: dict[str, float] = {}
        """Since when each match's bot has been at its present answer."""
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
            self._busy[table.id] = time.monotonic()
            self._tables.spawn(self._run(table.id))

    def stop(self, match: str) -> None:
        """End a bot's thinking: its answer is no longer wanted."""
        if thought := self._thoughts.get(match):
            thought[1].cancel()

    def waiting(self) -> tuple[int, float]:
        """In how many matches a bot is thinking, and for how many seconds the longest of them."""
        now = time.monotonic()
        return len(self._busy), max((now - since for since in self._busy.values()), default=0.0)

    async def _run(self, match: str) -> None:
        try:
            while await self._in_turn(await self._tables.find(match)):
                self._busy[match] = time.monotonic()
        except (RequestError, AlbionError) as error:
            _LOG.warning("a bot's turn was postponed: %s", type(error).__name__)
        except Exception:
            _LOG.exception("a bot's turn in match %s failed", match)
        finally:
            self._busy.pop(match, None)

    async def _in_turn(self, table: Table) -> bool:
        """One answer, once the bots of whoever created the match have time left: theirs is a share like any client's."""
        whose = f"bots {table.row.creator}"
        return await self._tables.shares.do(self._answer(table), whose, None, patience=math.inf)

    async def _answer(self, table: Table) -> bool:
        """One answer; False when no bot is asked any more."""
        async with table.lock:
            if table.broken:
                await self._tables.catch_up(table)
            bot, d, seq = access.bot_to_answer(table), table.match.decision, table.row.seq
            if bot is None or d is None:
                return False
            state = pack(table.game, table.match.state)
            seed = answer_seed(table.match.seed, d.seat, table.n)
        plan = await self._think(table, seq, state, bot, seed)
        if plan == []:
            return True
        failed = ""
        if plan is None:
            # The match goes on even with a bot that always fails, and the table and the operator learn of it.
            plan, failed = [str(secrets.choice(d.actions))], self._report(table, bot)
        try:
            answer = commands.BotPlay(table.id, d.seat, seq, tuple(plan), failed)
            await commands.carry_out(self._tables, answer)
        except RequestError as error:
            return error.error == "stale"
        except BusyError:
            await asyncio.sleep(_PAUSE)
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
