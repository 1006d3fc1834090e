"""One damaged match: it is named, and keeps nobody from the others."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from people import Person, finish
from starlette.testclient import TestClient

from albion.engine.errors import DataError
from albion.server.maintenance import back_up, check_matches

GAMES = "hands:GAMES"
DAMAGE = {
    "no position can be unpacked": "UPDATE snapshots SET state = x'00ff' WHERE match = ?",
    "the log is lost": "DELETE FROM entries WHERE match = ?",
    "the clock is no clock": "UPDATE matches SET clock = '{' WHERE id = ?",
    "the moment is none": "UPDATE matches SET created = 99999999999999999 WHERE id = ?",
    "the outcome is none": "UPDATE matches SET outcome = '{' WHERE id = ?",
}


def damage(data: Path, match: str, how: str) -> None:
    with sqlite3.connect(data / "albion.db") as db:
        db.execute(DAMAGE[how], (match,))
    db.close()


@pytest.mark.parametrize("how", DAMAGE)
def test_the_others_are_listed(
    how: str, serve: Callable[..., TestClient], data: Path, ann: Person, joined: str
) -> None:
    good = ann.create(seats={"north": "human", "south": "human"})["match"]
    damage(data, joined, how)
    ann.client = serve()
    listed = {m["match"] for m in ann.get("/api/matches")["matches"]}

    assert good in listed


@pytest.mark.parametrize("change", ["game = 'gone'", """options = '{"players": 99}'"""])
def test_an_event_of_a_game_that_is_no_more_hides_no_others(
    change: str, serve: Callable[..., TestClient], data: Path, ann: Person
) -> None:
    bad, good = (ann.post("/api/events", {"game": "hands", "kind": "swiss"})["id"] for _ in range(2))
    with sqlite3.connect(data / "albion.db") as db:
        db.execute(f"UPDATE events SET {change} WHERE id = ?", (bad,))
    db.close()

    assert [event["id"] for event in ann.get("/api/events")["events"]] == [good]


@pytest.mark.parametrize("how", DAMAGE)
def test_the_doctor_and_a_backup_name_it(
    how: str, data: Path, ann: Person, joined: str, tmp_path: Path
) -> None:
    ann.create(seats={"north": "human", "south": "human"})
    ann.play(joined, "lay 1")
    damage(data, joined, how)
    verdict = check_matches(data, GAMES)

    assert verdict.matches == 2 and [f.partition(":")[0] for f in verdict.faults] in ([joined], [])
    if verdict.faults:
        with pytest.raises(DataError, match=joined):
            back_up(data, tmp_path / "b.tar.gz", games=GAMES)


def test_those_that_ended_later_are_counted(
    serve: Callable[..., TestClient], data: Path, ann: Person, bob: Person
) -> None:
    matches = []
    for _ in range(2):
        table = ann.create(seats={"north": "human", "south": "open"}, rated=True)
        bob.post(f"/api/invites/{table['seats'][1]['invite']}")
        finish(table["match"], ann, bob)
        matches.append(table["match"])
    damage(data, matches[0], "the outcome is none")
    client = ann.client = serve()
    state: Any = client.app.state  # type: ignore[attr-defined]
    assert client.portal is not None
    client.portal.call(state.ratings.count_new)

    assert [m["match"] for m in ann.get("/api/players/me")["matches"]] == matches[1:]
