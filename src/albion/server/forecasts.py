"""Odds, what could be done, and imported records: in a process of their own with a deadline, never the bots'."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from albion.engine.action import Action
from albion.server.catalogue import find_games
from albion.server.errors import RequestError
from albion.server.positions import unpack
from albion.server.thinking import Checked, Workers, check_record

T = TypeVar("T")
_PATIENCE = 15.0
"""Seconds after which an answer is given up."""


class Forecasts:
    """One process for the forecasts of everybody."""

    def __init__(self, games: str) -> None:
        self.games = games
        self._workers = Workers(games, 1, _PATIENCE)

    async def odds(self, game: str, imagined: bytes, a: Action | None) -> Any:
        """The game's odds in a position as a seat imagines it."""
        return await self.run(odds_of, self.games, game, imagined, a)

    async def check(self, text: str, now: int) -> Checked:
        """A record, replayed and checked."""
        return await self.run(check_record, self.games, text, now)

    async def warm_up(self) -> None:
        """Begin the process and let it read the games."""
        await self.run(find_games, self.games)

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Do it elsewhere; what takes too long is refused."""
        try:
            return await self._workers.run(work, *args)
        except (TimeoutError, BrokenProcessPool):
            message = "this takes too long right now: try again later"
            raise RequestError(503, "busy", message) from None

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self._workers.stop(wait=True)


def odds_of(games: str, game: str, imagined: bytes, a: Action | None) -> Any:
    """The work of the forecasting process."""
    known = find_games(games)[game]
    return known.odds(unpack(known, imagined), a)
