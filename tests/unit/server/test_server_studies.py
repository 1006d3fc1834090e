"""What usually happens from here: for finished matches and sandboxes, and without telling a secret."""

from __future__ import annotations

from people import Person, finish


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
