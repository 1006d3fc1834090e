"""What usually happens from here: for finished matches and sandboxes, and without telling a secret."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from people import Person, finish
from processes import Server

from albion.engine.record import record_of, write_record
from albion.games import GAMES
from albion.sim.play import play_recorded


def test_a_finished_match_is_played_on_from_an_earlier_position(ann: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    over = finish(match, ann)
    told = ann.post(f"/api/matches/{match}/study", {"at": 1})

    assert told["games"] == told["ended"] > 1
    assert [seat["seat"] for seat in told["seats"]] == [seat["seat"] for seat in over["seats"]]
    assert abs(sum(seat["wins"]["value"] for seat in told["seats"]) - 1) < 0.01
    assert all(seat["low"] <= seat["points"]["value"] <= seat["high"] for seat in told["seats"])
    assert ann.post(f"/api/matches/{match}/study", {"at": 1}) == told


def test_a_sandbox_is_studied_where_it_stands(ann: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    fork = ann.post(f"/api/matches/{match}/fork", {"at": 0})["match"]
    before = ann.get(f"/api/matches/{fork}")
    told = ann.post(f"/api/matches/{fork}/study", {"bot": "random"})

    assert told["games"] > 1 and told["bot"] == "random"
    assert ann.get(f"/api/matches/{fork}")["n"] == before["n"]


def test_refusals_name_the_reason(ann: Person, bob: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    running = ann.ask("POST", f"/api/matches/{match}/study", {})
    stranger = bob.ask("POST", f"/api/matches/{match}/study", {})
    finish(match, ann)
    ended = ann.ask("POST", f"/api/matches/{match}/study", {})
    clever = ann.ask("POST", f"/api/matches/{match}/study", {"at": 1, "bot": "clever"})
    beyond = ann.ask("POST", f"/api/matches/{match}/study", {"at": 10_000})

    assert (running[0], running[1]["error"]) == (409, "running")
    assert stranger[0] == 403
    assert (ended[0], ended[1]["error"]) == (409, "over")
    assert (clever[0], clever[1]["message"]) == (400, "bot: expected one of random")
    assert beyond[0] == 404


def test_the_command_line_asks_the_same_of_a_finished_match_by_its_link(data: Path) -> None:
    game = GAMES["boudicca"]
    record = write_record(record_of(play_recorded(game, game.options_type(), ["random"], 3)))
    server = Server(data, games="albion.games:GAMES")
    try:
        token = server.call("/api/me", {"name": "Ann"})["token"]
        table = server.call("/api/records", {"text": record}, token)
        told = ask(f"{server.address}/watch/{table['watch']}")
        private = ask(f"{server.address}/match/{table['match']}")
        astray = ask(f"{server.address}/lobby")
    finally:
        server.stop()

    assert told.returncode == 0 and json.loads(told.stdout)["games"] == 2
    assert private.returncode != 0 and "ask for an invitation or a spectator link" in private.stderr
    assert astray.returncode != 0 and "leads to no match" in astray.stderr
    assert "Traceback" not in private.stderr + astray.stderr


def ask(link: str) -> subprocess.CompletedProcess[str]:
    """`albion lab ask` about a link."""
    words = ["lab", "ask", link, "--at", "200", "--bots", "random", "--games", "2", "--json"]
    return subprocess.run(
        [str(Path(sys.executable).parent / "albion"), *words], capture_output=True, text=True
    )
