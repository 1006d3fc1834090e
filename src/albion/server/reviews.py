"""Looking back on a whole match: computed in the forecasting process, kept until the match moves on."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

import msgspec

from albion.engine.action import Seat, parse_action
from albion.engine.match import Chance, replay
from albion.engine.options import options_text, parse_options
from albion.review import Review, review_of
from albion.server.access import Viewer
from albion.server.catalogue import find_games
from albion.server.errors import RequestError
from albion.server.forecasts import Forecasts
from albion.server.table import Table

_KEPT = 64


class Job(NamedTuple):
    """What a review needs of a match, copied from its table at once, so that nobody there has to wait."""

    game: str
    options: str
    seed: int
    actions: tuple[str, ...]
    chance: tuple[Chance, ...]
    names: tuple[tuple[Seat, str], ...]
    viewer: Seat | None
    """Once the match is over everything is known to everybody."""
    imported: bool


def job(table: Table, viewer: Viewer) -> Job:
    """What a review needs, or a refusal."""
    if table.row.fork_of is not None or table.row.origin == "lesson" or table.migrated:
        message = "only a match played under one version of the rules from its start can be reviewed"
        raise RequestError(409, "record", message)
    return Job(
        table.game.id,
        options_text(table.options),
        int(table.row.seed),
        tuple(table.entries[seq].row.action or "" for seq in table.effective[1:]),
        tuple((c.n, c.text) for c in table.contributions),
        tuple(table.names().items()),
        None if table.over else viewer.perspective,
        table.row.origin == "import",
    )


class Reviews:
    """The most recently requested reviews, as JSON."""

    def __init__(self, forecasts: Forecasts) -> None:
        self._forecasts = forecasts
        self._kept: OrderedDict[Job, bytes] = OrderedDict()

    async def of(self, job: Job) -> bytes:
        """A review, from the last time it was asked for if nothing has changed."""
        found = self._kept.get(job)
        if found is None:
            found = await self._forecasts.run(_review, self._forecasts.games, job)
            self._kept[job] = found
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(job)
        return found


def _review(games: str, job: Job) -> bytes:
    """Compute a review as JSON; runs in the forecasting process."""
    return msgspec.json.encode(msgspec.structs.replace(replayed(games, job), imported=job.imported))


def replayed(games: str, job: Job) -> Review:
    """Play the match again and look back on it."""
    game = find_games(games)[job.game]
    options = parse_options(game.options_type, job.options)
    verbs = game.verbs(options)
    match = replay(game, options, job.seed, [parse_action(a, verbs) for a in job.actions], job.chance)
    return review_of(match, dict(job.names), job.viewer)
