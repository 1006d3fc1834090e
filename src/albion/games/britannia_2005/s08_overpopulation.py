"""Phase 5: Overpopulation."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Steps, step
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.state import ROMANS, SAXONS, Brit
from albion.kernels.britannia.answers import CAVALRY
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Area, Nation


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
class Overpopulation(NationChoice[Brit], frozen=True):
    """The excess is removed, army by army, never the last of an area and never more than needed."""

    must = cite("britannia-2005 overpop.a")

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Areas with more than one army or burh, while there are too many."""
        if not excess(s, self.nation):
            return
        for area in s.land_areas(self.nation):
            if s.strength(self.nation, area) > 1:
                if s.count(self.nation, area):
                    yield Action("remove", area)
                if s.stronghold(self.nation, area):
                    yield Action("raze", area)

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Never the last one of an area."""
        if a.verb not in ("remove", "raze"):
            return self.skips(a)
        place = a.name
        if s.rules.board.at_sea(place):
            return cite("britannia-2005 overpop.d")
        there = s.count(self.nation, place) if a.verb == "remove" else s.stronghold(self.nation, place)
        if there and s.strength(self.nation, place) < 2:
            return cite("britannia-2005 overpop.b")
        return None if there else cite("britannia-2005 overpop.a")

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        return said(s, self.nation, a, why)

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """One goes, of two kinds the one its owner names; ask again."""
        area = Area(a.name)
        if a.verb == "raze":
            s.raze(self.nation, area)
            emit(log, "remove", self.cite, nation=self.nation, n=1, unit="burh", area=area)
            return [self]
        horse = s.horse(self.nation, area)
        if 0 < horse < s.count(self.nation, area):
            return [RemoveKind(self.nation, area), self]
        remove(s, log, self.nation, area, cavalry=horse > 0)
        return [self]

    def about(self, s: Brit) -> dict[str, Json]:
        return {"nation": self.nation, "n": excess(s, self.nation)}


def remove(s: Brit, log: Log, nation: Nation, area: Area, cavalry: bool) -> None:
    """One army goes."""
    put = s.add_cavalry if cavalry else s.add
    put(nation, area, -1)
    unit = "cavalry" if cavalry else "army"
    emit(log, "remove", Overpopulation.cite, nation=nation, n=1, unit=unit, area=area)


@step(cite("britannia-2005 overpop.a overpop.c R39"))
class RemoveKind(NationChoice[Brit], frozen=True):
    """Whether the army that goes is infantry or cavalry: its owner chooses."""

    area: Area
    exact = True

    def candidates(self, s: Brit) -> Iterable[Action]:
        return CAVALRY[:2]

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """One army goes, and no more."""
        fits = a.verb != "cavalry" or a.number <= 1
        return None if fits else cite("britannia-2005 overpop.c")

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        return ("one-at-a-time", {"place": self.area}) if a.verb == "cavalry" else None

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        remove(s, log, self.nation, self.area, cavalry=a.noun == 1)
        return []
