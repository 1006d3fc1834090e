"""Notifications: sent once, gathered, not in quiet time, to confirmed addresses, and never inside the operator's network."""

from __future__ import annotations

import base64
import email
import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from people import Person
from starlette.testclient import TestClient

from albion.server import app
from albion.server.app import Settings, create_app
from albion.server.clock import told_by
from albion.server.mail import Mailer
from albion.server.notifier import Notifier, quiet_until
from albion.server.outgoing import Outgoing, is_public, knows_service
from albion.server.store.outbox import QuietRow

MINUTE = 60_000


class Mailbox:
    """A mail server on this machine that keeps what it gets, or refuses it."""

    def __init__(self) -> None:
        self.letters: list[Any] = []
        self.refuses = False

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.refuses:
            return "451 try again later"
        self.letters.append(email.message_from_bytes(envelope.content))
        return "250 OK"

    def texts(self) -> list[str]:
        return [letter.get_payload(decode=True).decode() for letter in self.letters]


class PushService:
    """A push service on this machine, and a browser that is subscribed to it."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.got.append(({k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(service.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = bytes(range(16))

    def subscription(self) -> str:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": _text(point), "auth": _text(self.secret)}
        return json.dumps({"endpoint": f"http://127.0.0.1:{self.server.server_port}/push/1", "keys": keys})

    def read(self, body: bytes) -> Any:
        """Decrypt a message as a browser does (RFC 8291)."""
        salt, size = body[:16], body[20]
        theirs = body[21 : 21 + size]
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        )
        mine = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        secret = _derive(self.secret, b"WebPush: info\x00" + mine + theirs, shared, 32)
        key = _derive(salt, b"Content-Encoding: aes128gcm\x00", secret, 16)
        nonce = _derive(salt, b"Content-Encoding: nonce\x00", secret, 12)
        return json.loads(AESGCM(key).decrypt(nonce, body[21 + size :], None).rstrip(b"\x02"))


def _derive(salt: bytes, info: bytes, secret: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Time:
    """The server's time, which passes when the test says so."""

    now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def time() -> Iterator[Time]:
    passing = Time()
    with told_by(passing):
        yield passing


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, str]]:
    box = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield box, f"smtp://127.0.0.1:{port}"
    controller.stop()


@pytest.fixture
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.server.shutdown()


@pytest.fixture
def client(
    time: Time, data: Path, mailbox: tuple[Mailbox, str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestClient]:
    monkeypatch.setattr(app, "_SENDING", 1e6)  # sends only when a test says so
    settings = Settings(
        data=data,
        games="hands:GAMES",
        smtp=mailbox[1],
        mail_from="Albion <club@example.org>",
        notify_private=True,
    )
    with TestClient(create_app(settings)) as running:
        yield running


def send(client: TestClient) -> None:
    """What the server does every few seconds."""
    notifier: Notifier = client.app.state.notifier  # type: ignore[attr-defined]
    portal = client.portal
    assert portal is not None
    portal.call(notifier.send_due)


def add(person: Person, kind: str, address: str) -> Any:
    return person.post("/api/me/notifications/channels", {"kind": kind, "address": address})


def confirm(person: Person, box: Mailbox) -> str:
    """Press the button that the last letter's link shows; where it leads."""
    link = re.search(r"http://testserver(/api/mail/\S+)", box.texts()[-1])
    assert link is not None
    assert "<button>" in person.client.get(link[1]).text
    answer = person.client.post(link[1], follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return link[1]


def waiting_match(ann: Person, bob: Person, time: Time) -> str:
    """A match in which it has just become Bob's turn, and he has left."""
    table = ann.create(options={"rounds": 40}, seats={"north": "human", "south": "open"})
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    ann.play(table["match"], "end")
    time.now += 3 * MINUTE
    return str(table["match"])


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


def test_a_letter_that_was_refused_is_tried_again_and_known_by_its_id(
    ann: Person, bob: Person, time: Time, mailbox: tuple[Mailbox, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    box = mailbox[0]
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    waiting_match(ann, bob, time)
    box.refuses = True
    send(bob.client)
    assert len(box.letters) == 1
    box.refuses = False

    async def dies(*rows: Any) -> None:
        raise OSError("the server is killed after the letter was taken")

    notifier = bob.client.app.state.notifier  # type: ignore[attr-defined]
    time.now += 3 * MINUTE
    with monkeypatch.context() as patch, pytest.raises(OSError):
        patch.setattr(notifier.outbox, "done", dies)
        send(bob.client)
    send(bob.client)
    assert len(box.letters) == 2, "while it is being sent nobody else sends it"
    time.now += 5 * MINUTE
    send(bob.client)
    send(bob.client)

    assert len(box.letters) == 3
    assert box.letters[1]["message-id"] == box.letters[2]["message-id"]


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


def test_whose_time_runs_out_is_reminded_once(
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
    subjects = []
    for _ in range(40):
        time.now += MINUTE
        portal.call(state.tables.look_at_clocks)
        portal.call(state.notifier.remind, state.tables.served.now())
        send(bob.client)
        subjects.append(len(box.letters))

    assert subjects.index(2) < 5, "it has become his turn"
    assert 28 < subjects.index(3) < 36 and len(box.letters) == 3
    assert "Your time is running out (south)" in box.texts()[-1]


@pytest.mark.parametrize(
    ("begins", "ends", "minutes"), [(22, 7, 7 * 60), (0, 0, None), (1, 5, None), (23, 1, 60), (12, 0, None)]
)
def test_when_quiet_time_ends(begins: int, ends: int, minutes: int | None) -> None:
    midnight = 1_800_000_000_000 - 1_800_000_000_000 % (24 * 60 * MINUTE)

    until = quiet_until(QuietRow("p", begins * 60, ends * 60, "UTC", 0), midnight)

    assert until == (None if minutes is None else midnight + minutes * MINUTE)


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


def test_a_player_comes_back_by_mail(bob: Person, mailbox: tuple[Mailbox, str]) -> None:
    box = mailbox[0]
    add(bob, "email", "bob@example.org")
    confirm(bob, box)
    asked = [
        bob.ask("POST", "/api/mail/sign-in", {"address": a})[0]
        for a in ("bob@example.org", "eve@example.org")
    ]
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

    assert "evil" not in box.texts()[-1] and "http://testserver/api/mail/sign-in/" in box.texts()[-1]


@pytest.mark.parametrize(
    ("kind", "address", "error"),
    [
        ("email", "bob", "malformed"),
        ("email", "bob@example.org, eve@example.org", "malformed"),
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


def test_services_that_work_on_this_machine_are_none_of_a_players_business() -> None:
    assert knows_service("ntfy://ntfy.sh/topic") is True
    assert knows_service("file:///tmp/x") is False


def test_a_mail_server_must_be_named_properly() -> None:
    from albion.engine.errors import DataError

    for url, sender in (("http://x", "a@b.c"), ("smtp://", "a@b.c"), ("smtp://x", "nobody")):
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
