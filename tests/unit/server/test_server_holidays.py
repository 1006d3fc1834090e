"""Time that no clock counts: holidays, outages of the server, and changes of its clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from clockwork import DAY, Time, clocked, look, seat
from people import Person
from starlette.testclient import TestClient

from albion.server.clock import iso

pytestmark = pytest.mark.usefixtures("time")  # before the people, who are seen when they come


def test_time_while_the_server_was_down_is_not_counted(
    ann: Person, bob: Person, time: Time, serve: Callable[..., TestClient]
) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")
    time.serve(ann, 1)
    ann.client.__exit__(None, None, None)
    time.now += 9 * DAY
    ann.client = bob.client = serve()

    look(ann)
    down = seat(ann, match, "north")["kind"]
    time.serve(ann, 1)

    assert (down, seat(ann, match, "north")["kind"]) == ("human", "bot")


@pytest.mark.parametrize("jump", [90 * DAY, -90 * DAY])
def test_a_clock_that_is_set_harms_nobody(ann: Person, bob: Person, time: Time, jump: int) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")
    time.serve(ann, 1)
    time.now += jump
    look(ann)
    jumped = seat(ann, match, "north")["kind"]

    time.serve(ann, 1.5)

    assert (jumped, seat(ann, match, "north")["kind"]) == ("human", "bot")


def test_no_time_runs_on_holiday(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")
    time.serve(ann, 1)
    told = ann.post("/api/me/holidays", {"begins": iso(time.now), "ends": iso(time.now + 3 * 60_000)})
    assert told["days_left"] == 41

    time.serve(ann, 3.5)
    away = seat(bob, match, "north")["kind"]
    time.serve(ann, 1)

    assert (away, seat(bob, match, "north")["kind"]) == ("human", "bot")


def test_a_holiday_while_the_server_was_down_gives_no_time_twice(
    ann: Person, bob: Person, time: Time, serve: Callable[..., TestClient]
) -> None:
    """Neither is charged; a fault once gave the nine days back although nobody had counted them."""
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")
    time.serve(ann, 1)
    ann.post("/api/me/holidays", {"begins": iso(time.now), "ends": iso(time.now + 9 * DAY + 60_000)})
    ann.client.__exit__(None, None, None)
    time.now += 9 * DAY
    ann.client = bob.client = serve()

    look(ann)
    time.serve(bob, 1.5)
    away = seat(bob, match, "north")["kind"]
    time.serve(bob, 1)

    assert (away, seat(bob, match, "north")["kind"]) == ("human", "bot")


def test_nobody_plays_on_without_a_clock_by_being_on_holiday(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")
    ann.post("/api/me/holidays", {"begins": iso(time.now), "ends": iso(time.now + 10 * DAY)})

    ann.play(match, "end")
    bob.play(match, "end")
    time.serve(ann, 2.5)

    assert ann.get("/api/me/holidays")["holidays"] == [], "who answers is back"
    assert seat(bob, match, "north")["kind"] == "bot"


def test_holidays_are_limited_never_in_the_past_and_end_early(ann: Person, time: Time) -> None:
    def plan(begins: int, ends: int) -> tuple[int, Any]:
        return ann.ask("POST", "/api/me/holidays", {"begins": iso(begins), "ends": iso(ends)})

    now = time.now
    assert plan(now - 5 * DAY, now - DAY)[0] == 400
    assert plan(now, now + 43 * DAY)[1]["error"] == "holiday"
    status, told = plan(now - 5 * DAY, now + 10 * DAY)
    assert (status, told["days_left"], told["holidays"][0]["begins"]) == (201, 32, iso(now))
    assert plan(now + 9 * DAY, now + 12 * DAY)[1]["error"] == "holiday", "they would meet"
    time.now += DAY
    assert ann.ask("DELETE", f"/api/me/holidays/{told['holidays'][0]['id']}")[0] == 204
    assert ann.get("/api/me/holidays") == {"holidays": [], "days_left": 41}
