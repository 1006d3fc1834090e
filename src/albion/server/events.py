"""Events: tournaments and leagues of several tables, created by any player; rounds follow each other by themselves."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from albion.engine.game import Game
from albion.engine.options import options_from
from albion.server import clocks, event_shapes, matches, requests, responses
from albion.server.catalogue import find, words_of
from albion.server.clock import iso, now_ms
from albion.server.errors import RequestError, foreign, unknown
from albion.server.identity import new_match_id
from albion.server.names import visible_title
from albion.server.pairings import Played, rounds_for, rounds_paired, standings
from albion.server.ratings import handle_of, places
from albion.server.store import BusyError
from albion.server.store.events import EntrantRow, EventRow, Events, TableRow, seating

if TYPE_CHECKING:
    from albion.server.tables import Tables

_LOG = logging.getLogger("albion.server")
_OUTCOME = msgspec.json.Decoder(responses.Outcome)
_MOST = 200
"""The most players in one event."""
_MOST_TABLES = 500
"""The most tables in one event: a league sets them all at once."""
_FORGOTTEN = 60 * 24 * 3600_000
"""Milliseconds beyond a turn's time after which a table in which nothing happens holds up its event no longer."""
_AT_ONCE = 50
"""Tables listed in one go."""


class Club:
    """Every event of this server."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.events = Events(tables.store.database)

    # what players do

    async def create(self, player: str, asked: requests.NewEvent) -> str:
        """Announce an event; its id."""
        game = find(self._tables.games, asked.game)
        if "+" in game.id:
            raise RequestError(409, "variant", "events use the standard games, not variants")
        options = options_from(game.options_type, asked.options)
        if len(game.seats(options)) < 2:
            raise RequestError(409, "seats", "an event needs a game with at least two seats")
        clocks.agreed(game, asked.clock)  # later, when tables are seated, nobody could put it right
        row = EventRow(
            id=f"e_{secrets.token_urlsafe(9)}",
            title=visible_title(asked.title) or game.title,
            creator=player,
            game=game.id,
            options=msgspec.json.encode(asked.options).decode(),
            kind=asked.kind,
            pace=asked.pace,
            clock=asked.clock.model_dump_json(),
            rounds=asked.rounds or 0,
            round=0,
            status="open",
            created=now_ms(),
        )
        await self.events.create(row)
        return row.id

    async def join(self, id: str, player: str) -> None:
        """Take part; only before it begins, but a player who withdrew may return."""
        event, entrants = await self._found(id)
        known = any(e.player == player for e in entrants)
        if event.status == "over" or (event.status == "running" and not known):
            raise RequestError(409, "begun", "the event has already started")
        if len(entrants) >= _MOST and not known:
            raise RequestError(409, "full", f"{_MOST} players are already taking part")
        if not await self.events.join(id, player, now_ms(), event.status):
            await self.join(id, player)  # it has gone on meanwhile

    async def leave(self, id: str, player: str) -> None:
        """Withdraw; the player's tables go on, and count."""
        event, _ = await self._found(id)
        if event.status == "over":
            raise RequestError(409, "over", "the event is over: its standings stay as they are")
        if not await self.events.leave(id, player, event.status):
            await self.leave(id, player)

    async def start(self, id: str, player: str) -> None:
        """Begin: nobody can join any more, and the first round is seated."""
        event, entrants = await self._found(id)
        if event.creator != player:
            raise foreign("only the event's creator can start it")
        if event.status != "open":
            raise RequestError(409, "begun", "the event has already started")
        size = len(self._seats(event))
        if len(entrants) < size:
            raise RequestError(
                409, "few", f"a table needs {size} players; {len(entrants)} have joined so far"
            )
        rounds = event.rounds or rounds_for(event.kind, len(entrants), size)
        if (tables := rounds * (len(entrants) // size)) > _MOST_TABLES:
            message = f"{rounds} rounds of {len(entrants)} players make {tables} tables, more than {_MOST_TABLES}: choose fewer rounds"
            raise RequestError(409, "tables", message)
        begun = event._replace(rounds=rounds, round=1, status="running")
        # In a league all tables are set at once, to be played whenever their players like.
        numbers = range(1, rounds + 1) if event.kind == "league" else (1,)
        planned = await self._planned(begun, entrants, numbers)
        if await self.events.advance(event, begun, planned, entrants=[e.player for e in entrants]):
            await self._seat(begun)
        else:  # somebody has joined or withdrawn while the tables were planned, or started it already
            await self.start(id, player)

    # what happens by itself

    async def go_on(self) -> None:
        """Seat the next round of every event whose tables are all over."""
        for event in await self.events.running():
            if self._tables.peers.at_home(event.id):
                try:
                    await self._go_on(event)
                except BusyError:
                    raise
                except Exception:
                    # Whatever it was, the other events go on.
                    _LOG.exception("event %s cannot continue", event.id)

    async def _go_on(self, event: EventRow) -> None:
        # What a process that died had planned and not yet seated.
        await self._seat(event)
        tables = await self.events.tables(event.id)
        if await self._waits(event, await self._told(event, tables)):
            return
        entrants = await self.events.entrants(event.id)
        left = [e for e in entrants if not e.gone]
        last = event.kind == "league" or event.round >= event.rounds or len(left) < len(self._seats(event))
        after = event._replace(status="over") if last else event._replace(round=event.round + 1)
        planned = [] if last else await self._planned(after, entrants, [after.round])
        missing = [] if last else [e.player for e in entrants if e.gone]
        if await self.events.advance(event, after, planned, missing):
            await self._seat(after)

    async def _waits(self, event: EventRow, tables: list[event_shapes.EventTable]) -> bool:
        """Whether a table is still played: one that nothing can move any more, not even its clock, holds up nobody."""
        running = [t.match for t in tables if t.status == "running"]
        rows = await self._tables.store.matches(running)
        alive = now_ms() - _FORGOTTEN - _clock(event).minutes * clocks.MINUTE
        return any(id not in rows or rows[id].changed > alive for id in running)

    async def _planned(
        self, event: EventRow, entrants: list[EntrantRow], numbers: Iterable[int]
    ) -> list[TableRow]:
        """The tables of these rounds, written down before any of them is seated."""
        seats = self._seats(event)
        before = [played(t) for t in await self._told(event, await self.events.tables(event.id))]
        players, here = [e.player for e in entrants], [e.player for e in entrants if not e.gone]
        # Many players at many tables take seconds to pair: others' moves must not wait for that.
        planned = await asyncio.to_thread(
            rounds_paired,
            event.kind,
            players,
            here,
            before,
            list(numbers),
            list(seats),
            {e.player: e.missed for e in entrants},
        )
        draw = self._tables.peers.pinned_in_turn
        return [TableRow(round, draw(new_match_id), chairs) for round, chairs in planned]

    async def _seat(self, event: EventRow) -> None:
        """Make the matches of the tables that are planned; several processes may do so at once."""
        for table in await self.events.tables(event.id):
            if not table.seated:
                asked = requests.NewMatch(
                    game=event.game,
                    options=msgspec.json.decode(event.options),
                    pace=event.pace,
                    public=True,
                    rated=True,
                    title=f"{event.title}, round {table.round}"[:80],
                    clock=_clock(event),
                )
                done = seating(event.id, table.match)
                await matches.create_for(self._tables, event.creator, asked, table.chairs, table.match, done)

    # what is shown

    async def listed(self, player: str | None, limit: int) -> event_shapes.EventList:
        """Events as the list shows them, up to a limit."""
        lines = []
        for row in await self.events.listed(limit):
            try:
                entrants = await self.events.entrants(row.id)
                lines.append(event_shapes.ListedEvent(**await self._line(row, entrants, player)))
            except BusyError:
                raise
            except Exception:
                # Its game or options may be no more: the others are listed.
                _LOG.exception("event %s cannot be listed", row.id)
        return event_shapes.EventList(lines)

    async def view(self, id: str, player: str | None) -> event_shapes.EventDetails:
        """An event with its standings and tables."""
        event, entrants = await self._found(id)
        tables = await self._told(event, await self.events.tables(id))
        names = await self._tables.store.players([e.player for e in entrants])
        paired_rounds = event.rounds if event.kind == "league" and event.status != "open" else event.round
        missed = {e.player: e.missed for e in entrants}
        order = standings(list(missed), [played(t) for t in tables], paired_rounds, missed)
        gone = {e.player for e in entrants if e.gone}
        return event_shapes.EventDetails(
            **await self._line(event, entrants, player),
            options=msgspec.json.decode(event.options),
            pace=event.pace,
            yours=event.creator == player,
            standings=[
                event_shapes.Entrant(
                    player=names.get(s.player, ("somebody", 0))[0],
                    handle=handle_of(s.player),
                    you=s.player == player,
                    gone=s.player in gone,
                    points=round(s.points, 4),
                    opponents=round(s.opponents, 4),
                    wins=s.wins,
                    share=round(s.share, 4),
                    played=s.played,
                    byes=s.byes,
                )
                for s in order
            ],
            tables=[
                msgspec.structs.replace(t, seats=[_without_id(seat, names) for seat in t.seats])
                for t in tables
            ],
        )

    async def _line(self, event: EventRow, entrants: list[EntrantRow], player: str | None) -> dict[str, Any]:
        names = await self._tables.store.players([event.creator])
        return {
            "id": event.id,
            "title": event.title,
            "creator": names.get(event.creator, ("somebody", 0))[0],
            "game": event.game,
            "kind": event.kind,
            "status": event.status,
            "players": len(entrants),
            "seats": len(self._seats(event)),
            "rounds": event.rounds,
            "round": event.round,
            "created": iso(event.created),
            "joined": any(e.player == player and not e.gone for e in entrants),
        }

    async def _found(self, id: str) -> tuple[EventRow, list[EntrantRow]]:
        event = await self.events.event(id)
        if event is None:
            raise unknown("event")
        return event, await self.events.entrants(id)

    def _game(self, event: EventRow) -> Game[Any]:
        return find(self._tables.games, event.game)

    def _seats(self, event: EventRow) -> tuple[str, ...]:
        game = self._game(event)
        return game.seats(options_from(game.options_type, msgspec.json.decode(event.options)))

    async def _told(self, event: EventRow, tables: list[TableRow]) -> list[event_shapes.EventTable]:
        """The tables with how they stand; `player` still holds the player's id."""
        words = words_of(self._game(event))
        ids = [table.match for table in tables]
        rows = await self._tables.store.matches(ids)
        sitting = await self._tables.store.seats_of(ids)
        found: list[event_shapes.EventTable] = []
        for table in tables:
            if len(found) % _AT_ONCE == _AT_ONCE - 1:
                await asyncio.sleep(0)  # others' moves come between
            row = rows.get(table.match)
            outcome = _OUTCOME.decode(row.outcome) if row is not None and row.outcome else None
            now = {s.seat: s.player for s in sitting.get(table.match, [])}
            left = [seat for seat, player in table.chairs.items() if now.get(seat) != player]
            place = {} if outcome is None else places(outcome, left)
            seats = [
                event_shapes.EventSeat(
                    seat,
                    words.name(seat),
                    player,
                    handle_of(player),
                    place.get(seat),
                    None if outcome is None else outcome.scores.get(seat),
                )
                for seat, player in table.chairs.items()
            ]
            status = row.status if row is not None else "gone" if table.seated else "running"
            found.append(
                event_shapes.EventTable(
                    table.round,
                    table.match,
                    row.watch if row is not None and row.public else "",
                    status,
                    seats,
                )
            )
        return found


def played(table: event_shapes.EventTable) -> Played:
    """A table as pairings and standings need it; one whose match is gone counts for nothing."""
    chairs = {s.seat: s.player for s in table.seats}
    if table.status != "over":
        return Played(table.round, chairs)
    total = sum(max(0, s.score or 0) for s in table.seats)
    return Played(
        table.round,
        chairs,
        {s.player: s.place or len(table.seats) for s in table.seats},
        {s.player: max(0, s.score or 0) / total if total else 1 / len(table.seats) for s in table.seats},
    )


def _clock(event: EventRow) -> requests.Clock:
    """The clock of an event's tables; events of earlier versions may have none."""
    return requests.Clock.model_validate_json(event.clock) if event.clock else requests.EVENT_CLOCK


def _without_id(seat: event_shapes.EventSeat, names: dict[str, tuple[str, int]]) -> event_shapes.EventSeat:
    return msgspec.structs.replace(seat, player=names.get(seat.player, ("somebody", 0))[0])
