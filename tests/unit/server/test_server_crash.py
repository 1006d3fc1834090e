"""kill -9 under load loses no acknowledged action and leaves no half match."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from people import Person
from processes import Server, play_all
from starlette.testclient import TestClient


def stored(data: Path) -> dict[tuple[str, int], str]:
    """Every answer in the database, after checking that no match is half written."""
    with sqlite3.connect(data / "albion.db") as db:
        rows = db.execute("SELECT match, seq, action FROM entries ORDER BY match, seq").fetchall()
        heads = dict(db.execute("SELECT id, seq FROM matches"))
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    numbers: dict[str, list[int]] = {}
    for match, seq, _ in rows:
        numbers.setdefault(match, []).append(seq)
    assert {match: len(seqs) - 1 for match, seqs in numbers.items()} == heads
    assert all(seqs == list(range(len(seqs))) for seqs in numbers.values())
    return {(match, seq): action for match, seq, action in rows}


def test_what_was_acknowledged_survives_a_power_cut(data: Path, serve: Any) -> None:
    token, matches, told = "", [], []
    for answers in (100, 30, 170):
        server = Server(data)
        if not token:
            token = server.call("/api/me", {"name": "Ann"})["token"]
            seats = {"north": "human", "south": "human"}
            asked = {"game": "hands", "options": {"rounds": 40}, "seats": seats}
            matches = [server.call("/api/matches", asked, token)["match"] for _ in range(8)]
        told += asyncio.run(play_all(server, token, matches, answers))
    kept = stored(data)

    assert len(told) >= 300
    assert [entry for entry in told if kept.get(entry[:2]) != entry[2]] == []
    client: TestClient = serve()
    ann = Person(client, None)
    ann.headers = {"authorization": f"Bearer {token}"}
    for match in matches:
        table = ann.get(f"/api/matches/{match}")
        assert table["seq"] == max(seq for m, seq in kept if m == match)
        if table["status"] == "running":
            assert ann.play(match)["seq"] > table["seq"]


def test_a_bots_turn_goes_on_after_a_restart(data: Path, serve: Any) -> None:
    server = Server(data)
    token = server.call("/api/me", {"name": "Ann"})["token"]
    asked = {
        "game": "hands",
        "options": {"rounds": 40},
        "seats": {"north": "bot:random", "south": "bot:random"},
    }
    match = server.call("/api/matches", asked, token)["match"]
    server.kill()
    client: TestClient = serve()
    ann = Person(client, None)
    ann.headers = {"authorization": f"Bearer {token}"}
    before = ann.get(f"/api/matches/{match}")["seq"]
    with ann.socket() as socket:
        socket.send_json({"do": "subscribe", "match": match})
        while (told := socket.receive_json())["type"] != "update":
            pass

    assert told["seq"] > before


def test_a_crash_while_the_secret_is_written_leaves_no_half_of_it(
    data: Path, serve: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_: object) -> None:
        raise OSError("killed here")

    with monkeypatch.context() as crash, pytest.raises(OSError, match="killed here"):
        crash.setattr("albion.server.identity.os.fdopen", dies)
        serve()

    assert Person(serve(), "Ann").get("/api/me")["name"] == "Ann"
