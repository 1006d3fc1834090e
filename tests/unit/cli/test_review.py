"""`albion review`: one file that needs nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from albion.cli.app import app
from albion.cli.review import page
from albion.review import Review

pytestmark = pytest.mark.xdist_group("review file")  # one worker makes what they share

RUN = CliRunner()


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "evening.albion"
    RUN.invoke(app, ["auto", "redux-core", "--bots", "random", "--seed", "5", "--record", str(file)])
    return file


def test_the_page_holds_all_it_needs(record: Path) -> None:
    done = RUN.invoke(app, ["review", str(record)])
    text = record.with_suffix(".html").read_text(encoding="utf-8")

    assert done.exit_code == 0
    assert not re.search(r'<(?:link|script)[^>]+(?:src|href)="/|url\((?!data:|#)|@import', text)
    carried = re.search(r'id="review-data">(.*?)</script>', text)
    assert carried is not None
    assert json.loads(carried[1])["game"] == "redux-core"


def test_no_players_name_becomes_part_of_the_page(record: Path) -> None:
    found = json.loads(RUN.invoke(app, ["review", str(record), "--json"]).stdout)
    found["players"][0]["player"] = name = "<!--<script></script><img src=x onerror=alert(1)>"
    text = page(msgspec.convert(found, Review))
    carried = re.search(r'id="review-data">(.*?)</script>', text)

    assert carried is not None and "<" not in carried[1]
    assert json.loads(carried[1])["players"][0]["player"] == name


def test_its_figures_are_those_of_the_record(record: Path) -> None:
    found = json.loads(RUN.invoke(app, ["review", str(record), "--json"]).stdout)
    told = json.loads(RUN.invoke(app, ["replay", str(record), "--json"]).stdout)

    assert {p["seat"]: p["points"] for p in found["players"]} == told["scores"]
    assert found["result"]["winners"] == told["winners"]
    assert found["moves"] == len(told["actions"])


def test_a_file_of_another_kind_is_left_alone(record: Path, tmp_path: Path) -> None:
    other = tmp_path / "page.html"
    other.write_text("mine", encoding="utf-8")
    done = RUN.invoke(app, ["review", str(record), "--out", str(other)])

    assert done.exit_code == 1
    assert other.read_text(encoding="utf-8") == "mine"
