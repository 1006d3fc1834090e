"""New matches: created, forked from a position, imported from a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from albion.engine.dice import Dice
from albion.engine.errors import DataError, ReplayError
from albion.engine.match import Match
from albion.engine.options import options_from, parse_options
from albion.lessons import begin, load_lesson, seating
from albion.server import access, aid, clocks, commands, requests
from albion.server.access import Viewer
from albion.server.catalogue import find
from albion.server.clock import now_ms
from albion.server.entries import pack_events
from albion.server.errors import RequestError
from albion.server.identity import new_link, new_match_id, new_seed
from albion.server.names import recorded_name, visible_title
from albion.server.positions import pack, unpack
from albion.server.seats import need_one_seat_each, need_rateable, places
from albion.server.store.database import Statement
from albion.server.store.rows import Contribution, EntryRow, LogPart, MatchRow, SeatRow, SnapshotRow
from albion.server.table import Table, stored_outcome
from albion.server.tables import Tables
from albion.server.thinking import unpack_part

MOST_IMPORTS = 200
"""Imported matches that one person can keep."""
MOST_IMPORTED = 100 * 1024 * 1024
"""Bytes of their logs and positions."""


async def create(tables: Tables, player: str, asked: requests.NewMatch) -> str:
    """Create a match as requested; returns its id."""
    game = find(tables.games, asked.game)
    options = options_from(game.options_type, asked.options)
    chairs = places(game, options, asked.seats, player, "open")
    row, match = _new(tables, player, asked, chairs)
    return await _begin(tables, row, chairs, match)


async def create_for(
    tables: Tables,
    creator: str,
    asked: requests.NewMatch,
    players: Mapping[str, str],
    id: str,
    unless_done: Statement,
) -> None:
    """Create a match with that id and a given player on each seat, unless another process already has."""
    chairs = [SeatRow(s, "human", p, None, None) for s, p in players.items()]
    row, match = _new(tables, creator, asked, chairs)
    await _begin(tables, row._replace(id=id), chairs, match, unless_done)


def _new(
    tables: Tables, player: str, asked: requests.NewMatch, chairs: list[SeatRow]
) -> tuple[MatchRow, Match[Any]]:
    """A new match as requested, not stored yet."""
    game = find(tables.games, asked.game)
    options = options_from(game.options_type, asked.options)
    need_one_seat_each(asked.public, chairs)
    if asked.rated:
        need_rateable(game, chairs)
    mine = next((row.seat for row in chairs if row.player == player), "")
    added = [Contribution(0, mine, player, asked.chance)] if asked.chance is not None else []
    match = Match(game, options, new_seed(), [(c.n, c.text) for c in added])
    row = _row(tables, match, player, asked.title)._replace(
        pace=asked.pace,
        public=int(asked.public),
        chance=msgspec.json.encode(added).decode(),
        rated=int(asked.rated),
    )
    if asked.clock is not None:
        agreed = clocks.agreed(game, asked.clock)
        row = clocks.begun(row, agreed, chairs, tables.served.now())
    return row, match


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
        chairs = places(table.game, table.options, asked.seats, player, "human")
        row = _row(tables, copy, player, table.row.title)._replace(
            sandbox=1,
            origin="fork",
            fork_of=table.id,
            fork_at=table.n if asked.at is None else asked.at,
            root=table.row.root or table.id,
        )
        await aid.need_harmless(table.store, row.root, chairs)
    return await _begin(tables, row, chairs, copy)


async def begin_lesson(tables: Tables, player: str, game_id: str) -> str:
    """A private match from the start of a game's lesson, bots on the seats that are not the learner's; its id."""
    game = find(tables.games, game_id)
    lesson = load_lesson(game)
    if lesson is None:
        raise RequestError(404, "unknown", f"{game.title} has no lesson")
    match = begin(lesson, game)
    who = seating(lesson, game)
    chairs = {str(seat): name if name == "human" else f"bot:{name}" for seat, name in who.items()}
    row = _row(tables, match, player, lesson.title)._replace(sandbox=1, origin="lesson")
    return await _begin(tables, row, places(game, match.options, chairs, player, "human"), match)


async def known_state(table: Table, viewer: Viewer, at: int | None, seed: int) -> Any:
    """The state after `at` answers as the viewer could believe it; the true one once the match is over."""
    state, _ = await table.position(table.n if at is None else at)
    if table.over:
        return state
    if viewer.perspective is None:
        raise RequestError(
            409, "running", "while the match is running only its players can start from its position"
        )
    return table.game.imagine(state, viewer.perspective, Dice(seed))


async def import_record(tables: Tables, player: str, text: str, title: str) -> str:
    """A sandbox that holds a whole recorded match."""
    kept, size = await tables.store.imported(player)
    if kept >= MOST_IMPORTS:
        message = (
            f"you already keep {kept} imported matches, and {MOST_IMPORTS} is the most: delete one first"
        )
        raise RequestError(429, "too-many", message)
    try:
        checked = await tables.forecasts.check(text, now_ms())
    except (DataError, ReplayError) as error:
        raise RequestError(409, "record", str(error)) from error
    size += checked.size
    if size > MOST_IMPORTED:
        raise RequestError(
            413,
            "oversized",
            f"your imported matches would take {_mb(size)} MB, and {_mb(MOST_IMPORTED)} is the most: delete one first",
        )
    game = find(tables.games, checked.game)
    options = parse_options(game.options_type, checked.options)
    match = Match.resume(game, options, checked.seed, unpack(game, checked.last))
    chairs = places(game, options, {}, player, "human")
    added = [Contribution(n, "", "", text) for n, text in checked.chance]
    row = _row(tables, match, player, title)._replace(
        sandbox=1, origin="import", seq=checked.n, n=checked.n, chance=msgspec.json.encode(added).decode()
    )
    if row.status == "over":
        names = {seat: name for seat, told in checked.names.items() if (name := recorded_name(told))}
        row = row._replace(names=msgspec.json.encode(names).decode())
    *earlier, last = checked.log
    await tables.store.create(row, chairs, unpack_part(last), earlier=map(unpack_part, earlier))
    return row.id


def _mb(size: int) -> int:
    return -(-size // 1024**2)


def _row(tables: Tables, match: Match[Any], player: str, title: str) -> MatchRow:
    """A match's row as it begins."""
    now, d = now_ms(), match.decision
    return MatchRow(
        id=tables.peers.pinned_in_turn(new_match_id),
        game=match.game.id,
        version=match.game.version,
        options=msgspec.json.encode(match.options).decode(),
        seed=str(match.seed),
        title=visible_title(title) or match.game.title,
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
        variant=match.game.variant,
    )


async def _begin(
    tables: Tables,
    row: MatchRow,
    chairs: Sequence[SeatRow],
    match: Match[Any],
    unless_done: Statement | None = None,
) -> str:
    """Store a new match, then give its forced answers; returns its id."""
    setup = EntryRow(0, 0, "setup", None, None, None, None, 0, 0, row.created, pack_events(match.events[0]))
    snapshot = SnapshotRow(0, 0, pack(match.game, match.state))
    if await tables.store.create(row, chairs, LogPart([setup], [snapshot]), unless_done):
        await commands.carry_out(tables, commands.AnswerForced(row.id))
    return row.id
