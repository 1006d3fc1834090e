"""Nobody keeps a match standing still: not by ending the vote on those whose time is up, nor by staying away from new rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hands
import pytest
from clockwork import DAY, Time
from people import Person
from starlette.testclient import TestClient

from albion.server import clocks
from albion.server.entries import Entry
from albion.server.store.rows import EntryRow
from albion.server.table import Change, Table

MINUTE = 60_000


@pytest.fixture(autouse=True)
def passing(time: Time) -> None:
    """The server's time passes when the test says so."""


def clocked(ann: Person, bob: Person, south: str = "bot:random", **more: Any) -> str:
    """A match of Ann (north, who begins) against Bob (west), two minutes for a turn, then the others vote."""
    table = ann.create(
        options={"players": 3, "rounds": 40},
        seats={"north": "human", "south": south, "west": "open"},
        clock={"kind": "turn", "minutes": 2, "at_zero": "vote"},
        **more,
    )
    invite = next(seat["invite"] for seat in table["seats"] if seat["seat"] == "west")
    bob.post(f"/api/invites/{invite}")
    return str(table["match"])


def proposal(person: Person, match: str) -> Any:
    return person.get(f"/api/matches/{match}")["proposal"]


def kinds(person: Person, match: str) -> dict[str, str]:
    return {seat["seat"]: seat["kind"] for seat in person.get(f"/api/matches/{match}")["seats"]}


def test_exchanging_bots_ends_no_vote(ann: Person, bob: Person, time: Time) -> None:
    """Whose time was up could begin the vote again and again, if the bots at the table were theirs to choose."""
    match = clocked(ann, bob)
    time.serve(ann, 2.5)
    asked = proposal(bob, match)
    ann.post(f"/api/matches/{match}/seats/south", {"to": "bot:random"})

    assert asked["kind"] == "timeout" and proposal(bob, match) == asked


def test_nor_what_others_have_asked_for(ann: Person, bob: Person, carl: Person) -> None:
    table = ann.create(options={"players": 3}, seats={"west": "bot:random"})
    match = table["match"]
    for person, seat in zip((bob, carl), table["seats"][:2], strict=True):
        person.post(f"/api/invites/{seat['invite']}")
    bob.play(match, "lay 1")
    asked = bob.post(f"/api/matches/{match}/undo", {"seq": 1, "to": 0})["table"]["proposal"]
    ann.post(f"/api/matches/{match}/seats/west", {"to": "bot:random"})

    assert asked["kind"] == "undo" and proposal(carl, match)["id"] == asked["id"]


def test_the_vote_goes_on_while_its_player_is_still_to_answer(
    ann: Person, bob: Person, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else one could answer and take back, a little before every vote is over, and never hand the turn over."""
    monkeypatch.setattr(clocks, "_VOTE", 4 * MINUTE)
    match = clocked(ann, bob)
    time.serve(ann, 2.5)
    asked = proposal(bob, match)
    for _ in range(3):
        played = ann.play(match, "lay 1")
        time.serve(ann, 0.5)
        ann.post(f"/api/matches/{match}/undo", {"seq": played["seq"]})
        time.serve(ann, 0.5)
    still = proposal(bob, match)
    time.serve(ann, 1)

    assert still == asked and kinds(bob, match)["north"] == "bot"


async def handed_over(table: Table) -> list[clocks.Clock | None]:
    """North is late, hands over to a bot although the others vote, and is asked again after the bot's answer."""
    found = []
    for seat, turn in (("north", "south"), ("south", "north")):
        row = table.row
        entry = EntryRow(row.seq + 1, row.n + 1, "play", seat, "end", "end", "Lay", 0, 0, row.changed, b"[]")
        change = Change(row._replace(turn=turn, proposal=None, seq=entry.seq, n=entry.n), [Entry(entry)])
        table.row = await clocks.ticked(table, change, table.served.now(), row.changed)
        found.append(clocks.clock_of(table.row))
    return found


def test_whoever_hands_over_during_the_vote_has_a_whole_turn_the_next_time(
    ann: Person, bob: Person, time: Time
) -> None:
    match = clocked(ann, bob)
    time.serve(ann, 2.5)
    tables: Any = ann.client.app.state.tables  # type: ignore[attr-defined]
    assert ann.client.portal is not None
    first, then = ann.client.portal.call(handed_over, tables._open[match])

    assert first.seat is None and [(p.seat, p.left) for p in first.passed] == [("north", 0)]
    assert then.seat == "north" and then.allowance("north") == 2 * MINUTE


@pytest.fixture
def upgraded(serve: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lets the same people go on at a server whose game has changed."""

    def upgrade(*people: Person) -> None:
        monkeypatch.setattr(hands.HandsGame, "version", 2)
        client = serve()
        for person in people:
            person.client = client

    return upgrade


def test_whoever_stays_away_does_not_keep_the_others_from_new_rules(
    ann: Person, bob: Person, time: Time, upgraded: Callable[..., None]
) -> None:
    """No time runs before all have agreed: so a match whose creator never came back stood still for ever."""
    match = clocked(ann, bob)
    upgraded(ann, bob)
    relieve = ("POST", f"/api/matches/{match}/seats/north", {"to": "bot:random"})
    bob.post(f"/api/matches/{match}/migrate")
    time.now += 6 * DAY
    soon = bob.ask(*relieve)
    time.now += 2 * DAY
    other = bob.ask("POST", f"/api/matches/{match}/seats/north", {"to": "open"})
    bots = bob.ask("POST", f"/api/matches/{match}/seats/south", {"to": "bot:random"})
    late = bob.ask(*relieve)
    table = bob.post(f"/api/matches/{match}/migrate")

    assert (soon[0], soon[1]["error"]) == (409, "not-abandoned") and other[0] == bots[0] == 403
    assert late[0] == 200 and (table["outdated"], table["version"]) == (False, 2)


def test_new_rules_are_asked_for_although_somebodys_time_is_up(
    ann: Person, bob: Person, time: Time, upgraded: Callable[..., None]
) -> None:
    """The vote would never end: before all have agreed to the new rules nobody can answer."""
    match = clocked(ann, bob)
    time.serve(ann, 2.5)
    voting = proposal(bob, match)["kind"]
    upgraded(ann, bob)
    asked = ann.post(f"/api/matches/{match}/migrate")["proposal"]
    bob.post(f"/api/matches/{match}/proposal", {"id": asked["id"], "agree": True})
    table = bob.get(f"/api/matches/{match}")

    assert (voting, asked["kind"], table["outdated"]) == ("timeout", "migrate", False)
    assert table["clock"]["seat"] == "north" and table["clock"]["due"] is not None
