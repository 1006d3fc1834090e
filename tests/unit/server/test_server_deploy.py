"""What stands in `deploy/` fits together and fits the server; a new version takes old data, and the old one its backup."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
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
    assert services["database"]["networks"] == ["inside"] and "inside" in services["albion"]["networks"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_the_server_of_the_compose_file_can_send_notifications() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    ways_out = [
        n
        for n in compose["services"]["albion"]["networks"]
        if not (compose["networks"][n] or {}).get("internal")
    ]

    assert ways_out, "a network that is internal leads nowhere"
    assert {"ALBION_SMTP", "ALBION_MAIL_FROM"} <= set(compose["services"]["albion"]["environment"])
    assert "notify" in re.findall(r"'\.\[(.+)\]'", (DEPLOY / "Containerfile").read_text())[0].split(",")


def test_the_password_of_the_database_may_hold_any_sign() -> None:
    """In an address, a slash or an at sign would end it: the server would not start."""
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    given, asked = services["albion"], services["database"]["environment"]

    assert given["environment"]["PGPASSWORD"] == asked["POSTGRES_PASSWORD"]
    assert not [word for word in given["command"] if "PASSWORD" in word]


@pytest.fixture
def composed(postgres: str, tmp_path: Path) -> Iterator[str]:
    """The container's own command with that of the compose file, on a port that is free."""
    entry = yaml.safe_load(
        re.findall(r"^ENTRYPOINT (.+)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)[0]
    )
    command = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["albion"]["command"]
    given = {"ALBION_HOST": "club.example", "ALBION_PROCESSES": "2"}
    words = [
        re.sub(r"\$\{(\w+)\S*\}", lambda found: given.get(found[1], ""), word)
        for word in [*entry[1:], *command]
    ]
    words = [f"--database={postgres}" if word.startswith("--database=") else word for word in words]
    call = [sys.executable, "-c", "from albion.cli import main; main()", *words, "--port", "0"]
    process = subprocess.Popen(
        call, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env={**os.environ, "ALBION_SMTP": ""}
    )
    assert process.stdout is not None
    yield re.findall(r"http://\S+:\d+", process.stdout.readline())[0]
    process.terminate()
    assert process.wait(timeout=20) == 0


def test_the_command_of_the_compose_file_serves_behind_its_proxy(composed: str) -> None:
    address = f"http://127.0.0.1:{composed.rpartition(':')[2]}"
    by_proxy = {"host": "club.example", "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
    body = {"data": b'{"name": "Ann"}', "method": "POST"}
    named = urllib.request.Request(
        f"{address}/api/me", headers={**by_proxy, "content-type": "application/json"}, **body
    )
    with urllib.request.urlopen(named, timeout=20) as answer:
        assert "secure" in answer.headers["set-cookie"].lower()
    for path, status in (("/api/health", 200), ("/api/metrics", 404)):
        asked = urllib.request.Request(f"{address}{path}", headers=by_proxy)
        try:
            with urllib.request.urlopen(asked, timeout=20) as answer:
                assert answer.status == status
        except urllib.error.HTTPError as error:
            assert error.code == status, path


def test_the_proxy_of_the_compose_file_asks_under_no_other_name() -> None:
    # A check of its own would ask for albion:8000, which no operator allows, and shut everybody out.
    assert "health_uri" not in (DEPLOY / "Caddyfile").read_text()


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


def by_the_unit(environment_file: str, folder: Path) -> list[str]:
    """The unit's own command as systemd completes it, its state in another folder and its port free."""
    service = unit()["Service"]
    lines = (*shlex.split(service.get("Environment", "")), *shlex.split(environment_file))
    given = dict(line.split("=", 1) for line in lines)
    _, *words = shlex.split(re.sub(r"\$(\w+)", lambda found: given.get(found[1], ""), service["ExecStart"]))
    free = {"/var/lib/albion": str(folder), "8000": "0"}
    return [free.get(word, word) for word in words]


@contextmanager
def started(words: list[str], folder: Path) -> Iterator[str]:
    """A server with these words of a command; its address."""
    call = [sys.executable, "-c", "from albion.cli import main; main()", *words]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, text=True, cwd=folder)
    assert process.stdout is not None
    yield (process.stdout.readline().split() or ["", "", "", "", "no server "])[4].replace(
        "localhost", "127.0.0.1"
    )
    process.terminate()
    assert process.wait(timeout=20) == 0


def test_the_units_command_serves(tmp_path: Path) -> None:
    until = time.monotonic() + 20
    words = by_the_unit("ALBION_OPTIONS='--processes 2 --base-path /club'", tmp_path)
    with (
        started(words, tmp_path) as address,
        urllib.request.urlopen(f"{address}club/api/health", timeout=20) as answer,
    ):
        assert answer.status == 200 and time.monotonic() < until
    assert (tmp_path / "albion.db").is_file()


def test_the_unit_keeps_matches_in_postgresql_by_its_environment_file(postgres: str, tmp_path: Path) -> None:
    """A fault once: it always gave --data, which the server refuses beside --database."""
    words = by_the_unit(f"ALBION_OPTIONS='--processes 2' ALBION_STORE='--database {postgres}'", tmp_path)
    with (
        started(words, tmp_path) as address,
        urllib.request.urlopen(f"{address}api/health", timeout=20) as answer,
    ):
        assert answer.status == 200
    assert not list(tmp_path.rglob("albion.db"))
    assert unit()["Service"]["WorkingDirectory"] == "/var/lib/albion", "disputes are written there"


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
