"""What binds the end of a Movement phase, as one law of a position: can the phase still end within its limits?

Every step of a march asks the same question of the position it leads to. A yes is never a guess: it rests on a
way to end that the steps to come will offer. So a phase that could end when it began can always be ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from math import inf
from typing import NamedTuple

import msgspec

from albion.engine.cite import Cite, cite, rule
from albion.games.britannia_2005.passage import (
    Group,
    barred,
    bound,
    by_strait,
    landings,
    riders,
    stepped,
    stopped,
    voyages,
    ways,
)
from albion.games.britannia_2005.stacking import crowded, usual_limit
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.games.britannia_2005.subjects import empties
from albion.kernels.britannia.board import Area, Nation, Place

BINDS = cite("britannia-2005 move.stacking.e")


class Marching(NamedTuple):
    """A group under way, and the area it has got to."""

    group: Group
    area: Area
    leaving: bool = False
    """Whether it has said that it goes on."""


class Breach(NamedTuple):
    """A limit that armies so placed break: which, where, and the number that decides."""

    kind: str
    place: Place
    cite: Cite
    holds: int = 0
    limit: int = 0


# -- the limits ----------------------------------------------------------------------------------------------------


def may_stay_at_sea(s: Brit, nation: Nation) -> bool:
    """Whether armies may end this phase at sea: on a Raiding turn, and in the first half of a Major Invasion."""
    return s.half == 1 or s.turn_of(nation).raid


@rule(
    cite("britannia-2005 move.invasion.d move.invasion.h move.major.a move.major.b move.raid.a roman.reinf.k")
)
def must_land(s: Brit, nation: Nation, armies: Mapping[Place, int]) -> Breach | None:
    """All end on land, save raiders and, in the first half of a Major Invasion, invaders."""
    if may_stay_at_sea(s, nation):
        return None
    near = s.rules.board.near
    for place, n in armies.items():
        if n and place not in near:
            why = cite("britannia-2005 move.invasion.h move.invasion.d")
            if s.half == 2:
                why = cite("britannia-2005 move.major.b move.invasion.h")
            elif nation == ROMANS:
                why = cite("britannia-2005 roman.reinf.k move.invasion.h")
            return Breach("at-sea", place, why, n)
    return None


@rule(cite("britannia-2005 move.stacking.e"))
def breach(s: Brit, nation: Nation, armies: Mapping[Place, int], at: Place = "") -> Breach | None:
    """The first limit of the phase's end that armies so placed would break."""
    crowd = crowded(s, nation, armies, at)
    if crowd is not None:
        return Breach("crowded", crowd.area, (*crowd.cite, *BINDS), crowd.holds, crowd.limit)
    return must_land(s, nation, armies)


# -- can they still be met? ----------------------------------------------------------------------------------------


@rule(cite("britannia-2005 move.stacking.e R18"))
def out_of_reach(s: Brit, nation: Nation, marching: Marching | None = None, at: Place = "") -> Breach | None:
    """The limit that can no longer be met, however the armies that may still move go; None: the phase can end."""
    armies = s.armies[nation]
    leaving = marching is not None and marching.leaving
    if not leaving and (marching is None or may_stop(s, marching)) and surely_ends(s, nation, armies):
        return None
    settled = {p: k for p, n in armies.items() if (k := n - s.fresh.get(p, 0))}
    if marching is not None:
        settled[marching.area] -= marching.group.n
    broken = crowded(s, nation, settled, at)
    if broken is None and any(_can_end(s, nation, settled, plan) for plan in plans(s, nation, marching)):
        return None
    return breach(s, nation, armies, at) or _ahead(s, nation, marching)


def _ahead(s: Brit, nation: Nation, marching: Marching | None) -> Breach | None:
    """What a group that goes on would break in the first area it could enter."""
    if marching is None:
        return None
    g, place = marching.group, marching.area
    for area, _ in _exits(s, g, place):
        armies = moved(s.armies[nation], place, area, g.n)
        found = breach(s, nation, armies, area)
        if found is not None:
            return found
    return Breach("no-way-on", place, BINDS)


def moved(armies: Mapping[Place, int], place: Place, area: Place, n: int) -> dict[Place, int]:
    """The same armies after n of them have gone from a place to an area."""
    after = dict(armies)
    after[place] -= n
    after[area] = after.get(area, 0) + n
    return after


def may_stop(s: Brit, m: Marching) -> bool:
    """Whether a group may stop where it is: Romans do not among their subjects."""
    foe = s.foe(m.group.nation, m.area) if m.group.nation == ROMANS else None
    return foe is None or s.subjects.get(foe) != ROMANS


def surely_ends(s: Brit, nation: Nation, armies: Mapping[Place, int], gone: Place = "") -> bool:
    """A quick yes: all limits are met, or would be if those too many went next door and those at sea landed.

    Armies that have just gone from a place may not be among those that still could.
    """
    near = s.rules.board.near
    loose: dict[Place, int] = {}
    if crowded(s, nation, armies) is None:
        if must_land(s, nation, armies) is None:
            return True
        over = next(iter(crowds(s, nation, armies)), "")
    elif s.guarded:
        return False
    else:
        over, loose = trimmed(s, nation, armies)
    if not may_stay_at_sea(s, nation):
        loose |= {p: n for p, n in armies.items() if n and p not in near}
    if any(s.fresh.get(p, 0) < n or (p == gone and p in near) for p, n in loose.items()):
        return False
    after = dict(armies)
    for place, n in loose.items():
        found = _next_door(s, nation, after, place, n, over)
        if found is None:
            return False
        over = found
    return True


def crowds(s: Brit, nation: Nation, armies: Mapping[Place, int]) -> list[Area]:
    """The areas that hold more than usual; among Romans none counts as such."""
    if nation == ROMANS:
        return []
    near = s.rules.board.near
    return [
        Area(p) for p, n in armies.items() if p in near and n + s.stronghold(nation, p) > usual_limit(s, p)
    ]


def trimmed(s: Brit, nation: Nation, armies: Mapping[Place, int]) -> tuple[Place, dict[Place, int]]:
    """The area that could be the one overstack, and how many would have to leave each crowded area."""
    f, hard = s.rules.figures, s.rules.board.difficult
    if nation == ROMANS:
        return "", {
            p: n - f.roman_difficult for p, n in armies.items() if p in hard and n > f.roman_difficult
        }
    full = crowds(s, nation, armies)
    over = max(full, key=lambda p: (p not in hard, armies[p] - s.fresh.get(p, 0)))
    limits = {p: usual_limit(s, p) - s.stronghold(nation, p) for p in full}
    limits[over] = f.overstack_difficult if over in hard else armies[over]
    return over, {p: armies[p] - limits[p] for p in full if armies[p] > limits[p]}


def _next_door(
    s: Brit, nation: Nation, armies: dict[Place, int], place: Place, n: int, over: Place
) -> Place | None:
    """Put n armies of a place into areas next to it; return where the overstack is then, None if there is no room."""
    board, g = s.rules.board, Group(nation, 1)
    hard = board.difficult
    at_sea = place not in board.near
    far = s.rules.figures.move
    ashore = [a for a, c in landings(s, nation, place) if c <= far] if at_sea else board.land[Area(place)]
    for area in ashore:
        if (area not in s.at or barred(s, g, place, area) is None) and may_stop(s, Marching(g, area)):
            if area not in hard and (nation == ROMANS or over in ("", area)):
                return "" if nation == ROMANS else area
            usual = s.rules.figures.roman_difficult if nation == ROMANS else usual_limit(s, area)
            room = usual - armies.get(area, 0) - (s.stronghold(nation, area) if nation != ROMANS else 0)
            if room > 0:
                armies[area] = armies.get(area, 0) + min(room, n)
                n -= room
                if n <= 0:
                    return over
    return None


class Pool:
    """Armies that may still go their own ways, and where each may end: looked for only as far as it is asked."""

    __slots__ = ("_ahead", "_known", "home", "n")

    def __init__(self, n: int, places: Iterable[Place], home: Place = "") -> None:
        self.n, self.home = n, home
        self._known: dict[Place, None] = {}
        self._ahead = iter(places)

    def reach(self) -> Iterator[Place]:
        """Every place where one of them may end, the nearest first."""
        i = 0
        while True:
            for place in list(self._known)[i:]:
                i += 1
                yield place
            if i == len(self._known):
                place = next((p for p in self._ahead if p not in self._known), "")
                if not place:
                    return
                self._known[place] = None


class Plan(NamedTuple):
    """Who may still end where; and armies that this way of going binds to areas they pass."""

    pools: tuple[Pool, ...]
    bound: Mapping[Area, int]


def plans(s: Brit, nation: Nation, marching: Marching | None) -> Iterator[Plan]:
    """Ways in which the armies that may still move could go: each by itself, or behind their leader."""
    singles = {p: _singles(s, nation, p) for p in s.fresh}
    rest = tuple(x for pools in singles.values() for x in pools)
    if marching is None:
        yield Plan(rest, {})
    else:
        yield from (Plan((*rest, *pools), held) for pools, held in _together(s, marching))
    leader = s.leader_of(nation)
    place = s.leaders[leader] if leader is not None and leader not in s.still else ""
    if leader is not None and place in s.fresh:
        others = tuple(x for p, pools in singles.items() if p != place for x in pools)
        g = Group(nation, s.fresh[place], s.fresh_cavalry.get(place, 0), leader, place)
        tails = list(_together(s, marching)) if marching is not None else [((), {})]
        for way in _ways_together(s, g, place):
            for pools, held in tails:
                led = _led(s, way, singles[place], g.n)
                if led is not None:
                    yield Plan((*others, *pools, *led[0]), {**held, **led[1]})
    if marching is None:
        yield from _overrunning(s, nation, singles)


def _singles(s: Brit, nation: Nation, place: Place) -> list[Pool]:
    """The armies of a place that have not moved, infantry and cavalry, each going by itself."""
    horse = s.fresh_cavalry.get(place, 0)
    foot = s.fresh[place] - horse
    home = place if place in s.rules.board.near or may_stay_at_sea(s, nation) else ""
    pools = []
    if empties(s, nation, place, foot):
        pools, foot = [Pool(1, [place], home)], foot - 1
    if foot:
        pools.append(Pool(foot, reach(s, Group(nation, 1), place), home))
    if horse:
        pools.append(Pool(horse, reach(s, Group(nation, 1, 1), place), home))
    return pools


def reach(s: Brit, g: Group, place: Place, opened: Place = "") -> Iterator[Place]:
    """Every place where one army could end its move; it may stay on land, or at sea where that is allowed."""
    if place in s.rules.board.near or may_stay_at_sea(s, g.nation):
        yield place
    fewest: dict[Place, int] = {}
    todo: list[tuple[Group, Place]] = [(g, place)]
    for here, spot in todo:
        for area, sailing in _exits(s, here, spot):
            on = stepped(s, here, spot, area, sailing)
            if fewest.get(area, 99) <= on.used:
                continue
            if area not in fewest and may_stop(s, Marching(on, area)):
                yield area
            fewest[area] = on.used
            free = area == opened or not bound(s, g.nation, area)
            if free and stopped(s, on, area) is None and (sailing or not by_strait(s, spot, area)):
                todo.append((on, area))


def _exits(s: Brit, g: Group, place: Place) -> Iterator[tuple[Area, bool]]:
    yield from ((area, False) for area, _ in ways(s, g, place))
    yield from ((area, True) for area in voyages(s, g, place))


class Stop(NamedTuple):
    """An area on the way of a group, who can get there, and how many are bound there if others go on."""

    area: Area
    only_cavalry: bool
    bound: int


def _ways_together(s: Brit, g: Group, place: Place, way: tuple[Stop, ...] = ()) -> Iterator[tuple[Stop, ...]]:
    """Each way a group can go on together, dropping armies in the areas it enters."""
    mounted = bool(way) and way[-1].only_cavalry
    exits = [(g, x) for x in _exits(s, g, place)]
    if not exits and g.cavalry and not g.leader and g.n > g.cavalry:
        g, mounted = riders(g), True
        exits = [(g, x) for x in _exits(s, g, place)]
    for _, (area, sailing) in exits:
        on = stepped(s, g, place, area, sailing)
        longer = (*way, Stop(area, mounted, bound(s, g.nation, area)))
        yield longer
        if stopped(s, on, area) is None and (sailing or not by_strait(s, place, area)):
            yield from _ways_together(s, on, area, longer)


def _led(
    s: Brit, way: tuple[Stop, ...], pools: list[Pool], n: int
) -> tuple[tuple[Pool, ...], dict[Area, int]] | None:
    """The armies of a place if some of them follow their leader along a way."""
    held = {stop.area: stop.bound for stop in way[:-1] if stop.bound}
    if sum(held.values()) >= n:
        return None
    areas = [stop.area for stop in way]
    wider = [Pool(p.n, chain(areas, p.reach()), p.home) for p in pools]
    wider[0].n -= sum(held.values())
    return None if wider[0].n < 0 else (tuple(wider), held)


def _together(s: Brit, m: Marching) -> Iterator[tuple[tuple[Pool, ...], dict[Area, int]]]:
    """A group under way: it stops here, or goes on together along one way; Romans may part among subjects."""
    g = m.group
    if g.nation == ROMANS:
        leaves = m.leaving or not may_stop(s, m)
        places = reach(s, msgspec.structs.replace(g, n=1), m.area)
        yield (Pool(g.n, (p for p in places if not (leaves and p == m.area))),), {}
        return
    here: tuple[Stop, ...] = () if m.leaving else (Stop(m.area, False, max(0, g.n - _free(s, m))),)
    if here:
        yield (Pool(g.n, [m.area]),), {}
    if not m.leaving and (stopped(s, g, m.area) is not None or not _free(s, m)):
        return
    for way in _ways_together(s, g, m.area):
        stops = (*here, *way)
        held = {stop.area: stop.bound for stop in stops[:-1] if stop.bound}
        foot = g.n - g.cavalry - sum(held.values())
        if foot + g.cavalry <= 0:
            continue
        horse = g.cavalry + min(0, foot)
        on_foot = [x.area for x in stops if not x.only_cavalry]
        yield (Pool(max(0, foot), on_foot), Pool(horse, [x.area for x in stops])), held


def _free(s: Brit, m: Marching) -> int:
    """How many of a group that has just entered an area need not stop there to fight."""
    foe = s.foe(m.group.nation, m.area)
    if foe is None:
        return m.group.n
    over = sum(s.entered.get(m.area, {}).values()) - 2 * s.strength(foe, m.area)
    return max(0, min(m.group.n, over))


def _overrunning(s: Brit, nation: Nation, singles: Mapping[Place, list[Pool]]) -> Iterator[Plan]:
    """Enough armies stop in one area to fight there, so that others may pass through it."""
    seas = [p for p in singles if p not in s.rules.board.near]
    for area in dict.fromkeys(a for p in seas for pool in singles[p] for a in pool.reach()):
        need = bound(s, nation, Area(area))
        for p in seas if need else ():
            foot = s.fresh[p] - s.fresh_cavalry.get(p, 0)
            if foot > need and area in singles[p][0].reach():
                wider = Pool(foot - need, reach(s, Group(nation, 1), p, opened=area))
                others = [x for q, pools in singles.items() if q != p for x in pools]
                yield Plan((wider, *singles[p][1:], *others), {Area(area): need})


def _can_end(s: Brit, nation: Nation, settled: Mapping[Place, int], plan: Plan) -> bool:
    """Whether all find a place within the limits, wherever the one overstack may be."""
    loads = dict(settled)
    for area, n in plan.bound.items():
        loads[area] = loads.get(area, 0) + n
    if crowded(s, nation, loads) is not None:
        return False
    pools = [p for p in plan.pools if p.n > 0]
    return any(_fits(loads, pools, cap) for cap in _capacities(s, nation, loads, pools))


def _capacities(
    s: Brit, nation: Nation, loads: Mapping[Place, int], pools: Iterable[Pool]
) -> Iterator[Callable[[Place], float]]:
    """How many armies each place may hold in the end, for each area that might be overstacked."""
    board, f = s.rules.board, s.rules.figures

    def roman(place: Place) -> float:
        return f.roman_difficult if place in board.difficult else inf

    def with_overstack(over: Place) -> Callable[[Place], float]:
        def most(place: Place) -> float:
            if place not in board.near:
                return inf
            usual = usual_limit(s, place)
            if place == over:
                usual = f.overstack_difficult if place in board.difficult else 99
            return usual - s.stronghold(nation, place)

        return most

    if nation == ROMANS:
        yield roman
        return
    forced = [
        p for p, n in loads.items() if n + s.stronghold(nation, p) > usual_limit(s, p) and p in board.near
    ]
    if forced:
        yield with_overstack(forced[0])
        return
    at_home = dict(loads)
    for pool in pools:
        at_home[pool.home] = at_home.get(pool.home, 0) + pool.n
    full = [p for p, n in at_home.items() if p in board.near and n > usual_limit(s, p)]
    for over in full or [""]:
        yield with_overstack(over)
    areas = dict.fromkeys(a for pool in pools for a in pool.reach() if a in board.near and a not in full)
    for over in sorted(areas, key=lambda a: a in board.difficult):
        yield with_overstack(over)


def _fits(loads: Mapping[Place, int], pools: list[Pool], most: Callable[[Place], float]) -> bool:
    """Whether every army of the pools finds a place: each in turn, others making room for it where they can."""
    inside: dict[Place, list[int]] = {}

    def put(i: int, tried: set[Place]) -> bool:
        home = pools[i].home
        if home and home not in tried and loads.get(home, 0) + len(inside.setdefault(home, [])) < most(home):
            inside[home].append(i)
            return True
        for place in pools[i].reach():
            if place in tried:
                continue
            tried.add(place)
            here = inside.setdefault(place, [])
            if loads.get(place, 0) + len(here) < most(place):
                here.append(i)
                return True
            for k, other in enumerate(here):
                if other != i and put(other, tried):
                    here[k] = i
                    return True
        return False

    return all(put(i, set()) for i, pool in enumerate(pools) for _ in range(pool.n))
