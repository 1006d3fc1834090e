"""A match stays with the rules it began with, until its players agree to go on under new ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hands
import pytest
from people import Person, finish
from starlette.testclient import TestClient


@pytest.fixture
def later(
    serve: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[Person, ...]]:
    """The same people at a server whose game has changed."""

    def upgrade(*people: Person, places: int = hands.PLACES) -> tuple[Person, ...]:
        monkeypatch.setattr(hands.HandsGame, "version", 2)
        monkeypatch.setattr(hands, "PLACES", places)
        client = serve()
        again = []
        for person in people:
            other = Person(client, None)
            other.headers, other.id = person.headers, person.id
            again.append(other)
        return tuple(again)

    return upgrade


def play(person: Person, match: str, action: str) -> tuple[int, Any]:
    seq = person.get(f"/api/matches/{match}")["seq"]
    return person.ask("POST", f"/api/matches/{match}/actions", {"seq": seq, "action": action})


def test_a_match_does_not_go_on_silently_under_new_rules(
    ann: Person, bob: Person, joined: str, later: Callable[..., tuple[Person, ...]]
) -> None:
    ann.play(joined, "lay 2")
    ann, bob = later(ann, bob)
    table = ann.get(f"/api/matches/{joined}")
    status, told = play(ann, joined, "lay 1")

    assert (table["version"], table["outdated"], table["n"]) == (1, True, 1)
    assert (status, told["error"]) == (409, "rules") and "version 1" in told["message"]
    assert "version: 1" in ann.get(f"/api/matches/{joined}/record")


def test_it_goes_on_when_everybody_agrees_and_all_are_told(
    ann: Person, bob: Person, joined: str, later: Callable[..., tuple[Person, ...]]
) -> None:
    ann.play(joined, "lay 2")
    ann, bob = later(ann, bob)
    asked = ann.post(f"/api/matches/{joined}/migrate")
    assert asked["outdated"] and asked["proposal"]["kind"] == "migrate"
    bob.post(f"/api/matches/{joined}/proposal", {"id": asked["proposal"]["id"], "agree": True})
    table = ann.get(f"/api/matches/{joined}")
    said = [c["text"] for c in bob.get(f"/api/matches/{joined}/chat")["chat"]]

    assert (table["version"], table["outdated"], table["n"]) == (2, False, 1)
    assert table["migrated"] == [{"n": 1, "version": 2}] and not table["undo"]["possible"]
    assert said[-1] == ("The match began with version 1 of the rules. From move 1 on it follows version 2.")
    assert play(ann, joined, "lay 1")[0] == 200
    status, told = ann.ask("GET", f"/api/matches/{joined}/record")
    assert (status, told["error"]) == (409, "record")


def test_answers_that_no_longer_fit_are_taken_back_and_counted(
    ann: Person, later: Callable[..., tuple[Person, ...]]
) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    for action in ("lay 1", "lay 2"):
        ann.play(match, action)
    (ann,) = later(ann, places=1)
    table = ann.post(f"/api/matches/{match}/migrate")
    said = [c["text"] for c in ann.get(f"/api/matches/{match}/chat")["chat"]]

    assert (table["n"], table["view"]["tokens"]["north"]) == (1, 1)
    assert said[-1].endswith(
        "From move 1 on it follows version 2; 1 answer that no longer fits is taken back."
    )
    assert [a["action"] for a in table["decision"]["actions"]] == ["end"]
    assert play(ann, match, "end")[0] == 200


def test_setting_standing_orders_answers_nothing_under_the_new_rules(
    ann: Person, later: Callable[..., tuple[Person, ...]]
) -> None:
    """By them "end" is the only answer left, and would give itself."""
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    for action in ("lay 1", "lay 2"):
        ann.play(match, action)
    (ann,) = later(ann, places=1)
    before = ann.get(f"/api/matches/{match}")
    set_so = ann.ask("PUT", f"/api/matches/{match}/orders", {"orders": {}})[0]
    after = ann.get(f"/api/matches/{match}")

    assert set_so == 200 and (after["seq"], after["turn"]) == (before["seq"], before["turn"])


def test_nobody_goes_back_in_a_match_that_waits_for_consent_to_the_new_rules(
    ann: Person, bob: Person, joined: str, later: Callable[..., tuple[Person, ...]]
) -> None:
    for action in ("lay 1", "lay 2"):
        ann.play(joined, action)
    ann.post(f"/api/matches/{joined}/undo", {"seq": 2, "to": 0})
    asked = ann.get(f"/api/matches/{joined}")
    ann, bob = later(ann, bob, places=1)
    answer = {"id": asked["proposal"]["id"], "agree": True}
    status, told = bob.ask("POST", f"/api/matches/{joined}/proposal", answer)
    shown = ann.get(f"/api/matches/{joined}")

    assert asked["undo"]["possible"] and not shown["undo"]["possible"]
    assert (status, told["error"]) == (409, "rules")
    assert bob.post(f"/api/matches/{joined}/proposal", {**answer, "agree": False})["proposal"] is None


def test_bots_wait_too(ann: Person, later: Callable[..., tuple[Person, ...]]) -> None:
    match = ann.create(seats={"north": "human", "south": "bot:random"}, options={"rounds": 40})["match"]
    (ann,) = later(ann)
    table = ann.get(f"/api/matches/{match}")

    assert table["outdated"] and ann.post(f"/api/matches/{match}/migrate")["version"] == 2


def test_an_unchanged_match_is_not_migrated(ann: Person, joined: str) -> None:
    table = ann.post(f"/api/matches/{joined}/migrate")

    assert (table["version"], table["seq"], table["migrated"]) == (1, 0, [])


def test_a_rated_match_under_new_rules_is_rated_no_longer_but_keeps_its_result(
    ann: Person, bob: Person, later: Callable[..., tuple[Person, ...]]
) -> None:
    made = ann.create(seats={"north": "human", "south": "open"}, rated=True)
    match = made["match"]
    bob.post(f"/api/invites/{made['seats'][1]['invite']}")
    ann, bob = later(ann, bob)
    asked = ann.post(f"/api/matches/{match}/migrate")
    bob.post(f"/api/matches/{match}/proposal", {"id": asked["proposal"]["id"], "agree": True})
    said = [c["text"] for c in bob.get(f"/api/matches/{match}/chat")["chat"]]
    table = finish(match, ann, bob)
    state: Any = ann.client.app.state  # type: ignore[attr-defined]
    assert ann.client.portal is not None
    ann.client.portal.call(state.ratings.count_new)
    mine = ann.get("/api/players/me")

    assert asked["rated"] and not table["rated"]
    assert said[-2].endswith("The match would no longer be rated. Everybody must agree.")
    assert said[-1].endswith("it follows version 2. It is no longer rated.")
    assert mine["ratings"] == [] and [(m["match"], m["rated"]) for m in mine["matches"]] == [(match, False)]
