"""The bots one meets at the table are the bots that were measured: the same answers, answer by answer."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from processes import Server

from albion.engine.record import read_record
from albion.games import GAMES, find_game
from albion.sim.play import play_recorded

PATIENCE = 240


def wait_for(server: Server, token: str, match: str, answers: int | None) -> None:
    """Wait until the match has that many answers; None: until it is over."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        table = server.call(f"/api/matches/{match}", token=token)
        if table["status"] == "over" or (answers is not None and table["seq"] >= answers):
            return
        time.sleep(0.05)
    raise AssertionError("the bots did not get on with their game")


@pytest.mark.parametrize("game", GAMES)
def test_the_table_and_auto_play_the_same_game(game: str, data: Path) -> None:
    seats = {str(seat): "bot:steady" for seat in GAMES[game].seats(GAMES[game].options_type())}
    server = Server(data, games="albion.games:GAMES")
    token = server.call("/api/me", {"name": "Ann"})["token"]
    match = server.call("/api/matches", {"game": game, "seats": seats}, token)["match"]
    for answers in (150, 400):  # the power fails twice, wherever the bots are in their turns
        wait_for(server, token, match, answers)
        server.kill()
        server = Server(data, games="albion.games:GAMES")
    wait_for(server, token, match, None)
    record = read_record(server.read(f"/api/matches/{match}/record", token=token), find_game)
    server.stop()
    measured = play_recorded(GAMES[game], record.options, ("steady",), record.seed)

    assert list(record.actions) == measured.actions
