"""Where matches are kept: SQLite in one file, or PostgreSQL by a URL."""

from __future__ import annotations

from pathlib import Path

from albion.engine.errors import DataError
from albion.server.store.database import BusyError, Database
from albion.server.store.postgres import PostgresDatabase
from albion.server.store.sqlite import SqliteDatabase
from albion.server.store.store import Store

__all__ = ["BusyError", "Store", "open_store"]


async def open_store(data: Path, url: str | None = None) -> Store:
    """The store in a folder, or at a URL if one is given, with its schema up to date."""
    database = _database(data, url)
    await database.open()
    return Store(database)


def _database(data: Path, url: str | None) -> Database:
    if url is None:
        return SqliteDatabase(data / "albion.db")
    if url.startswith("sqlite:///"):
        return SqliteDatabase(Path(url.removeprefix("sqlite:///")))
    if url.startswith(("postgresql://", "postgres://")):
        return PostgresDatabase(url)
    raise DataError(
        f"the database '{url.partition(':')[0]}:…' is not supported: expected postgresql:// or sqlite:///"
    )
