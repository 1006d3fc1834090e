"""Loops, floods, strange bodies and foreign pages: refused in a sentence, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from people import Person
from processes import Server
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from albion.server import clock, guard
from albion.server.app import Settings, create_app
from albion.server.errors import RequestError
from albion.server.forecasts import Forecasts
from albion.server.limits import CONNECTIONS, FOLLOWING, RATES, Limits
from albion.server.thinking import Workers

# limits


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes for the limits, however long the machine takes: nothing is allowed again meanwhile."""
    monkeypatch.setattr("albion.server.limits.time", SimpleNamespace(monotonic=lambda: 1000.0))


def hammer(person: Person, times: int, path: str, body: Any) -> tuple[int, Any, int]:
    """The first refusal of many equal requests, and how many came through."""
    for n in range(times):
        status, told = person.ask("POST", path, body)
        if status == 429:
            return status, told, n
    return 0, None, times


@pytest.mark.usefixtures("still")
def test_a_person_makes_so_many_matches_and_no_more(ann: Person, bob: Person) -> None:
    body = {"game": "hands", "seats": {"north": "human", "south": "human"}}
    status, told, made = hammer(ann, 60, "/api/matches", body)

    assert (status, told["error"]) == (429, "too-many") and made == RATES["matches"].burst
    assert re.fullmatch(r"too many new matches: try again in \d+ seconds?", told["message"])
    assert bob.create()["match"], "others are not held up"


@pytest.mark.usefixtures("still")
def test_nobody_drowns_the_talk_of_a_table_in_notices(ann: Person, bob: Person, joined: str) -> None:
    """Every proposal, every seat opened and taken is told in the chat, which keeps the last 500 lines."""
    bob.post(f"/api/matches/{joined}/chat", {"text": "Good evening"})
    ann.play(joined, "lay 1")
    seq = ann.get(f"/api/matches/{joined}")["seq"]

    status, told, made = hammer(ann, 600, f"/api/matches/{joined}/undo", {"seq": seq, "to": 0})
    talk = [line["text"] for line in bob.get(f"/api/matches/{joined}/chat")["chat"]]

    assert (status, told["error"]) == (429, "too-many") and made <= RATES["notices"].burst
    assert "Good evening" in talk


@pytest.mark.usefixtures("still")
def test_names_talk_imports_and_forecasts_have_their_limits(ann: Person, nobody: Person, joined: str) -> None:
    base = f"/api/matches/{joined}"
    for person, path, body, kind in (
        (nobody, "/api/me", {"name": "Ann"}, "identities"),
        (ann, f"{base}/chat", {"text": "hi"}, "chat"),
        (ann, "/api/records", {"text": "nonsense"}, "imports"),
        (ann, f"{base}/explain", {"action": "end"}, "forecasts"),
    ):
        status, _, made = hammer(person, 200, path, body)
        assert status == 429 and made <= RATES[kind].burst, path  # type: ignore[index]


@pytest.mark.usefixtures("still")
def test_a_refusal_for_haste_says_when_to_come_back(client: TestClient, ann: Person, joined: str) -> None:
    for _ in range(40):
        answer = client.post(f"/api/matches/{joined}/chat", json={"text": "hi"}, headers=ann.headers)
        if answer.status_code != 201:
            break
    assert answer.status_code == 429 and int(answer.headers["retry-after"]) >= 1


def test_sockets_are_counted_and_this_machine_is_not() -> None:
    limits = Limits()
    held = [limits.connection("p", "10.0.0.9") for _ in range(CONNECTIONS)]
    for connection in held:
        connection.__enter__()
    with pytest.raises(RequestError, match="are already open"), limits.connection("p", "10.0.0.9"):
        pass
    for connection in held:
        connection.__exit__(None, None, None)

    with limits.connection("p", "10.0.0.9"):
        pass
    for _ in range(500):
        limits.take("identities", None, "127.0.0.1")
    with pytest.raises(RequestError, match="too many new names"):
        for _ in range(500):
            limits.take("identities", None, "203.0.113.7")


# sockets that do not read


def test_a_socket_that_does_not_read_cannot_fill_the_servers_memory(tmp_path: Path) -> None:
    server = Server(tmp_path, games="albion.games:GAMES", limits=False)
    try:
        token = server.call("/api/me", {"name": "Ann"})["token"]
        seats = dict.fromkeys(("romans", "britons"), "bot:random")
        match = server.call("/api/matches", {"game": "boudicca", "seats": seats}, token)["match"]
        end = time.monotonic() + 60
        while time.monotonic() < end:
            table = server.call(f"/api/matches/{match}", token=token)
            if table["seq"] >= 300 or table["status"] == "over":
                break
            time.sleep(0.2)
        address = server.address.replace("http", "ws", 1) + "/api/socket"
        before = memory(server)
        headers = {"authorization": f"Bearer {token}"}
        socket = connect(address, additional_headers=headers, max_queue=1, close_timeout=0.1)
        message = json.dumps({"do": "subscribe", "match": match, "since": 0})  # the whole log, each time
        socket.socket.settimeout(0.5)
        with contextlib.suppress(TimeoutError, OSError, ConnectionClosed):
            for _ in range(1_000):
                socket.send(message)
        time.sleep(4)
        grown = memory(server) - before
        socket.socket.close()
    finally:
        server.stop()

    assert grown < 64 * 1024 * 1024, f"{grown:,} bytes more"


def memory(server: Server) -> int:
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024  # type: ignore[index]


# strange requests


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


# one match's trouble is not another's


def test_a_broken_match_does_not_stop_the_others(
    serve: Callable[..., TestClient], ann: Person, bob: Person, data: Path, joined: str
) -> None:
    bad = ann.create(seats={"north": "human", "south": "human"})["match"]
    other = serve()
    there = Person(other, None)
    there.headers, there.id = bob.headers, bob.id
    with ann.socket() as first, ann.socket() as second:
        first.send_json({"do": "subscribe", "match": bad})
        second.send_json({"do": "subscribe", "match": joined})
        while second.receive_json()["type"] != "table":
            pass
        with sqlite3.connect(data / "albion.db") as db:
            db.execute("UPDATE snapshots SET state = x'00' WHERE match = ?", (bad,))
            db.execute(
                "INSERT INTO entries (match, seq, n, kind, seat, action, secret, forced, time, events)"
                " VALUES (?, 1, 1, 'play', 'north', 'fly', 0, 0, 0, x'5b5d')",
                (bad,),
            )
            db.execute("UPDATE matches SET seq = 1, n = 1 WHERE id = ?", (bad,))
        time.sleep(0.5)
        there.post(f"/api/matches/{joined}/chat", {"text": "Still there?"})
        while (told := second.receive_json())["type"] != "chat":
            pass

    assert told["line"]["text"] == "Still there?"


def test_a_changed_clock_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = clock.now_ms()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    monkeypatch.setattr(time, "time", lambda: 0.0)

    assert 0 <= clock.now_ms() - before < 5_000


def test_what_takes_too_long_is_given_up_and_bots_do_not_wait_for_it() -> None:
    async def run() -> list[str] | None:
        forecasts, bots = Forecasts("hands:GAMES"), Workers("hands:GAMES", 1)
        forecasts._long._patience = 0.5
        try:
            slow = asyncio.create_task(forecasts.run(time.sleep, 60))
            from test_server_bots import position

            answer = await bots.choose("hands", position(), "random", 1)
            with pytest.raises(RequestError, match="takes too long"):
                await slow
            return answer
        finally:
            forecasts.stop()
            bots.stop()

    assert asyncio.run(run())


def test_nobody_at_a_table_waits_for_a_review_or_an_import() -> None:
    async def run() -> float:
        forecasts = Forecasts("hands:GAMES")
        try:
            await forecasts.warm_up()
            reviews = [asyncio.create_task(forecasts.run(time.sleep, 60)) for _ in range(8)]
            begun = time.monotonic()
            await forecasts.soon(time.sleep, 0)
            waited = time.monotonic() - begun
            for review in reviews:
                review.cancel()
            await asyncio.gather(*reviews, return_exceptions=True)
            return waited
        finally:
            forecasts.stop()

    assert asyncio.run(run()) < 10


def test_a_question_waits_for_those_before_it_and_is_answered() -> None:
    """A fault once: the time in the queue counted as the question's own, and all that waited was refused with 503."""

    async def run() -> list[None]:
        forecasts = Forecasts("hands:GAMES")
        try:
            await forecasts.warm_up()
            forecasts._quick._patience = 5.0
            return await asyncio.gather(*(forecasts.soon(time.sleep, 0.6) for _ in range(12)))
        finally:
            forecasts.stop()

    assert asyncio.run(run()) == [None] * 12


# pages of other sites


def test_no_other_sites_page_can_write(client: TestClient, ann: Person) -> None:
    body = {"game": "hands"}
    for headers in (
        {"origin": "https://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"origin": "null"},
        {"origin": "http://["},
    ):
        answer = client.post("/api/matches", json=body, headers={**ann.headers, **headers})
        assert (answer.status_code, answer.json()["error"]) == (403, "origin")
    own = {**ann.headers, "origin": "http://testserver", "sec-fetch-site": "same-origin"}
    assert client.post("/api/matches", json=body, headers=own).status_code == 201


def test_a_name_that_is_not_ours_leads_nowhere(data: Path) -> None:
    strange = [
        "evil.example",
        "",
        "[",
        "evil.example\\@club.example",
        "club.example/x",
        "a@club.example",
        "[::1",
    ]
    with TestClient(
        create_app(Settings(data=data, games="hands:GAMES", hosts=("localhost", "club.example")))
    ) as c:
        told = {
            h: c.get("/api/health", headers={"host": h}).status_code
            for h in (
                "localhost:8000",
                "127.0.0.1:8000",
                "[::1]:8000",
                "192.168.0.7",
                "CLUB.example",
                *strange,
            )
        }

    assert [h for h, status in told.items() if status != 200] == strange
    assert {told[h] for h in strange} == {421}


def test_personal_answers_are_not_kept_and_pages_are_not_framed(client: TestClient, ann: Person) -> None:
    me, games = client.get("/api/me", headers=ann.headers), client.get("/api/games")
    policy = client.get("/").headers["content-security-policy"]
    docs = client.get("/api/docs")

    assert me.headers["cache-control"] == "private, no-store" and games.headers["cache-control"] == "no-cache"
    for part in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"):
        assert part in policy
    assert policy.endswith("connect-src 'self' ws://testserver wss://testserver")
    assert "<script" not in docs.text and "http" not in docs.text.replace("httponly", "")
    assert "POST /api/matches/{match}/plan" in docs.text and 'id="Table"' in docs.text


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


def test_a_whole_network_of_addresses_is_one_household() -> None:
    limits = Limits()
    burst = int(RATES["identities"].burst)
    for n in range(burst):
        limits.take("identities", None, f"2001:db8::{n:x}")
        limits.take("identities", None, "::ffff:203.0.113.7")

    limits.take("identities", None, "2001:db8:0:1::1")
    limits.take("identities", None, "::ffff:203.0.113.8")
    for address in ("2001:db8::ffff", "203.0.113.7"):
        with pytest.raises(RequestError, match="too many new names"):
            limits.take("identities", None, address)
    for _ in range(2 * burst):
        limits.take("identities", None, "::ffff:127.0.0.1")


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
            socket.send_json({"do": "say", "match": joined, "text": text})
            assert socket.receive_json()["status"] == 400


def test_one_person_follows_a_match_by_a_few_sockets_only(ann: Person, bob: Person, joined: str) -> None:
    """Each move is made up for every one of them before anybody else's is looked at."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(ann.socket()) for _ in range(FOLLOWING + 1)]
        told = []
        for socket in sockets:
            socket.send_json({"do": "subscribe", "id": 1, "match": joined})
            told.append(heard(socket, "table", "refused"))
        again = sockets[0]
        again.send_json({"do": "subscribe", "id": 2, "match": joined})
        told.append(heard(again, "table", "refused"))
        with bob.socket() as other:
            other.send_json({"do": "subscribe", "id": 1, "match": joined})
            told.append(heard(other, "table", "refused"))

    kinds = [t["type"] for t in told]
    assert kinds == ["table"] * FOLLOWING + ["refused", "table", "table"]
    assert told[FOLLOWING]["status"] == 429


def heard(socket: Any, *kinds: str) -> dict[str, Any]:
    """The next message of these kinds."""
    while (told := socket.receive_json())["type"] not in kinds:
        pass
    return dict(told)


def test_whoever_asks_too_often_waits_for_the_refusal(ann: Person, joined: str) -> None:
    """Refused at once, four clients ask a thousand times per second, and each refusal takes the time of two moves."""
    answers = []
    for _ in range(int(RATES["chat"].burst) + 3):
        begin = time.monotonic()
        status, _ = ann.ask("POST", f"/api/matches/{joined}/chat", {"text": "hello"})
        answers.append((status, time.monotonic() - begin))
    refused = [seconds for status, seconds in answers if status == 429]

    assert refused and min(refused) >= 0.5
