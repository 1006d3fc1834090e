"""Standing orders at a table: they answer at once, are their seat's secret, and ask when they meet something new."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.engine.options import parse_options
from albion.engine.orders import turn_of
from albion.engine.record import record_of, write_record
from albion.games import GAMES
from albion.sim.play import play_recorded


class Before(NamedTuple):
    """A match one answer before somebody must decide on a retreat in another's turn."""

    text: str
    attacker: str
    defender: str
    answer: str
    offered: tuple[str, ...]


@cache
def before_retreat(*, places: int = 1) -> Before:
    """A recorded match up to the answer after which a defender with so many places to go to is asked."""
    game = GAMES["redux-core"]
    match = play_recorded(game, parse_options(game.options_type, ""), ("steady",), 7)
    for n in range(1, len(match.actions)):
        state, d = match.at(n)
        if d is None or d.step != "Retreat" or turn_of(game, state) == d.seat or len(d.actions) <= places:
            continue
        _, asked = match.at(n - 1)
        if asked is not None and asked.step == "BattleOrder":
            answer = str(match.actions[n - 1])
            match.truncate(n - 1)
            offered = tuple(str(a) for a in d.actions)
            return Before(write_record(record_of(match)), asked.seat, d.seat, answer, offered)
    raise AssertionError("nobody ever retreats")


@pytest.fixture
def people(serve: Callable[..., TestClient]) -> tuple[Person, Person]:
    client = serve("albion.games:GAMES")
    return Person(client, "Ann"), Person(client, "Bob")


def seated(ann: Person, bob: Person, start: Before) -> str:
    """The recorded match with Bob on the defender's seat and Ann on all others."""
    table = ann.post("/api/records", {"text": start.text})
    match = table["match"]
    opened = ann.post(f"/api/matches/{match}/seats/{start.defender}", {"to": "open"})
    invite = next(s["invite"] for s in opened["seats"] if s["seat"] == start.defender)
    bob.post(f"/api/invites/{invite}")
    return str(match)


def order(person: Person, match: str, **orders: Any) -> Any:
    status, told = person.ask("PUT", f"/api/matches/{match}/orders", {"orders": orders})
    assert status == 200, told
    return told


def attack(ann: Person, match: str, start: Before) -> list[dict[str, Any]]:
    seq = ann.get(f"/api/matches/{match}")["seq"]
    told = ann.post(f"/api/matches/{match}/actions", {"seq": seq, "action": start.answer})
    return list(told["entries"])


def test_an_order_answers_in_the_same_change(people: tuple[Person, Person]) -> None:
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    order(bob, match, retreat={"policy": "stay"})

    entries = attack(ann, match, start)
    log = bob.get(f"/api/matches/{match}/entries", since=entries[0]["seq"])["entries"]
    given = next(e for e in entries if e["seat"] == start.defender)

    assert (given["step"], given["action"], given["forced"]) == ("Retreat", "stay", False)
    assert not given["ordered"], "others are not told that it was an order"
    assert next(e for e in log if e["seat"] == start.defender)["ordered"]
    assert ann.get(f"/api/matches/{match}")["turn"]["seat"] != start.defender


def test_without_orders_the_player_is_asked(people: tuple[Person, Person]) -> None:
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)

    attack(ann, match, start)
    table = bob.get(f"/api/matches/{match}")

    assert table["decision"]["mine"] and table["decision"]["step"] == "Retreat"
    assert table["decision"]["disarmed"] is None


def test_an_order_set_while_the_question_is_open_answers_it(people: tuple[Person, Person]) -> None:
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    attack(ann, match, start)

    order(bob, match, retreat={"policy": "stay"})

    assert bob.get(f"/api/matches/{match}")["turn"]["seat"] != start.defender


def test_an_order_that_meets_something_new_disarms_itself_and_asks(people: tuple[Person, Person]) -> None:
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    offered = {text.partition(" ")[2] for text in start.offered}
    kinds = order(bob, match)["kinds"]
    far = next(n["noun"] for n in kinds[0]["nouns"] if n["noun"] not in offered)
    order(bob, match, retreat={"policy": "retreat", "only": [far]})

    attack(ann, match, start)
    asked = bob.get(f"/api/matches/{match}")["decision"]
    seen = ann.get(f"/api/matches/{match}")["decision"]
    kept = bob.get(f"/api/matches/{match}/orders")["orders"]["retreat"]

    assert asked["mine"] and asked["step"] == "Retreat"
    assert "Retreats” is off: nothing you restricted it to is possible here" in asked["disarmed"]
    assert kept["disarmed"] and seen["disarmed"] is None
    order(bob, match, retreat={"policy": "stay"})
    assert bob.get(f"/api/matches/{match}/orders")["orders"]["retreat"]["disarmed"] == ""


def test_orders_are_secret_to_their_seat(people: tuple[Person, Person]) -> None:
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    with ann.socket() as socket:
        socket.send_json({"do": "subscribe", "match": match})
        while socket.receive_json()["type"] != "table":
            pass
        before = ann.get(f"/api/matches/{match}", seat=start.attacker)
        order(bob, match, retreat={"policy": "stay"})
        after = ann.get(f"/api/matches/{match}", seat=start.attacker)
        socket.send_json({"do": "ping"})
        heard = socket.receive_json()["type"]

    assert heard == "pong", "nobody is told that orders have changed"
    for table in (before, after):
        for seat in table["seats"]:
            seat["seen"] = None
    assert before == after
    refused = ann.ask("GET", f"/api/matches/{match}/orders", params={"seat": start.defender})
    assert refused[0] == 403


def test_orders_end_with_their_player(people: tuple[Person, Person]) -> None:
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    order(bob, match, retreat={"policy": "stay"})
    opened = bob.post(f"/api/matches/{match}/seats/{start.defender}", {"to": "open"})
    invite = next(
        s["invite"] for s in ann.get(f"/api/matches/{match}")["seats"] if s["seat"] == start.defender
    )
    ann.post(f"/api/invites/{invite}")

    attack(ann, match, start)

    assert opened and ann.get(f"/api/matches/{match}")["decision"]["step"] == "Retreat"
    assert ann.get(f"/api/matches/{match}/orders", seat=start.defender)["orders"] == {}


def test_a_trial_tells_what_orders_would_have_answered(people: tuple[Person, Person]) -> None:
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    attack(ann, match, start)
    asked = {"orders": {"retreat": {"policy": "stay"}}}

    told = bob.post(f"/api/matches/{match}/orders/trial", asked)
    now, *past = told["questions"]

    assert (now["given"], now["order"]) == (None, "retreat")
    assert now["answer"] == next(
        a["text"] for a in bob.get(f"/api/matches/{match}")["decision"]["actions"] if a["action"] == "stay"
    )
    assert told["complete"] and all(q["given"] for q in past)
    assert bob.get(f"/api/matches/{match}")["decision"]["mine"], "nothing was answered"


def test_a_persons_order_ends_anothers_undo(people: tuple[Person, Person]) -> None:
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    order(bob, match, retreat={"policy": "stay"})

    attack(ann, match, start)

    assert not ann.get(f"/api/matches/{match}")["undo"]["possible"]


@pytest.mark.parametrize(
    ("orders", "what"),
    [
        ({"flight": {"policy": "stay"}}, "no standing order 'flight'"),
        ({"retreat": {"policy": "run"}}, "cannot be 'run'"),
        ({"retreat": {"policy": "stay", "only": ["atlantis"]}}, "cannot be restricted to 'atlantis'"),
        ({"retreat": {"policy": "odds", "n": 101}}, "n"),
    ],
)
def test_what_cannot_be_ordered_is_refused(
    people: tuple[Person, Person], orders: dict[str, Any], what: str
) -> None:
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)

    status, told = bob.ask("PUT", f"/api/matches/{match}/orders", {"orders": orders})

    assert (status, told["error"]) == (400, "malformed")
    assert what in told["message"]


def test_orders_survive_the_server(serve: Callable[..., TestClient], people: tuple[Person, Person]) -> None:
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    order(bob, match, retreat={"policy": "odds", "n": 25, "only": []})
    ann.client = bob.client = serve("albion.games:GAMES")

    kept = bob.get(f"/api/matches/{match}/orders")["orders"]["retreat"]

    assert (kept["policy"], kept["n"]) == ("odds", 25)
    assert any(e["seat"] == start.defender for e in attack(ann, match, start)[1:])
