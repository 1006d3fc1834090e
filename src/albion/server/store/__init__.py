"""Where matches are kept: SQLite in one file, or PostgreSQL by a URL."""

from __future__ import annotations

from pathlib import Path

from albion.engine.errors import DataError
from albion.server.store.database import BusyError, Database
from albion.server.store.postgres import PostgresDatabase
from albion.server.store.sqlite import SqliteDatabase
from albion.server.store.store import Store

__all__ = ["BusyError", "Store", "open_store", "sqlite_file"]


async def open_store(
    data: Path, url: str | None = None, writer: Path | None = None, upgrade: bool = True
) -> Store:
    """The store in a folder, or at a URL if one is given, with its schema up to date.

    `writer`: where a process is called that writes to SQLite for several; without `upgrade` an older schema is refused.
    """
    database = _database(data, url, writer, upgrade)
    await database.open()
    return Store(database)


def sqlite_file(data: Path, url: str | None) -> Path | None:
    """The file of a SQLite database; None: it is another database."""
    if url is None:
        return data / "albion.db"
    return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None


def _database(data: Path, url: str | None, writer: Path | None, upgrade: bool) -> Database:
    file = sqlite_file(data, url)
    if file is not None:
        return SqliteDatabase(file, writer)
    if url is not None and url.startswith(("postgresql://", "postgres://")):
        return PostgresDatabase(url, upgrade)
    raise DataError(
        f"the database '{(url or '').partition(':')[0]}:…' is not supported: expected postgresql:// or sqlite:///"
    )
