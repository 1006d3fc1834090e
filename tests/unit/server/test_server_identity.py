"""Coming back from any device: sessions that end, recovery codes, passkeys."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from people import Person
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from webauthn.helpers import bytes_to_base64url

from albion.server import believed, clock, housekeeping, passkeys, sessions


def signed_in(client: TestClient, told: Any) -> Person:
    person = Person(client, None)
    person.id, person.token = told["player"], told["token"]
    person.headers = {"authorization": f"Bearer {told['token']}"}
    return person


# sessions


def test_a_token_ends_with_signing_out(client: TestClient, ann: Person, joined: str) -> None:
    assert ann.ask("DELETE", "/api/me")[0] == 204
    status, told = ann.ask("GET", f"/api/matches/{joined}")
    by_cookie = client.get("/api/me", headers={"cookie": f"albion={ann.token}"}).json()

    assert (status, told["error"]) == (403, "foreign") and by_cookie == {"player": None, "name": None}


def test_sessions_are_listed_and_ended_from_elsewhere(client: TestClient, ann: Person, joined: str) -> None:
    code = ann.post("/api/me/recovery")["code"]
    phone = signed_in(client, Person(client, None).post("/api/recover", {"code": code}))
    listed = ann.get("/api/me/sessions")["sessions"]
    other = next(s["id"] for s in listed if not s["you"])
    assert phone.get(f"/api/matches/{joined}")["you"]["seats"] == ["north"]
    eve = Person(client, "Eve")
    assert eve.ask("DELETE", f"/api/me/sessions/{other}")[0] == 404, "only one's own"
    assert ann.ask("DELETE", f"/api/me/sessions/{other}")[0] == 204

    assert len(listed) == 2 and phone.ask("GET", "/api/me")[0] == 403
    assert ann.get("/api/me")["name"] == "Ann"


def test_a_session_that_is_not_used_ends(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    real = clock.now_ms
    monkeypatch.setattr(sessions, "now_ms", lambda: real() + sessions.LASTS + 1000)

    assert ann.ask("GET", "/api/me")[0] == 403


def test_a_session_that_is_used_lasts_on(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    real = clock.now_ms
    for months in (2, 4, 6, 8, 10):
        later = months * 30 * 24 * 3600_000
        monkeypatch.setattr(sessions, "now_ms", lambda later=later: real() + later)
        assert ann.get("/api/me")["name"] == "Ann"


def test_a_socket_ends_with_its_session(
    client: TestClient, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ann.socket() as socket:
        socket.send_json({"do": "ping"})
        socket.receive_json()
        ann.ask("DELETE", "/api/me")
        client.portal.call(client.app.state.tables.housekeeping._end_connections)  # type: ignore[union-attr, attr-defined]
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_another_process_notices_soon(
    serve: Callable[..., TestClient], ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(believed, "FRESH", -1.0)
    there = signed_in(serve(), {"player": ann.id, "token": ann.token})
    assert there.get("/api/me")["name"] == "Ann"
    ann.ask("DELETE", "/api/me")

    assert there.ask("GET", "/api/me")[0] == 403
    assert housekeeping._SWEEP <= 5.0, "sockets of other processes are closed within seconds"


# recovery


def test_a_recovery_link_signs_in_after_a_press(client: TestClient, ann: Person, joined: str) -> None:
    link = ann.post("/api/me/recovery")["link"]
    path = link.removeprefix("http://testserver")
    client.cookies.clear()
    page = client.get(path)
    assert "albion" not in client.cookies and "<script" not in page.text
    pressed = client.post(
        path, headers={"origin": "null", "sec-fetch-site": "same-origin"}, follow_redirects=False
    )

    assert (pressed.status_code, pressed.headers["location"]) == (303, "/")
    assert client.get(f"/api/matches/{joined}").json()["you"]["seats"] == ["north"]


def test_a_new_code_replaces_the_old_and_a_wrong_one_is_nobodys(client: TestClient, ann: Person) -> None:
    old, new = (ann.post("/api/me/recovery")["code"] for _ in range(2))
    nobody = Person(client, None)

    assert nobody.ask("POST", "/api/recover", {"code": old})[0] == 403
    assert nobody.ask("POST", "/api/recover", {"code": "aaaaaa-bbbbbb"})[0] == 403
    assert nobody.post("/api/recover", {"code": f" {new.upper()} "})["player"] == ann.id
    assert len(new.replace("-", "")) * 4 == 120, "nobody guesses it"


# passkeys


class Device:
    """A security key in software."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = b"device-" + bytes(9)
        self.uses = 0

    def make(self, options: Any, origin: str = "http://testserver", key: Any = None) -> Any:
        data = self._client("webauthn.create", options["challenge"], origin)
        numbers = self.key.public_key().public_numbers()
        if key is None:
            key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        known = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(key)
        auth = self._auth(options["rp"]["id"], 0x41) + known
        told = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": auth})
        return self._credential(clientDataJSON=data, attestationObject=told)

    def show(self, options: Any, origin: str = "http://testserver") -> Any:
        self.uses += 1
        data = self._client("webauthn.get", options["challenge"], origin)
        auth = self._auth(options["rpId"], 0x01)
        signature = self.key.sign(auth + sha256(data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(clientDataJSON=data, authenticatorData=auth, signature=signature)

    def _auth(self, site: str, flags: int) -> bytes:
        return sha256(site.encode()).digest() + struct.pack(">BI", flags, self.uses)

    def _client(self, kind: str, challenge: str, origin: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()

    def _credential(self, **parts: bytes) -> Any:
        id = bytes_to_base64url(self.id)
        told = {name: bytes_to_base64url(part) for name, part in parts.items()}
        return {"id": id, "rawId": id, "type": "public-key", "response": told}


@pytest.fixture
def device(ann: Person) -> Device:
    """Ann's, which the server knows."""
    device, asked = Device(), ann.post("/api/me/passkeys/options")
    body = {"state": asked["state"], "credential": device.make(asked["options"]), "name": "Key ring"}
    assert ann.post("/api/me/passkeys", body)["name"] == "Key ring"
    return device


def test_a_passkey_brings_a_player_back(client: TestClient, ann: Person, device: Device, joined: str) -> None:
    nobody = Person(client, None)
    asked = nobody.post("/api/passkey/options")
    told = nobody.post("/api/passkey", {"state": asked["state"], "credential": device.show(asked["options"])})

    assert told["player"] == ann.id
    assert signed_in(client, told).get(f"/api/matches/{joined}")["you"]["seats"] == ["north"]
    assert [k["name"] for k in ann.get("/api/me/passkeys")["passkeys"]] == ["Key ring"]


def test_no_other_key_site_or_answer_signs_in(client: TestClient, ann: Person, device: Device) -> None:
    nobody, bob = Person(client, None), Person(client, "Bob")
    first, second = nobody.post("/api/passkey/options"), nobody.post("/api/passkey/options")
    stranger = Device()
    shown = device.show(second["options"])
    stolen = {"state": second["state"], "credential": shown}
    for body in (
        {"state": first["state"], "credential": stranger.show(first["options"])},
        {"state": first["state"], "credential": device.show(second["options"])},
        {"state": first["state"], "credential": device.show(first["options"], "https://evil.example")},
        {"state": "forged", "credential": device.show(first["options"])},
        {"state": first["state"], "credential": {}},
        {"state": first["state"], "credential": {"id": bytes_to_base64url(device.id), "response": 7}},
        {"state": first["state"], "credential": {"id": [7]}},
    ):
        assert nobody.ask("POST", "/api/passkey", body)[0] == 403
    asked = ann.post("/api/me/passkeys/options")
    body = {"state": asked["state"], "credential": Device().make(asked["options"])}
    assert bob.ask("POST", "/api/me/passkeys", body)[0] == 403, "the question was Ann's"
    assert nobody.ask("POST", "/api/passkey", stolen)[0] == 200
    assert nobody.ask("POST", "/api/passkey", stolen)[0] == 403, "an answer counts once"


def test_half_a_character_is_nobodys_key(client: TestClient) -> None:
    asked = Person(client, None).post("/api/passkey/options")
    body = json.dumps({"state": asked["state"], "credential": {"id": "\ud800"}})
    answer = client.post("/api/passkey", content=body, headers={"content-type": "application/json"})

    assert answer.status_code == 403


@pytest.mark.parametrize("key", ["x", [], [1], 7, {}, {1: []}])
def test_what_no_browser_makes_is_refused_in_a_sentence(ann: Person, key: Any) -> None:
    """The library that reads keys stumbled over a text in place of a key, and the server told of a fault of its own."""
    asked = ann.post("/api/me/passkeys/options")
    body = {"state": asked["state"], "credential": Device().make(asked["options"], key=key)}
    status, told = ann.ask("POST", "/api/me/passkeys", body)

    assert (status, told["error"]) == (403, "foreign")
    assert told["message"].startswith("the passkey cannot be used: ") and "index" not in told["message"]


def test_the_answer_of_a_key_that_counts_nothing_is_taken_once(client: TestClient, device: Device) -> None:
    nobody = Person(client, None)
    asked = nobody.post("/api/passkey/options")
    device.uses = -1
    body = {"state": asked["state"], "credential": device.show(asked["options"])}

    assert [nobody.ask("POST", "/api/passkey", body)[0] for _ in range(2)] == [200, 403]


def test_nobody_has_more_passkeys_than_devices(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "_MOST", 2)
    found = []
    for n in range(3):
        device, asked = Device(), ann.post("/api/me/passkeys/options")
        device.id = bytes([n]) * 16
        body = {"state": asked["state"], "credential": device.make(asked["options"])}
        found.append(ann.ask("POST", "/api/me/passkeys", body)[0])

    assert found == [201, 201, 409]


def test_a_forgotten_passkey_opens_nothing(
    client: TestClient, ann: Person, bob: Person, device: Device
) -> None:
    id = bytes_to_base64url(device.id)
    assert bob.ask("DELETE", f"/api/me/passkeys/{id}")[0] == 404
    assert ann.ask("DELETE", f"/api/me/passkeys/{id}")[0] == 204
    asked = Person(client, None).post("/api/passkey/options")
    body = {"state": asked["state"], "credential": device.show(asked["options"])}

    assert Person(client, None).ask("POST", "/api/passkey", body)[0] == 403


def test_whoever_signs_out_plays_on_through_no_socket(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    async def later(self: housekeeping.Housekeeping) -> None:
        pass

    monkeypatch.setattr(housekeeping.Housekeeping, "_end_connections", later)
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    with ann.socket() as socket:
        socket.send_json({"do": "subscribe", "match": match})
        socket.receive_json()
        ann.ask("DELETE", "/api/me")

        with pytest.raises(WebSocketDisconnect) as ended:
            while True:
                socket.receive_json()
    assert ended.value.reason == "you have been signed out"
