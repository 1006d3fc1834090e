"""Help by bots: none on the position of a match that other people play, by whichever way it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from albion.server.clock import ALWAYS
from albion.server.errors import RequestError
from albion.server.store import Store
from albion.server.store.rows import MatchRow, SeatRow
from albion.server.table import Table

if TYPE_CHECKING:
    from albion.server.tables import Tables

HARMLESS = "random"
"""The one bot that may play on from such a position: from how it answers nobody learns anything."""
_MOST = 200
_LATELY = 100
"""After this many more answers a match counts as being in another position."""


def is_contested(row: MatchRow, seats: Iterable[SeatRow]) -> bool:
    """Whether people play against each other there, or may yet sit down to do so."""
    if row.status != "running" or row.sandbox:
        return False
    some = list(seats)
    people = {seat.player for seat in some if seat.player is not None}
    return bool(row.rated) or len(people) > 1 or any(seat.kind == "open" for seat in some)


class Course(NamedTuple):
    """How a match came to a position: who asks about it, and each answer with the dice it threw."""

    match: str
    game: str
    options: str
    root: str | None
    from_setup: bool
    """Whether it began as every match of the game does."""
    answers: tuple[tuple[str | None, tuple[int, ...]], ...]

    @classmethod
    def of(cls, table: Table, at: int | None = None) -> Course:
        """The way to a table's position after `at` answers."""
        some = table.effective[1:] if at is None else table.effective[1 : at + 1]
        entries = [table.entries[seq] for seq in some]
        answers = tuple((entry.row.action, entry.rolled()) for entry in entries)
        row = table.row
        return cls(row.id, row.game, row.options, row.root, row.origin in ("new", "import"), answers)


async def need_uncontested(tables: Tables, course: Course, player: str | None) -> None:
    """Refuse help on a position taken from a match that others play, or the same as in one the player sits at."""
    if await _root_is_contested(tables.store, course.root) or await _is_played(tables, course, player):
        message = (
            "other people are playing a match in this position: bots give no advice on it until it is over"
        )
        raise RequestError(409, "running", message)


async def need_harmless(store: Store, root: str | None, chairs: Iterable[SeatRow]) -> None:
    """Refuse bots that would show how to go on with a match that others play."""
    if all(seat.bot in (None, HARMLESS) for seat in chairs) or not await _root_is_contested(store, root):
        return
    message = f"other people are playing the match this comes from: until it is over only the {HARMLESS} bot may play here"
    raise RequestError(409, "running", message)


async def _root_is_contested(store: Store, root: str | None) -> bool:
    row = None if root is None else await store.match(root)
    return row is not None and is_contested(row, await store.seats(row.id))


async def _is_played(tables: Tables, course: Course, player: str | None) -> bool:
    """Whether a match this player plays against others stands there, or stood there before the last dice fell."""
    for row in await _played_by(tables.store, player) if course.from_setup else ():
        near = 0 <= len(course.answers) - row.n <= _LATELY
        if near and (row.game, row.options) == (course.game, course.options) and row.id != course.match:
            async with tables.reading(row.id) as table:
                other = Course.of(table).answers
            if other == course.answers[: len(other)] and not _rolled(course.answers[len(other) :]):
                return True
    return False


def _rolled(answers: Sequence[tuple[str | None, tuple[int, ...]]]) -> bool:
    return any(dice for _, dice in answers)


async def _played_by(store: Store, player: str | None) -> list[MatchRow]:
    if player is None:
        return []
    rows = [row for row in await store.mine(player, _MOST, ALWAYS) if row.status == "running"]
    seats = await store.seats_of([row.id for row in rows])
    mine = [row for row in rows if any(s.player == player for s in seats.get(row.id, []))]
    return [row for row in mine if is_contested(row, seats[row.id])]
