"""Nothing a seat may not know leaves the server while a match is running."""

from __future__ import annotations

import json
import re
from typing import Any

from people import Person
from starlette.testclient import TestClient

CARD = re.compile(r"\b1[01]\d\d\b")


def cards(told: Any) -> set[int]:
    """Every card number that occurs anywhere in an answer, moments and links apart."""
    text = told if isinstance(told, str) else json.dumps(_bare(told))
    return {int(found) for found in CARD.findall(text)}


def _bare(told: Any) -> Any:
    if isinstance(told, dict):
        kept = {k: v for k, v in told.items() if k not in ("time", "since", "created", "seen", "seed_hash")}
        return {
            k: _bare(v) for k, v in kept.items() if k not in ("match", "watch", "invite", "player", "verbs")
        }
    return [_bare(v) for v in told] if isinstance(told, list) else told


def everything(person: Person, match: str, watch: str | None = None) -> list[Any]:
    """All that a client can fetch about a match."""
    query = f"?watch={watch}" if watch else "?x=0"
    base = f"/api/matches/{match}"
    told = [person.ask("GET", base + query)[1], person.ask("GET", f"{base}/entries{query}")[1]]
    for n in range(told[0]["n"] + 1):
        told.append(person.ask("GET", f"{base}{query}&at={n}")[1])
    for path in ("/record", "/line", "/chat", "/since"):
        told.append(person.ask("GET", f"{base}{path}{query}")[1])
    told.append(person.ask("GET", "/api/matches")[1])
    return told


def known(live_hand: list[int], log: list[Any]) -> set[int]:
    """What has been revealed in the open."""
    shown = [e["data"]["cards"].values() for entry in log for e in entry["events"] if e["kind"] == "revealed"]
    return set(live_hand) | {card for some in shown for card in some}


def test_no_seat_and_no_spectator_learns_anothers_cards(
    client: TestClient, ann: Person, bob: Person, nobody: Person, joined: str
) -> None:
    watch = ann.get(f"/api/matches/{joined}")["watch"]
    tables = client.app.state.tables  # type: ignore[attr-defined]
    for _ in range(2):
        ann.play(joined, "end")
        bob.play(joined, "end")
        ann.play(joined)
        _check(tables, joined, ann, bob, nobody, watch)
        bob.play(joined)
    _check(tables, joined, ann, bob, nobody, watch)


def _check(tables: Any, match: str, ann: Person, bob: Person, nobody: Person, watch: str) -> None:
    state = tables._open[match].match.state
    public = known([], nobody.get(f"/api/matches/{match}/entries", watch=watch)["entries"])
    drawn: dict[str, set[int]] = {"north": set(state.hands["north"]), "south": set(state.hands["south"])}
    for seat, card in state.hidden.items():
        drawn[seat].add(card)

    assert cards(everything(nobody, match, watch)) <= public
    assert cards(everything(ann, match)) <= public | drawn["north"]
    assert cards(everything(bob, match)) <= public | drawn["south"]
    assert str(tables._open[match].row.seed) not in json.dumps([everything(p, match) for p in (ann, bob)])


def test_a_secret_question_tells_others_only_who_decides(ann: Person, bob: Person, joined: str) -> None:
    ann.play(joined, "end")
    bob.play(joined, "end")
    decision = bob.get(f"/api/matches/{joined}")["decision"]
    ann.play(joined)
    entry = bob.get(f"/api/matches/{joined}/entries")["entries"][-1]

    assert decision["seat"] == "north" and decision["secret"] and not decision["mine"]
    assert [decision[k] for k in ("step", "question", "about", "actions")] == [None] * 4 and decision[
        "cite"
    ] == []
    assert (entry["seat"], entry["action"], entry["text"], entry["step"]) == ("north", None, None, None)
    assert [e["kind"] for e in entry["events"]] == ["hid"]


def test_a_running_record_with_secret_answers_is_withheld(ann: Person, bob: Person, joined: str) -> None:
    ann.play(joined, "end")
    text = bob.get(f"/api/matches/{joined}/record")
    bob.play(joined, "end")
    ann.play(joined)
    status, told = bob.ask("GET", f"/api/matches/{joined}/record")

    assert "seed-hash:" in text and "north: end" in text
    assert (status, told["error"]) == (409, "running")


def test_a_fork_of_a_running_match_deals_the_others_hands_anew(
    client: TestClient, ann: Person, bob: Person, nobody: Person, joined: str
) -> None:
    ann.play(joined, "end")
    state = client.app.state.tables._open[joined].match.state  # type: ignore[attr-defined]
    forks = [ann.post(f"/api/matches/{joined}/fork", {}) for _ in range(5)]
    hands = [ann.get(f"/api/matches/{f['match']}", seat="south")["view"]["hand"] for f in forks]
    mine = {tuple(ann.get(f"/api/matches/{f['match']}", seat="north")["view"]["hand"]) for f in forks}

    assert mine == {tuple(state.hands["north"])}
    assert any(hand != state.hands["south"] for hand in hands) and len({tuple(h) for h in hands}) > 1
    assert all(f["sandbox"] and f["seed_hash"] != forks[0]["seed_hash"] for f in forks[1:])
    watch = ann.get(f"/api/matches/{joined}")["watch"]
    status, told = bob.ask("POST", f"/api/matches/{forks[0]['match']}/fork", {})
    assert (status, told["error"]) == (403, "foreign")
    eve = Person(client, "Eve")
    status, told = eve.ask("POST", f"/api/matches/{joined}/fork?watch={watch}", {})
    assert (status, told["error"]) == (409, "running")


def test_pushes_are_filtered_like_answers(ann: Person, bob: Person, nobody: Person, joined: str) -> None:
    ann.play(joined, "end")
    bob.play(joined, "end")
    hand = set(ann.get(f"/api/matches/{joined}")["view"]["hand"])
    watch = ann.get(f"/api/matches/{joined}")["watch"]
    with nobody.socket() as spectator, bob.socket() as rival:
        spectator.send_json({"do": "subscribe", "match": joined, "watch": watch})
        rival.send_json({"do": "subscribe", "match": joined})
        first = [spectator.receive_json(), rival.receive_json()]
        ann.play(joined)
        spectator_told, rival_told = _update(spectator), _update(rival)

    assert not cards([first, spectator_told, rival_told]) & hand
    assert cards(spectator_told) == set()


def _update(socket: Any) -> Any:
    while (told := socket.receive_json())["type"] != "update":
        pass
    return told


def test_only_where_nobody_looks_does_a_secret_question_answer_itself(
    client: TestClient, ann: Person, bob: Person, joined: str
) -> None:
    def watched(match: str, seat: str) -> bool:
        state: Any = client.app.state  # type: ignore[attr-defined]
        return bool(client.portal.call(state.tables.find, match).watched(seat))  # type: ignore[union-attr]

    alone = ann.create(seats={"north": "human", "south": "bot:random"})["match"]
    hot_seat = ann.create(seats={"north": "human", "south": "human"})["match"]
    waiting = ann.create(seats={"north": "human"})["match"]

    assert not watched(alone, "north") and not watched(hot_seat, "south")
    assert watched(alone, "south") and watched(waiting, "north") and watched(joined, "north")
