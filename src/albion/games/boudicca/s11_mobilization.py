"""11.1 Legions: mobilized where they stand, brought in from off the map."""

from __future__ import annotations

from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.roster import ROMANS
from albion.games.boudicca.s07_ways import label, movable
from albion.games.boudicca.state import BOXES, ISCA, MONA, NEVER, BoudiccaState


def unmobilized(s: BoudiccaState, place: int) -> list[int]:
    """The unmobilized units of a hex or box."""
    return [u for u in s.units(place, ROMANS) if s.ready[u] == NEVER]


@rule(cite("boudicca 11.1.2.a 11.1.3.a 11.1.3.d 11.1.3.f 1.2.f"))
def mobilize_fault(s: BoudiccaState, where: str | int) -> Cite | None:
    """Why a hex or an off-map force cannot be mobilized."""
    place = BOXES[where] if isinstance(where, str) else where
    units = unmobilized(s, place)
    if place == ISCA and s.ii_tried:
        return cite("boudicca 11.1.3.d 11.1.3.f")
    if not units:
        return cite({MONA: "boudicca 11.1.3.a", ISCA: "boudicca 11.1.3.d"}.get(place, "boudicca 11.1.2.a"))
    if not any(s.rules.body[u] for u in units):
        return cite("boudicca 11.1.2.a")
    return None


@step(cite("boudicca 11.1.2.a 11.1.2.b 11.1.3.a 11.1.3.d 11.1.3.e 11.1.3.f 11.1.3.g 1.2.f"))
class Mobilize(Step[BoudiccaState], frozen=True):
    """Units become active: at once, except II Legion, which answers a die and comes later."""

    place: int

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Mobilize the units."""
        ready = s.impulse
        if self.place == ISCA:
            s.ii_tried = True
            die = roll(s, log, 1, who=ROMANS, cite=self.cite)[0]
            if die >= s.turn:
                emit(log, "ii-refuses", cite("boudicca 11.1.3.f"), total=die, turn=s.turn)
                return []
            ready = s.impulse + 1
        units = unmobilized(s, self.place)
        for u in units:
            s.ready[u] = ready
        emit(log, "mobilize", self.cite, hex=label(self.place), units=[s.rules.units[u].id for u in units])
        return []


@rule(cite("boudicca 11.1.3.b 11.1.3.c 11.1.3.g 12.1.3.a"))
def enter_fault(s: BoudiccaState, box: str) -> Cite | None:
    """Why an off-map force cannot come in."""
    place = BOXES[box]
    units = s.units(place, ROMANS)
    mine = cite("boudicca 11.1.3.b" if place == MONA else "boudicca 11.1.3.g")
    if not any(s.rules.combat[u] for u in units):
        return mine + cite("boudicca 12.1.3.a") if units else mine
    if any(s.rules.combat[u] for u in movable(s, place, ROMANS)):
        return None
    quiet = any(s.ready[u] == NEVER for u in units)
    return cite("boudicca 11.1.3.a 11.0.a") if quiet and place == MONA else mine + cite("boudicca 11.0.a")
