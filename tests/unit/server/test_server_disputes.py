"""Disputes: filed as cases that fail until the rules say so, and that tell no secret to other players."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from people import Person
from starlette.testclient import TestClient
from typer.testing import CliRunner

from albion.cli.app import app
from albion.engine.cases import read_cases, run_case
from albion.games import find_game

GAMES = ["redux-core", "redux-leaders", "britannia-2005", "boudicca", "domesday"]


def filed(data: Path, id: str) -> Path:
    return data / "disputes" / f"{id}.toml"


def problems(path: Path) -> list[str]:
    (case,) = read_cases(path)
    return run_case(case, find_game)


def alone(person: Person, game: str) -> str:
    (row, *_) = person.get(f"/api/games/{game}")["seats"]["table"]
    seats = {s["id"]: "human" for s in row["seats"]}
    return str(person.create(game, seats=seats)["match"])


@pytest.mark.parametrize("game", GAMES)
def test_a_dispute_of_each_game_is_a_case_that_fails_for_what_was_said(
    serve: Callable[..., TestClient], data: Path, game: str
) -> None:
    ann = Person(serve("albion.games:GAMES"), "Ann")
    match = alone(ann, game)
    for _ in range(4):
        ann.play(match)
    offered = ann.get(f"/api/matches/{match}")["decision"]["actions"][0]["action"]
    told = ann.post(
        f"/api/matches/{match}/disputes",
        {
            "should": "refuse",
            "action": offered,
            "expected": "Nobody may\ndo that here.",
            "why": '"5 is # too many"',
        },
    )
    path = filed(data, told["id"])

    (problem,) = problems(path)
    assert problem.startswith(f"'{offered}' is offered")
    text = path.read_text(encoding="utf-8")
    assert "# do that here." in text and "# albion record 1" in text and "# Position:" in text
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert told["case"] == (None if game == "domesday" else text)


def test_what_happened_is_thrown_again_with_the_same_dice(
    serve: Callable[..., TestClient], data: Path
) -> None:
    ann = Person(serve("albion.games:GAMES"), "Ann")
    match = alone(ann, "boudicca")
    rolled = None
    while rolled is None:
        ann.play(match)
        log = ann.get(f"/api/matches/{match}/entries", effective=True)["entries"]
        rolled = next((e for e in log if e["n"] and any(x["kind"] == "roll" for x in e["events"])), None)
    asked = {"should": "differ", "at": rolled["n"], "event": "roll", "expected": "No die is rolled for that."}
    told = ann.post(f"/api/matches/{match}/disputes", asked)

    assert problems(filed(data, told["id"])) == ["an event 'roll' happened, expected none"]
    status, refused = ann.ask("POST", f"/api/matches/{match}/disputes", {**asked, "event": "plague"})
    assert (status, refused["message"]) == (
        400,
        f"event: move {rolled['n']} caused no 'plague' that you could have seen",
    )


def test_a_move_in_the_making_is_tried_before_the_disputed_answer(
    serve: Callable[..., TestClient], data: Path
) -> None:
    ann = Person(serve("albion.games:GAMES"), "Ann")
    match = alone(ann, "redux-core")
    while not (table := ann.get(f"/api/matches/{match}"))["decision"]["step"].startswith("Movement"):
        ann.play(match)
    begin = table["decision"]["actions"][0]["action"]
    told = ann.post(
        f"/api/matches/{match}/disputes",
        {
            "should": "allow",
            "then": [begin],
            "action": "to orkneys",
            "rule": "redux-core 6.1.a",
            "expected": "They can swim.",
        },
    )
    (case,) = read_cases(filed(data, told["id"]))

    assert case.fields["do"] == [begin] and str(case.rule[0]) == "redux-core 6.1.a"
    (problem,) = run_case(case, find_game)
    assert "'to orkneys'" in problem


def test_a_secret_stays_with_the_operator(ann: Person, bob: Person, joined: str, data: Path) -> None:
    body = {"should": "refuse", "action": "end", "expected": "Nobody may end yet."}
    told = ann.post(f"/api/matches/{joined}/disputes", body)

    assert told["case"] is None and filed(data, told["id"]).is_file()
    eve = Person(ann.client, "Eve")
    assert eve.ask("POST", f"/api/matches/{joined}/disputes", body)[0] == 403
    assert bob.ask("POST", f"/api/matches/{joined}/disputes", {**body, "action": "fly york"})[0] == 400
    assert bob.ask("POST", f"/api/matches/{joined}/disputes", {**body, "rule": "hands 99.9"})[0] == 400


def test_the_operator_lists_what_was_filed(serve: Callable[..., TestClient], data: Path) -> None:
    ann = Person(serve("albion.games:GAMES"), "Ann")
    match = alone(ann, "redux-core")
    offered = ann.get(f"/api/matches/{match}")["decision"]["actions"][0]["action"]
    for should, words in (("refuse", "Not here."), ("allow", "Just so.")):
        ann.post(f"/api/matches/{match}/disputes", {"should": should, "action": offered, "expected": words})
    shown = CliRunner().invoke(app, ["disputes", "--data", str(data)]).stdout

    assert "Not here.\n" in shown and "today's rules already agree" in shown
    assert shown.endswith("2 disputes, 1 of them against today's rules\n")
