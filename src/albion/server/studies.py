"""What usually happens from here: many continuations of a position, in a process of their own, never the bots'."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple

from albion.bots import bot_names
from albion.engine.action import Seat
from albion.engine.options import options_text, parse_options
from albion.lab.study import Answer, Study, ask
from albion.server import responses
from albion.server.access import Viewer
from albion.server.catalogue import find_games, words_of
from albion.server.errors import RequestError, malformed
from albion.server.identity import new_seed
from albion.server.matches import known_state
from albion.server.positions import pack, unpack
from albion.server.table import Table
from albion.server.thinking import Workers
from albion.sim.statistics import Interval

GAMES = 200
"""Continuations of one study, if the deadline leaves time for them."""
USUAL = "steady"
"""The bot that plays on unless another is asked for: sensible, and quick."""
DEADLINE = 12.0
"""Seconds after which no further continuation begins."""
_PATIENCE = 90.0
"""Seconds after which an answer is given up, waiting for others' studies included."""
_WAITING = 4
_KEPT = 64


class Key(NamedTuple):
    """What was asked: the same question gets the same answer."""

    match: str
    entry: int
    """The answer after which the position stood; unlike its number, no two positions share it."""
    viewer: Seat | None
    bot: str


class Job(NamedTuple):
    """A position to be played on from, taken from its table in a moment, so that nobody there has to wait."""

    key: Key
    game: str
    options: str
    state: bytes
    seed: int


async def job(table: Table, viewer: Viewer, at: int | None, asked: str | None) -> Job:
    """What a study needs, or a refusal."""
    if not (table.over or table.row.sandbox):
        message = "while a match is running it cannot be studied: try a variation from here instead"
        raise RequestError(409, "running", message)
    known = bot_names(table.game.id)
    bot = asked or (USUAL if USUAL in known else known[-1])
    if bot not in known:
        raise malformed(f"bot: expected one of {', '.join(known)}")
    n, seed = table.n if at is None else at, new_seed()
    state = await known_state(table, viewer, n, seed)
    if state.outcome is not None:
        raise RequestError(409, "over", "the game is over at this position: go back to an earlier one")
    key = Key(table.id, table.effective[n], None if table.over else viewer.perspective, bot)
    return Job(key, table.game.id, options_text(table.options), pack(table.game, state), seed)


class Studies:
    """One process for the studies of everybody, and the answers given last."""

    def __init__(self, games: str, deadline: float = DEADLINE) -> None:
        self.games = games
        self._deadline = deadline
        self._workers = Workers(games, 1, _PATIENCE)
        self._waiting = 0
        self._kept: OrderedDict[Key, responses.Study] = OrderedDict()

    async def of(self, job: Job) -> responses.Study:
        """An answer, from the last time it was asked for if there is one."""
        found = self._kept.get(job.key)
        if found is None:
            found = await self._play(job)
            self._kept[job.key] = found
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(job.key)
        return found

    async def _play(self, job: Job) -> responses.Study:
        busy = RequestError(503, "busy", "too many studies are running right now: try again later")
        if self._waiting >= _WAITING:
            raise busy
        self._waiting += 1
        try:
            return await self._workers.run(play_study, self.games, job, self._deadline)
        except (TimeoutError, BrokenProcessPool):
            raise busy from None
        finally:
            self._waiting -= 1

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self._workers.stop(wait=True)


def play_study(games: str, job: Job, deadline: float) -> responses.Study:
    """The work of the studying process."""
    game = find_games(games)[job.game]
    options = parse_options(game.options_type, job.options)
    bots = (job.key.bot,) * len(game.seats(options))
    study = Study(game, options, unpack(game, job.state), (), bots, GAMES, job.seed % 2**31, job.key.viewer)
    answer = ask(study, deadline)
    words = words_of(game)
    return responses.Study(
        games=answer.games,
        ended=answer.ended,
        bot=job.key.bot,
        seats=[
            responses.StudiedSeat(
                seat=line.seat,
                name=words.name(line.seat),
                wins=None if line.wins is None else _interval(line.wins, 4),
                points=_interval(line.points, 2),
                low=line.low,
                high=line.high,
            )
            for line in answer.lines
        ],
        rounds=_rounds(answer),
    )


def _interval(of: Interval, digits: int) -> responses.Interval:
    return responses.Interval(round(of.value, digits), round(of.low, digits), round(of.high, digits))


def _rounds(answer: Answer) -> list[responses.StudiedRound]:
    """Who most often holds each place as each round ends."""
    rounds: dict[int, dict[str, responses.StudiedPlace]] = {}
    for held in answer.holders:
        places = rounds.setdefault(held.round, {})
        if held.place not in places:  # the most frequent comes first
            places[held.place] = responses.StudiedPlace(held.place, held.faction, round(held.share, 4))
    return [responses.StudiedRound(number, list(places.values())) for number, places in rounds.items()]
