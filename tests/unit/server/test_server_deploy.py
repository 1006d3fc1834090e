"""What stands in `deploy/` fits together and fits the server; a new version takes old data, and the old one its backup."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from people import Person
from starlette.testclient import TestClient

from albion.cli.app import app
from albion.engine.errors import DataError
from albion.server.app import Settings, create_app
from albion.server.maintenance import back_up, restore
from albion.server.store import database, sqlite

DEPLOY = Path(__file__).parents[3] / "deploy"
GAMES = "hands:GAMES"


def options_of_serve() -> set[str]:
    command: Any = typer.main.get_command(app)
    return {
        name for option in command.commands["serve"].params for name in (*option.opts, *option.secondary_opts)
    }


def test_the_compose_file_names_what_there_is() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    text = (DEPLOY / "compose.yaml").read_text() + (DEPLOY / "Caddyfile").read_text()
    asked = set(re.findall(r"\$\{?(ALBION_\w+)", text))
    offered = set(re.findall(r"^(ALBION_\w+)=", (DEPLOY / "club.env.example").read_text(), re.MULTILINE))

    assert asked == offered
    assert {option.partition("=")[0] for option in services["albion"]["command"]} <= options_of_serve()
    assert (DEPLOY.parent / services["albion"]["build"]["dockerfile"]).is_file()
    assert "reverse_proxy albion:8000" in (DEPLOY / "Caddyfile").read_text() and "albion" in services
    assert "internal" in yaml.safe_load((DEPLOY / "compose.yaml").read_text())["networks"]["inside"]
    assert services["database"]["networks"] == services["albion"]["networks"] == ["inside"]


def test_the_container_copies_and_runs_what_there_is() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    copied = [
        f for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE) for f in line.split()
    ]
    given = yaml.safe_load(re.findall(r"^ENTRYPOINT (.+)$", text, re.MULTILINE)[0])
    extras = re.findall(r"'\.\[(.+)\]'", text)[0].split(",")
    project = (DEPLOY.parent / "pyproject.toml").read_text()

    assert all((DEPLOY.parent / name).exists() for name in copied)
    assert {option for option in given if option.startswith("--")} <= options_of_serve()
    assert all(re.search(rf"^{extra} = \[", project, re.MULTILINE) for extra in extras)


def unit() -> configparser.ConfigParser:
    read = configparser.RawConfigParser(strict=False)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string((DEPLOY / "albion.service").read_text())
    return read


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "albion.service").read_text()
    here = tmp_path / "albion.service"
    here.write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={sys.executable}", text, flags=re.MULTILINE))
    told = subprocess.run(["systemd-analyze", "verify", str(here)], capture_output=True, text=True)

    assert "albion.service:" not in told.stderr, told.stderr


@pytest.fixture
def started(tmp_path: Path) -> Iterator[str]:
    """The unit's own command, with a folder and a port that are free."""
    command = unit()["Service"]["ExecStart"].replace("$ALBION_OPTIONS", "--processes 2 --base-path /club")
    _, *words = shlex.split(command)
    words[words.index("/var/lib/albion")] = str(tmp_path / "data")
    words[words.index("8000")] = "0"
    call = [sys.executable, "-c", "from albion.cli import main; main()", *words]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process.stdout.readline().split()[4].replace("localhost", "127.0.0.1")
    process.terminate()
    assert process.wait(timeout=20) == 0


def test_the_units_command_serves(started: str) -> None:
    until = time.monotonic() + 20
    with urllib.request.urlopen(f"{started}club/api/health", timeout=20) as answer:
        assert answer.status == 200 and time.monotonic() < until


def served(folder: Path) -> TestClient:
    return TestClient(create_app(Settings(data=folder, games=GAMES)))


def test_a_new_version_takes_old_data_and_the_old_one_its_backup(data: Path, tmp_path: Path) -> None:
    with served(data) as old:
        ann = Person(old, "Ann")
        match = ann.create(seats={"north": "human", "south": "human"})["match"]
        ann.play(match, "lay 1")
    back_up(data, tmp_path / "before.tar.gz", games=GAMES)
    ahead = database.Migration(9000, "9000_ahead.sql", "CREATE TABLE ahead (id INTEGER)")
    with pytest.MonkeyPatch.context() as newer:
        newer.setattr(sqlite, "migrations", lambda **w: iter([*database.migrations(**w), ahead]))
        with served(data) as new:
            assert come_back(new, ann).play(match, "end")["seq"] == 2
    with pytest.raises(DataError, match=r"newer version of Albion \(step 9000"), served(data):
        pass
    restore(tmp_path / "before.tar.gz", tmp_path / "back", games=GAMES)
    with served(tmp_path / "back") as old:
        assert come_back(old, ann).get(f"/api/matches/{match}")["seq"] == 1


def come_back(client: TestClient, person: Person) -> Person:
    again = Person(client, None)
    again.headers = person.headers
    return again
