"""The hex library: coordinates, hexsides, reach and distances."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from albion.engine.errors import DataError
from albion.kernels.hex import (
    DIRECTIONS,
    Edges,
    Grid,
    Spread,
    Ways,
    bits,
    direction,
    distance,
    ends,
    hexes_of,
    hexside,
    neighbour,
)

OPPOSITE = {"e": "w", "ne": "sw", "nw": "se", "w": "e", "sw": "ne", "se": "nw"}


def plain(grid: Grid, costs: dict[int, int] | None = None) -> Edges:
    return {h: tuple((n, (costs or {}).get(n, 2), False) for n in grid.neighbours[h]) for h in grid.hexes}


def field(rows: int = 12, columns: int = 12) -> Grid:
    return Grid(r * 100 + c for r in range(1, rows + 1) for c in range(1, columns + 1))


@pytest.mark.parametrize("h", [2523, 2424, 101, 6838])
def test_each_direction_leads_there_and_back(h: int) -> None:
    for d in DIRECTIONS:
        there = neighbour(h, d)

        assert direction(h, there) == d
        assert neighbour(there, OPPOSITE[d]) == h
        assert distance(h, there) == 1


def test_odd_rows_stand_half_a_hex_further_east() -> None:
    assert neighbour(2523, "ne") == 2624
    assert neighbour(2523, "nw") == 2623
    assert neighbour(2424, "ne") == 2524
    assert neighbour(2424, "nw") == 2523


def test_crow_distance_is_the_number_of_steps_walked() -> None:
    grid = field()
    edges = {h: tuple((n, 1, False) for n in ns) for h, ns in grid.neighbours.items()}
    walked = Spread(Ways(edges), 505, 30).costs

    assert all(distance(505, h) == steps for h, steps in walked.items())
    assert len(walked) == len(grid.hexes)


def test_within_counts_rings_of_six() -> None:
    assert [len(field().within(606, n)) for n in range(4)] == [1, 7, 19, 37]


def test_a_hexside_has_one_name_from_both_sides() -> None:
    assert hexside(2523, 2424) == hexside(2424, 2523) == "2424/2523"
    assert ends("2424/2523") == (2424, 2523)


@pytest.mark.parametrize("text", ["2523/2424", "2424/2525", "2424", "a/b"])
def test_what_is_no_hexside_is_refused(text: str) -> None:
    with pytest.raises(DataError):
        ends(text)


def test_reach_agrees_with_plain_relaxation() -> None:
    grid, chance = field(), random.Random(5)
    costs = {h: chance.choice([1, 2, 4, 6]) for h in grid.hexes}
    edges = plain(grid, costs)
    best = {606: 0}
    for _ in grid.hexes:
        for h in list(best):
            for n, cost, _water in edges[h]:
                best[n] = min(best.get(n, 999), best[h] + cost)

    found = Spread(Ways(edges), 606, 13)

    assert found.costs == {h: c for h, c in best.items() if c <= 13}


def test_a_path_is_contiguous_and_costs_what_reach_says() -> None:
    grid, chance = field(), random.Random(6)
    costs = {h: chance.choice([1, 2, 4]) for h in grid.hexes}
    found = Spread(Ways(plain(grid, costs)), 606, 10)
    for h, cost in found.costs.items():
        path = (606, *found.path(h))

        assert all(distance(a, b) == 1 for a, b in pairwise(path))
        assert sum(costs[step] for step in path[1:]) == cost


def test_enemy_hexes_are_entered_only_to_attack_and_never_crossed() -> None:
    ways, enemies = Ways(plain(Grid(range(101, 108)))), bits([104])

    assert hexes_of(Spread(ways, 101, 12, enemies=enemies).within) == (101, 102, 103)
    assert Spread(ways, 101, 12, enemies=enemies).fights == 0
    assert Spread(ways, 101, 12, enemies=enemies, attack=True).cost(104) == 6
    assert Spread(ways, 101, 12, enemies=enemies, attack=True).path(104) == (102, 103, 104)


def test_no_attack_through_water() -> None:
    edges: Edges = {101: ((102, 2, True),), 102: ((101, 2, True),)}

    assert Spread(Ways(edges), 101, 9, enemies=bits([102]), attack=True).fights == 0


def test_a_crowded_hex_ends_a_fast_move_but_is_crossed_only_slowly() -> None:
    row = Grid(range(101, 108))
    fast = {h: tuple((n, 1, False) for n in row.neighbours[h]) for h in row.hexes}
    found = Spread(Ways(fast), 101, 5, crowded=bits([103]), slow=Ways(plain(row)))

    assert found.cost(103) == 2
    assert found.through(103) == 3
    assert found.cost(104) == 5
    assert found.path(103) == (102, 103)
    assert found.cost(105) is None


@pytest.mark.parametrize("h", [101, 606, 1212, 112])
def test_a_disk_holds_the_hexes_within_its_radius(h: int) -> None:
    grid = Grid(h for h in field().hexes if h % 7)

    assert [hexes_of(grid.disk(h, n)) for n in range(14)] == [
        tuple(sorted(grid.within(h, n))) for n in range(14)
    ]
