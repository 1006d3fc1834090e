"""Whose turn it is to write to a SQLite file that several servers share, and who has it open at all.

SQLite lets a writer that finds the file taken sleep and try again, up to a tenth of a second each time. A lock of the operating
system wakes the next one at once. It is not needed for safety: writers without it are still kept apart by SQLite itself.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO

from albion.engine.errors import DataError

try:
    import fcntl
except ImportError:  # Windows: SQLite's own waiting must do.
    fcntl = None  # type: ignore[assignment]


class Turns:
    """A lock between processes, held while one of them writes."""

    def __init__(self, file: IO[bytes] | None) -> None:
        self._file = file

    def __enter__(self) -> None:
        """Wait for one's turn."""
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the next one write."""
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Take no more turns."""
        if self._file is not None:
            self._file.close()


def open_turns(database: Path) -> Turns:
    """The turns at a database's file; without a place for the lock beside it, none are taken."""
    try:
        return Turns(database.with_name(f"{database.name}-turns").open("ab") if fcntl is not None else None)
    except OSError:
        return Turns(None)


def hold(database: Path) -> IO[bytes] | None:
    """Something to be kept for as long as a database is open: until it is closed, or its process dies, nothing replaces the file."""
    try:
        held = _holding(database).open("ab") if fcntl is not None else None
    except OSError:
        return None
    if held is not None:
        try:
            fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            held.close()
            raise DataError(f"the database {database} is being restored: try again later") from None
    return held


@contextlib.contextmanager
def alone(database: Path) -> Iterator[None]:
    """Keep everybody from opening a database while its file is replaced; refused while a server has it open.

    A server would go on writing to a file that is no longer there, and lose what it acknowledges.
    """
    if fcntl is None:
        yield
        return
    with _holding(database).open("ab") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DataError(f"a server has {database} open: stop it first") from None
        yield


def _holding(database: Path) -> Path:
    return database.with_name(f"{database.name}-open")
