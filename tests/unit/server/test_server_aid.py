"""No bot helps with the position of a match that other people play, by whichever way it is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from people import Person, finish
from starlette.testclient import TestClient

from albion.games import GAMES
from albion.server import aid


@pytest.fixture
def people(serve: Callable[..., TestClient]) -> tuple[Person, Person]:
    client = serve(games="albion.games:GAMES")
    return Person(client, "Ann"), Person(client, "Bob")


def against(ann: Person, bob: Person, game: str = "boudicca", **more: Any) -> str:
    """A match of Ann against Bob that has begun."""
    first, second = GAMES[game].seats(GAMES[game].options_type())
    table = ann.create(game, seats={first: "human", second: "open"}, **more)
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    return str(table["match"])


def refusal(person: Person, path: str, body: object) -> tuple[int, str]:
    status, told = person.ask("POST", path, body)
    return status, told.get("error", "")


def test_a_fork_of_it_gets_neither_hints_nor_studies_nor_bots(people: tuple[Person, Person]) -> None:
    ann, bob = people
    match = against(ann, bob)
    mine = next(p for p in people if p.get(f"/api/matches/{match}")["decision"]["mine"])
    fork = mine.post(f"/api/matches/{match}/fork", {})["match"]
    again = mine.post(f"/api/matches/{fork}/fork", {})["match"]
    mine.ask("DELETE", f"/api/matches/{fork}")
    seat = mine.get(f"/api/matches/{again}")["decision"]["seat"]

    assert refusal(mine, f"/api/matches/{again}/hints", {}) == (409, "running")
    assert refusal(mine, f"/api/matches/{again}/study", {}) == (409, "running")
    assert refusal(mine, f"/api/matches/{again}/seats/{seat}", {"to": "bot:steady"}) == (409, "running")
    assert refusal(mine, f"/api/matches/{again}/resign", {}) == (409, "running")
    assert refusal(mine, f"/api/matches/{match}/fork", {"seats": {seat: "bot:master"}}) == (409, "running")
    mine.post(f"/api/matches/{again}/seats/{seat}", {"to": "bot:random"})


def test_a_game_of_ones_own_that_stands_the_same_gets_no_hints(people: tuple[Person, Person]) -> None:
    ann, bob = people
    against(ann, bob)
    seats = dict.fromkeys(GAMES["boudicca"].seats(GAMES["boudicca"].options_type()), "human")
    alone = ann.create("boudicca", seats=seats)["match"]
    others = bob.create("boudicca", options={"fifth_town": True}, seats=seats)["match"]

    assert refusal(ann, f"/api/matches/{alone}/hints", {}) == (409, "running")
    assert refusal(bob, f"/api/matches/{others}/hints", {})[0] in (200, 503), "another game altogether"


def test_nor_does_a_fork_of_it(people: tuple[Person, Person]) -> None:
    ann, bob = people
    against(ann, bob)
    seats = dict.fromkeys(GAMES["boudicca"].seats(GAMES["boudicca"].options_type()), "human")
    alone = ann.create("boudicca", seats=seats)["match"]
    fork = ann.post(f"/api/matches/{alone}/fork", {})["match"]
    again = ann.post(f"/api/matches/{fork}/fork", {})["match"]

    for match in (fork, again):
        assert refusal(ann, f"/api/matches/{match}/hints", {}) == (409, "running")
        assert refusal(ann, f"/api/matches/{match}/study", {}) == (409, "running")


def test_nor_one_that_came_to_stand_the_same_by_other_answers(people: tuple[Person, Person]) -> None:
    ann, bob = people
    game = GAMES["redux-core"]
    seats = list(game.seats(game.options_type()))
    table = ann.create("redux-core", seats=dict.fromkeys(seats[:-1], "human"))
    bob.post(f"/api/invites/{table['seats'][-1]['invite']}")
    alone, other = (ann.create("redux-core", seats=dict.fromkeys(seats, "human"))["match"] for _ in range(2))
    one, two, three, *_ = (answer["action"] for answer in table["decision"]["actions"])
    for match, answers in (
        (table["match"], (one, two)),
        (alone, (two, one, "from essex")),
        (other, (one, three)),
    ):
        for answer in answers:
            ann.play(match, answer)

    assert refusal(ann, f"/api/matches/{alone}/hints", {}) == (409, "running")
    assert refusal(ann, f"/api/matches/{other}/hints", {})[0] in (200, 503), "that looks otherwise"


def test_a_match_others_may_still_join_gets_no_hints(ann: Person) -> None:
    table = ann.create(seats={"north": "human", "south": "open"})
    status, told = ann.ask("POST", f"/api/matches/{table['match']}/hints", {})

    assert (status, told["error"]) == (409, "hints")
    assert told["message"].endswith("a seat of this table is open to other people")


def test_once_it_is_over_everything_may_be_asked_of_its_forks(ann: Person, bob: Person, joined: str) -> None:
    fork = ann.post(f"/api/matches/{joined}/fork", {"at": 0})["match"]
    before = refusal(ann, f"/api/matches/{fork}/study", {"bot": "random"})
    finish(joined, ann, bob)

    assert before == (409, "running")
    assert ann.post(f"/api/matches/{fork}/study", {"bot": "random"})["games"] > 1


def test_tables_where_one_waits_alone_forbid_no_hints_unless_rated(people: tuple[Person, Person]) -> None:
    """A fault once: an invitation that nobody had taken up kept every new game from its first hints."""
    ann, bob = people
    first, second = GAMES["boudicca"].seats(GAMES["boudicca"].options_type())
    waiting = ann.create("boudicca", seats={first: "human", second: "open"})
    alone = ann.create("boudicca", seats=dict.fromkeys((first, second), "human"))["match"]

    assert refusal(ann, f"/api/matches/{alone}/hints", {})[0] in (200, 503)
    bob.post(f"/api/invites/{waiting['seats'][1]['invite']}")
    assert refusal(ann, f"/api/matches/{alone}/hints", {}) == (409, "running")


def test_a_rated_match_with_an_open_seat_forbids_hints_elsewhere(people: tuple[Person, Person]) -> None:
    ann, _ = people
    first, second = GAMES["boudicca"].seats(GAMES["boudicca"].options_type())
    ann.create("boudicca", seats={first: "human", second: "open"}, rated=True)
    alone = ann.create("boudicca", seats=dict.fromkeys((first, second), "human"))["match"]

    assert refusal(ann, f"/api/matches/{alone}/hints", {}) == (409, "running")


def test_many_later_matches_do_not_hide_the_one_that_others_play(
    people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault once: of a player's matches only the 200 that had changed last were compared."""
    monkeypatch.setattr(aid, "_MOST", 3)
    ann, bob = people
    against(ann, bob)
    seats = dict.fromkeys(GAMES["boudicca"].seats(GAMES["boudicca"].options_type()), "human")
    other = {"options": {"fifth_town": True}, "seats": seats}
    for _ in range(5):
        ann.create("boudicca", **other)
    alone = ann.create("boudicca", seats=seats)["match"]
    assert refusal(ann, f"/api/matches/{alone}/hints", {}) == (409, "running")


def test_whoever_plays_too_many_matches_to_be_compared_gets_no_hints(
    people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aid, "_MOST", 3)
    ann, bob = people
    seats = dict.fromkeys(GAMES["boudicca"].seats(GAMES["boudicca"].options_type()), "human")
    alone = ann.create("boudicca", seats=seats)["match"]
    for _ in range(4):
        against(ann, bob, options={"fifth_town": False})

    assert refusal(ann, f"/api/matches/{alone}/hints", {}) == (409, "running")
