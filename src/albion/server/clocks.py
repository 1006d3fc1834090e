"""Players' clocks: how long a seat may take, charged in time served."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from albion.bots import bot_names
from albion.engine.action import Seat
from albion.engine.errors import UndoError
from albion.engine.game import Game
from albion.server import clock_shapes, requests
from albion.server.clock import iso
from albion.server.errors import malformed
from albion.server.seats import need_able
from albion.server.served import ServedTime
from albion.server.store.holidays import HolidayRow
from albion.server.store.rows import MatchRow, SeatRow
from albion.server.table import Change, Spared, proposal_of

if TYPE_CHECKING:
    from albion.server.table import Table

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
_REMINDERS = (DAY, DAY // 4, 30 * MINUTE)
"""A reminder is sent this long before the end: the longest that is at most half of the time allowed."""

_VOTE = DAY
"""Milliseconds for a vote, or as long as a turn if that is longer: then whoever has not answered agrees."""

ClockKind = Literal["turn", "bank"]
_KEPT = 16
"""This many hand-overs are remembered, for when they are taken back."""


class Passed(msgspec.Struct, frozen=True, array_like=True):
    """A turn that was handed over: the position in which the seat answered, and how much of its time was left."""

    n: int
    seat: str
    left: int
    used: int = 0
    """How much it had used in that turn; 0 where a bank has paid for it."""


class Clock(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was agreed at the start, and how it stands; the match's row keeps it as JSON."""

    kind: ClockKind
    time: int
    """Milliseconds for each turn, or in each seat's bank at the start."""
    increment: int = 0
    """What a bank gains with each turn."""
    at_zero: str
    """'bot:LEVEL' takes over, 'pass' gives the turn up, 'vote' lets the others decide."""
    banks: dict[str, int] = {}
    """What is left in each bank that was used."""
    seat: str | None = None
    """Whose time is running."""
    began: int = 0
    """Since when, in time served."""
    began_at: int = 0
    """Since when, in milliseconds since 1970: for holidays."""
    resumed: int | None = None
    """What was left of the running turn when it was handed over, if that was taken back."""
    held: tuple[str, int] | None = None
    """Whose time stopped without an answer, for a vote or an empty chair, and how much was left."""
    passed: tuple[Passed, ...] = ()
    """The last hand-overs: whoever takes one back gets the time that was left, and no more."""

    def allowance(self, seat: str) -> int:
        """How long a seat may take now."""
        if self.kind == "bank":
            return self.banks.get(seat, self.time)
        return self.resumed if self.resumed is not None and seat == self.seat else self.time


_READ = msgspec.json.Decoder(Clock)


def clock_of(row: MatchRow) -> Clock | None:
    """A match's clock, if it has one."""
    return _READ.decode(row.clock) if row.clock else None


def text_of(clock: Clock) -> str:
    """A clock as the match's row keeps it."""
    return msgspec.json.encode(clock).decode()


def agreed(game: Game[Any], asked: requests.Clock) -> Clock:
    """The clock agreed on for a new match, checked."""
    bot = asked.at_zero.removeprefix("bot:")
    if asked.at_zero.startswith("bot:") and bot not in bot_names(game.id):
        known = ", ".join(f"bot:{name}" for name in bot_names(game.id))
        raise malformed(f"at_zero cannot be '{asked.at_zero}': expected pass, vote or {known}")
    if asked.at_zero.startswith("bot:"):
        need_able(game, bot)
    if asked.increment and asked.kind == "turn":
        raise malformed(
            "an increment only makes sense with a time bank: leave it out when each turn has its own time limit"
        )
    return Clock(
        kind=asked.kind,
        time=asked.minutes * MINUTE,
        increment=asked.increment * MINUTE,
        at_zero=asked.at_zero,
    )


def begun(row: MatchRow, clock: Clock, seats: Sequence[SeatRow], served: int) -> MatchRow:
    """The row of a new match with its clock, which runs once all seats are taken."""
    return with_clock(row, _started(clock, _runs_for(row, seats), served, row.created))


def ends_at(row: MatchRow, served: ServedTime) -> str | None:
    """When the time of the seat to answer is up; None while the table votes, or without a clock."""
    clock = clock_of(row)
    if clock is None or clock.seat is None or row.due is None:
        return None
    return iso(served.moment(row.due))


def clock_view(row: MatchRow, seats: Iterable[SeatRow], served: ServedTime) -> clock_shapes.Clock | None:
    """A match's clock as everybody sees it."""
    clock = clock_of(row)
    if clock is None:
        return None
    banks = {s.seat: clock.allowance(s.seat) // 1000 for s in seats} if clock.kind == "bank" else {}
    return clock_shapes.Clock(
        kind=clock.kind,
        minutes=clock.time // MINUTE,
        increment=clock.increment // MINUTE,
        at_zero=clock.at_zero,
        seat=clock.seat,
        due=ends_at(row, served),
        left=banks,
    )


async def ticked(table: Table, change: Change, served: int, now: int, undoing: str | None = None) -> MatchRow:
    """The row of a change with its clock: charged, and running for the seat to answer next.

    `undoing`: the player who goes back without having asked the others.
    """
    clock = clock_of(change.row)
    if clock is None:
        return change.row
    clock = _stopped_and_handed_over(clock, change)
    new = {row.seat: row for row in change.seats}
    seats = [new.get(row.seat, row) for row in table.seats]
    running = _runs_for(change.row, seats)
    if change.back_to is not None and any(p.n >= change.row.n for p in clock.passed):
        mine = {}
        if undoing is not None and running is not None:
            spent = await _spent(table, undoing, served, now)
            mine = _left_there(table, undoing, running, change.row.n, spent)
        return with_clock(change.row, _taken_back(clock, running, change.row.n, mine, served, now))
    if change.row.version != table.row.version:  # nobody could answer until all had agreed to the new rules
        return with_clock(change.row, _started(clock, running, served, now))
    same_person = running is not None and running not in new
    same = clock.seat == running and (same_person or running is None)
    if same and is_voting(change.row) == is_voting(table.row):
        return change.row._replace(clock=text_of(clock))
    if clock.seat is not None:
        answered = None if change.back_to is not None else _answered(change, clock.seat)
        clock = _charged(clock, clock.seat, await used(table, clock, served, now), answered)
    begun = _started(clock, running, served, now)
    if clock.held is not None and clock.held[0] == running and same_person:
        begun = msgspec.structs.replace(begun, resumed=clock.held[1])
    return with_clock(change.row, begun)


def _stopped_and_handed_over(clock: Clock, change: Change) -> Clock:
    """The clock once a seat has handed its turn over while its time stood still: what was left belongs to that turn."""
    if clock.seat is not None or clock.held is None or change.back_to is not None:
        return clock
    seat, left = clock.held
    answered = _answered(change, seat)
    if answered is None or change.row.turn == seat:
        return clock
    return _passed_on(
        msgspec.structs.replace(clock, held=None), Passed(answered, seat, left, _of_turn(clock, left))
    )


def _answered(change: Change, seat: str) -> int | None:
    """The position at which a seat gave the answer that handed its turn over; None: it gave none."""
    last = None
    for entry in change.entries:
        if entry.row.seat != seat:
            break
        last = entry.row.n - 1
    return last


def _taken_back(
    clock: Clock, running: str | None, n: int, mine: Mapping[str, int], served: int, now: int
) -> Clock:
    """The clock after going back to a position: everybody has what was left there, and nobody's time since counts.

    `mine`: what the seats of the player who goes back have, where that differs.
    """
    first: dict[str, int] = {}
    for p in clock.passed:
        if p.n >= n:
            first.setdefault(p.seat, p.left)
    first |= mine
    kept = tuple(p for p in clock.passed if p.n < n)
    banks = {**clock.banks, **first} if clock.kind == "bank" else clock.banks
    begun = _started(msgspec.structs.replace(clock, banks=banks, passed=kept), running, served, now)
    return msgspec.structs.replace(begun, resumed=first.get(running or ""))


async def _spent(table: Table, player: str, served: int, now: int) -> int:
    """How much time the player has used since the turn under way began; 0 if it is somebody else's."""
    clock = clock_of(table.row)
    return await used(table, clock, served, now) if clock and clock.seat in table.seats_of(player) else 0


def _left_there(table: Table, player: str, seat: str, n: int, spent: int) -> dict[str, int]:
    """What a player's seats have when the player goes back to a position without asking; empty if no hand-over is taken back.

    `spent`: what the player has used of the turn under way. It is less by all that the player has used since, on whichever seat: otherwise one could think for ever, a bot's answer
    further on, and always go back in time.
    """
    clock = clock_of(table.row)
    since = [p for p in clock.passed if p.n >= n] if clock is not None else []
    first = next((p for p in since if p.seat == seat), None)
    if clock is None or first is None:
        return {}
    mine = table.seats_of(player)
    if clock.kind == "bank":
        gained = {s: clock.increment * sum(p.seat == s for p in since) for s in mine}
        return {s: clock.allowance(s) - gained[s] - (spent if s == clock.seat else 0) for s in mine}
    before = sum(p.used for p in since if p is not first and p.seat in mine)
    return {seat: first.left - before - _used_in_turn(clock, mine, spent)}


def _used_in_turn(clock: Clock, mine: Iterable[str], spent: int) -> int:
    """How much time of its turn that seat of a player has used which is, or was, asked."""
    if clock.seat is not None:
        return spent + clock.time - clock.allowance(clock.seat) if clock.seat in mine else 0
    return clock.time - clock.held[1] if clock.held is not None and clock.held[0] in mine else 0


async def need_time(table: Table, player: str, seat: Seat, n: int, served: int, now: int) -> None:
    """Refuse to go back to a position where no time would be left: it would run out at once, or already had."""
    spent = await _spent(table, player, served, now)
    if _left_there(table, player, seat, n, spent).get(seat, 1) <= 0:
        raise UndoError(f"{seat} cannot undo: the time that was left there has been used up since")


def has_time(table: Table, player: str, seat: Seat, n: int, now: int) -> bool:
    """The same as told to a player beforehand: with the holidays that were last read, and without asking the database."""
    clock = clock_of(table.row)
    if clock is None or all(p.n < n for p in clock.passed):
        return True
    spent = _used(table, clock, table.served.now(), now) if clock.seat in table.seats_of(player) else 0
    return _left_there(table, player, seat, n, spent).get(seat, 1) > 0


async def read_spared(table: Table, now: int) -> None:
    """Read what time the turn under way is spared, for whoever is told how the clock stands."""
    clock = clock_of(table.row)
    if clock is not None and clock.seat is not None:
        await used(table, clock, table.served.now(), now)


def _runs_for(row: MatchRow, seats: Sequence[SeatRow]) -> str | None:
    """The seat whose time runs: a person's who must answer, once all seats are taken and while nobody votes on it."""
    if row.status != "running" or is_voting(row) or any(seat.kind == "open" for seat in seats):
        return None
    return next((s.seat for s in seats if s.seat == row.turn and s.kind == "human"), None)


def is_voting(row: MatchRow) -> bool:
    """Whether the table votes on a player whose time is up."""
    proposal = proposal_of(row)
    return proposal is not None and proposal.kind == "timeout"


def _charged(clock: Clock, seat: str, spent: int, answered: int | None) -> Clock:
    """The clock once per seat's time has stopped; only an answer, given at position `answered`, brings the increment."""
    banks, left = clock.banks, max(0, clock.allowance(seat) - spent)
    if clock.kind == "bank":
        banks = {**banks, seat: left + (clock.increment if answered is not None else 0)}
    if answered is None:
        return msgspec.structs.replace(clock, banks=banks, held=(seat, left))
    charged = msgspec.structs.replace(clock, banks=banks, held=None)
    return _passed_on(charged, Passed(answered, seat, left, _of_turn(clock, left)))


def _of_turn(clock: Clock, left: int) -> int:
    """How much of its turn's time a seat has used that has so much left; of a bank it is not counted by turns."""
    return clock.time - left if clock.kind == "turn" else 0


def _passed_on(clock: Clock, passed: Passed) -> Clock:
    return msgspec.structs.replace(clock, passed=(*clock.passed, passed)[-_KEPT:])


def _started(clock: Clock, seat: str | None, served: int, now: int) -> Clock:
    return msgspec.structs.replace(clock, seat=seat, began=served, began_at=now, resumed=None)


def with_clock(row: MatchRow, clock: Clock) -> MatchRow:
    """The row with this clock, and the moments (in time served) when it must be looked at again."""
    if clock.seat is None:
        vote = max(_VOTE, clock.time if clock.kind == "turn" else 0)
        ends = clock.began + vote if is_voting(row) else None
        return row._replace(clock=text_of(clock), due=ends, remind=None)
    allowed = clock.allowance(clock.seat)
    due = clock.began + allowed
    before = next((lead for lead in _REMINDERS if lead <= allowed // 2), None)
    return row._replace(clock=text_of(clock), due=due, remind=None if before is None else due - before)


async def used(table: Table, clock: Clock, served: int, now: int) -> int:
    """How much of its time the running seat has used, holidays left out."""
    player = table.person(clock.seat)
    holidays = await table.holidays.of([player]) if player else []
    away = _away(holidays, clock.began_at, now)
    down = await table.served.outages(clock.began_at, now) if away else []
    table.spared = Spared(clock.began_at, holidays, down)
    return _used(table, clock, served, now)


def _used(table: Table, clock: Clock, served: int, now: int) -> int:
    """The same, with the holidays that were last read."""
    began, holidays, down = table.spared
    away = _away(holidays, clock.began_at, now) if began == clock.began_at else []
    spared = sum(ends - begins - _common(begins, ends, down) for begins, ends in away)
    return max(0, served - clock.began - spared)


def _away(holidays: Iterable[HolidayRow], since: int, until: int) -> list[tuple[int, int]]:
    """Which parts of a stretch of time are holiday; holidays that meet are counted once."""
    found, covered = [], since
    for row in holidays:
        begins, ends = max(row.begins, covered), min(row.ends, until)
        if begins < ends:
            found.append((begins, ends))
        covered = max(covered, ends)
    return found


def _common(begins: int, ends: int, others: Iterable[tuple[int, int]]) -> int:
    """How much of a stretch of time these others cover, which do not meet."""
    return sum(max(0, min(ends, until) - max(begins, since)) for since, until in others)
