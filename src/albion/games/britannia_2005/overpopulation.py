"""Phase 5: Overpopulation."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Steps, step
from albion.games.britannia_2005.asking import NationQuestion
from albion.games.britannia_2005.state import ROMANS, SAXONS, Brit
from albion.kernels.britannia.board import Area, Nation


@rule(cite("britannia-2005 overpop.a overpop.d overpop.e saxon.burh.h leader.e"))
def excess(s: Brit, nation: Nation) -> int:
    """Armies and burhs on land beyond twice the areas occupied; Romans have none, those at sea do not count."""
    if nation == ROMANS:
        return 0
    near = s.rules.board.near
    armies = sum(n for p, n in s.armies[nation].items() if p in near)
    burhs = len(s.burhs) if nation == SAXONS else 0
    return max(0, armies + burhs - s.rules.figures.limit_per_area * len(s.occupied(nation)))


@step(cite("britannia-2005 round.e overpop.a overpop.b overpop.c R33"))
class Overpopulation(NationQuestion, frozen=True):
    """The excess is removed, army by army, never the last of an area and never more than needed."""

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Areas with more than one army or burh, while there are too many."""
        if not excess(s, self.nation):
            return
        for area in s.occupied(self.nation):
            if s.strength(self.nation, area) > 1:
                if s.count(self.nation, area):
                    yield Action("remove", area)
                if s.stronghold(self.nation, area):
                    yield Action("raze", area)

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Never the last one of an area."""
        if a.verb not in ("remove", "raze"):
            return self.cite
        place = str(a.noun)
        if s.rules.board.at_sea(place):
            return cite("britannia-2005 overpop.d")
        there = s.count(self.nation, place) if a.verb == "remove" else s.stronghold(self.nation, place)
        if there and s.strength(self.nation, place) < 2:
            return cite("britannia-2005 overpop.b")
        return None if there else self.cite

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """One goes; ask again."""
        area, unit = Area(str(a.noun)), "army"
        if a.verb == "raze":
            unit = "burh"
            s.raze(self.nation, area)
        elif s.count(self.nation, area) > s.horse(self.nation, area):
            s.add(self.nation, area, -1)
        else:
            s.add_cavalry(self.nation, area, -1)
        emit(log, "remove", self.cite, nation=self.nation, n=1, unit=unit, area=area)
        return [self]

    def about(self, s: Brit) -> dict[str, Json]:
        """How many are too many."""
        return {"nation": self.nation, "n": excess(s, self.nation)}
