"""What standing orders would have answered: tried on the questions a seat has met, without touching the match."""

from __future__ import annotations

import time

from albion.engine.action import Decision, Seat
from albion.engine.orders import Disarmed, Given, Orders, answer_by_order, nouns_of, turn_of
from albion.engine.state import State
from albion.engine.step import Choice
from albion.server.order_shapes import (
    OrderKind,
    OrderNoun,
    OrderPolicy,
    OrderTrial,
    SetOrder,
    StandingOrders,
    TriedAnswer,
)
from albion.server.pauses import Pauses
from albion.server.standing import kinds_of, orders_of
from albion.server.table import Table

_MOST = 20
_PATIENCE = 0.3
"""Seconds for trying."""


def standing_orders(table: Table, seat: Seat) -> StandingOrders:
    """A seat's orders, with everything that could be ordered."""
    kinds = [
        OrderKind(
            kind.id,
            kind.title,
            kind.default,
            [OrderPolicy(p.id, p.text, p.n if p.chance else None) for p in kind.policies],
            [OrderNoun(str(n), table.words.name(n)) for n in nouns_of(kind, table.match.verbs)],
        )
        for kind in kinds_of(table.game)
    ]
    orders = {
        id: SetOrder(order.policy, order.n, list(order.only), order.disarmed)
        for id, order in orders_of(table, seat).items()
    }
    return StandingOrders(seat, kinds, orders)


async def try_orders(table: Table, seat: Seat, orders: Orders) -> OrderTrial:
    """Ask the orders every question of others' turns that this seat has met, newest first."""
    end = time.monotonic() + _PATIENCE
    steps = {name for kind in kinds_of(table.game) for name in kind.steps}
    tried: list[TriedAnswer] = []
    pauses = Pauses()
    past, base = table.match, table.base
    d = table.match.decision
    if d is not None and d.seat == seat and d.step in steps:
        tried += _tried(table, orders, table.match.state, d, table.n + 1, None)
    for n in range(len(table.effective) - 1, 0, -1):
        row = table.entries[table.effective[n]].row
        if row.seat != seat or row.forced or row.step not in steps:
            continue
        if len(tried) >= _MOST:
            break
        if time.monotonic() > end:
            return OrderTrial(seat, tried, complete=False)
        await pauses.pause()
        if n - 1 < base:  # one replay serves all questions after the same stored position
            past = await table.match_at(n - 1)
            base = n - 1 - len(past.actions)
        state, asked = past.at(n - 1 - base)
        if asked is not None:
            tried += _tried(table, orders, state, asked, n, row.text)
    return OrderTrial(seat, tried, complete=True)


def _tried(
    table: Table, orders: Orders, s: State, d: Decision, n: int, given: str | None
) -> list[TriedAnswer]:
    """The question with the orders' answer; nothing if it came in the seat's own turn."""
    if turn_of(table.game, s) == d.seat:
        return []
    step = s.agenda[-1]
    assert isinstance(step, Choice)
    about = step.about(s)
    found = answer_by_order(table.game, orders, s, d)
    answer = table.labels.text(found.action, about) if isinstance(found, Given) else None
    return [
        TriedAnswer(
            n=n,
            question=table.words.question(d.step, about),
            given=given,
            order=None if found is None else found.kind,
            answer=answer,
            disarmed=found.why if isinstance(found, Disarmed) else None,
        )
    ]
