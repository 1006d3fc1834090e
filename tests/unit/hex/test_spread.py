"""Bit patterns give the same reach as plain search, and the same costs along their paths."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from albion.kernels.hex import Edges, Floods, Grid, Land, Spread, Ways, bit, bits, hexes_of
from support.plain_reach import plain_reach


def field(seed: int) -> tuple[Grid, Edges, Edges]:
    """A random landscape with fast ways along some sides."""
    grid, chance = Grid(r * 100 + c for r in range(1, 15) for c in range(1, 15)), random.Random(seed)
    terrain = {h: chance.choice([2, 2, 2, 4, 6]) for h in grid.hexes}
    wet = {(a, b) for a in grid.hexes for b in grid.neighbours[a] if a < b and chance.random() < 0.15}
    road = {(a, b) for a in grid.hexes for b in grid.neighbours[a] if a < b and chance.random() < 0.2} - wet

    def ways(fast: bool) -> Edges:
        return {
            a: tuple(
                (
                    b,
                    1
                    if fast and (min(a, b), max(a, b)) in road
                    else terrain[b] + 4 * ((min(a, b), max(a, b)) in wet),
                    (min(a, b), max(a, b)) in wet,
                )
                for b in grid.neighbours[a]
            )
            for a in grid.hexes
        }

    return grid, ways(True), ways(False)


@pytest.mark.parametrize("start_slow", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_spread_agrees_with_plain_search(seed: int, start_slow: bool) -> None:
    grid, fast, slow = field(seed)
    chance = random.Random(seed + 100)
    enemies = frozenset(chance.sample(grid.hexes, 12)) - {707}
    crowded = frozenset(chance.sample(grid.hexes, 12)) - enemies - {707}
    plain = plain_reach(
        fast, 707, 16, enemies=enemies, attack=True, crowded=crowded, slow=slow, start_slow=start_slow
    )

    found = Spread(
        Ways(fast), 707, 16, enemies=bits(enemies), attack=True, crowded=bits(crowded), slow=Ways(slow),
        start_slow=start_slow,
    )  # fmt: skip

    assert set(hexes_of(found.within)) == {*plain.through, *plain.ends}
    assert set(hexes_of(found.fights)) == set(plain.fights)
    for h in {*plain.through, *plain.ends, *plain.fights}:
        assert found.cost(h) == plain.cost(h)
        assert found.through(h) == plain.through.get(h)


@pytest.mark.parametrize("start_slow", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_a_way_walked_back_obeys_the_law_it_was_found_by(seed: int, start_slow: bool) -> None:
    """Its hexes touch, its costs add up, it enters crowds slowly and enemies last and dry-shod."""
    grid, fast, slow = field(seed)
    chance = random.Random(seed)
    enemies = frozenset(chance.sample(grid.hexes, 25)) - {707}
    crowded = frozenset(chance.sample(grid.hexes, 15)) - enemies - {707}
    found = Spread(
        Ways(fast), 707, 14, enemies=bits(enemies), attack=True, crowded=bits(crowded), slow=Ways(slow),
        start_slow=start_slow,
    )  # fmt: skip
    for goal in hexes_of((found.within | found.fights) & ~bit(707)):
        path = (707, *found.path(goal))
        spent = 0
        for here, there in pairwise(path):
            last = there == goal
            slowly = here in crowded or (here == 707 and start_slow) or (there in crowded and not last)
            options = [slow] if slowly else [fast, slow]
            ways = [way for edges in options for way in edges[here] if way[0] == there]
            if there in enemies:
                assert last
                ways = [way for way in ways if not way[2]]
            spent += min(cost for _, cost, _ in ways)

        assert spent == found.cost(goal)


def test_an_attack_goes_round_by_the_bridge_though_wading_costs_as_much() -> None:
    edges: Edges = {
        101: ((102, 4, True), (202, 2, False)),
        102: ((101, 4, True), (202, 2, False)),
        202: ((101, 2, False), (102, 2, False)),
    }

    assert Spread(Ways(edges), 101, 9, enemies=bit(102), attack=True).path(102) == (202, 102)


def test_ways_change_only_out_of_the_hexes_named() -> None:
    _, fast, slow = field(3)
    mixed = {**fast, 707: slow[707], 708: slow[708]}

    changed = Ways(fast).changed({707: slow[707], 708: slow[708]})

    assert list(hexes_of(Spread(changed, 707, 12).within)) == list(
        hexes_of(Spread(Ways(mixed), 707, 12).within)
    )


def test_patterns_and_hexes_are_the_same_thing() -> None:
    some = [101, 707, 1438, 6838]

    assert list(hexes_of(bits(some))) == some
    assert bits([]) == 0


def test_ways_that_changed_are_entered_as_if_they_had_always_been_so() -> None:
    grid, fast, slow = field(4)
    base = Ways(fast)
    changed = base.changed({h: slow[h] for h in (707, 708, 101)})
    again = Ways({**fast, **{h: slow[h] for h in (707, 708, 101)}})

    assert [changed.into(h) for h in grid.hexes] == [again.into(h) for h in grid.hexes]
    assert [base.into(h) for h in grid.hexes] == [Ways(fast).into(h) for h in grid.hexes]


def test_spots_and_patterns_are_the_same_thing_on_land() -> None:
    land = Land((101, 104, 707, 1438))

    assert [spot.number for spot in land.among(bits([104, 105, 1438, 6838]))] == [1, 3]
    assert land.drawn([[land.at[1438]], [land.at[104], land.at[1438]]], 9) == (
        1,
        [1, 9, 0],
        bits([104, 1438]),
    )


def test_floods_of_two_threads_do_not_meddle_with_each_other() -> None:
    _, fast, _ = field(3)
    ways, alone = Ways(fast), Spread(Ways(fast), 707, 30)
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda n: Spread(ways, 707 + n % 3, 30), range(60)))

    assert all(x.costs == alone.costs for x in together[::3])


def test_floods_are_forgotten_when_nobody_asks_for_them_again() -> None:
    ways = Ways({101: ()})
    floods, some = Floods(2), [Spread(ways, 101, n) for n in range(4)]
    for n, flood in enumerate(some):
        floods.keep(n, flood)
        assert floods.find(0) is some[0]

    assert [floods.find(n) is some[n] for n in (0, 3)] == [True, True]
    assert floods.find(1) is None
