"""Events end, whatever their players do or leave undone."""

from __future__ import annotations

from typing import Any

from clockwork import Time
from people import Person
from starlette.testclient import TestClient

DAY = 24 * 3600_000


def sweep(client: TestClient) -> None:
    """What the server does by itself every few seconds."""
    assert client.portal is not None
    client.portal.call(client.app.state.club.go_on)  # type: ignore[attr-defined]


def begun(ann: Person, bob: Person) -> tuple[str, dict[str, Any]]:
    """An event of two players for which nothing was chosen but the game, and the match of its only table."""
    event = ann.post("/api/events", {"game": "hands", "kind": "swiss", "rounds": 1})["id"]
    bob.post(f"/api/events/{event}/players")
    tables = ann.post(f"/api/events/{event}/start")["tables"]
    return event, ann.get(f"/api/matches/{tables[0]['match']}")


def test_its_tables_have_a_clock_though_nobody_chose_one(time: Time, ann: Person, bob: Person) -> None:
    _, table = begun(ann, bob)

    assert (table["clock"]["kind"], table["clock"]["minutes"]) == ("turn", 7 * 24 * 60)
    assert table["clock"]["due"] is not None and table["clock"]["at_zero"] == "vote"


def test_a_table_that_nothing_moves_any_more_holds_up_nobody(
    time: Time, client: TestClient, ann: Person, bob: Person
) -> None:
    """Time passes without being served, as if the clock of a damaged table stood still."""
    event, _ = begun(ann, bob)
    time.now += 66 * DAY
    sweep(client)
    waits = ann.get(f"/api/events/{event}")["status"]
    time.now += 2 * DAY
    sweep(client)

    assert (waits, ann.get(f"/api/events/{event}")["status"]) == ("running", "over")
