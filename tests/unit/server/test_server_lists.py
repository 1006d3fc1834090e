"""Lists of matches: whose they are, in which order, and that nobody pays for other people's matches."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from people import Person, finish

from albion.server import views
from albion.server.clock import ALWAYS
from albion.server.store import open_store


def listed(person: Person, which: str, **more: Any) -> list[str]:
    return [m["match"] for m in person.get("/api/matches", list=which, **more)["matches"]]


def test_my_matches_are_those_i_made_and_those_i_sit_at_and_no_others(
    ann: Person, bob: Person, carl: Person, joined: str
) -> None:
    made = bob.create(seats={"north": "open", "south": "open"})["match"]
    carl.create()

    assert set(listed(bob, "mine")) == {joined, made}
    assert listed(ann, "mine") == [joined]


def test_a_list_tells_what_others_said_and_when_time_is_up(ann: Person, bob: Person) -> None:
    clock = {"kind": "turn", "minutes": 90, "at_zero": "pass"}
    table = ann.create(seats={"north": "human", "south": "open"}, clock=clock)
    match = table["match"]
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    assert listed(ann, "mine") == listed(bob, "mine") == [match]  # lines are kept from now on
    for who, text in ((bob, "first"), (bob, "your turn " * 20), (ann, "yes")):
        who.post(f"/api/matches/{match}/chat", {"text": text})
    mine, his = (
        next(m for m in who.get("/api/matches")["matches"] if m["match"] == match) for who in (ann, bob)
    )

    assert (mine["said"]["player"], len(mine["said"]["text"]), his["said"]["text"]) == ("Bob", 120, "yes")
    assert mine["due"] is not None and his["due"] == mine["due"]


def test_finished_matches_are_public_ones_and_mine_newest_first(
    ann: Person, bob: Person, carl: Person, nobody: Person, joined: str
) -> None:
    finish(joined, ann, bob)
    open_to_all = []
    for _ in range(3):
        table = carl.create(seats={"north": "human", "south": "open"}, public=True)
        ann.post(f"/api/invites/{table['seats'][1]['invite']}")
        finish(table["match"], carl, ann)
        open_to_all.insert(0, table["match"])

    assert listed(nobody, "finished") == open_to_all
    assert listed(carl, "finished") == open_to_all
    assert listed(ann, "finished") == [*open_to_all, joined]
    assert listed(ann, "finished", limit=2) == open_to_all[:2]
    assert listed(bob, "finished", limit=2) == open_to_all[:2]


@pytest.mark.parametrize("which", ["mine", "finished", "public"])
def test_no_list_goes_through_other_peoples_matches(tmp_path: Path, which: str) -> None:
    """A fault once: for 200 matches of one player the database tried all 1,250 there were, 90 ms of a core."""

    async def plan() -> str:
        store = await open_store(tmp_path, None)
        read, asked = store.database.fetch, list[tuple[str, tuple[Any, ...]]]()

        async def noted(sql: str, *values: Any) -> Any:
            asked.append((sql, values))
            return await read(sql, *values)

        store.database.fetch = noted  # type: ignore[method-assign]
        ask = getattr(store.lists, which)
        await (ask(20, ALWAYS) if which == "public" else ask("p_ann", 20, ALWAYS))
        steps = [
            str(row) for sql, values in asked for row in await read(f"EXPLAIN QUERY PLAN {sql}", *values)
        ]
        await store.database.close()
        return "\n".join(steps)

    steps = asyncio.run(plan())
    assert "SEARCH" in steps and "SCAN m" not in steps, steps


def test_a_line_is_written_once_for_as_long_as_it_is_the_same(
    ann: Person, bob: Person, joined: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, write = list[str](), views.listed_view
    monkeypatch.setattr(views, "listed_view", lambda row, *more: written.append(row.id) or write(row, *more))
    first, again = (ann.get("/api/matches", list="mine")["matches"] for _ in range(2))

    assert again == first and written == [joined]
    who = ann if first[0]["turn"]["yours"] else bob
    who.play(joined)
    (moved,) = ann.get("/api/matches", list="mine")["matches"]
    assert ann.ask("PATCH", f"/api/matches/{joined}", {"title": "Another"})[0] == 200
    (titled,) = ann.get("/api/matches", list="mine")["matches"]
    assert moved["seq"] > first[0]["seq"] and titled["title"] == "Another"
    assert bob.get("/api/matches", list="mine")["matches"][0]["creator"] is False, "each reads their own line"


def test_how_long_a_list_takes_does_not_tell_of_new_orders(
    ann: Person, bob: Person, joined: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is written again takes longer."""
    written, write = list[str](), views.listed_view
    monkeypatch.setattr(views, "listed_view", lambda row, *more: written.append(row.id) or write(row, *more))
    ann.get("/api/matches", list="mine")
    for _ in range(2):
        assert bob.ask("PUT", f"/api/matches/{joined}/orders", {"orders": {}})[0] == 200
        ann.get("/api/matches", list="mine")

    assert written == [joined]


def test_a_list_tells_the_present_name_of_somebody_whose_matches_are_over(
    ann: Person, bob: Person, joined: str
) -> None:
    """A new name does not touch matches that are over."""
    finish(joined, ann, bob)
    before = ann.get("/api/matches", list="finished")["matches"][0]["seats"]
    bob.post("/api/me", {"name": "Robert"})
    after = ann.get("/api/matches", list="finished")["matches"][0]["seats"]

    assert [seat["player"] for seat in before] == ["Ann", "Bob"]
    assert [seat["player"] for seat in after] == ["Ann", "Robert"]
