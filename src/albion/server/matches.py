"""New matches: created, forked from a position, imported from a record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from albion.bots import bot_names
from albion.engine.action import Seat
from albion.engine.dice import Dice
from albion.engine.errors import DataError, ReplayError
from albion.engine.game import Game
from albion.engine.match import Match
from albion.engine.options import Options, options_from
from albion.server import access, commands, requests
from albion.server.access import Viewer
from albion.server.catalogue import find
from albion.server.clock import now_ms
from albion.server.entries import pack_events
from albion.server.errors import RequestError, malformed
from albion.server.identity import new_link, new_match_id, new_seed
from albion.server.positions import pack, unpack
from albion.server.store.rows import EntryRow, MatchRow, SeatRow, SnapshotRow
from albion.server.table import Table, stored_outcome
from albion.server.tables import Tables

_BOT = re.compile(r"bot:([a-z0-9-]+)")


async def create(tables: Tables, player: str, asked: requests.NewMatch) -> str:
    """A new match; its id."""
    game = find(tables.games, asked.game)
    options = options_from(game.options_type, asked.options)
    places = _places(game, options, asked.seats, player, "open")
    match = Match(game, options, new_seed())
    row = _row(match, player, asked.title.strip())._replace(pace=asked.pace, public=int(asked.public))
    return await _begin(tables, row, places, match)


async def fork(
    tables: Tables, match: str, player: str, asked: requests.ForkRequest, watch: str | None
) -> str:
    """A private sandbox from a position of a match, with new dice and, while it runs, newly dealt secrets."""
    async with tables.reading(match) as table:
        viewer = access.view(table, player, asked.seat, watch)
        seed = new_seed()
        state = await known_state(table, viewer, asked.at, seed)
        state.dice = Dice(seed)
        copy = Match.resume(table.game, table.options, seed, state)
        places = _places(table.game, table.options, asked.seats, player, "human")
        row = _row(copy, player, table.row.title)._replace(sandbox=1, fork_of=table.id)
    return await _begin(tables, row, places, copy)


async def known_state(table: Table, viewer: Viewer, at: int | None, seed: int) -> Any:
    """The state after `at` answers as the viewer could believe it; the true one once the match is over."""
    state, _ = await table.position(table.n if at is None else at)
    if table.over:
        return state
    if viewer.perspective is None:
        raise RequestError(
            409, "running", "while the match is running only those who sit there may take its position"
        )
    return table.game.imagine(state, viewer.perspective, Dice(seed))


async def import_record(tables: Tables, player: str, text: str, title: str) -> str:
    """A sandbox that holds a whole recorded match."""
    try:
        checked = await tables.workers.check(text, now_ms())
    except (DataError, ReplayError) as error:
        raise RequestError(409, "record", str(error)) from error
    game = find(tables.games, checked.game)
    match = Match.resume(game, checked.options, checked.seed, unpack(game, checked.last))
    places = _places(game, checked.options, {}, player, "human")
    last = checked.entries[-1]
    row = _row(match, player, title)._replace(sandbox=1, seq=last.seq, n=last.n)
    await tables.store.create(row, places, checked.entries, checked.snapshots)
    return row.id


def _row(match: Match[Any], player: str, title: str) -> MatchRow:
    """A match's row as it begins."""
    now, d = now_ms(), match.decision
    return MatchRow(
        id=new_match_id(),
        game=match.game.id,
        version=match.game.version,
        options=msgspec.json.encode(match.options).decode(),
        seed=str(match.seed),
        title=title or match.game.title,
        creator=player,
        pace="live",
        public=0,
        sandbox=0,
        fork_of=None,
        watch=new_link(),
        created=now,
        changed=now,
        rev=0,
        seq=0,
        n=0,
        status="over" if d is None else "running",
        turn=None if d is None else d.seat,
        since=now,
        outcome=stored_outcome(match),
    )


async def _begin(tables: Tables, row: MatchRow, places: Sequence[SeatRow], match: Match[Any]) -> str:
    """Write a new match down, then let what answers itself do so; its id."""
    setup = EntryRow(0, 0, "setup", None, None, None, None, 0, 0, row.created, pack_events(match.events[0]))
    snapshot = SnapshotRow(0, 0, pack(match.game, match.state))
    await tables.store.create(row, places, [setup], [snapshot])
    await commands.carry_out(tables, commands.AnswerForced(row.id))
    return row.id


def _places(
    game: Game[Any], options: Options, given: Mapping[str, str], player: str, default: str
) -> list[SeatRow]:
    seats = game.seats(options)
    strange = [seat for seat in given if seat not in seats]
    if strange:
        raise malformed(f"there is no seat '{strange[0]}': expected {', '.join(seats)}")
    return [place(game, seat, given.get(seat, default), player) for seat in seats]


def place(game: Game[Any], seat: Seat, to: str, player: str) -> SeatRow:
    """A seat for 'human' (this player), 'open' (by a new invite) or a bot such as 'bot:random'."""
    if to == "human":
        return SeatRow(seat, "human", player, None, None)
    if to == "open":
        return SeatRow(seat, "open", None, None, new_link())
    bot = _BOT.fullmatch(to)
    known = bot_names(game.id)
    if bot is None or bot[1] not in known:
        bots = ", ".join(f"bot:{name}" for name in known)
        raise malformed(f"the seat {seat} cannot be '{to}': expected human, open or {bots}")
    return SeatRow(seat, "bot", None, bot[1], None)
