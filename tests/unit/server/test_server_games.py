"""Every game through the server: played, reopened by another server, scrubbed, forked and written down."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.games import GAMES

ANSWERS = 40


@pytest.mark.parametrize("game", list(GAMES))
def test_a_match_reads_the_same_from_memory_and_from_the_database(
    serve: Callable[..., TestClient], game: str
) -> None:
    ann = Person(serve(games="albion.games:GAMES"), "Ann")
    seats = dict.fromkeys(GAMES[game].seats(GAMES[game].options_type()), "human")
    table = ann.create(game, seats=seats)
    path, chance = f"/api/matches/{table['match']}", random.Random(7)
    for _ in range(ANSWERS):
        action = chance.choice(table["decision"]["actions"])["action"]
        table = ann.post(f"{path}/actions", {"seq": table["seq"], "action": action})["table"]
    again = Person(serve(games="albion.games:GAMES"), None)
    again.headers = ann.headers

    for at in (None, 0, table["n"] // 2, table["n"] - 1):
        query = {} if at is None else {"at": at}
        mine, theirs = ann.get(path, **query), again.get(path, **query)
        assert {**mine, "seats": None} == {**theirs, "seats": None}, at
    assert ann.get(f"{path}/entries") == again.get(f"{path}/entries")
    fork = ann.post(f"{path}/fork", {"at": table["n"] // 2})
    assert fork["decision"]["actions"] and fork["sandbox"]
    line = ann.get(f"{path}/line")
    shown = ann.post("/api/positions", {"game": game, "options": line["options"], "line": line["line"]})
    again_shown = ann.post(
        "/api/positions", {"game": game, "options": line["options"], "line": shown["line"]}
    )
    assert shown == again_shown and shown["view"]["pieces"]
