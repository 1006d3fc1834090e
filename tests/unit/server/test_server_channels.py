"""Where players want to be told: confirmed addresses, links that work once, and nothing inside the operator's network."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from clockwork import Time
from people import Person
from postboxes import Mailbox, PushService, add, confirm
from starlette.testclient import TestClient

from albion.engine.errors import DataError
from albion.server.app import Settings, create_app
from albion.server.mail import Mailer
from albion.server.outgoing import Outgoing, is_public, knows_service


@pytest.fixture
def client(posting: TestClient) -> TestClient:
    return posting


def test_a_player_comes_back_by_mail(bob: Person, mailbox: tuple[Mailbox, str]) -> None:
    box = mailbox[0]
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    asked = [
        bob.ask("POST", "/api/mail/sign-in", {"address": a})[0]
        for a in ("bob@example.org", "eve@example.org")
    ]
    box.wait(2)
    assert asked == [204, 204] and len(box.letters) == 2, "nobody learns which addresses are known"

    bob.client.cookies.clear()
    link = confirm(bob, box)
    me = bob.client.get("/api/me").json()
    again = bob.client.post(link, follow_redirects=False)

    assert me["player"] == bob.id
    assert again.status_code == 403, "the link works once"


def test_a_link_leads_where_the_player_subscribed_not_where_a_stranger_says(
    bob: Person, mailbox: tuple[Mailbox, str]
) -> None:
    box = mailbox[0]
    add(bob, "email", "bob@example.org")
    confirm(bob, box)

    bob.client.post(
        "/api/mail/sign-in", json={"address": "bob@example.org"}, headers={"host": "evil.example"}
    )
    box.wait(2)

    assert "evil" not in box.texts()[-1] and "http://testserver/api/mail/sign-in/" in box.texts()[-1]


@pytest.mark.parametrize(
    ("kind", "address", "error"),
    [
        ("email", "bob", "malformed"),
        ("email", "bob@example.org, eve@example.org", "malformed"),
        ("email", "(1)bob@example.org", "malformed"),
        ("email", "=?utf-8?q?bob?=@example.org", "malformed"),
        ("email", "=?utf-8?q?(E4?=~M@example.org", "malformed"),
        ("push", "{}", "malformed"),
        ("push", "not json", "malformed"),
        ("apprise", "nonsense", "malformed"),
        ("apprise", "file:///etc/passwd", "malformed"),
        ("apprise", "syslog://", "malformed"),
    ],
)
def test_what_is_no_address_is_refused(bob: Person, kind: str, address: str, error: str) -> None:
    status, told = bob.ask("POST", "/api/me/notifications/channels", {"kind": kind, "address": address})

    assert (status, told["error"]) == (400, error), told


def test_without_a_mail_server_no_address_is_taken(serve: Callable[..., TestClient]) -> None:
    bob = Person(serve(), "Bob")

    told = bob.get("/api/me/notifications")
    status, refused = bob.ask(
        "POST", "/api/me/notifications/channels", {"kind": "email", "address": "b@c.de"}
    )

    assert "email" not in told["kinds"] and len(told["push_key"]) == 87
    assert (status, refused["error"]) == (409, "channels")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.0.0.1", False),
        ("169.254.169.254", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("::ffff:192.168.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("localhost", False),
        ("64:ff9b::10.0.0.1", False),
        ("2002:7f00:1::", False),
        ("::127.0.0.1", False),
        ("fec0::1", False),
    ],
)
def test_addresses_inside_the_network(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.anyio
async def test_nothing_is_sent_into_the_operators_network(service: PushService) -> None:
    outgoing, open_one = Outgoing(), Outgoing(private=True)
    port = service.server.server_port
    try:
        shut = [
            await outgoing.post(f"http://{host}:{port}/", {}, b"x") for host in ("127.0.0.1", "localhost")
        ]
        told = await outgoing.tell_service(f"json://localhost:{port}/", "Albion", "your turn")
        reached = await open_one.post(f"http://127.0.0.1:{port}/", {}, b"x")
        service.status = 200
        told_openly = await open_one.tell_service(f"json://localhost:{port}/", "Albion", "your turn")
    finally:
        outgoing.stop()
        open_one.stop()

    assert (shut, told, reached, told_openly) == ([0, 0], False, 201, True)
    assert len(service.got) == 2


def test_an_address_that_reaches_nobody_is_refused() -> None:
    """A fault once: it was kept, and every message to it failed unseen."""
    for address in ("ntfy://", "ntfy://ntfy.sh"):
        assert knows_service(address) is False, address


def test_services_that_work_on_this_machine_are_none_of_a_players_business() -> None:
    assert knows_service("ntfy://ntfy.sh/topic") is True
    for address in (
        "file:///tmp/x",
        "gio://",
        "glib://",
        "blink1://",
        "smpp://u:p@host/1",
        "smpps://u:p@host/1",
    ):
        assert knows_service(address) is False, address


@pytest.mark.anyio
async def test_whatever_a_service_stumbles_over_is_no_fault_of_the_server() -> None:
    """One of them looked for a host where there was none, and the player was told of a fault of the server."""
    sending = Outgoing()
    assert await sending._run(len, 5) is None
    assert await sending._run(len, "ab") == 2, "it goes on with the next"
    sending.stop()


@pytest.mark.anyio
@pytest.mark.parametrize("between", [",", ", ", " "])
async def test_an_address_reaches_the_service_that_was_checked_and_no_other(
    service: PushService, between: str
) -> None:
    """Otherwise one that is forbidden hides behind one that is not."""
    own, other = (
        f"json://localhost:{service.server.server_port}/own",
        f"json://localhost:{service.server.server_port}/other",
    )
    outgoing = Outgoing(private=True)
    try:
        assert await outgoing.knows_service(f"{own}{between}{other}")
        await outgoing.tell_service(f"{own}{between}{other}", "Albion", "your turn")
    finally:
        outgoing.stop()

    assert len(service.got) == 1


def test_one_message_does_not_become_hundreds_of_requests() -> None:
    topics = "/".join(f"t{n}" for n in range(200))

    assert knows_service("ntfy://ntfy.sh/phone/computer")
    assert not knows_service(f"ntfy://ntfy.sh/{topics}")
    assert not knows_service("ntfy://ntfy.sh/topic?retry=1000&wait=0")


@pytest.mark.anyio
async def test_no_service_reads_a_file_of_this_machine(service: PushService, tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text('{"text": "SECRET"}')
    outgoing = Outgoing(private=True)
    host = f"127.0.0.1:{service.server.server_port}"
    try:
        for address in (
            f"workflow://{host}/flow/signature/?template={secret}",
            f"json://{host}/?attach={secret}",
            f"vapid://bob@example.org/bob@example.org?keyfile={secret}&subfile={secret}",
            f"fcm://project/target?keyfile={secret}",
        ):
            await outgoing.knows_service(address)
            await outgoing.tell_service(address, "Albion", "your turn")
        alive = await outgoing.tell_service(f"json://{host}/", "Albion", "your turn")
    finally:
        outgoing.stop()

    assert alive and not any(b"SECRET" in body for _, body in service.got)


def test_how_a_letter_fares_tells_nobody_whether_an_address_is_known(
    bob: Person, mailbox: tuple[Mailbox, str]
) -> None:
    box = mailbox[0]
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    box.refuses = True
    answers = [
        bob.ask("POST", "/api/mail/sign-in", {"address": f"{name}@example.org"})
        for name in ("bob", "stranger")
    ]

    assert answers == [(204, ""), (204, "")]


def test_nobody_can_have_a_mailbox_filled_from_here(bob: Person, ann: Person) -> None:
    people = [ann, bob, ann, bob, ann]
    names = ["Victim", "victim", "VICTIM", "victim+1", "victim+2"]
    found = [
        p.ask("POST", "/api/mail/sign-in", {"address": f"{name}@example.org"})[0]
        for p, name in zip(people, names, strict=True)
    ]

    assert found == [204, 204, 204, 204, 429]


def test_an_address_whose_letter_was_not_taken_can_be_added_again(
    bob: Person, mailbox: tuple[Mailbox, str]
) -> None:
    box, asked = mailbox[0], {"kind": "email", "address": "bob@example.org"}
    box.refuses = True
    refused = bob.ask("POST", "/api/me/notifications/channels", asked)[0]
    box.refuses = False
    add(bob, "email", "bob@example.org")

    assert refused == 503 and len(box.letters) == 1


def test_a_mail_server_must_be_named_properly() -> None:
    for url, sender in (
        ("http://x", "a@b.c"),
        ("smtp://", "a@b.c"),
        ("smtp://x", "nobody"),
        ("smtp://x:99999", "a@b.c"),
    ):
        with pytest.raises(DataError):
            Mailer(url, sender)


def test_letters_lead_to_the_servers_own_name_below_its_base_path_and_nowhere_else(
    time: Time, data: Path, mailbox: tuple[Mailbox, str]
) -> None:
    box, smtp = mailbox
    settings = Settings(
        data=data,
        games="hands:GAMES",
        smtp=smtp,
        mail_from="club@example.org",
        hosts=("club.example",),
        base="/club",
    )
    asked = {"kind": "email", "address": "victim@example.org"}
    with TestClient(create_app(settings), base_url="http://club.example") as client:
        ann = Person(client, "Ann")
        answers = [
            client.post(
                "/club/api/me/notifications/channels", json=asked, headers={**ann.headers, "host": host}
            )
            for host in ("203.0.113.66", "club.example")
        ]

        assert [a.status_code for a in answers] == [409, 201] and answers[0].json()["error"] == "host"
        assert ["http://club.example/club/api/mail/confirm/" in text for text in box.texts()] == [True]


def test_the_process_that_sends_ends_with_a_killed_server() -> None:
    code = """
import asyncio
from albion.server.outgoing import Outgoing

async def run():
    outgoing = Outgoing()
    await outgoing.knows_service("json://example.org/")
    print(*outgoing._pool._processes, flush=True)
    await asyncio.sleep(60)

asyncio.run(run())
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        server.kill()

    end = time.monotonic() + 20
    while Path(f"/proc/{worker}").exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not Path(f"/proc/{worker}").exists()
