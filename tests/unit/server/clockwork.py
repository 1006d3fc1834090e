"""The server's time under a test's control, and matches with clocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from people import Person

from albion.server.clock import told_by

HALF_A_MINUTE = 30_000
DAY = 24 * 3600_000


class Time:
    """The server's time, which passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def serve(self, person: Person, minutes: float) -> None:
        """Let the server run for some minutes."""
        for _ in range(round(2 * minutes)):
            self.now += HALF_A_MINUTE
            look(person)


def look(person: Person) -> None:
    """What the server does every few seconds."""
    portal = person.client.portal
    assert portal is not None
    portal.call(person.client.app.state.tables.housekeeping.look_at_clocks)  # type: ignore[attr-defined]


@pytest.fixture
def time() -> Iterator[Time]:
    passing = Time()
    with told_by(passing):
        yield passing


def clocked(ann: Person, bob: Person, **clock: Any) -> str:
    """A match of Ann (north, who begins) against Bob (south) with that clock."""
    table = ann.create(
        options={"rounds": 40}, seats={"north": "human", "south": "open"}, clock={"minutes": 2, **clock}
    )
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    return str(table["match"])


def seat(person: Person, match: str, name: str) -> dict[str, Any]:
    seats = person.get(f"/api/matches/{match}")["seats"]
    return next(dict(s) for s in seats if s["seat"] == name)


def notices(person: Person, match: str) -> list[str]:
    return [
        line["text"] for line in person.get(f"/api/matches/{match}/chat")["chat"] if line["kind"] == "notice"
    ]
