"""What submission means until it ends, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Steps, step
from albion.games.britannia_2005.state import ANGLES, Brit
from albion.kernels.britannia.asking import Question
from albion.kernels.britannia.board import Nation, Place

GRANT = Action("grant")
DENY = Action("deny")


def release(s: Brit, log: Log, subject: Nation, cited: str) -> None:
    """A nation is its own master again."""
    master = s.subjects.pop(subject)
    emit(log, "freed", cite(f"britannia-2005 {cited}"), nation=subject, master=master)


@rule(cite("britannia-2005 angles.submission.p"))
def masters_gone(s: Brit, log: Log, nation: Nation) -> None:
    """Submission to the Angles ends when their last army is eliminated."""
    if nation == ANGLES:
        for subject in [x for x, m in s.subjects.items() if m == ANGLES]:
            release(s, log, subject, "angles.submission.p")


@rule(cite("britannia-2005 roman.subject.f angles.submission.k"))
def halved(points: int) -> int:
    """Subjects get half the population points, rounded up, at least one."""
    return max(1, (points + 1) // 2)


class Favour(Question[Brit], frozen=True):
    """A master is asked what he permits a subject in this turn."""

    granted: ClassVar[str]
    denied: ClassVar[str]

    nation: Nation

    def seat(self, s: Brit) -> Seat:
        return s.rules.seat_of[s.subjects[self.nation]]

    def candidates(self, s: Brit) -> Iterable[Action]:
        return (GRANT, DENY) if self.nation in s.subjects else ()

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Note it for the phase to come."""
        s.free = a == GRANT
        emit(log, self.granted if s.free else self.denied, self.cite, nation=self.nation)
        return []

    def about(self, s: Brit) -> dict[str, Json]:
        return {"nation": self.nation, "master": s.subjects[self.nation]}


@step(cite("britannia-2005 roman.subject.g angles.submission.l"))
class GrantGrowth(Favour, frozen=True):
    """Each turn the master may let a subject have its full increase."""

    granted = "growth-granted"
    denied = "growth-denied"


@step(cite("britannia-2005 roman.subject.i angles.submission.m"))
class GrantLeave(Favour, frozen=True):
    """The master may permit a subject to leave areas empty in this turn."""

    granted = "leave-granted"
    denied = "leave-denied"


@rule(cite("britannia-2005 roman.subject.i angles.submission.m angles.submission.c R9 R28"))
def guarded(s: Brit, nation: Nation) -> dict[Place, int]:
    """What a subject may not leave empty without leave: to Rome every area, to the Angles Scotland and Galloway."""
    master = s.subjects.get(nation)
    if master is None or s.free:
        return {}
    areas = s.land_areas(nation)
    return {a: 1 for a in areas if master != ANGLES or a in s.rules.covered}


def keep(s: Brit, nation: Nation) -> Cite:
    """The clauses by which a subject's last army stays."""
    clause = "angles.submission.m" if s.subjects.get(nation) == ANGLES else "roman.subject.i"
    return cite(f"britannia-2005 {clause} R28")


def empties(s: Brit, nation: Nation, place: Place, n: int) -> bool:
    """Whether n armies leaving would empty an area that a subject must keep."""
    return place in s.guarded and s.count(nation, place) <= n
