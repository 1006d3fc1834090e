"""The map as play needs it: terrain, places, ways with their costs in half movement points."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from albion.engine.errors import DataError
from albion.games.boudicca.data import Data
from albion.kernels.hex import (
    STRIDE,
    Edge,
    Edges,
    Floods,
    Grid,
    Hex,
    Land,
    Spread,
    Ways,
    bits,
    ends,
    hexside,
    turned,
)

FAR = 600
"""More half points than any way across the map costs."""
FLOODS, OPEN = 1000, 500
"""This many floods are kept for those who ask again, and as many older ones."""
HALF = 2
"""Costs are kept in half movement points, so that a road hex is a whole number."""
CLASSES = ("romans", "britons", "leaders")
Spans = tuple[tuple[str, str], ...]
"""Bridges that differ from the map: hexside and 'built' or 'destroyed', sorted."""


def halves(points: float, where: str) -> int:
    """Movement points as half points; anything finer is refused."""
    if points * HALF != int(points * HALF) or points < 0:
        raise DataError(f"{where}: expected a multiple of 0.5 that is not negative, found {points}")
    return int(points * HALF)


class _Nowhere(dict[Hex, tuple[Edge, ...]]):
    """Ways that do not exist, for those who must keep to the road."""

    def __missing__(self, h: Hex) -> tuple[Edge, ...]:
        return ()


_NO_WAYS = Ways(_Nowhere())


class Board:
    """Everything fixed about the map."""

    def __init__(self, data: Data) -> None:
        self.terrain = _terrain(data)
        self.grid = Grid(self.terrain)
        self._land = Land(self.grid.hexes)
        self._draw_lines(data)
        self._set_places(data)
        _check_sides(self)
        self._price(data)
        self.local_ways = lru_cache(maxsize=20_000)(self._ways)
        self.ways = lru_cache(maxsize=64)(self._bridged_ways)
        self.ways_back = lru_cache(maxsize=16)(self._ways_back)
        self._floods, self._open = Floods(FLOODS), Floods(OPEN)
        """Floods among stacks, which are new in every position, and those that nobody is in the way of."""
        self._around = {s: bits(ends(s)) for s in self.rivers}
        self.costs_to = lru_cache(maxsize=64)(self._costs_to)
        self.land = self._mainland()
        self.land_bits = bits(self.land)
        self.near = self._landmarks().get
        """For a hex without a name, the named place nearest to it, by which people find it."""

    def _draw_lines(self, data: Data) -> None:
        """Roads, rivers, bridges and what cannot be crossed."""
        self.roads = frozenset(
            hexside(a, b) for course in data.map.roads.courses.values() for a, b in pairwise(course)
        )
        self.road_hexes = frozenset(h for side in self.roads for h in ends(side))
        self.rivers = {s: name for name, sides in data.map.rivers.hexsides.items() for s in sides}
        self.bridges = frozenset(data.map.bridges.hexsides)
        self.banks = {
            h: tuple(s for n in self.grid.neighbours[h] if (s := hexside(h, n)) in self.rivers)
            for h in self.grid.hexes
        }
        self.riverside = bits(h for h, sides in self.banks.items() if sides)
        self.impassable = frozenset(s for sides in data.map.impassable.hexsides.values() for s in sides)

    def _set_places(self, data: Data) -> None:
        """Towns, Posts, settlements, oppida and where troops enter."""
        self.towns = {p.hex: p.name for p in data.places.towns.list}
        self.posts = {p.hex: p.name for p in data.places.posts.list}
        self.settlements = {p.hex: p.name for p in data.places.settlements.list}
        self.oppidum = {o.tribe: o.hex for o in data.places.oppida.list}
        self.tribe_at = {o.hex: o.tribe for o in data.places.oppida.list}
        self.names: dict[Hex, str] = {o.hex: o.name for o in data.places.oppida.list}
        for places in (self.settlements, self.posts, self.towns):
            self.names |= places
        self.places = tuple(sorted({*self.towns, *self.posts, *self.tribe_at}))
        self.place_bits = bits(self.places)
        self.entry = {"mona": data.places.off_map.mona, "isca": data.places.off_map.isca}
        self.ports = tuple(h for h in (*self.towns, *self.posts) if len(self.grid.neighbours[h]) < 6)
        """Towns and Posts beside the sea: none lies where land goes on beyond the edge of the sheet."""

    def _price(self, data: Data) -> None:
        """The Terrain Effects Chart in half points."""
        costs = data.terrain.costs
        self.enter = {
            name: {t: halves(c, f"terrain.toml, costs.{name}.{t}") for t, c in getattr(costs, name).items()}
            for name in CLASSES
        }
        self.least = max(1, min(c for name in ("romans", "britons") for c in self.enter[name].values()))
        reach = halves(data.interception.interception.reach_mp, "interception.toml, interception.reach_mp")
        self.interception_hexes = reach // self.least
        """No way of interception can be longer."""
        self.road = halves(costs.road, "terrain.toml, costs.road")
        self.river = halves(costs.river, "terrain.toml, costs.river")
        extra = data.terrain.stated
        self.extra: dict[Hex, int] = {}
        for places, points in (
            (self.settlements, extra.settlement_extra),
            (self.posts, extra.post_extra),
            (self.towns, extra.town_extra),
        ):
            self.extra |= {h: halves(points, "terrain.toml, stated") for h in places}

    def bridged(self, side: str, spans: Spans) -> bool:
        """Whether a river hexside can be crossed dry-shod now."""
        for changed, how in spans:
            if changed == side:
                return how == "built"
        return side in self.bridges

    def _ways(self, here: Hex, kind: str, roads: str, spans: Spans) -> tuple[Edge, ...]:
        """The ways out of a hex; roads: 'use' them where cheaper, 'off' the road, or 'only' along it."""
        ways: list[Edge] = []
        for there in self.grid.neighbours[here]:
            side = hexside(here, there)
            if side in self.impassable:
                continue
            water = side in self.rivers and not self.bridged(side, spans)
            cost = (
                self.enter[kind][self.terrain[there]]
                + self.extra.get(there, 0)
                + (self.river if water else 0)
            )
            along = side in self.roads and not water
            if along and roads != "off":
                cost = min(cost, self.road)
            if along or roads != "only":
                ways.append((there, cost, water))
        return tuple(ways)

    def _edges(self, kind: str, roads: str) -> Edges:
        return {h: self._ways(h, kind, roads, ()) for h in self.grid.hexes}

    def _bridged_ways(self, kind: str, roads: str, spans: Spans) -> Ways:
        """All ways; where bridges differ from the map, only their banks are drawn again."""
        if not spans:
            return Ways(self._edges(kind, roads), self._land)
        return self.ways(kind, roads, ()).changed(
            {h: self.local_ways(h, kind, roads, local) for h, local in _banks(spans)}
        )

    def _ways_back(self, kind: str, roads: str, spans: Spans) -> Ways:
        """The same ways seen from where they lead to."""
        if not spans:
            return Ways(turned(self._edges(kind, roads)), self._land)
        into = self.ways(kind, roads, spans).into
        return self.ways_back(kind, roads, ()).changed({h: into(h) for h, _ in _banks(spans)})

    def reach(
        self,
        kind: str,
        roads: str,
        spans: Spans,
        start: Hex,
        budget: int,
        enemies: int = 0,
        attack: bool = False,
        crowded: int = 0,
        start_slow: bool = False,
    ) -> Spread:
        """Where a stack can go; enemies and crowded hexes are bit patterns.

        What lies beyond its points is left out of account, so that the same question is often asked again.
        """
        hexes = budget // (self.least if roads == "off" else self.road)
        foes, crowds = enemies, crowded
        if hexes < STRIDE:
            near = self.grid.disk(start, hexes)
            foes, crowds = enemies & near, crowded & near
            if spans:
                spans = tuple([span for span in spans if self._around[span[0]] & near])
        if foes or crowds or start_slow:
            key: object = (kind, roads, spans, start, budget, foes, attack, crowds, start_slow)
            floods = self._floods
        else:
            key, floods = (kind, roads, spans, start, budget), self._open
        found = floods.find(key)
        if found is None:
            found = self._flood(kind, roads, spans, start, budget, foes, attack, crowds, start_slow)
            floods.keep(key, found)
        return found

    def _flood(
        self,
        kind: str,
        roads: str,
        spans: Spans,
        start: Hex,
        budget: int,
        enemies: int,
        attack: bool,
        crowded: int,
        start_slow: bool,
    ) -> Spread:
        slow = None
        if roads != "off" and (crowded or start_slow):
            slow = self.ways(kind, "off", spans) if roads == "use" else _NO_WAYS
        return Spread(
            self.ways(kind, roads, spans),
            start,
            budget,
            enemies=enemies,
            attack=attack,
            crowded=crowded,
            slow=slow,
            start_slow=start_slow,
        )

    def _landmarks(self) -> dict[Hex, Hex]:
        """Ring by ring around all places at once; among equals the lowest hex."""
        found = {h: h for h in sorted(self.names)}
        edge = list(found)
        while edge:
            further: dict[Hex, Hex] = {}
            for h in edge:
                for n in self.grid.neighbours[h]:
                    if n not in found:
                        further[n] = min(found[h], further.get(n, found[h]))
            found |= further
            edge = list(further)
        return {h: place for h, place in found.items() if h not in self.names}

    def _costs_to(self, kind: str, roads: str, spans: Spans, goal: Hex) -> dict[Hex, int]:
        """What the way to a goal costs from everywhere, whoever stands in it."""
        return Spread(self.ways_back(kind, roads, spans), goal, FAR).costs

    def _mainland(self) -> frozenset[Hex]:
        """The land that can be reached on foot from the way in from Mona."""
        start = self.entry["mona"]
        seen, todo = {start}, [start]
        ways = self.ways("leaders", "off", ())
        while todo:
            for there, _, _ in ways.out_of(todo.pop()):
                if there not in seen:
                    seen.add(there)
                    todo.append(there)
        return frozenset(seen)


def _banks(spans: Spans) -> list[tuple[Hex, Spans]]:
    """The hexes beside changed bridges, each with those that touch it."""
    found: dict[Hex, list[tuple[str, str]]] = {}
    for span in spans:
        for h in ends(span[0]):
            found.setdefault(h, []).append(span)
    return [(h, tuple(local)) for h, local in found.items()]


def _terrain(data: Data) -> dict[Hex, str]:
    grid, table = data.map.grid, data.map.terrain
    found: dict[Hex, str] = {}
    for key, line in table.lines.items():
        where = f"map.toml, terrain.lines.{key}"
        if not key.isdigit() or not 1 <= int(key) <= grid.rows:
            raise DataError(f"{where}: expected a row from 01 to {grid.rows}")
        if len(line) != grid.columns:
            raise DataError(f"{where}: expected {grid.columns} letters, found {len(line)}")
        for column, letter in enumerate(line, start=1):
            if letter not in table.legend:
                raise DataError(f"{where}: the letter '{letter}' is not in the legend")
            if table.legend[letter] != "sea":
                found[int(key) * 100 + column] = table.legend[letter]
    for name in CLASSES:
        for kind in sorted(set(found.values()) - set(getattr(data.terrain.costs, name))):
            raise DataError(f"terrain.toml, costs.{name}: the terrain '{kind}' of the map is missing")
    return found


def _check_sides(b: Board) -> None:
    known = b.grid.known
    for kind, sides in (("rivers", b.rivers), ("bridges", b.bridges), ("impassable", b.impassable)):
        for side in sides:
            if not set(ends(side)) <= known:
                raise DataError(f"map.toml, {kind}: the hexside {side} does not lie between two land hexes")
    for side in b.bridges:
        if side not in b.rivers:
            raise DataError(
                f"map.toml, bridges: the hexside {side} is not a river, expected one of the rivers"
            )
    for h in sorted(b.road_hexes - known):
        raise DataError(f"map.toml, roads: {h} is not on land")
    for h, name in b.names.items():
        if h not in known:
            raise DataError(f"places.toml: {name} at {h} is not on land")
    for box, h in b.entry.items():
        if h not in known:
            raise DataError(f"places.toml, off_map.{box}: {h} is not on land")
