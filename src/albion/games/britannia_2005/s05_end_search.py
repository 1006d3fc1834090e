"""The search behind the law of the phase's end: can every army still find a place within the limits?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain

import msgspec

from albion.games.britannia_2005.s05_passage import (
    Group,
    bound,
    by_strait,
    riders,
    stepped,
    stopped,
    voyages,
    ways,
)
from albion.games.britannia_2005.s05_phase_end import Marching, may_stay_at_sea, may_stop
from albion.games.britannia_2005.s05_stacking import crowded, crowds, usual_limit
from albion.games.britannia_2005.state import ROMANS, SAXONS, Brit
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.units import CAVALRY

ANY_NUMBER = 99
"""More than any nation has armies."""


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


class Plan(msgspec.Struct, frozen=True):
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
        for pools, held in _together(s, marching):
            yield Plan((*pools, *rest), held)
    leader = s.leader_of(nation)
    place = s.leaders[leader] if leader is not None and leader not in s.still else ""
    if leader is not None and place in s.fresh:
        others = tuple(x for p, pools in singles.items() if p != place for x in pools)
        g = Group(nation, s.fresh[place], s.unmoved(place).of(CAVALRY), leader, place)
        tails = list(_together(s, marching)) if marching is not None else [((), {})]
        for way in _ways_together(s, g, place):
            for pools, held in tails:
                led = _led(s, way, singles[place], g.n)
                if led is not None:
                    yield Plan((*led[0], *pools, *others), {**held, **led[1]})


def _singles(s: Brit, nation: Nation, place: Place) -> list[Pool]:
    """The armies of a place that have not moved, infantry and cavalry, each going by itself.

    What a subject must not leave empty needs no thought here: an army gives up its own place only to another.
    """
    horse = s.unmoved(place).of(CAVALRY)
    foot = s.fresh[place] - horse
    home = place if place in s.rules.board.near or may_stay_at_sea(s, nation) else ""
    pools = []
    if foot:
        pools.append(Pool(foot, reach(s, Group(nation, 1), place), home))
    if horse:
        pools.append(Pool(horse, reach(s, Group(nation, 1, 1), place), home))
    return pools


def reach(s: Brit, g: Group, place: Place) -> Iterator[Place]:
    """Every place where one army could end its move; it may stay on land, or at sea where that is allowed.

    That others may stop in an area to fight, so that it may pass, is left out: every coast has room for a whole fleet.
    """
    if place in s.rules.board.near or may_stay_at_sea(s, g.nation):
        yield place
    fewest: dict[Place, int] = {}
    todo: list[tuple[Group, Place]] = [(g, place)]
    for here, spot in todo:
        for area, sailing in exits(s, here, spot):
            on = stepped(s, here, spot, area, sailing)
            if fewest.get(area, 99) <= on.used:
                continue
            if area not in fewest and may_stop(s, g.nation, area):
                yield area
            fewest[area] = on.used
            free = not bound(s, g.nation, area)
            if free and stopped(s, on, area) is None and (sailing or not by_strait(s, spot, area)):
                todo.append((on, area))


def exits(s: Brit, g: Group, place: Place) -> Iterator[tuple[Area, bool]]:
    for area, _ in ways(s, g, place):
        yield area, False
    for area in voyages(s, g, place):
        yield area, True


class Stop(msgspec.Struct, frozen=True):
    """An area on the way of a group, who can get there, and how many are bound there if others go on."""

    area: Area
    only_cavalry: bool
    bound: int


def _ways_together(s: Brit, g: Group, place: Place, way: tuple[Stop, ...] = ()) -> Iterator[tuple[Stop, ...]]:
    """Each way a group can go on together, dropping armies in the areas it enters."""
    mounted = bool(way) and way[-1].only_cavalry
    ahead = list(exits(s, g, place))
    if not ahead and g.cavalry and not g.leader and g.n > g.cavalry:
        g, mounted = riders(g), True
        ahead = list(exits(s, g, place))
    for area, sailing in ahead:
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
        leaves = m.leaving or not may_stop(s, g.nation, m.area)
        places = reach(s, g.part(1, g.cavalry), m.area)
        yield (Pool(g.n, _others(places, m.area) if leaves else places),), {}
        return
    here: tuple[Stop, ...] = () if m.leaving else (Stop(m.area, False, max(0, g.n - _free(s, m))),)
    if here:
        yield (), {m.area: g.n}
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


def _others(places: Iterable[Place], but: Place) -> Iterator[Place]:
    """All places but one, looked for only as far as it is asked."""
    for place in places:
        if place != but:
            yield place


def _free(s: Brit, m: Marching) -> int:
    """How many of a group that has just entered an area need not stop there to fight."""
    foe = s.foe(m.group.nation, m.area)
    if foe is None:
        return m.group.n
    over = sum(s.entered.get(m.area, {}).values()) - 2 * s.strength(foe, m.area)
    return max(0, min(m.group.n, over))


def can_end(s: Brit, nation: Nation, settled: Mapping[Place, int], plan: Plan) -> bool:
    """Whether all find a place within the limits, wherever the one overstack may be."""
    loads = dict(settled)
    for area, n in plan.bound.items():
        loads[area] = loads.get(area, 0) + n
    if crowded(s, nation, loads) is not None:
        return False
    pools = [p for p in plan.pools if p.n > 0]
    return any(Seating(loads, pools, caps).all_fit() for caps in _caps(s, nation, loads, pools))


def _caps(s: Brit, nation: Nation, loads: Mapping[Place, int], pools: Iterable[Pool]) -> Iterator[Caps]:
    """How many armies each place may hold in the end, for each area that might be overstacked."""
    board = s.rules.board
    forced = crowds(s, nation, loads)
    if nation == ROMANS or forced:
        yield Caps(s, nation, forced[0] if forced else "")
        return
    at_home = dict(loads)
    for pool in pools:
        at_home[pool.home] = at_home.get(pool.home, 0) + pool.n
    full = [p for p, n in at_home.items() if p in board.near and n > usual_limit(s, p)]
    for over in full or [""]:
        yield Caps(s, nation, over)
    tried = set(full)
    hills: list[Place] = []
    for pool in pools:
        for area in pool.reach() if not pool.home or pool.home in full else ():
            if area in board.near and area not in tried:
                tried.add(area)
                if area in board.difficult:
                    hills.append(area)
                else:
                    yield Caps(s, nation, area)
    for area in hills:
        yield Caps(s, nation, area)


class Caps:
    """How many armies of a nation each place may hold, one area overstacked."""

    __slots__ = ("burhs", "figures", "hard", "near", "over", "romans")

    def __init__(self, s: Brit, nation: Nation, over: Place) -> None:
        self.near, self.hard, self.figures = s.rules.board.near, s.rules.board.difficult, s.rules.figures
        self.romans, self.over = nation == ROMANS, over
        self.burhs: Collection[Place] = s.burhs if nation == SAXONS else ()

    def most(self, place: Place) -> int:
        """How many a place may hold."""
        f, hard = self.figures, place in self.hard
        if self.romans:
            return f.roman_difficult if hard else ANY_NUMBER
        if place not in self.near:
            return ANY_NUMBER
        if place == self.over:
            limit = f.overstack_difficult if hard else ANY_NUMBER
        else:
            limit = f.difficult if hard else f.clear
        return limit - (place in self.burhs)


class Seating:
    """Armies that are given places one after the other, those given one before making room where they can."""

    __slots__ = ("_caps", "_inside", "_loads", "_pools")

    def __init__(self, loads: Mapping[Place, int], pools: list[Pool], caps: Caps) -> None:
        self._loads, self._pools, self._caps = loads, pools, caps
        self._inside: dict[Place, list[int]] = {}

    def all_fit(self) -> bool:
        """Whether every army of the pools finds a place."""
        for i, pool in enumerate(self._pools):
            for _ in range(pool.n):
                if not self._put(i, set()):
                    return False
        return True

    def _put(self, i: int, tried: set[Place]) -> bool:
        """Whether one army of a pool finds a place: at home, else where there is room, else where another goes elsewhere."""
        home = self._pools[i].home
        if home and home not in tried:
            there = self._inside.setdefault(home, [])
            if self._has_room(home, there):
                there.append(i)
                return True
        for place in self._pools[i].reach():
            if place in tried:
                continue
            tried.add(place)
            here = self._inside.setdefault(place, [])
            if self._has_room(place, here):
                here.append(i)
                return True
            for k, other in enumerate(here):
                if other != i and self._put(other, tried):
                    here[k] = i
                    return True
        return False

    def _has_room(self, place: Place, here: list[int]) -> bool:
        return self._loads.get(place, 0) + len(here) < self._caps.most(place)
