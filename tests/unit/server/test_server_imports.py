"""Imported records: how many one person can keep, and that a crash leaves nothing of one."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from clockwork import Time
from hands import GAME, HandsOptions
from people import Person
from postboxes import MINUTE
from starlette.testclient import TestClient

from albion.engine.action import Seat
from albion.engine.match import Match
from albion.engine.record import record_of, write_record
from albion.server import matches


@pytest.fixture(scope="module")
def record() -> str:
    """A long match: its log is written in parts."""
    chance, match = random.Random(1), Match(GAME, HandsOptions(rounds=40), 1)
    while (decision := match.decision) is not None:
        match.play(decision.seat, chance.choice(decision.actions))
    return write_record(record_of(match))


def test_one_person_keeps_so_many_imported_matches_and_no_more(
    ann: Person, bob: Person, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "MOST_IMPORTS", 2)
    kept = [ann.post("/api/records", {"text": record})["match"] for _ in range(2)]

    status, told = ann.ask("POST", "/api/records", {"text": record})
    other = bob.post("/api/records", {"text": record})["match"]
    ann.ask("DELETE", f"/api/matches/{kept[0]}")
    again = ann.post("/api/records", {"text": record})["match"]

    sentence = "you already keep 2 imported matches, and 2 is the most: delete one first"
    assert (status, told["error"], told["message"]) == (429, "too-many", sentence)
    assert other and again


def test_one_persons_imported_matches_take_so_much_and_no_more(
    ann: Person, bob: Person, record: str, monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    ann.post("/api/records", {"text": record})
    with closing(sqlite3.connect(data / "albion.db")) as db:
        one = sum(
            db.execute(f"SELECT SUM(LENGTH({column})) FROM {table}").fetchone()[0]
            for table, column in (("entries", "events"), ("snapshots", "state"))
        )
    monkeypatch.setattr(matches, "MOST_IMPORTED", 2 * one)
    ann.post("/api/records", {"text": record})

    status, told = ann.ask("POST", "/api/records", {"text": record})

    assert (status, told["error"]) == (413, "oversized") and "delete one first" in told["message"]
    assert bob.post("/api/records", {"text": record})["match"]


def test_a_server_that_dies_while_it_imports_leaves_nothing(
    time: Time,
    serve: Callable[..., TestClient],
    data: Path,
    record: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = Person(serve(), "Ann")
    whole = ann.post("/api/records", {"text": record})["match"]
    database = ann.client.app.state.tables.store.database  # type: ignore[attr-defined]
    write, parts = database.write, 0

    async def dies(*unit: Any) -> bool:
        nonlocal parts
        parts += "INSERT INTO entries" in unit[0].sql
        if parts > 1:
            raise OSError("the server is killed")
        return bool(await write(*unit))

    with monkeypatch.context() as patch:
        patch.setattr(database, "write", dies)
        status, _ = ann.ask("POST", "/api/records", {"text": record})
    left = orphans(data)
    ann.client.__exit__(None, None, None)
    time.now += 20 * MINUTE
    ann.client = serve()
    for _ in range(100):
        if not orphans(data):
            break
        sleep(0.05)

    assert status == 500 and left > 0 and orphans(data) == 0
    assert ann.get(f"/api/matches/{whole}")["status"] == "over"


def orphans(data: Path) -> int:
    """Lines of logs that belong to no match."""
    with closing(sqlite3.connect(data / "albion.db")) as db:
        sql = "SELECT COUNT(*) FROM entries WHERE match NOT IN (SELECT id FROM matches)"
        return int(db.execute(sql).fetchone()[0])


def test_an_imported_match_names_those_who_played_it(ann: Person, bob: Person) -> None:
    """A fault once: whoever imported it stood on every seat, and had won."""
    match = Match(GAME, HandsOptions(), 1)
    while (decision := match.decision) is not None:
        match.play(decision.seat, decision.actions[0])
    text = write_record(record_of(match, {Seat("north"): "Edith", Seat("south"): "random"}))
    table = ann.post("/api/records", {"text": text, "title": "Evening"})
    listed = ann.get("/api/matches")["matches"][0]
    review = ann.get(f"/api/matches/{table['match']}/review")

    for seats in (table["seats"], listed["seats"]):
        assert [(s["kind"], s["player"], s["bot"], s["you"]) for s in seats] == [
            ("human", "Edith", None, False),
            ("bot", None, "random", False),
        ]
    assert table["you"]["seats"] == ["north", "south"], "whoever imported it may do everything with it"
    assert [p["player"] for p in review["players"]] == ["Edith", "random"] and review["imported"]
    assert ann.get(f"/api/matches/{table['match']}/record") == text, "it is exported as it was"
    bare = ann.post("/api/records", {"text": write_record(record_of(match)), "title": ""})
    assert [(s["kind"], s["player"]) for s in bare["seats"]] == [("human", None)] * 2
    again = ann.post(f"/api/matches/{table['match']}/fork", {"at": 1})
    assert [(s["player"], s["you"]) for s in again["seats"]] == [("Ann", True)] * 2


def test_an_imported_match_names_nobody_as_nobody_could_be_named_here(ann: Person) -> None:
    """A fault once: a name of 900,000 letters lay in everybody's list of finished matches."""
    match = Match(GAME, HandsOptions(), 1)
    while (decision := match.decision) is not None:
        match.play(decision.seat, decision.actions[0])
    invisible, turned, piled, of_two_alphabets = (
        "Edi\u200bth",
        "\u202ehtide",
        f"E{3 * chr(0x301)}",
        "\u0415dith",
    )
    for north, south in (("M" * 900_000, invisible), (turned, "Edith\x1b[31m"), (piled, of_two_alphabets)):
        text = write_record(record_of(match, {Seat("north"): north, Seat("south"): south}))
        table = ann.post("/api/records", {"text": text, "title": ""})
        listed = ann.get("/api/matches")["matches"][0]

        assert [s["player"] for s in table["seats"]] == [s["player"] for s in listed["seats"]] == [None, None]
        assert "seats: north, south\n" in ann.ask("GET", f"/api/matches/{table['match']}/record")[1]


def test_an_imported_match_that_is_not_over_is_played_on_by_whoever_imported_it(ann: Person) -> None:
    match = Match(GAME, HandsOptions(), 1)
    assert match.decision is not None
    match.play(match.decision.seat, match.decision.actions[0])
    text = write_record(record_of(match, {Seat("north"): "Edith"}))
    table = ann.post("/api/records", {"text": text, "title": ""})

    assert [(s["player"], s["you"]) for s in table["seats"]] == [("Ann", True)] * 2
