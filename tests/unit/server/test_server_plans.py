"""Plans: several answers committed together or not at all, undone as one; and what a seat could do from here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from people import Person
from starlette.testclient import TestClient


@pytest.fixture
def alone(ann: Person) -> str:
    """A match in which Ann plays both seats."""
    return str(ann.create(seats={"north": "human", "south": "human"})["match"])


def plan(person: Person, match: str, *answers: str) -> tuple[int, Any]:
    seq = person.get(f"/api/matches/{match}")["seq"]
    return person.ask("POST", f"/api/matches/{match}/plan", {"seq": seq, "answers": list(answers)})


def test_a_plan_is_one_move_that_is_named_and_undone_as_one(ann: Person, alone: str) -> None:
    status, told = plan(ann, alone, "lay 5", "lay 1", "end")
    undo = told["table"]["undo"]
    undone = ann.post(f"/api/matches/{alone}/undo", {"seq": 3, "seat": "north"})

    assert status == 200 and [(e["action"], e["plan"]) for e in told["entries"]] == [
        ("lay 5", 1),
        ("lay 1", 1),
        ("end", 1),
    ]
    assert undo == {"possible": True, "to": 0, "text": "lay 5, lay 1, end"}, "both seats are hers"
    assert (undone["n"], undone["table"]["view"]["tokens"]["north"]) == (0, 0)


def test_undo_says_what_it_takes_back(ann: Person, alone: str) -> None:
    plan(ann, alone, "lay 5", "lay 1")
    assert ann.get(f"/api/matches/{alone}")["undo"] == {"possible": True, "to": 0, "text": "lay 5, lay 1"}
    ann.play(alone, "lay 2")
    undo = ann.get(f"/api/matches/{alone}", seat="north")["undo"]
    assert undo == {"possible": True, "to": 2, "text": "lay 2"}


def test_undo_names_what_it_takes_back_whoever_is_asked_next(ann: Person, alone: str) -> None:
    """A fault once: it named the older answer of the seat that was asked, and took back the newer one of another seat."""
    plan(ann, alone, "lay 2", "end")
    plan(ann, alone, "lay 1", "end")
    offered = ann.get(f"/api/matches/{alone}")
    taken = ann.post(f"/api/matches/{alone}/undo", {"seq": offered["seq"]})

    assert (offered["decision"]["seat"], offered["undo"]["text"]) == ("north", "lay 1, end")
    assert taken["n"] == offered["undo"]["to"]


def test_a_plan_with_a_wrong_answer_changes_nothing(ann: Person, bob: Person, joined: str) -> None:
    before = ann.get(f"/api/matches/{joined}")
    for answers, error, number in (
        (["lay 1", "lay 5", "end"], "illegal", 2),
        (["lay 1", "fly moon"], "malformed", 2),
        (["end", "end"], "not-your-turn", 2),
    ):
        _status, told = plan(ann, joined, *answers)
        assert (told["error"], told["answer"]) == (error, number), told
        assert told["message"].startswith(f"answer 2 of {len(answers)}: ")
    after = ann.get(f"/api/matches/{joined}")

    assert {**before, "seats": 0} == {**after, "seats": 0}
    assert plan(bob, joined, "end")[1]["error"] == "not-your-turn"
    assert ann.play(joined, "lay 5")["seq"] == 1


def test_nothing_follows_a_die_so_that_no_plan_can_feel_for_it(ann: Person, alone: str) -> None:
    for action in ("end", "end", None):
        ann.play(alone, action)
    card = ann.get(f"/api/matches/{alone}")["decision"]["actions"][0]["action"]
    messages = set()
    for next_answer in ("bow", "lay 1", "end"):  # 'bow' is what follows by itself
        status, told = plan(ann, alone, card, next_answer)
        messages.add(told["message"].replace(next_answer, ""))
        assert (status, told["error"], told["answer"]) == (409, "illegal", 2)

    assert len(messages) == 1
    assert plan(ann, alone, card)[0] == 200, "a plan may end with dice"


def test_an_outdated_plan_is_refused_and_one_by_socket_is_acknowledged(ann: Person, alone: str) -> None:
    with ann.socket() as socket:
        socket.send_json({"do": "subscribe", "match": alone})
        while socket.receive_json()["type"] != "table":
            pass
        socket.send_json({"do": "plan", "id": 5, "match": alone, "seq": 0, "answers": ["lay 1", "lay 2"]})
        while (told := socket.receive_json())["type"] != "update":
            pass
        socket.send_json({"do": "plan", "id": 6, "match": alone, "seq": 0, "answers": ["lay 1"]})
        stale = socket.receive_json()

    assert (told["id"], [e["plan"] for e in told["entries"]]) == (5, [1, 1])
    assert (stale["error"], stale["id"]) == ("stale", 6)


def test_reach_tells_answers_what_follows_and_what_is_refused(ann: Person, alone: str) -> None:
    open_question = ann.post(f"/api/matches/{alone}/reach", {})
    first = ann.post(f"/api/matches/{alone}/reach", {"action": "lay 1"})
    status, told = ann.ask("POST", f"/api/matches/{alone}/reach", {"action": "hide 1001"})

    assert [a["action"] for a in open_question["question"]["answers"]][-1] == "end"
    assert open_question["complete"] and open_question["refused"] == []
    answers = {a["action"]: a for a in first["question"]["answers"]}
    assert set(answers) == {"lay 1", "lay 2", "lay 3", "lay 4", "end"}
    assert answers["end"]["ends"] == "seat" and answers["end"]["next"] is None
    assert "end" in [a["action"] for a in answers["lay 2"]["next"]["answers"]]
    shallow = ann.post(f"/api/matches/{alone}/reach", {"action": "lay 1", "deep": False})["question"]
    assert all(a["next"] is None and a["ends"] is None for a in shallow["answers"])
    assert [(r["action"], r["cite"]) for r in first["refused"]] == [("lay 5", ["hands 2"])]
    assert (status, told["error"]) in ((409, "illegal"), (400, "malformed"))
    assert ann.get(f"/api/matches/{alone}")["seq"] == 0


def test_reach_goes_on_after_several_answers(serve: Callable[..., TestClient]) -> None:
    ann = Person(serve(games="albion.games:GAMES"), "Ann")
    seats = dict.fromkeys(("blue", "green", "red", "yellow"), "human")
    match = ann.create("britannia-2005", seats=seats)["match"]
    asked = ann.get(f"/api/matches/{match}")["decision"]["actions"]
    source = next(a["action"] for a in asked if a["verb"] == "from")
    target = ann.post(f"/api/matches/{match}/reach", {"action": source})["question"]["answers"][0]
    told = ann.post(f"/api/matches/{match}/reach", {"action": source, "then": [target["action"]]})
    numbers = [a["action"] for a in target["next"]["answers"]]

    assert told["question"]["step"] == "Send"
    assert [a["action"] for a in told["question"]["answers"]] == numbers


def test_reach_of_a_real_move_has_odds_for_every_number(serve: Callable[..., TestClient]) -> None:
    ann = Person(serve(games="albion.games:GAMES"), "Ann")
    seats = dict.fromkeys(("blue", "green", "red", "yellow"), "human")
    match = ann.create("britannia-2005", seats=seats)["match"]
    asked = ann.get(f"/api/matches/{match}")["decision"]["actions"]
    source = next(a["action"] for a in asked if a["verb"] == "from")
    told = ann.post(f"/api/matches/{match}/reach", {"action": source})
    target = next(a for a in told["question"]["answers"] if a["odds"])
    numbers = target["next"]["answers"]
    sent = ann.post(
        f"/api/matches/{match}/plan",
        {"seq": 0, "answers": [source, target["action"], numbers[-1]["action"]]},
    )

    assert len(numbers) > 3 and all(n["odds"]["attackers"] for n in numbers)
    chances = [n["odds"]["attacker_wins"] for n in numbers]
    assert chances == sorted(chances)
    assert sent["table"]["undo"]["to"] == 0 and sent["entries"][0]["plan"] == sent["entries"][-1]["plan"]


def test_reach_tells_where_repeating_a_verb_leads(ann: Person, alone: str) -> None:
    told = ann.post(f"/api/matches/{alone}/reach", {"through": "lay"})
    plain = ann.post(f"/api/matches/{alone}/reach", {})
    ways = [w["answers"] for w in told["ways"]]

    assert "ways" not in plain and {**told, "ways": []} == {**plain, "ways": []}
    assert ways and all(len(way) > 1 and all(a.startswith("lay ") for a in way) for way in ways)
    for way in ways[:5]:
        assert plan(ann, alone, *way)[0] == 200
        ann.post(f"/api/matches/{alone}/undo", {"seq": ann.get(f"/api/matches/{alone}")["seq"]})
