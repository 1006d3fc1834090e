"""Events in the database: who takes part, and the tables of each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from albion.server.pairings import Kind
from albion.server.store.database import Database, Statement
from albion.server.store.rows import Pace

Status = Literal["open", "running", "over"]


class EventRow(NamedTuple):
    """An event: one game, some rounds."""

    id: str
    title: str
    creator: str
    game: str
    options: str
    kind: Kind
    pace: Pace
    clock: str
    """As a request tells it, as JSON; '': none."""
    rounds: int
    """0 until it begins, if its creator left it to us."""
    round: int
    status: Status
    created: int


class EntrantRow(NamedTuple):
    """Somebody who takes part."""

    player: str
    joined: int
    gone: int
    """Withdrawn after the beginning: sits at no further table."""
    missed: int = 0
    """Rounds seated while the player had withdrawn, which bring no points."""


class TableRow(NamedTuple):
    """One table of a round."""

    round: int
    match: str
    chairs: dict[str, str]
    """The player on each seat."""
    seated: int = 0
    """Whether the match has been made; until then the row is what is to be done."""


_EVENT = ", ".join(EventRow._fields)
_MARKS = ", ".join(f"${n}" for n in range(1, len(EventRow._fields) + 1))


class Events:
    """All events."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, row: EventRow) -> None:
        """Announce an event; its creator takes part."""
        await self._database.write(
            Statement(f"INSERT INTO events ({_EVENT}) VALUES ({_MARKS})", tuple(row)),
            _joining(row.id, row.creator, row.created),
        )

    async def event(self, id: str) -> EventRow | None:
        """The event of that id."""
        rows = await self._database.fetch(f"SELECT {_EVENT} FROM events WHERE id = $1", id)
        return EventRow(*rows[0]) if rows else None

    async def listed(self, limit: int) -> list[EventRow]:
        """Open events first, then running ones, then those that are over; the newest of each first."""
        order = "CASE status WHEN 'open' THEN 0 WHEN 'running' THEN 1 ELSE 2 END, created DESC"
        rows = await self._database.fetch(f"SELECT {_EVENT} FROM events ORDER BY {order} LIMIT $1", limit)
        return [EventRow(*row) for row in rows]

    async def running(self) -> list[EventRow]:
        """Events in progress."""
        rows = await self._database.fetch(f"SELECT {_EVENT} FROM events WHERE status = $1", "running")
        return [EventRow(*row) for row in rows]

    async def entrants(self, event: str) -> list[EntrantRow]:
        """Everybody who takes part, in the order in which they joined."""
        sql = (
            "SELECT player, joined, gone, missed FROM event_players WHERE event = $1 ORDER BY joined, player"
        )
        return [EntrantRow(*row) for row in await self._database.fetch(sql, event)]

    async def join(self, event: str, player: str, now: int, status: Status) -> bool:
        """Take part; False, and nothing done, if the event is no longer at that stage."""
        return await self._database.write(_still(event, status), _joining(event, player, now))

    async def leave(self, event: str, player: str, status: Status) -> bool:
        """Take part no more; after the beginning the tables played still count. False if it is no longer at that stage."""
        sql = (
            "DELETE FROM event_players WHERE event = $1 AND player = $2"
            if status == "open"
            else "UPDATE event_players SET gone = 1 WHERE event = $1 AND player = $2"
        )
        return await self._database.write(_still(event, status), Statement(sql, (event, player)))

    async def advance(
        self,
        before: EventRow,
        after: EventRow,
        tables: Sequence[TableRow] = (),
        missing: Sequence[str] = (),
        entrants: Sequence[str] = (),
    ) -> bool:
        """Bring an event further, with the tables to be seated; False, and nothing done, if another process was first.

        `missing`: who had withdrawn when they were planned; `entrants`: who must still take part, and nobody else, if told.
        """
        sql = "UPDATE events SET rounds = $4, round = $5, status = $6 WHERE id = $1 AND round = $2 AND status = $3"
        values = (before.id, before.round, before.status, after.rounds, after.round, after.status, *entrants)
        if entrants:
            marks = ", ".join(f"${n}" for n in range(7, 7 + len(entrants)))
            count = "(SELECT COUNT(*) FROM event_players WHERE event = $1"
            sql += f" AND {count}) = {len(entrants)} AND {count} AND player IN ({marks})) = {len(entrants)}"
        missed = "UPDATE event_players SET missed = missed + 1 WHERE event = $1 AND player = $2"
        put = "INSERT INTO event_tables (event, round, match, chairs, seated) VALUES ($1, $2, $3, $4, 0)"
        return await self._database.write(
            Statement(sql, values),
            *(
                Statement(put, (before.id, t.round, t.match, msgspec.json.encode(t.chairs).decode()))
                for t in tables
            ),
            *(Statement(missed, (before.id, player)) for player in missing),
        )

    async def tables(self, event: str) -> list[TableRow]:
        """Every table so far, by round."""
        sql = "SELECT round, match, chairs, seated FROM event_tables WHERE event = $1 ORDER BY round, match"
        rows = await self._database.fetch(sql, event)
        return [
            TableRow(round, match, msgspec.json.decode(chairs), seated)
            for round, match, chairs, seated in rows
        ]


def seating(event: str, match: str) -> Statement:
    """Marks a table as seated, in the same unit as its match is made: changes nothing if that was done already."""
    sql = "UPDATE event_tables SET seated = 1 WHERE event = $1 AND match = $2 AND seated = 0"
    return Statement(sql, (event, match))


def _still(event: str, status: Status) -> Statement:
    """Changes nothing but holds the event at a stage; no row is changed if it has gone on."""
    return Statement("UPDATE events SET status = status WHERE id = $1 AND status = $2", (event, status))


def _joining(event: str, player: str, now: int) -> Statement:
    sql = (
        "INSERT INTO event_players (event, player, joined, gone) VALUES ($1, $2, $3, 0)"
        " ON CONFLICT (event, player) DO UPDATE SET gone = 0"
    )
    return Statement(sql, (event, player, now))
