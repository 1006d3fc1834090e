"""What the tables must agree on; nothing starts with a table that names what is not there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from albion.engine.errors import DataError
from albion.games.domesday.data import Card, Effect, Estuary, Sea, Tables
from albion.games.domesday.kinds import KINDS

OPS = frozenset(
    [
        "place-leader",
        "place-units",
        "place-castle",
        "place-building",
        "place-wasted",
        "remove-wasted",
        "spend-ap",
        "plunder",
        "reduce-units",
        "remove-units",
        "replace-units",
        "test-leader",
        "exile-leader",
        "kill-leader",
        "restore-units",
        "relocate",
        "return-exile",
        "choose-one",
        "battle-modifier",
        "no-retreat",
        "draw-cards",
        "discard-cards",
        "claim-king",
        "revolt-of-the-earls",
    ]
)
SCOPES = frozenset(
    "own_homeland own_controlled own_contested own_overseas with_own_leader king_controlled sea_coast "
    "stacks_over_four own_longship_areas adjacent_to_own".replace("_", "-").split()
)
TARGETS = frozenset(["any-in-battle", "enemy-in-battle", "king", "any-norman-or-baron"])
WHO = frozenset(["resolver", "king-player", "target"])


def index(rows: Iterable[Any], file: str) -> dict[str, Any]:
    """Rows by id; an id that stands twice is refused."""
    found: dict[str, Any] = {}
    for row in rows:
        if row.id in found:
            raise DataError(f"{file}: the id '{row.id}' stands twice, expected each once")
        found[row.id] = row
    return found


def known(file: str, key: str, values: Iterable[str], expected: Iterable[str], what: str) -> None:
    """Every value is one of the expected ids, or a DataError names file, key and expectation."""
    for value in values:
        if value not in expected:
            some = ", ".join(list(expected)[:4])
            raise DataError(f"{file}, {key}: unknown {what} '{value}', expected one such as {some}")


def check_tables(t: Tables) -> None:
    """Known ids everywhere, symmetric borders, whole counter mix, 108 cards."""
    _check_map(t)
    _check_units(t)
    for card in t.card:
        _check_card(t, card)
    _check_scenarios(t)


def _check_map(t: Tables) -> None:
    areas, roads = index(t.area, "areas.toml"), index(t.road, "roads.toml")
    boxes, terrain = index(t.road_box, "roads.toml"), index(t.terrain, "terrain.toml")
    water = index((*t.estuary, *t.sea), "waters.toml")
    factions = index(t.faction, "players.toml")
    for a in t.area:
        where = f"area {a.id}"
        known("areas.toml", f"{where}, terrain", [a.terrain], terrain, "terrain")
        known("areas.toml", f"{where}, homelands", a.homelands, factions, "faction")
        known("areas.toml", f"{where}, sites", a.sites, {b.id for b in t.building}, "building")
        known("areas.toml", f"{where}, roads", a.roads, roads, "road")
        known("areas.toml", f"{where}, road_boxes", a.road_boxes, boxes, "road box")
        known("areas.toml", f"{where}, estuaries and seas", (*a.estuaries, *a.seas), water, "water")
        for key in ("borders", "road_borders", "box_borders"):
            known("areas.toml", f"{where}, {key}", getattr(a, key), areas, "area")
            for b in getattr(a, key):
                if a.id not in getattr(areas[b], key):
                    raise DataError(f"areas.toml, {where}, {key}: '{b}' does not name {a.id} in return")
    waters: list[Estuary | Sea] = [*t.estuary, *t.sea]
    for w in waters:
        known("waters.toml", f"{w.id}, areas", w.areas, areas, "area")
        for a_id in w.areas:
            if w.id not in (*areas[a_id].estuaries, *areas[a_id].seas):
                raise DataError(f"waters.toml, {w.id}, areas: '{a_id}' does not name {w.id} in return")
    for r in t.road:
        known("roads.toml", f"{r.id}, ends", r.ends, {**areas, **boxes}, "City or Road Box")
        known("roads.toml", f"{r.id}, sides", (*r.side_a, *r.side_b), areas, "area")


def count_counters(t: Tables) -> int:
    """Every counter: units, Buildings, Castles, Leaders and markers."""
    units = sum(sum(row.units.values()) for row in t.counters)
    m = t.markers
    rest = m.castle + m.wasted + m.leaders + m.victory + m.plunder + m.turn + m.ap + m.damage + m.king
    return units + rest + sum(b.counters for b in t.building)


def _check_units(t: Tables) -> None:
    if count_counters(t) != t.markers.total:
        raise DataError(
            f"units.toml, markers.total: expected {count_counters(t)} by the other counts, found {t.markers.total}"
        )
    kinds, factions = index(t.kind, "units.toml"), index(t.faction, "players.toml")
    known("units.toml", "kind", (*KINDS, "castle"), kinds, "unit")
    for row in t.counters:
        known("units.toml", f"counters {row.id}", row.units, kinds, "unit")
        known("units.toml", "counters", [row.id], {**factions, "saxon-baron": 0}, "faction")
    for p in t.player:
        known("players.toml", f"player {p.id}", (*p.four, *p.three), factions, "faction")
    for leader in index(t.leader, "leaders.toml").values():
        known("leaders.toml", f"{leader.id}, factions", leader.factions, factions, "faction")
        known("leaders.toml", f"{leader.id}, crown_as", leader.crown_as, leader.factions, "side of his")


def _check_card(t: Tables, card: Card) -> None:
    where = f"card {card.id}"
    factions = [f.id for f in t.faction]
    known("cards.toml", f"{where}, icons", card.icons, factions, "faction")
    leaders, areas = {x.id for x in t.leader}, {a.id for a in t.area}
    need = card.requires
    known("cards.toml", f"{where}, requires", (*need.leader_alive, *need.leader_dead), leaders, "leader")
    known("cards.toml", f"{where}, requires", (*need.king_is, *need.no_king_of), factions, "faction")
    places = (*need.units_in, *need.controls, *need.not_controlled_by_own)
    known("cards.toml", f"{where}, requires", places, areas, "area")
    if (card.turns is None) == (card.kind in ("limited", "compulsory")):
        raise DataError(
            f"cards.toml, {where}, turns: expected a window for limited and compulsory cards only"
        )
    for effect in card.effects:
        _check_effect(t, where, effect)
        if effect.options:
            served = {f for option in effect.options for f in option.for_factions}
            known("cards.toml", f"{where}, icons", card.icons, sorted(served), "faction with an option")


def _check_effect(t: Tables, where: str, e: Effect) -> None:
    def ids(rows: Iterable[object]) -> set[str]:
        return {str(getattr(row, "id", "")) for row in rows}

    areas, factions, leaders = ids(t.area), ids(t.faction), ids(t.leader)
    water = ids(t.estuary) | ids(t.sea) if e.op == "spend-ap" else set()
    known("cards.toml", where, [e.op], sorted(OPS), "verb")
    known("cards.toml", f"{where}, {e.op}, areas", e.areas, areas | water, "area")
    known("cards.toml", f"{where}, {e.op}, where", e.where, areas | ids(t.terrain), "area or terrain")
    known("cards.toml", f"{where}, {e.op}, scope", [e.scope] if e.scope else [], sorted(SCOPES), "scope")
    named = [x for x in (e.leader, *e.counter_by_faction.values()) if x]
    known("cards.toml", f"{where}, {e.op}, leader", named, leaders, "leader")
    known("cards.toml", f"{where}, {e.op}, faction", [e.faction] if e.faction else [], factions, "faction")
    kinds = ids(t.kind) | {"all"}
    known("cards.toml", f"{where}, {e.op}, units", (*e.units, *e.unit_types), kinds, "unit")
    known(
        "cards.toml",
        f"{where}, {e.op}, building",
        [e.building] if e.building else [],
        ids(t.building),
        "building",
    )
    players = WHO | factions | ids(t.player)
    known("cards.toml", f"{where}, {e.op}, who", [e.who] if e.who else [], players, "player")
    known(
        "cards.toml", f"{where}, {e.op}, target", [e.target] if e.target else [], TARGETS | leaders, "target"
    )
    for option in e.options:
        known("cards.toml", f"{where}, options", option.for_factions, factions, "faction")
        for inner in option.effects:
            _check_effect(t, where, inner)


def _check_scenarios(t: Tables) -> None:
    areas, leaders = {a.id for a in t.area}, {x.id for x in t.leader}
    scenarios, factions = index(t.scenario, "scenarios.toml"), {f.id for f in t.faction}
    for x in t.scenario:
        boxes = (*x.exile, *x.dead, x.king)
        known("scenarios.toml", f"scenario {x.id}, boxes", boxes, leaders, "leader")
        known("scenarios.toml", f"scenario {x.id}, wasted", (*x.wasted, *x.buildings), areas, "area")
    for line in t.setup:
        where = f"set-up of {line.scenario}, {line.faction}"
        known("scenarios.toml", where, [line.scenario], scenarios, "scenario")
        known("scenarios.toml", where, [line.faction], factions, "faction")
        known("scenarios.toml", where, line.areas, areas, "area")
        known("scenarios.toml", where, line.leaders, leaders, "leader")
        known("scenarios.toml", where, (*line.units, *line.reduced), KINDS, "unit")
