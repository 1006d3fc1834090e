"""What a table looks up or leaves out is what searching and writing everything would give."""

from __future__ import annotations

import asyncio
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from albion.engine.match import Match
from albion.engine.options import options_from
from albion.server import commands, matches, requests
from albion.server.answers import Asked
from albion.server.seating import Seating
from albion.server.store import open_store
from albion.server.store.database import Statement
from albion.server.store.rows import EntryRow, SeatRow, SnapshotRow
from albion.server.table import Table
from albion.server.tables import Tables
from albion.server.thinking import _packed, unpack_part

PEOPLE = ("p_ann", "p_bob")


def rows() -> list[SeatRow]:
    kinds = [
        SeatRow("", "human", "p_ann", None, None),
        SeatRow("", "human", "p_bob", None, None),
        SeatRow("", "bot", None, "steady", None),
        SeatRow("", "open", None, None, "invite"),
    ]
    return [kind._replace(seat="north") for kind in kinds] + [kind._replace(seat="south") for kind in kinds]


@pytest.mark.parametrize(("north", "south"), list(product(rows()[:4], rows()[4:])))
def test_seats_looked_up_are_those_found_by_searching(north: SeatRow, south: SeatRow) -> None:
    seats = [north, south]
    seating = Seating(seats)

    for seat in ("north", "south", "east", None):
        found = next((row for row in seats if row.seat == seat), None)
        assert seating.row(seat) == found
        assert seating.person(seat) == (found.player if found is not None else None)
    for player in (*PEOPLE, None):
        assert seating.of(player) == [r.seat for r in seats if player is not None and r.player == player]
        assert seating.is_alone(player) == all(r.player in (None, player) for r in seats)
    for player in PEOPLE:
        assert seating.has_company(player) == any(r.kind != "bot" and r.player != player for r in seats)


async def _played(folder: Path, answers: int) -> None:
    tables = Tables(await open_store(folder), limits=False)
    try:
        for player in PEOPLE:
            await tables.store.put_player(player, player, 1)
        known = tables.games["redux-core"]
        seats = known.seats(options_from(known.options_type, {}))
        clock = requests.Clock(kind="bank", minutes=600, at_zero="vote")
        places: dict[str, Any] = {s: "human" if s != seats[0] else "open" for s in seats}
        asked = requests.NewMatch(game="redux-core", seats=places, clock=clock)
        match = await matches.create(tables, "p_ann", asked)
        await commands.carry_out(tables, commands.Claim(match, "p_bob", "Bob", seats[0]))
        table, chance = await tables.find(match), random.Random(3)
        for n in range(answers):
            d = table.match.decision
            assert d is not None
            player = "p_bob" if d.seat == seats[0] else "p_ann"
            command = commands.Play(match, player, table.row.seq, str(chance.choice(d.actions)))
            await commands.carry_out(tables, command)
            if n % 7 == 3 and table.person(d.seat) == player:
                undo = commands.Undo(match, player, table.row.seq, d.seat)
                try:
                    await commands.carry_out(tables, undo)
                except Exception as refused:
                    assert "cannot undo" in str(refused)
            await _compare(table)
    finally:
        await tables.stop()


async def _compare(table: Table) -> None:
    assert await table.store.match(table.id) == table.row
    assert table.asked == Asked.now(table.match)


def test_the_stored_row_and_the_known_question_are_those_in_play(tmp_path: Path) -> None:
    asyncio.run(_played(tmp_path, 120))


def test_a_long_log_is_written_in_parts_and_whole(tmp_path: Path) -> None:
    async def written() -> tuple[list[EntryRow], SnapshotRow | None, int]:
        tables = Tables(await open_store(tmp_path), limits=False)
        try:
            game = tables.games["redux-core"]
            match = Match(game, options_from(game.options_type, {}), 1)
            row = matches._row(tables, match, "p_ann", "Long")
            units = 0
            write = tables.store.database.write

            async def counted(*unit: Statement) -> bool:
                nonlocal units
                units += 1
                return await write(*unit)

            tables.store.database.write = counted  # type: ignore[method-assign]
            *earlier, last = map(unpack_part, _packed(log, kept))
            await tables.store.create(row, [], last, earlier=earlier)
            found = await tables.store.entries(row.id)
            return found, await tables.store.snapshot(row.id, 700), units
        finally:
            await tables.stop()

    log = [EntryRow(n, n, "play", "north", "end", "End", "turn", 0, 0, n, b"[]") for n in range(1203)]
    kept = [SnapshotRow(n, n, b"%d" % n) for n in range(0, 1203, 40)]
    found, position, units = asyncio.run(written())

    assert (found, position) == (log, SnapshotRow(680, 680, b"680"))
    assert units == 14, "a note that it is not whole yet, the parts, and the match itself"
