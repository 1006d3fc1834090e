"""Hints through the server: legal, told in words, and never where other people play."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.games import GAMES


@pytest.mark.parametrize("game", list(GAMES))
def test_the_best_answers_are_legal_and_can_be_played_as_they_stand(
    serve: Callable[..., TestClient], game: str
) -> None:
    ann = Person(serve(games="albion.games:GAMES"), "Ann")
    seats = dict.fromkeys(GAMES[game].seats(GAMES[game].options_type()), "human")
    table = ann.create(game, seats=seats)
    path = f"/api/matches/{table['match']}"
    found = ann.post(f"{path}/hints", {})
    best = found["hints"][0]

    assert found["seq"] == table["seq"] and 1 <= len(found["hints"]) <= 3
    assert {h["action"] for h in found["hints"]} <= {a["action"] for a in table["decision"]["actions"]}
    assert best["text"] and best["plan"][0] == best["action"]
    played = ann.post(f"{path}/plan", {"seq": table["seq"], "answers": best["plan"]})
    assert played["n"] >= 1


def test_no_hints_where_other_people_play(ann: Person, bob: Person, joined: str) -> None:
    asked = next(p for p in (ann, bob) if p.get(f"/api/matches/{joined}")["decision"]["actions"])
    status, told = asked.ask("POST", f"/api/matches/{joined}/hints", {})

    assert (status, told["error"]) == (409, "hints")
    assert told["message"].startswith("hints are for games against bots")
