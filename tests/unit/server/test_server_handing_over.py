"""Messages handed over: a crash or a refusal neither loses one nor repeats it without saying so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from clockwork import Time
from people import Person
from postboxes import MINUTE, Mailbox, PushService, add, confirm, send, waiting_match
from starlette.testclient import TestClient

from albion.server.app import Settings, create_app
from albion.server.clock import moment
from albion.server.notifier import Notifier


@pytest.fixture
def client(posting: TestClient) -> TestClient:
    return posting


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
