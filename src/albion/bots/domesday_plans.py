"""Plans for Domesday: what an action would change in victory points, and the answers that carry it out."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from albion.bots.bend import NEUTRAL, Bend
from albion.engine.action import Action
from albion.games.domesday.s03_map import banner, controller, homeland, hosts, owner
from albion.games.domesday.s04_units import add, available, company, have, limit, room, units_of
from albion.games.domesday.s05_1_points import spenders
from albion.games.domesday.s05_2_recruit import no_new_fleet, site_open
from albion.games.domesday.s05_4_laws import (
    Band,
    closed,
    departure,
    entry,
    may_enter,
    outmatched,
)
from albion.games.domesday.s05_5_battle import price
from albion.games.domesday.s06_victory import points
from albion.games.domesday.state import NONE, Dom

CHEAP = ("spearman", "archer", "longship", "huscarl", "knight")
WORTH = {"knight": 4.0, "huscarl": 3.0, "longship": 2.0, "spearman": 1.0, "archer": 1.0, "castle": 4.0}
ODDS = 0.8
"""The least strength for each of the enemy's, his terrain included, with which to attack."""
REACH = 8
"""Half action points a planned march may cost."""
MARCH = 0.8
"""The least gain for which a band sets out."""
WORST = -2.1
"""Nobody marches off from more than this."""


class Plan(NamedTuple):
    """What it brings, what it costs in half action points, and how it is done."""

    gain: float
    halves: int
    actions: tuple[Action, ...]

    @property
    def rate(self) -> float:
        """Gain for each half action point."""
        return self.gain / max(1, self.halves)


class Outlook:
    """How one seat looks at a position: its own points count, those of rivals count against it."""

    def __init__(self, s: Dom, seat: str, bend: Bend = NEUTRAL) -> None:
        self.s = s
        self.bend = bend
        self.seat = seat
        scores = points(s)
        rivals = {x: n for x, n in scores.items() if x != seat}
        first = max(rivals, key=lambda x: rivals[x])
        self.weight = dict.fromkeys(rivals, -0.25) | {first: -0.6, seat: 1.0}
        self.leader = first
        self.now: dict[str, tuple[dict[str, int], float]] = {}
        """Units and worth of the Areas looked at, before anything changes."""

    def worth(self, area: str, count: dict[str, int], forts: frozenset[str] = frozenset()) -> float:
        """What an Area with these units is worth to the seat."""
        s = self.s
        value = s.board.spaces[area].value
        if not value or not count:
            return 0.0
        extra = -s.wasted.get(area, 0) + sum(s.board.buildings[b].vp for b in s.buildings.get(area, ()))
        total = sum(count.values())
        best: dict[str, int] = {}
        for f, n in count.items():
            home = f in forts or homeland(s, area, f)
            if 3 * n >= 2 * total:
                best = {owner(s, f): max(0, value * (2 if home else 1) + extra)}
                break
            if home:
                seat = owner(s, f)
                best[seat] = max(best.get(seat, 0), max(0, value + extra))
        bonus = 1.5 if s.board.spaces[area].coin or s.board.spaces[area].crown else 0.0
        held = sum(self.weight.get(x, 0.0) * n for x, n in best.items()) * self.bend.want(area)
        return held + (bonus if self.seat in best and len(best) == 1 else 0.0)

    def change(self, area: str, moves: dict[str, int], forts: frozenset[str] = frozenset()) -> float:
        """What it changes if units come to or leave an Area."""
        if area not in self.now:
            count = hosts(self.s, area)
            self.now[area] = (count, self.worth(area, count))
        before, worth = self.now[area]
        after = {f: n for f in {**before, **moves} if (n := before.get(f, 0) + moves.get(f, 0)) > 0}
        return self.worth(area, after, forts) - worth


def plans(
    s: Dom, seat: str, offered: tuple[Action, ...], quick: bool, bend: Bend = NEUTRAL
) -> Iterator[Plan]:
    """Everything worth doing with the points at hand; marches, which take long to weigh, unless quick."""
    look = Outlook(s, seat, bend)
    areas: dict[str, list[str]] = {}
    for a in offered:
        areas.setdefault(a.verb, []).append(str(a.noun))
    yield from _recruits(s, look, areas.get("recruit", []))
    yield from _builds(s, look, areas.get("build", []))
    yield from _surveys(s, areas.get("survey", []))
    yield from _wastes(s, look, areas.get("waste", []))
    yield from _battles(s, look, areas.get("battle", []))
    if not quick:
        for area in areas.get("move", []):
            yield from _marches(s, look, area)


def _recruits(s: Dom, look: Outlook, areas: list[str]) -> Iterator[Plan]:
    kinds = s.board.kinds
    mine = spenders(s)
    free = {
        f: [k for k in CHEAP if kinds[k].price <= s.purse.halves and available(s, f, k) > 0] for f in mine
    }
    for area in areas:
        begin = Action("recruit", area)
        for f in mine:
            if free[f] and site_open(s, f, area) and room(s, area, f) > 0:
                kind = next((k for k in free[f] if not no_new_fleet(s, f, k, area)), "")
                if kind:
                    gain = look.change(area, {banner(s, f): 1}) + 0.05
                    yield Plan(gain, kinds[kind].price, (begin, Action("new", f"{f}:{kind}")))
            troops = s.at(area, f).troops
            for kind in CHEAP:
                if have(troops, kind, True) and kinds[kind].price <= s.purse.halves:
                    yield Plan(0.04 * WORTH[kind], kinds[kind].price, (begin, Action("flip", f"{f}:{kind}")))


def _builds(s: Dom, look: Outlook, areas: list[str]) -> Iterator[Plan]:
    for area in areas:
        master = controller(s, area)
        gain = look.change(area, {master: 1}, frozenset((master,)))
        base = 0.0 if homeland(s, area, master) else 1.0
        yield Plan(gain + base, s.board.price["castle"], (Action("build", area),))


def _surveys(s: Dom, areas: list[str]) -> Iterator[Plan]:
    for area in areas:
        home = homeland(s, area, controller(s, area))
        cost = s.board.price["survey-homeland" if home else "survey"]
        yield Plan(1.0, cost, (Action("survey", area),))


def _wastes(s: Dom, look: Outlook, areas: list[str]) -> Iterator[Plan]:
    cost = s.board.price["waste"] + s.board.price["plunder"]
    for area in areas:
        if s.purse.halves < cost:
            continue
        count = hosts(s, area)
        before = look.worth(area, count)
        s.wasted[area] = s.wasted.get(area, 0) + 1
        gain = look.worth(area, count) - before + 1.0
        s.wasted[area] -= 1
        if not s.wasted[area]:
            del s.wasted[area]
        unit = _spare(s, area)
        if unit:
            yield Plan(gain - 0.2, cost, (Action("waste", area), Action("reduce", unit)))


def _spare(s: Dom, area: str) -> str:
    for f in spenders(s):
        for kind in ("longship", "huscarl", "knight"):
            if have(s.at(area, f).troops, kind, False):
                return f"{f}:{kind}"
    return ""


def strength(s: Dom, area: str, faction: str) -> float:
    """Damage of a faction's units there, Leaders included."""
    total = 0.0
    for f in (faction, "fyrd") if banner(s, "fyrd") == faction else (faction,):
        for kind, reduced, n in units_of(s, area, f):
            row = s.board.kinds[kind]
            total += n * (row.reduced if reduced or row.full is None else row.full)[0]
        st = s.at(area, f)
        total += sum(s.board.leaders[x].factors[0] for x in st.leaders) + 2 * st.castle
    return total


def _battles(s: Dom, look: Outlook, areas: list[str]) -> Iterator[Plan]:
    mine = {banner(s, f) for f in spenders(s)}
    for area in areas:
        there = hosts(s, area)
        kin = {g: n for g, n in there.items() if owner(s, g) == look.seat}
        if len(kin) == len(there):
            continue
        for f in sorted(mine & set(there)):
            cost = price(s, f, area)
            if cost > s.purse.halves:
                continue
            own = strength(s, area, f)
            foes = sum(strength(s, area, g) for g in there if g != f)
            armor = 1 + s.board.spaces[area].terrain.armor / 3
            odds = own / max(1.0, foes * armor)
            if odds < look.bend.habit("odds", ODDS):
                continue
            prize = look.worth(area, kin) - look.worth(area, there)
            gain = prize * min(0.6, odds / 3) - 0.4 * foes / max(1.0, own) - (2.0 if len(kin) > 1 else 0.0)
            several = len(mine & set(there)) > 1
            yield Plan(gain, cost, (Action("battle", area), *((Action("as", f),) if several else ())))


def _marches(s: Dom, look: Outlook, area: str) -> Iterator[Plan]:
    row = s.stacks.get(area, {})
    mine = sorted({banner(s, f) for f in spenders(s)} & {banner(s, f) for f in row})
    for f in mine:
        head = (Action("move", area), *((Action("as", f),) if len(mine) > 1 else ()))
        st = s.at(area, f)
        units = list(units_of(s, area, f))
        if units:
            kind, reduced, _ = min(units, key=lambda u: (WORTH[u[0]], not u[1]))
            name = f"{f}:{kind}" + (":reduced" if reduced else "")
            one = Band(f, add(NONE, kind, reduced, 1))
            yield from _march(s, look, area, one, (*head, Action("pick", name)))
        if st.count + len(st.leaders) > 1 and st.count:
            whole = Band(f, st.troops, NONE, st.leaders)
            picks = list(_each(s, f, area))
            yield from _march(s, look, area, whole, (*head, *picks))
            picks.remove(Action("pick", name))
            most = Band(f, add(st.troops, kind, reduced, -1), NONE, st.leaders)
            yield from _march(s, look, area, most, (*head, *picks))
        if st.leaders and st.count:
            lords = tuple(Action("pick", x) for x in st.leaders)
            yield from _march(s, look, area, Band(f, leaders=st.leaders), (*head, *lords))


def _each(s: Dom, faction: str, area: str) -> Iterator[Action]:
    for kind, reduced, n in units_of(s, area, faction):
        name = f"{faction}:{kind}" + (":reduced" if reduced else "")
        yield from (Action("pick", name) for _ in range(n))
    yield from (Action("pick", x) for x in s.at(area, faction).leaders)


def _march(s: Dom, look: Outlook, area: str, band: Band, head: tuple[Action, ...]) -> Iterator[Plan]:
    size, faction = band.count + len(band.leaders), band.faction
    loss = look.change(area, {faction: -size})
    if loss < WORST or _bursts(s, area, band):
        return
    for to, cost, path in _reachable(s, band, area):
        count, leaders = company(s, to, faction)
        if count + band.count > limit(s, (*leaders, *band.leaders)):
            continue
        gain = look.change(to, {faction: size}) + loss
        if gain > look.bend.habit("march", MARCH):
            steps = tuple(Action("enter", x) for x in path)
            yield Plan(gain, max(1, cost), (*head, *steps, Action("stop")))


def _bursts(s: Dom, area: str, band: Band) -> bool:
    """Whether what a band leaves behind would be too many without the Leaders who go."""
    count, leaders = company(s, area, band.faction)
    left = count - band.count
    return left > 0 and left > limit(s, tuple(x for x in leaders if x not in band.leaders))


def _reachable(s: Dom, band: Band, area: str) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Areas the band can reach and what they cost, cheapest first; it passes through nobody else's units."""
    d = departure(s, band, area)
    budget = min(s.purse.halves, REACH)
    spaces, shores = s.board.spaces, s.board.shores
    best: dict[str, int] = {area: 0}
    queue: list[tuple[int, tuple[str, ...]]] = [(0, (area,))]
    while queue:
        cost, path = heappop(queue)
        here = path[-1]
        if cost > best[here]:
            continue
        for to in spaces[here].exits:
            if best.get(to, 99) <= cost:
                continue
            more = cost + entry(s, d.kinds, to) + (d.surcharge if here == area else 0)
            if more > budget or more >= best.get(to, 99):
                continue
            if here == area:
                if not may_enter(s, band, path, to, d):
                    continue
            elif closed(s, band, to) is not None:
                continue
            if to in shores and not band.count:
                continue  # Leaders alone on the water are anybody's prey.
            if to in shores:
                more += outmatched(s, band, to)
                if more > budget:
                    continue
            best[to] = more
            road = (*path, to)
            if spaces[to].value:
                yield to, more, road[1:]
            if to not in s.stacks or set(hosts(s, to)) == {band.faction}:
                heappush(queue, (more, road))
