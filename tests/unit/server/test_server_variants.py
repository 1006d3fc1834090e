"""Variants at the table: a choice beside their game, marked everywhere, kept with the match, never another one's rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from people import Person
from starlette.testclient import TestClient

from albion import games
from albion.engine.record import read_record, record_of, verify_record, write_record
from albion.games.variants import FOLDER
from albion.sim.play import play_recorded

GAME = "redux-core+crowded-kent"
VARIANT = """
name = "crowded-kent"
title = "Crowded Kent"
game = "redux-core"
[[change]]
file = "timeline"
key = "round[number=1].reinforcement[nation=jutes].infantry"
to = 6
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "variants"
    place.mkdir()
    (place / "kent.toml").write_text(VARIANT, encoding="utf-8")
    monkeypatch.setenv(FOLDER, str(place))
    return place


@pytest.fixture
def client(folder: Path, serve: Callable[..., TestClient]) -> TestClient:
    return serve("albion.games:GAMES")


ALONE = dict.fromkeys(("yellow", "green", "red", "blue"), "human")
"""All seats for one player."""


def test_a_variant_is_offered_beside_its_game(ann: Person) -> None:
    offered = {game["id"]: game for game in ann.get("/api/games")["games"]}

    assert offered[GAME]["variant"] == {"game": "redux-core", "title": "Crowded Kent"}
    assert offered["redux-core"]["variant"] is None
    assert offered[GAME]["bots"] == offered["redux-core"]["bots"]
    assert [(x["name"], x["rating"]) for x in offered[GAME]["levels"]] == [
        (x, None) for x in offered[GAME]["bots"]
    ]
    assert all(x["line"] for x in offered[GAME]["levels"])
    assert ann.get(f"/api/games/{GAME}")["title"].endswith("(variant: Crowded Kent)")


def test_a_match_of_a_variant_is_marked_and_its_record_carries_it(ann: Person) -> None:
    made = ann.create(GAME, seats=ALONE, title="Friday", public=False)
    ann.play(made["match"])
    listed = ann.get("/api/matches", list="mine")["matches"][0]
    status, text = ann.ask("GET", f"/api/matches/{made['match']}/record")
    record = read_record(text, games.find_game)

    assert made["variant"] == listed["variant"] == "Crowded Kent"
    assert status == 200 and "\nvariant: {" in text
    assert (record.game.id, len(record.actions)) == (GAME, ann.get(f"/api/matches/{made['match']}")["n"])


def test_hints_are_given_by_the_variants_own_rules(ann: Person) -> None:
    made = ann.create(GAME, seats=ALONE, title="Friday", public=False)
    status, told = ann.ask("POST", f"/api/matches/{made['match']}/hints", {})

    assert status == 200, told
    assert len(told["hints"]) == 3
    assert all(
        x["text"] and x["why"] and x["points"] is not None and 0 <= x["win"] <= 1 for x in told["hints"]
    )


def test_bots_play_by_the_variant_and_the_record_comes_back(ann: Person) -> None:
    game = games.GAMES[GAME]
    text = write_record(record_of(play_recorded(game, game.options_type(), ["random"], 5)))
    verify_record(read_record(text, games.find_game))
    brought = ann.post("/api/records", {"text": text})
    review = ann.get(f"/api/matches/{brought['match']}/review")
    told = ann.post(f"/api/matches/{brought['match']}/study", {"at": brought["n"] - 5, "bot": "random"})

    assert brought["variant"] == "Crowded Kent"
    assert review["over"] and told["games"] > 1
    other = text.replace('"to":6', '"to":5')
    assert ann.ask("POST", "/api/records", {"text": other})[0] == 409


def test_a_match_is_not_opened_under_a_changed_variant(
    ann: Person, data: Path, serve: Callable[..., TestClient]
) -> None:
    match = ann.create(GAME, seats=ALONE)["match"]
    with sqlite3.connect(data / "albion.db") as database:
        database.execute("UPDATE matches SET variant = replace(variant, '\"to\":6', '\"to\":5')")
    again = Person(serve("albion.games:GAMES"), None)
    again.headers = ann.headers
    status, told = again.ask("GET", f"/api/matches/{match}")

    assert status == 409
    assert told["message"].startswith(f"the variant {GAME} has changed since the match began")


def test_a_match_of_a_variant_is_never_rated(ann: Person) -> None:
    seats = {"yellow": "human", "green": "open", "red": "open", "blue": "open"}
    status, told = ann.ask("POST", "/api/matches", {"game": GAME, "seats": seats, "rated": True})

    assert (status, told["error"]) == (409, "rated")
