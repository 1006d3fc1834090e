"""Nobody gets an advantage out of what a rated match allows others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.games import GAMES
from albion.server.clock import iso, now_ms, told_by
from albion.server.ratings import SETTLED, Ratings
from albion.server.store.results import ResultRow

HOUR = 3600_000


def rated(ann: Person, bob: Person, **more: Any) -> str:
    table = ann.create(seats={"north": "human", "south": "open"}, rated=True, **more)
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    return str(table["match"])


def test_it_begins_once_everybody_has_sat_down(ann: Person, bob: Person) -> None:
    table = ann.create(seats={"north": "human", "south": "open"}, rated=True)
    path = f"/api/matches/{table['match']}"
    early = ann.ask("POST", f"{path}/actions", {"seq": 0, "action": "lay 1"})
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")

    assert (early[0], early[1]["error"]) == (409, "rated")
    assert ann.play(table["match"], "lay 1")["n"] == 1


def test_a_bot_that_took_a_seat_over_keeps_it(ann: Person, bob: Person) -> None:
    match = rated(ann, bob)
    ann.post(f"/api/matches/{match}/resign", {"seat": "north"})
    status, told = ann.ask("POST", f"/api/matches/{match}/seats/north", {"to": "open"})

    assert (status, told["error"]) == (409, "rated")


def test_who_is_left_alone_with_bots_does_not_go_back_to_score_more(ann: Person, bob: Person) -> None:
    """Points decide ties in tournaments, and whoever has seen the dice could play for them again and again."""
    match = rated(ann, bob)
    ann.play(match, "lay 1")
    ann.play(match, "end")
    bob.post(f"/api/matches/{match}/resign", {"seat": "south"})
    table = ann.get(f"/api/matches/{match}")

    status, told = ann.ask("POST", f"/api/matches/{match}/undo", {"seq": table["seq"], "to": 0})

    assert status == 409 and "rated" in told["message"]
    assert ann.get(f"/api/matches/{match}")["n"] >= table["n"]


@pytest.mark.parametrize(("hours", "status"), [(1, 409), (6 * 24, 409), (8 * 24, 200)])
def test_its_creator_cannot_soon_replace_an_opponent(
    ann: Person, bob: Person, hours: int, status: int
) -> None:
    match = rated(ann, bob)
    later = now_ms() + hours * HOUR
    with told_by(lambda: later):
        found, _ = ann.ask("POST", f"/api/matches/{match}/seats/south", {"to": "bot:random"})

    assert found == status


def test_where_there_is_a_clock_it_decides(ann: Person, bob: Person) -> None:
    clock = {"kind": "turn", "minutes": 60, "at_zero": "vote"}
    match = rated(ann, bob, clock=clock)
    status, told = ann.ask("POST", f"/api/matches/{match}/seats/south", {"to": "bot:random"})

    assert (status, told["error"]) == (409, "clock")


def test_nobody_on_holiday_is_replaced(ann: Person, bob: Person, joined: str) -> None:
    now = now_ms()
    bob.post("/api/me/holidays", {"begins": iso(now), "ends": iso(now + 24 * HOUR)})
    answers = []
    for hours in (12, 25):
        with told_by(partial(int, now + hours * HOUR)):
            answers.append(ann.ask("POST", f"/api/matches/{joined}/seats/south", {"to": "bot:random"})[0])

    assert answers == [409, 200]


def test_whoever_resigns_is_shown_the_table_once_more(ann: Person, bob: Person, joined: str) -> None:
    left = bob.post(f"/api/matches/{joined}/resign", {})

    assert left["you"]["seats"] == [] and left["seats"][1]["kind"] == "bot"
    assert bob.ask("GET", f"/api/matches/{joined}")[0] == 403


def test_all_are_told_that_everybody_may_watch(ann: Person, bob: Person, joined: str) -> None:
    ann.ask("PATCH", f"/api/matches/{joined}", {"public": True})
    ann.ask("PATCH", f"/api/matches/{joined}", {"public": False})
    said = [line["text"] for line in bob.get(f"/api/matches/{joined}/chat")["chat"]]

    assert said[-2:] == ["Ann makes this match public.", "Ann makes this match private."]


def test_any_player_may_relieve_one_who_never_comes_back(ann: Person, bob: Person) -> None:
    match = rated(ann, bob)
    path = f"/api/matches/{match}/seats/north"
    soon = bob.ask("POST", path, {"to": "bot:random"})
    later = now_ms() + 8 * 24 * HOUR
    with told_by(lambda: later):
        opened = bob.ask("POST", path, {"to": "open"})
        relieved = bob.ask("POST", path, {"to": "bot:random"})

    assert (soon[0], soon[1]["error"]) == (409, "not-abandoned")
    assert (opened[0], opened[1]["error"]) == (403, "foreign")
    assert relieved[0] == 200 and relieved[1]["seats"][0]["kind"] == "bot"


def test_nobody_chooses_the_bot_that_plays_on(serve: Callable[..., TestClient]) -> None:
    """One that plays at random would be worth as much as a second seat."""
    client = serve(games="albion.games:GAMES")
    ann, bob = Person(client, "Ann"), Person(client, "Bob")
    first, second = GAMES["boudicca"].seats(GAMES["boudicca"].options_type())
    table = ann.create("boudicca", seats={first: "human", second: "open"}, rated=True)
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    path = f"/api/matches/{table['match']}/seats"
    own = ann.ask("POST", f"{path}/{first}", {"to": "bot:random"})
    later = now_ms() + 8 * 24 * HOUR
    with told_by(lambda: later):
        others = ann.ask("POST", f"{path}/{second}", {"to": "bot:random"})
        relieved = ann.ask("POST", f"{path}/{second}", {"to": "bot:steady"})

    assert [(s, told["error"]) for s, told in (own, others)] == [(409, "rated")] * 2
    assert relieved[0] == 200 and relieved[1]["seats"][1]["bot"] == relieved[1]["relief"] == "steady"


class Known:
    """Results in which Ann has played this many rated matches, and nobody else any."""

    def __init__(self, played: int) -> None:
        self.played = played

    async def ratings(self, game: str, seats: int) -> list[ResultRow]:
        facts = ("m", 1, "ann", "north", game, seats, 1, 0, 0, 1, 30.0, 4.0, 0, 0.0, 0.0, 0.0)
        return [ResultRow(*facts)] if self.played else []

    async def rated_matches(self, game: str, seats: int) -> dict[str, int]:
        return {"ann": self.played}


@pytest.mark.parametrize(("played", "moves"), [(0, True), (SETTLED - 1, True), (SETTLED, False)])
def test_names_made_up_to_lose_do_not_lift_a_settled_player(played: int, moves: bool) -> None:
    ratings = Ratings.__new__(Ratings)
    ratings.results = Known(played)  # type: ignore[assignment]
    before = (30.0, 4.0) if played else (25.0, 25.0 / 3)
    found = asyncio.run(ratings._moved("hands", {"north": "ann", "south": "fresh"}, {"north": 1, "south": 2}))

    assert (found["north"] != before) == moves
    assert found["south"][0] < 25, "the newcomer's own rating moves in any case"


def test_the_same_people_move_their_ratings_so_often_a_month(ann: Person, bob: Person) -> None:
    app: Any = ann.client.app
    portal: Any = ann.client.portal
    results = Ratings(app.state.tables).results
    for n in range(3):
        rows = [
            ResultRow(f"m{n}", n, p.id, seat, "hands", 2, 1, 0, 1000 * n, 1, 25.0, 8.0, 0, 0.0, 0.0, 0.0)
            for p, seat in ((ann, "north"), (bob, "south"))
        ]
        nth = 1 + portal.call(results.counted)
        portal.call(results.count, f"m{n}", nth, [row._replace(nth=nth) for row in rows])

    assert portal.call(results.together, "hands", [ann.id, bob.id], 0) == 3
    assert portal.call(results.together, "hands", [ann.id, bob.id], 1000) == 2
    assert portal.call(results.together, "hands", [ann.id, "somebody"], 0) == 0


def test_nobody_spoils_a_rated_match_with_a_second_seat(ann: Person, bob: Person) -> None:
    table = ann.create(options={"players": 3}, seats={"north": "human"}, rated=True)
    first, second = (row["invite"] for row in table["seats"][1:])
    bob.post(f"/api/invites/{first}")
    status, told = bob.ask("POST", f"/api/invites/{second}")

    assert (status, told["error"]) == (409, "rated")
