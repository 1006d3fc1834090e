"""Who is asking: a name and a signed cookie; seats and spectators by unguessable links."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import NamedTuple

from itsdangerous import BadData, URLSafeSerializer

from albion.engine.errors import DataError
from albion.server.errors import foreign
from albion.server.store import Store

COOKIE = "albion"
COOKIE_AGE = 365 * 24 * 3600


class Player(NamedTuple):
    """Somebody with a name."""

    id: str
    name: str


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

    def __init__(self, secret: str, store: Store) -> None:
        self._signer = URLSafeSerializer(secret, salt="albion-player")
        self._store = store
        self._names: dict[str, str] = {}

    def token(self, player: str) -> str:
        """What the browser keeps."""
        text = self._signer.dumps(player)
        return text if isinstance(text, str) else text.decode()

    async def player(self, cookie: str | None, bearer: str | None) -> Player | None:
        """Who holds this cookie or token; a bad cookie is nobody, a bad token is refused."""
        id = self._read(bearer) if bearer is not None else self._read(cookie)
        name = await self._name(id) if id is not None else None
        if id is None or name is None:
            if bearer is not None:
                raise foreign("the token is not one of this server's")
            return None
        return Player(id, name)

    async def name_player(self, id: str | None, name: str, now: int) -> Player:
        """A new identity, or a new name for an old one."""
        player = Player(id or new_player_id(), name)
        await self._store.put_player(*player, now)
        self._names[player.id] = name
        return player

    def _read(self, token: str | None) -> str | None:
        if not token or len(token) > 200:
            return None
        try:
            id = self._signer.loads(token)
        except BadData:
            return None
        return id if isinstance(id, str) else None

    async def _name(self, id: str) -> str | None:
        if id not in self._names:
            found = await self._store.players([id])
            if id not in found:
                return None
            self._names[id] = found[id][0]
        return self._names[id]


async def read_secret(data: Path | None, store: Store, name: str, fresh: str) -> str:
    """A secret of this server: a file beside the data, or a row for processes that share a database by URL."""
    if data is None:
        return await store.setting(name, fresh)
    path = data / name
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(fresh)
    except FileExistsError:
        pass
    secret = path.read_text().strip()
    if len(secret) < 32:
        raise DataError(f"{path} must hold a secret of this server: delete it to make a new one")
    return secret
