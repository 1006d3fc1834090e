"""The Romano-British: how they replace the Romans, and Arthur."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.data import table
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.s14_forts import arrive
from albion.games.britannia_2005.s14_romans import clear_romans
from albion.games.britannia_2005.s14_subjects import release
from albion.games.britannia_2005.s14_submission import lapses
from albion.games.britannia_2005.state import BRITISH, ROMANS, Brit
from albion.kernels.britannia.asking import Question
from albion.kernels.britannia.board import Area
from albion.kernels.britannia.placing import Placing
from albion.kernels.britannia.units import CAVALRY, Force, riding

ENTER = cite(
    "britannia-2005 rb.entry.a rb.entry.c rb.entry.d rb.entry.e rb.entry.f rb.entry.g roman.subject.l R14"
)


@step(ENTER)
class RomansLeave(Step[Brit], frozen=True):
    """As round 6 starts submission to Rome lapses, and forts, then armies, in the south become Romano-British."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Free the subjects; ask which forts stay."""
        for subject in lapses(s, ROMANS):
            release(s, log, subject, "roman.subject.l")
        return [KeepForts(), RomansGone()]


@rule(cite("britannia-2005 rb.entry.c rb.entry.e rb.entry.g"))
def heirs(s: Brit) -> dict[Area, int]:
    """Southern areas whose intact fort could become an army; when no fort is left, those with Roman armies."""
    south = s.rules.south
    forts = {a: 1 for a, intact in s.forts.items() if intact and a in south}
    if forts:
        return forts
    return {Area(p): n for p, n in s.armies[ROMANS].items() if p in south}


@step(ENTER)
class KeepForts(Question[Brit], frozen=True):
    """Which forts, and if they do not suffice which armies, the Romano-British take over, up to eight."""

    asks = BRITISH
    must = cite("britannia-2005 rb.entry.c")

    def room(self, s: Brit) -> int:
        """How many more they may take over."""
        return int(table("limits")["romano_british"]["armies"]) - s.in_play(BRITISH)

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Forts of the south first, then armies there."""
        return (Action("keep", a) for a in heirs(s)) if self.room(s) > 0 else ()

    def foregone(self, s: Brit) -> bool:
        """Where there is room for all of them, all are taken over."""
        return sum(heirs(s).values()) <= self.room(s)

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Only in or south of York and Cheshire, and forts before armies."""
        if a.verb != "keep" or a.noun in heirs(s):
            return self.skips(a)
        if a.noun not in s.rules.south and not s.rules.board.at_sea(a.name):
            return cite("britannia-2005 rb.entry.g rb.entry.c")
        return cite("britannia-2005 rb.entry.c rb.entry.e")

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        return said(s, BRITISH, a, why)

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """A fort, or an army, is replaced."""
        area = Area(a.name)
        if s.forts.get(area):
            s.raze(ROMANS, area)
        else:
            s.add(ROMANS, area, -1)
        s.add(BRITISH, area, 1)
        emit(log, "heir", self.cite, nation=BRITISH, area=area)
        return [self]

    def about(self, s: Brit) -> dict[str, Json]:
        return {"nation": BRITISH, "n": self.room(s)}


@step(cite("britannia-2005 rb.entry.d rb.entry.f"))
class RomansGone(Step[Brit], frozen=True):
    """All other Roman forts and armies leave the board."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        clear_romans(s)
        emit(log, "romans-leave", self.cite, nation=ROMANS)
        return []


ARTHUR = cite(
    "britannia-2005 rb.arthur.a rb.arthur.b rb.arthur.c rb.arthur.d rb.arthur.e move.stacking.m R14"
)


@step(ARTHUR)
class PlaceArthur(Placing[Brit], frozen=True):
    """Arthur and two cavalry appear together, among Romano-British armies or in a vacant area of the south."""

    asks = BRITISH
    must = cite("britannia-2005 rb.arthur.a")

    def areas(self, s: Brit) -> Iterable[Area]:
        """None: they do not come."""
        return [a for a in s.rules.board.areas if self.closed(s, a) is None]

    def closed(self, s: Brit, area: Area) -> Cite | None:
        """Own areas, and vacant ones of the south; stacking does not matter."""
        if s.alone(BRITISH, area) or (area in s.rules.south and area not in s.at):
            return None
        return cite(f"britannia-2005 rb.arthur.c {'rb.arthur.b' if area in s.at else 'R14'}")

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        return said(s, BRITISH, a, why)

    def appear(self, s: Brit, log: Log, area: Area) -> Steps[Brit]:
        n = int(table("limits")["romano_british"]["cavalry"])
        s.put(BRITISH, area, Force(n, riding(n), ("arthur",)))
        emit(log, "leader", self.cite, leader="arthur", nation=BRITISH, place=area, n=n)
        arrive(s, log, BRITISH, area)
        return []


@step(cite("britannia-2005 rb.arthur.f rb.arthur.g"))
class ArthurGone(Step[Brit], frozen=True):
    """As round 8 starts Arthur leaves and his cavalry become infantry, with cavalry pieces where infantry lack."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        if s.leaders.pop("arthur", None) is not None:
            emit(log, "leader-leaves", self.cite, leader="arthur", nation=BRITISH)
        n = s.of_kind(BRITISH, CAVALRY)
        s.sorts.pop(BRITISH, None)
        if n:
            emit(log, "dismount", self.cite, nation=BRITISH, n=n)
        return []
