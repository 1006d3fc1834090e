"""Dice nobody can choose, and records nobody can rewrite."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256

import hands
import pytest
from people import Person, finish
from starlette.testclient import TestClient

from albion.engine.dice import Dice, mixed, seed_hash
from albion.engine.errors import ReplayError
from albion.engine.record import Record, read_record, verify_record
from albion.engine.signature import new_private_key, signed


def read(text: str) -> Record:
    return read_record(text, lambda name: hands.GAMES[name])


def closed_anew(text: str) -> str:
    """What a forger does: the closing line made to fit the changed text, the signature left out."""
    lines = [line for line in text.splitlines() if not line.startswith("signed:")]
    body = "\n".join(lines[:-1])
    head = lines[-1].rpartition(" ")[0]
    return f"{body}\n{head} {sha256(body.encode()).hexdigest()[:32]}\n"


@pytest.fixture
def match(ann: Person, bob: Person) -> str:
    """Ann added to the seed when she made the match, Bob after her first answers, one of them taken back."""
    made = ann.post(
        "/api/matches", {"game": "hands", "seats": {"north": "human", "south": "open"}, "chance": "ann-1"}
    )
    id = str(made["match"])
    ann.play(id, "lay 1")
    bob.post(f"/api/invites/{made['seats'][1]['invite']}", {"chance": "bob-2"})
    ann.post(f"/api/matches/{id}/undo", {"seq": 1})
    return id


def test_every_contribution_is_shown_and_decides_the_dice(ann: Person, bob: Person, match: str) -> None:
    shown = bob.get(f"/api/matches/{match}")["chance"]
    over = finish(match, ann, bob)
    record = read(ann.get(f"/api/matches/{match}/record"))

    assert [(c["player"], c["seat"], c["text"]) for c in shown] == [
        ("Ann", "north", "ann-1"),
        ("Bob", "south", "bob-2"),
    ]
    assert record.chance == ((0, "ann-1"), (1, "bob-2")) and record.seed == int(over["seed"])
    assert seed_hash(record.seed) == shown_hash(bob, match)
    assert verify_record(record).over


def shown_hash(person: Person, match: str) -> str:
    return str(person.get(f"/api/matches/{match}")["seed_hash"])


def test_a_record_with_another_contribution_does_not_verify(ann: Person, bob: Person, match: str) -> None:
    finish(match, ann, bob)
    text = ann.get(f"/api/matches/{match}/record")
    for forged in (text.replace("bob-2", "bob-3"), re.sub(r"chance: .*\n", "", text)):
        with pytest.raises(ReplayError):
            verify_record(read(closed_anew(forged)))


def test_what_is_added_changes_dice_to_come_and_none_that_fell() -> None:
    before = [Dice(mixed(7, ["a"])).d(6) for _ in range(20)]
    one, two = Dice(mixed(7, ["a", "x"])), Dice(mixed(7, ["a", "y"]))

    assert mixed(7, []) == 7 and before == [Dice(mixed(7, ["a"])).d(6) for _ in range(20)]
    assert [one.d(6) for _ in range(40)] != [two.d(6) for _ in range(40)]


def test_a_contribution_reaches_other_servers_and_a_restart(
    serve: Callable[..., TestClient], ann: Person, bob: Person, match: str
) -> None:
    later = serve()
    again = {p: Person(later, None) for p in (ann, bob)}
    for person, other in again.items():
        other.headers, other.id = person.headers, person.id
    finish(match, *again.values())

    assert verify_record(read(ann.get(f"/api/matches/{match}/record"))).over


def test_a_record_is_signed_and_no_line_of_it_can_be_changed(ann: Person, bob: Person, match: str) -> None:
    finish(match, ann, bob)
    text = ann.get(f"/api/matches/{match}/record")
    key = ann.get("/api/signing-key")["key"]
    lines = text.splitlines()
    stopped = [*lines[: lines.index("") + 4], "end: 3 actions, sha256 x"]

    assert verify_record(read(text), key=key).over
    assert verify_record(read(text.replace("\n", "  \r\n")), key=key).over, "mail changes the ends of lines"
    for forged in (text.replace("north = Ann", "north = Eve"), text.replace("version: 1", "version: 0")):
        unsigned = closed_anew(forged)
        with pytest.raises(ReplayError, match="signed"):
            verify_record(read(unsigned), key=key)
        with pytest.raises(ReplayError, match="does not fit"):
            verify_record(read(unsigned + text.splitlines()[-1]))
        with pytest.raises(ReplayError, match="was expected"):
            verify_record(read(signed(unsigned, new_private_key())), key=key)
    with pytest.raises(ReplayError, match="not signed"):
        verify_record(read(closed_anew("\n".join(stopped))), key=key)


def test_a_server_does_not_sign_what_was_brought_to_it(ann: Person, bob: Person, match: str) -> None:
    finish(match, ann, bob)
    text = ann.get(f"/api/matches/{match}/record")
    copy = ann.post("/api/records", {"text": text, "title": "Copy"})
    again = ann.get(f"/api/matches/{copy['match']}/record")

    assert "signed:" in text and "signed:" not in again
    assert read(again).chance == read(text).chance and verify_record(read(again)).over


def test_whoever_was_seated_by_others_adds_to_the_seed_once(ann: Person, bob: Person, joined: str) -> None:
    path = f"/api/matches/{joined}/chance"
    first = bob.post(path, {"chance": "b0b"})["chance"]
    again = bob.post(path, {"chance": "other"})["chance"]
    ann.play(joined, "end")
    late, told = ann.ask("POST", path, {"chance": "a"})
    stranger = Person(ann.client, "Eve").ask("POST", path, {"chance": "e"})

    assert [(c["player"], c["seat"], c["text"]) for c in first] == [
        ("Bob", "south", "b0b")
    ] and again == first
    assert (late, told["error"], stranger[0]) == (409, "chance", 403)
