"""Strange bodies, addresses and names: refused in a sentence, without a traceback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.server import guard
from albion.server.app import Settings, create_app


@pytest.mark.parametrize("body", [b"[" * 60_000, b'{"a":' * 10_000, b'{"name":' + b"[" * 5_000])
def test_deeply_nested_json_is_refused_in_a_sentence(
    client: TestClient, ann: Person, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {**ann.headers, "content-type": "application/json"}
    answer = client.post("/api/me", content=body, headers=headers)
    with ann.socket() as socket:
        socket.send_text(body.decode())
        told = socket.receive_json()

    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    assert told["error"] == "malformed" and "Traceback" not in caplog.text


def test_over_long_addresses_are_refused_without_a_traceback(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    for path in ("/" + "x" * 300 + ".js", "/" + "y/" * 2000 + "a.css", "/api/matches/" + "z" * 5000):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["error"]) == (404, "unknown")
    assert "Traceback" not in caplog.text


def test_a_body_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    monkeypatch.setattr(guard, "_PATIENCE", 0.1)
    app, sent = create_app(Settings(data=data, games="hands:GAMES")), list[Any]()

    async def receive() -> Any:
        await asyncio.sleep(60)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/api/me", "headers": [(b"host", b"x")]}
    asyncio.run(app({**scope, "query_string": b"", "http_version": "1.1", "scheme": "http"}, receive, send))

    assert sent[0]["status"] == 408


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/me/holidays", {"begins": "9999-12-31T23:00:00Z", "ends": "9999-12-31T23:59:59-14:00"}),
        ("/api/positions", {"game": "redux-core", "options": {}, "line": "kent: " + "9" * 5000 + " Saxons"}),
        ("/api/positions", {"game": "boudicca", "options": {}, "line": "²"}),
        ("/api/matches", {"game": "redux-core", "title": "Ann\u202e's table"}),
        ("/api/events", {"game": "redux-core", "title": "Cup\u2066"}),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(
    serve: Callable[..., TestClient], path: str, body: dict[str, Any]
) -> None:
    ann = Person(serve("albion.games:GAMES"), "Ann")
    status, told = ann.ask("POST", path, body)

    assert (status, told["error"]) == (400, "malformed")


def test_half_a_character_in_what_is_refused_does_not_break_the_refusal(
    client: TestClient, ann: Person
) -> None:
    body = b'{"game": "hands", "options": {"\\ud800": 1}}'
    headers = {**ann.headers, "content-type": "application/json"}
    answer = client.post("/api/matches", content=body, headers=headers)

    assert answer.status_code == 400 and "'?' is not an option" in answer.json()["message"]


def test_talk_holds_nothing_that_turns_the_page_round(ann: Person, joined: str) -> None:
    for text in ("a\u202eb", "a\u2028b", "a\x00b"):
        assert ann.ask("POST", f"/api/matches/{joined}/chat", {"text": text})[0] == 400
        with ann.socket() as socket:
            socket.send_json({"do": "chat", "match": joined, "text": text})
            assert socket.receive_json()["status"] == 400


def test_marks_do_not_pile_up_over_what_others_have_written(ann: Person, bob: Person, joined: str) -> None:
    piled, hebrew = "a" + "\u0301" * 500, "\u05e9\u05bc\u05c1\u05b8\u0591"
    ann.post(f"/api/matches/{joined}/chat", {"text": f"{piled} {hebrew}"})
    with ann.socket() as socket:
        socket.send_json({"do": "chat", "match": joined, "text": piled})
        assert socket.receive_json()["type"] == "ack"
    ann.ask("PATCH", f"/api/matches/{joined}", {"title": piled[:80]})
    said = [line["text"] for line in bob.get(f"/api/matches/{joined}/chat")["chat"] if line["kind"] == "say"]

    assert said == ["a" + "\u0301" * 4 + f" {hebrew}", "a" + "\u0301" * 4]
    assert bob.get(f"/api/matches/{joined}")["title"] == "a" + "\u0301" * 4


@pytest.mark.parametrize(
    "name",
    [
        "Ann\u200b",
        "\u202eAnn",
        "\u3164",
        "Аnn",
        "Bοb",
        "\u2003",
        "A\u0301\u0301\u0301",
        "\ue000",
        "---",
        "A\u00adnn",
        "Ann\ufe0f",
        "A\u034fnn",
        "An\U000e0100n",
        "\U0001d400\U0001d427\U0001d427",
        "\uff21\uff4e\uff4e",
        "\u24b6nn",
        "A\u20dd\u20dd\u20dd",
        "\u1d00\u0274\u0274",
    ],
)
def test_names_have_no_invisible_and_no_look_alike_letters(nobody: Person, name: str) -> None:
    status, told = nobody.ask("POST", "/api/me", {"name": name})
    assert (status, told["error"]) == (400, "malformed")


@pytest.mark.parametrize("name", ["Ann", "Zoë", "Иван", "Ελένη", "太郎さん", "O'Neill 2", "J. R. R.", "Þór"])
def test_names_of_all_alphabets_are_welcome(nobody: Person, name: str) -> None:
    assert nobody.post("/api/me", {"name": f"{name} "})["name"] == name
