"""Health that tells the truth, metrics, logs, backups that are checked, and the doctor."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import sqlite3
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from people import Person, finish
from starlette.testclient import TestClient
from typer.testing import CliRunner

from albion import server
from albion.cli.app import app
from albion.engine.errors import DataError
from albion.server import health, logs
from albion.server.app import Settings, create_app
from albion.server.maintenance import back_up, check_matches, examine, restore
from albion.server.store import BusyError, open_store
from albion.server.store.store import Store

GAMES = "hands:GAMES"


@pytest.fixture
def played(ann: Person, bob: Person, joined: str) -> str:
    """A finished match with a contribution, an undo and a fork beside it."""
    ann.play(joined, "lay 1")
    ann.post(f"/api/matches/{joined}/undo", {"seq": 1})
    ann.post(f"/api/matches/{joined}/fork", {})
    finish(joined, ann, bob)
    return joined


# health, metrics, logs


def test_health_says_what_it_looked_at(client: TestClient) -> None:
    told = client.get("/api/health").json()

    assert told["ok"] and set(told["checks"]) == {"database", "disk", "bots", "queue"}
    assert re.fullmatch(r"a write took [\d.]+ ms", told["checks"]["database"]["text"])


def test_health_is_bad_when_nothing_can_be_written(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(self: Store, now: int) -> None:
        raise BusyError("database or disk is full")

    monkeypatch.setattr(Store, "beat", full)
    monkeypatch.setattr(health, "_FRESH", -1.0)
    client.app.state.health._known = None  # type: ignore[attr-defined]
    answer = client.get("/api/health")

    assert answer.status_code == 503 and not answer.json()["ok"]
    assert "disk is full" in answer.json()["checks"]["database"]["text"]


def test_health_says_that_a_write_was_not_answered(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stuck(self: Store, now: int) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(Store, "beat", stuck)
    monkeypatch.setattr(health, "_PATIENCE", 0.05)
    monkeypatch.setattr(health, "_FRESH", -1.0)
    client.app.state.health._known = None  # type: ignore[attr-defined]
    answer = client.get("/api/health")

    assert answer.status_code == 503
    assert answer.json()["checks"]["database"]["text"] == "cannot be written to: no answer in time"


def test_metrics_are_for_this_machine_and_count_what_happened(data: Path) -> None:
    with TestClient(create_app(Settings(data=data, games=GAMES)), client=("127.0.0.1", 5)) as here:
        ann = Person(here, "Ann")
        match = ann.create(seats={"north": "human", "south": "human"})["match"]
        ann.play(match, "end")
        text = here.get("/api/metrics").text
    with TestClient(create_app(Settings(data=data, games=GAMES)), client=("203.0.113.7", 5)) as there:
        assert there.get("/api/metrics").status_code == 404

    assert 'albion_commands_total{command="Play",result="done"} 1' in text
    assert 'route="/api/matches/{match}/actions",status="200"} 1' in text and match not in text
    assert "albion_tables 1" in text and "# TYPE albion_command_seconds histogram" in text
    for line in text.splitlines():
        assert line.startswith("#") or re.fullmatch(r"\w+(\{[^{}]*(\{\w+\}[^{}]*)*\})? [\d.e+-]+", line), line


def test_methods_nobody_knows_are_counted_as_one(data: Path) -> None:
    """Else anybody could fill the server's memory with names of their own."""
    with TestClient(create_app(Settings(data=data, games=GAMES)), client=("127.0.0.1", 5)) as here:
        for n in range(20):
            here.request(f"BREW{n}", "/api/games")
        text = here.get("/api/metrics").text

    assert "BREW" not in text and text.count('method="other"') > 0


def test_every_answer_names_its_request_and_the_log_does_too(client: TestClient) -> None:
    given = client.get("/api/me", headers={"x-request-id": "abc-1"})
    made = client.get("/api/me", headers={"x-request-id": "bad id\x00"[:6]})

    assert given.headers["x-request-id"] == "abc-1"
    assert re.fullmatch(r"[0-9a-f]{12}", made.headers["x-request-id"])


def test_lines_of_the_log_are_json_with_time_and_request() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonLines())
    log = logging.Logger("albion.server")
    log.addHandler(handler)
    token = logs.REQUEST.set("r-7")
    try:
        log.info("said", extra={"facts": {"status": 200}})
    finally:
        logs.REQUEST.reset(token)
    told = json.loads(stream.getvalue())

    assert (told["message"], told["request"], told["status"], told["level"]) == ("said", "r-7", 200, "info")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told["time"])


def test_what_a_library_says_is_a_line_of_the_log_like_any_other() -> None:
    code = (
        "import logging; from albion.server import logs; logs.set_up('json', False);"
        " logging.getLogger('asyncpg.pool').warning('lost', exc_info=OSError('reset'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    lines = [json.loads(line) for line in done.stderr.splitlines()]

    assert [(line["logger"], line["message"]) for line in lines] == [("asyncpg.pool", "lost")]
    assert "reset" in lines[0]["error"]


# backups


def test_a_backup_of_a_running_server_comes_back_whole(
    serve: Callable[..., TestClient], ann: Person, played: str, data: Path, tmp_path: Path
) -> None:
    before = ann.get(f"/api/matches/{played}/entries")
    verdict = back_up(data, tmp_path / "b.tar.gz", games=GAMES)
    back = restore(tmp_path / "b.tar.gz", tmp_path / "again", games=GAMES)
    with TestClient(create_app(Settings(data=tmp_path / "again", games=GAMES))) as client:
        again = Person(client, None)
        again.headers = ann.headers
        after = again.get(f"/api/matches/{played}/entries")

    assert verdict is not None and (verdict.matches, verdict.replayed, verdict.faults) == (2, 2, [])
    assert back == verdict and after == before, "her cookie still counts there too"
    assert (tmp_path / "b.tar.gz").stat().st_mode & 0o077 == 0


def test_a_match_whose_last_position_holds_sets_is_found_whole(
    serve: Callable[..., TestClient], data: Path
) -> None:
    """No large set is read back in the order in which it was written."""
    ann = Person(serve("albion.games:GAMES"), "Ann")
    seats = ann.get("/api/games/redux-core")["seats"]["table"][0]["seats"]
    match = ann.create("redux-core", seats={seat["id"]: "bot:steady" for seat in seats})["match"]
    until = time.monotonic() + 120
    while ann.get(f"/api/matches/{match}")["status"] == "running" and time.monotonic() < until:
        time.sleep(0.2)

    verdict = check_matches(data)
    assert (verdict.replayed, verdict.faults) == (1, [])


def test_the_doctor_replays_matches_in_postgresql(serve: Callable[..., TestClient], postgres: str) -> None:
    ann = Person(serve(database=postgres), "Ann")
    mine = ann.create(seats={"north": "human", "south": "human"})["match"]
    ann.play(mine, "end")
    found = list(examine(Path(), GAMES, postgres))
    gone = list(examine(Path(), GAMES, "postgresql://nobody@127.0.0.1:1/none"))

    assert all(f.ok for f in found[:-1]) and found[-1].what == "matches"
    # Other tests keep their matches in the same database, some of them damaged on purpose.
    verdict = check_matches(Path(), GAMES, postgres)
    assert verdict.replayed and not [fault for fault in verdict.faults if mine in fault]
    assert not gone[-1].ok and gone[-1].what == "database"


def test_a_restored_folder_is_as_private_as_the_one_before(played: str, data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "b.tar.gz", games=GAMES)
    restore(tmp_path / "b.tar.gz", tmp_path / "again", games=GAMES)

    assert all(finding.ok for finding in examine(tmp_path / "again", GAMES))


def test_a_restore_replaces_nothing_unasked(played: str, data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "b.tar.gz", games=GAMES)
    with pytest.raises(DataError, match="already contains matches"):
        restore(tmp_path / "b.tar.gz", data, games=GAMES)
    assert check_matches(data, GAMES).matches == 2


def test_nothing_is_restored_over_a_server_that_runs(
    client: TestClient, ann: Person, played: str, data: Path, tmp_path: Path
) -> None:
    """It would go on writing to a file that is no longer there."""
    back_up(data, tmp_path / "b.tar.gz", games=GAMES)
    table = ann.create(seats={"north": "human", "south": "human"})
    with pytest.raises(DataError, match="stop it first"):
        restore(tmp_path / "b.tar.gz", data, force=True, games=GAMES)
    ann.play(table["match"])
    client.__exit__(None, None, None)
    kept = check_matches(data, GAMES).matches
    restored = restore(tmp_path / "b.tar.gz", data, force=True, games=GAMES)
    client.__enter__()

    assert (kept, restored.matches, check_matches(data, GAMES).matches) == (3, 2, 2)


@pytest.mark.parametrize("damage", ["cut", "changed", "other", "list", "nothing"])
def test_a_damaged_backup_is_refused_in_a_sentence(
    damage: str, played: str, data: Path, tmp_path: Path
) -> None:
    file = tmp_path / "b.tar.gz"
    back_up(data, file, games=GAMES)
    if damage == "cut":
        file.write_bytes(file.read_bytes()[:-2000])
    elif damage == "other":
        file.write_text("hello")
    else:
        with tarfile.open(file) as old:
            parts = {m.name: old.extractfile(m).read() for m in old.getmembers()}  # type: ignore[union-attr]
        if damage == "changed":
            parts["secret"] = b"x" * 40
        else:
            told = b"[]" if damage == "list" else b'{"albion": "1", "time": 1, "files": {}}'
            parts = {"manifest.json": told}
        with tarfile.open(file, "w:gz") as new:
            for name, body in parts.items():
                info = tarfile.TarInfo(name)
                info.size = len(body)
                new.addfile(info, io.BytesIO(body))
    with pytest.raises(DataError, match=r"is not an Albion backup|is damaged"):
        restore(file, tmp_path / "again", games=GAMES)
    assert not (tmp_path / "again" / "albion.db").exists()


def test_a_backup_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"there is no backup '.*nowhere'"):
        restore(tmp_path / "nowhere", tmp_path / "again", games=GAMES)


def tampered(data: Path, match: str) -> None:
    with sqlite3.connect(data / "albion.db") as db:
        db.execute(
            "UPDATE entries SET action = 'lay 3' WHERE match = ? AND kind = 'play' AND seq = 3", (match,)
        )


def test_a_match_that_does_not_replay_is_found(played: str, data: Path, tmp_path: Path) -> None:
    tampered(data, played)
    verdict = check_matches(data, GAMES)

    assert len(verdict.faults) == 1 and verdict.faults[0].startswith(played)
    with pytest.raises(DataError, match="is not valid"):
        back_up(data, tmp_path / "b.tar.gz", games=GAMES)
    assert not (tmp_path / "b.tar.gz").exists()


def test_a_backup_of_a_match_that_does_not_replay_comes_back_if_that_is_wanted(
    played: str, data: Path, tmp_path: Path
) -> None:
    """One damaged match among thousands must not keep the others in the backup."""
    tampered(data, played)
    back_up(data, tmp_path / "b.tar.gz", verify=False, games=GAMES)
    with pytest.raises(DataError, match="--no-verify restores it anyway"):
        restore(tmp_path / "b.tar.gz", tmp_path / "again", games=GAMES)
    assert not (tmp_path / "again" / "albion.db").exists()
    verdict = restore(tmp_path / "b.tar.gz", tmp_path / "again", games=GAMES, verify=False)

    assert (verdict.matches, verdict.replayed, len(verdict.faults)) == (2, 1, 1)
    assert check_matches(tmp_path / "again", GAMES) == verdict


def test_the_doctor_finds_what_is_wrong(played: str, data: Path) -> None:
    well = list(examine(data, GAMES))
    tampered(data, played)
    (data / "secret").chmod(0o644)
    ill = {finding.what for finding in examine(data, GAMES) if not finding.ok}

    assert all(finding.ok for finding in well), well
    assert ill == {"secret", "matches"}


def test_a_damaged_file_is_told_at_the_start(tmp_path: Path) -> None:
    import asyncio

    async def start() -> Any:
        return await open_store(tmp_path)

    (tmp_path / "albion.db").write_bytes(b"SQLite format 3\x00" + b"\x00" * 3000)
    with pytest.raises(DataError, match=r"cannot be used|is damaged"):
        asyncio.run(start())


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("secret", "short", "must contain this server's secret"),
        ("signing-key", "z" * 64, "the signing key must be 64 hexadecimal digits"),
    ],
)
def test_a_damaged_secret_is_told_at_the_start(tmp_path: Path, name: str, text: str, why: str) -> None:
    """A signing key that is none was found out by players, when they asked for a record."""
    (tmp_path / name).write_text(text)
    with pytest.raises(DataError, match=why):
        server.run(data=tmp_path, games=GAMES, browser=False)


@pytest.mark.parametrize("name", ["club#1", "club%20x", "club?x"])
def test_the_doctor_reads_folders_of_any_name(played: str, data: Path, tmp_path: Path, name: str) -> None:
    """It examined another file, which it had made itself, and found nothing wrong with it."""
    folder = tmp_path / name
    back_up(data, tmp_path / "b.tar.gz", games=GAMES)
    restore(tmp_path / "b.tar.gz", folder, games=GAMES)
    (folder / "albion.db").write_bytes(b"SQLite format 3\x00" + b"\x00" * 3000)

    assert [finding.what for finding in examine(folder, GAMES) if not finding.ok] == ["database"]


def test_a_backup_goes_where_a_file_can_be(played: str, data: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"written to .*: it is a folder"):
        back_up(data, tmp_path, games=GAMES)
    with pytest.raises(DataError, match=r"written to .*: there is no folder .*nowhere"):
        back_up(data, tmp_path / "nowhere" / "b.tar.gz", games=GAMES)


def test_a_file_whose_tables_have_no_names_any_more_is_told(played: str, data: Path, tmp_path: Path) -> None:
    """Of these SQLite says something that Python cannot decode."""
    back_up(data, tmp_path / "b.tar.gz", games=GAMES)
    copy = tmp_path / "copy"
    restore(tmp_path / "b.tar.gz", copy, games=GAMES)
    whole = (copy / "albion.db").read_bytes()
    assert whole.count(b"tablematchesmatches") == 1
    (copy / "albion.db").write_bytes(
        whole.replace(b"tablematchesmatches", b"table\x9b\x9b\x9b\x9b\x9b\x9b(matches")
    )

    assert [f.what for f in examine(copy, GAMES) if not f.ok] == ["database"]
    with pytest.raises(DataError, match="cannot be used"):
        back_up(copy, tmp_path / "c.tar.gz", games=GAMES)
    with pytest.raises(DataError, match="cannot be used"):
        check_matches(copy, GAMES)


@pytest.mark.parametrize(
    ("version", "fine"), [("3.9.18", False), ("3.11.0", True), ("3.100.0", True), ("4.0.0", True)]
)
def test_the_doctor_knows_that_python_3_9_is_older_than_3_11(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, fine: bool
) -> None:
    monkeypatch.setattr("platform.python_version", lambda: version)
    monkeypatch.setattr("platform.python_version_tuple", lambda: tuple(version.split(".")))
    told = CliRunner().invoke(app, ["doctor", "--data", str(tmp_path)])

    assert f"{'ok ' if fine else 'BAD'}  python       {version}" in told.stdout
    assert (told.exit_code == 0) == fine
