"""11.2 Tribes and Revolts: how a tribe rises and where its warriors appear."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.actions import act
from albion.games.boudicca.questions import Question, Reason, elsewhere, place
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s06_stacking import arrival_fault, stacking_reason
from albion.games.boudicca.state import PLUNDER, RESERVE, SPENT, BoudiccaState
from albion.kernels.hex import Hex, distance

PLACING = cite("boudicca 11.2.4.a 11.2.7.a R16 R42")
NEAR = cite("boudicca 11.2.4.a 11.2.7.a")
CROWDED_OUT = cite("boudicca 11.2.7.a R16")
BESIDE = {"cornovii": cite("boudicca tribes.h"), "dobunni": cite("boudicca tribes.j")}
"""The tribes whose own entry says where they gather."""


@rule(cite("boudicca 11.2.1.a 11.2.2.a"))
def not_in_revolt(s: BoudiccaState, tribe: str) -> bool:
    """Whether a tribe could still rise: it has not, nor is it one of the two that begin the game in revolt."""
    return tribe not in s.revolted and tribe not in s.rules.data.setup.britons.in_revolt


@rule(cite("boudicca 11.2.4.b R18 R52 R54"))
def incite_fault(s: BoudiccaState, tribe: str) -> Cite | None:
    """Boudicca or a Druid in the oppidum of a tribe not in revolt, and no Romans."""
    h = s.rules.board.oppidum[tribe]
    if not not_in_revolt(s, tribe):
        first = tribe in s.rules.data.setup.britons.in_revolt
        return cite("boudicca 11.2.4.b 11.2.1.a" if first else "boudicca 11.2.4.b")
    if s.occupied(h, ROMANS):
        return cite("boudicca 11.2.4.b 12.1.1.a R18")
    leaders = s.leaders(h, BRITONS)
    if not leaders:
        return cite("boudicca 11.2.4.b")
    awake = [u for u in leaders if not s.marks[u] & SPENT]
    if any(not s.marks[u] & PLUNDER for u in awake):
        return None
    return cite("boudicca R52 11.2.4.b" if awake else "boudicca R54 11.2.4.b")


@rule(cite("boudicca 11.2.5.a 12.1.4.b"))
def revolt_drm(s: BoudiccaState, tribe: str) -> int:
    """Boudicca in the oppidum lowers the roll."""
    here = s.where[s.rules.boudicca] == s.rules.board.oppidum[tribe]
    return s.rules.data.tables.tribal_revolt.boudicca if here else 0


@step(cite("boudicca 11.2.4.b 11.2.4.c 11.2.5.a 12.1.4.b"))
class Incite(Step[BoudiccaState], frozen=True):
    """One roll on the Tribal Revolt Table; it may fail."""

    tribe: str
    drm: int = 0

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """The tribe revolts if the roll is low enough."""
        die = roll(s, log, 1, who=BRITONS, cite=self.cite)[0] + self.drm + revolt_drm(s, self.tribe)
        needed = s.rules.data.tables.tribal_revolt.revolts_on_or_below[self.tribe]
        emit(log, "incite", self.cite, tribe=self.tribe, total=die, needed=needed, success=die <= needed)
        return [Revolt(self.tribe)] if die <= needed else []


@step(cite("boudicca 5.3.1.a 11.2.6.a 11.2.6.b 11.2.6.c 11.2.6.d"))
class SpontaneousRevolt(Step[BoudiccaState], frozen=True):
    """Two dice name a tribe, or none."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """A tribe not in revolt rises; an active one changes nothing."""
        row, column = roll(s, log, 2, who=BRITONS, cite=self.cite)
        tribe = s.rules.data.tables.spontaneous_revolt.rows[row - 1][column - 1]
        if tribe == "-" or tribe in s.revolted:
            emit(log, "no-revolt", self.cite, tribe=None if tribe == "-" else tribe)
            return []
        return [Revolt(tribe)]


@step(cite("boudicca 11.2.4.a 11.2.6.b 11.2.7.a tribes.h tribes.j R16"))
class Revolt(Step[BoudiccaState], frozen=True):
    """A tribe is in revolt: its units come on, in the oppidum or near it."""

    tribe: str
    near: bool = False

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Place them where the rules say, or ask."""
        s.revolted = tuple(sorted((*s.revolted, self.tribe)))
        emit(log, "revolt", self.cite, tribe=self.tribe)
        home = s.rules.board.oppidum[self.tribe]
        beside = self.tribe in s.rules.data.places.placement.beside_their_oppidum
        if not self.near and not beside and open_to(s, self.tribe, home):
            place_tribe(s, self.tribe, home, log)
            return []
        return [PlaceTribe(self.tribe)]


def warriors(s: BoudiccaState, tribe: str) -> tuple[int, ...]:
    """A tribe's units that wait off the map."""
    return tuple(u for u in s.rules.of_body[tribe] if s.where[u] == RESERVE)


def open_to(s: BoudiccaState, tribe: str, h: Hex) -> bool:
    """No Romans there, and stacking allows it."""
    return not s.units(h, ROMANS) and arrival_fault(s, warriors(s, tribe), h, BRITONS) is None


@rule(PLACING)
def muster_hexes(s: BoudiccaState, tribe: str) -> list[Hex]:
    """Where a tribe may appear: within two hexes of its oppidum, or in the nearest ring with room."""
    board, home = s.rules.board, s.rules.board.oppidum[tribe]
    reach = s.rules.data.activation.ranges.revolt_hexes
    for ring in range(reach, 100):
        found = [h for h in board.grid.within(home, ring) if h in board.land and open_to(s, tribe, h)]
        if found:
            return sorted(found)
    return []


@rule(cite("boudicca 11.2.7.a 11.2.3.a"))
def place_tribe(s: BoudiccaState, tribe: str, h: Hex, log: Log) -> None:
    """All units of a tribe come on in one hex, active."""
    units = warriors(s, tribe)
    for u in units:
        s.put(u, h)
        s.ready[u] = 0
    names, near = [s.rules.units[u].id for u in units], s.rules.board.near(h)
    emit(log, "tribe-placed", PLACING, tribe=tribe, hex=h, near=near, units=names)


@step(PLACING + cite("boudicca tribes.h tribes.j"))
class PlaceTribe(Question, frozen=True):
    """In which hex the tribe gathers."""

    exact = True
    tribe: str

    def seat(self, s: BoudiccaState) -> Seat:
        """The Briton player."""
        return Seat(BRITONS)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Every open hex near the oppidum."""
        return [act("place", h) for h in muster_hexes(s, self.tribe)]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Not among Romans, nor far away, nor with another tribe."""
        if a.verb != "place":
            return elsewhere(s, a)
        if a.number in muster_hexes(s, self.tribe):
            return None
        home = s.rules.board.oppidum[self.tribe]
        if distance(home, a.number) > s.rules.data.activation.ranges.revolt_hexes:
            return self._near(s)
        if s.units(a.number, ROMANS):
            return tuple(dict.fromkeys(self._near(s) + cite("boudicca R16")))
        return arrival_fault(s, warriors(s, self.tribe), a.number, BRITONS) or CROWDED_OUT

    def _near(self, s: BoudiccaState) -> Cite:
        """Why it gathers near its oppidum: so its entry says, Rome has sacked that place, or others are in it."""
        sacked = s.sacked.get(s.rules.board.oppidum[self.tribe]) in (ROMANS, "both")
        return BESIDE.get(self.tribe) or (NEAR if sacked else CROWDED_OUT)

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """How far from the oppidum it is, or that Romans are there."""
        if a.verb != "place":
            return None
        home, limit = s.rules.board.oppidum[self.tribe], s.rules.data.activation.ranges.revolt_hexes
        away = distance(home, a.number)
        if away > limit:
            return "hexes-from", place(s, a.number) | {"away": away, "limit": limit, "source": home}
        if s.units(a.number, ROMANS):
            return "enemies-there", place(s, a.number)
        return stacking_reason(s, why, s.at.get(a.number, ()), a.number)

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Place the tribe there."""
        place_tribe(s, self.tribe, a.number, log)
        return []
