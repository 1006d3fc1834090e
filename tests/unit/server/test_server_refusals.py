"""Wrong seats, foreign links, forged cookies, broken messages: a clear refusal, no effect, no leak."""

from __future__ import annotations

from typing import Any

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.server import access
from albion.server.identity import COOKIE


def state(person: Person, match: str) -> tuple[int, Any]:
    table = person.get(f"/api/matches/{match}")
    return table["seq"], table["view"]


def refused(person: Person, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, str]:
    status, told = person.ask(method, path, body, **more)
    assert set(told) >= {"error", "message", "cite", "clauses"} and "Traceback" not in str(told)
    return status, told["error"]


def test_an_answer_out_of_turn_or_for_anothers_seat_has_no_effect(
    ann: Person, bob: Person, joined: str
) -> None:
    before = state(ann, joined)
    path = f"/api/matches/{joined}/actions"

    assert refused(bob, "POST", path, {"seq": 0, "action": "end"}) == (403, "not-your-turn")
    assert refused(bob, "POST", path, {"seq": 0, "action": "end", "seat": "north"}) == (403, "foreign")
    assert refused(bob, "POST", f"/api/matches/{joined}/explain", {"action": "end"}) == (403, "not-your-turn")
    assert refused(bob, "POST", f"/api/matches/{joined}/odds", {"action": "end"}) == (403, "not-your-turn")
    assert state(ann, joined) == before


def test_strangers_neither_see_nor_touch_a_private_match(
    client: TestClient, ann: Person, joined: str
) -> None:
    eve, before = Person(client, "Eve"), state(ann, joined)
    calls: list[tuple[str, str, Any]] = [
        ("GET", "", None),
        ("GET", "/entries", None),
        ("GET", "/chat", None),
        ("GET", "/record", None),
        ("GET", "/line", None),
        ("GET", "/notes", None),
        ("GET", "/since", None),
        ("POST", "/actions", {"seq": 0, "action": "end"}),
        ("POST", "/undo", {"seq": 0}),
        ("POST", "/fork", {}),
        ("POST", "/chat", {"text": "hi"}),
        ("PUT", "/notes", {"text": "hi"}),
        ("POST", "/seats/north", {"to": "open"}),
        ("PATCH", "", {"title": "mine"}),
        ("DELETE", "", None),
    ]

    for method, path, body in calls:
        assert refused(eve, method, f"/api/matches/{joined}{path}", body) == (403, "foreign"), path
    assert state(ann, joined) == before


def test_a_wrong_watch_link_opens_nothing_and_the_right_one_only_the_public_side(
    ann: Person, nobody: Person, joined: str
) -> None:
    watch = ann.get(f"/api/matches/{joined}")["watch"]
    table = nobody.get(f"/api/matches/{joined}", watch=watch)

    assert (
        table["perspective"] is None and table["view"]["hand"] == [] and table["decision"]["actions"] is None
    )
    assert table["watch"] is None and all(seat["invite"] is None for seat in table["seats"])
    assert refused(nobody, "GET", f"/api/matches/{joined}?watch=nonsense") == (403, "foreign")
    assert refused(nobody, "GET", f"/api/matches/{joined}?watch={watch}&seat=north") == (403, "foreign")
    assert nobody.get(f"/api/watch/{watch}") == {"match": joined}


def test_forged_identities_are_nobody(client: TestClient, ann: Person, joined: str) -> None:
    forged = ann.token[:-3] + ("AAA" if ann.token[-3:] != "AAA" else "BBB")
    path = f"/api/matches/{joined}"

    by_cookie = client.get("/api/me", headers={"cookie": f"{COOKIE}={forged}"}).json()
    by_token = client.get(path, headers={"authorization": f"Bearer {forged}"})
    good = client.get(path, headers={"cookie": f"{COOKIE}={ann.token}"})
    assert by_cookie == {"player": None, "name": None}
    assert (by_token.status_code, by_token.json()["error"]) == (403, "foreign")
    assert good.status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"seq": 0}',
        b'{"seq": "0", "action": "end"}',
        b'{"seq": 0, "action": "end", "extra": 1}',
        b'{"seq": -1, "action": "end"}',
        b'{"seq": 0, "action": "fly moon"}',
        b'{"seq": 0, "action": "lay 77"}',
        b'{"seq": 0, "action": "lay"}',
        b'{"seq": 0, "action": "\\ud800"}',
        b'{"seq": 0, "action": "end\\u0000"}',
        b'{"seq": 1e400, "action": "end"}',
    ],
)
def test_malformed_bodies_are_refused(client: TestClient, ann: Person, joined: str, body: bytes) -> None:
    before = state(ann, joined)
    headers = {**ann.headers, "content-type": "application/json"}
    answer = client.post(f"/api/matches/{joined}/actions", content=body, headers=headers)

    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    assert state(ann, joined) == before


def test_unknown_things_are_unknown(ann: Person) -> None:
    for path in (
        "/api/matches/m_none",
        "/api/matches/%00",
        "/api/games/chess",
        "/api/invites/x",
        "/api/watch/x",
        "/api/x",
    ):
        assert refused(ann, "GET", path) == (404, "unknown"), path
    assert refused(ann, "PUT", "/api/games") == (405, "method")
    assert refused(ann, "POST", "/api/matches", {"game": "chess"}) == (404, "unknown")


def test_wrong_set_ups_are_refused_in_a_sentence(ann: Person) -> None:
    for more in (
        {"seats": {"east": "human"}},
        {"seats": {"north": "bot:genius"}},
        {"options": {"players": 9}},
    ):
        assert refused(ann, "POST", "/api/matches", {"game": "hands", **more}) == (400, "malformed")
    assert ann.get("/api/matches") == {"matches": []}


def test_oversized_bodies_are_refused_before_they_are_read(client: TestClient, ann: Person) -> None:
    big = {"name": "x" * 70_000}
    chunks = (b"x" * 10_000 for _ in range(20))
    chunked = client.post("/api/me", content=chunks, headers={"content-type": "application/json"})

    assert refused(ann, "POST", "/api/me", big) == (413, "oversized")
    assert (chunked.status_code, chunked.json()["error"]) == (413, "oversized")
    assert refused(ann, "POST", "/api/records", {"text": "x" * 1_100_000}) == (413, "oversized")


def test_a_title_that_shows_nothing_is_none(ann: Person) -> None:
    made = [ann.create(title=title)["title"] for title in ("\u200b\u200d", " ", "\u3164", "Kent 🏰")]

    assert made == ["Hands", "Hands", "Hands", "Kent 🏰"]


def test_a_seat_is_handed_on_only_when_abandoned(ann: Person, bob: Person, joined: str) -> None:
    ann.play(joined, "end")
    path = f"/api/matches/{joined}/seats/south"
    assert refused(ann, "POST", path, {"to": "bot:random"}) == (409, "not-abandoned")
    assert refused(bob, "POST", f"/api/matches/{joined}/seats/north", {"to": "open"}) == (403, "foreign")
    left = bob.post(path, {"to": "bot:random"})

    assert left["you"]["seats"] == [] and left["view"]["hand"] == []
    assert ann.get(f"/api/matches/{joined}")["seats"][1]["bot"] == "random"
    assert refused(bob, "POST", f"/api/matches/{joined}/actions", {"seq": 1, "action": "end"}) == (
        403,
        "foreign",
    )


def test_the_creator_replaces_a_player_who_has_not_been_seen_for_long(
    ann: Person, bob: Person, joined: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "ONLINE", -1)
    monkeypatch.setitem(access.ABANDONED, "live", -1)
    path = f"/api/matches/{joined}/seats/south"
    assert refused(ann, "POST", path, {"to": "open"}) == (409, "consent"), "Ann could look into Bob's hand"
    table = ann.post(path, {"to": "bot:random"})

    assert table["seats"][1]["bot"] == "random"
    assert refused(bob, "GET", f"/api/matches/{joined}") == (403, "foreign")


def test_our_own_bugs_tell_nothing_but_a_number(
    client: TestClient, ann: Person, joined: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import hands

    def broken(self: Any, s: Any, seat: Any) -> Any:
        raise RuntimeError(f"secret {s.hands}")

    with monkeypatch.context() as patch:
        patch.setattr(hands.HandsGame, "view", broken)
        status, told = ann.ask("GET", f"/api/matches/{joined}")

    assert (status, told["error"]) == (500, "internal")
    assert "secret" not in str(told) and "10" not in told["message"].partition("report")[0]
    assert state(ann, joined)[0] == 0
