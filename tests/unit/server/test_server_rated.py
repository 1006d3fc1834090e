"""Nobody gets an advantage out of what a rated match allows others."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from people import Person

from albion.server.clock import iso, now_ms, told_by

HOUR = 3600_000


def rated(ann: Person, bob: Person, **more: Any) -> str:
    table = ann.create(seats={"north": "human", "south": "open"}, rated=True, **more)
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    return str(table["match"])


def test_it_begins_once_everybody_has_sat_down(ann: Person, bob: Person) -> None:
    table = ann.create(seats={"north": "human", "south": "open"}, rated=True)
    path = f"/api/matches/{table['match']}"
    early = ann.ask("POST", f"{path}/actions", {"seq": 0, "action": "lay 1"})
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")

    assert (early[0], early[1]["error"]) == (409, "rated")
    assert ann.play(table["match"], "lay 1")["n"] == 1


def test_a_bot_that_took_a_seat_over_keeps_it(ann: Person, bob: Person) -> None:
    match = rated(ann, bob)
    ann.post(f"/api/matches/{match}/resign", {"seat": "north"})
    status, told = ann.ask("POST", f"/api/matches/{match}/seats/north", {"to": "open"})

    assert (status, told["error"]) == (409, "rated")


@pytest.mark.parametrize(("hours", "status"), [(1, 409), (6 * 24, 409), (8 * 24, 200)])
def test_its_creator_cannot_soon_replace_an_opponent(
    ann: Person, bob: Person, hours: int, status: int
) -> None:
    match = rated(ann, bob)
    later = now_ms() + hours * HOUR
    with told_by(lambda: later):
        found, _ = ann.ask("POST", f"/api/matches/{match}/seats/south", {"to": "bot:random"})

    assert found == status


def test_where_there_is_a_clock_it_decides(ann: Person, bob: Person) -> None:
    clock = {"kind": "turn", "minutes": 60, "at_zero": "vote"}
    match = rated(ann, bob, clock=clock)
    status, told = ann.ask("POST", f"/api/matches/{match}/seats/south", {"to": "bot:random"})

    assert (status, told["error"]) == (409, "clock")


def test_nobody_on_holiday_is_replaced(ann: Person, bob: Person, joined: str) -> None:
    now = now_ms()
    bob.post("/api/me/holidays", {"begins": iso(now), "ends": iso(now + 24 * HOUR)})
    answers = []
    for hours in (12, 25):
        with told_by(partial(int, now + hours * HOUR)):
            answers.append(ann.ask("POST", f"/api/matches/{joined}/seats/south", {"to": "bot:random"})[0])

    assert answers == [409, 200]


def test_whoever_resigns_is_shown_the_table_once_more(ann: Person, bob: Person, joined: str) -> None:
    left = bob.post(f"/api/matches/{joined}/resign", {})

    assert left["you"]["seats"] == [] and left["seats"][1]["kind"] == "bot"
    assert bob.ask("GET", f"/api/matches/{joined}")[0] == 403


def test_all_are_told_that_everybody_may_watch(ann: Person, bob: Person, joined: str) -> None:
    ann.ask("PATCH", f"/api/matches/{joined}", {"public": True})
    ann.ask("PATCH", f"/api/matches/{joined}", {"public": False})
    said = [line["text"] for line in bob.get(f"/api/matches/{joined}/chat")["chat"]]

    assert said[-2:] == ["Ann makes this match public.", "Ann makes this match private."]
