"""A mail server and a push service on this machine, and a server that sends to them."""

from __future__ import annotations

import base64
import email
import json
import re
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from clockwork import Time
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from people import Person
from starlette.testclient import TestClient

from albion.server import app
from albion.server.app import Settings, create_app
from albion.server.notifier import Notifier

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

    def wait(self, letters: int) -> None:
        """Until this many letters have come, or far too long."""
        for _ in range(100):
            if len(self.letters) >= letters:
                return
            sleep(0.1)

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
def posting(
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
