"""Boudicca's withdrawals computed a second time from the rulebook's words: where each part of an army may go (10.4)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s10_withdrawal import Withdraw, end_of_way, ways
from albion.games.boudicca.state import BoudiccaState, enemy
from support.boudicca_by_text import (
    COSTS,
    PLACES,
    POSTS,
    QUIET,
    ROADS,
    TERRAIN,
    TOWNS,
    held,
    out_of,
    together,
    troops,
)

OPPIDA = {o["tribe"]: o["hex"] for o in PLACES["oppida"]["list"]}
Space = tuple[int, bool]
"""A hex, and whether it was entered at the road rate."""


def disagreements(options: BoudiccaOptions, seed: int, answers: int) -> tuple[int, list[str]]:
    """How many withdrawals a game full of attacks asks about in this many answers, and where it and the words part."""
    s = GAME.setup(options, Dice(seed))
    dice, d, asked, found = Dice(seed + 1), settle(s), 0, list[str]()
    for _ in range(answers):
        if d is None:
            break
        step = s.agenda[-1]
        if isinstance(step, Withdraw):
            for units in parts(s, step.side):
                asked += 1
                found += _compared(s, units)
        attacks = [a for a in d.actions if a.verb == "attack"]
        lively = attacks or [a for a in d.actions if a.verb not in QUIET] or list(d.actions)
        if isinstance(step, Withdraw) and dice.d(3) > 1:
            lively = list(d.actions)
        d = apply(s, lively[dice.d(len(lively)) - 1])
    return asked, found


def parts(s: BoudiccaState, side: str) -> list[tuple[int, ...]]:
    """Romans go as one stack, Britons tribe by tribe."""
    assert s.battle is not None
    army, units = troops(s, s.battle.hex, side), s.rules.units
    if side == ROMANS:
        return [tuple(army)]
    return [tuple(u for u in army if units[u].body == t) for t in dict.fromkeys(units[u].body for u in army)]


def _compared(s: BoudiccaState, units: tuple[int, ...]) -> Iterator[str]:
    played = {way.goal: end_of_way(s, units, way) for way in ways(s, units)}
    words = refuges(s, units)
    if set(played) != set(words) or any(end not in words[goal] for goal, end in played.items()):
        who = [s.rules.units[u].id for u in units]
        yield f"{who} at {s.where[units[0]]}: {played}, by the words {words}"


def refuges(s: BoudiccaState, units: tuple[int, ...]) -> dict[int, set[int]]:
    """By goal the hexes where the stack may end."""
    here, romans = s.where[units[0]], held(s, ROMANS)
    side = s.rules.units[units[0]].side
    if side == ROMANS:
        stand = {h for h in TOWNS | POSTS if s.sacked.get(h) not in (BRITONS, "both")}
        return _towards(s, units, stand - held(s, BRITONS) - {here})
    own = OPPIDA[s.rules.units[units[0]].body]
    found = _towards(s, units, {own} - {here})
    if own == here or own in romans:
        friendly = {
            h for t, h in OPPIDA.items() if t in s.revolted and s.sacked.get(h) not in (ROMANS, "both")
        }
        found |= _towards(
            s,
            units,
            (friendly | {h for h in OPPIDA.values() if troops(s, h, BRITONS)}) - romans - {own, here},
        )
    return found


def _towards(s: BoudiccaState, units: tuple[int, ...], goals: set[int]) -> dict[int, set[int]]:
    """The nearest of these goals past the enemy; if none is open, as near as possible to a nearest one."""
    here = s.where[units[0]]
    foes = held(s, enemy(s.rules.units[units[0]].side)) - {here}
    spent, before = _flood(s, units, here, foes)
    costs = {g: c for g in goals if (c := _least(spent, g)) is not None}
    if not costs:
        return _nearer(s, units, goals, spent)
    nearest = [g for g in costs if costs[g] == min(costs.values())]
    ends = {g: _furthest(s, units, spent, _on_the_way(g, spent, before)) for g in nearest}
    return {g: hexes for g, hexes in ends.items() if hexes}


def _furthest(s: BoudiccaState, units: tuple[int, ...], spent: dict[Space, int], way: set[Space]) -> set[int]:
    """The last hexes of the way that the allowance reaches, if possible one where the units may stay."""
    allowed = min(s.rules.ma[u] for u in units)
    within = {x for x in way if 0 < spent[x] <= allowed}
    stays = {x for x in within if _stays(s, units, x[0])} or within
    most = max((spent[x] for x in stays), default=0)
    return {h for h, road in stays if spent[h, road] == most}


def _nearer(
    s: BoudiccaState, units: tuple[int, ...], goals: set[int], spent: dict[Space, int]
) -> dict[int, set[int]]:
    here, allowed = s.where[units[0]], min(s.rules.ma[u] for u in units)
    bare, _ = _flood(s, units, here, set())
    costs = {g: c for g in goals if (c := _least(bare, g)) is not None}
    found: dict[int, set[int]] = {}
    for goal in [g for g in costs if costs[g] == min(costs.values())]:
        left = {h: _left(s, units, h, goal) for h, _ in spent if (_least(spent, h) or 0) <= allowed}
        open_ = {h: c for h, c in left.items() if c < left[here]}
        stays = {h: c for h, c in open_.items() if _stays(s, units, h)} or open_
        if stays:
            found[goal] = {h for h, c in stays.items() if c == min(stays.values())}
    return found


def _stays(s: BoudiccaState, units: tuple[int, ...], h: int) -> bool:
    there = {u for u, at in enumerate(s.where) if at == h}
    return together(s, there | set(units), s.rules.units[units[0]].side)


def _least(spent: dict[Space, int], h: int) -> int | None:
    return min((spent[h, road] for road in (False, True) if (h, road) in spent), default=None)


def _left(s: BoudiccaState, units: tuple[int, ...], h: int, goal: int) -> int:
    found, _ = _flood(s, units, h, set(), crowds=False)
    cost = _least(found, goal)
    return 9999 if cost is None else cost


def _on_the_way(goal: int, spent: dict[Space, int], before: dict[Space, set[Space]]) -> set[Space]:
    """Every hex of every cheapest way."""
    least = _least(spent, goal)
    todo = [(goal, road) for road in (False, True) if spent.get((goal, road)) == least]
    found: set[Space] = set()
    while todo:
        x = todo.pop()
        if x not in found:
            found.add(x)
            todo += before.get(x, ())
    return found


def _flood(
    s: BoudiccaState, units: tuple[int, ...], start: int, foes: set[int], *, crowds: bool = True
) -> tuple[dict[Space, int], dict[Space, set[Space]]]:
    """What each hex costs, and from where it is entered at that cost (7.1.7, 7.1.10, 6.1.6)."""
    side = s.rules.units[units[0]].side
    crowded = held(s, ROMANS) - {s.where[units[0]]} if side == ROMANS and crowds else set()
    spent, before, todo = {(start, False): 0}, dict[Space, set[Space]](), [(0, start, False)]
    while todo:
        so_far, h, by_road = heappop(todo)
        if spent[h, by_road] < so_far or (h in crowded and by_road):
            continue
        for there, hexside, water in out_of(s, h):
            steps = [(int(2 * (COSTS[side][TERRAIN[there]] + COSTS["river"] * water)), False)]
            if side == ROMANS and hexside in ROADS and not water and h not in crowded:
                steps.append((int(2 * COSTS["road"]), True))
            for cost, road in steps if there not in foes else ():
                total, x = so_far + cost, (there, road)
                if total < spent.get(x, total + 1):
                    spent[x], before[x] = total, set()
                    heappush(todo, (total, there, road))
                if total == spent[x]:
                    before[x].add((h, by_road))
    return spent, before
