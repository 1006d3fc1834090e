"""The shapes of who somebody is, of the server's health, and of refusals."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from albion.server.responses.clauses import ClauseText
from albion.server.responses.table import Table

Json = dict[str, Any]


class Me(Struct, frozen=True):
    """Who I am."""

    player: str | None
    name: str | None


class NewMe(Struct, frozen=True):
    """Who I am now, with the token that proves it."""

    player: str
    name: str
    token: str


class SigningKey(Struct, frozen=True):
    """The public key with which this server signs records."""

    algorithm: str
    key: str


class Session(Struct, frozen=True):
    """A signed-in browser or program."""

    id: str
    created: str
    seen: str
    expires: str
    agent: str
    you: bool
    """Whether it is the one that asks."""


class SessionList(Struct, frozen=True):
    """Where I am signed in."""

    sessions: list[Session]


class Recovery(Struct, frozen=True):
    """A code and link for signing in again; shown once."""

    code: str
    link: str


class PasskeyOptions(Struct, frozen=True):
    """What the browser needs to make or show a passkey, and the state to send back with it."""

    options: Json
    state: str


class Passkey(Struct, frozen=True):
    """A key that one of my devices keeps."""

    id: str
    name: str
    created: str


class PasskeyList(Struct, frozen=True):
    """My passkeys."""

    passkeys: list[Passkey]


class Check(Struct, frozen=True):
    """The result of one check."""

    ok: bool
    text: str


class Health(Struct, frozen=True):
    """How the server is: database, disk, bots, queue."""

    ok: bool
    version: str
    checks: dict[str, Check]


class Error(Struct, frozen=True, kw_only=True):
    """A refusal; nothing has changed."""

    error: str
    message: str
    cite: list[str]
    clauses: list[ClauseText]
    table: Table | UnsetType = UNSET
    """With `stale`: the current table."""
    answer: int | UnsetType = UNSET
    """With a plan: which of its answers was refused, counted from 1."""
