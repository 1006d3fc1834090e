"""Looking after data of another version changes nothing in it: the version that wrote it may still want it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from people import Person
from starlette.testclient import TestClient

from albion.engine.errors import DataError
from albion.server.app import Settings, create_app
from albion.server.maintenance import back_up, examine, restore
from albion.server.store import database, open_store, sqlite
from albion.server.store import postgres as postgres_module
from support.programs import find_postgres

GAMES = "hands:GAMES"
AHEAD = database.Migration(9000, "9000_ahead.sql", "CREATE TABLE ahead (id INTEGER)")


@pytest.fixture
def newer() -> Iterator[None]:
    """The next version of Albion, with one more step."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in (sqlite, postgres_module):
            patch.setattr(kind, "migrations", lambda **w: iter([*database.migrations(**w), AHEAD]))
        yield


def step_of(folder: Path) -> int:
    """How far a folder's database has been brought."""
    with sqlite3.connect(folder / "albion.db") as connection:
        return int(connection.execute("SELECT MAX(number) FROM migrations").fetchone()[0])


@pytest.fixture
def older(data: Path) -> int:
    """A folder that this version wrote; the step of its schema."""
    with TestClient(create_app(Settings(data=data, games=GAMES))) as client:
        ann = Person(client, "Ann")
        ann.play(ann.create(seats={"north": "human", "south": "human"})["match"], "lay 1")
    return step_of(data)


def test_a_backup_of_older_data_stays_older(older: int, newer: None, data: Path, tmp_path: Path) -> None:
    """An operator may have installed the new version before taking the backup, and want to go back."""
    made = back_up(data, tmp_path / "b.tar.gz", games=GAMES)
    restored = restore(tmp_path / "b.tar.gz", tmp_path / "again", games=GAMES)

    assert made is not None and made.replayed == restored.replayed == 1
    assert step_of(data) == step_of(tmp_path / "again") == older < AHEAD.number


def test_the_doctor_leaves_an_older_folder_as_it_is(older: int, newer: None, data: Path) -> None:
    assert all(finding.ok for finding in examine(data, GAMES)) and step_of(data) == older


async def steps_in(url: str) -> int:
    store = await open_store(Path(), url)
    found = await store.database.fetch("SELECT MAX(number) FROM migrations")
    await store.database.close()
    return int(found[0][0])


def test_after_going_back_as_described_the_new_version_can_be_tried_again(
    postgres: str, tmp_path: Path
) -> None:
    """A table of the newer version, left behind, kept its server from starting."""
    described = (Path(__file__).parents[3] / "docs" / "operating.md").read_text()
    how = re.findall(r"pg_restore -U albion -d postgres (.+) < monday\.dump", described)[0].split()
    base, dump = postgres.rpartition("/")[0], tmp_path / "monday.dump"
    programs = find_postgres()
    assert programs is not None
    if not (programs / "pg_restore").exists():
        pytest.skip("PostgreSQL is here without its pg_restore")

    def run(program: str, *words: str) -> None:
        subprocess.run([str(programs / program), *words], check=True, capture_output=True)

    with contextlib.closing(asyncio.new_event_loop()) as loop:
        loop.run_until_complete(made_anew(postgres, "club"))
        before = loop.run_until_complete(steps_in(f"{base}/club"))
        run("pg_dump", "-Fc", "-f", str(dump), f"{base}/club")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(postgres_module, "migrations", lambda **w: iter([*database.migrations(**w), AHEAD]))
            after = loop.run_until_complete(steps_in(f"{base}/club"))
            run("pg_restore", "-d", f"{base}/postgres", *how, str(dump))
            again = loop.run_until_complete(steps_in(f"{base}/club"))

    assert before < after == again == AHEAD.number


async def made_anew(server: str, name: str) -> None:
    connection = await asyncpg.connect(server)
    await connection.execute(f"DROP DATABASE IF EXISTS {name}")
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()


def test_the_doctor_of_a_newer_version_leaves_postgresql_as_it_is(
    postgres: str, request: pytest.FixtureRequest
) -> None:
    """A server of the older version may be running over it, and could not start again."""
    before = asyncio.run(steps_in(postgres))
    request.getfixturevalue("newer")
    found: Any = list(examine(Path(), GAMES, postgres))[-1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("albion.server.store.postgres.migrations", database.migrations)
        after = asyncio.run(steps_in(postgres))

    assert not found.ok and f"older version of Albion (step {before}, this one knows 9000)" in found.text
    assert after == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_what_root_restores_belongs_to_the_folders_owner(older: int, data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "b.tar.gz", games=GAMES)
    club = tmp_path / "club"
    shutil.copytree(data, club)
    for path in (club, *club.iterdir()):
        os.chown(path, 65534, 65534)
    restore(tmp_path / "b.tar.gz", club, force=True, games=GAMES)

    assert {path.name: path.stat().st_uid for path in club.iterdir() if path.stat().st_uid != 65534} == {}


def test_matches_are_readable_by_their_owner_only(older: int, data: Path, tmp_path: Path) -> None:
    """They hold hands and the addresses of players."""
    back_up(data, tmp_path / "b.tar.gz", games=GAMES)
    restore(tmp_path / "b.tar.gz", tmp_path / "again", games=GAMES)
    modes = [(folder / "albion.db").stat().st_mode & 0o077 for folder in (data, tmp_path / "again")]
    (data / "albion.db").chmod(0o644)
    told = [finding.text for finding in examine(data, GAMES) if not finding.ok]

    assert modes == [0, 0] and told == [f"others can read {data / 'albion.db'}: chmod 600"]


def test_a_newer_database_is_neither_backed_up_nor_restored_by_an_older_version(
    older: int, data: Path, tmp_path: Path
) -> None:
    with sqlite3.connect(data / "albion.db") as connection:
        connection.execute("INSERT INTO migrations VALUES (9000, '9000_ahead.sql')")
    with pytest.raises(DataError, match=r"newer version of Albion \(step 9000"):
        back_up(data, tmp_path / "b.tar.gz", games=GAMES)
