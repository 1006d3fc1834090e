"""Who is making a request: a name and a signed cookie; seats and spectators use unguessable links."""

from __future__ import annotations

import contextlib
import os
import secrets
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from itsdangerous import BadData, URLSafeSerializer

from albion.engine.errors import DataError
from albion.engine.signature import new_private_key, public_key
from albion.server.believed import Believed
from albion.server.clock import now_ms
from albion.server.errors import foreign, unknown
from albion.server.sessions import LASTS, Sessions
from albion.server.store import Store

COOKIE = "albion"
COOKIE_AGE = LASTS // 1000


class Player(NamedTuple):
    """Somebody with a name."""

    id: str
    name: str
    session: str = ""
    """By which session."""


def new_player_id() -> str:
    """An id nobody can guess."""
    return f"p_{secrets.token_urlsafe(16)}"


def new_match_id() -> str:
    """An id that tells neither when a match was made nor how many there are."""
    return f"m_{secrets.token_urlsafe(12)}"


def new_link() -> str:
    """The secret part of an invite or spectator link."""
    return secrets.token_urlsafe(18)


def new_seed() -> int:
    """What decides all chance of a match: 160 bits from the system."""
    return secrets.randbits(160)


class Identity:
    """Makes and checks the signed tokens."""

    def __init__(self, secret: str, store: Store, sessions: Sessions) -> None:
        self._signer = URLSafeSerializer(secret, salt="albion-player")
        self._store = store
        self._sessions = sessions
        self._names: Believed[str] = Believed()
        """What players are called: another process may have renamed them."""

    def token(self, session: str) -> str:
        """The signed token that a browser keeps as its cookie."""
        text = self._signer.dumps(session)
        return text if isinstance(text, str) else text.decode()

    async def sign_in(self, player: str, agent: str) -> Player:
        """A new session of a known player."""
        name = await self._name(player)
        if name is None:
            raise unknown("player")
        session = await self._sessions.begin(player, agent)
        return Player(player, name, session.id)

    async def new_recovery(self, player: str) -> str:
        """A code by which the player comes back from anywhere; only its hash is kept."""
        code = "-".join(secrets.token_hex(3) for _ in range(5))
        await self._sessions.accounts.put_recovery(player, _hash(code), now_ms())
        return code

    async def recover(self, code: str, agent: str) -> Player:
        """Sign in by a recovery code."""
        player = await self._sessions.accounts.recovered(_hash(code))
        if player is None:
            raise foreign("this recovery code is unknown, or has been replaced by a newer one")
        return await self.sign_in(player, agent)

    def session(self, cookie: str | None, bearer: str | None) -> str | None:
        """Whose share of the server's time a request uses: its session by the signature alone, whether it lasts or not."""
        return self._read(bearer) if bearer is not None else self._read(cookie)

    async def player(self, cookie: str | None, bearer: str | None) -> Player | None:
        """Who holds this cookie or token; a bad cookie is nobody, a bad token is refused."""
        id = self.session(cookie, bearer)
        session = await self._sessions.find(id) if id is not None else None
        name = await self._name(session.player) if session is not None else None
        if session is None or name is None:
            if bearer is not None:
                raise foreign("the token is unknown to this server, or has expired")
            return None
        return Player(session.player, name, session.id)

    async def new_player(self, name: str, agent: str) -> Player:
        """Create a player with that name, and a session."""
        id = new_player_id()
        await self._store.put_player(id, name, now_ms())
        return await self.sign_in(id, agent)

    async def rename(self, player: Player, name: str) -> list[str]:
        """A new name for a player; the matches in which the others have been told."""
        if name == player.name:
            return []
        self._names.forget(player.id)
        told = f"{player.name} is called {name} from now on."
        return await self._store.rename_player(player.id, name, told, now_ms())

    def _read(self, token: str | None) -> str | None:
        if not token or len(token) > 200:
            return None
        try:
            id = self._signer.loads(token)
        except BadData:
            return None
        return id if isinstance(id, str) else None

    async def _name(self, id: str) -> str | None:
        if (known := self._names.get(id)) is not None:
            return known.value
        found = await self._store.players([id])
        if id not in found:
            return None
        self._names.put(id, found[id][0])
        return found[id][0]

    def forget_old(self) -> None:
        """Drop names and sessions that are due to be read again anyway."""
        self._names.forget_old()
        self._sessions.known.forget_old()


def _hash(code: str) -> str:
    """What is kept of a recovery code: 120 random bits need no salt."""
    return sha256(b"albion recovery " + code.strip().lower().encode()).hexdigest()


async def read_secrets(data: Path | None, store: Store) -> tuple[str, str]:
    """What signs cookies, and the key that signs records, made at the first start."""
    secret = await read_secret(data, store, "secret", secrets.token_urlsafe(32))
    signing_key = await read_secret(data, store, "signing-key", new_private_key())
    public_key(signing_key)  # refused at the start if it is none, not when the first record is written
    return secret, signing_key


async def read_secret(data: Path | None, store: Store, name: str, fresh: str) -> str:
    """A secret of this server: a file beside the data, or a row for processes that share a database by URL."""
    if data is None:
        return await store.setting(name, fresh)
    path = data / name
    if not path.exists():
        # Linked when it is complete: another process that starts now, or a crash, must not meet half a secret.
        written = path.with_name(f"{name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(fresh)
        with contextlib.suppress(FileExistsError):
            os.link(written, path)
        written.unlink()
    secret = path.read_text().strip()
    if len(secret) < 32:
        raise DataError(f"{path} must contain this server's secret: delete it to create a new one")
    return secret
