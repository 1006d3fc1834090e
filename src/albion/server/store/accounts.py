"""Sessions, recovery codes and passkeys in the database."""

from __future__ import annotations

from typing import NamedTuple

from albion.server.store.database import Database, Statement


class SessionRow(NamedTuple):
    """One signed-in browser or program."""

    id: str
    player: str
    created: int
    seen: int
    expires: int
    agent: str
    """What it calls itself."""


class PasskeyRow(NamedTuple):
    """A key that a player's device keeps."""

    id: str
    player: str
    public_key: bytes
    uses: int
    name: str
    created: int


_SESSION = ", ".join(SessionRow._fields)
_PASSKEY = ", ".join(PasskeyRow._fields)


class Accounts:
    """Everything by which a player comes back."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put_session(self, row: SessionRow) -> None:
        """Begin a session."""
        sql = f"INSERT INTO sessions ({_SESSION}) VALUES ($1, $2, $3, $4, $5, $6)"
        await self._database.write(Statement(sql, tuple(row)))

    async def session(self, id: str) -> SessionRow | None:
        """The session of that id."""
        rows = await self._database.fetch(f"SELECT {_SESSION} FROM sessions WHERE id = $1", id)
        return SessionRow(*rows[0]) if rows else None

    async def sessions(self, player: str) -> list[SessionRow]:
        """A player's sessions, the one used last first."""
        sql = f"SELECT {_SESSION} FROM sessions WHERE player = $1 ORDER BY seen DESC"
        return [SessionRow(*row) for row in await self._database.fetch(sql, player)]

    async def touch_session(self, id: str, now: int, expires: int) -> None:
        """A session was used, and so lasts longer."""
        sql = "UPDATE sessions SET seen = $2, expires = $3 WHERE id = $1"
        await self._database.write(Statement(sql, (id, now, expires)))

    async def end_session(self, player: str, id: str) -> bool:
        """End one of the player's sessions; False if there is none."""
        return await self._database.write(
            Statement("DELETE FROM sessions WHERE id = $1 AND player = $2", (id, player))
        )

    async def forget_expired(self, now: int) -> None:
        """Remove sessions that ended by themselves, and challenges that no longer count."""
        await self._database.write(Statement("DELETE FROM sessions WHERE expires < $1", (now,)))
        await self._database.write(Statement("DELETE FROM spent WHERE expires < $1", (now,)))

    async def spend(self, hash: str, expires: int) -> bool:
        """Use up what may be used once; False if it has been."""
        sql = "INSERT INTO spent (hash, expires) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        return await self._database.write(Statement(sql, (hash, expires)))

    async def put_recovery(self, player: str, hash: str, now: int) -> None:
        """A player's recovery code, instead of an older one."""
        sql = (
            "INSERT INTO recoveries (hash, player, created) VALUES ($1, $2, $3)"
            " ON CONFLICT (player) DO UPDATE SET hash = excluded.hash, created = excluded.created"
        )
        await self._database.write(Statement(sql, (hash, player, now)))

    async def recovered(self, hash: str) -> str | None:
        """The player whose recovery code it is."""
        rows = await self._database.fetch("SELECT player FROM recoveries WHERE hash = $1", hash)
        return rows[0][0] if rows else None

    async def put_passkey(self, row: PasskeyRow) -> None:
        """Remember a key."""
        sql = f"INSERT INTO passkeys ({_PASSKEY}) VALUES ($1, $2, $3, $4, $5, $6)"
        await self._database.write(Statement(sql, tuple(row)))

    async def passkey(self, id: str) -> PasskeyRow | None:
        """The key of that id."""
        rows = await self._database.fetch(f"SELECT {_PASSKEY} FROM passkeys WHERE id = $1", id)
        return PasskeyRow(*rows[0]) if rows else None

    async def passkeys(self, player: str) -> list[PasskeyRow]:
        """A player's keys."""
        sql = f"SELECT {_PASSKEY} FROM passkeys WHERE player = $1 ORDER BY created"
        return [PasskeyRow(*row) for row in await self._database.fetch(sql, player)]

    async def used_passkey(self, row: PasskeyRow, uses: int) -> bool:
        """A key was used; False if it was used elsewhere at the same moment."""
        sql = "UPDATE passkeys SET uses = $2 WHERE id = $1 AND uses = $3"
        return await self._database.write(Statement(sql, (row.id, uses, row.uses)))

    async def forget_passkey(self, player: str, id: str) -> bool:
        """Remove one of the player's keys; False if there is none."""
        return await self._database.write(
            Statement("DELETE FROM passkeys WHERE id = $1 AND player = $2", (id, player))
        )
