"""9.0 Towns, oppida and Posts: what they are, and sacking them."""

from __future__ import annotations

from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s11_revolts import Revolt, not_in_revolt
from albion.games.boudicca.state import BUSY, DISPLACED, SACKER, BoudiccaState, enemy
from albion.kernels.hex import Hex


@rule(cite("boudicca 9.0.a 9.2.1.b 9.2.5.a 1.2.g 1.2.h 1.2.i R3 R15"))
def enemy_place(s: BoudiccaState, side: str, h: Hex) -> bool:
    """Towns and Posts are the Britons' prey, oppida the Romans'; five places are both."""
    board = s.rules.board
    return (h in board.towns or h in board.posts) if side == BRITONS else h in board.tribe_at


@rule(cite("boudicca 9.2.1.b 9.2.3.a R14"))
def sack_fault(s: BoudiccaState, side: str, h: Hex) -> Cite | None:
    """Why a place cannot be sacked."""
    if not enemy_place(s, side, h):
        return cite("boudicca 9.2.1.b")
    if s.sacked.get(h) in (side, "both"):
        return cite("boudicca 9.2.3.a")
    # Own units in it mean that the place is free of enemies: outside a battle nobody shares a hex with them.
    units = s.fighters(h, side)
    if not units:
        return cite("boudicca 9.2.1.b R14" if s.leaders(h, side) else "boudicca 9.2.1.b")
    able = [u for u in units if s.ready[u] <= s.impulse]
    if not able:
        return cite("boudicca 11.0.a 9.2.1.b")
    able = [u for u in able if not s.marks[u] & BUSY]
    if not able:
        return cite("boudicca R52" if side == BRITONS else "boudicca R26")
    if all(has_moved(s, u) for u in able):
        return cite("boudicca 9.2.1.b")
    return None


@rule(cite("boudicca 9.2.1.b R14 R19"))
def has_moved(s: BoudiccaState, u: int) -> bool:
    """Whether a unit has moved in this Impulse: of its own, called by a Druid, or out of a battle."""
    return s.moved[u] == s.impulse or bool(s.marks[u] & DISPLACED)


@step(cite("boudicca 9.2.1.a 9.2.2.a 9.2.3.a 9.2.4.a 9.2.5.b 11.2.4.a R14"))
class Sack(Step[BoudiccaState], frozen=True):
    """A place is destroyed for the rest of the game; a tribe not in revolt rises over its oppidum."""

    hex: int

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Mark the place and the sackers."""
        h, side = self.hex, s.phasing
        for u in s.units(h, side):
            if s.ready[u] <= s.impulse and not has_moved(s, u):
                s.marks[u] |= SACKER
        s.sacked[h] = "both" if s.sacked.get(h) == enemy(side) else side
        emit(log, "sacked", self.cite, seat=side, hex=h, by=s.sacked[h])
        tribe = s.rules.board.tribe_at.get(h)
        if side == ROMANS and tribe and not_in_revolt(s, tribe):
            return [Revolt(tribe, True)]
        return []
