"""Results and ratings: every finished match is counted once, in order; rated ones move their players' ratings.

A rating belongs to a game and a number of seats. It follows the same model as the bots' ladder (Plackett-Luce), so that a match of
five moves five ratings by the order in which its players ended.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from openskill.models import PlackettLuce

from albion.engine.errors import AlbionError
from albion.server import responses
from albion.server.access import NOBODY
from albion.server.errors import RequestError
from albion.server.reviews import Job, job, replayed
from albion.server.store import BusyError
from albion.server.store.results import ResultRow, Results
from albion.sim.ladder import BASE, SCALE
from albion.sim.statistics import Z95

if TYPE_CHECKING:
    from albion.server.table import Table
    from albion.server.tables import Tables

_LOG = logging.getLogger("albion.server")
_AT_ONCE = 5
SETTLED = 5
"""After this many rated matches a player is settled: newcomers do not move the rating of settled players, since anybody can have any
number of names that lose."""
TOGETHER = 20
"""This many matches of the same people move their ratings within `MONTH`; those beyond are played for honour."""
MONTH = 30 * 24 * 3600_000
_MODEL = PlackettLuce()
_OUTCOME = msgspec.json.Decoder(responses.Outcome)


class Rating(NamedTuple):
    """A rating on the scale of chess, with its 95% interval."""

    rating: int
    low: int
    high: int


class Luck(NamedTuple):
    """Dice rolled in battles, what they should have brought, what they brought, and the variance of that."""

    dice: int
    expected: float
    came: float
    variance: float


def rating_of(mu: float, sigma: float) -> Rating:
    """The model's estimate on the scale that people read."""
    unit = SCALE / _MODEL.beta
    value, half = BASE + (mu - _MODEL.mu) * unit, Z95 * sigma * unit
    return Rating(round(value), round(value - half), round(value + half))


def handle_of(player: str) -> str:
    """The public handle of a player: derived from the id, which stays secret."""
    return sha256(b"albion profile " + player.encode()).hexdigest()[:16]


def places(outcome: responses.Outcome, left: Sequence[str] = ()) -> dict[str, int]:
    """The place of each seat: winners first, then by points; players who left rank behind all who stayed."""
    order = {
        seat: (seat in left, seat not in outcome.winners, -score) for seat, score in outcome.scores.items()
    }
    return {seat: 1 + sum(other < mine for other in order.values()) for seat, mine in order.items()}


class Ratings:
    """Counts what has been played."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.results = Results(tables.store.database)

    async def count_new(self) -> None:
        """Count the matches that have ended since; one process at a time does so."""
        if not self._tables.peers.at_home("ratings"):
            return
        for match in await self.results.uncounted(_AT_ONCE):
            try:
                await self.count(match)
            except BusyError:
                raise
            except Exception as error:
                # Whatever it was, those that ended later are counted.
                known = isinstance(error, (RequestError, AlbionError))
                told = "match %s is counted without its result: %s"
                _LOG.warning(told, match, type(error).__name__, exc_info=None if known else error)
                await self.results.count(match, 1 + await self.results.counted(), [])

    async def count(self, match: str) -> bool:
        """Count one match; False if another process was faster.

        A result belongs to the first player of a seat, whatever became of the seat: nobody gets rid of a loss by leaving.
        """
        nth = 1 + await self.results.counted()
        async with self._tables.reading(match) as table:
            row, first, now = (
                table.row,
                {**await self._tables.store.first_sittings(match), **_who_began(table)},
                {s.seat: s.player for s in table.seats},
            )
            work = job(table, NOBODY) if not table.migrated else None
        luck = {} if work is None else await self._luck(work)
        assert row.outcome is not None
        outcome = _OUTCOME.decode(row.outcome)
        found = places(outcome, [seat for seat, player in first.items() if now[seat] != player])
        rated = bool(row.rated) and len(set(first.values())) == len(first) == len(outcome.scores) > 1
        if (
            rated
            and await self.results.together(row.game, list(first.values()), row.changed - MONTH) >= TOGETHER
        ):
            rated = False
        moved = await self._moved(row.game, first, found) if rated else {}
        results = [
            ResultRow(
                match=match,
                nth=nth,
                player=player,
                seat=seat,
                game=row.game,
                seats=len(outcome.scores),
                place=found[seat],
                score=outcome.scores[seat],
                ended=row.changed,
                public=int(rated or bool(row.public)),
                mu=moved[seat][0] if rated else None,
                sigma=moved[seat][1] if rated else None,
                dice=luck[seat].dice if seat in luck else 0,
                expected=luck[seat].expected if seat in luck else 0.0,
                came=luck[seat].came if seat in luck else 0.0,
                variance=luck[seat].variance if seat in luck else 0.0,
            )
            for seat, player in first.items()
        ]
        await self.results.put_profiles([(handle_of(p), p) for p in dict.fromkeys(first.values())])
        return await self.results.count(match, nth, results)

    async def _luck(self, work: Job) -> dict[str, Luck]:
        """The dice by seat; none where that cannot be found out now, since a result must not depend on how busy the server is."""
        try:
            return await self._tables.forecasts.run(luck_of, self._tables.forecasts.games, work)
        except (RequestError, AlbionError) as error:
            _LOG.warning("a match is counted without its dice: %s", type(error).__name__)
            return {}

    async def _moved(
        self, game: str, players: Mapping[str, str], found: Mapping[str, int]
    ) -> dict[str, tuple[float, float]]:
        """The ratings after a match, by seat."""
        known = {row.player: row for row in await self.results.ratings(game, len(players))}
        played = await self.results.rated_matches(game, len(players))
        before = {
            seat: (row.mu or 0.0, row.sigma or 0.0)
            if (row := known.get(player))
            else (_MODEL.mu, _MODEL.sigma)
            for seat, player in players.items()
        }
        settled = [seat for seat, player in players.items() if played.get(player, 0) >= SETTLED]
        return {**before, **moved(before, found), **(moved(_only(before, settled), found) if settled else {})}


def _who_began(table: Table) -> dict[str, str]:
    """The first person to answer on each seat: whoever left before that has played nothing there."""
    began: dict[str, str] = {}
    for seq in table.effective[1:]:
        row = table.entries[seq].row
        if row.seat is not None and row.player is not None:
            began.setdefault(row.seat, row.player)
    return began


def moved(
    before: Mapping[str, tuple[float, float]], found: Mapping[str, int]
) -> dict[str, tuple[float, float]]:
    """Ratings after these seats have met; one alone has met nobody and stays as it was."""
    if len(before) < 2:
        return dict(before)
    teams = [[_MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in before.values()]
    after = _MODEL.rate(teams, ranks=[float(found[seat]) for seat in before])
    return {seat: (new.mu, new.sigma) for seat, (new,) in zip(before, after, strict=True)}


def _only(before: Mapping[str, tuple[float, float]], seats: Sequence[str]) -> dict[str, tuple[float, float]]:
    return {seat: before[seat] for seat in seats}


def luck_of(games: str, work: Job) -> dict[str, Luck]:
    """The dice of every battle, by seat; computed in the forecasting process."""
    ledger = replayed(games, work).luck
    return {row.seat: Luck(row.dice, row.expected, float(row.came), row.deviation**2) for row in ledger}
