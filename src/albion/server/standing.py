"""Standing orders at a table: kept with the match, secret to their seat, applied in the change they answer in."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from albion.engine.action import Action, Decision, Seat
from albion.engine.game import Game
from albion.engine.orders import (
    ASK,
    Disarmed,
    Given,
    Kind,
    Order,
    Orders,
    answer_by_order,
    nouns_of,
    order_kinds,
)
from albion.server.errors import foreign, malformed

if TYPE_CHECKING:
    from typing import Any

    from albion.server.table import Change, Table

MOST_IN_A_ROW = 200
"""After this many answers by order in a row a person is asked."""

EVEN = 0.04
"""Seconds within which nearly every order is worked out, also on a slow machine."""


class SeatOrders(msgspec.Struct, frozen=True):
    """What one player ordered for one seat; the next player there starts without orders."""

    player: str
    orders: dict[str, Order]
    off: dict[str, int] = {}
    """After how many answers of the match an order disarmed itself."""


_READ = msgspec.json.Decoder(dict[str, SeatOrders])


def kinds_of(game: Game[Any]) -> tuple[Kind, ...]:
    """What may be ordered in a game."""
    return order_kinds(*game.books)


def orders_of(table: Table, seat: str) -> dict[str, Order]:
    """The orders in the name of the person on a seat."""
    if table.row.orders == "{}":
        return {}
    kept = _READ.decode(table.row.orders).get(seat)
    return kept.orders if kept is not None and kept.player == table.person(seat) else {}


def ordered_answer(table: Table) -> Action | None:
    """The answer a standing order gives to the open question."""
    found = _found(table)
    return found.action if isinstance(found, Given) else None


def after_question(table: Table) -> str:
    """The orders as the match's row keeps them, without the one that meets something new in the open question.

    If the question that disarmed an order has been taken back, the order is in force again.
    """
    if table.row.orders == "{}":
        return table.row.orders
    found, d, before = _found(table), table.match.decision, _READ.decode(table.row.orders)
    kept = {seat: _in_force_again(mine, table.n) for seat, mine in before.items()}
    if isinstance(found, Disarmed) and d is not None:
        mine = kept[d.seat]
        changed = msgspec.structs.replace(mine.orders[found.kind], disarmed=found.why)
        off = {**mine.off, found.kind: table.n}
        kept[d.seat] = SeatOrders(mine.player, {**mine.orders, found.kind: changed}, off)
    return table.row.orders if kept == before else msgspec.json.encode(kept).decode()


def _in_force_again(mine: SeatOrders, n: int) -> SeatOrders:
    """A seat's orders after this many answers: an order that disarmed itself in what is now taken back is armed again."""
    if all(at <= n for at in mine.off.values()):
        return mine
    later = {kind for kind, at in mine.off.items() if at > n}
    orders = {
        kind: msgspec.structs.replace(order, disarmed="") if kind in later else order
        for kind, order in mine.orders.items()
    }
    return SeatOrders(mine.player, orders, {kind: at for kind, at in mine.off.items() if kind not in later})


def _found(table: Table) -> Given | Disarmed | None:
    """What the orders make of the open question: computed once, or whoever asked it could tell by waiting longer."""
    d = table.match.decision
    if d is None or table.row.orders == "{}" or table.outdated:
        return None
    orders = orders_of(table, d.seat)
    if not orders:
        return None
    known = table.by_order
    if known is None or known[0] is not d or known[1] != orders:
        known = table.by_order = d, orders, answer_by_order(table.game, orders, table.match.state, d)
    return known[2]


async def take_as_long(table: Table, change: Change, begun: float) -> None:
    """Make an answer that leads to another person's question take equally long whether an order was worked out for it or not."""
    d = table.match.decision
    asked = table.person(d.seat) if d is not None and change.entries else None
    if d is None or asked is None or asked in [entry.row.player for entry in change.entries]:
        return
    if any(d.step in kind.steps for kind in kinds_of(table.game)):
        await asyncio.sleep(begun + EVEN - time.monotonic())


def disarmed_at(table: Table, d: Decision) -> str | None:
    """Why the order for the open question was disarmed, for its own seat."""
    if table.row.orders == "{}":
        return None
    orders = orders_of(table, d.seat)
    for kind in kinds_of(table.game) if orders else ():
        order = orders.get(kind.id)
        if order is not None and order.disarmed and d.step in kind.steps:
            return f"Your standing order “{kind.title}” is off: {order.disarmed}."
    return None


def ordering_seat(table: Table, player: str, seat: str | None) -> Seat:
    """The seat that is spoken for: the named one, otherwise this player's first."""
    mine = table.seats_of(player)
    if not mine or (seat is not None and seat not in mine):
        raise foreign("you have no seat at this table" if not mine else f"the seat {seat} is not yours")
    return mine[0] if seat is None else Seat(seat)


def replaced(table: Table, seat: Seat, player: str, orders: Orders) -> str:
    """The match's orders with this seat's new ones, checked."""
    check(table, orders)
    kept = {} if table.row.orders == "{}" else _READ.decode(table.row.orders)
    in_force = {id: order for id, order in orders.items() if order.policy != ASK}
    return msgspec.json.encode({**kept, str(seat): SeatOrders(player, in_force)}).decode()


def check(table: Table, orders: Mapping[str, Order]) -> None:
    """Refuse what this game does not know."""
    kinds = {kind.id: kind for kind in kinds_of(table.game)}
    for id, order in orders.items():
        kind = kinds.get(id)
        if kind is None:
            raise malformed(
                f"there is no standing order '{id}': expected one of {', '.join(kinds) or 'none'}"
            )
        known = [ASK, *(p.id for p in kind.policies)]
        if order.policy not in known:
            raise malformed(f"'{id}' cannot be '{order.policy}': expected one of {', '.join(known)}")
        nouns = {str(noun) for noun in nouns_of(kind, table.match.verbs)} if order.only else set()
        strange = [noun for noun in order.only if noun not in nouns]
        if strange:
            raise malformed(f"'{id}' cannot be restricted to '{strange[0]}'")
