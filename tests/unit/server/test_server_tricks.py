"""Tricks a player or creator may try: two requests at once, links kept from before, another's name."""

from __future__ import annotations

import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from people import Person, finish
from processes import Server
from starlette.testclient import TestClient

from albion.server.names import alike


def test_holidays_asked_for_at_once_are_no_more_than_one_after_the_other(ann: Person) -> None:
    def take(month: int) -> int:
        asked = {"begins": f"2127-{month:02d}-01T00:00:00Z", "ends": f"2127-{month:02d}-28T00:00:00Z"}
        return ann.client.post("/api/me/holidays", json=asked, headers=ann.headers).status_code

    with ThreadPoolExecutor(8) as many:
        told = list(many.map(take, range(1, 9)))

    assert sorted(told) == [201, *[409] * 7]
    assert len(ann.get("/api/me/holidays")["holidays"]) == 1


def test_a_match_is_not_deleted_under_somebody_who_sits_down_at_another_server(
    serve: Callable[..., TestClient], client: TestClient, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ann.create(seats={"north": "human", "south": "open"})
    store = client.app.state.tables.store  # type: ignore[attr-defined]
    bob, delete = Person(serve(), "Bob"), store.delete

    async def late(match: str, rev: int) -> bool:
        monkeypatch.undo()
        with ThreadPoolExecutor(1) as other:
            other.submit(bob.post, f"/api/invites/{made['seats'][1]['invite']}").result()
        return bool(await delete(match, rev))

    monkeypatch.setattr(store, "delete", late)
    status, told = ann.ask("DELETE", f"/api/matches/{made['match']}")

    assert (status, told["error"]) == (403, "foreign")
    assert bob.get(f"/api/matches/{made['match']}")["you"]["seats"] == ["south"]


def test_links_from_when_a_match_was_public_lead_nowhere_once_it_is_private(ann: Person, bob: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "open"}, public=True)["match"]
    seen = bob.get(f"/api/matches/{match}")
    invite = seen["seats"][1]["invite"]
    with bob.socket() as watching:
        watching.send_json({"do": "subscribe", "match": match, "watch": seen["watch"]})
        assert watching.receive_json()["type"] == "table"
        status, mine = ann.ask("PATCH", f"/api/matches/{match}", {"public": False})

        assert watching.receive_json()["type"] == "gone"
    assert status == 200 and mine["watch"] != seen["watch"] and mine["seats"][1]["invite"] != invite
    assert bob.ask("GET", f"/api/matches/{match}?watch={seen['watch']}")[0] == 403
    assert bob.ask("GET", f"/api/watch/{seen['watch']}")[0] == 404
    assert bob.ask("POST", f"/api/invites/{invite}")[0] == 404
    assert bob.ask("GET", f"/api/matches/{match}?watch={mine['watch']}")[0] == 200
    assert bob.post(f"/api/invites/{mine['seats'][1]['invite']}")["you"]["seats"] == ["south"]


def test_a_new_name_is_told_at_every_table_and_at_every_server(
    serve: Callable[..., TestClient], ann: Person, bob: Person, joined: str
) -> None:
    elsewhere = Person(serve(), None)
    elsewhere.headers = ann.headers
    assert elsewhere.get(f"/api/matches/{joined}")["seats"][1]["player"] == "Bob"
    with ann.socket() as looking:
        looking.send_json({"do": "subscribe", "match": joined})
        looking.receive_json()
        bob.post("/api/me", {"name": "Robert"})
        told = [looking.receive_json() for _ in range(2)]

    assert told[0]["seats"][1]["player"] == "Robert"
    assert told[1]["line"]["text"] == "Bob is called Robert from now on."
    assert elsewhere.get(f"/api/matches/{joined}")["seats"][1]["player"] == "Robert"
    bob.post("/api/me", {"name": "Robert"})
    assert len(ann.get(f"/api/matches/{joined}/chat")["chat"]) == 2, "the same name is no news"


@pytest.mark.parametrize("name", ["Ann", "ann", "Án n"])
def test_nobody_speaks_in_anothers_name(ann: Person, bob: Person, joined: str, name: str) -> None:
    bob.post("/api/me", {"name": name})
    bob.post(f"/api/matches/{joined}/chat", {"text": "I agree"})
    seq = ann.get(f"/api/matches/{joined}")["seq"]
    ann.play(joined, "end")
    asked = bob.ask("POST", f"/api/matches/{joined}/undo", {"seq": seq + 1, "to": 0})[1]["table"]["proposal"]

    lines = ann.get(f"/api/matches/{joined}/chat")["chat"]
    assert lines[-2]["player"] == f"{name} (south)"
    assert lines[-1]["text"].startswith(f"{name} (south) asks to go back")
    assert (asked["player"], asked["waiting"]) == (f"{name} (south)", ["Ann (north)"])


def test_names_that_look_the_same_at_a_glance() -> None:
    assert alike("Alice", "AIice") and alike("Bob", "B0b") and alike("Mo", "M o")
    assert alike("Axe", "\u0410\u0445\u0435") and alike("Poe", "\u0420\u043e\u0435"), "Cyrillic"
    assert alike("NINO", "\u039d\u0399\u039d\u039f") and alike("vo", "\u03bd\u03bf"), "Greek"
    assert alike("Alec", "\u13aa\u13de\u13ac\u13df") and alike("alec", "\uab7a\uabae\uab7c\uabaf"), "Cherokee"
    assert alike("Bob", "\ua4d0\ua4f3\ua4d0") and alike("Tom", "\u2ca6\u2c9e\u2c98"), "Lisu, Coptic"
    assert alike("Hugo", "\u0570\u057d\u0581\u0585") and not alike("\u0531\u0580\u0561", "Ara"), "Armenian"
    assert alike("Ali", "A|i") and alike("Ira", "\u0131ra")
    assert not alike("Иван", "Анна") and not alike("Ελένη", "Eleni")
    assert not alike("Ann", "Anna") and not alike("Ann", "Bob")


def test_a_signed_record_keeps_the_names_of_those_who_played(
    serve: Callable[..., TestClient], ann: Person, bob: Person, joined: str
) -> None:
    finish(joined, ann, bob)
    bob.post("/api/me", {"name": "Champion"})
    again = Person(serve(), None)
    again.headers = ann.headers

    record = again.ask("GET", f"/api/matches/{joined}/record")[1]
    assert "seats: north = Ann, south = Bob\n" in record and "Champion" not in record


def test_of_a_request_with_two_lengths_the_rest_is_not_listened_to(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        where = urlsplit(server.address)
        host = f"Host: {where.netloc}\r\n"
        request = (
            f"POST /api/me HTTP/1.1\r\n{host}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        )
        with socket.create_connection((where.hostname, where.port or 80), timeout=10) as client:
            client.sendall(f"{request}GET /api/me HTTP/1.1\r\n{host}\r\n".encode())
            told = b""
            while part := client.recv(65536):
                told += part
    finally:
        server.stop()

    assert told.startswith(b"HTTP/1.1 400 ") and told.count(b"HTTP/1.1") == 1


def test_lines_of_talk_are_counted_at_their_own_table(ann: Person, bob: Person, joined: str) -> None:
    """Numbers of the whole server would tell how much is said at other tables, and when."""
    elsewhere = bob.create(seats={"north": "human", "south": "human"})["match"]
    path = f"/api/matches/{joined}/chat"
    before = len(ann.get(path)["chat"])
    first = ann.post(path, {"text": "Hello"})["id"]
    for _ in range(3):
        bob.post(f"/api/matches/{elsewhere}/chat", {"text": "Psst"})
    bob.post(path, {"text": "Hello, Ann"})

    assert [line["id"] for line in ann.get(path)["chat"]] == list(range(1, before + 3))
    assert [line["text"] for line in ann.get(path, since=first)["chat"]] == ["Hello, Ann"]


def test_the_page_of_a_private_match_names_its_game_to_its_players_alone(
    ann: Person, bob: Person, nobody: Person
) -> None:
    private = ann.create(seats={"north": "human", "south": "bot:random"})["match"]
    public = ann.create(seats={"north": "human", "south": "bot:random"}, public=True)["match"]

    def named(who: Person, match: str) -> bool:
        who.client.cookies.clear()
        if who.headers:
            who.client.cookies.set("albion", who.token)
        return "/api/games/hands" in who.client.get(f"/match/{match}").headers["link"]

    assert [named(who, private) for who in (ann, bob, nobody)] == [True, False, False]
    assert [named(who, public) for who in (ann, bob, nobody)] == [True, True, True]
