"""Standing orders: what a seat answers in others' turns."""

from __future__ import annotations

from fastapi import APIRouter

from albion.engine.orders import Order
from albion.server import commands, requests, standing
from albion.server.order_shapes import OrderTrial, StandingOrders
from albion.server.order_trial import standing_orders, try_orders
from albion.server.web import AllTables, Answer, MatchId, SeatQuery, Somebody, answers, limited

router = APIRouter(prefix="/api", tags=["orders"])


def _orders(asked: requests.OrdersRequest) -> dict[str, Order]:
    return {
        id: Order(policy=order.policy, n=order.n, only=tuple(order.only))
        for id, order in asked.orders.items()
    }


@router.get("/matches/{match}/orders", responses=answers(StandingOrders, 401, 404))
async def orders(tables: AllTables, player: Somebody, match: MatchId, seat: SeatQuery = None) -> Answer:
    """My seat's standing orders, and what may be ordered."""
    async with tables.reading(match) as table:
        return Answer(standing_orders(table, standing.ordering_seat(table, player.id, seat)))


@router.put("/matches/{match}/orders", responses=answers(StandingOrders, 401, 404, 409))
async def set_orders(
    tables: AllTables, player: Somebody, match: MatchId, asked: requests.OrdersRequest
) -> Answer:
    """Set my seat's standing orders, replacing the old ones; they may answer the open question at once."""
    command = commands.SetOrders(match, player.id, _orders(asked), asked.seat)
    table = (await commands.carry_out(tables, command)).table
    return Answer(standing_orders(table, standing.ordering_seat(table, player.id, asked.seat)))


@router.post(
    "/matches/{match}/orders/trial",
    responses=answers(OrderTrial, 401, 404),
    dependencies=[limited("forecasts")],
)
async def trial(tables: AllTables, player: Somebody, match: MatchId, asked: requests.OrdersRequest) -> Answer:
    """What such orders would have answered so far, and now; nothing is changed."""
    async with tables.reading(match) as table:
        seat = standing.ordering_seat(table, player.id, asked.seat)
        wanted = _orders(asked)
        standing.check(table, wanted)
        return Answer(await try_orders(table, seat, wanted))
