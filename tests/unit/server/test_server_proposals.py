"""Proposals do what was agreed to, as things stand when the last one agrees."""

from __future__ import annotations

from functools import partial

from people import Person

from albion.server.clock import iso, now_ms, told_by

HOUR = 3600_000


def asks_to_replace(ann: Person, match: str, now: int) -> int:
    """Ann asks to open the seat of Bob, who has been away for an hour; the proposal."""
    with told_by(partial(int, now + HOUR)):
        told = ann.post(f"/api/matches/{match}/seats/south", {"to": "open"})
    assert told["seats"][1]["kind"] == "human", "Carl is asked first"
    return int(told["proposal"]["id"])


def test_whoever_has_come_back_is_not_replaced(ann: Person, bob: Person, carl: Person, three: str) -> None:
    now = now_ms()
    id = asks_to_replace(ann, three, now)
    with told_by(partial(int, now + 2 * HOUR)):
        with bob.socket() as socket:
            socket.send_json({"do": "subscribe", "match": three})
            socket.receive_json()
            status, told = carl.ask("POST", f"/api/matches/{three}/proposal", {"id": id, "agree": True})
        after = bob.get(f"/api/matches/{three}")

    assert (status, told["error"]) == (409, "not-abandoned")
    assert after["seats"][1]["player"] == "Bob" and after["you"]["seats"] == ["south"]


def test_whoever_went_on_holiday_meanwhile_is_not_replaced(
    ann: Person, bob: Person, carl: Person, three: str
) -> None:
    now = now_ms()
    id = asks_to_replace(ann, three, now)
    with told_by(partial(int, now + 2 * HOUR)):
        bob.post("/api/me/holidays", {"begins": iso(now + 2 * HOUR), "ends": iso(now + 30 * HOUR)})
    with told_by(partial(int, now + 4 * HOUR)):
        status, told = carl.ask("POST", f"/api/matches/{three}/proposal", {"id": id, "agree": True})

    assert (status, told["error"]) == (409, "holiday")


def test_whoever_stays_away_is_replaced(ann: Person, carl: Person, three: str) -> None:
    now = now_ms()
    id = asks_to_replace(ann, three, now)
    with told_by(partial(int, now + 2 * HOUR)):
        told = carl.post(f"/api/matches/{three}/proposal", {"id": id, "agree": True})

    assert told["seats"][1]["kind"] == "open" and told["proposal"] is None
