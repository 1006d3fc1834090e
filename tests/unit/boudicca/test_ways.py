"""The way of a march: whatever hex is named, its last step obeys the law of the hexside."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s07_goals import goals
from albion.games.boudicca.s07_march import March, route
from albion.games.boudicca.s07_movement import start_march
from albion.kernels.hex import Edges, bit, bits, ends, hexes_of, hexside
from support.plain_reach import plain_reach

UNITS = {BRITONS: ("iceni-1", "ix-2"), ROMANS: ("ix-2", "iceni-1")}


@pytest.mark.parametrize("side", [BRITONS, ROMANS])
def test_no_attack_wades_into_the_enemy_on_any_bank_of_the_map(side: str) -> None:
    s = GAME.blank(BoudiccaOptions())
    board = s.rules.board
    mover, foe = (s.rules.index[name] for name in UNITS[side])
    s.phasing = side
    attacked = 0
    for river in sorted(board.rivers):
        for here, there in (ends(river), ends(river)[::-1]):
            s.put(mover, here)
            s.put(foe, there)
            start_march(s, (mover,))
            _, fights = goals(s, s.group, s.mp)
            if not fights & bit(there):
                continue
            path, costs = route(s, there)
            attacked += 1

            assert path[-1] == there
            assert sum(costs) <= s.mp
            last = hexside(*list(pairwise((here, *path)))[-1])
            assert last not in board.rivers or board.bridged(last, ())
    assert attacked > 300


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("kind", "roads"), [("britons", "off"), ("romans", "use"), ("romans", "only")])
def test_reach_is_that_of_a_plain_search_over_the_whole_map(seed: int, kind: str, roads: str) -> None:
    """What is left out of account beyond a stack's points, and what is kept for the next question, changes nothing."""
    board, chance = GAME.rules.board, random.Random(seed)
    start = chance.choice(sorted(board.road_hexes))
    land = sorted(board.land - {start})
    enemies, crowded = set(chance.sample(land, 120)), set(chance.sample(land, 60))
    rivers = sorted(board.rivers)
    spans = tuple(
        (side, "destroyed" if side in board.bridges else "built")
        for side in sorted({*chance.sample(rivers, 40), *chance.sample(sorted(board.bridges), 5)})
    )
    crowded = crowded - enemies if kind == "romans" else set()

    def edges(roads: str) -> Edges:
        return {h: board.local_ways(h, kind, roads, spans) for h in board.grid.hexes}

    slow = edges("off") if roads == "use" else dict.fromkeys(board.grid.hexes, ())
    plain = plain_reach(
        edges(roads), start, 16, enemies=enemies, attack=True, crowded=crowded,
        slow=slow if crowded else None,
    )  # fmt: skip

    found = board.reach(kind, roads, spans, start, 16, bits(enemies), True, bits(crowded))

    assert set(hexes_of(found.within)) == {*plain.through, *plain.ends}
    assert set(hexes_of(found.fights)) == set(plain.fights)
    assert found.costs == {h: plain.cost(h) for h in {*plain.through, *plain.ends, *plain.fights}}


def test_what_is_kept_is_what_another_flood_would_find() -> None:
    """Whoever asks twice gets one flood; others nearby, farther enemies and other bridges get floods of their own."""
    board, chance = GAME.rules.board, random.Random(4)
    starts = chance.sample(sorted(board.land), 30)
    bridge = sorted(board.bridges)[0]
    for start in starts * 20:
        spans = ((bridge, "destroyed"),) if chance.random() < 0.3 else ()
        enemies = bits(chance.sample(sorted(board.land - {start}), chance.choice([0, 0, 200])))
        kind, budget = chance.choice(["britons", "leaders"]), chance.choice([4, 8])
        plain = plain_reach(
            {h: board.local_ways(h, kind, "off", spans) for h in board.grid.hexes} if spans else MAPS[kind],
            start, budget, enemies=hexes_of(enemies), attack=True,
        )  # fmt: skip

        found = board.reach(kind, "off", spans, start, budget, enemies, True)

        assert set(hexes_of(found.within)) == {*plain.through, *plain.ends}
        assert set(hexes_of(found.fights)) == set(plain.fights)
        assert board.reach(kind, "off", spans, start, budget, enemies, True) is found


MAPS: dict[str, Edges] = {
    kind: {h: GAME.rules.board.local_ways(h, kind, "off", ()) for h in GAME.rules.board.grid.hexes}
    for kind in ("britons", "leaders")
}


def test_the_page_is_told_the_way_and_its_cost() -> None:
    s = GAME.blank(BoudiccaOptions())
    mover = s.rules.index["ix-2"]
    s.phasing = ROMANS
    s.put(mover, 2416)
    start_march(s, (mover,))
    s.agenda.append(March(2416))
    costs = {}
    for a in s.agenda[-1].candidates(s):
        if a.verb != "to":
            continue
        told = GAME.odds(s, a)
        path, spent = route(s, a.number)
        costs[a.number] = told["cost"]

        assert told == {"kind": "way", "way": list(path), "cost": sum(spent) / 2, "mp": s.mp / 2}
    assert costs[2420] == 2, "by road to Pontes half a point a hex"
    assert max(costs.values()) <= s.mp / 2
