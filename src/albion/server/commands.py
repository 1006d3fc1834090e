"""What changes a match: each command is a frozen object, and `carry_out` is the one function that does it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from albion.engine.action import Seat
from albion.engine.errors import (
    IllegalActionError,
    MalformedActionError,
    NotYourTurnError,
    UndoError,
)
from albion.server import access, subscribers, views
from albion.server.access import Viewer
from albion.server.clock import now_ms
from albion.server.entries import Entry
from albion.server.errors import RequestError, foreign
from albion.server.subscribers import Origin
from albion.server.table import Change, Table

if TYPE_CHECKING:
    from albion.server.tables import Tables

_CLEAN = (RequestError, IllegalActionError, MalformedActionError, NotYourTurnError, UndoError)
"""Refusals after which the match in memory is as it was."""


@dataclass(frozen=True, slots=True)
class Play:
    """A player answers the open question."""

    match: str
    player: str
    seq: int
    """The last entry its sender has seen."""
    action: str
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A player gives several answers, all of them or none."""

    match: str
    player: str
    seq: int
    answers: tuple[str, ...]
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """A player takes back a seat's last own answer."""

    match: str
    player: str
    seq: int
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class BotPlay:
    """A bot answers for its seat: its plan, as far as that fits."""

    match: str
    seat: Seat
    seq: int
    plan: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerForced:
    """What answers itself in a new match does so."""

    match: str


Command = Play | Plan | Undo | BotPlay | AnswerForced


class Done(NamedTuple):
    """A command that has been committed."""

    table: Table
    entries: list[Entry]
    """What it added to the log."""


async def carry_out(tables: Tables, command: Command, origin: Origin | None = None) -> Done:
    """Check a command, commit what it changes, then tell everybody; an outdated one is refused."""
    table = await tables.find(command.match)
    async with table.lock:
        seq = None if isinstance(command, AnswerForced) else command.seq
        if table.broken or (seq is not None and seq > table.row.seq):
            await tables.catch_up(table)
        new = None
        while new is None:
            viewer = await _permitted(tables, table, command)
            if seq is not None and seq != table.row.seq:
                raise _stale(table, viewer)
            new = await _commit(tables, table, await _worked_out(table, command), origin)
    tables.bot_turns.wake(table)
    return Done(table, new)


async def _permitted(tables: Tables, table: Table, command: Command) -> Viewer:
    """Who asks; before a refusal the seats are read again, since another process may have changed them."""
    try:
        return _permission(table, command)
    except RequestError:
        await tables.catch_up(table)
        return _permission(table, command)


def _permission(table: Table, command: Command) -> Viewer:
    match command:
        case Play() | Plan() | Undo():
            return access.need_seat(table, command.player, command.seat)
        case BotPlay():
            if access.bot_to_answer(table) is None:
                raise foreign("the seat is no longer a bot's")
            return Viewer(None, command.seat, True)
        case AnswerForced():
            return access.NOBODY


async def _worked_out(table: Table, command: Command) -> Change | None:
    try:
        return await _change(table, command)
    except _CLEAN:
        raise
    except BaseException:
        table.broken = True
        raise


async def _change(table: Table, command: Command) -> Change | None:
    now = now_ms()
    match command:
        case Play():
            seat = access.acting_seat(table, command.player, command.seat)
            return table.play(seat, command.action, now)
        case Plan():
            seat = access.acting_seat(table, command.player, command.seat)
            return table.play_together(seat, command.answers, now)
        case BotPlay():
            return table.play_plan(command.seat, command.plan, now)
        case Undo():
            return await table.undo(access.undoing_seat(table, command.player, command.seat), now)
        case AnswerForced():
            return table.settle_forced(now)


async def _commit(
    tables: Tables, table: Table, change: Change | None, origin: Origin | None
) -> list[Entry] | None:
    """The new entries; None: others changed the match meanwhile, which is now read, so try again."""
    if change is None:
        return []
    table.broken = True
    rows = [entry.row for entry in change.entries]
    if not await tables.store.append(change.row, rows, change.snapshot, change.back_to):
        await tables.catch_up(table)
        return None
    table.broken = False
    new = table.accept(change)
    subscribers.publish(table, new, origin)
    return new


def _stale(table: Table, viewer: Viewer) -> RequestError:
    return RequestError(
        409,
        "stale",
        f"the match has moved on to entry {table.row.seq}: look again before answering",
        table=views.table_view(table, viewer, now_ms()),
    )
