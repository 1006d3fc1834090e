"""10.4.4 Pursuit: superior cavalry strikes at those who withdraw."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.actions import act
from albion.games.boudicca.questions import Question, Reason, elsewhere
from albion.games.boudicca.s10_results import lose_step
from albion.games.boudicca.state import BoudiccaState, enemy


@rule(cite("boudicca 10.4.4.a 10.4.4.b"))
def pursuit_dice(winner: int, loser: int, divisor: int) -> int:
    """Rolls from the surplus of cavalry strength: half of it, at least one; none without a surplus."""
    return max(1, (winner - loser) // divisor) if winner > loser else 0


@step(cite("boudicca 10.4.4.a 10.4.4.b 10.4.4.c 10.4.4.d R35"))
class Pursuit(Step[BoudiccaState], frozen=True):
    """Superior cavalry of the winner rides down those who withdraw."""

    loser: str

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Roll on the Skirmish column; disruption and H are ignored."""
        assert s.battle is not None
        h, winner = s.battle.hex, enemy(self.loser)
        chasing, fleeing = s.cavalry(s.fighters(h, winner)), s.cavalry(s.fighters(h, self.loser))
        n = pursuit_dice(chasing, fleeing, s.rules.data.combat.battle.pursuit_divisor)
        if n == 0:
            return []
        column = s.rules.crt["skirmish"]

        def worth(face: int) -> int:
            return column[min(face, len(column)) - 1].steps

        faces = roll(s, log, n, who=winner, cite=self.cite, worth=worth)
        steps = sum(worth(face) for face in faces)
        emit(log, "pursuit", self.cite, seat=winner, hex=h, dice=faces, steps=steps)
        return [PursuitHits(self.loser, steps)]


@step(cite("boudicca 10.4.4.e 10.3.2.a"))
class PursuitHits(Step[BoudiccaState], frozen=True):
    """The steps lost to a pursuit, one after the other."""

    loser: str
    left: int

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Take what is forced, ask the pursuer for the rest."""
        assert s.battle is not None
        army = s.fighters(s.battle.hex, self.loser)
        if self.left >= sum(s.steps[u] for u in army):
            for u in army:
                while s.alive(u):
                    lose_step(s, u, log)
            return []
        if self.left == 0:
            return []
        if len(army) > 1:
            return [HitUnit(self.loser, self.left), PursuitHits(self.loser, self.left - 1)]
        lose_step(s, army[0], log)
        return [PursuitHits(self.loser, self.left - 1)]


@step(cite("boudicca 10.4.4.e"))
class HitUnit(Question, frozen=True):
    """Which of the fleeing units the pursuer strikes."""

    loser: str
    left: int

    def seat(self, s: BoudiccaState) -> Seat:
        """The pursuer, not the owner."""
        return Seat(enemy(self.loser))

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Any of them."""
        assert s.battle is not None
        return [act("hit", s.rules.units[u].id) for u in s.fighters(s.battle.hex, self.loser)]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only units that withdraw now."""
        if a.verb != "hit":
            return elsewhere(s, a)
        return None if a in self.candidates(s) else cite("boudicca 10.4.4.e")

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """A unit that does not flee here."""
        return ("not-fleeing", {"unit": a.name}) if a.verb == "hit" else None

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """That unit loses a step."""
        lose_step(s, s.rules.index[a.name], log)
        return []
