"""Matches whose stored positions new rules cannot read, or stumble over, are opened all the same."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hands
import pytest
from people import Person
from starlette.testclient import TestClient

from albion.engine.action import Action
from albion.server.maintenance import check_matches

Later = Callable[[Person], None]


@pytest.fixture
def later(serve: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch, data: Path) -> Later:
    """Lets somebody go on at a server whose game has changed and has no step `Lay` any more, by that name."""

    def upgrade(person: Person, gone: str = "") -> None:
        person.client.__exit__(None, None, None)
        with sqlite3.connect(data / "albion.db") as store:
            for match, seq, state in store.execute("SELECT match, seq, state FROM snapshots").fetchall():
                old = zlib.compress(zlib.decompress(state).replace(b'"Lay"', f'"{gone or "Lay"}"'.encode()))
                where = "WHERE match = ? AND seq = ?"
                store.execute(f"UPDATE snapshots SET state = ? {where}", (old, match, seq))
        monkeypatch.setattr(hands.HandsGame, "version", 2)
        person.client = serve()

    return upgrade


def begun(ann: Person) -> str:
    """A match of Ann alone, three answers old."""
    match = str(ann.create(seats={"north": "human", "south": "human"})["match"])
    for action in ("lay 1", "lay 2", "end"):
        ann.play(match, action)
    return match


def test_a_match_whose_positions_cannot_be_read_is_played_again_from_its_start(
    ann: Person, later: Later
) -> None:
    """It could not even be looked at: a whole club's matches of a game were lost with its new version."""
    match = begun(ann)
    later(ann, gone="LayDown")
    table = ann.get(f"/api/matches/{match}")
    moved = ann.post(f"/api/matches/{match}/migrate")

    assert (table["outdated"], table["n"], table["view"]["tokens"]["north"]) == (True, 3, 3)
    assert (moved["outdated"], moved["n"], moved["turn"]["seat"]) == (False, 3, "south")
    assert ann.play(match, "lay 4")["n"] == 4


def test_one_that_begins_in_the_middle_says_why_it_cannot_be_opened(
    ann: Person, later: Later, data: Path
) -> None:
    match = begun(ann)
    fork = ann.post(f"/api/matches/{match}/fork", {})["match"]
    later(ann, gone="LayDown")
    status, told = ann.ask("GET", f"/api/matches/{fork}")

    assert (status, told["error"]) == (409, "rules")
    assert "version 1 of the rules, whose positions version 2 can no longer read" in told["message"]
    ann.client.__exit__(None, None, None)
    verdict = check_matches(data, "hands:GAMES")
    ann.client.__enter__()
    assert (verdict.older, verdict.faults) == (2, []), "it is sound, and keeps nobody from making a backup"
    assert ann.ask("DELETE", f"/api/matches/{fork}")[0] == 204
    assert [m["match"] for m in ann.get("/api/matches")["matches"]] == [match]


def test_an_answer_that_new_rules_stumble_over_is_taken_back(
    ann: Person, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They had noted something in another form, and nobody could open the match any more."""
    match = begun(ann)
    take = hands.Lay.take

    def stumble(self: hands.Lay, s: hands.Hands, a: Action, log: Any) -> Any:
        follow = take(self, s, a, log)
        if a.noun == 2:
            raise ValueError("expected an int")
        return follow

    monkeypatch.setattr(hands.Lay, "take", stumble)
    later(ann)
    table = ann.post(f"/api/matches/{match}/migrate")

    assert (table["version"], table["n"], table["view"]["tokens"]["north"]) == (2, 1, 1)


def test_so_is_one_whose_dice_fall_otherwise_now(
    ann: Person, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What follows would still be allowed, but in another match."""
    match = begun(ann)
    while (table := ann.get(f"/api/matches/{match}"))["view"]["round"]["number"] == 1:
        ann.play(match, "end" if table["decision"]["step"] == "Lay" else None)
    roll = hands.roll

    def later_dice(s: hands.Hands, *more: Any, **told: Any) -> list[int]:
        face = s.dice.clone().d(6)
        while s.dice.clone().d(6) == face:
            s.dice.count += 1
        return roll(s, *more, **told)

    monkeypatch.setattr(hands, "roll", later_dice)
    later(ann, gone="LayDown")
    shown = ann.get(f"/api/matches/{match}")

    assert (shown["at"], table["at"]) == (5, 7), "the dice were rolled by the sixth answer"
    assert (shown["view"]["round"]["number"], shown["decision"]["secret"]) == (1, True)
