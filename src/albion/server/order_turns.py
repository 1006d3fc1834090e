"""Orders' turns: an answer given by standing order comes after a pause, as if a person were answering.

If it came in the same instant, everybody could tell that there is an order, and after a while which one.
"""

from __future__ import annotations

import asyncio
import logging
import random
from typing import TYPE_CHECKING

from albion.engine.errors import AlbionError
from albion.server import commands, standing
from albion.server.errors import RequestError
from albion.server.store.database import BusyError
from albion.server.table import Table

if TYPE_CHECKING:
    from albion.server.tables import Tables

_LOG = logging.getLogger("albion.server")
_CHANCE = random.SystemRandom()
_SHORTEST, _LONGEST = 1.5, 20.0
_MEDIAN, _SPREAD = 1.3, 0.5
"""Of the logarithm of the seconds: half of all answers come within 3.7 of them."""
_AGAIN = 1.0
"""Seconds before an answer is tried again that the database did not take in time."""


def pause() -> float:
    """Seconds until an order answers, different each time."""
    return min(_LONGEST, max(_SHORTEST, _CHANCE.lognormvariate(_MEDIAN, _SPREAD)))


class OrderTurns:
    """Lets orders answer, one task per open question."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._waiting: dict[str, int] = {}
        """The last entry before the question that each match's order is about to answer."""

    def wake(self, table: Table) -> None:
        """If an order answers the open question, let it: here, or in the process the match is pinned to."""
        if table.row.orders == "{}":
            return
        now = table.row.seq, table.row.orders
        if table.looked == now or self._waiting.get(table.id) == table.row.seq:
            return
        table.looked = now
        if standing.ordered_answer(table) is None:
            return
        if not self._tables.peers.at_home(table.id):
            self._tables.peers.call(table.id)
        else:
            self._waiting[table.id] = table.row.seq
            self._tables.spawn(self._answer(table.id, table.row.seq))

    async def _answer(self, match: str, seq: int) -> None:
        try:
            await asyncio.sleep(pause())
            while not await self._given(match, seq):
                await asyncio.sleep(_AGAIN)
        except (RequestError, AlbionError):
            return  # somebody has answered meanwhile, or the match is no more
        except Exception:
            _LOG.exception("a standing order in match %s failed", match)
            (await self._tables.find(match)).looked = None  # the sweep tries again
        finally:
            if self._waiting.get(match) == seq:
                del self._waiting[match]

    async def _given(self, match: str, seq: int) -> bool:
        try:
            await commands.carry_out(self._tables, commands.ByOrder(match, seq))
        except BusyError:
            return False
        return True
