"""The bots one meets at the table are the bots that were measured: the same answers, answer by answer."""

from __future__ import annotations

import time
from pathlib import Path

from processes import Server

from albion.engine.record import read_record
from albion.games import GAMES, find_game
from albion.sim.play import play_recorded

PATIENCE = 400
OVER = 1_000_000
"""More answers than any match has."""


def wait_for(server: Server, token: str, matches: list[str], answers: int) -> None:
    """Wait until every match has that many answers or is over."""
    end = time.monotonic() + PATIENCE
    for match in matches:
        while (table := server.call(f"/api/matches/{match}", token=token))["status"] != "over":
            if table["seq"] >= answers:
                break
            assert time.monotonic() < end, "the bots did not get on with their games"
            time.sleep(0.2)


def test_the_table_and_auto_play_the_same_games(data: Path) -> None:
    """One server plays a whole match of every game at once."""
    server = Server(data, games="albion.games:GAMES")
    token = server.call("/api/me", {"name": "Ann"})["token"]
    matches: dict[str, str] = {}
    for name, game in GAMES.items():
        seats = {str(seat): "bot:steady" for seat in game.seats(game.options_type())}
        matches[name] = server.call("/api/matches", {"game": name, "seats": seats}, token)["match"]
    for answers in (150, 400):  # the power fails twice, wherever the bots are in their turns
        wait_for(server, token, list(matches.values()), answers)
        server.kill()
        server = Server(data, games="albion.games:GAMES")
    wait_for(server, token, list(matches.values()), OVER)
    records = {
        name: read_record(server.read(f"/api/matches/{match}/record", token=token), find_game)
        for name, match in matches.items()
    }
    server.stop()

    for name, record in records.items():
        measured = play_recorded(GAMES[name], record.options, ("steady",), record.seed)
        assert list(record.actions) == measured.actions, name
