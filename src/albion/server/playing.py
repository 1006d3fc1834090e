"""Answering: what a player's or bot's answers change, with those that follow by themselves.

Nothing is sent to anybody before it is committed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from albion.bots import fits
from albion.engine.action import Action, Seat, parse_action
from albion.engine.event import Event
from albion.engine.loop import is_forced
from albion.engine.orders import passing_answer
from albion.server import standing
from albion.server.answers import Asked, answer_of_plan, forced_before_dice
from albion.server.entries import Entry, stored
from albion.server.errors import RequestError
from albion.server.store.rows import EntryRow
from albion.server.table import Change, Table

_MOST_PASSING = 100
"""Answers after which a turn is not passed any more, but played."""


def play(table: Table, seat: Seat, action: str, now: int) -> Change:
    """An answer, and those that follow by themselves because nothing else is legal."""
    new: list[Entry] = []
    _give(table, new, seat, parse_action(action, table.match.verbs), now)
    return table.changed_by(new, None, now)


def by_order(table: Table, now: int) -> Change | None:
    """The answer that a standing order gives to the open question; None if there is no such order any more."""
    d, a = table.match.decision, standing.ordered_answer(table)
    if d is None or a is None:
        return None
    new: list[Entry] = []
    _give(table, new, d.seat, a, now, ordered=True)
    return table.changed_by(new, None, now)


def set_orders(table: Table, orders: str, now: int) -> Change:
    """New standing orders; where nobody could notice the speed, they answer the open question at once."""
    table.row = table.row._replace(orders=orders)
    new: list[Entry] = []
    _follow(table, new, now)
    change = table.changed_by(new, None, now) if new else Change(table.row)
    change.row = change.row._replace(rev=table.row.rev + 1)
    return change


def pass_turn(table: Table, seat: Seat, now: int) -> Change | None:
    """Give up the seat's turn, answering as little as possible; None if the turn does not end that way."""
    start, new = len(table.match.actions), list[Entry]()
    while (d := table.match.decision) is not None and d.seat == seat:
        if len(new) >= _MOST_PASSING:
            table.match.truncate(start)
            return None
        _give(table, new, seat, passing_answer(table.game, table.match.state, d), now)
    return table.changed_by(new, None, now)


def play_plan(table: Table, seat: Seat, plan: Sequence[str], now: int) -> Change:
    """A bot's answers as far as they fit, as one change: half a plan is never stored."""
    new: list[Entry] = []
    rolled = table.match.state.dice.count
    for text in plan:
        a = parse_action(text, table.match.verbs)
        if new and not fits(a, seat, rolled, table.match.state, table.match.decision):
            break
        _give(table, new, seat, a, now)
    return table.changed_by(new, None, now)


def play_together(table: Table, seat: Seat, answers: Sequence[str], now: int) -> Change:
    """A player's plan: all of its answers as one change, or none of them."""
    start = len(table.match.actions)
    try:
        new = _all(table, seat, answers, now)
    except BaseException:
        table.match.truncate(start)
        raise
    first = new[0].row.seq
    for entry in new:
        entry.row = entry.row._replace(plan=first)
    return table.changed_by(new, None, now)


def _all(table: Table, seat: Seat, answers: Sequence[str], now: int) -> list[Entry]:
    """Give every answer; forced answers may be in the plan or left out.

    Nothing may follow a die or a secret: otherwise a refused plan would reveal how it came out.
    """
    new: list[Entry] = []
    forced: list[str | None] = []
    for number, text in enumerate(answers, start=1):
        if forced and text == forced[0]:
            del forced[0]
            continue
        with answer_of_plan(number, len(answers)):
            if any(entry.final for entry in new):
                raise RequestError(409, "illegal", f"'{text}' would come after dice or a secret")
            before = len(new)
            _give(table, new, seat, parse_action(text, table.match.verbs), now)
        forced = forced_before_dice(new[before:])
    return new


def _give(table: Table, new: list[Entry], seat: Seat, a: Action, now: int, *, ordered: bool = False) -> None:
    asked = table.asked
    events = table.match.play(seat, a)
    new.append(_entry(table, asked, a, events, now, len(new) + 1, ordered=ordered))
    _follow(table, new, now)


def settle_forced(table: Table, now: int) -> Change | None:
    """The forced answers in the position as it stands."""
    new: list[Entry] = []
    _follow(table, new, now)
    return table.changed_by(new, None, now) if new else None


def _follow(table: Table, new: list[Entry], now: int) -> None:
    """Give the answers that wait for nobody: forced ones, and those of standing orders where nobody else looks on."""
    ordered = 0
    while (d := table.match.decision) is not None and not table.outdated:
        watched = table.watched(d.seat)
        forced = is_forced(table.match.state, d, watched=watched)
        a = d.actions[0] if forced else None if watched else standing.ordered_answer(table)
        if a is None or ordered > standing.MOST_IN_A_ROW:
            return
        ordered += not forced
        asked = table.asked
        events = table.match.play(d.seat, a)
        new.append(_entry(table, asked, a, events, now, len(new) + 1, forced=forced, ordered=not forced))


def _entry(
    table: Table,
    asked: Asked,
    a: Action,
    events: Iterable[Event],
    now: int,
    plus: int,
    *,
    forced: bool = False,
    ordered: bool = False,
) -> Entry:
    happened, answer = stored(events), table.labels.answer(a, asked.about)
    row = EntryRow(
        seq=table.row.seq + plus,
        n=table.n,
        kind="play",
        seat=asked.seat,
        action=answer.action,
        text=answer.text,
        step=asked.step,
        secret=int(asked.secret),
        forced=int(forced),
        time=now,
        events=msgspec.json.encode(happened),
        player=None if forced else table.person(asked.seat),
        ordered=int(ordered),
    )
    return Entry(row, happened)
