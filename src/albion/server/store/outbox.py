"""Where players want to be told, and what is still to be sent: written with the change that caused it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from albion.server.store.database import Database, Statement

ChannelKind = Literal["push", "email", "apprise"]
NoteKind = Literal["turn", "reminder", "nudge", "over"]


class ChannelRow(NamedTuple):
    """One way to reach a player."""

    id: str
    player: str
    kind: ChannelKind
    address: str
    """An e-mail address, an Apprise address, or a push subscription as JSON."""
    origin: str
    """How the player reaches this server, for links."""
    confirmed: int
    created: int


class QuietRow(NamedTuple):
    """When a player wants to hear nothing, and how long to gather what there is to tell."""

    player: str
    begins: int
    """Minutes after midnight; equal to `ends`: never quiet."""
    ends: int
    zone: str
    wait: int
    """Minutes from the first message until it is sent."""


class OutboxRow(NamedTuple):
    """Something to be sent by one channel."""

    id: int
    channel: str
    player: str
    key: str
    """What it is about; each key is sent to a channel once."""
    kind: NoteKind
    match: str
    seat: str
    created: int
    due: int
    lease: int
    """Until when somebody is sending it."""
    tries: int
    handed: int
    """How often it was handed over to a service that cannot recognise a repetition, and nobody noted what became of it."""


class Note(NamedTuple):
    """Something a player is to be told, by every channel there is."""

    key: str
    player: str
    kind: NoteKind
    match: str
    seat: str
    now: int


_CHANNEL = ", ".join(ChannelRow._fields)
_OUTBOX = ", ".join(OutboxRow._fields)
DEFAULT_WAIT = 2
_FOR_EVER = 2**62
"""The lease of what was handed over: it is never free to be sent again."""


def _marks(count: int, first: int = 1) -> str:
    return ", ".join(f"${n}" for n in range(first, first + count))


def put_note(note: Note) -> Statement:
    """Put something into the outbox of each of a player's channels; of a key already there nothing is added."""
    sql = (
        "INSERT INTO outbox (channel, player, key, kind, match, seat, created, due, lease, tries)"
        " SELECT c.id, c.player, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT),"
        " CAST($6 AS BIGINT), CAST($6 AS BIGINT) + 60000 * COALESCE(q.wait, CAST($7 AS INTEGER)), 0, 0"
        " FROM channels c LEFT JOIN quiet_times q ON q.player = c.player"
        " WHERE c.player = $1 AND c.confirmed = 1 ON CONFLICT DO NOTHING"
    )
    values = (note.player, note.key, note.kind, note.match, note.seat, note.now, DEFAULT_WAIT)
    return Statement(sql, values)


class Outbox:
    """Channels, quiet times and what waits to be sent."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # channels

    async def channels(self, player: str) -> list[ChannelRow]:
        """A player's channels."""
        sql = f"SELECT {_CHANNEL} FROM channels WHERE player = $1 ORDER BY created"
        return [ChannelRow(*row) for row in await self._database.fetch(sql, player)]

    async def channel(self, id: str) -> ChannelRow | None:
        """The channel of that id."""
        rows = await self._database.fetch(f"SELECT {_CHANNEL} FROM channels WHERE id = $1", id)
        return ChannelRow(*rows[0]) if rows else None

    async def by_address(self, address: str) -> ChannelRow | None:
        """The confirmed e-mail channel of that address, the oldest if several players share it."""
        sql = (
            f"SELECT {_CHANNEL} FROM channels WHERE address = $1 AND kind = 'email' AND confirmed = 1"
            " ORDER BY created LIMIT 1"
        )
        rows = await self._database.fetch(sql, address)
        return ChannelRow(*rows[0]) if rows else None

    async def add_channel(self, row: ChannelRow) -> None:
        """Add a notification channel; one that exists already is unchanged."""
        sql = f"INSERT INTO channels ({_CHANNEL}) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING"
        await self._database.write(Statement(sql, tuple(row)))

    async def remove_channel(self, player: str, id: str) -> bool:
        """Forget a channel and what it was to be told; False if there is none."""
        return await self._database.write(
            Statement("DELETE FROM channels WHERE id = $1 AND player = $2", (id, player)),
            Statement("DELETE FROM outbox WHERE channel = $1", (id,)),
            Statement("DELETE FROM mail_tokens WHERE channel = $1", (id,)),
        )

    async def quiet(self, players: Iterable[str]) -> dict[str, QuietRow]:
        """The quiet times of these players."""
        wanted = tuple(sorted(set(players)))
        if not wanted:
            return {}
        marks = _marks(len(wanted))
        sql = f"SELECT player, begins, ends, zone, wait FROM quiet_times WHERE player IN ({marks})"
        return {row[0]: QuietRow(*row) for row in await self._database.fetch(sql, *wanted)}

    async def put_quiet(self, row: QuietRow) -> None:
        """Keep a player's quiet time."""
        sql = (
            "INSERT INTO quiet_times (player, begins, ends, zone, wait) VALUES ($1, $2, $3, $4, $5)"
            " ON CONFLICT (player) DO UPDATE SET begins = excluded.begins, ends = excluded.ends,"
            " zone = excluded.zone, wait = excluded.wait"
        )
        await self._database.write(Statement(sql, tuple(row)))

    # sending

    async def waiting(self, now: int, limit: int = 200) -> list[OutboxRow]:
        """The unsent messages of channels that have something due: they are sent together."""
        sql = (
            f"SELECT {_OUTBOX} FROM outbox WHERE lease <= $1"
            " AND channel IN (SELECT channel FROM outbox WHERE due <= $1) ORDER BY due LIMIT $2"
        )
        return [OutboxRow(*row) for row in await self._database.fetch(sql, now, limit)]

    async def claim(self, row: OutboxRow, now: int, until: int) -> bool:
        """Take something to send it; False if another process has taken it."""
        sql = "UPDATE outbox SET lease = $3 WHERE id = $1 AND lease <= $2"
        return await self._database.write(Statement(sql, (row.id, now, until)))

    async def handed_over(self, rows: Sequence[OutboxRow]) -> None:
        """It is about to be taken: should this process die now, nobody sends it again."""
        marks = _marks(len(rows), 2)
        sql = f"UPDATE outbox SET lease = $1 WHERE id IN ({marks})"
        await self._database.write(Statement(sql, (_FOR_EVER, *(r.id for r in rows))))

    async def handed_over_once(self, rows: Sequence[OutboxRow]) -> None:
        """It is about to be taken: should this process die now, it is sent once more after the lease, and says so."""
        marks = _marks(len(rows))
        sql = f"UPDATE outbox SET handed = handed + 1 WHERE id IN ({marks})"
        await self._database.write(Statement(sql, tuple(r.id for r in rows)))

    async def forget_handed_over(self, before: int) -> None:
        """Strike out what processes that died had handed over."""
        sql = "DELETE FROM outbox WHERE lease = $1 AND due < $2"
        await self._database.write(Statement(sql, (_FOR_EVER, before)))

    async def done(self, rows: Sequence[OutboxRow]) -> None:
        """It was sent, or there is no need any more."""
        marks = _marks(len(rows))
        await self._database.write(
            Statement(f"DELETE FROM outbox WHERE id IN ({marks})", tuple(r.id for r in rows))
        )

    async def keep_quiet(self, rows: Sequence[OutboxRow], until: int) -> None:
        """Not now; whatever became of an earlier attempt is still unknown."""
        marks = _marks(len(rows), 2)
        sql = f"UPDATE outbox SET due = $1 WHERE id IN ({marks})"
        await self._database.write(Statement(sql, (until, *(r.id for r in rows))))

    async def give_back(self, rows: Sequence[OutboxRow], due: int) -> None:
        """Taken, but not to be sent before then; whatever became of an earlier attempt is still unknown."""
        marks = _marks(len(rows), 2)
        sql = f"UPDATE outbox SET due = $1, lease = 0 WHERE id IN ({marks})"
        await self._database.write(Statement(sql, (due, *(r.id for r in rows))))

    async def put_off(self, rows: Sequence[OutboxRow], due: int, tries: int) -> None:
        """It was not taken: try again later."""
        marks = _marks(len(rows), 3)
        sql = f"UPDATE outbox SET due = $1, lease = 0, tries = $2, handed = 0 WHERE id IN ({marks})"
        await self._database.write(Statement(sql, (due, tries, *(r.id for r in rows))))

    # links sent by mail

    async def put_token(self, hash: str, channel: str, purpose: str, expires: int) -> None:
        """A link that works once."""
        sql = "INSERT INTO mail_tokens (hash, channel, purpose, expires) VALUES ($1, $2, $3, $4)"
        await self._database.write(Statement(sql, (hash, channel, purpose, expires)))

    async def use_token(self, hash: str, purpose: str, now: int) -> ChannelRow | None:
        """The channel a link was sent to, which it proves to be read by its player; None if it no longer works."""
        sql = "SELECT channel FROM mail_tokens WHERE hash = $1 AND purpose = $2 AND expires > $3"
        rows = await self._database.fetch(sql, hash, purpose, now)
        if not rows:
            return None
        used = await self._database.write(
            Statement("DELETE FROM mail_tokens WHERE hash = $1", (hash,)),
            Statement("UPDATE channels SET confirmed = 1 WHERE id = $1", (rows[0][0],)),
            Statement("DELETE FROM mail_tokens WHERE expires < $1", (now,)),
        )
        return await self.channel(rows[0][0]) if used else None
