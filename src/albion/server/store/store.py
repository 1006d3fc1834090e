"""Matches, seats, logs and players in a database; every statement stands once, for both kinds of database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter

from albion.server.store.database import Database, Statement, marks
from albion.server.store.lists import EITHER, MATCH, Lists
from albion.server.store.outbox import put_note
from albion.server.store.rows import (
    ChangeRows,
    EntryRow,
    Head,
    LogPart,
    MatchRow,
    SeatRow,
    SnapshotRow,
)
from albion.server.store.talk import LAST_LINE, PUT_LINE, Talk

_SEAT = ", ".join(SeatRow._fields)
_ENTRY = ", ".join(EntryRow._fields)


_PUT_ENTRY = f"INSERT INTO entries (match, {_ENTRY}) VALUES ({marks(1 + len(EntryRow._fields))})"
_ROWS = 50
"""Lines of a log that are written by one statement: a long log would otherwise keep everybody's commits waiting."""
_BREATH = 0.01
"""Seconds between two commits of a log's parts, in which others' go to the disk."""
_READ = 300
"""Lines of a log that are read in one go."""
_WIDTH = 1 + len(EntryRow._fields)
_PUT_ENTRIES = f"INSERT INTO entries (match, {_ENTRY}) VALUES " + ", ".join(
    f"({marks(_WIDTH, 1 + row * _WIDTH)})" for row in range(_ROWS)
)
_PUT_SNAPSHOT = "INSERT INTO snapshots (match, seq, n, state) VALUES ($1, $2, $3, $4)"
_ANSWERED = ("seq", "n", "status", "turn", "since", "changed")
"""What every answer changes of a match's row."""
_SELDOM = (
    *("outcome", "rev", "title", "public", "proposal", "chance", "version", "migrated", "orders"),
    *("clock", "due", "remind", "rated", "watch", "names"),
)
"""What a command may change besides: most answers do not, and to write it again would renew indexes in vain."""
_answered, _seldom = attrgetter(*_ANSWERED), attrgetter(*_SELDOM)


def _update(fields: Iterable[str]) -> str:
    new = ", ".join(f"{name} = ${k}" for k, name in enumerate(fields, start=4))
    return f"UPDATE matches SET {new} WHERE id = $1 AND seq = $2 AND rev = $3"


_PUT_ANSWERED, _PUT_CHANGE = _update(_ANSWERED), _update((*_ANSWERED, *_SELDOM))
_PUT_SEAT = f"INSERT INTO seats (match, place, {_SEAT}) VALUES ({marks(2 + len(SeatRow._fields))})"
_CHANGE_SEAT = "UPDATE seats SET kind = $3, player = $4, bot = $5, invite = $6 WHERE match = $1 AND seat = $2"
_PUT_DRAFT = "INSERT INTO drafts (match, since) VALUES ($1, $2)"
_END_DRAFT = "DELETE FROM drafts WHERE match = $1"
_PUT_SITTING = (
    "INSERT INTO sittings (match, seat, player, since) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
)


def _sittings(match: MatchRow, seats: Iterable[SeatRow]) -> list[Statement]:
    return [Statement(_PUT_SITTING, (match.id, s.seat, s.player, match.changed)) for s in seats if s.player]


def _log(match: str, part: LogPart) -> Iterator[Statement]:
    """A part of a log, most of it many lines at a time."""
    entries = part.entries
    together = len(entries) // _ROWS * _ROWS
    for first in range(0, together, _ROWS):
        rows = entries[first : first + _ROWS]
        yield Statement(_PUT_ENTRIES, tuple(chain.from_iterable([(match, *entry) for entry in rows])))
    for entry in entries[together:]:
        yield Statement(_PUT_ENTRY, (match, *entry))
    for snapshot in part.snapshots:
        yield Statement(_PUT_SNAPSHOT, (match, *snapshot))


class Store:
    """The questions and commands of the server, over either database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.lists = Lists(database)
        self.talk = Talk(database)

    # matches

    async def create(
        self,
        match: MatchRow,
        seats: Sequence[SeatRow],
        log: LogPart,
        unless_done: Statement | None = None,
        earlier: Iterable[LogPart] = (),
    ) -> bool:
        """Write down a new match, whole; False, and nothing done, if `unless_done` changes no row.

        `earlier`: parts of a long log before its last one, written before the match they belong to; between them others' commits
        have their turn.
        """
        drafted = False
        for part in earlier:
            if not drafted:
                await self.database.write(Statement(_PUT_DRAFT, (match.id, match.created)))
                drafted = True
            await self.database.write(*_log(match.id, part))
            await asyncio.sleep(_BREATH)
        unit = [] if unless_done is None else [unless_done]
        unit += [Statement(f"INSERT INTO matches ({MATCH}) VALUES ({marks(len(match))})", tuple(match))]
        unit += [Statement(_PUT_SEAT, (match.id, place, *seat)) for place, seat in enumerate(seats)]
        unit += _sittings(match, seats)
        unit += _log(match.id, log)
        unit += [Statement(_END_DRAFT, (match.id,))] if drafted else []
        return await self.database.write(*unit)

    async def forget_drafts(self, before: int) -> None:
        """Delete what is left of matches that nobody finished writing, begun before that moment."""
        sql = "SELECT match FROM drafts WHERE since < $1"
        for (match,) in await self.database.fetch(sql, before):
            orphans = "DELETE FROM {} WHERE match = $1 AND match NOT IN (SELECT id FROM matches)"
            parts = (Statement(orphans.format(table), (match,)) for table in ("entries", "snapshots"))
            await self.database.write(Statement(_END_DRAFT, (match,)), *parts)

    async def imported(self, player: str) -> tuple[int, int]:
        """How many imported matches a player keeps, and how many bytes their logs and positions take."""
        rows = await self.database.fetch(
            "SELECT COUNT(*), COALESCE(SUM("
            " (SELECT COALESCE(SUM(LENGTH(e.events)), 0) FROM entries e WHERE e.match = m.id) +"
            " (SELECT COALESCE(SUM(LENGTH(s.state)), 0) FROM snapshots s WHERE s.match = m.id)), 0)"
            " FROM matches m WHERE m.creator = $1 AND m.origin = 'import'",
            player,
        )
        return int(rows[0][0]), int(rows[0][1])

    async def match(self, match: str) -> MatchRow | None:
        """The match of that id."""
        return (await self.matches([match])).get(match)

    async def matches(self, matches: Sequence[str]) -> dict[str, MatchRow]:
        """The matches of these ids, as far as there are any."""
        if not matches:
            return {}
        sql = f"SELECT {MATCH} FROM matches WHERE id IN ({marks(len(matches))})"
        rows = (MatchRow(*row) for row in await self.database.fetch(sql, *matches))
        return {row.id: row for row in rows}

    async def onlookers(self, match: str) -> set[str] | None:
        """Who may look at a match because it is theirs; None: everybody may."""
        rows = await self.database.fetch(
            "SELECT public, creator FROM matches WHERE id = $1"
            " UNION ALL SELECT 0, player FROM seats WHERE match = $1 AND player IS NOT NULL",
            match,
        )
        return None if any(public for public, _ in rows) else {player for _, player in rows}

    async def watched(self, watch: str) -> str | None:
        """The match a spectator link leads to."""
        rows = await self.database.fetch("SELECT id FROM matches WHERE watch = $1", watch)
        return rows[0][0] if rows else None

    async def delete(self, match: str, rev: int) -> bool:
        """Forget a match and all that belongs to it; False, and nothing done, if its seats are not as the caller knew them."""
        tables = ("seats", "sittings", "entries", "snapshots", "chat", "notes", "outbox")
        return await self.database.write(
            Statement("DELETE FROM matches WHERE id = $1 AND rev = $2", (match, rev)),
            *(Statement(f"DELETE FROM {table} WHERE match = $1", (match,)) for table in tables),
            *self.database.notice(match),
        )

    async def head(self, match: str) -> Head | None:
        """How far one match has come."""
        return (await self.heads([match])).get(match)

    async def heads(self, matches: Iterable[str]) -> dict[str, Head]:
        """How far these matches have come."""
        ids = tuple(matches)
        if not ids:
            return {}
        rows = await self.database.fetch(
            f"SELECT m.id, m.seq, m.rev, {LAST_LINE} FROM matches m WHERE id IN ({marks(len(ids))})",
            *ids,
        )
        return {id: Head(seq, rev, chat) for id, seq, rev, chat in rows}

    async def bot_turns(self, before: int, after: int | None = None) -> list[str]:
        """Running matches in which a bot was asked before one moment, or after another, if the clock was ahead then."""
        rows = await self.database.fetch(
            "SELECT m.id FROM matches m JOIN seats s ON s.match = m.id AND s.seat = m.turn"
            f" WHERE {EITHER} AND m.status = 'running' AND s.kind = 'bot' AND (m.changed < $1 OR m.changed > $2)",
            before,
            before if after is None else after,
        )
        return [id for (id,) in rows]

    async def ordered_turns(self, since: int, before: int) -> list[str]:
        """Running matches changed between two moments in which the seat to answer has standing orders."""
        rows = await self.database.fetch(
            f"SELECT id FROM matches m WHERE {EITHER} AND status = 'running' AND changed >= $1 AND changed < $2"
            " AND orders <> '{}' AND orders LIKE '%\"' || turn || '\":%'",
            since,
            before,
        )
        return [id for (id,) in rows]

    async def due(self, served: int) -> list[str]:
        """Running matches in which somebody's time is up by then."""
        sql = "SELECT id FROM matches WHERE status = 'running' AND due <= $1"
        return [id for (id,) in await self.database.fetch(sql, served)]

    async def reminders(self, served: int, now: int) -> list[tuple[str, int, str, str]]:
        """Match, moment, player and seat of those who are to be reminded by then; not while they are on holiday."""
        sql = (
            "SELECT m.id, m.remind, s.player, s.seat FROM matches m JOIN seats s ON s.match = m.id AND s.seat = m.turn"
            " WHERE m.status = 'running' AND m.remind <= $1 AND s.player IS NOT NULL AND NOT EXISTS"
            " (SELECT 1 FROM holidays h WHERE h.player = s.player AND h.begins <= $2 AND h.ends > $2)"
        )
        return [
            (id, at, player, seat) for id, at, player, seat in await self.database.fetch(sql, served, now)
        ]

    async def reminded(self, match: str, at: int, *more: Statement) -> None:
        """A reminder is on its way, written down together with what sends it."""
        sql = "UPDATE matches SET remind = NULL WHERE id = $1 AND remind = $2"
        await self.database.write(Statement(sql, (match, at)), *more)

    # the log

    async def commit(self, change: ChangeRows) -> bool:
        """Change a match; False, and nothing done, if log or seats are not as the caller knew them."""
        m, before = change.row, change.before
        values, more = (m.id, before.seq, before.rev, *_answered(m)), _seldom(m)
        known = more == _seldom(before)
        unit = [Statement(_PUT_ANSWERED, values) if known else Statement(_PUT_CHANGE, values + more)]
        unit += [Statement(_PUT_ENTRY, (m.id, *entry)) for entry in change.entries]
        if change.back_to is not None:
            forget = "DELETE FROM snapshots WHERE match = $1 AND seq > $2"
            unit.append(Statement(forget, (m.id, change.back_to)))
        if change.snapshot is not None:
            unit.append(Statement(_PUT_SNAPSHOT, (m.id, *change.snapshot)))
        unit += [
            Statement(_CHANGE_SEAT, (m.id, s.seat, s.kind, s.player, s.bot, s.invite)) for s in change.seats
        ]
        unit += _sittings(m, change.seats)
        unit += [Statement(PUT_LINE, (m.id, "", m.changed, text, "notice")) for text in change.notices]
        unit += [put_note(note) for note in change.notes]
        return await self.database.write(*unit, *self.database.notice(m.id))

    async def entries(self, match: str, since: int = -1) -> list[EntryRow]:
        """The log after that entry, oldest first."""
        sql = f"SELECT {_ENTRY} FROM entries WHERE match = $1 AND seq > $2 ORDER BY seq LIMIT {_READ}"
        found: list[EntryRow] = []
        while len(part := await self.database.fetch(sql, match, since)) == _READ:
            found += [EntryRow(*row) for row in part]
            since = found[-1].seq
        return found + [EntryRow(*row) for row in part]

    async def snapshot(self, match: str, seq: int) -> SnapshotRow | None:
        """The last snapshot taken at that entry or before."""
        sql = "SELECT seq, n, state FROM snapshots WHERE match = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1"
        rows = await self.database.fetch(sql, match, seq)
        return SnapshotRow(*rows[0]) if rows else None

    # seats

    async def seats(self, match: str) -> list[SeatRow]:
        """Who sits at a table, in the game's order."""
        return (await self.seats_of([match])).get(match, [])

    async def seats_of(self, matches: Sequence[str]) -> dict[str, list[SeatRow]]:
        """Who sits at these tables."""
        found: dict[str, list[SeatRow]] = {}
        if matches:
            wanted = marks(len(matches))
            sql = f"SELECT match, {_SEAT} FROM seats WHERE match IN ({wanted}) ORDER BY match, place"
            for match, *seat in await self.database.fetch(sql, *matches):
                found.setdefault(match, []).append(SeatRow(*seat))
        return found

    async def invited(self, invite: str) -> tuple[str, str] | None:
        """The match and seat an invite leads to."""
        rows = await self.database.fetch("SELECT match, seat FROM seats WHERE invite = $1", invite)
        return (rows[0][0], rows[0][1]) if rows else None

    async def sittings(self, match: str) -> set[tuple[str, str]]:
        """Every seat with everybody who has ever sat on it."""
        rows = await self.database.fetch("SELECT seat, player FROM sittings WHERE match = $1", match)
        return {(seat, player) for seat, player in rows}

    async def first_sittings(self, match: str) -> dict[str, str]:
        """Who was the first to sit on each seat that was ever a person's."""
        sql = "SELECT seat, player FROM sittings WHERE match = $1 ORDER BY since DESC, player DESC"
        return dict(await self.database.fetch(sql, match))

    # players

    async def put_player(self, player: str, name: str, now: int) -> None:
        """Remember a name."""
        sql = (
            "INSERT INTO players (id, name, seen) VALUES ($1, $2, $3)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen = excluded.seen"
        )
        await self.database.write(Statement(sql, (player, name, now)))

    async def rename_player(self, player: str, name: str, notice: str, now: int) -> list[str]:
        """Change a name, and say so in every running match where the player sits: these matches."""
        sql = (
            "SELECT DISTINCT m.id FROM matches m JOIN seats s ON s.match = m.id"
            " WHERE s.player = $1 AND m.status = 'running' AND m.sandbox = 0"
        )
        matches = [id for (id,) in await self.database.fetch(sql, player)]
        unit = [Statement("UPDATE players SET name = $2, seen = $3 WHERE id = $1", (player, name, now))]
        for match in matches:
            unit.append(Statement("UPDATE matches SET rev = rev + 1 WHERE id = $1", (match,)))
            unit.append(Statement(PUT_LINE, (match, "", now, notice, "notice")))
            unit += self.database.notice(match)
        await self.database.write(*unit)
        return matches

    async def touch_player(self, player: str, now: int) -> None:
        """Remember that a player was here."""
        await self.database.write(Statement("UPDATE players SET seen = $2 WHERE id = $1", (player, now)))

    async def players(self, ids: Iterable[str]) -> dict[str, tuple[str, int]]:
        """Name and last moment seen of these players."""
        wanted = tuple(sorted(set(ids)))
        if not wanted:
            return {}
        sql = f"SELECT id, name, seen FROM players WHERE id IN ({marks(len(wanted))})"
        return {id: (name, seen) for id, name, seen in await self.database.fetch(sql, *wanted)}

    # settings

    async def beat(self, now: int) -> None:
        """Write something, to know that it can be done."""
        sql = (
            "INSERT INTO settings (name, value) VALUES ('heartbeat', $1)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        )
        await self.database.write(Statement(sql, (str(now),)))

    async def setting(self, name: str, fresh: str) -> str:
        """A value kept for all processes; the first to ask sets it."""
        sql = "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self.database.write(Statement(sql, (name, fresh)))
        rows = await self.database.fetch("SELECT value FROM settings WHERE name = $1", name)
        value: str = rows[0][0]
        return value
