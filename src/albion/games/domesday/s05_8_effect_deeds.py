"""Cards as data, the deeds: what an effect changes on the table (5.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.plain import replaced
from albion.engine.step import Choice, Step, Steps, step
from albion.games.domesday.data import Effect
from albion.games.domesday.refusals import Reason, unlisted
from albion.games.domesday.s01_4_absentee import answerer
from albion.games.domesday.s03_map import owner
from albion.games.domesday.s04_units import (
    available,
    change,
    have,
    reduce_troop,
    set_castle,
    set_leader,
    turn_over,
    unit_name,
    unit_parts,
)
from albion.games.domesday.s05_6_waste import take_wasted
from albion.games.domesday.s05_8_effect_laws import acting_faction, counter, elsewhere, new_faction
from albion.games.domesday.state import EXILE, Dom, stack


@step(cite("domesday 4.3.1.e R46 R79"))
class TakeFromMap(Choice[Dom], frozen=True):
    """No counter is left: take one of the same kind from another Area, or go without."""

    exact = True
    faction: str
    kind: str
    area: str
    instead: str = ""
    """The unit that it replaces, if it does."""

    def about(self, s: Dom) -> dict[str, Json]:
        """Its fields, and what the refusal means."""
        return {**Choice.about(self, s), "no": "no-lift"}

    def seat(self, s: Dom) -> Seat:
        """The player of those units."""
        return answerer(s, owner(s, self.faction))

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Other Areas with such a unit; nobody is asked if there is none."""
        found = elsewhere(s, self.faction, self.kind, self.area)
        if found:
            yield from (Action("lift", a) for a in found)
            yield Action("decline")

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Only from another Area that has one."""
        return unlisted(a, self.candidates(s), cite("domesday 4.3.1.e R46"))

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """The Area it is placed in, or none there to take."""
        if a.verb != "lift":
            return None
        if a.noun == self.area:
            return "lift-elsewhere", {"area": a.name}
        return "not-here", {"unit": unit_name(self.faction, self.kind, False), "area": a.name}

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """It is placed at full strength, or at that of the unit it replaces."""
        if a.verb == "decline":
            return ()
        area = a.name
        if self.kind == "castle":
            set_castle(s, area, self.faction, False)
            set_castle(s, self.area, self.faction, True)
        else:
            self._take_troop(s, area, log)
        emit(
            log, "lifted", self.cite, unit=unit_name(self.faction, self.kind, False), area=area, to=self.area
        )
        return ()

    def _take_troop(self, s: Dom, area: str, log: Log) -> None:
        """A reduced one first (R46)."""
        worn = have(s.at(area, self.faction).troops, self.kind, True) > 0
        change(s, area, self.faction, self.kind, worn, -1)
        if self.instead:
            replace(s, self.area, self.instead, self.faction, log)
        else:
            change(s, self.area, self.faction, self.kind, False, 1)


def _remember(s: Dom, area: str) -> None:
    if not s.event.area:
        s.event = replaced(s.event, area=area)


def put_leader(s: Dom, leader: str, faction: str, area: str, log: Log) -> None:
    """Take him from wherever he is and place him; his other counter waits in exile."""
    for twin in s.board.twins[leader]:
        if s.leaders[twin] != EXILE:
            set_leader(s, twin, EXILE)
    set_leader(s, leader, area, faction)
    _remember(s, area)
    emit(log, "leader-placed", cite("domesday 5.8.2.a 4.2.b"), leader=leader, faction=faction, area=area)


def _place_leader(s: Dom, e: Effect, area: str, log: Log) -> Steps[Dom]:
    leader, faction = counter(s, e), acting_faction(s, e)
    put_leader(s, leader, faction, area, log)
    return ()


@rule(cite("domesday 4.3.1.a 4.3.1.e 5.8.2.d 4.3.a"))
def _place_units(s: Dom, e: Effect, area: str, log: Log) -> Steps[Dom]:
    """Full-strength units as far as the counters go; the rest may be lifted from elsewhere."""
    faction = acting_faction(s, e)
    _remember(s, area)
    after: list[Step[Dom]] = []
    for kind, n in e.units.items():
        put = min(n, available(s, faction, kind))
        if put:
            change(s, area, faction, kind, False, put)
            emit(
                log,
                "placed",
                cite("domesday 4.3.1.a 5.8.2.d"),
                unit=unit_name(faction, kind, False),
                n=put,
                area=area,
            )
        after += [TakeFromMap(faction, kind, area)] * (n - put)
    return tuple(after)


def _place_castle(s: Dom, e: Effect, area: str, log: Log) -> Steps[Dom]:
    faction = acting_faction(s, e)
    _remember(s, area)
    if available(s, faction, "castle") < 1:
        return (TakeFromMap(faction, "castle", area),)
    set_castle(s, area, faction, True)
    emit(log, "built", cite("domesday 4.3.2.b 5.8.2.d"), area=area, faction=faction)
    return ()


def _place_building(s: Dom, e: Effect, area: str, log: Log) -> Steps[Dom]:
    s.buildings[area] = tuple(sorted((*s.buildings.get(area, ()), e.building)))
    emit(log, "building", cite("domesday 4.4.a"), area=area, building=e.building)
    return ()


@rule(cite("domesday 3.4.a 3.4.c 3.4.d"))
def _place_wasted(s: Dom, e: Effect, area: str, log: Log) -> Steps[Dom]:
    """Any number may lie there; counters show one or two, so only the count matters."""
    s.wasted[area] = s.wasted.get(area, 0) + e.n
    emit(log, "wasted", cite("domesday 3.4.a 3.4.c"), area=area, n=e.n)
    return ()


def _remove_wasted(s: Dom, e: Effect, area: str, log: Log) -> Steps[Dom]:
    take_wasted(s, area, e.n)
    emit(log, "surveyed", cite("domesday 3.4.c 5.8.a"), area=area)
    return ()


AREA_EFFECTS: dict[str, Callable[[Dom, Effect, str, Log], Steps[Dom]]] = {
    "place-leader": _place_leader,
    "place-units": _place_units,
    "place-castle": _place_castle,
    "place-building": _place_building,
    "place-wasted": _place_wasted,
    "remove-wasted": _remove_wasted,
}


def send_home(s: Dom, area: str, home: str, log: Log) -> None:
    """All Longships there go home."""
    f = s.event.faction
    for reduced in (False, True):
        n = have(s.at(area, f).troops, "longship", reduced)
        if n:
            change(s, area, f, "longship", reduced, -n)
            change(s, home, f, "longship", reduced, n)
    emit(log, "sent-home", cite("domesday 5.8.a"), faction=f, area=area, to=home)


@rule(cite("domesday 5.8.3.a 4.3.1.d 4.3.1.e R55 R79"))
def strike(s: Dom, e: Effect, area: str, noun: str, log: Log) -> Steps[Dom]:
    """Reduce, remove, replace or restore one unit; the one that replaces it may have to be lifted first."""
    faction, kind, reduced = unit_parts(noun)
    if e.op == "reduce-units":
        reduce_troop(s, area, faction, kind, reduced, log)
    elif e.op == "remove-units":
        reduce_troop(s, area, faction, kind, True, log) if kind == "castle" else _remove(
            s, area, faction, kind, reduced, log
        )
    elif e.op == "restore-units":
        turn_over(s, area, faction, kind, True)
        emit(log, "restored", cite("domesday 5.8.a"), area=area, unit=noun)
    else:
        new = new_faction(s, e)
        if kind != "castle" and available(s, new, kind) < 1:
            return (TakeFromMap(new, kind, area, noun),)
        replace(s, area, noun, new, log)
    return ()


def replace(s: Dom, area: str, noun: str, new: str, log: Log) -> None:
    """A unit is replaced by one of the new faction."""
    turn_unit(s, area, unit_parts(noun)[0], new, *unit_parts(noun)[1:])
    emit(log, "replaced", cite("domesday 5.8.3.a"), area=area, unit=noun, faction=new)


def _remove(s: Dom, area: str, faction: str, kind: str, reduced: bool, log: Log) -> None:
    change(s, area, faction, kind, reduced, -1)
    emit(log, "removed", cite("domesday 4.3.c"), area=area, unit=unit_name(faction, kind, reduced))


def turn_unit(s: Dom, area: str, old: str, new: str, kind: str, reduced: bool) -> None:
    """A unit becomes one of the same type and strength of another faction, on the same border."""
    if kind == "castle":
        set_castle(s, area, old, False)
        set_castle(s, area, new, True)
        return
    border = s.at(area, old).border
    change(s, area, old, kind, reduced, -1)
    change(s, area, new, kind, reduced, 1)
    st = s.at(area, new)
    if border and st.size == 1:
        s.put(area, new, stack(st.troops, st.leaders, st.castle, border))
