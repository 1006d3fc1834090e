"""Orders, clocks and the outbox with two processes on one database, of either kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from clockwork import Time, clocked, look, notices, seat
from people import Person
from starlette.testclient import TestClient
from test_server_orders import answered, attack, before_retreat, order, seated

from albion.server import order_turns
from albion.server.store.outbox import ChannelRow, Outbox

pytestmark = pytest.mark.xdist_group("postgres")  # one worker makes what they share


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest) -> str | None:
    """SQLite in the data folder, or PostgreSQL."""
    return None if request.param == "sqlite" else request.getfixturevalue("postgres")


def test_orders_given_to_one_process_answer_in_another(
    serve: Callable[..., TestClient], database: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_turns, "pause", lambda: 0.1)
    here, there = (serve("albion.games:GAMES", database) for _ in range(2))
    ann, bob, start = Person(here, "Ann"), Person(here, "Bob"), before_retreat()
    match = seated(ann, bob, start)
    ann.get(f"/api/matches/{match}")
    bob.client = there

    order(bob, match, retreat={"policy": "stay"})

    attack(ann, match, start)
    given = [e["action"] for e in answered(ann, match, start) if e["seat"] == start.defender]
    assert given == ["stay"], "by one of them, once"


def test_time_is_up_once_for_all_processes(
    serve: Callable[..., TestClient], database: str | None, time: Time
) -> None:
    ann, bob = Person(serve(database=database), "Ann"), Person(serve(database=database), "Bob")
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")

    for _ in range(6):
        time.serve(ann, 0.5)
        look(bob)

    assert seat(bob, match, "north")["kind"] == "bot"
    assert sum("Time is up" in text for text in notices(bob, match)) == 1


def test_what_is_to_be_told_is_taken_by_one_process(
    serve: Callable[..., TestClient], database: str | None, time: Time
) -> None:
    ann, bob = Person(serve(database=database), "Ann"), Person(serve(database=database), "Bob")
    portals = [person.client.portal for person in (ann, bob)]
    boxes = [Outbox(person.client.app.state.tables.store.database) for person in (ann, bob)]  # type: ignore[attr-defined]
    assert portals[0] is not None and portals[1] is not None
    channel = ChannelRow(f"c_{bob.id}", bob.id, "email", "bob@example.org", "http://testserver", 1, time.now)
    portals[0].call(boxes[0].add_channel, channel)
    table = ann.create(seats={"north": "human", "south": "open"})
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    ann.play(table["match"], "end")
    time.now += 3 * 60_000

    waiting = portals[1].call(boxes[1].waiting, time.now)
    mine = [row for row in waiting if row.match == table["match"]]
    taken = [portals[n].call(boxes[n].claim, mine[0], time.now, time.now + 1000) for n in (0, 1)]
    portals[0].call(boxes[0].done, mine)

    assert [(row.kind, row.player, row.seat) for row in mine] == [("turn", bob.id, "south")]
    assert taken == [True, False]
    assert not [row for row in portals[1].call(boxes[1].waiting, time.now) if row.match == table["match"]]
