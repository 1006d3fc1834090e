"""The Romans: reinforcements, the legions recalled, and their departure."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
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
        """Count and place them."""
        n = reinforcements(s)
        if n:
            s.add(ROMANS, CHANNEL, n)
            emit(log, "invaders", self.cite, nation=ROMANS, armies=n, n=n, cavalry=0, place=CHANNEL)
        return []


@step(cite("britannia-2005 roman.reinf.l"))
class RecallLegions(Question[Brit], frozen=True):
    """When the Roman turn of round 2 ends, armies are removed until twelve are left."""

    must = cite("britannia-2005 roman.reinf.l")

    def seat(self, s: Brit) -> Seat:
        """The Roman player."""
        return s.rules.seat_of[ROMANS]

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Anywhere Roman armies stand, while there are too many."""
        f = s.rules.figures
        if s.round != f.keep_round or s.in_play(ROMANS) <= f.keep:
            return ()
        return (Action("remove", p) for p in s.armies[ROMANS])

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """An army that is there."""
        there = a.verb != "remove" or s.count(ROMANS, str(a.noun))
        return self.skips(a) if there else cite("britannia-2005 roman.reinf.l")

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """One goes; ask again."""
        s.add(ROMANS, str(a.noun), -1)
        emit(log, "remove", self.cite, nation=ROMANS, n=1, unit="army", area=a.noun)
        return [self]

    def about(self, s: Brit) -> dict[str, Json]:
        """How many are too many."""
        return {"nation": ROMANS, "n": s.in_play(ROMANS) - s.rules.figures.keep}


def clear_romans(s: Brit) -> None:
    """Every Roman army and fort leaves the board."""
    for place, n in list(s.armies[ROMANS].items()):
        s.add(ROMANS, place, -n)
    for area in [a for a, intact in s.forts.items() if intact]:
        s.raze(ROMANS, area)
    s.forts = {}
