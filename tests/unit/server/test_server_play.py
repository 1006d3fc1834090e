"""Playing through the server's interface."""

from __future__ import annotations

import time

from people import Person, finish

from albion.engine.dice import seed_hash


def test_a_new_match_waits_for_its_first_answer(ann: Person) -> None:
    table = ann.create(seats={"north": "human", "south": "bot:random"}, title="Friday")

    assert (table["seq"], table["n"], table["status"], table["title"]) == (0, 0, "running", "Friday")
    assert table["decision"]["mine"] and table["decision"]["seat"] == "north"
    assert [a["action"] for a in table["decision"]["actions"]] == [
        "lay 1",
        "lay 2",
        "lay 3",
        "lay 4",
        "lay 5",
        "end",
    ]
    assert table["seed"] is None and len(table["seed_hash"]) == 64


def test_an_invite_seats_one_player_and_no_other(ann: Person, bob: Person) -> None:
    table = ann.create(seats={"north": "human"})
    invite = table["seats"][1]["invite"]
    assert bob.get(f"/api/invites/{invite}")["creator"] == "Ann"
    mine = bob.post(f"/api/invites/{invite}")
    again = bob.post(f"/api/invites/{invite}")
    status, told = ann.ask("POST", f"/api/invites/{invite}")

    assert mine["you"]["seats"] == again["you"]["seats"] == ["south"]
    assert (status, told["error"]) == (409, "taken")


def test_a_match_is_played_to_its_end_and_then_tells_its_seed(ann: Person, bob: Person, joined: str) -> None:
    table = finish(joined, ann, bob)

    assert table["outcome"]["winners"] and table["decision"] is None
    assert seed_hash(int(table["seed"])) == table["seed_hash"]


def test_forced_answers_are_given_and_shown(ann: Person) -> None:
    table = ann.create(seats={"north": "human", "south": "human"})
    match = table["match"]
    for action in ("end", "end", None):
        ann.play(match, action)
    told = ann.play(match)

    assert [(e["action"], e["forced"]) for e in told["entries"]][1:] == [("bow", True)]
    assert told["seq"] == told["n"] == 5


def test_undo_goes_back_to_the_seats_own_answer_and_never_past_dice(ann: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    ann.play(match, "lay 3")
    told = ann.post(f"/api/matches/{match}/undo", {"seq": 1})
    assert (told["seq"], told["n"], told["table"]["view"]["tokens"]["north"]) == (2, 0, 0)
    for action in ("end", "end", None, None):
        ann.play(match, action)
    now = ann.get(f"/api/matches/{match}")
    status, refused = ann.ask("POST", f"/api/matches/{match}/undo", {"seq": now["seq"], "seat": "north"})

    assert (status, refused["error"]) == (409, "undo")
    log = ann.get(f"/api/matches/{match}/entries")["entries"]
    assert [e["kind"] for e in log[:4]] == ["setup", "play", "undo", "play"]
    assert [e["undone"] for e in log[:4]] == [False, True, False, False]
    effective = ann.get(f"/api/matches/{match}/entries", effective=True)["entries"]
    assert [e["n"] for e in effective] == list(range(len(effective)))


def test_undo_steps_back_over_other_seats_and_older_snapshots(ann: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    for action in ("lay 1", "lay 2", "end", "lay 5"):
        ann.play(match, action)
    told = ann.post(f"/api/matches/{match}/undo", {"seq": 4, "seat": "north"})

    assert told["table"]["view"]["tokens"] == {"north": 3, "south": 0}
    assert told["table"]["decision"]["seat"] == "north"


def test_an_illegal_action_is_refused_with_its_clause(ann: Person) -> None:
    match = ann.create(seats={"north": "human"})["match"]
    ann.play(match, "lay 1")
    status, told = ann.ask("POST", f"/api/matches/{match}/actions", {"seq": 1, "action": "lay 5"})
    why = ann.post(f"/api/matches/{match}/explain", {"action": "lay 5"})

    assert (status, told["error"], told["cite"]) == (409, "illegal", ["hands 2"])
    assert (why["legal"], why["cite"]) == (False, ["hands 2"])
    assert ann.post(f"/api/matches/{match}/explain", {"action": "end"})["legal"]


def test_a_stale_answer_is_refused_with_the_current_table(ann: Person) -> None:
    match = ann.create(seats={"north": "human"})["match"]
    ann.play(match, "lay 1")
    status, told = ann.ask("POST", f"/api/matches/{match}/actions", {"seq": 0, "action": "lay 2"})

    assert (status, told["error"]) == (409, "stale")
    assert (told["table"]["seq"], told["table"]["view"]["tokens"]["north"]) == (1, 1)


def test_odds_are_told_to_who_must_answer(ann: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    ann.play(match, "end")
    ann.play(match, "end")
    hide = ann.get(f"/api/matches/{match}")["decision"]["actions"][0]["action"]

    assert ann.post(f"/api/matches/{match}/odds", {"action": hide}) == {"odds": {"win": 0.5}}
    assert ann.post(f"/api/matches/{match}/odds", {}) == {"odds": None}


def test_bots_answer_by_themselves(ann: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "bot:random"})["match"]
    ann.play(match, "end")
    for _ in range(600):
        table = ann.get(f"/api/matches/{match}")
        if table["turn"]["seat"] == "north":
            break
        time.sleep(0.05)

    assert table["turn"]["seat"] == "north" and table["decision"]["step"] == "Hide"


def test_since_my_last_turn_tells_what_others_did(ann: Person, bob: Person, joined: str) -> None:
    ann.play(joined, "end")
    bob.play(joined, "lay 4")
    told = ann.get(f"/api/matches/{joined}/since")

    assert (told["from"], told["to"], [e["action"] for e in told["entries"]]) == (1, 2, ["lay 4"])


def test_positions_are_reached_by_number(ann: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"}, options={"rounds": 40})["match"]
    for _ in range(5):
        for action in ("lay 1", "end", "lay 2", "end", None, None):
            ann.play(match, action)
    tokens = [ann.get(f"/api/matches/{match}", at=n)["view"]["tokens"]["north"] for n in (0, 1, 7, 8, 15, 34)]
    past = ann.get(f"/api/matches/{match}", at=2)

    assert tokens == [0, 1, 1, 2, 3, 5]
    assert (past["at"], past["n"], past["decision"]["actions"]) == (2, 35, None)


def test_lists_show_mine_first_what_waits_for_me(ann: Person, bob: Person, joined: str) -> None:
    ann.create(seats={"north": "bot:random", "south": "open"}, public=True, title="Open house")
    ann.play(joined, "end")
    mine = bob.get("/api/matches")["matches"]
    public = bob.get("/api/matches", list="public")["matches"]

    assert [(m["match"], m["turn"]["yours"]) for m in mine] == [(joined, True)]
    assert [m["title"] for m in public] == ["Open house"] and public[0]["open"]["south"]
    bob.post(f"/api/invites/{public[0]['open']['south']}")
    assert len(bob.get("/api/matches")["matches"]) == 2
