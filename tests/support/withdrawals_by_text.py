"""How Raider Withdrawal may end in Leaders and Raiders, computed once more from the rulebook's words.

Tables are dealt at random: raiders ashore beside settlers or alone, from one sea or two, with a leader or without. Every way to
share them between land and sea is judged by the text, and compared with all ends that the questions lead to.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

from albion.engine.loop import apply, settle
from support.forces_by_text import GAME, started

RAIDS = [
    (1, "irish"),
    (1, "scots"),
    (2, "scots"),
    (6, "norsemen"),
    (7, "norsemen"),
    (6, "danes"),
    (9, "danes"),
    (10, "danes"),
]
MUST = {(6, "danes"), (9, "danes")}
RULES = GAME.blank(GAME.option_sets()[0]).rules
LEADERS = {(2, "scots"): "Fergus Mor", (6, "norsemen"): "Ketil Flatnose", (9, "danes"): "Cnut"}
MOST_STAY, MOST_SAIL = 2, 4


class End(NamedTuple):
    """How many armies are in each place at the end, and where the leader is."""

    armies: tuple[tuple[str, int], ...]
    leader: str | None


def disagreements(seed: int, tables: int) -> list[str]:
    """Ends that the text allows and no answers lead to, or the reverse."""
    rng = Random(seed)
    for _ in range(tables):
        number, nation, position = dealt(rng)
        s = started(False, f"RaiderWithdrawal: {nation}", position)
        if s is None:
            continue
        settle(s)
        if not s.agenda or s.agenda[-1].name != "Withdraw":
            continue
        by_text = set(allowed(s, number, nation))
        by_game = set(reached(s, nation))
        if by_text and by_text != by_game:
            return [f"{position}: only by the text {by_text - by_game}, only in the game {by_game - by_text}"]
    return []


def dealt(rng: Random) -> tuple[int, str, dict[str, str]]:
    """A raiding turn, and a position after its battles."""
    number, nation = rng.choice(RAIDS)
    name = RULES.nations[nation].name
    row = RULES.timeline[number - 1].reinforcements.get(nation)
    home = row.place if row is not None else "frisian-sea"
    seas = [home, rng.choice([home, "irish-sea"])]
    position = {"round": str(number)}
    for area in rng.sample(list(RULES.board.areas), rng.randint(1, 4)):
        fleets = sorted({rng.choice(seas) for _ in range(rng.randint(0, 2))})
        units = [f"{rng.randint(1, 2)} {name} raiders of {sea}" for sea in fleets]
        settlers = rng.choice([0, 0, 1, 2, 3]) or (not units)
        position[area] = ", ".join([f"{settlers} {name}", *units] if settlers else units)
    leader = LEADERS.get((number, nation))
    landed = [a for a in position if f"raiders of {home}" in position[a]]
    if leader and landed and rng.random() < 0.8:
        position[rng.choice(landed)] += f", {leader}"
    elif rng.random() < 0.4:
        led = f", {leader}" if leader and rng.random() < 0.5 else ""
        position[home] = f"{rng.randint(1, 2)} {name} raiders of {home}{led}"
    return number, nation, position


def ashore(s: Any, nation: str) -> list[tuple[str, str, int]]:
    """Raiders on land: where, where they began the turn, and how many."""
    tallies = s.sorts.get(nation, {})
    return [
        (area, sort.removeprefix("raider:"), n)
        for area in s.rules.board.areas
        for sort, n in tallies.get(area, {}).items()
        if sort.startswith("raider:")
    ]


def excess(s: Any, armies: dict[str, int]) -> int:
    """Beyond twice the areas, and one more for a clear area held."""
    land = [p for p, n in armies.items() if n and p in s.rules.board.near]
    clear = any(p not in s.rules.board.difficult for p in land)
    return max(0, sum(armies[p] for p in land) - 2 * len(land) - clear)


def allowed(s: Any, number: int, nation: str) -> Iterator[End]:
    """Every end that breaks no rule."""
    groups, leader = ashore(s, nation), leader_of(s, nation)
    where, home = s.leaders.get(leader), s.raiding_leaders.get(leader)
    landed = where in s.rules.board.near and home is not None
    before = excess(s, dict(s.armies[nation]))
    for gone in product(*[range(n + 1) for _, _, n in groups]):
        armies = dict(s.armies[nation])
        for (area, sea, _), k in zip(groups, gone, strict=True):
            armies[area] -= k
            armies[sea] = armies.get(sea, 0) + k
        stay = [a for (a, _, n), k in zip(groups, gone, strict=True) for _ in range(n - k)]
        if stay and excess(s, armies) > before:
            continue
        for at in (where, home) if landed else (where,):
            alone = at is not None and not armies.get(at)
            idle = (number, nation) in MUST and landed and at == where and armies.get(home)
            afloat = home is not None and at is not None and at not in s.rules.board.near
            bound = (number, nation) in MUST or afloat
            if (
                not alone
                and not idle
                and (crowned(s, nation, stay, sum(gone)) if s.cnut_rex else not (bound and stay))
            ):
                yield _end(armies, at)


def crowned(s: Any, nation: str, stay: list[str], gone: int) -> bool:
    """With Cnut Rex Anglorum two may stay in England, and no more than four go back."""
    sailed = sum(s.raiders(nation, p) for p in s.sorts[nation] if p not in s.rules.board.near)
    english = set(stay) <= s.rules.board.within("england")
    return english and len(stay) <= MOST_STAY and sailed + gone <= MOST_SAIL


def leader_of(s: Any, nation: str) -> str:
    return next((x for x in s.leaders if s.rules.leaders[x].nation == nation), "")


def _end(armies: Any, leader: str | None) -> End:
    return End(tuple(sorted((p, n) for p, n in armies.items() if n)), leader)


def reached(s: Any, nation: str) -> Iterator[End]:
    """Every end of the phase that answers lead to, but for a crown declined."""
    todo, seen = [s.clone()], set[str]()
    while todo:
        t = todo.pop()
        d = settle(t)
        if d is None:
            yield _end(t.armies[nation], t.leaders.get(leader_of(t, nation)))
            continue
        for a in d.actions:
            if a.verb not in ("restart", "decline"):
                u = t.clone()
                apply(u, a)
                key = f"{u.armies[nation]} {u.leaders} {u.sorts.get(nation)} {u.agenda[-1:]}"
                if key not in seen:
                    seen.add(key)
                    todo.append(u)
