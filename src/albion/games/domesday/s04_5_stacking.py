"""4.5 Stacking: what follows every action, and what becomes of units that are too many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.step import Choice, Step, Steps, step
from albion.games.domesday.reasons import retreat_reason
from albion.games.domesday.refusals import Reason, unlisted
from albion.games.domesday.s01_4_absentee import answerer
from albion.games.domesday.s03_map import banner, owner
from albion.games.domesday.s04_units import (
    bordered,
    change,
    depose,
    have,
    open_gates,
    overstacks,
    reduce_troop,
    unit_name,
    unit_parts,
    units_of,
)
from albion.games.domesday.s05_5_3_retreat import retreat_forbids, ways
from albion.games.domesday.s06_victory import ImmediateVictory
from albion.games.domesday.state import Dom

UNCOUNTED = cite("domesday 4.5.1.b")


@step(cite("domesday 4.5.d 4.5.1.d 4.2.2.d 3.1.3.b"))
class AfterAction(Step[Dom], frozen=True):
    """A King without London and York falls, gates open, overstacked units scatter, 120 VPs win."""

    calm: bool = False
    """Whether nothing was done that could overstack."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Look at the whole map; a scattered stack may change Control, so look again."""
        depose(s, log)
        for space in bordered(s):
            open_gates(s, space)
        if self.calm or next(overstacks(s), None) is None:
            return (ImmediateVictory(),)
        return (ScatterExcess(), self)


@step(cite("domesday 4.5.d 4.5.1.d"))
class ScatterExcess(Step[Dom], frozen=True):
    """Overstacked units scatter at once, also in the middle of an Event."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """One stack after the other."""
        for space, faction, excess in overstacks(s):
            return (Scatter(space, faction, excess), self)
        return ()


class ReduceTroop(Choice[Dom], frozen=True):
    """One unit of a stack is reduced, and its own player says which."""

    exact = True
    verb: ClassVar[str]
    against: ClassVar[Cite]
    """The clauses against any other unit."""
    area: str
    faction: str

    def seat(self, s: Dom) -> Seat:
        """The stack's player."""
        return answerer(s, owner(s, self.faction), self.area)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Any troop of the stack; Leaders and Castles do not suffer."""
        return (Action(self.verb, x) for x in stack_units(s, self.area, self.faction))

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Only troops of that stack."""
        return unlisted(a, self.candidates(s), self.against)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """No such unit in the stack, or one that does not suffer."""
        if a.verb != self.verb:
            return None
        spared = a.name in s.leaders or a.name.endswith(":castle")
        return ("only-troops", {}) if spared else ("not-in-stack", {"unit": a.name})

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Reduce it, or remove it if it was reduced."""
        reduce_troop(s, self.area, *unit_parts(a.name), log)
        return ()


def stack_units(s: Dom, area: str, faction: str) -> list[str]:
    """The troops of a faction's stack as nouns, the King's with his Fyrd."""
    sides = (faction, "fyrd") if banner(s, "fyrd") == faction else (faction,)
    return [unit_name(f, k, r) for f in sides for k, r, _ in units_of(s, area, f)]


@step(cite("domesday 4.5.d R18"))
class Scatter(Step[Dom], frozen=True):
    """A random enemy player retreats what is too much."""

    area: str
    faction: str
    excess: int

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Dice choose among the other players with a unit on the map, or if none has any, among all."""
        mine = owner(s, self.faction)
        with_units = {owner(s, f) for row in s.stacks.values() for f in row}
        foes = [x for x in s.rules.present if x != mine and x in with_units]
        foes = foes or [x for x in s.rules.present if x != mine]
        pick = foes[0]
        if len(foes) > 1:
            pick = foes[roll(s, log, 1, who="overstack", cite=self.cite, sides=len(foes))[0] - 1]
        emit(log, "overstacked", self.cite, area=self.area, faction=self.faction, n=self.excess, seat=pick)
        return tuple(ScatterUnit(pick, self.area, self.faction) for _ in range(self.excess))


@step(cite("domesday 4.5.d 4.5.1.d R18"))
class ScatterUnit(Choice[Dom], frozen=True):
    """Which unit of the overstacked stack goes?"""

    exact = True
    player: str
    area: str
    faction: str

    def seat(self, s: Dom) -> Seat:
        """The enemy player drawn."""
        return Seat(self.player)

    def stacks(self, s: Dom) -> tuple[str, ...]:
        """The faction, with its Fyrd."""
        return (self.faction, "fyrd") if banner(s, "fyrd") == self.faction else (self.faction,)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Units that can go somewhere; if none can, any."""
        units = [(f, k, r) for f in self.stacks(s) for k, r, _ in units_of(s, self.area, f)]
        able = [u for u in units if ways(s, u[0], u[1], self.area, None)]
        for f, k, r in able or units:
            yield Action("displace", unit_name(f, k, r))

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Troops of that stack, and those first that can go somewhere."""
        if a.verb != "displace" or a in tuple(self.candidates(s)):
            return None
        faction, kind, reduced = unit_parts(a.name)
        if not kind or kind == "castle":
            return UNCOUNTED
        there = faction in self.stacks(s) and have(s.at(self.area, faction).troops, kind, reduced)
        return cite("domesday 4.5.d R18" if there else "domesday 4.5.d")

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """No such unit in the stack, one that does not count, or one with nowhere to go while others have."""
        if a.verb != "displace":
            return None
        if why == UNCOUNTED:
            return "not-counted", {}
        return ("not-in-stack" if why == cite("domesday 4.5.d") else "others-can-go"), {"unit": a.name}

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """It goes where the priorities say, or off the map."""
        faction, kind, reduced = unit_parts(a.name)
        open_ways = ways(s, faction, kind, self.area, None)
        if not open_ways:
            change(s, self.area, faction, kind, reduced, -1)
            emit(log, "removed", self.cite, area=self.area, unit=a.noun)
            return ()
        return (ScatterTo(self.player, self.area, a.name),)


@step(cite("domesday 4.5.d 5.5.3.g 5.5.3.h 5.5.3.i"))
class ScatterTo(Choice[Dom], frozen=True):
    """Where does the unit go?"""

    exact = True
    player: str
    area: str
    unit: str

    def seat(self, s: Dom) -> Seat:
        """The enemy player drawn."""
        return Seat(self.player)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """The spaces of the best priority."""
        faction, kind, _ = unit_parts(self.unit)
        return (Action("to", x) for x in ways(s, faction, kind, self.area, None))

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """By the rules of retreat."""
        if a.verb != "to":
            return None
        faction, kind, _ = unit_parts(self.unit)
        return retreat_forbids(s, faction, kind, self.area, a.name, None)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Why it does not go there."""
        faction, kind, _ = unit_parts(self.unit)
        return retreat_reason(s, faction, kind, self.area, a.name, None, why) if a.verb == "to" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """It arrives at the strength it had."""
        faction, kind, reduced = unit_parts(self.unit)
        change(s, self.area, faction, kind, reduced, -1)
        change(s, a.name, faction, kind, reduced, 1)
        emit(log, "retreated", self.cite, unit=self.unit, area=self.area, to=a.noun)
        return ()
