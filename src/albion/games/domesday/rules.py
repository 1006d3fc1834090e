"""Fixed facts: spaces, what touches what, the tables by id, and what the options settle; built once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from albion.engine.action import Action
from albion.games.domesday.check import check_tables
from albion.games.domesday.data import (
    Building,
    Card,
    Kind,
    Leader,
    Scenario,
    SetupLine,
    Tables,
    Terrain,
    load_tables,
)
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.options import DomesdayOptions

VIA_ROAD = "road"
VERBS = ("recruit", "build", "move", "battle", "waste", "survey")
"""What action points are spent on."""


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """Any place a stack can be in or pass through."""

    id: str
    name: str
    kind: str
    """city | land | overseas | sea | estuary | road | road-box"""
    terrain: Terrain
    value: int
    homelands: frozenset[str]
    crown: bool
    coin: bool
    sites: tuple[str, ...]
    exits: tuple[str, ...]
    """Where a Move may go from here."""
    retreats: tuple[tuple[str, str], ...]
    """Where a Retreat may go: the space, and what it is across ('', road, or the id of a Road Box or an Estuary)."""

    @property
    def is_area(self) -> bool:
        """Land, City or Overseas: where units stop, are placed and score."""
        return self.value > 0


@dataclass(frozen=True, slots=True, eq=False)
class Limits:
    """How many troops a stack may have: without a Leader, with one, with a Crown Leader."""

    plain: int
    leader: int
    crown: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """All that never changes during a game."""

    tables: Tables
    limits: Limits
    spaces: dict[str, Space]
    areas: tuple[str, ...]
    cities: tuple[str, ...]
    crowns: tuple[str, ...]
    """The Areas with a Crown."""
    homelands: dict[str, tuple[str, ...]]
    """The Areas with each faction's icon."""
    kinds: dict[str, Kind]
    leaders: dict[str, Leader]
    buildings: dict[str, Building]
    cards: dict[str, Card]
    scenarios: dict[str, Scenario]
    setups: dict[str, tuple[SetupLine, ...]]
    price: dict[str, int]
    counters: dict[str, dict[str, int]]
    shores: dict[str, tuple[str, ...]]
    """What touches each Sea or Estuary and may hold Longships."""
    twins: dict[str, tuple[str, ...]]
    """The other counters of the same person."""
    near: dict[str, int]
    """What the cheapest Area next door costs whoever is at home nowhere, in half action points."""
    worth: dict[str, int]
    """The most VPs that a space is worth without Buildings."""
    icons: dict[str, frozenset[str]]
    """The Areas with each faction's icon, as a set."""
    tolls: dict[tuple[str, str], dict[str, int]]
    """What entering each space costs a faction's kind of unit, Castles apart."""
    beside: dict[str, tuple[str, ...]]
    """The spaces whose retreats lead to or across each space."""
    touch: dict[str, frozenset[str]]
    """The exits of each space, as a set."""
    answers: dict[str, dict[str, Action]]
    """The answers that begin an action somewhere or lead a march on, by verb and space."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """What the options settle once: seats, who plays which faction, when it ends."""

    options: DomesdayOptions
    board: Board
    seats: tuple[str, ...]
    present: tuple[str, ...]
    absentee: str
    owner: dict[str, str]
    factions: dict[str, tuple[str, ...]]
    last_turn: int
    linked: bool
    draw: int


@cache
def load_board(directory: Path | None = None) -> Board:
    """Read, check and index the tables."""
    t = load_tables(directory)
    check_tables(t)
    spaces = {space.id: space for space in _spaces(t)}
    areas = tuple(a.id for a in t.area)
    factions = [f.id for f in t.faction]
    return Board(
        tables=t,
        limits=Limits(t.stacking.plain, t.stacking.leader, t.stacking.crown),
        spaces=spaces,
        areas=areas,
        cities=tuple(a.id for a in t.area if a.kind == "city"),
        crowns=tuple(a.id for a in t.area if a.crown),
        homelands={f: tuple(a.id for a in t.area if _icon(f) in a.homelands) for f in factions},
        kinds={k.id: k for k in t.kind},
        leaders={x.id: x for x in t.leader},
        buildings={b.id: b for b in t.building},
        cards={c.id: c for c in t.card},
        scenarios={x.id: x for x in t.scenario},
        setups={x.id: tuple(line for line in t.setup if line.scenario == x.id) for x in t.scenario},
        price={p.id: p.halves for p in t.price},
        counters=_counters(t),
        shores=_shores(t),
        twins={
            x.id: tuple(y.id for y in t.leader if y.person and y.person == x.person and y.id != x.id)
            for x in t.leader
        },
        near=_near(spaces),
        worth={x.id: 2 * x.value for x in spaces.values()},
        icons={f: frozenset(a.id for a in t.area if _icon(f) in a.homelands) for f in factions},
        tolls={(f, kind): _tolls(spaces, _icon(f), kind) for f in factions for kind in ("leader", *KINDS)},
        beside={
            a: tuple(b for b, x in spaces.items() if any(a in way for way in x.retreats)) for a in spaces
        },
        touch={a: frozenset(x.exits) for a, x in spaces.items()},
        answers={verb: {a: Action(verb, a) for a in spaces} for verb in (*VERBS, "enter")},
    )


def _icon(faction: str) -> str:
    return "saxon" if faction == "fyrd" else faction


def _near(spaces: dict[str, Space]) -> dict[str, int]:
    return {
        a: min((spaces[x].terrain.enter for x in space.exits if spaces[x].is_area), default=99)
        for a, space in spaces.items()
    }


def _tolls(spaces: dict[str, Space], icon: str, kind: str) -> dict[str, int]:
    return {
        a: x.terrain.enter_homeland
        if icon in x.homelands or kind in x.terrain.homeland_for
        else x.terrain.enter
        for a, x in spaces.items()
    }


def _counters(t: Tables) -> dict[str, dict[str, int]]:
    found = {row.id: dict(row.units) for row in t.counters}
    shared = found.pop("saxon-baron")
    found["saxon"] = dict(shared)
    own = found.get("baron", {})
    found["baron"] = {k: shared.get(k, 0) + own.get(k, 0) for k in {**shared, **own}}
    return found


def _shores(t: Tables) -> dict[str, tuple[str, ...]]:
    shores = {e.id: (*e.areas, *e.across) for e in t.estuary}
    return shores | {sea.id: (*sea.areas, *sea.estuaries) for sea in t.sea}


def _spaces(t: Tables) -> list[Space]:
    terrain = {x.id: x for x in t.terrain}
    exits, retreats = _exits(t), _retreats(t)
    made: list[Space] = []
    for a in t.area:
        made.append(
            Space(
                a.id, a.name, a.kind, terrain[a.terrain], a.value, frozenset(a.homelands),
                a.crown, a.coin, a.sites, exits[a.id], retreats[a.id],
            )
        )  # fmt: skip
    others = [(x, "estuary") for x in t.estuary] + [(x, "sea") for x in t.sea]
    for x, kind in [*others, *((r, "road") for r in t.road), *((b, "road-box") for b in t.road_box)]:
        made.append(
            Space(
                x.id, x.name, kind, terrain[kind], 0, frozenset(), False, False, (),
                exits[x.id], retreats.get(x.id, ()),
            )
        )  # fmt: skip
    return made


def _exits(t: Tables) -> dict[str, tuple[str, ...]]:
    """Where a stack may step: across borders and Roads, along Roads, onto and off the water."""
    exits: dict[str, list[str]] = {}

    def join(a: str, b: str) -> None:
        exits.setdefault(a, []).append(b)
        exits.setdefault(b, []).append(a)

    for area in t.area:
        exits.setdefault(area.id, []).extend((*area.borders, *area.road_borders))
    for road in t.road:
        boxes = {b.id for b in t.road_box}
        for place in (*road.side_a, *road.side_b, *(e for e in road.ends if e not in boxes)):
            join(road.id, place)
        for place in (*(e for e in road.ends if e in boxes), *road.estuaries):
            join(road.id, place)
    for box in t.road_box:
        for place in box.areas:
            join(box.id, place)
    for estuary in t.estuary:
        for place in (*estuary.areas, *estuary.across, *estuary.seas):
            join(estuary.id, place)
    for sea in t.sea:
        for place in sea.areas:
            join(sea.id, place)
        exits[sea.id].extend(sea.seas)
    return {a: tuple(dict.fromkeys(b)) for a, b in exits.items()}


def _box_between(t: Tables, a: str, b: str) -> str:
    return next(box.id for box in t.road_box if a in box.areas and b in box.areas)


def _retreats(t: Tables) -> dict[str, tuple[tuple[str, str], ...]]:
    """Adjacent Areas first; then those across a Road, a Road Box or an Estuary."""
    found: dict[str, dict[str, str]] = {}
    for area in t.area:
        row = found.setdefault(area.id, {})
        row.update(dict.fromkeys((*area.borders, *area.estuaries), ""))
        row.update({b: VIA_ROAD for b in area.road_borders if b not in row})
        row.update({b: _box_between(t, area.id, b) for b in area.box_borders if b not in row})
    for estuary in t.estuary:
        banks = (*estuary.areas, *estuary.across)
        found[estuary.id] = {a: VIA_ROAD if a in estuary.across else "" for a in banks}
        for bank in banks:
            row = found[bank]
            row.update({b: estuary.id for b in banks if b != bank and b not in row})
        for bank in estuary.across:
            found[bank].setdefault(estuary.id, VIA_ROAD)
    return {a: tuple(row.items()) for a, row in found.items()}
