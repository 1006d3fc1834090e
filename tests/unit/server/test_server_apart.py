"""One client's flood, one match's trouble, one slow question: the others do not notice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from people import Person
from processes import Server
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from albion.server import clock
from albion.server.errors import RequestError
from albion.server.forecasts import Forecasts
from albion.server.thinking import Workers


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
