"""Reports of runs as pages of the running server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.lab.engines import Local
from albion.lab.experiment import experiment_from
from albion.lab.run import Session
from albion.lab.store import Run
from albion.server.app import Settings, create_app


def play(folder: Path, games: int) -> None:
    """A run of this many games in a folder, or more games for it."""
    raw = {"game": "redux-core", "options": "players=3", "bots": "random", "games": games}
    Session(Run.begin(folder, experiment_from(raw, folder.name)), Local(1), lambda now: None).play()


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    folder = tmp_path / "runs"
    play(folder / "three seats", 2)
    (folder / "notes").mkdir()
    return folder


@pytest.fixture
def client(runs: Path, data: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(data=data, runs=runs))) as client:
        yield client


def test_runs_are_listed_and_their_reports_are_pages(nobody: Person) -> None:
    listed = nobody.get("/api/lab/runs")["runs"]
    answer = nobody.client.get("/lab/three seats")

    assert [(run["name"], run["games"], run["arms"]) for run in listed] == [
        ("three seats", 2, ["redux-core players=3"])
    ]
    assert answer.status_code == 200 and "2 games in 1 arm," in answer.text
    assert answer.headers["content-security-policy"].startswith("sandbox allow-scripts; default-src 'none'")


def test_a_report_is_drawn_again_when_the_run_has_grown(nobody: Person, runs: Path) -> None:
    first = nobody.client.get("/lab/three seats").text
    written = os.stat(runs / "three seats" / "report.html").st_mtime_ns
    again = nobody.client.get("/lab/three seats").text
    play(runs / "three seats", 3)
    grown = nobody.client.get("/lab/three seats").text

    assert first == again
    assert "3 games in 1 arm," in grown
    assert os.stat(runs / "three seats" / "report.html").st_mtime_ns > written


@pytest.mark.parametrize("name", ["notes", "nothing", "..", "%2e%2e", ".hidden", "a%2Fb", "a%00b"])
def test_only_runs_are_shown(nobody: Person, name: str) -> None:
    answer = nobody.client.get(f"/lab/{name}")

    assert answer.status_code == 404 or "Albion laboratory" not in answer.text


def test_a_server_without_runs_shows_none(ann: Person, data: Path) -> None:
    with TestClient(create_app(Settings(data=data / "other"))) as client:
        assert Person(client, None).get("/api/lab/runs") == {"runs": []}
        assert client.get("/lab/anything").status_code == 404
