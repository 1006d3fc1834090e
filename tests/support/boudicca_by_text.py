"""Boudicca computed a second time from the rulebook's words and the data files: marches, interceptions, points."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from pathlib import Path
from typing import Any

import albion.games.boudicca
from albion.engine.action import Decision
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s07_interception import Interception
from albion.games.boudicca.s07_march import March
from albion.games.boudicca.state import DEAD, MONA, NEVER, SCARED, BoudiccaState, enemy

DATA = Path(albion.games.boudicca.__file__).parent / "data"
STEPS = {0: (1, 100, 99, -1, -101, -100), 1: (1, 101, 100, -1, -100, -99)}
"""To the six neighbours, from an even and from an odd row."""
QUIET = ("end", "pass", "done", "stop", "decline", "stand", "discard")


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


MAP, PLACES, COSTS = _table("map"), _table("places"), _table("terrain")["costs"]
LEGEND = MAP["terrain"]["legend"]
TERRAIN = {
    int(row) * 100 + column: LEGEND[letter]
    for row, line in MAP["terrain"]["lines"].items()
    for column, letter in enumerate(line, 1)
    if LEGEND[letter] != "sea"
}
TOWNS = {p["hex"] for p in PLACES["towns"]["list"]}
POSTS = {p["hex"] for p in PLACES["posts"]["list"]}
VENTA = next(o["hex"] for o in PLACES["oppida"]["list"] if o["tribe"] == "iceni")


def side_of(a: int, b: int) -> str:
    """A hexside: the lower hex first."""
    return f"{min(a, b):04d}/{max(a, b):04d}"


ROADS = {side_of(a, b) for course in MAP["roads"]["courses"].values() for a, b in pairwise(course)}
RIVERS = {side for sides in MAP["rivers"]["hexsides"].values() for side in sides}
IMPASSABLE = {side for sides in MAP["impassable"]["hexsides"].values() for side in sides}


def disagreements(options: BoudiccaOptions, seed: int, answers: int) -> list[str]:
    """Where a lively random game and the words part, in this many answers."""
    s = GAME.setup(options, Dice(seed))
    dice, d = Dice(seed + 1), settle(s)
    found: list[str] = []
    while d is not None and answers and not found:
        step = s.agenda[-1]
        if isinstance(step, March) and not s.strained:
            found += _marches(s, d)
        elif isinstance(step, Interception):
            found += _interceptions(s, d, step.hex)
        found += _points(s)
        lively = [a for a in d.actions if a.verb not in QUIET] or list(d.actions)
        d = apply(s, lively[dice.d(len(lively)) - 1])
        answers -= 1
    return found


def troops(s: BoudiccaState, h: int, side: str) -> list[int]:
    """A side's combat units in a hex."""
    units = s.rules.units
    return [u for u, at in enumerate(s.where) if at == h and units[u].side == side and units[u].combat]


def held(s: BoudiccaState, side: str, *, leaders: bool = False) -> set[int]:
    """Hexes with combat units of a side, or also with leaders alone."""
    units = s.rules.units
    return {
        at
        for u, at in enumerate(s.where)
        if at > DEAD and units[u].side == side and (units[u].combat or (leaders and units[u].leader))
    }


def out_of(s: BoudiccaState, h: int) -> Iterator[tuple[int, str, bool]]:
    """Neighbours that can be entered, by which hexside, and whether an unbridged river is crossed (7.1.6, 7.1.15)."""
    for step in STEPS[h // 100 % 2]:
        side = side_of(h, h + step)
        if h + step in TERRAIN and side not in IMPASSABLE:
            bridged = s.spans.get(side, "built" if side in MAP["bridges"]["hexsides"] else "") == "built"
            yield h + step, side, side in RIVERS and not bridged


def together(s: BoudiccaState, units: Iterable[int], side: str) -> bool:
    """Whether units may share a hex: tribes by a leader, legions and six auxilia by Paulinus (6.1.2-6.1.4)."""
    own = [s.rules.units[u] for u in units if s.rules.units[u].side == side]
    if any(x.leader for x in own):
        return True
    bodies = {x.body for x in own if x.body}
    return len(bodies) < 2 and sum(x.type == "auxilia" for x in own) < 6


def _marches(s: BoudiccaState, d: Decision) -> Iterator[str]:
    said = {verb: {a.noun for a in d.actions if a.verb == verb} for verb in ("to", "attack")}
    for verb, words in zip(("to", "attack"), reach(s), strict=True):
        if said[verb] != words:
            who = [s.rules.units[u].id for u in s.group]
            yield f"{who} with {s.mp} half points: {verb} {sorted(map(str, said[verb] ^ words))}"


def reach(s: BoudiccaState) -> tuple[set[int], set[int]]:
    """Where the marching group may end, and whom it may attack (7.1, 7.2.2, 6.1.6, 6.1.7)."""
    group, here = s.group, s.where[s.group[0]]
    side = s.rules.units[group[0]].side
    fights = any(s.rules.units[u].combat for u in group)
    price = COSTS[side if fights else "leaders"]
    foes = held(s, enemy(side), leaders=not fights)
    crowds = (
        {h for h in held(s, ROMANS) if set(troops(s, h, ROMANS)) - set(group)} if side == ROMANS else set()
    )
    begun = s.moved[group[0]] == s.impulse
    if here <= DEAD:
        gate = PLACES["off_map"]["mona" if here == MONA else "isca"]
        if gate in foes:
            return set(), {gate}
        todo = [(2, gate, False)]
    else:
        todo = [(0, here, s.by_road and begun)]
    seen: set[tuple[int, bool]] = set()
    fights_at: set[int] = set()
    while todo:
        spent, h, by_road = heappop(todo)
        if (h, by_road) in seen or spent > s.mp:
            continue
        seen.add((h, by_road))
        crowded = h in crowds and (h != here or begun)
        for there, hexside, water in out_of(s, h) if not (crowded and by_road) else ():
            ways = [] if s.forced else [(int(2 * (price[TERRAIN[there]] + COSTS["river"] * water)), False)]
            if side == ROMANS and hexside in ROADS and not water and not crowded:
                ways.append((int(2 * COSTS["road"]), True))
            if there in foes:
                near = fights and not water and any(spent + cost <= s.mp for cost, _ in ways)
                fights_at |= {there} if near else set()
                continue
            for cost, road in ways:
                heappush(todo, (spent + cost, there, road))
    ends = {h for h, _ in seen if h != here}
    stays = {h for h in ends if together(s, {*(u for u, at in enumerate(s.where) if at == h), *group}, side)}
    return stays, fights_at if together(s, group, side) else set()


def _interceptions(s: BoudiccaState, d: Decision, target: int) -> Iterator[str]:
    said = {a.noun for a in d.actions if a.verb == "intercept"}
    words = {h for h in held(s, enemy(s.phasing)) if intercepts(s, h, target)}
    if said != words:
        yield f"interception at {target}: {sorted(map(str, said ^ words))}"


def intercepts(s: BoudiccaState, h: int, target: int) -> bool:
    """Whether the stack in a hex may try and could succeed (7.3.1-7.3.4)."""
    side, units = enemy(s.phasing), s.rules.units
    here = [
        u for u, at in enumerate(s.where) if at == h and units[u].side == side and not s.rules.civilian[u]
    ]
    able = [u for u in here if s.ready[u] < NEVER and not s.marks[u] & SCARED]
    fighters = [u for u in able if units[u].combat]
    if h == target or not fighters or any(s.tried[u] == s.impulse for u in able):
        return False
    if together(s, here, side) and not together(s, [u for u in here if u not in able], side):
        return False
    hexes = hexes_away(s, side, h, target)
    plus = sum(any(units[u].id == name for u in able) for name in ("boudicca", "paulinus"))
    plus += any(u in s.rules.druids for u in able)
    plus += all(units[u].cavalry for u in fighters)
    plus += s.forced
    plus -= all(units[u].cavalry or units[u].leader for u in s.group)
    plus -= side == ROMANS and TERRAIN[target] != "clear"
    plus -= any(s.used[u] >= 2 for u in fighters)
    return hexes > 0 and 6 + plus > 2 * hexes


def hexes_away(s: BoudiccaState, side: str, start: int, target: int) -> int:
    """The fewest hexes of a way within 3 MPs around towns, enemies and unbridged rivers; 0 if there is none (7.3.2)."""
    towns = {h for h in TOWNS if s.sacked.get(h) not in (BRITONS, "both")}
    barred = towns | held(s, enemy(side)) - {target}
    layer = {start: 0}
    for hexes in range(1, 7):
        further: dict[int, int] = {}
        for h, spent in layer.items():
            for there, _, water in out_of(s, h):
                total = spent + COSTS[side][TERRAIN[there]]
                if not water and there not in barred and total <= min(3, further.get(there, 9) - 1):
                    further[there] = total
        if target in further:
            return hexes
        layer = further
    return 0


def _points(s: BoudiccaState) -> Iterator[str]:
    words = {ROMANS: roman_points(s), BRITONS: briton_points(s)}
    if GAME.scores(s) != words:
        yield f"points {GAME.scores(s)}, by the words {words}"


def _sacked_by(s: BoudiccaState, side: str) -> list[int]:
    return [h for h, by in s.sacked.items() if by in (side, "both")]


def briton_points(s: BoudiccaState) -> int:
    """Towns 4, Posts 2, legions 10 or 5, Paulinus 5, Civilians 1 (14.0)."""
    total = sum(4 * (h in TOWNS) + 2 * (h in POSTS) for h in _sacked_by(s, BRITONS))
    for legion in ("ii", "ix", "xiv", "xx"):
        cohorts = [u for u, x in enumerate(s.rules.units) if x.body == legion]
        if all(s.where[u] == DEAD for u in cohorts):
            total += 10
        elif legion in s.landed and s.strength(u for u in cohorts if s.where[u] != DEAD) < 22:
            total += 5
    total += 5 * (s.where[s.rules.paulinus] == DEAD)
    return total + sum(s.where[u] == DEAD for u in s.rules.civilians)


def roman_points(s: BoudiccaState) -> int:
    """Venta 5, other oppida 3, Boudicca 5, Druids 2, Civilians 2, each counter of a tribe wiped out 1 (14.0)."""
    total = sum(5 if h == VENTA else 3 for h in _sacked_by(s, ROMANS))
    total += 5 * (s.where[s.rules.boudicca] == DEAD)
    total += 2 * sum(s.where[u] == DEAD for u in s.rules.druids)
    total += 2 * sum(s.where[u] > DEAD for u in s.rules.civilians)
    for tribe in s.revolted:
        counters = [u for u, x in enumerate(s.rules.units) if x.body == tribe]
        total += len(counters) if all(s.where[u] == DEAD for u in counters) else 0
    return total
