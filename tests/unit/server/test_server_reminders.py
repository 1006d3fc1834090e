"""Reminders: by the other players, and before time runs out; not while they would be unfair."""

from __future__ import annotations

import hands
import pytest
from clockwork import Time
from people import Person
from postboxes import MINUTE, Mailbox, add, confirm, send, waiting_match
from starlette.testclient import TestClient

from albion.server.clock import iso


@pytest.fixture
def client(posting: TestClient) -> TestClient:
    return posting


def test_a_player_is_reminded_after_two_days_and_once_a_day(
    ann: Person, bob: Person, carl: Person, time: Time, mailbox: tuple[Mailbox, str]
) -> None:
    box = mailbox[0]
    match = waiting_match(ann, bob, time)
    ask = f"/api/matches/{match}/remind"
    early, stranger = ann.ask("POST", ask), carl.ask("POST", ask)
    time.now += 49 * 60 * MINUTE
    unheard = ann.ask("POST", ask)
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    sent, again = (ann.ask("POST", ask) for _ in range(2))
    time.now += 5 * MINUTE
    send(bob.client)

    assert [told[1]["error"] for told in (early, stranger, unheard)] == ["early", "foreign", "unreachable"]
    assert bob.ask("POST", ask)[1]["error"] == "nobody"
    assert (sent[0], again[1]["error"]) == (204, "too-many")
    assert sum("The others are waiting for you (south)" in text for text in box.texts()) == 1


def test_nobody_is_reminded_on_holiday(
    ann: Person, bob: Person, time: Time, mailbox: tuple[Mailbox, str]
) -> None:
    add(bob, "email", "bob@example.org")
    confirm(bob, mailbox[0])
    match = waiting_match(ann, bob, time)
    time.now += 49 * 60 * MINUTE
    bob.post("/api/me/holidays", {"begins": iso(time.now), "ends": iso(time.now + 60 * MINUTE)})
    status, told = ann.ask("POST", f"/api/matches/{match}/remind")
    time.now += 61 * MINUTE

    assert (status, told["error"], told["message"]) == (409, "holiday", "Bob is on holiday")
    assert ann.ask("POST", f"/api/matches/{match}/remind")[0] == 204


@pytest.mark.parametrize(("version", "letters"), [(1, 3), (2, 2)])
def test_whose_time_runs_out_is_reminded_once_but_not_while_the_match_waits_for_new_rules(
    ann: Person,
    bob: Person,
    time: Time,
    mailbox: tuple[Mailbox, str],
    monkeypatch: pytest.MonkeyPatch,
    version: int,
    letters: int,
) -> None:
    box, state = mailbox[0], bob.client.app.state  # type: ignore[attr-defined]
    portal = bob.client.portal
    assert portal is not None
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    table = ann.create(seats={"north": "human", "south": "open"}, clock={"kind": "turn", "minutes": 60})
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    ann.play(table["match"], "end")
    subjects = []
    for _ in range(40):
        time.now += MINUTE
        portal.call(state.tables.housekeeping.look_at_clocks)
        portal.call(state.notifier.remind, state.tables.served.now())
        send(bob.client)
        subjects.append(len(box.letters))
        if len(subjects) == 10:
            monkeypatch.setattr(hands.HandsGame, "version", version)

    assert subjects.index(2) < 5, "it has become his turn"
    assert len(box.letters) == letters
    if version == 1:
        assert 28 < subjects.index(3) < 36
        assert "Your time is running out (south)" in box.texts()[-1]


def test_the_reminder_waits_until_a_holiday_is_over(
    ann: Person, bob: Person, time: Time, mailbox: tuple[Mailbox, str]
) -> None:
    box, state = mailbox[0], bob.client.app.state  # type: ignore[attr-defined]
    portal = bob.client.portal
    assert portal is not None
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    table = ann.create(seats={"north": "human", "south": "open"}, clock={"kind": "turn", "minutes": 60})
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    ann.play(table["match"], "end")
    bob.post("/api/me/holidays", {"begins": iso(time.now), "ends": iso(time.now + 100 * MINUTE)})
    letters = []
    for _ in range(130):
        time.now += MINUTE
        portal.call(state.tables.housekeeping.look_at_clocks)
        portal.call(state.notifier.remind, state.tables.served.now())
        send(bob.client)
        letters.append(len(box.letters))

    assert letters[98] == 2 and letters[-1] == 3, "no time ran until then"
    assert "Your time is running out (south)" in box.texts()[-1]
