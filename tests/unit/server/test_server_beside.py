"""What takes long is done beside the event loop, or in parts between which others have their turn."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.server import catalogue, pauses, routes_games
from albion.server.forecasts import Forecasts
from albion.server.history import Page
from albion.server.tables import Tables


def test_a_long_log_is_read_in_parts(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pauses, "_LONG", 0.0)
    match = ann.create(options={"rounds": 40}, seats={"north": "human", "south": "human"})["match"]
    for _ in range(12):
        ann.play(match)
    tables: Tables = ann.client.app.state.tables  # type: ignore[attr-defined]

    async def turns_of_others() -> tuple[int, int]:
        turns = 0
        async with tables.reading(match) as table:
            reading = asyncio.create_task(Page(limit=5000).of(table, None))
            while not reading.done():
                await asyncio.sleep(0)
                turns += 1
            return turns, len(reading.result().entries)

    assert ann.client.portal is not None
    turns, entries = ann.client.portal.call(turns_of_others)

    assert entries >= 13 and turns >= entries // 3


def test_a_position_of_a_link_is_worked_out_elsewhere(
    nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Any] = []
    run = Forecasts.run

    async def noted(self: Forecasts, work: Any, *args: Any) -> Any:
        done.append(work)
        return await run(self, work, *args)

    monkeypatch.setattr(Forecasts, "run", noted)
    told = nobody.post("/api/positions", {"game": "hands", "line": "north: 2 tokens"})
    wrong = nobody.ask("POST", "/api/positions", {"game": "hands", "line": "no such thing"})

    assert told["line"] == "north: 2 tokens" and len(done) == 2
    assert wrong[0] == 400, wrong


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sussex: norman: 1 knight; danish: 1 huscarl; fyrd: 1 spearman", "this position cannot occur"),
        (" | ".join(["scenario: conquest"] * 300), "more than 200 entries"),
    ],
)
def test_a_line_of_nonsense_is_refused_in_a_sentence(
    serve: Callable[..., TestClient], line: str, said: str
) -> None:
    """Three hundred entries of a scenario would take a second to set up."""
    somebody = Person(serve("albion.games:GAMES"), None)
    status, told = somebody.ask("POST", "/api/positions", {"game": "domesday", "line": line})

    assert status == 400 and said in told["message"], told


def test_rules_and_the_description_are_made_in_a_thread(
    client: TestClient, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    rules, openapi = catalogue.rules, client.app.openapi  # type: ignore[attr-defined]

    def noted(work: Any) -> Any:
        def work_here(*args: Any) -> Any:
            made.append(threading.get_ident())
            return work(*args)

        return work_here

    monkeypatch.setattr(routes_games, "_KNOWN", {})
    monkeypatch.setattr(catalogue, "rules", noted(rules))
    monkeypatch.setattr(client.app, "openapi", noted(openapi))
    assert client.portal is not None
    loop = client.portal.call(threading.get_ident)
    nobody.get("/api/games/hands/rules")
    nobody.get("/api/openapi.json")
    nobody.get("/api/docs")

    assert len(made) == 3 and loop not in made
