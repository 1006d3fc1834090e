"""Clocks: what is agreed happens when time is up, and nobody's time runs unless they are asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hands
import pytest
from clockwork import Time, clocked, look, notices, seat
from people import Person
from starlette.testclient import TestClient

from albion.server import clocks
from albion.server.clock import iso

pytestmark = pytest.mark.usefixtures("time")  # before the people, who are seen when they come


def test_a_bot_takes_over_when_time_is_up_and_all_are_told(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")

    time.serve(ann, 1.5)
    before = seat(bob, match, "north")["kind"]
    time.serve(ann, 1)
    after = seat(bob, match, "north")

    assert (before, after["kind"], after["bot"]) == ("human", "bot", "random")
    assert notices(bob, match)[-1] == "Time is up for Ann (north): the Random bot takes over north."


def test_every_turn_begins_anew(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")

    for _ in range(3):
        time.serve(ann, 1.5)
        for person in (ann, bob):
            if person.get(f"/api/matches/{match}")["decision"]["mine"]:
                person.play(
                    match, "end" if person.get(f"/api/matches/{match}")["decision"]["step"] == "Lay" else None
                )
                break

    assert {seat(ann, match, name)["kind"] for name in ("north", "south")} == {"human"}


def test_answers_within_a_turn_do_not_stop_the_clock(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")

    time.serve(ann, 1.5)
    ann.play(match, "lay 1")
    time.serve(ann, 1)

    assert seat(bob, match, "north")["kind"] == "bot"


def test_a_bank_is_charged_and_gains_its_increment(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="bank", minutes=10, increment=1)

    time.serve(ann, 4)
    ann.play(match, "end")
    clock = ann.get(f"/api/matches/{match}")["clock"]

    assert clock["left"] == {"north": 7 * 60, "south": 10 * 60}
    assert (clock["seat"], clock["due"]) == ("south", iso(time.now + 10 * 60_000))


def test_the_turn_is_passed(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="pass")

    time.serve(ann, 2)
    table = bob.get(f"/api/matches/{match}")

    assert table["turn"]["seat"] == "south"
    assert seat(bob, match, "north")["kind"] == "human"
    assert notices(bob, match)[-1] == "Time is up for Ann (north): the turn is passed."


def test_the_others_vote_and_a_bot_takes_over_only_with_their_consent(
    ann: Person, bob: Person, time: Time
) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="vote")

    time.serve(ann, 2)
    asked = bob.get(f"/api/matches/{match}")["proposal"]
    assert (asked["kind"], asked["seat"], asked["asks_you"]) == ("timeout", "north", True)
    assert not ann.get(f"/api/matches/{match}")["proposal"]["asks_you"]

    bob.post(f"/api/matches/{match}/proposal", {"id": asked["id"], "agree": False})
    assert seat(bob, match, "north")["kind"] == "human"
    time.serve(ann, 1.5)
    assert bob.get(f"/api/matches/{match}")["proposal"] is None, "the turn's time has begun anew"
    time.serve(ann, 1)
    asked = bob.get(f"/api/matches/{match}")["proposal"]
    bob.post(f"/api/matches/{match}/proposal", {"id": asked["id"], "agree": True})
    assert seat(bob, match, "north")["kind"] == "bot"


def test_who_does_not_vote_does_not_keep_a_match_from_going_on(
    ann: Person, bob: Person, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault once: with two players away, one to answer and one to vote, a match stood still for ever."""
    monkeypatch.setattr(clocks, "_VOTE", 3 * 60_000)
    carl = Person(ann.client, "Carl")
    table = ann.create(
        options={"players": 3, "rounds": 40},
        seats={"north": "human", "south": "open", "west": "open"},
        clock={"minutes": 2, "kind": "turn", "at_zero": "vote"},
    )
    match = str(table["match"])
    for person, chair in zip((bob, carl), table["seats"][1:], strict=True):
        person.post(f"/api/invites/{chair['invite']}")
    time.serve(ann, 2)
    asked = bob.get(f"/api/matches/{match}")["proposal"]
    bob.post(f"/api/matches/{match}/proposal", {"id": asked["id"], "agree": True})
    time.serve(ann, 2.5)
    still = seat(bob, match, "north")["kind"]
    shown = bob.get(f"/api/matches/{match}")["clock"]
    time.serve(ann, 1)

    assert (still, shown["due"]) == ("human", None)
    assert seat(bob, match, "north")["kind"] == "bot" and bob.get(f"/api/matches/{match}")["proposal"] is None
    assert notices(bob, match)[-1].startswith("Nobody has objected in time: the ")


def test_a_proposal_does_not_keep_the_vote_away(ann: Person, bob: Person, time: Time) -> None:
    """Who is about to run out of time could ask for something, and ask again whenever it was declined."""
    match = clocked(ann, bob, kind="turn", at_zero="vote")
    ann.play(match, "lay 1")
    table = ann.get(f"/api/matches/{match}")
    ann.post(f"/api/matches/{match}/undo", {"seq": table["seq"], "to": 0})

    time.serve(ann, 2.5)
    asked = bob.get(f"/api/matches/{match}")["proposal"]
    status, _ = ann.ask("POST", f"/api/matches/{match}/undo", {"seq": table["seq"], "to": 0})

    assert asked["kind"] == "timeout" and status == 409
    bob.post(f"/api/matches/{match}/proposal", {"id": asked["id"], "agree": True})
    assert seat(bob, match, "north")["kind"] == "bot"


def test_an_answer_ends_the_vote(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="vote")
    time.serve(ann, 2)

    ann.play(match, "end")
    table = bob.get(f"/api/matches/{match}")

    assert table["proposal"] is None
    assert (table["turn"]["seat"], table["clock"]["seat"]) == ("south", "south")


def test_nobodys_time_runs_before_all_have_sat_down(ann: Person, bob: Person, time: Time) -> None:
    table = ann.create(seats={"north": "human", "south": "open"}, clock={"kind": "turn", "minutes": 2})
    time.serve(ann, 5)
    match = table["match"]
    assert seat(ann, match, "north")["kind"] == "human"

    bob.post(f"/api/invites/{table['seats'][1]['invite']}")

    assert ann.get(f"/api/matches/{match}")["clock"]["due"] == iso(time.now + 2 * 60_000)


def test_a_player_resigns_and_a_bot_plays_on(ann: Person, bob: Person) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")

    ann.post(f"/api/matches/{match}/resign", {})

    assert seat(bob, match, "north")["bot"] == "random"
    assert notices(bob, match)[-1] == "Ann resigns: the Random bot takes over north."
    assert bob.ask("POST", f"/api/matches/{match}/resign", {"seat": "north"})[0] == 403


@pytest.mark.parametrize(
    ("clock", "what"),
    [
        ({"kind": "turn", "minutes": 0}, "minutes"),
        ({"kind": "turn", "minutes": 5, "at_zero": "bot:genius"}, "at_zero cannot be 'bot:genius'"),
        ({"kind": "turn", "minutes": 5, "increment": 1}, "an increment only makes sense with a time bank"),
    ],
)
def test_clocks_that_cannot_be_are_refused(ann: Person, clock: dict[str, Any], what: str) -> None:
    status, told = ann.ask("POST", "/api/matches", {"game": "hands", "clock": clock})

    assert (status, told["error"]) == (400, "malformed")
    assert what in told["message"]


def test_an_empty_chair_stops_the_clock_only_if_all_agree(ann: Person, bob: Person, time: Time) -> None:
    table = ann.create(
        options={"players": 3, "rounds": 40},
        seats={"north": "human", "south": "open", "west": "bot:random"},
        clock={"minutes": 2, "kind": "turn", "at_zero": "vote"},
    )
    match = str(table["match"])
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    told = ann.post(f"/api/matches/{match}/seats/west", {"to": "open"})

    assert told["proposal"]["kind"] == "reopen" and seat(bob, match, "west")["kind"] == "bot"


def test_an_answer_during_the_vote_begins_no_new_turn(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="vote")
    time.serve(ann, 2.5)
    first = bob.get(f"/api/matches/{match}")["proposal"]
    ann.play(match, "lay 1")
    at_once = bob.get(f"/api/matches/{match}")["proposal"]
    time.serve(ann, 0.5)
    later = bob.get(f"/api/matches/{match}")["proposal"]

    assert first["kind"] == "timeout" and first == at_once == later


@pytest.mark.parametrize("kind", ["turn", "bank"])
def test_no_time_runs_while_a_match_waits_for_its_players_to_agree_to_new_rules(
    ann: Person, bob: Person, time: Time, serve: Callable[..., TestClient], monkeypatch: Any, kind: str
) -> None:
    match = clocked(ann, bob, kind=kind, at_zero="bot:random")
    monkeypatch.setattr(hands.HandsGame, "version", 2)
    ann.client = bob.client = serve()
    time.serve(ann, 10)
    asked = bob.post(f"/api/matches/{match}/migrate")["proposal"]
    ann.post(f"/api/matches/{match}/proposal", {"id": asked["id"], "agree": True})
    look(ann)
    at_once = seat(ann, match, "north")["kind"]
    time.serve(ann, 2)

    assert (at_once, seat(ann, match, "north")["kind"]) == ("human", "bot")
