"""Reviews through the server: true to the match, and silent about what the viewer may not know."""

from __future__ import annotations

from people import Person, finish


def test_a_finished_match_is_reviewed_as_it_ended(ann: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    over = finish(match, ann)
    review = ann.get(f"/api/matches/{match}/review")

    assert {p["seat"]: p["points"] for p in review["players"]} == over["outcome"]["scores"]
    assert (review["over"], review["moves"], review["seed"]) == (True, over["n"], str(over["seed"]))


def test_of_a_running_match_no_card_seed_or_winner_is_told(ann: Person, bob: Person) -> None:
    made = ann.create(seats={"north": "human", "south": "open"})
    invite = next(s["invite"] for s in made["seats"] if s["invite"])
    bob.post(f"/api/invites/{invite}", {})
    match = made["match"]
    ann.play(match)
    hands = {card for person in (ann, bob) for card in person.get(f"/api/matches/{match}")["view"]["hand"]}
    text = str(ann.get(f"/api/matches/{match}/review", seat="north"))
    mine = set(ann.get(f"/api/matches/{match}")["view"]["hand"])

    assert "'seed': None" in text and "'result': None" in text
    assert not [card for card in hands - mine if str(card) in text]


def test_strangers_see_no_review(ann: Person, bob: Person) -> None:
    match = ann.create()["match"]

    assert bob.ask("GET", f"/api/matches/{match}/review")[0] == 403


def test_a_fork_has_no_review(ann: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    ann.play(match)
    fork = ann.post(f"/api/matches/{match}/fork", {"at": 1})["match"]

    assert ann.ask("GET", f"/api/matches/{fork}/review")[1]["error"] == "record"
