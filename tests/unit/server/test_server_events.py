"""Ratings, players' pages and events, as players use them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from people import Person, finish
from starlette.testclient import TestClient

from albion.engine.errors import DataError
from albion.server import events
from albion.server.clock import now_ms, told_by
from albion.server.errors import RequestError
from albion.server.events import Club
from albion.server.forecasts import Forecasts
from albion.server.ratings import places
from albion.server.responses import Outcome
from albion.server.store import BusyError, Store
from albion.server.store.events import EventRow
from albion.server.store.rows import MatchRow


def sweep(client: TestClient) -> None:
    """What the server does by itself every few seconds."""
    state: Any = client.app.state  # type: ignore[attr-defined]
    assert client.portal is not None
    client.portal.call(state.ratings.count_new)
    client.portal.call(state.club.go_on)


@pytest.fixture
def cat(client: TestClient) -> Person:
    return Person(client, "Cat")


def rated_match(one: Person, other: Person) -> str:
    table = one.create(seats={"north": "human", "south": "open"}, rated=True)
    other.post(f"/api/invites/{table['seats'][1]['invite']}")
    finish(table["match"], one, other)
    return str(table["match"])


def ratings(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.get("/api/ratings/hands/2")["ratings"]
    return found


def test_a_rated_match_moves_both_ratings_and_narrows_their_intervals(
    client: TestClient, ann: Person, bob: Person
) -> None:
    match = rated_match(ann, bob)
    table = ann.get(f"/api/matches/{match}")
    sweep(client)
    first = {r["player"]: r for r in ratings(ann)}
    won = {p["player"]: p["seat"] in table["outcome"]["winners"] for p in table["seats"]}
    rated_match(ann, bob)
    sweep(client)
    second = {r["player"]: r for r in ratings(ann)}

    assert table["rated"] and set(first) == {"Ann", "Bob"}
    if won["Ann"] != won["Bob"]:
        assert (first["Ann"]["rating"] > first["Bob"]["rating"]) == won["Ann"]
    assert all(r["low"] < r["rating"] < r["high"] and r["matches"] == 1 for r in first.values())
    assert all(second[p]["high"] - second[p]["low"] < first[p]["high"] - first[p]["low"] for p in first)


def test_a_result_counts_however_busy_the_server_is(
    client: TestClient, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dice luck is worked out by a process that others can keep busy: else they could make a loss disappear."""

    async def busy(*_: Any) -> Any:
        raise RequestError(503, "busy", "this takes too long right now: try again later")

    monkeypatch.setattr(Forecasts, "run", busy)
    rated_match(ann, bob)
    sweep(client)

    assert [r["matches"] for r in ratings(ann)] == [1, 1]


def test_an_event_that_cannot_go_on_does_not_stop_the_others(
    client: TestClient, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []

    async def fails(self: Club, event: EventRow) -> None:
        looked_at.append(event.id)
        raise DataError("its options are not known any more")

    monkeypatch.setattr(Club, "_go_on", fails)
    events = []
    for _ in range(2):
        event = ann.post("/api/events", {"game": "hands", "kind": "league", "title": "Cup"})["id"]
        bob.post(f"/api/events/{event}/players")
        ann.post(f"/api/events/{event}/start")
        events.append(event)
    looked_at.clear()
    sweep(client)

    assert set(looked_at) == set(events)


def test_a_match_is_counted_once(client: TestClient, ann: Person, bob: Person) -> None:
    rated_match(ann, bob)
    sweep(client)
    before = ratings(ann)
    sweep(client)

    assert ratings(ann) == before and before[0]["matches"] == 1


def test_forks_imports_and_unrated_matches_never_count(client: TestClient, ann: Person, bob: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    finish(match, ann)
    fork = ann.post(f"/api/matches/{match}/fork", {"at": 0, "seats": {"north": "human", "south": "human"}})[
        "match"
    ]
    finish(fork, ann)
    ann.post("/api/records", {"text": ann.get(f"/api/matches/{match}/record"), "title": "again"})
    sweep(client)
    mine = ann.get("/api/players/me")

    assert ratings(ann) == [] and mine["ratings"] == []
    assert {m["match"] for m in mine["matches"]} == {match} and not mine["matches"][0]["rated"]
    assert bob.get(f"/api/players/{mine['handle']}")["matches"] == [], "it was private"


def test_a_rated_match_has_one_person_on_each_seat(ann: Person) -> None:
    for seats in ({"north": "human", "south": "human"}, {"north": "human", "south": "bot:random"}):
        status, told = ann.ask("POST", "/api/matches", {"game": "hands", "seats": seats, "rated": True})

        assert status == 409 and told["error"] == "rated"


def test_whoever_leaves_the_table_is_behind_all_who_stayed() -> None:
    outcome = Outcome({"a": 9, "b": 5, "c": 5, "d": 1}, ["a"], [])

    assert places(outcome) == {"a": 1, "b": 2, "c": 2, "d": 4}
    assert places(outcome, ["a", "b"]) == {"c": 1, "d": 2, "a": 3, "b": 4}


def test_a_players_page_tells_results_by_game_and_seat(client: TestClient, ann: Person, bob: Person) -> None:
    for _ in range(2):
        rated_match(ann, bob)
    sweep(client)
    mine = ann.get("/api/players/me")
    shown = bob.get(f"/api/players/{mine['handle']}")

    assert mine["you"] and not shown["you"] and shown["name"] == "Ann"
    assert [(r["seat"], r["matches"]) for r in shown["records"]] == [("north", 2)]
    assert shown["records"][0]["won"] == sum(m["place"] == 1 for m in shown["matches"])
    assert len(shown["matches"]) == 2 and "p_" not in str(shown)
    assert bob.ask("GET", "/api/players/nobody")[0] == 404


def started(creator: Person, others: Sequence[Person], **asked: Any) -> str:
    event = creator.post("/api/events", {"game": "hands", "title": "Cup", **asked})["id"]
    for person in others:
        person.post(f"/api/events/{event}/players", {})
    creator.post(f"/api/events/{event}/start", {})
    return str(event)


def play_round(client: TestClient, event: str, people: Sequence[Person]) -> dict[str, Any]:
    """Play every table that is running; the event after that."""
    for table in people[0].get(f"/api/events/{event}")["tables"]:
        if table["status"] == "running":
            finish(table["match"], *people)
    sweep(client)
    told: dict[str, Any] = people[0].get(f"/api/events/{event}")
    return told


def test_a_round_robin_seats_its_rounds_by_itself(
    client: TestClient, ann: Person, bob: Person, cat: Person
) -> None:
    people = (ann, bob, cat)
    event = started(ann, (bob, cat))
    for number in (1, 2, 3):
        now = ann.get(f"/api/events/{event}")
        assert (now["status"], now["round"], len(now["tables"])) == ("running", number, number)
        now = play_round(client, event, people)
    met = {frozenset(s["player"] for s in t["seats"]) for t in now["tables"]}

    assert now["status"] == "over" and len(met) == 3
    assert sum(s["points"] for s in now["standings"]) == pytest.approx(3 + 3 * 0.5)
    assert [s["points"] for s in now["standings"]] == sorted(
        (s["points"] for s in now["standings"]), reverse=True
    )
    assert {r["player"] for r in ratings(ann)} == {"Ann", "Bob", "Cat"}, "matches of events are rated"


def test_a_league_sets_all_tables_at_once(client: TestClient, ann: Person, bob: Person, cat: Person) -> None:
    event = started(ann, (bob, cat), kind="league")
    now = ann.get(f"/api/events/{event}")
    done = play_round(client, event, (ann, bob, cat))

    assert len(now["tables"]) == 3 and done["status"] == "over"


def test_a_swiss_event_goes_on_without_those_who_withdraw(
    client: TestClient, ann: Person, bob: Person, cat: Person
) -> None:
    people = (ann, bob, cat)
    event = started(ann, (bob, cat), kind="swiss", rounds=2)
    cat.ask("DELETE", f"/api/events/{event}/players", None)
    now = play_round(client, event, people)
    last = [{s["player"] for s in t["seats"]} for t in now["tables"] if t["round"] == 2]

    assert last == [{"Ann", "Bob"}]
    assert next(s for s in now["standings"] if s["player"] == "Cat")["gone"]


def test_nobody_withdraws_from_an_event_that_is_over(client: TestClient, ann: Person, bob: Person) -> None:
    """A fault once: whoever did so stood there as withdrawn for ever."""
    event = started(ann, (bob,))
    over = play_round(client, event, (ann, bob))
    refused = bob.ask("DELETE", f"/api/events/{event}/players", None)

    assert over["status"] == "over"
    assert refused[0] == 409 and refused[1]["error"] == "over"
    assert ann.get(f"/api/events/{event}")["standings"] == over["standings"]


def test_who_withdrew_from_a_full_event_may_return(
    ann: Person, bob: Person, cat: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = started(ann, (bob, cat), kind="swiss", rounds=2)
    monkeypatch.setattr(events, "_MOST", 3)
    cat.ask("DELETE", f"/api/events/{event}/players", None)

    assert cat.ask("POST", f"/api/events/{event}/players", {})[0] == 200


def test_who_withdraws_and_returns_gets_no_points_for_the_rounds_between(
    client: TestClient, ann: Person, bob: Person, cat: Person
) -> None:
    people = (ann, bob, cat, Person(client, "Dan"))
    event = started(ann, people[1:], kind="swiss", rounds=3)
    cat.ask("DELETE", f"/api/events/{event}/players", None)
    play_round(client, event, people)
    cat.post(f"/api/events/{event}/players", {})
    standings = play_round(client, event, people)["standings"]
    hers = next(s for s in standings if s["player"] == "Cat")

    assert hers["played"] == 1 and hers["byes"] == 0
    assert sum(s["points"] for s in standings) == pytest.approx(3.5), "three tables and one bye, no more"
    assert sum(s["byes"] for s in standings) == 1, "of the three who were left one had no table"


def test_nobody_is_brought_down_after_the_end(client: TestClient, ann: Person, bob: Person) -> None:
    """Whoever leaves a table ranks last: but not whoever has played to the end and stays away afterwards."""
    event = started(ann, (bob,), rounds=1)
    before = play_round(client, event, (ann, bob))
    path = f"/api/matches/{before['tables'][0]['match']}"
    later = now_ms() + 30 * 24 * 3600_000
    refused = []
    with told_by(lambda: later):
        for seat in ("north", "south"):
            for to in ("bot:random", "open"):
                refused.append(ann.ask("POST", f"{path}/seats/{seat}", {"to": to}))
        refused.append(bob.ask("POST", f"{path}/resign", {}))
    after = ann.get(f"/api/events/{event}")

    assert {(status, told["error"]) for status, told in refused} == {(409, "over")}
    assert after["standings"] == before["standings"] and after["tables"] == before["tables"]


def test_a_result_is_not_that_of_somebody_who_left_before_the_first_answer(
    client: TestClient, ann: Person, bob: Person, cat: Person
) -> None:
    table = ann.create(seats={"north": "human", "south": "open"}, rated=True)
    opened = ann.post(f"/api/matches/{table['match']}/seats/north", {"to": "open"})
    for person, seat in zip((bob, cat), opened["seats"], strict=True):
        person.post(f"/api/invites/{seat['invite']}")
    finish(table["match"], bob, cat)
    sweep(client)

    assert {r["player"] for r in ratings(ann)} == {"Bob", "Cat"}


def test_what_cannot_be_done_with_an_event_is_refused(ann: Person, bob: Person, cat: Person) -> None:
    event = ann.post("/api/events", {"game": "hands"})["id"]

    assert ann.ask("POST", f"/api/events/{event}/start", {})[1]["error"] == "few"
    bob.post(f"/api/events/{event}/players", {})
    assert bob.ask("POST", f"/api/events/{event}/start", {})[0] == 403
    ann.post(f"/api/events/{event}/start", {})
    assert ann.ask("POST", f"/api/events/{event}/start", {})[1]["error"] == "begun"
    assert cat.ask("POST", f"/api/events/{event}/players", {})[1]["error"] == "begun"
    assert ann.ask("GET", "/api/events/none", None)[0] == 404
    assert [e["id"] for e in cat.get("/api/events")["events"]] == [event]


@pytest.mark.parametrize("before_death", [0, 1])
def test_a_round_that_was_half_seated_when_the_server_died_is_seated_to_the_end(
    before_death: int,
    serve: Callable[..., TestClient],
    ann: Person,
    bob: Person,
    cat: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = ann.post("/api/events", {"game": "hands"})["id"]
    for person in (bob, cat, Person(ann.client, "Dan")):
        person.post(f"/api/events/{event}/players", {})
    create, made = Store.create, list[str]()

    async def dying(store: Store, match: MatchRow, *rest: Any) -> bool:
        if len(made) >= before_death:
            raise BusyError("killed")
        made.append(match.id)
        return await create(store, match, *rest)

    monkeypatch.setattr(Store, "create", dying)
    assert ann.ask("POST", f"/api/events/{event}/start", {})[0] == 503
    monkeypatch.setattr(Store, "create", create)
    sweep(serve())
    tables = ann.get(f"/api/events/{event}")["tables"]
    games = [ann.get(f"/api/matches/{table['match']}") for table in tables]

    assert len(games) == 2 and set(made) <= {game["match"] for game in games}
    assert sorted(s["player"] for game in games for s in game["seats"]) == ["Ann", "Bob", "Cat", "Dan"]


def test_two_processes_that_seat_the_same_round_make_each_table_once(
    client: TestClient, serve: Callable[..., TestClient], ann: Person, bob: Person
) -> None:
    event = started(ann, (bob,), kind="swiss", rounds=2)
    other = serve()
    finish(ann.get(f"/api/events/{event}")["tables"][0]["match"], ann, bob)
    both = [threading.Thread(target=sweep, args=(server,)) for server in (client, other)]
    for one in both:
        one.start()
    for one in both:
        one.join()

    assert [t["round"] for t in ann.get(f"/api/events/{event}")["tables"]] == [1, 2]
    assert len(ann.get("/api/matches")["matches"]) == 2


def test_no_league_is_larger_than_people_play(client: TestClient, ann: Person) -> None:
    """Sixty names of one person would be 1,770 matches by one press of a button."""
    event = ann.post("/api/events", {"game": "hands", "kind": "league"})["id"]
    state: Any = client.app.state  # type: ignore[attr-defined]
    assert client.portal is not None
    for n in range(59):
        client.portal.call(state.club.events.join, event, f"p_{n}", n, "open")
    status, told = ann.ask("POST", f"/api/events/{event}/start")

    assert (status, told["error"]) == (409, "tables") and "1770 tables" in told["message"]
    assert ann.get(f"/api/events/{event}")["tables"] == []


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "turn", "minutes": 60, "increment": 5},
        {"kind": "bank", "minutes": 60, "at_zero": "bot:nobody"},
    ],
)
def test_a_clock_by_which_no_table_could_be_played_is_refused_at_once(
    ann: Person, clock: dict[str, Any]
) -> None:
    """Otherwise the event would begin, and none of its tables ever be seated."""
    status, told = ann.ask("POST", "/api/events", {"game": "hands", "clock": clock})

    assert (status, told["error"]) == (400, "malformed")
    assert ann.get("/api/events")["events"] == []


def test_the_link_of_a_table_made_private_is_not_told_to_everybody(
    ann: Person, bob: Person, cat: Person
) -> None:
    event = started(ann, (bob,))
    match = ann.get(f"/api/events/{event}")["tables"][0]["match"]
    ann.ask("PATCH", f"/api/matches/{match}", {"public": False})

    assert cat.get(f"/api/events/{event}")["tables"][0]["watch"] == ""
    assert cat.ask("GET", f"/api/matches/{match}")[0] == 403


@pytest.mark.parametrize("comes", [True, False])
def test_who_joins_or_withdraws_while_the_first_round_is_planned_is_planned_for(
    client: TestClient, ann: Person, bob: Person, cat: Person, monkeypatch: pytest.MonkeyPatch, comes: bool
) -> None:
    event = ann.post("/api/events", {"game": "hands", "kind": "league"})["id"]
    for person in (bob,) if comes else (bob, cat):
        person.post(f"/api/events/{event}/players")
    planned, club = Club._planned, client.app.state.club  # type: ignore[attr-defined]
    meanwhile = [club.join if comes else club.leave]

    async def slowly(self: Club, *rest: Any) -> Any:
        found = await planned(self, *rest)
        if meanwhile:
            await meanwhile.pop()(event, cat.id)
        return found

    monkeypatch.setattr(Club, "_planned", slowly)
    told = ann.post(f"/api/events/{event}/start")
    sitting = {s["player"] for t in told["tables"] for s in t["seats"]}

    assert (
        sitting
        == {s["player"] for s in told["standings"]}
        == ({"Ann", "Bob", "Cat"} if comes else {"Ann", "Bob"})
    )
