"""Four people who try everything at each other's tables, in any order: nothing breaks, leaks or takes back another's answer."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clockwork import Time
from people import Person
from starlette.testclient import TestClient

from albion.server.maintenance import check_matches

SEATS = ("north", "south", "west")
STEPS = 200
MOST = 3
"""Tables at once: the more, the seldomer somebody meets another's answer."""


class Evening:
    """Some people, some tables, and what they do there."""

    def __init__(self, client: TestClient, time: Time, seed: int) -> None:
        self.chance, self.time = random.Random(seed), time
        self.people = [Person(client, name) for name in ("Ann", "Bob", "Carl", "Dora")]
        self.tables: Any = client.app.state.tables  # type: ignore[attr-defined]
        self.tables.limits._on = self.tables.shares._on = False
        self.portal = client.portal
        self.matches: list[str] = []
        self.invites: set[str] = set()
        self.done: set[tuple[str, int]] = set()

    def somebody(self, match: str) -> Person:
        """Mostly one of those who have sat there."""
        sat = {player for _, player in self.sittings(match)}
        there = [person for person in self.people if person.id in sat]
        return self.chance.choice(there if there and self.chance.random() < 0.8 else self.people)

    def do(self, name: str, who: Person, match: str) -> None:
        """One person tries one thing; whatever comes of it, it is an answer or a refusal."""
        base = f"/api/matches/{match}"
        _, shown = who.ask("GET", base)
        self.invites |= {s["invite"] for s in shown.get("seats", ()) if s["invite"]}
        asked = getattr(self, name)(who, base, shown)
        if asked is not None:
            status, told = who.ask(*asked)
            assert status < 500, (name, told)
            self.done.add((name, status))
            if name in ("new", "fork") and status == 201:
                self.matches.append(told["match"])

    def new(self, who: Person, base: str, shown: Any) -> Any:
        clock = {"kind": "turn", "minutes": 2, "at_zero": self.chance.choice(("pass", "vote"))}
        more: dict[str, Any] = {"options": {"players": self.chance.choice((2, 3)), "rounds": 40}}
        more |= {"clock": clock} if self.chance.random() < 0.3 else {}
        seats = {"north": "human"}
        return "POST", "/api/matches", {"game": "hands", "seats": seats, "public": len(base) % 2 == 0, **more}

    def play(self, who: Person, base: str, shown: Any) -> Any:
        actions = (shown.get("decision") or {}).get("actions") or [{"action": "end"}]
        body = {"seq": shown.get("seq", 0), "action": self.chance.choice(actions)["action"]}
        return "POST", f"{base}/actions", body

    def plan(self, who: Person, base: str, shown: Any) -> Any:
        answers = self.chance.choices(["lay 1", "lay 2", "end"], k=2)
        return "POST", f"{base}/plan", {"seq": shown.get("seq", 0), "answers": answers}

    def undo(self, who: Person, base: str, shown: Any) -> None:
        """Alone nobody takes back another person's answer, a die or a secret that was shown."""
        table = self.tables._open.get(base.rpartition("/")[2])
        before = [] if table is None else [table.entries[seq] for seq in table.effective]
        status, told = who.ask("POST", f"{base}/undo", {"seq": shown.get("seq", 0)})
        assert status < 500, told
        if status == 200:
            kept = {table.entries[seq].row.seq for seq in table.effective}
            gone = [entry for entry in before if entry.row.seq not in kept]
            assert gone and not any(entry.final for entry in gone)
            assert all(entry.row.forced or entry.row.player == who.id for entry in gone)
        self.done.add(("undo", status))

    def ask_undo(self, who: Person, base: str, shown: Any) -> Any:
        to = self.chance.randrange(max(1, shown.get("n", 1)))
        return "POST", f"{base}/undo", {"seq": shown.get("seq", 0), "to": to}

    def answer(self, who: Person, base: str, shown: Any) -> Any:
        id = (shown.get("proposal") or {"id": 1})["id"]
        return "POST", f"{base}/proposal", {"id": id, "agree": self.chance.random() < 0.8}

    def open(self, who: Person, base: str, shown: Any) -> Any:
        return "POST", f"{base}/seats/{self.chance.choice(SEATS)}", {"to": "open"}

    def claim(self, who: Person, base: str, shown: Any) -> Any:
        invite = self.chance.choice(sorted(self.invites) or ["none"])
        return "POST", f"/api/invites/{invite}", self.chance.choice(({"chance": "heads"}, None))

    def publish(self, who: Person, base: str, shown: Any) -> Any:
        return "PATCH", base, {"public": self.chance.random() < 0.5}

    def fork(self, who: Person, base: str, shown: Any) -> Any:
        seats = {"north": self.chance.choice(("human", "open"))}
        return ("POST", f"{base}/fork", {"seats": seats}) if len(self.matches) < MOST else None

    def delete(self, who: Person, base: str, shown: Any) -> None:
        match = base.rpartition("/")[2]
        sat = {person.id for person in self.people if any(p == person.id for _, p in self.sittings(match))}
        status, told = who.ask("DELETE", base)
        assert status in (204, 403, 404), told
        if status == 204:
            assert sat <= {who.id}
            self.matches.remove(match)
        self.done.add(("delete", status))

    def wait(self, who: Person, base: str, shown: Any) -> None:
        self.time.now += self.chance.choice((30_000, 45_000, 11 * 60_000))
        self.portal.call(self.tables.housekeeping.look_at_clocks)

    def sittings(self, match: str) -> Any:
        table = self.tables._open.get(match)
        return () if table is None else table.sittings

    def look(self, match: str) -> None:
        """Nobody gets a card that no seat they ever had could see; one that was shown and taken back was seen."""
        table = self.tables._open.get(match)
        if table is None or table.over:
            return
        state = table.match.state
        for person in self.people:
            mine = {seat for seat, player in table.sittings if player == person.id}
            hands = {**state.hands, **{f"{seat} hidden": [card] for seat, card in state.hidden.items()}}
            told = [
                json.dumps(event.data)
                for entry in table.entries
                for event in entry.events
                if event.seats is None or mine & set(event.seats)
            ]
            known = {int(card) for data in told for card in re.findall(r"\b\d{4}\b", data)}
            others = [card for seat, cards in hands.items() if seat.split()[0] not in mine for card in cards]
            unseen = [card for card in (*others, *state.deck) if card not in known]
            for path in ("", "/entries", "/chat", "/record"):
                status, told = person.ask("GET", f"/api/matches/{match}{path}")
                text = json.dumps(told)
                seen = [c for c in unseen if re.search(rf"(?<![\w.-]){c}(?![\w.-])", text)]
                assert status < 500 and not seen, (person.id, path, seen)


THINGS = (*["play"] * 6, "plan", *["undo"] * 3, "ask_undo", "answer", "answer", "open", "claim", "claim")
THINGS += ("publish", "fork", "delete", "wait", "new")


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_people_try_nothing_breaks_or_leaks(
    serve: Callable[..., TestClient], data: Path, time: Time, seed: int
) -> None:
    client = serve()
    evening = Evening(client, time, seed)
    for person in evening.people[:2]:
        evening.do("new", person, "none")
    for step in range(STEPS):
        match = evening.chance.choice(evening.matches or ["none"])
        things = THINGS if len(evening.matches) < MOST else THINGS[:-1]
        evening.do(evening.chance.choice(things), evening.somebody(match), match)
        if step % 5 == 0:
            evening.look(match)
    client.__exit__(None, None, None)
    verdict = check_matches(data, "hands:GAMES")

    assert verdict.faults == [] and verdict.replayed == verdict.matches
    assert {("play", 200), ("undo", 200), ("undo", 409), ("claim", 200)} <= evening.done
