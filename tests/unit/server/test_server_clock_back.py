"""A server that ran with its clock ahead, and now does not: nothing of what was played meanwhile is lost or stuck."""

from __future__ import annotations

from functools import partial

import pytest
from people import Person

from albion.server.clock import now_ms, told_by

AHEAD = 30 * 24 * 3600_000


@pytest.fixture
def match(ann: Person, bob: Person) -> str:
    """Played a month ahead of now."""
    with told_by(partial(int, now_ms() + AHEAD)):
        table = ann.create(seats={"north": "human", "south": "open"}, public=True)
        bob.post(f"/api/invites/{table['seats'][1]['invite']}")
        ann.play(table["match"], "end")
    return str(table["match"])


@pytest.mark.parametrize("which", ["mine", "public"])
def test_it_is_listed(ann: Person, match: str, which: str) -> None:
    assert [m["match"] for m in ann.get("/api/matches", list=which)["matches"]] == [match]


def test_it_goes_on(ann: Person, bob: Person, match: str) -> None:
    before = ann.get(f"/api/matches/{match}")["n"]
    bob.play(match)

    assert ann.get(f"/api/matches/{match}")["n"] > before


def test_the_lobby_hears_of_it(ann: Person, bob: Person, match: str) -> None:
    with ann.socket() as socket:
        socket.send_json({"do": "lobby"})
        socket.send_json({"do": "ping", "id": 1})
        assert socket.receive_json()["type"] == "pong"
        bob.play(match)
        told = socket.receive_json()

    assert told == {"type": "lobby", "match": match}


def test_nobody_is_present_because_of_it(ann: Person, match: str) -> None:
    with told_by(partial(int, now_ms() + 3600_000)):
        shown = ann.get(f"/api/matches/{match}")["seats"]

    assert not shown[1]["online"] and not shown[1]["abandoned"], "nobody is replaced because of it either"
