"""Clocks and moves taken back: nobody gains time, and nobody loses any."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from clockwork import Time, clocked, seat
from people import Person

pytestmark = pytest.mark.usefixtures("time")  # before the people, who are seen when they come


def left(person: Person, match: str, name: str) -> int:
    """Seconds in a seat's bank."""
    return int(person.get(f"/api/matches/{match}")["clock"]["left"][name])


def take_back(person: Person, match: str, name: str) -> int:
    seq = person.get(f"/api/matches/{match}")["seq"]
    return person.ask("POST", f"/api/matches/{match}/undo", {"seq": seq, "seat": name})[0]


def test_nobody_gains_time_by_handing_over_and_taking_back(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")
    for _ in range(3):
        time.serve(ann, 0.5)
        ann.play(match, "end")
        assert take_back(ann, match, "north") == 200
    time.serve(ann, 1)

    assert seat(bob, match, "north")["kind"] == "bot", "two minutes of one turn were used up"


def test_an_increment_is_for_an_answer_that_stands(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="bank", increment=1, at_zero="bot:random")
    for _ in range(5):
        ann.play(match, "end")
        take_back(ann, match, "north")
    time.serve(ann, 1)
    ann.play(match, "end")
    time.serve(ann, 0.5)
    bob.play(match, "lay 1")

    assert left(bob, match, "north") == 120, "two minutes, less one, plus the increment of one"
    assert left(bob, match, "south") == 120, "what is running is charged when it stops"


def test_a_turn_that_was_passed_for_somebody_is_not_taken_back_for_more_time(
    ann: Person, bob: Person, time: Time
) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="pass")
    time.serve(ann, 2.5)
    assert bob.get(f"/api/matches/{match}")["turn"]["seat"] == "south"
    taken = take_back(ann, match, "north")
    time.serve(ann, 0.5)

    assert taken == 409 and bob.get(f"/api/matches/{match}")["turn"]["seat"] == "south"


@pytest.mark.parametrize("kind", ["turn", "bank"])
def test_nobody_thinks_for_ever_by_taking_back_what_only_bots_or_own_seats_followed(
    ann: Person, bob: Person, time: Time, kind: str
) -> None:
    table = ann.create(
        options={"rounds": 40, "players": 3},
        seats={"north": "human", "south": "human", "west": "open"},
        clock={"minutes": 4, "kind": kind, "at_zero": "bot:random"},
    )
    match = str(table["match"])
    bob.post(f"/api/invites/{table['seats'][2]['invite']}")
    for _ in range(6):
        ann.play(match, "end")
        time.serve(ann, 1.5)
        if take_back(ann, match, "north") != 200:
            break
    time.serve(ann, 3)

    assert "bot" in (seat(bob, match, "north")["kind"], seat(bob, match, "south")["kind"])


@pytest.mark.parametrize("kind", ["turn", "bank"])
def test_who_may_not_take_back_for_want_of_time_loses_nothing(
    ann: Person, bob: Person, time: Time, kind: str
) -> None:
    table = ann.create(
        options={"rounds": 40, "players": 3},
        seats={"north": "human", "south": "human", "west": "open"},
        clock={"minutes": 4, "kind": kind, "at_zero": "bot:random"},
    )
    match = str(table["match"])
    bob.post(f"/api/invites/{table['seats'][2]['invite']}")
    time.serve(ann, 3)
    ann.play(match, "end")
    time.serve(ann, 2)
    taken = take_back(ann, match, "north")
    time.serve(ann, 1.5)

    assert taken == (409 if kind == "turn" else 200), "five minutes for one turn; of two banks, three and two"
    assert seat(bob, match, "north")["kind"] == ("human" if kind == "turn" else "bot")


def two_seats_beside_bob(ann: Person, bob: Person) -> str:
    """A match in which Ann has two of three seats, with four minutes a turn."""
    table = ann.create(
        options={"rounds": 40, "players": 3},
        seats={"north": "human", "south": "human", "west": "open"},
        clock={"minutes": 4, "kind": "turn", "at_zero": "bot:random"},
    )
    match = str(table["match"])
    bob.post(f"/api/invites/{table['seats'][2]['invite']}")
    return match


def test_nor_by_taking_back_one_seat_after_the_other(ann: Person, bob: Person, time: Time) -> None:
    match = two_seats_beside_bob(ann, bob)
    ann.play(match, "end")
    time.serve(ann, 3)
    ann.play(match, "end")
    south = take_back(ann, match, "south")
    north = take_back(ann, match, "north")
    time.serve(ann, 1.5)

    assert (south, north) == (200, 200)
    assert seat(bob, match, "north")["kind"] == "bot", "three of the four minutes were used already"


def test_time_used_after_an_answer_stays_used_when_it_is_taken_back(
    ann: Person, bob: Person, time: Time
) -> None:
    table = ann.create(
        options={"rounds": 40, "players": 3},
        seats={"north": "human", "south": "human", "west": "open"},
        clock={"minutes": 10, "kind": "bank", "increment": 1, "at_zero": "bot:random"},
    )
    match = str(table["match"])
    bob.post(f"/api/invites/{table['seats'][2]['invite']}")
    time.serve(ann, 1)
    ann.play(match, "end")
    time.serve(ann, 2)
    ann.play(match, "end")
    time.serve(ann, 3)
    take_back(ann, match, "south")
    one = left(ann, match, "south")
    take_back(ann, match, "north")

    assert one == 8 * 60, "Bob's three minutes are nobody else's"
    assert left(ann, match, "north") == 9 * 60 and left(ann, match, "south") == 8 * 60


@pytest.mark.parametrize(("away", "possible"), [(False, False), (True, True)])
def test_what_cannot_be_taken_back_for_want_of_time_is_not_offered(
    ann: Person, bob: Person, time: Time, away: bool, possible: bool
) -> None:
    match = two_seats_beside_bob(ann, bob)
    time.serve(ann, 3)
    ann.play(match, "end")
    before = ann.get(f"/api/matches/{match}")["undo"]["possible"]
    if away:
        now = time.now / 1000
        begins, ends = (datetime.fromtimestamp(t, UTC).isoformat() for t in (now, now + 90))
        ann.post("/api/me/holidays", {"begins": begins, "ends": ends})
    time.serve(ann, 2)
    offered = ann.get(f"/api/matches/{match}")["undo"]["possible"]

    assert (before, offered) == (True, possible)
    assert take_back(ann, match, "north") == (200 if possible else 409)
