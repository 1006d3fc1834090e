"""Odds, what could be done, reviews and imported records: in processes of their own with a deadline, never the bots'."""

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
_TRIES = 2


class Forecasts:
    """A process for what people at their tables wait for, and one, begun when first needed, for what takes long."""

    def __init__(self, games: str) -> None:
        self.games = games
        self._quick, self._long = Workers(games, 1, _PATIENCE), Workers(games, 1, _PATIENCE)

    async def odds(self, game: str, imagined: bytes, a: Action | None) -> Any:
        """The game's odds in a position as a seat imagines it."""
        return await self.soon(odds_of, self.games, game, imagined, a)

    async def check(self, text: str, now: int) -> Checked:
        """A record, replayed and checked."""
        return await self.run(check_record, self.games, text, now)

    async def warm_up(self) -> None:
        """Begin the process for what is asked at tables, and let it read the games."""
        await self.soon(find_games, self.games)

    async def soon(self, work: Callable[..., T], *args: Any) -> T:
        """Do quick work (less than a second) in the other process; it queues only behind other quick work."""
        return await _done(self._quick, work, *args)

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Do slow work in a process of its own; what takes too long is refused."""
        return await _done(self._long, work, *args)

    def stop(self) -> None:
        """End the processes, whatever they are doing."""
        self._quick.stop(wait=True)
        self._long.stop(wait=True)


async def _done(workers: Workers, work: Callable[..., T], *args: Any) -> T:
    """The result, tried again if the process died meanwhile; otherwise a refusal."""
    for _ in range(_TRIES):
        try:
            return await workers.run(work, *args)
        except TimeoutError:
            break
        except BrokenProcessPool:
            continue
    raise RequestError(503, "busy", "this takes too long right now: try again later", retry=2)


def odds_of(games: str, game: str, imagined: bytes, a: Action | None) -> Any:
    """Compute the odds; runs in the forecasting process."""
    known = find_games(games)[game]
    return known.odds(unpack(known, imagined), a)
