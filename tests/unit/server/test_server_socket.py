"""The socket: pushes in order, acknowledgements, catching up, refusals."""

from __future__ import annotations

import gc
import json
import time
import weakref
from typing import Any

import pytest
from people import Person
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from albion.server import sockets
from albion.server.tables import Tables
from support.patching import applied


def until(socket: Any, kind: str) -> Any:
    while (told := socket.receive_json())["type"] != kind:
        assert told["type"] != "refused", told
    return told


def test_an_action_is_acknowledged_and_told_to_everybody(ann: Person, bob: Person, joined: str) -> None:
    with ann.socket() as mine, bob.socket() as theirs:
        for socket in (mine, theirs):
            socket.send_json({"do": "subscribe", "match": joined})
            assert until(socket, "table")["table"]["seq"] == 0
        mine.send_json({"do": "play", "id": 7, "match": joined, "seq": 0, "action": "end"})
        answer = until(mine, "update")
        update = until(theirs, "update")

    assert answer["id"] == 7 and "id" not in update
    assert (update["seq"], update["decision"]["mine"], update["perspective"]) == (1, True, "south")
    assert [e["action"] for e in update["entries"]] == ["end"] and update["view"]["hand"]


def test_a_client_may_ask_for_what_changed_in_the_view_alone(ann: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    with ann.socket() as socket:
        socket.send_json({"do": "subscribe", "match": match, "view": "changes"})
        view = until(socket, "table")["table"]["view"]
        for action in ("lay 4", "end", "lay 1", "end"):
            ann.play(match, action)
            told = until(socket, "update")
            assert "view" not in told and all(change["path"] for change in told["changes"])
            view = applied(view, told["changes"])
            assert view == ann.get(f"/api/matches/{match}")["view"]


def test_a_client_that_was_away_catches_up_from_its_last_number(
    ann: Person, bob: Person, joined: str
) -> None:
    ann.play(joined, "lay 1")
    ann.post(f"/api/matches/{joined}/undo", {"seq": 1})
    ann.play(joined, "end")
    with bob.socket() as socket:
        socket.send_json({"do": "subscribe", "match": joined, "since": 1})
        told = until(socket, "table")

    assert [(e["seq"], e["kind"]) for e in told["entries"]] == [(2, "undo"), (3, "play")]
    assert told["table"]["seq"] == 3


def test_a_stale_or_unreadable_message_changes_nothing(ann: Person, joined: str) -> None:
    with ann.socket() as socket:
        socket.send_json({"do": "play", "id": 1, "match": joined, "seq": 5, "action": "end"})
        stale = socket.receive_json()
        socket.send_text("{nonsense")
        garbled = socket.receive_json()
        socket.send_json({"do": "fly", "id": 2})
        strange = socket.receive_json()
        socket.send_text("x" * 70_000)
        oversized = socket.receive_json()
        socket.send_json({"do": "play", "id": 3, "match": "m_none", "seq": 0, "action": "end"})
        unknown = socket.receive_json()
        socket.send_json({"do": "ping", "id": 4})
        pong = socket.receive_json()

    assert (stale["error"], stale["status"], stale["id"], stale["table"]["seq"]) == ("stale", 409, 1, 0)
    assert [t["error"] for t in (garbled, strange, oversized, unknown)] == [
        "malformed",
        "malformed",
        "oversized",
        "unknown",
    ]
    assert pong == {"type": "pong", "id": 4}
    assert ann.get(f"/api/matches/{joined}")["seq"] == 0


def test_strangers_are_refused_on_the_socket_too(client: TestClient, nobody: Person, joined: str) -> None:
    eve = Person(client, "Eve")
    with eve.socket() as socket:
        socket.send_json({"do": "subscribe", "match": joined})
        assert socket.receive_json()["error"] == "foreign"
        socket.send_json({"do": "play", "match": joined, "seq": 0, "action": "end"})
        assert socket.receive_json()["error"] == "foreign"
    with nobody.socket() as socket:
        socket.send_json({"do": "play", "match": joined, "seq": 0, "action": "end"})
        assert socket.receive_json()["error"] == "no-identity"


def test_pages_of_other_origins_and_forged_tokens_get_no_socket(client: TestClient, ann: Person) -> None:
    for headers in ({"origin": "https://evil.example"}, {"authorization": "Bearer forged"}):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/socket", headers=headers):
            pass
    good = {**ann.headers, "origin": "http://testserver"}
    with client.websocket_connect("/api/socket", headers=good) as socket:
        socket.send_json({"do": "ping"})
        assert socket.receive_json()["type"] == "pong"


def test_a_player_who_gives_up_a_seat_is_unsubscribed(ann: Person, bob: Person, joined: str) -> None:
    with bob.socket() as socket:
        socket.send_json({"do": "subscribe", "match": joined})
        until(socket, "table")
        bob.post(f"/api/matches/{joined}/seats/south", {"to": "bot:random"})
        assert until(socket, "gone")["match"] == joined


def test_talk_reaches_everybody_and_notes_nobody(ann: Person, bob: Person, joined: str) -> None:
    with bob.socket() as socket:
        socket.send_json({"do": "subscribe", "match": joined})
        until(socket, "table")
        ann.post(f"/api/matches/{joined}/chat", {"text": "Hello"})
        line = until(socket, "chat")["line"]
        socket.send_json({"do": "chat", "match": joined, "text": "Hi"})
        assert until(socket, "chat")["line"]["text"] == "Hi"
    ann.ask("PUT", f"/api/matches/{joined}/notes", {"text": "Bob bluffs"})

    assert (line["player"], line["text"], line["you"]) == ("Ann", "Hello", False)
    said = ann.get(f"/api/matches/{joined}/chat")["chat"]
    assert [c["text"] for c in said if c["kind"] == "say"] == ["Hello", "Hi"]
    assert ann.get(f"/api/matches/{joined}/notes") == {"text": "Bob bluffs"}
    assert bob.get(f"/api/matches/{joined}/notes") == {"text": ""}


def test_the_lobby_hears_of_my_matches(ann: Person, bob: Person, joined: str) -> None:
    with bob.socket() as socket:
        socket.send_json({"do": "lobby"})
        socket.send_json({"do": "ping"})
        until(socket, "pong")
        ann.play(joined, "end")
        assert until(socket, "lobby")["match"] == joined


def test_a_closed_connection_lets_go_of_its_tables(client: TestClient, ann: Person, joined: str) -> None:
    tables: Tables = client.app.state.tables  # type: ignore[attr-defined]
    gc.disable()
    try:
        with ann.socket() as socket:
            socket.send_json({"do": "subscribe", "match": joined})
            socket.receive_json()
        table = weakref.ref(tables._open.pop(joined))
        until = time.monotonic() + 10
        while table() is not None and time.monotonic() < until:
            ann.get("/api/me")

        assert table() is None, "it would stay in memory until the next search for cycles"
    finally:
        gc.enable()


def test_a_log_of_any_length_reaches_a_client_that_reads(
    ann: Person, joined: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "_BUDGET", 1000)
    with ann.socket() as socket:
        for _ in range(2):
            socket.send_text(json.dumps({"do": "subscribe", "match": joined, "since": 0}))
            text = socket.receive_text()

            assert json.loads(text)["type"] == "table" and len(text) > 1000
