"""Whose turn it is to write to a SQLite file that several processes share.

SQLite lets a writer that finds the file taken sleep and try again, up to a tenth of a second each time. A lock of the operating
system wakes the next one at once. It is not needed for safety: writers without it are still kept apart by SQLite itself.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import IO

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
