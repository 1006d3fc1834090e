"""Lessons through the server: private matches, coached from their own log."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.games import GAMES

WITH_LESSONS = list(GAMES)


@pytest.fixture
def learner(serve: Callable[..., TestClient]) -> Person:
    return Person(serve(games="albion.games:GAMES"), "Ann")


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_the_coach_asks_for_something_legal_at_once(learner: Person, game: str) -> None:
    table = learner.post(f"/api/lessons/{game}")
    told = learner.get(f"/api/matches/{table['match']}/lesson")

    assert (table["origin"], table["sandbox"], table["public"]) == ("lesson", True, False)
    assert (told["stage"], told["waiting"], told["strayed"]) == (0, False, None)
    legal = {a["action"] for a in table["decision"]["actions"]}
    assert legal & set(told["now"]["press"][0])


def test_progress_is_read_from_the_log_by_another_server_too(
    serve: Callable[..., TestClient], learner: Person
) -> None:
    match = learner.post("/api/lessons/redux-core")["match"]
    learner.play(match, "place kent")
    learner.play(match, "place sussex")
    again = Person(serve(games="albion.games:GAMES"), None)
    again.headers = learner.headers
    told = again.get(f"/api/matches/{match}/lesson")

    assert told["stage"] == 2
    assert told["strayed"]["pressed"] == "place sussex"
    assert told["now"]["press"][0] == ["from english-channel/frisian-sea"]


def test_undo_takes_the_lesson_back_too(learner: Person) -> None:
    match = learner.post("/api/lessons/redux-core")["match"]
    seq = learner.play(match, "place wessex")["table"]["seq"]
    learner.post(f"/api/matches/{match}/undo", {"seq": seq})

    told = learner.get(f"/api/matches/{match}/lesson")
    assert (told["stage"], told["strayed"]) == (0, None)


def test_refusals_are_one_sentence(learner: Person) -> None:
    other = learner.create("redux-core")["match"]
    lesson = learner.post("/api/lessons/redux-core")["match"]

    assert learner.ask("POST", "/api/lessons/chess")[0] == 404
    assert learner.ask("GET", f"/api/matches/{other}/lesson")[1]["message"] == "this match is not a lesson"
    status, told = learner.ask("GET", f"/api/matches/{lesson}/record")
    assert (status, "no record" in told["message"]) == (409, True)
