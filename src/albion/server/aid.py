"""Help from bots: none on a position from a match that other people are playing, however it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from albion.engine.action import Seat, parse_action
from albion.engine.game import Game
from albion.engine.state import State
from albion.server.errors import RequestError
from albion.server.pauses import Pauses
from albion.server.store import Store
from albion.server.store.rows import MatchRow, Origin, SeatRow
from albion.server.table import Table

if TYPE_CHECKING:
    from albion.server.tables import Tables

HARMLESS = "random"
"""The only bot that may play on from such a position: its answers teach nobody anything."""
_MOST = 200
"""A player's matches that are compared with a position."""
_LATELY = 100
"""After this many more answers per match counts as being in another position."""


def is_contested(row: MatchRow, seats: Iterable[SeatRow]) -> bool:
    """Whether people play against each other there, or may yet sit down to do so."""
    if row.status != "running" or row.sandbox:
        return False
    some = list(seats)
    people = {seat.player for seat in some if seat.player is not None}
    return bool(row.rated) or len(people) > 1 or any(seat.kind == "open" for seat in some)


class Asked(NamedTuple):
    """The position that help is asked for."""

    match: str
    n: int
    game: str
    options: str
    root: str | None
    origin: Origin

    @classmethod
    def of(cls, table: Table, at: int | None = None) -> Asked:
        """A table's position after `at` answers."""
        row = table.row
        n = table.n if at is None else at
        return cls(row.id, n, row.game, row.options, row.root, row.origin)

    @property
    def near(self) -> range:
        """How many answers a match has that could stand the same; a fork does not count those that led to it."""
        if self.origin == "fork":
            return range(2**31)
        return range(self.n - _LATELY, self.n + _LATELY + 1)


async def need_uncontested(tables: Tables, asked: Asked, player: str | None) -> None:
    """Refuse help on a position taken from a match that others play, or the same as in one the player sits at."""
    if await _root_is_contested(tables.store, asked.root) or await _is_played(tables, asked, player):
        message = (
            "other people are playing a match in this position: bots give no advice on it until it is over"
        )
        raise RequestError(409, "running", message)


async def need_harmless(store: Store, root: str | None, chairs: Iterable[SeatRow]) -> None:
    """Refuse bots whose play would show how to continue a match that others are playing."""
    if all(seat.bot in (None, HARMLESS) for seat in chairs) or not await _root_is_contested(store, root):
        return
    message = f"other people are playing the match this comes from: until it is over only the {HARMLESS} bot may play here"
    raise RequestError(409, "running", message)


async def _root_is_contested(store: Store, root: str | None) -> bool:
    row = None if root is None else await store.match(root)
    return row is not None and is_contested(row, await store.seats(row.id))


async def _is_played(tables: Tables, asked: Asked, player: str | None) -> bool:
    """Whether a match this player plays against others looks like that, or like it did after the last dice.

    In whatever order its answers were given: what counts is how the table looks. A seat still open is nobody, unless the
    match is rated: tables at which a player waits alone all begin alike, and would forbid every new game its first hints.
    """
    if player is None or asked.origin == "lesson":
        return False
    rows = await tables.store.lists.shared(player, asked.game, asked.options, asked.near, _MOST + 1)
    if len(rows) > _MOST:
        return True  # nobody looks through so many, and nobody hides a match among them
    seats = await tables.store.seats_of([row.id for row in rows])
    looks: set[bytes] = set()
    for row in rows:
        alone = not row.rated and all(seat.player in (None, player) for seat in seats[row.id])
        if row.id == asked.match or alone:
            continue
        if not looks:
            async with tables.reading(asked.match) as table:
                looks = await _looks_since_dice(table, asked.n)
        async with tables.reading(row.id) as table:
            if _look(table.game, table.match.state) in looks:
                return True
    return False


async def _looks_since_dice(table: Table, n: int) -> set[bytes]:
    """How a table has looked from the last dice before a position up to it."""
    first = n = min(n, table.n)
    while first > max(0, n - _LATELY) and not table.entries[table.effective[first]].rolled():
        first -= 1
    match = await table.match_at(first)
    looks = {_look(table.game, match.state)}
    pauses = Pauses()
    for seq in table.effective[first + 1 : n + 1]:
        row = table.entries[seq].row
        match.play(Seat(row.seat or ""), parse_action(row.action or "", match.verbs))
        looks.add(_look(table.game, match.state))
        await pauses.pause()
    return looks


def _look(game: Game[Any], state: State) -> bytes:
    """A position as everybody sees it."""
    return msgspec.json.encode(game.view(state, None), order="sorted")
