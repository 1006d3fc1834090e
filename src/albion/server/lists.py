"""Lists of matches: each line is written once, for as long as it stays the same."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast

import msgspec

from albion.engine.game import Game
from albion.server import responses, views
from albion.server.catalogue import words_of
from albion.server.clocks import ends_at
from albion.server.pauses import Pauses
from albion.server.positions import unpack
from albion.server.store import BusyError
from albion.server.store.rows import ChatRow, ListedRow, MatchRow, SeatRow
from albion.server.tables import Tables

_LOG = logging.getLogger("albion.server")
Which = Literal["mine", "public", "finished"]
_MOST = 5_000
"""Lines that are kept."""
_MOST_ROUNDS = 20_000


class Line(NamedTuple):
    """A line of a list as one person reads it, and what it was written from."""

    row: ListedRow
    names: dict[str, str]
    """Of those who sit there, by id."""
    first: tuple[bool, bool]
    """Where among one's own it stands: running ones first, of these one's turns first."""
    json: msgspec.Raw


async def listing(
    tables: Tables, which: Which, player: str | None, limit: int, before: int
) -> list[responses.ListedMatch]:
    """Matches for the lobby, written as JSON already."""
    if which == "public":
        rows = await tables.store.lists.public(limit, before)
    elif which == "finished":
        rows = await tables.store.lists.finished(player or "", limit, before)
    else:
        rows = await tables.store.lists.mine(player, limit, before) if player is not None else []
    lines = await _Reader(tables, which, player).lines(rows)
    if which == "mine":
        lines.sort(key=lambda line: line.first)
    return cast(list[responses.ListedMatch], [line.json for line in lines])


class _Reader:
    """Somebody who looks at a list."""

    def __init__(self, tables: Tables, which: Which, player: str | None) -> None:
        self._tables, self._mine, self._player = tables, which == "mine", player
        self._kept: dict[tuple[bool, str | None, str], Line] = tables.listed

    async def lines(self, rows: Sequence[ListedRow]) -> list[Line]:
        """Their lines; only those that are not kept, or are not the same any more, are written."""
        kept = {row.id: self._kept.get((self._mine, self._player, row.id)) for row in rows}
        same = {row.id: line for row in rows if (line := kept[row.id]) is not None and line.row == row}
        names = await self._names({id for line in same.values() for id in line.names})
        same = {
            match: line
            for match, line in same.items()
            if all(names.get(id) == name for id, name in line.names.items())
        }
        new = await self._written({row.id: row for row in rows if row.id not in same})
        return [line for row in rows if (line := same.get(row.id) or new.get(row.id)) is not None]

    async def _names(self, players: set[str]) -> dict[str, str]:
        return {id: name for id, (name, _) in (await self._tables.store.players(players)).items()}

    async def _written(self, listed: dict[str, ListedRow]) -> dict[str, Line]:
        """The lines of these matches, written now and kept."""
        store, pauses = self._tables.store, Pauses()
        rows, seats = await store.matches([*listed]), await store.seats_of([*listed])
        names = await self._names({s.player for places in seats.values() for s in places if s.player})
        said = await self._said(rows)
        written = {}
        for match, row in rows.items():
            await pauses.pause()
            try:
                told, sitting = await self._told(row, seats.get(match, []), names, said.get(match))
            except BusyError:
                raise
            except Exception:
                # Whatever is wrong with it, the others are listed.
                _LOG.exception("match %s cannot be listed", match)
                continue
            first = (row.status == "over", not (told.turn and told.turn.yours))
            written[match] = Line(listed[match], sitting, first, msgspec.Raw(msgspec.json.encode(told)))
        if len(self._kept) + len(written) > _MOST:
            self._kept.clear()
        self._kept.update({(self._mine, self._player, match): line for match, line in written.items()})
        return written

    async def _said(self, rows: Mapping[str, MatchRow]) -> dict[str, ChatRow]:
        """The last chat line by somebody else, in each of this person's running matches."""
        if not self._mine or self._player is None:
            return {}
        running = [match for match, row in rows.items() if row.status == "running"]
        return await self._tables.store.talk.last_said(running, self._player)

    async def _told(
        self, row: MatchRow, places: list[SeatRow], names: dict[str, str], said: ChatRow | None
    ) -> tuple[responses.ListedMatch, dict[str, str]]:
        """A line, and the names of those who sit there."""
        game = self._tables.games.get(row.game)
        come = await _round(self._tables, row, game) if self._mine else None
        words = {} if game is None else words_of(game).names
        more = views.ListedMore(come, ends_at(row, self._tables.served), said)
        told = views.listed_view(row, places, names, words, self._player, more)
        return told, {s.player: names[s.player] for s in places if s.player is not None and s.player in names}


async def _round(tables: Tables, row: MatchRow, game: Game[Any] | None) -> responses.ListedRound | None:
    """How far a running match has come, as it stands in memory, otherwise as it was stored a few answers ago: reading whole matches would take too long."""
    if row.status != "running" or game is None or row.version != game.version:
        return None
    seq, known = tables.rounds.get(row.id, (-1, None))
    if seq == row.seq:
        return known
    state = tables.state_of(row.id)
    if state is None:
        stored = await tables.store.snapshot(row.id, row.seq)
        if stored is None:
            return None
        state = unpack(game, stored.state)
    shown: dict[str, Any] = game.view(state, None).get("round", {})
    found = responses.ListedRound(shown["number"], shown.get("of")) if "number" in shown else None
    if len(tables.rounds) >= _MOST_ROUNDS:
        tables.rounds.clear()
    tables.rounds[row.id] = (row.seq, found)
    return found
