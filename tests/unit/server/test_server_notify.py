"""Notifications: sent once, gathered, not in quiet time, and told only while they are true."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import hands
import pytest
from people import Person
from postboxes import MINUTE, Mailbox, PushService, Time, add, confirm, send, waiting_match
from starlette.testclient import TestClient

from albion.server.app import Settings, create_app
from albion.server.clock import from_iso, iso, moment
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


def test_a_letter_that_was_refused_is_tried_again(
    ann: Person, bob: Person, time: Time, mailbox: tuple[Mailbox, str]
) -> None:
    box = mailbox[0]
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    waiting_match(ann, bob, time)
    box.refuses = True
    send(bob.client)
    assert len(box.letters) == 1
    box.refuses = False
    time.now += 3 * MINUTE
    send(bob.client)
    time.now += 30 * MINUTE
    send(bob.client)

    assert len(box.letters) == 2


def crash_while_sending(bob: Person, monkeypatch: pytest.MonkeyPatch, dying: str) -> None:
    """The server is killed while it sends, just before this is noted."""
    notifier: Notifier = bob.client.app.state.notifier  # type: ignore[attr-defined]

    async def dies(*rows: Any) -> None:
        raise OSError("the server is killed")

    with monkeypatch.context() as patch:
        patch.setattr(notifier.outbox, dying, dies)
        patch.setattr(notifier.outbox, "put_off", dies)  # a dead process notes nothing down
        with pytest.raises(ExceptionGroup):
            send(bob.client)


@pytest.mark.parametrize(("dying", "letters"), [("done", 2), ("handed_over", 2)])
def test_a_crash_while_a_letter_is_handed_over_neither_loses_nor_repeats_it(
    ann: Person,
    bob: Person,
    time: Time,
    mailbox: tuple[Mailbox, str],
    monkeypatch: pytest.MonkeyPatch,
    dying: str,
    letters: int,
) -> None:
    box = mailbox[0]
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    waiting_match(ann, bob, time)
    crash_while_sending(bob, monkeypatch, dying)
    for minutes in (1, 5, 60):
        time.now += minutes * MINUTE
        send(bob.client)

    assert len(box.letters) == letters, "the first one asked for confirmation"


@pytest.mark.parametrize(("dying", "again"), [("done", True), ("handed_over_once", False)])
def test_a_crash_while_a_service_is_told_loses_nothing_and_a_repetition_says_so(
    ann: Person,
    bob: Person,
    time: Time,
    service: PushService,
    monkeypatch: pytest.MonkeyPatch,
    dying: str,
    again: bool,
) -> None:
    """Nobody can ask a chat service whether it had a message: sent once more at most, and never twice without a word."""
    add(bob, "apprise", f"json://localhost:{service.server.server_port}/room")
    waiting_match(ann, bob, time)
    crash_while_sending(bob, monkeypatch, dying)
    for minutes in (1, 5, 60, 600):
        time.now += minutes * MINUTE
        send(bob.client)
    told = ["may have had this message before" in body.decode() for _, body in service.got]

    assert told == ([False, True] if again else [False])


def test_a_repetition_says_so_after_a_quiet_night_too(
    ann: Person, bob: Person, time: Time, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(bob, "apprise", f"json://localhost:{service.server.server_port}/room")
    waiting_match(ann, bob, time)
    crash_while_sending(bob, monkeypatch, "done")
    time.now += 10 * MINUTE
    clock = [f"{moment(time.now + m * MINUTE):%H:%M}" for m in (-5, 60)]
    bob.ask("PUT", "/api/me/notifications/quiet", {"begins": clock[0], "ends": clock[1], "zone": "UTC"})
    time.now += MINUTE
    send(bob.client)
    before = len(service.got)
    time.now += 120 * MINUTE
    send(bob.client)
    told = ["may have had this message before" in body.decode() for _, body in service.got]

    assert (before, told) == (1, [False, True])


def test_a_service_that_refuses_is_told_again_without_doubt(
    ann: Person, bob: Person, time: Time, service: PushService
) -> None:
    service.status = 503
    add(bob, "apprise", f"json://localhost:{service.server.server_port}/room")
    waiting_match(ann, bob, time)
    send(bob.client)
    service.status = 200
    time.now += 30 * MINUTE
    send(bob.client)
    send(bob.client)

    assert len(service.got) == 2 and b"before" not in service.got[1][1]


def test_what_a_dead_process_handed_over_is_struck_out_in_the_end(
    ann: Person, bob: Person, time: Time, mailbox: tuple[Mailbox, str]
) -> None:
    add(bob, "email", "bob@example.org")
    confirm(bob, mailbox[0])
    waiting_match(ann, bob, time)
    notifier: Notifier = bob.client.app.state.notifier  # type: ignore[attr-defined]
    portal = bob.client.portal
    assert portal is not None
    rows = portal.call(notifier.outbox.waiting, time.now)
    portal.call(notifier.outbox.handed_over, rows)
    before = portal.call(notifier.outbox.waiting, time.now + 10**12)
    portal.call(notifier.outbox.forget_handed_over, time.now + MINUTE)
    kept = portal.call(notifier.outbox._database.fetch, "SELECT COUNT(*) FROM outbox")

    assert len(rows) == 1 and before == [] and kept[0][0] == 0


def test_what_was_not_sent_survives_the_server(
    ann: Person,
    bob: Person,
    time: Time,
    mailbox: tuple[Mailbox, str],
    data: Path,
) -> None:
    box, url = mailbox
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    match = waiting_match(ann, bob, time)
    settings = Settings(data=data, games="hands:GAMES", smtp=url, mail_from="club@example.org")

    with TestClient(create_app(settings)) as again:
        send(again)
        send(bob.client)

    assert len(box.letters) == 2 and match in box.texts()[-1], "two processes send it once"


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
        portal.call(state.tables.look_at_clocks)
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
        portal.call(state.tables.look_at_clocks)
        portal.call(state.notifier.remind, state.tables.served.now())
        send(bob.client)
        letters.append(len(box.letters))

    assert letters[98] == 2 and letters[-1] == 3, "no time ran until then"
    assert "Your time is running out (south)" in box.texts()[-1]


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
