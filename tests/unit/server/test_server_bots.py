"""Bots think elsewhere; whatever happens to them, the match goes on."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import hands
import pytest
from people import Person
from starlette.testclient import TestClient

from albion.bots.search.model import load_model
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games import GAMES
from albion.server.positions import pack
from albion.server.thinking import Workers, think


def waiting_for(person: Person, match: str, seat: str, seconds: float = 30) -> bool:
    """Whether it becomes that seat's turn."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if (person.get(f"/api/matches/{match}")["turn"] or {}).get("seat") == seat:
            return True
        time.sleep(0.05)
    return False


def position() -> bytes:
    state = hands.GAME.setup(hands.HandsOptions(), Dice(5))
    settle(state)
    return pack(hands.GAME, state)


def test_what_waits_behind_a_given_up_thought_is_done_all_the_same() -> None:
    async def run() -> list[BaseException | int | None]:
        workers = Workers("hands:GAMES", 1, patience=0.5)
        try:
            first = asyncio.create_task(workers.run(time.sleep, 60))
            waiting = [asyncio.create_task(workers.run(os.getpid)) for _ in range(4)]
            return await asyncio.gather(first, *waiting, return_exceptions=True)
        finally:
            workers.stop()

    first, *others = asyncio.run(run())

    assert isinstance(first, TimeoutError)
    assert len(set(others)) == 1 and isinstance(others[0], int), "one new process does all that waited"


def test_a_dead_worker_is_replaced_and_the_move_tried_again() -> None:
    async def run() -> list[str] | None:
        workers = Workers("hands:GAMES", 1)
        try:
            assert await workers.choose("hands", position(), "random", 1)
            assert workers._pool is not None
            for process in workers._pool._processes.values():
                process.kill()
            return await workers.choose("hands", position(), "random", 2)
        finally:
            workers.stop()

    answer = asyncio.run(run())

    assert answer is not None and answer[0].split()[0] in ("lay", "end")


def test_a_bot_sees_only_what_its_seat_could_believe(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[int]] = []

    class Spy:
        def plan(self, imagined: hands.Hands, d: object, dice: Dice) -> object:
            seen.append(imagined.hands["south"])
            return (d.actions[0],)  # type: ignore[attr-defined]

    monkeypatch.setattr("albion.server.thinking.make_bot", lambda *_: Spy())
    for seed in range(4):
        think("hands:GAMES", "hands", position(), "random", seed)
    state = hands.GAME.setup(hands.HandsOptions(), Dice(5))

    assert len({tuple(hand) for hand in seen}) > 1 and seen != [state.hands["south"]] * 4


def test_a_bot_that_always_fails_does_not_stop_the_match(ann: Person, data: Path) -> None:
    match = ann.create(seats={"north": "human", "south": "open"})["match"]
    with sqlite3.connect(data / "albion.db") as db:
        db.execute(
            "UPDATE seats SET kind = 'bot', bot = 'broken', invite = NULL WHERE match = ? AND seat = 'south'",
            (match,),
        )
        db.execute("UPDATE matches SET rev = rev + 1 WHERE id = ?", (match,))
    ann.play(match, "end")

    assert waiting_for(ann, match, "north")
    told = [line["text"] for line in ann.get(f"/api/matches/{match}/chat")["chat"]]
    assert told == ["The broken bot playing south failed, so a random move was made for it."]


def test_two_bots_play_to_the_end_by_themselves(ann: Person) -> None:
    match = ann.create(seats={"north": "bot:random", "south": "bot:random"})["match"]
    end = time.monotonic() + 30
    while ann.get(f"/api/matches/{match}")["status"] == "running" and time.monotonic() < end:
        time.sleep(0.1)

    assert ann.get("/api/matches", list="finished")["matches"][0]["outcome"]["winners"]


def test_a_bot_whose_answer_is_no_longer_wanted_stops_thinking() -> None:
    game = GAMES["redux-core"]
    state = game.setup(game.options_type(), Dice(5))
    while (d := settle(state)) is not None and len(d.actions) < 3:
        apply(state, d.actions[0])

    async def run() -> tuple[list[str] | None, list[str] | None]:
        workers = Workers("albion.games:GAMES", 1)
        try:
            packed = pack(game, state)
            whole = await workers.choose(game.id, packed, "master", 1, workers.ticket())
            ticket = workers.ticket()
            thinking = asyncio.create_task(workers.choose(game.id, packed, "master", 1, ticket))
            await asyncio.sleep(0)
            ticket.cancel()
            return whole, await thinking
        finally:
            workers.stop()

    whole, ended = asyncio.run(run())

    assert whole and ended == []


@pytest.fixture
def damaged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The only model there is."""
    file = tmp_path / "redux-core.model"
    file.write_bytes(b"no model")
    monkeypatch.setattr("albion.bots.search.model.model_file", lambda _: file)
    load_model.cache_clear()
    yield file
    load_model.cache_clear()


@pytest.mark.usefixtures("damaged")
def test_a_bot_with_a_damaged_model_is_not_seated(serve: Callable[..., TestClient]) -> None:
    ann = Person(serve("albion.games:GAMES"), "Ann")
    seats = {"yellow": "human", "green": "bot:steady", "red": "bot:steady", "blue": "bot:steady"}
    clock = {"kind": "turn", "minutes": 60, "at_zero": "bot:master"}
    for more in ({"seats": seats | {"green": "bot:master"}}, {"seats": seats, "clock": clock}):
        status, told = ann.ask("POST", "/api/matches", {"game": "redux-core", **more})

        assert (status, told["error"]) == (409, "bot")
        assert told["message"].startswith(
            "the bot 'master' cannot play, choose another: the model redux-core.model is damaged"
        )
    assert ann.create("redux-core", seats=seats)["match"]


def test_what_thinks_leaves_others_the_core_from_its_first_moment() -> None:
    """Also while it reads the games, which takes longer than most of its work."""

    async def priorities() -> tuple[int, int]:
        workers = Workers("hands:GAMES", 1)
        try:
            starting = asyncio.create_task(workers.run(os.getpriority, os.PRIO_PROCESS, 0))
            while workers._pool is None or not workers._pool._processes:
                await asyncio.sleep(0)
            (process,) = workers._pool._processes.values()
            await asyncio.sleep(0)
            return os.getpriority(os.PRIO_PROCESS, process.pid or 0), await starting
        finally:
            workers.stop(wait=True)

    at_once, later = asyncio.run(priorities())

    assert at_once == later == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 5)
