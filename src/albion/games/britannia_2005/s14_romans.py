"""The Romans: reinforcements, the legions recalled, and their departure."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.kernels.britannia.asking import Question

CHANNEL = "english-channel"


@rule(cite("britannia-2005 roman.reinf.a pop.i R1"))
def reinforcements(s: Brit) -> int:
    """By round and armies in play, as far as there are counters."""
    listed = s.rules.reinforcements.get(s.round)
    if listed is None:
        return 0
    armies = s.in_play(ROMANS)
    return min(listed[min(armies, len(listed) - 1)], s.rules.nations[ROMANS].infantry - armies)


@step(cite("britannia-2005 roman.reinf.a roman.reinf.j pop.i"))
class RomanReinforcements(Step[Brit], frozen=True):
    """In place of growth, armies appear in the English Channel."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        n = reinforcements(s)
        if n:
            s.add(ROMANS, CHANNEL, n)
            emit(log, "invaders", self.cite, nation=ROMANS, armies=n, n=n, cavalry=0, place=CHANNEL)
        return []


class Departure(Question[Brit], frozen=True):
    """Armies of a nation leave the board, as many as a law says; their owner chooses which."""

    def due(self, s: Brit) -> int:
        """How many still have to go."""
        raise NotImplementedError

    def rest(self) -> Departure:
        """The question once one more has gone."""
        raise NotImplementedError

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Anywhere armies of the nation stand, while some have to go."""
        return (Action("remove", p) for p in s.armies[self.asks]) if self.due(s) > 0 else ()

    def foregone(self, s: Brit) -> bool:
        """Where no more are left than have to go, all go."""
        return sum(s.armies[self.asks].values()) <= self.due(s)

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """An army that is there."""
        there = a.verb != "remove" or s.count(self.asks, a.name)
        return self.skips(a) if there else self.must

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        if a.verb != "remove":
            return "to-be-removed", {"nation": self.asks, "n": self.due(s)}
        return said(s, self.asks, a, why)

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        s.add(self.asks, a.name, -1)
        emit(log, "remove", self.cite, nation=self.asks, n=1, unit="army", area=a.noun)
        return [self.rest()]

    def about(self, s: Brit) -> dict[str, Json]:
        return {"nation": self.asks, "n": self.due(s)}


@step(cite("britannia-2005 roman.reinf.l"))
class RecallLegions(Departure, frozen=True):
    """When the Roman turn of round 2 ends, armies are removed until twelve are left."""

    asks = ROMANS
    must = cite("britannia-2005 roman.reinf.l")

    def due(self, s: Brit) -> int:
        """Those beyond twelve."""
        f = s.rules.figures
        return s.in_play(ROMANS) - f.keep if s.round == f.keep_round else 0

    def rest(self) -> RecallLegions:
        """The same step, which counts again."""
        return self


def clear_romans(s: Brit) -> None:
    """Every Roman army and fort leaves the board."""
    for place, n in list(s.armies[ROMANS].items()):
        s.add(ROMANS, place, -n)
    for area in [a for a, intact in s.forts.items() if intact]:
        s.raze(ROMANS, area)
    s.forts = {}
