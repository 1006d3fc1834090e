"""Notifications: sent once, gathered, not in quiet time, and told only while they are true."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from clockwork import Time
from people import Person
from postboxes import MINUTE, Mailbox, PushService, add, confirm, send, waiting_match
from starlette.testclient import TestClient

from albion.server.clock import from_iso
from albion.server.notifier import Notifier, quiet_until
from albion.server.store import Store
from albion.server.store.database import Statement
from albion.server.store.outbox import QuietRow


@pytest.fixture
def client(posting: TestClient) -> TestClient:
    return posting


def test_mail_is_sent_once_to_a_confirmed_address_with_a_link_to_the_table(
    ann: Person, bob: Person, time: Time, mailbox: tuple[Mailbox, str]
) -> None:
    box = mailbox[0]
    assert not add(bob, "email", "Bob@Example.org")["channels"][0]["confirmed"]
    waiting_match(ann, bob, time)
    send(bob.client)
    assert len(box.letters) == 1, "an address that is not confirmed gets nothing but the question"
    confirm(bob, box)
    match = waiting_match(ann, bob, time)

    send(bob.client)
    send(bob.client)

    assert [letter["to"] for letter in box.letters] == ["bob@example.org"] * 2
    assert f"http://testserver/match/{match}" in box.texts()[-1]
    assert "It is your turn (south)" in box.texts()[-1]


def test_several_matches_are_told_in_one_letter(
    ann: Person, bob: Person, time: Time, mailbox: tuple[Mailbox, str]
) -> None:
    box = mailbox[0]
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    matches = [waiting_match(ann, bob, time) for _ in range(3)]

    send(bob.client)

    assert box.letters[-1]["subject"] == "Albion: 3 matches"
    assert len(box.letters) == 2 and all(match in box.texts()[-1] for match in matches)


def test_what_is_no_longer_true_is_not_told(
    ann: Person, bob: Person, time: Time, mailbox: tuple[Mailbox, str]
) -> None:
    box = mailbox[0]
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    match = waiting_match(ann, bob, time)
    bob.play(match, "end")
    time.now += 3 * MINUTE

    send(bob.client)

    assert len(box.letters) == 1


def test_who_is_looking_is_not_told(
    ann: Person, bob: Person, time: Time, mailbox: tuple[Mailbox, str]
) -> None:
    box = mailbox[0]
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    match = waiting_match(ann, bob, time)
    bob.get(f"/api/matches/{match}")

    send(bob.client)

    assert len(box.letters) == 1


def test_who_has_left_just_before_is_told_all_the_same(
    ann: Person, bob: Person, time: Time, mailbox: tuple[Mailbox, str]
) -> None:
    """Nobody knows yet that he has gone; soon after it is certain that he did not see it."""
    box = mailbox[0]
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    never = {"begins": "00:00", "ends": "00:00", "zone": "UTC", "wait": 0}
    bob.ask("PUT", "/api/me/notifications/quiet", never)
    table = ann.create(options={"rounds": 40}, seats={"north": "human", "south": "open"})
    match = str(table["match"])
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    time.now += MINUTE
    bob.get(f"/api/matches/{match}")
    time.now += MINUTE // 6
    ann.play(match, "end")
    send(bob.client)
    at_once = len(box.letters)
    time.now += MINUTE
    send(bob.client)
    send(bob.client)

    assert (at_once, len(box.letters)) == (1, 2)
    assert match in box.texts()[-1]


def test_quiet_time_puts_it_off(ann: Person, bob: Person, time: Time, mailbox: tuple[Mailbox, str]) -> None:
    box = mailbox[0]
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    hours = {"begins": "00:00", "ends": "23:59", "zone": "UTC", "wait": 0}
    assert bob.ask("PUT", "/api/me/notifications/quiet", hours)[1]["quiet"] == hours
    waiting_match(ann, bob, time)
    send(bob.client)
    assert len(box.letters) == 1

    time.now += 24 * 60 * MINUTE - time.now % (24 * 60 * MINUTE) - MINUTE
    send(bob.client)

    assert len(box.letters) == 2


@pytest.mark.parametrize(
    ("begins", "ends", "minutes"), [(22, 7, 7 * 60), (0, 0, None), (1, 5, None), (23, 1, 60), (12, 0, None)]
)
def test_when_quiet_time_ends(begins: int, ends: int, minutes: int | None) -> None:
    midnight = 1_800_000_000_000 - 1_800_000_000_000 % (24 * 60 * MINUTE)

    until = quiet_until(QuietRow("p", begins * 60, ends * 60, "UTC", 0), midnight)

    assert until == (None if minutes is None else midnight + minutes * MINUTE)


@pytest.mark.parametrize(
    ("now", "ends"),
    [
        ("2026-03-29T00:30:00Z", "2026-03-29T06:30:00Z"),
        ("2026-10-24T23:30:00Z", "2026-10-25T07:30:00Z"),
        ("2026-10-25T01:30:00Z", "2026-10-25T07:30:00Z"),
        ("2026-07-01T21:00:30Z", "2026-07-02T06:30:00Z"),
    ],
)
def test_quiet_time_ends_by_the_clock_on_the_wall_in_every_night(now: str, ends: str) -> None:
    row = QuietRow("p", 22 * 60, 7 * 60 + 30, "Europe/London", 0)

    assert quiet_until(row, from_iso(now)) == from_iso(ends)


def test_a_message_that_cannot_be_written_keeps_nobody_elses_from_being_sent(
    ann: Person,
    bob: Person,
    time: Time,
    mailbox: tuple[Mailbox, str],
    service: PushService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A subscription, or a title, may be anything that was taken before it was checked as it is today."""
    carl = Person(bob.client, "Carl")
    add(bob, "push", service.subscription())
    add(carl, "email", "carl@example.org")
    confirm(carl, mailbox[0])
    matches = [waiting_match(ann, person, time) for person in (bob, carl)]
    notifier: Notifier = bob.client.app.state.notifier  # type: ignore[attr-defined]

    def fails(*message: Any) -> None:
        raise TypeError("what is this?")

    with monkeypatch.context() as patch:
        patch.setattr(notifier.push, "message", fails)
        send(bob.client)
    assert matches[1] in mailbox[0].texts()[-1] and not service.got
    time.now += 10 * MINUTE
    send(bob.client)

    assert len(service.got) == 1, "it is tried again"


def test_no_title_breaks_the_letter_that_names_it(
    ann: Person, bob: Person, time: Time, mailbox: tuple[Mailbox, str]
) -> None:
    """One of the control characters beyond ASCII is a line break, and a header has one line."""
    add(bob, "email", "bob@example.org")
    confirm(bob, mailbox[0])
    match = waiting_match(ann, bob, time)
    refused = ann.ask("PATCH", f"/api/matches/{match}", {"title": "A\x85B"})
    store: Store = bob.client.app.state.tables.store  # type: ignore[attr-defined]
    assert bob.client.portal is not None
    bob.client.portal.call(
        store.database.write, Statement("UPDATE matches SET title = $2 WHERE id = $1", (match, "A\x85B"))
    )
    send(bob.client)

    assert refused[0] == 400
    assert mailbox[0].letters[-1]["subject"] == "Albion: A B"


@pytest.mark.parametrize("auth", ["", "AA", "A", "\u00fc\u00fc\u00fc\u00fc", "A" * 400])
def test_a_subscription_by_which_nothing_can_be_written_is_refused(
    bob: Person, service: PushService, auth: str
) -> None:
    told = json.loads(service.subscription())
    told["keys"]["auth"] = auth
    status, _ = bob.ask(
        "POST", "/api/me/notifications/channels", {"kind": "push", "address": json.dumps(told)}
    )

    assert status == 400


def test_a_browser_is_told_and_only_it_can_read(
    ann: Person, bob: Person, time: Time, service: PushService
) -> None:
    assert add(bob, "push", service.subscription())["channels"][0]["confirmed"]
    match = waiting_match(ann, bob, time)

    send(bob.client)
    ((headers, body),) = service.got
    told = service.read(body)

    assert told["url"] == f"http://testserver/match/{match}" and "your turn" in told["body"]
    assert headers["content-encoding"] == "aes128gcm" and headers["authorization"].startswith("vapid")
    assert re.fullmatch(r"[\w-]{32}", headers["topic"])
    assert match.encode() not in body


def test_a_subscription_that_has_ended_is_forgotten(
    ann: Person, bob: Person, time: Time, service: PushService
) -> None:
    add(bob, "push", service.subscription())
    waiting_match(ann, bob, time)
    service.status = 410

    send(bob.client)

    assert bob.get("/api/me/notifications")["channels"] == []
