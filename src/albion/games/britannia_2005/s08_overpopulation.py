"""Phase 5: Overpopulation."""

from __future__ import annotations

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Steps, step
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.state import ROMANS, SAXONS, Brit
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.excess import DieOut
from albion.kernels.britannia.units import PLAIN, riders


@rule(cite("britannia-2005 overpop.a overpop.d overpop.e saxon.burh.h leader.e"))
def excess(s: Brit, nation: Nation) -> int:
    """Armies and burhs on land beyond twice the areas occupied; Romans have none, those at sea do not count."""
    if nation == ROMANS:
        return 0
    near = s.rules.board.near
    armies = sum(n for p, n in s.armies[nation].items() if p in near)
    burhs = len(s.burhs) if nation == SAXONS else 0
    return max(0, armies + burhs - s.rules.figures.limit_per_area * len(s.land_areas(nation)))


@step(cite("britannia-2005 round.e overpop.a overpop.b overpop.c R33"))
class Overpopulation(DieOut[Brit], frozen=True):
    """The excess is removed, army by army, never the last of an area and never more than needed."""

    must = cite("britannia-2005 overpop.a")
    last = cite("britannia-2005 overpop.b")
    too_many = cite("britannia-2005 overpop.a")

    def due(self, s: Brit) -> int:
        return excess(s, self.nation)

    def at_sea(self, there: int) -> Cite:
        return cite("britannia-2005 overpop.d")

    def otherwise(self, s: Brit, a: Action) -> Cite | None:
        return self.skips(a)

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        if a.verb not in ("remove", "raze"):
            return "to-be-removed", {"nation": self.nation, "n": self.due(s)}
        return said(s, self.nation, a, why)

    def rest(self) -> Steps[Brit]:
        return [self]

    def raze(self, s: Brit, log: Log, area: Area) -> None:
        """A burh goes."""
        s.raze(self.nation, area)
        emit(log, "remove", self.cite, nation=self.nation, n=1, unit="burh", area=area)

    def about(self, s: Brit) -> dict[str, Json]:
        return {"nation": self.nation, "n": excess(s, self.nation)}


def dies_out(s: Brit, log: Log, nation: Nation, area: Area, cavalry: bool) -> None:
    """One army of the excess is removed."""
    s.take(nation, area, riders(1) if cavalry else PLAIN[1])
    unit = "cavalry" if cavalry else "army"
    emit(log, "remove", Overpopulation.cite, nation=nation, n=1, unit=unit, area=area)
