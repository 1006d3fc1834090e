"""Clocks: what is agreed happens when time is up, and neither outages nor holidays nor clock changes cost any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import hands
import pytest
from people import Person
from starlette.testclient import TestClient

from albion.server import clocks
from albion.server.clock import iso, told_by

HALF_A_MINUTE = 30_000
DAY = 24 * 3600_000


class Time:
    """The server's time, which passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def serve(self, person: Person, minutes: float) -> None:
        """Let the server run for some minutes."""
        for _ in range(round(2 * minutes)):
            self.now += HALF_A_MINUTE
            look(person)


def look(person: Person) -> None:
    """What the server does every few seconds."""
    portal = person.client.portal
    assert portal is not None
    portal.call(person.client.app.state.tables.look_at_clocks)  # type: ignore[attr-defined]


@pytest.fixture
def time() -> Iterator[Time]:
    passing = Time()
    with told_by(passing):
        yield passing


@pytest.fixture
def ann(time: Time, client: TestClient) -> Person:
    return Person(client, "Ann")


@pytest.fixture
def bob(time: Time, client: TestClient) -> Person:
    return Person(client, "Bob")


def clocked(ann: Person, bob: Person, **clock: Any) -> str:
    """A match of Ann (north, who begins) against Bob (south) with that clock."""
    table = ann.create(
        options={"rounds": 40}, seats={"north": "human", "south": "open"}, clock={"minutes": 2, **clock}
    )
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    return str(table["match"])


def seat(person: Person, match: str, name: str) -> dict[str, Any]:
    seats = person.get(f"/api/matches/{match}")["seats"]
    return next(dict(s) for s in seats if s["seat"] == name)


def notices(person: Person, match: str) -> list[str]:
    return [
        line["text"] for line in person.get(f"/api/matches/{match}/chat")["chat"] if line["kind"] == "notice"
    ]


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


def test_time_while_the_server_was_down_is_not_counted(
    ann: Person, bob: Person, time: Time, serve: Callable[..., TestClient]
) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")
    time.serve(ann, 1)
    ann.client.__exit__(None, None, None)
    time.now += 9 * DAY
    ann.client = bob.client = serve()

    look(ann)
    down = seat(ann, match, "north")["kind"]
    time.serve(ann, 1)

    assert (down, seat(ann, match, "north")["kind"]) == ("human", "bot")


@pytest.mark.parametrize("jump", [90 * DAY, -90 * DAY])
def test_a_clock_that_is_set_harms_nobody(ann: Person, bob: Person, time: Time, jump: int) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")
    time.serve(ann, 1)
    time.now += jump
    look(ann)
    jumped = seat(ann, match, "north")["kind"]

    time.serve(ann, 1.5)

    assert (jumped, seat(ann, match, "north")["kind"]) == ("human", "bot")


def test_no_time_runs_on_holiday(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")
    time.serve(ann, 1)
    told = ann.post("/api/me/holidays", {"begins": iso(time.now), "ends": iso(time.now + 3 * 60_000)})
    assert told["days_left"] == 41

    time.serve(ann, 3.5)
    away = seat(bob, match, "north")["kind"]
    time.serve(ann, 1)

    assert (away, seat(bob, match, "north")["kind"]) == ("human", "bot")


def test_a_holiday_while_the_server_was_down_gives_no_time_twice(
    ann: Person, bob: Person, time: Time, serve: Callable[..., TestClient]
) -> None:
    """Neither is charged; a fault once gave the nine days back although nobody had counted them."""
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")
    time.serve(ann, 1)
    ann.post("/api/me/holidays", {"begins": iso(time.now), "ends": iso(time.now + 9 * DAY + 60_000)})
    ann.client.__exit__(None, None, None)
    time.now += 9 * DAY
    ann.client = bob.client = serve()

    look(ann)
    time.serve(bob, 1.5)
    away = seat(bob, match, "north")["kind"]
    time.serve(bob, 1)

    assert (away, seat(bob, match, "north")["kind"]) == ("human", "bot")


def test_nobody_plays_on_without_a_clock_by_being_on_holiday(ann: Person, bob: Person, time: Time) -> None:
    match = clocked(ann, bob, kind="turn", at_zero="bot:random")
    ann.post("/api/me/holidays", {"begins": iso(time.now), "ends": iso(time.now + 10 * DAY)})

    ann.play(match, "end")
    bob.play(match, "end")
    time.serve(ann, 2.5)

    assert ann.get("/api/me/holidays")["holidays"] == [], "who answers is back"
    assert seat(bob, match, "north")["kind"] == "bot"


def test_holidays_are_limited_never_in_the_past_and_end_early(ann: Person, time: Time) -> None:
    def plan(begins: int, ends: int) -> tuple[int, Any]:
        return ann.ask("POST", "/api/me/holidays", {"begins": iso(begins), "ends": iso(ends)})

    now = time.now
    assert plan(now - 5 * DAY, now - DAY)[0] == 400
    assert plan(now, now + 43 * DAY)[1]["error"] == "holiday"
    status, told = plan(now - 5 * DAY, now + 10 * DAY)
    assert (status, told["days_left"], told["holidays"][0]["begins"]) == (201, 32, iso(now))
    assert plan(now + 9 * DAY, now + 12 * DAY)[1]["error"] == "holiday", "they would meet"
    time.now += DAY
    assert ann.ask("DELETE", f"/api/me/holidays/{told['holidays'][0]['id']}")[0] == 204
    assert ann.get("/api/me/holidays") == {"holidays": [], "days_left": 41}


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
    lapsed = bob.get(f"/api/matches/{match}")["proposal"]
    time.serve(ann, 0.5)
    again = bob.get(f"/api/matches/{match}")["proposal"]

    assert first["kind"] == again["kind"] == "timeout" and lapsed is None


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


def test_nor_by_taking_back_one_seat_after_the_other(ann: Person, bob: Person, time: Time) -> None:
    table = ann.create(
        options={"rounds": 40, "players": 3},
        seats={"north": "human", "south": "human", "west": "open"},
        clock={"minutes": 4, "kind": "turn", "at_zero": "bot:random"},
    )
    match = str(table["match"])
    bob.post(f"/api/invites/{table['seats'][2]['invite']}")
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
