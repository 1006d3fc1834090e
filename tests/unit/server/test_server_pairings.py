"""Pairings, seats and standings of events."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from albion.server.pairings import (
    BYE,
    Kind,
    Played,
    meetings,
    paired,
    rounds_for,
    rounds_paired,
    seated,
    standings,
)

SEATS = ("red", "green", "blue", "yellow")


def names(n: int) -> list[str]:
    return [f"p{i}" for i in range(n)]


def event(kind: Kind, players: list[str], size: int, rounds: int) -> list[Played]:
    """An event in which the stronger player, who joined earlier, always wins."""
    tables: list[Played] = []
    for number in range(1, rounds + 1):
        order = [s.player for s in standings(players, tables, number - 1)] if kind == "swiss" else players
        for table in paired(kind, order, tables, number, size):
            chairs = seated(table, SEATS[:size], tables)
            ranks = {p: n for n, p in enumerate(sorted(table, key=players.index), start=1)}
            tables.append(Played(number, chairs, ranks, dict.fromkeys(table, 1 / size)))
    return tables


@pytest.mark.parametrize("n", [2, 3, 4, 7, 8, 11])
def test_in_a_round_robin_of_two_everybody_meets_everybody_once(n: int) -> None:
    players = names(n)
    tables = event("round-robin", players, 2, rounds_for("round-robin", n, 2))

    assert Counter(frozenset(t.seats.values()) for t in tables) == {
        frozenset(p): 1 for p in combinations(players, 2)
    }


@pytest.mark.parametrize(("n", "size"), [(4, 4), (8, 4), (9, 3), (10, 4), (16, 4)])
@pytest.mark.parametrize("kind", ["round-robin", "swiss"])
def test_nobody_sits_twice_in_a_round_and_all_rest_equally(kind: Kind, n: int, size: int) -> None:
    rounds = 5
    tables = event(kind, names(n), size, rounds)
    for number in range(1, rounds + 1):
        here = [p for t in tables if t.round == number for p in t.seats.values()]
        assert len(here) == len(set(here)) == n // size * size
    sat = Counter(p for t in tables for p in t.seats.values())

    assert max(sat.values()) - min(sat.values()) <= 1


def test_sixteen_at_tables_of_four_meet_few_others_again() -> None:
    met = meetings(event("round-robin", names(16), 4, 5))

    assert max(met.values()) <= 2
    assert sum(n > 1 for n in met.values()) / 2 <= 15, "of 150 meetings"


def test_a_swiss_round_brings_equals_together() -> None:
    players = names(8)
    tables = event("swiss", players, 2, 3)
    last = [set(t.seats.values()) for t in tables if t.round == 3]

    assert {"p0"} < max(last, key=lambda t: "p0" in t)
    assert standings(players, tables, 3)[0].player == "p0"
    assert max(meetings(tables).values()) == 1


def test_seats_are_shared_out() -> None:
    tables = event("round-robin", names(8), 4, 8)
    had = Counter((p, seat) for t in tables for seat, p in t.seats.items())

    assert max(had.values()) <= 3


def test_standings_count_opponents_left_behind_then_whom_one_met() -> None:
    tables = [
        Played(
            1,
            {"red": "a", "green": "b", "blue": "c"},
            {"a": 1, "b": 2, "c": 2},
            {"a": 0.5, "b": 0.25, "c": 0.25},
        ),
        Played(2, {"red": "d", "green": "b", "blue": "c"}, None),
    ]
    found = {s.player: s for s in standings(["a", "b", "c", "d"], tables, 2)}

    assert (found["a"].points, found["b"].points, found["d"].points) == (1 + BYE, 0.25, BYE)
    assert (found["a"].wins, found["b"].wins, found["a"].played, found["d"].byes) == (1, 0, 1, 1)
    assert found["b"].opponents == pytest.approx(1.5 + 2 * 0.25 + 0.5)
    assert found["a"].share == 0.5


def test_whoever_withdraws_gets_nothing_for_the_rounds_that_follow() -> None:
    tables = [Played(1, {"red": "a", "green": "b"}, {"a": 1, "b": 2}), Played(2, {"red": "b", "green": "c"})]
    found = {s.player: s for s in standings(["a", "b", "c"], tables, 3, {"a": 2})}

    assert (found["a"].points, found["a"].byes) == (1, 0)
    assert (found["c"].points, found["c"].byes) == (2 * BYE, 2)


@pytest.mark.parametrize("n", [4, 5, 8])
def test_those_who_stay_in_a_round_robin_of_two_still_meet_once_each(n: int) -> None:
    players = names(n)
    tables: list[Played] = []
    for number in range(1, rounds_for("round-robin", n, 2) + 1):
        here = players if number < 3 else [p for p in players if p != "p1"]
        planned = rounds_paired("round-robin", players, here, tables, [number], SEATS[:2])
        tables += [Played(number, chairs) for _, chairs in planned]
    met = Counter(frozenset(t.seats.values()) for t in tables if "p1" not in t.seats.values())

    assert met == {frozenset(pair): 1 for pair in combinations([p for p in players if p != "p1"], 2)}
