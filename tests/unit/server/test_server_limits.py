"""How much one person or address may ask for: one too many is refused in a sentence, and nobody else notices."""

from __future__ import annotations

import contextlib
import re
import time
from types import SimpleNamespace
from typing import Any

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.server.errors import RequestError
from albion.server.limits import CONNECTIONS, FOLLOWING, RATES, Limits


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes for the limits, however long the machine takes: nothing is allowed again meanwhile."""
    monkeypatch.setattr("albion.server.limits.time", SimpleNamespace(monotonic=lambda: 1000.0))


def hammer(person: Person, times: int, path: str, body: Any) -> tuple[int, Any, int]:
    """The first refusal of many equal requests, and how many came through."""
    for n in range(times):
        status, told = person.ask("POST", path, body)
        if status == 429:
            return status, told, n
    return 0, None, times


@pytest.mark.usefixtures("still")
def test_a_person_makes_so_many_matches_and_no_more(ann: Person, bob: Person) -> None:
    body = {"game": "hands", "seats": {"north": "human", "south": "human"}}
    status, told, made = hammer(ann, 60, "/api/matches", body)

    assert (status, told["error"]) == (429, "too-many") and made == RATES["matches"].burst
    assert re.fullmatch(r"too many new matches: try again in \d+ seconds?", told["message"])
    assert bob.create()["match"], "others are not held up"


@pytest.mark.usefixtures("still")
def test_nobody_drowns_the_talk_of_a_table_in_notices(ann: Person, bob: Person, joined: str) -> None:
    """Every proposal, every seat opened and taken is told in the chat, which keeps the last 500 lines."""
    bob.post(f"/api/matches/{joined}/chat", {"text": "Good evening"})
    ann.play(joined, "lay 1")
    seq = ann.get(f"/api/matches/{joined}")["seq"]

    status, told, made = hammer(ann, 600, f"/api/matches/{joined}/undo", {"seq": seq, "to": 0})
    talk = [line["text"] for line in bob.get(f"/api/matches/{joined}/chat")["chat"]]

    assert (status, told["error"]) == (429, "too-many") and made <= RATES["notices"].burst
    assert "Good evening" in talk


@pytest.mark.usefixtures("still")
def test_names_talk_imports_and_forecasts_have_their_limits(ann: Person, nobody: Person, joined: str) -> None:
    base = f"/api/matches/{joined}"
    for person, path, body, kind in (
        (nobody, "/api/me", {"name": "Ann"}, "identities"),
        (ann, f"{base}/chat", {"text": "hi"}, "chat"),
        (ann, "/api/records", {"text": "nonsense"}, "imports"),
        (ann, f"{base}/explain", {"action": "end"}, "forecasts"),
    ):
        status, _, made = hammer(person, 200, path, body)
        assert status == 429 and made <= RATES[kind].burst, path  # type: ignore[index]


@pytest.mark.usefixtures("still")
def test_a_refusal_for_haste_says_when_to_come_back(client: TestClient, ann: Person, joined: str) -> None:
    for _ in range(40):
        answer = client.post(f"/api/matches/{joined}/chat", json={"text": "hi"}, headers=ann.headers)
        if answer.status_code != 201:
            break
    assert answer.status_code == 429 and int(answer.headers["retry-after"]) >= 1


def test_sockets_are_counted_and_this_machine_is_not() -> None:
    limits = Limits()
    held = [limits.connection("p", "10.0.0.9") for _ in range(CONNECTIONS)]
    for connection in held:
        connection.__enter__()
    with pytest.raises(RequestError, match="are already open"), limits.connection("p", "10.0.0.9"):
        pass
    for connection in held:
        connection.__exit__(None, None, None)

    with limits.connection("p", "10.0.0.9"):
        pass
    for _ in range(500):
        limits.take("identities", None, "127.0.0.1")
    with pytest.raises(RequestError, match="too many new names"):
        for _ in range(500):
            limits.take("identities", None, "203.0.113.7")


def test_a_whole_network_of_addresses_is_one_household() -> None:
    limits = Limits()
    burst = int(RATES["identities"].burst)
    for n in range(burst):
        limits.take("identities", None, f"2001:db8::{n:x}")
        limits.take("identities", None, "::ffff:203.0.113.7")

    limits.take("identities", None, "2001:db8:0:1::1")
    limits.take("identities", None, "::ffff:203.0.113.8")
    for address in ("2001:db8::ffff", "203.0.113.7"):
        with pytest.raises(RequestError, match="too many new names"):
            limits.take("identities", None, address)
    for _ in range(2 * burst):
        limits.take("identities", None, "::ffff:127.0.0.1")


def test_one_person_follows_a_match_by_a_few_sockets_only(ann: Person, bob: Person, joined: str) -> None:
    """Each move is made up for every one of them before anybody else's is looked at."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(ann.socket()) for _ in range(FOLLOWING + 1)]
        told = []
        for socket in sockets:
            socket.send_json({"do": "subscribe", "id": 1, "match": joined})
            told.append(heard(socket, "table", "refused"))
        again = sockets[0]
        again.send_json({"do": "subscribe", "id": 2, "match": joined})
        told.append(heard(again, "table", "refused"))
        with bob.socket() as other:
            other.send_json({"do": "subscribe", "id": 1, "match": joined})
            told.append(heard(other, "table", "refused"))

    kinds = [t["type"] for t in told]
    assert kinds == ["table"] * FOLLOWING + ["refused", "table", "table"]
    assert told[FOLLOWING]["status"] == 429


def heard(socket: Any, *kinds: str) -> dict[str, Any]:
    """The next message of these kinds."""
    while (told := socket.receive_json())["type"] not in kinds:
        pass
    return dict(told)


def test_whoever_asks_too_often_waits_for_the_refusal(ann: Person, joined: str) -> None:
    """Refused at once, four clients ask a thousand times per second, and each refusal takes the time of two moves."""
    answers = []
    for _ in range(int(RATES["chat"].burst) + 3):
        begin = time.monotonic()
        status, _ = ann.ask("POST", f"/api/matches/{joined}/chat", {"text": "hello"})
        answers.append((status, time.monotonic() - begin))
    refused = [seconds for status, seconds in answers if status == 429]

    assert refused and min(refused) >= 0.5
