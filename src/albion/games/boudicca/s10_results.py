"""10.3 Combat Results: steps lost, by the owner's choice but for H."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.actions import act
from albion.games.boudicca.questions import Question, Reason, elsewhere
from albion.games.boudicca.state import BoudiccaState

OWNER = cite("boudicca 10.3.4.a")


@rule(cite("boudicca 10.3.2.a 10.3.3.a"))
def lose_step(s: BoudiccaState, u: int, log: Log) -> None:
    """A full unit is reduced, a reduced one eliminated; a 1st Cohort stands four steps."""
    s.steps[u] -= 1
    left, h = s.steps[u], s.where[u]
    if left == 0:
        s.kill(u)
    emit(log, "loss", cite("boudicca 10.3.2.a 10.3.3.a"), unit=s.rules.units[u].id, hex=h, steps=left)


@rule(cite("boudicca 10.3.5.a 10.3.5.b R36"))
def strongest(s: BoudiccaState, army: list[int]) -> list[int]:
    """Whom an H strikes first: the strongest, 1st Cohorts aside."""
    others = [u for u in army if s.rules.units[u].type != "first cohort"]
    if not others:
        return army
    best = max(s.strength((u,)) for u in others)
    return [u for u in others if s.strength((u,)) == best]


def victims(s: BoudiccaState, side: str, hard: bool) -> list[int]:
    """Who may take the next step."""
    assert s.battle is not None
    army = s.fighters(s.battle.hex, side)
    return strongest(s, army) if hard else army


@step(cite("boudicca 10.3.1.a 10.3.2.a"))
class TakeLosses(Step[BoudiccaState], frozen=True):
    """A side loses steps, one after the other; where there is nothing to choose, at once."""

    side: str
    steps: tuple[bool, ...]
    """One entry a step; true where an H is to be met first."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Take what is forced, ask for the rest."""
        left = list(self.steps)
        while left:
            army = victims(s, self.side, False)
            if len(left) >= sum(s.steps[u] for u in army):
                for u in army:
                    while s.alive(u):
                        lose_step(s, u, log)
                return []
            choice = victims(s, self.side, left[0])
            if len(choice) > 1:
                return [LoseStep(self.side, left[0], len(left)), TakeLosses(self.side, tuple(left[1:]))]
            lose_step(s, choice[0], log)
            left.pop(0)
        return []


@step(OWNER + cite("boudicca 10.3.5.a 10.3.5.b"))
class LoseStep(Question, frozen=True):
    """Which of his units takes the next step loss."""

    exact = True
    side: str
    hard: bool
    left: int

    def seat(self, s: BoudiccaState) -> Seat:
        """The owner."""
        return Seat(self.side)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Any unit of the army, or one of the strongest for an H."""
        return [act("lose", s.rules.units[u].id) for u in victims(s, self.side, self.hard)]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only units of this army; an H strikes the strongest."""
        if a.verb != "lose":
            return elsewhere(s, a)
        u = s.rules.index[a.name]
        if u not in victims(s, self.side, False):
            return OWNER
        if u in victims(s, self.side, self.hard):
            return None
        first = s.rules.units[u].type == "first cohort"
        return cite("boudicca 10.3.5.b R36" if first else "boudicca 10.3.5.a")

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """The strength that an H strikes first, or that the unit is not in the battle."""
        if why == OWNER:
            return "not-in-battle", {"unit": a.name}
        if a.verb != "lose":
            return None
        first = why[:1] == cite("boudicca 10.3.5.b")
        strength = s.strength(victims(s, self.side, True)[:1])
        return ("first-cohort-spared" if first else "strongest-first"), {"strength": strength}

    def about(self, s: BoudiccaState) -> dict[str, Json]:
        """The hex, and how many steps are still to lose."""
        assert s.battle is not None
        return {"side": self.side, "hard": self.hard, "left": self.left, "hex": s.battle.hex}

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Take the step from that unit."""
        lose_step(s, s.rules.index[a.name], log)
        return []
