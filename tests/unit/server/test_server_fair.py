"""What a player could gain by undo, by seats and by deleting: nothing, unless the others agree."""

from __future__ import annotations

import asyncio
from typing import Any

from people import Person
from starlette.testclient import TestClient


def table_of(person: Person, match: str, **query: Any) -> Any:
    return person.get(f"/api/matches/{match}", **query)


def undo(person: Person, match: str, **more: Any) -> tuple[int, Any]:
    body = {"seq": table_of(person, match)["seq"], **more}
    return person.ask("POST", f"/api/matches/{match}/undo", body)


def answer(person: Person, match: str, agree: bool) -> tuple[int, Any]:
    proposal = table_of(person, match)["proposal"]
    body = {"id": proposal["id"], "agree": agree}
    return person.ask("POST", f"/api/matches/{match}/proposal", body)


def notices(person: Person, match: str) -> list[str]:
    return [c["text"] for c in person.get(f"/api/matches/{match}/chat")["chat"] if c["kind"] == "notice"]


# undo


def test_nobody_takes_back_another_persons_answer(ann: Person, bob: Person, joined: str) -> None:
    ann.play(joined, "end")
    assert table_of(ann, joined)["undo"]["possible"], "nobody else has answered yet"
    bob.play(joined, "lay 2")
    shown = table_of(ann, joined)["undo"]
    status, told = undo(ann, joined, seat="north")

    assert not shown["possible"] and (status, told["error"]) == (409, "undo")
    assert table_of(bob, joined)["n"] == 2
    assert undo(bob, joined)[0] == 200, "one's own is free"


def test_a_bots_answers_are_taken_back_with_ones_own(ann: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "bot:random"})["match"]
    ann.play(match, "lay 1")
    assert table_of(ann, match)["undo"] == {"possible": True, "to": 0, "text": "lay 1"}


def test_going_back_further_is_asked_for_and_granted_by_all(
    ann: Person, bob: Person, carl: Person, three: str
) -> None:
    for person in (ann, bob, carl):
        person.play(three, "end")
    status, asked = undo(ann, three, to=0, seat="north")
    waiting = table_of(carl, three)["proposal"]
    first = answer(bob, three, True)[1]
    last = answer(carl, three, True)[1]

    assert status == 200 and asked["n"] == 3, "asking changes nothing"
    assert (waiting["player"], waiting["to"], waiting["asks_you"]) == ("Ann", 0, True)
    assert sorted(waiting["waiting"]) == ["Bob", "Carl"]
    assert (first["n"], first["proposal"]["waiting"]) == (3, ["Carl"])
    assert (last["n"], last["proposal"]) == (0, None)
    assert notices(bob, three)[-3:] == [
        "Ann asks to go back to move 0. Everybody must agree.",
        "Bob agrees.",
        "Ann undoes everything after move 0.",
    ]


def test_one_refusal_ends_a_proposal_and_an_answer_lets_it_lapse(
    ann: Person, bob: Person, joined: str
) -> None:
    ann.play(joined, "end")
    bob.play(joined, "lay 1")
    undo(ann, joined, to=0, seat="north")
    assert answer(ann, joined, True)[1]["error"] == "foreign", "nobody grants himself anything"
    assert answer(bob, joined, False)[1]["proposal"] is None
    undo(ann, joined, to=0, seat="north")
    stale = table_of(bob, joined)["proposal"]["id"]
    bob.play(joined, "lay 1")
    status, told = bob.ask("POST", f"/api/matches/{joined}/proposal", {"id": stale, "agree": True})

    assert table_of(ann, joined)["proposal"] is None
    assert (status, told["error"], table_of(ann, joined)["n"]) == (409, "proposal", 3)


def test_strangers_and_the_wrong_positions_are_refused(
    client: TestClient, ann: Person, bob: Person, joined: str
) -> None:
    ann.play(joined, "end")
    eve = Person(client, "Eve")
    assert eve.ask("POST", f"/api/matches/{joined}/undo", {"seq": 1, "to": 0})[1]["error"] == "foreign"
    assert undo(ann, joined, to=1)[1]["error"] == "undo"
    undo(ann, joined, to=0)
    id = table_of(ann, joined)["proposal"]["id"]
    assert eve.ask("POST", f"/api/matches/{joined}/proposal", {"id": id, "agree": True})[0] == 403


# seats


def test_everybody_is_told_who_sits_down_and_who_leaves(ann: Person, bob: Person, joined: str) -> None:
    bob.post(f"/api/matches/{joined}/seats/south", {"to": "bot:random"})

    assert notices(ann, joined) == ["Bob sits down as south.", "Bob gives the seat south to a bot (random)."]


def test_a_hand_that_was_seen_is_not_handed_on_unseen(ann: Person, bob: Person, joined: str) -> None:
    path = f"/api/matches/{joined}/seats/south"
    table = bob.post(path, {"to": "open"})
    assert table["seats"][1]["kind"] == "human" and table["proposal"]["kind"] == "reopen"
    opened = answer(ann, joined, True)[1]

    assert opened["seats"][1]["kind"] == "open"
    assert bob.ask("GET", f"/api/matches/{joined}")[0] == 403, "Bob has left"
    invite = ann.get(f"/api/invites/{opened['seats'][1]['invite']}")
    assert invite["seen_by"] == ["Bob"]


def test_a_player_who_has_seen_one_hand_gets_no_second_one_unasked(
    ann: Person, bob: Person, carl: Person, three: str
) -> None:
    bob.post(f"/api/matches/{three}/seats/south", {"to": "bot:random"})
    carl.post(f"/api/matches/{three}/seats/west", {"to": "open"})
    answer(ann, three, True)
    invite = table_of(ann, three)["seats"][2]["invite"]
    status, told = bob.ask("POST", f"/api/invites/{invite}")
    asked = table_of(ann, three)["proposal"]
    answer(ann, three, True)

    assert (status, told["error"]) == (409, "consent")
    assert (asked["kind"], asked["player"], asked["seat"]) == ("claim", "Bob", "west")
    assert table_of(bob, three)["you"]["seats"] == ["west"]


def test_one_person_has_one_seat_of_a_public_match(ann: Person, bob: Person) -> None:
    body = {"game": "hands", "options": {"players": 3}, "public": True}
    seats = {"north": "human", "south": "human"}
    status, told = ann.ask("POST", "/api/matches", {**body, "seats": seats})
    table = ann.create(options={"players": 3}, public=True, seats={"north": "human"})
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    second, refused = bob.ask("POST", f"/api/invites/{table['seats'][2]['invite']}")
    quiet = ann.create(options={"players": 3}, seats=seats)["match"]
    shown, why = ann.ask("PATCH", f"/api/matches/{quiet}", {"public": True})

    assert (status, told["error"]) == (409, "one-seat") == (shown, why["error"])
    assert (second, refused["error"]) == (409, "consent")


def test_nor_takes_another_while_nobody_else_is_there_to_be_asked(ann: Person) -> None:
    table = ann.create(options={"players": 3}, public=True, seats={"north": "human"})
    status, told = ann.ask("POST", f"/api/invites/{table['seats'][1]['invite']}")

    assert (status, told["error"]) == (409, "one-seat")


def test_a_match_somebody_else_had_a_part_in_stays(ann: Person, bob: Person, joined: str) -> None:
    bob.post(f"/api/matches/{joined}/seats/south", {"to": "bot:random"})
    status, told = ann.ask("DELETE", f"/api/matches/{joined}")

    assert (status, told["error"]) == (403, "foreign")
    assert table_of(ann, joined)["match"] == joined


def test_imported_and_forked_matches_say_so(ann: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    fork = ann.post(f"/api/matches/{match}/fork", {})
    while table_of(ann, match)["status"] == "running":
        ann.play(match)
    copy = ann.post("/api/records", {"text": ann.get(f"/api/matches/{match}/record"), "title": "Copy"})
    listed = {m["match"]: m["origin"] for m in ann.get("/api/matches")["matches"]}

    assert (fork["origin"], copy["origin"], table_of(ann, match)["origin"]) == ("fork", "import", "new")
    assert listed == {match: "new", fork["match"]: "fork", copy["match"]: "import"}


# a seat that has changed hands


def test_a_former_players_answers_are_not_ones_own(
    ann: Person, bob: Person, carl: Person, three: str
) -> None:
    ann.play(three, "lay 1")
    ann.post(f"/api/matches/{three}/seats/north", {"to": "open"})
    for person in (bob, carl):
        answer(person, three, True)
    dora = Person(ann.client, "Dora")
    dora.post(f"/api/invites/{table_of(ann, three)['seats'][0]['invite']}")
    shown = table_of(dora, three)["undo"]
    status, told = undo(dora, three, seat="north")
    dora.play(three, "end")

    assert not shown["possible"] and (status, told["error"]) == (409, "undo"), "Ann answered that"
    assert undo(dora, three, seat="north")[0] == 200, "this is her own"
    assert table_of(bob, three)["n"] == 1


def test_what_a_bot_answered_on_a_seat_is_not_its_next_players_own(
    ann: Person, bob: Person, carl: Person, three: str
) -> None:
    ann.post(f"/api/matches/{three}/seats/north", {"to": "bot:random"})
    deadline = 200
    while table_of(bob, three)["turn"]["seat"] == "north" and deadline:
        deadline -= 1
        ann.client.portal.call(asyncio.sleep, 0.02)  # type: ignore[union-attr]
    ann.post(f"/api/matches/{three}/seats/north", {"to": "open"})
    for person in (bob, carl):
        answer(person, three, True)
    dora = Person(ann.client, "Dora")
    dora.post(f"/api/invites/{table_of(ann, three)['seats'][0]['invite']}")

    assert not table_of(dora, three)["undo"]["possible"]


def test_whoever_needs_consent_to_sit_down_adds_to_the_seed_too(
    ann: Person, bob: Person, carl: Person, three: str
) -> None:
    bob.post(f"/api/matches/{three}/seats/south", {"to": "bot:random"})
    carl.post(f"/api/matches/{three}/seats/west", {"to": "open"})
    answer(ann, three, True)
    invite = table_of(ann, three)["seats"][2]["invite"]
    assert bob.ask("POST", f"/api/invites/{invite}", {"chance": "b0b"})[0] == 409
    answer(ann, three, True)

    assert [(c["player"], c["text"]) for c in table_of(ann, three)["chance"]] == [("Bob", "b0b")]


def test_nobody_looks_into_a_bots_hand_beside_their_own_unasked(ann: Person, bob: Person) -> None:
    seats = {"north": "human", "south": "open", "west": "bot:random"}
    table = ann.create(options={"players": 3}, seats=seats)
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    match = table["match"]
    ann.play(match, "end")
    opened = ann.post(f"/api/matches/{match}/seats/west", {"to": "open"})
    status, told = ann.ask("POST", f"/api/invites/{opened['seats'][2]['invite']}")
    proposal = bob.get(f"/api/matches/{match}")["proposal"]

    assert (status, told["error"]) == (409, "consent")
    assert (proposal["kind"], proposal["seat"], proposal["asks_you"]) == ("claim", "west", True)
    bob.post(f"/api/matches/{match}/proposal", {"id": proposal["id"], "agree": True})
    assert ann.get(f"/api/matches/{match}")["you"]["seats"] == ["north", "west"]
