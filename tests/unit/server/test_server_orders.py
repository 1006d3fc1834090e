"""Standing orders at a table: they answer like a person, are their seat's secret, and ask when they meet something new."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.engine.options import parse_options
from albion.engine.orders import answer_by_order, turn_of
from albion.engine.record import record_of, write_record
from albion.games import GAMES
from albion.server import commands, order_turns, standing
from albion.server.notes import notes_of
from albion.server.store.outbox import Note
from albion.server.table import Change, Table
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
    """A recorded match up to the answer after which a defender with this many places to go to is asked."""
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


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders answer after a moment here."""
    monkeypatch.setattr(order_turns, "pause", lambda: 0.1)


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


def answered(person: Person, match: str, start: Before) -> list[dict[str, Any]]:
    """The log from the attack on, once the defender's order has answered."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if person.get(f"/api/matches/{match}")["turn"]["seat"] != start.defender:
            log = person.get(f"/api/matches/{match}/entries", limit=5000)["entries"]
            attacked = max(n for n, e in enumerate(log) if e["action"] == start.answer)
            return list(log[attacked:])
        time.sleep(0.02)
    raise AssertionError("the order did not answer")


def test_working_out_an_order_does_not_delay_the_answer_before_it(
    people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever attacks waits equally long, whether the defender has an order or is asked."""
    monkeypatch.setattr(order_turns, "pause", lambda: 600.0)
    monkeypatch.setattr(standing, "EVEN", 1.5)
    worked_out: list[float] = []

    def slowly(*given: Any) -> Any:
        worked_out.append(0.8)
        time.sleep(0.8)
        return answer_by_order(*given)

    monkeypatch.setattr(standing, "answer_by_order", slowly)
    (ann, bob), start = people, before_retreat()
    waits = []
    for orders in ({}, {"retreat": {"policy": "stay"}}):
        match = seated(ann, bob, start)
        order(bob, match, **orders)
        begun = time.monotonic()
        attack(ann, match, start)
        waits.append(time.monotonic() - begun)

    assert worked_out, "there was something to work out"
    assert min(waits) >= 1.5 and abs(waits[0] - waits[1]) < 0.7


def test_nobody_can_tell_an_order_from_a_person_who_is_about_to_answer(
    people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything the attacker gets until the answer comes is the same with an order and without."""
    monkeypatch.setattr(order_turns, "pause", lambda: 600.0)
    (ann, bob), start = people, before_retreat()
    seen: list[Any] = []
    for orders in ({}, {"retreat": {"policy": "stay"}}):
        match = seated(ann, bob, start)
        order(bob, match, **orders)
        seq = ann.get(f"/api/matches/{match}")["seq"]
        plan = {"seq": seq, "answers": [start.answer, "stay"]}
        refused = ann.ask("POST", f"/api/matches/{match}/plan", plan)
        told = ann.ask("POST", f"/api/matches/{match}/actions", {"seq": seq, "action": start.answer})
        table = ann.get(f"/api/matches/{match}")
        parts = [{key: table[key] for key in ("turn", "decision", "undo", "seq", "n", "proposal")}]
        log = ann.get(f"/api/matches/{match}/entries", limit=5000)["entries"]
        seen.append((refused, told[0], [e["action"] for e in told[1]["entries"]], parts, log))

    for *_, parts, log in seen:
        parts[0]["turn"]["since"] = ""
        for entry in log:
            entry["time"] = ""

    assert seen[0] == seen[1]
    assert seen[0][0][0] == 409 and seen[0][1] == 200
    assert seen[0][3][0]["turn"]["seat"] == start.defender


def test_how_long_an_order_takes_is_different_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    pauses = [order_turns.pause() for _ in range(200)]

    assert len(set(pauses)) > 150 and min(pauses) >= 1.5 and max(pauses) <= 20


def test_an_order_answers_after_a_moment(people: tuple[Person, Person]) -> None:
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    order(bob, match, retreat={"policy": "stay"})

    assert all(e["seat"] != start.defender for e in attack(ann, match, start))
    entries, log = answered(ann, match, start), answered(bob, match, start)
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

    assert answered(bob, match, start)


def test_nobody_is_called_to_the_table_for_what_an_order_answers(
    people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[tuple[str, str]] = []

    def spy(table: Table, change: Change, now: int) -> list[Note]:
        notes = notes_of(table, change, now)
        noted.extend((note.kind, note.seat) for note in notes)
        return notes

    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    order(bob, match, retreat={"policy": "stay"})
    monkeypatch.setattr(commands, "notes_of", spy)

    attack(ann, match, start)
    answered(ann, match, start)

    assert noted and ("turn", start.defender) not in noted, "only who must answer next is told"


def test_who_answers_first_is_not_answered_for(
    people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_turns, "pause", lambda: 0.5)
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    order(bob, match, retreat={"policy": "stay"})
    attack(ann, match, start)
    table = bob.get(f"/api/matches/{match}")

    fled = next(a["action"] for a in table["decision"]["actions"] if a["action"] != "stay")
    bob.post(f"/api/matches/{match}/actions", {"seq": table["seq"], "action": fled})
    time.sleep(1.0)

    given = [e for e in answered(bob, match, start) if e["seat"] == start.defender]
    assert given[0]["action"] == fled and not given[0]["ordered"]


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


def test_an_order_is_in_force_again_when_what_disarmed_it_is_taken_back(
    people: tuple[Person, Person],
) -> None:
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    offered = {text.partition(" ")[2] for text in start.offered}
    far = next(n["noun"] for n in order(bob, match)["kinds"][0]["nouns"] if n["noun"] not in offered)
    order(bob, match, retreat={"policy": "retreat", "only": [far]})
    before = ann.get(f"/api/matches/{match}")["n"]
    attack(ann, match, start)
    assert bob.get(f"/api/matches/{match}/orders")["orders"]["retreat"]["disarmed"]

    seq = ann.get(f"/api/matches/{match}")["seq"]
    asked = ann.post(f"/api/matches/{match}/undo", {"seq": seq, "seat": start.attacker, "to": before})
    number = asked["table"]["proposal"]["id"]
    bob.post(f"/api/matches/{match}/proposal", {"id": number, "agree": True})

    assert ann.get(f"/api/matches/{match}")["n"] == before
    kept = bob.get(f"/api/matches/{match}/orders")["orders"]["retreat"]
    assert (kept["disarmed"], kept["only"]) == ("", [far])


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
    answered(ann, match, start)

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
    attack(ann, match, start)
    assert any(e["seat"] == start.defender for e in answered(ann, match, start))


def test_an_order_is_carried_out_though_its_server_died(
    serve: Callable[..., TestClient], people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_turns, "pause", lambda: 600.0)  # the first server never comes to it
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    order(bob, match, retreat={"policy": "stay"})
    attack(ann, match, start)
    monkeypatch.setattr(order_turns, "pause", lambda: 0.1)

    ann.client = serve("albion.games:GAMES")

    assert any(e["ordered"] for e in answered(bob, match, start) if e["seat"] == start.defender)


def test_what_an_order_answers_is_worked_out_once(
    people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The odds it goes by may take a while: whoever asks the question must not wait for them several times over."""
    monkeypatch.setattr(order_turns, "pause", lambda: 600.0)
    (ann, bob), start = people, before_retreat()
    match = seated(ann, bob, start)
    order(bob, match, retreat={"policy": "odds"})
    asked: list[str] = []
    plain = standing.answer_by_order

    def counted(game: Any, orders: Any, s: Any, d: Any) -> Any:
        asked.append(d.step)
        return plain(game, orders, s, d)

    monkeypatch.setattr(standing, "answer_by_order", counted)
    attack(ann, match, start)

    assert len(asked) == 1


def test_an_order_that_answers_after_a_plan_does_not_take_back_the_plans_dice(
    people: tuple[Person, Person],
) -> None:
    """Alone at a table one's orders for other seats answer in the same change, and so belong to the plan."""
    ann, start = people[0], before_retreat()
    match = ann.post("/api/records", {"text": start.text})["match"]
    path = f"/api/matches/{match}"
    orders = {"retreat": {"policy": "stay"}}
    assert ann.ask("PUT", f"{path}/orders", {"orders": orders, "seat": start.defender})[0] == 200
    seq = ann.get(path)["seq"]
    done = ann.post(f"{path}/plan", {"seq": seq, "answers": [start.answer]})
    log = done["entries"]
    rolled = [e["seq"] for e in log if any(event["final"] for event in e["events"])]
    status, told = ann.ask("POST", f"{path}/undo", {"seq": done["seq"], "seat": start.defender})

    assert rolled and any(e["seat"] == start.defender and e["plan"] == log[0]["seq"] for e in log)
    assert status == 409, told
