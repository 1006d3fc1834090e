"""Everything that changes a match: each command is a frozen object, carried out by one function, `carry_out`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, get_args

import msgspec

from albion.engine.action import Seat
from albion.engine.errors import (
    IllegalActionError,
    MalformedActionError,
    NotYourTurnError,
    UndoError,
)
from albion.engine.orders import Order
from albion.server import (
    access,
    aid,
    clocks,
    holidays,
    playing,
    proposals,
    relief,
    seats,
    standing,
    subscribers,
    taking_back,
    views,
)
from albion.server.access import Viewer
from albion.server.clock import now_ms
from albion.server.entries import Entry
from albion.server.errors import RequestError, foreign
from albion.server.notes import notes_of
from albion.server.store.rows import ChangeRows
from albion.server.subscribers import Origin
from albion.server.table import Change, Table

if TYPE_CHECKING:
    from albion.server.tables import Tables

_CLEAN = (RequestError, IllegalActionError, MalformedActionError, NotYourTurnError, UndoError)
"""Refusals after which the match in memory is as it was."""


class Play(msgspec.Struct, frozen=True):
    """A player answers the open question."""

    match: str
    player: str
    seq: int
    """The last entry its sender has seen."""
    action: str
    seat: str | None = None


class Plan(msgspec.Struct, frozen=True):
    """A player gives several answers, all of them or none."""

    match: str
    player: str
    seq: int
    answers: tuple[str, ...]
    seat: str | None = None


class Undo(msgspec.Struct, frozen=True):
    """A player takes back a seat's last own answer."""

    match: str
    player: str
    seq: int
    seat: str | None = None


class AskUndo(msgspec.Struct, frozen=True):
    """A player asks the others to go back further than he may alone."""

    match: str
    player: str
    seq: int
    to: int
    """The position to go back to."""
    seat: str | None = None


class AnswerProposal(msgspec.Struct, frozen=True):
    """A player agrees to the open proposal, or declines; the proposer withdraws it."""

    match: str
    player: str
    id: int
    agree: bool


class Claim(msgspec.Struct, frozen=True):
    """Somebody sits down on an open seat."""

    match: str
    player: str
    name: str
    seat: str
    chance: str | None = None
    """What the player adds to the seed."""


class AddChance(msgspec.Struct, frozen=True):
    """A player who was seated by others adds to the seed."""

    match: str
    player: str
    chance: str


class Reassign(msgspec.Struct, frozen=True):
    """A player gives a seat to a bot, or opens it."""

    match: str
    player: str
    seat: str
    to: str


class Migrate(msgspec.Struct, frozen=True):
    """A player asks that a match go on under the present rules."""

    match: str
    player: str


class Rename(msgspec.Struct, frozen=True):
    """The creator changes what the lobby shows."""

    match: str
    player: str
    title: str | None
    public: bool | None


class SetOrders(msgspec.Struct, frozen=True):
    """A player says how a seat answers in others' turns."""

    match: str
    player: str
    orders: Mapping[str, Order]
    seat: str | None = None


class TimeUp(msgspec.Struct, frozen=True):
    """The time of the seat to answer may be up: then what the players agreed on happens."""

    match: str


class Resign(msgspec.Struct, frozen=True):
    """A player gives up: a bot plays on."""

    match: str
    player: str
    seat: str | None = None


class BotPlay(msgspec.Struct, frozen=True):
    """A bot answers for its seat: its plan, as far as that fits."""

    match: str
    seat: Seat
    seq: int
    plan: tuple[str, ...]
    failed: str = ""
    """The bot that failed, so that a random answer was drawn for it; the table is notified."""


class ByOrder(msgspec.Struct, frozen=True):
    """A standing order answers the open question."""

    match: str
    seq: int


class AnswerForced(msgspec.Struct, frozen=True):
    """The forced answers at the start of a new match are given."""

    match: str


Answering = Play | Plan | Undo | AskUndo | BotPlay | ByOrder
"""Commands about a position: they say which one their sender has seen."""
Noticed = AskUndo | AnswerProposal | Claim | Reassign | Migrate | Rename
"""Commands of which the chat tells: they are counted, so that nobody drowns the talk in notices."""
Others = SetOrders | Resign | TimeUp | AnswerForced
Command = Answering | AnswerProposal | Claim | AddChance | Reassign | Migrate | Rename | Others


_ANSWERING, _NOTICED = get_args(Answering), get_args(Noticed)


class Done(NamedTuple):
    """A command that has been committed."""

    table: Table
    entries: list[Entry]
    """What it added to the log."""


async def carry_out(tables: Tables, command: Command, origin: Origin | None = None) -> Done:
    """Check a command, commit what it changes, then tell everybody; an outdated one is refused."""
    tables.done = begun = time.monotonic()
    kind, result = type(command).__name__, "refused"
    try:
        done = await _carry_out(tables, command, origin)
        result = "done"
        return done
    finally:
        tables.metrics.count("albion_commands_total", ("command", kind), ("result", result))
        tables.metrics.took("albion_command_seconds", time.monotonic() - begun, ("command", kind))


async def _carry_out(tables: Tables, command: Command, origin: Origin | None) -> Done:
    if isinstance(command, _NOTICED):
        tables.limits.take("notices", command.player, None)
    table = await tables.find(command.match)
    try:
        new = await _committed(tables, table, command, origin)
        if isinstance(command, (Play, Plan)) and table.row.clock:
            await holidays.come_back(table, command.player, now_ms())
    finally:
        tables.wake(table)  # even if something failed after the commit: whoever is asked now must learn of it
    return Done(table, new)


async def _committed(tables: Tables, table: Table, command: Command, origin: Origin | None) -> list[Entry]:
    """What a command added to the log; others who change the match at the same moment come before or after."""
    async with table.lock:
        seq: int | None = command.seq if isinstance(command, _ANSWERING) else None
        behind = seq is not None and seq > table.row.seq
        if table.broken or behind or isinstance(command, TimeUp):  # no client says how far that one has seen
            await tables.catch_up(table)
        new = None
        while new is None:
            viewer = await _permitted(tables, table, command)
            if seq is not None and seq != table.row.seq:
                raise _stale(table, viewer)
            new = await _commit(tables, table, await _worked_out(table, command), origin)
    return new


async def _permitted(tables: Tables, table: Table, command: Command) -> Viewer:
    """Who asks; before a refusal the seats are read again, since another process may have changed them."""
    try:
        return _permission(table, command)
    except RequestError:
        await tables.catch_up(table)
        return _permission(table, command)


def _permission(table: Table, command: Command) -> Viewer:
    if isinstance(command, _ANSWERING):
        access.need_present_rules(table)
    match command:
        case Play() | Plan() | Undo() | AskUndo():
            access.need_begun(table)
            return access.need_seat(table, command.player, command.seat)
        case Migrate() | AddChance():
            return access.need_seat(table, command.player, None)
        case SetOrders() | Resign():
            return access.need_seat(table, command.player, command.seat)
        case AnswerProposal() | Reassign():
            access.need_insider(table, command.player)
            return access.NOBODY
        case Rename():
            access.need_creator(table.row, command.player)
            return access.NOBODY
        case BotPlay():
            if access.bot_to_answer(table) is None:
                raise foreign("the seat is no longer a bot's")
            return Viewer(None, command.seat, True)
        case AnswerForced() | Claim() | TimeUp() | ByOrder():
            return access.NOBODY


async def _worked_out(table: Table, command: Command) -> Change | None:
    begun = time.monotonic()
    try:
        change = await _change(table, command)
        if change is not None:
            if change.row.clock:
                undoing = command.player if isinstance(command, Undo) else None
                change.row = await clocks.ticked(table, change, table.served.now(), now_ms(), undoing)
            await standing.take_as_long(table, change, begun)
        return change
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
            return playing.play(table, seat, command.action, now)
        case Plan():
            seat = access.acting_seat(table, command.player, command.seat)
            return playing.play_together(table, seat, command.answers, now)
        case BotPlay():
            change = playing.play_plan(table, command.seat, command.plan, now)
            if command.failed:
                who = table.words.name(command.seat)
                change.notices.append(
                    f"The {command.failed} bot playing {who} failed, so a random move was made for it."
                )
            return change
        case Undo():
            seat = access.undoing_seat(table, command.player, command.seat)
            to = taking_back.need_undo(table, seat)
            await clocks.need_time(table, command.player, seat, to, table.served.now(), now)
            return await taking_back.go_back(table, seat, to, now)
        case AskUndo():
            seat = access.undoing_seat(table, command.player, command.seat)
            return await proposals.ask_undo(table, command.player, seat, command.to, now)
        case AnswerProposal():
            return await proposals.answer(table, command.player, command.id, command.agree, now)
        case Claim():
            table.players.setdefault(command.player, (command.name, now))
            return seats.claim(table, command.player, command.seat, command.chance, now)
        case AddChance():
            return seats.add_chance(table, command.player, command.chance, now)
        case Reassign():
            await holidays.need_home(table, command.seat, command.player, now)
            relief.need_relief(table, command.to)
            return await _harmless(
                table, seats.reassign(table, command.player, command.seat, command.to, now)
            )
        case Migrate():
            return proposals.ask_migration(table, command.player, now)
        case SetOrders():
            seat = standing.ordering_seat(table, command.player, command.seat)
            return playing.set_orders(
                table, standing.replaced(table, seat, command.player, command.orders), now
            )
        case Resign():
            seat = standing.ordering_seat(table, command.player, command.seat)
            access.need_running(table)
            resigns = f"{table.player_name(command.player)} resigns"
            return await _harmless(table, relief.bot_takes_over(table, seat, now, resigns))
        case TimeUp():
            return await relief.time_up(table, table.served.now(), now)
        case Rename():
            return seats.rename(table, command.title, command.public, now)
        case ByOrder():
            return playing.by_order(table, now)
        case AnswerForced():
            return playing.settle_forced(table, now)


async def _harmless(table: Table, change: Change) -> Change:
    """A change that may seat a bot, unless that bot would show how to go on with a match of other people."""
    await aid.need_harmless(table.store, table.row.root, change.seats)
    return change


async def _commit(
    tables: Tables, table: Table, change: Change | None, origin: Origin | None
) -> list[Entry] | None:
    """The new entries; None: others changed the match meanwhile, which is now read, so try again."""
    if change is None:
        return []
    table.broken = True
    rows = ChangeRows(
        table.row,
        change.row,
        [entry.row for entry in change.entries],
        change.snapshot,
        change.back_to,
        change.seats,
        change.notices,
        notes_of(table, change, now_ms()),
    )
    if not await tables.store.commit(rows):
        await tables.catch_up(table)
        return None
    table.broken = False
    arranged = table.arrangement if change.row.rev != rows.before.rev else None
    new = table.accept(change)
    if new:
        subscribers.publish(table, new, origin)
        for entry in new:
            entry.fold()
    if arranged is not None:
        await tables.read_seats(table, arranged)
    if change.notices:
        await tables.read_chat(table)
    return new


def _stale(table: Table, viewer: Viewer) -> RequestError:
    return RequestError(
        409,
        "stale",
        f"the match has moved on to entry {table.row.seq}: look again before you move",
        table=views.table_view(table, viewer, now_ms()),
    )
