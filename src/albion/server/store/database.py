"""What the store asks of a database: the two kinds we have speak the same few words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import resources
from typing import Any, NamedTuple, Protocol

import msgspec

from albion.engine.errors import DataError

Row = tuple[Any, ...]


class Statement(msgspec.Struct, array_like=True, frozen=True):
    """One SQL statement with $1, $2 … and its values."""

    sql: str
    values: tuple[Any, ...]


def marks(count: int, first: int = 1) -> str:
    """Numbered values of a statement, such as '$1, $2'."""
    return ", ".join(f"${n}" for n in range(first, first + count))


class Database(Protocol):
    """Reads at once, writes in units that happen wholly or not at all."""

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    async def close(self) -> None:
        """Finish what was begun and disconnect."""

    async def fetch(self, sql: str, *values: Any) -> list[Row]:
        """Every row of a question."""

    async def write(self, *unit: Statement) -> bool:
        """Commit a unit durably; False, and nothing done, if its first statement changed no row."""

    def waiting(self) -> int:
        """How many units wait to be written."""

    def writing(self) -> int:
        """How many units a thread of this process is writing: it has to share Python's lock with the event loop."""

    def quiet(self) -> bool:
        """True when surely nobody has written since this was last asked, or it has been told to the follower."""

    def notice(self, match: str) -> list[Statement]:
        """What a unit that changes a match must contain as well, so that other processes hear of it."""

    def follow(self, heard: Callable[[str], None]) -> None:
        """Call this with each match that another process changes, if the database can tell."""


class BusyError(Exception):
    """The database did not take or answer a request in time; nothing was changed."""


class Migration(NamedTuple):
    """One numbered step of the schema."""

    number: int
    name: str
    sql: str


def check_not_newer(applied: int | None, known: Iterable[Migration]) -> None:
    """Refuse a database that a newer version has brought further than this one knows."""
    newest = max(step.number for step in known)
    if applied is not None and applied > newest:
        raise DataError(
            f"the database belongs to a newer version of Albion (step {applied}, this one knows {newest}):"
            " start that version, or restore an older backup with albion restore"
        )


def check_current(applied: int, known: Sequence[Migration]) -> None:
    """Refuse a database that is not at the last step this version knows."""
    check_not_newer(applied, known)
    newest = max(step.number for step in known)
    if applied < newest:
        raise DataError(
            f"the database belongs to an older version of Albion (step {applied}, this one knows {newest}):"
            " it is brought up to date when the server starts, and is left alone until then"
        )


def migrations(**words: str) -> Iterator[Migration]:
    """The steps in order, with the dialect's own words filled in."""
    folder = resources.files("albion.server.store") / "migrations"
    for file in sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name):
        sql = file.read_text(encoding="utf-8")
        for word, text in words.items():
            sql = sql.replace(f"{{{word}}}", text)
        yield Migration(int(file.name[:4]), file.name, sql)
