"""Armies beyond the population limit: which of them are removed, one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from albion.engine.action import Action, Json
from albion.engine.cite import Cite
from albion.engine.event import Log
from albion.engine.step import Steps
from albion.kernels.britannia.answers import CAVALRY as HORSE
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Area
from albion.kernels.britannia.clauses import on, shared, stated
from albion.kernels.britannia.state import MapState
from albion.kernels.britannia.units import CAVALRY

M = TypeVar("M", bound=MapState, contravariant=True)


class DieOut(NationChoice[M], Generic[M], frozen=True):
    """Where the next army of the excess goes from, never the last of an area; or what stands there besides armies."""

    last: ClassVar[Cite]
    """The last of an area stays."""
    too_many: ClassVar[Cite]
    """The nation's own armies go, and no others."""

    def due(self, s: M) -> int:
        """How many must be removed."""
        raise NotImplementedError

    def at_sea(self, there: int) -> Cite:
        """Why no army at sea is removed: armies at sea do not count towards the limit."""
        raise NotImplementedError

    def otherwise(self, s: M, a: Action) -> Cite | None:
        """What the position has against any other answer."""
        return None

    def rest(self) -> Steps[Any]:
        """The same question again, while more must be removed."""
        raise NotImplementedError

    def raze(self, s: M, log: Log, area: Area) -> None:
        """Remove what stands there besides armies."""
        raise NotImplementedError

    def candidates(self, s: M) -> Iterable[Action]:
        """Areas with more than one army or stronghold."""
        found: list[Action] = []
        for area in s.land_areas(self.nation) if self.due(s) else ():
            if s.strength(self.nation, area) > 1:
                if s.count(self.nation, area):
                    found.append(Action("remove", area))
                if s.stronghold(self.nation, area):
                    found.append(Action("raze", area))
        return found

    def forbids(self, s: M, a: Action) -> Cite | None:
        """Nobody at sea; only what is there; never the last one of an area."""
        if a.verb not in ("remove", "raze"):
            return self.otherwise(s, a)
        there = s.count(self.nation, a.name) if a.verb == "remove" else s.stronghold(self.nation, a.name)
        if s.rules.board.at_sea(a.name):
            return self.at_sea(there)
        if there and s.strength(self.nation, a.name) < 2:
            return self.last
        return None if there else self.too_many

    def take(self, s: M, a: Action, log: Log) -> Steps[Any]:
        """One goes, of two kinds the one its owner names; ask again."""
        area = Area(a.name)
        if a.verb == "raze":
            self.raze(s, log, area)
            return self.rest()
        there = s.everything(self.nation, area)
        if 0 < there.of(CAVALRY) < there.n:
            return [RemoveKind(self.nation, area), *self.rest()]
        s.rules.dies_out(s, log, self.nation, area, there.of(CAVALRY) > 0)
        return self.rest()


@shared("which_dies")
class RemoveKind(NationChoice[MapState], frozen=True):
    """Whether the army that goes is infantry or cavalry: its owner chooses."""

    exact = True
    topic: ClassVar[str]
    area: Area

    def cited(self, s: MapState) -> Cite:
        """The clauses of the edition that is played."""
        return stated(s, self.topic)

    def candidates(self, s: MapState) -> Iterable[Action]:
        return HORSE[:2]

    @on("one_dies")
    def forbids(self, s: MapState, a: Action) -> Cite | None:
        """One army goes, and no more."""
        return s.rules.clauses.one_dies if a.verb == "cavalry" and a.number > 1 else None

    def reason(self, s: MapState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        return ("one-at-a-time", {"place": self.area}) if a.verb == "cavalry" else None

    def take(self, s: MapState, a: Action, log: Log) -> Steps[Any]:
        s.rules.dies_out(s, log, self.nation, self.area, a.noun == 1)
        return []

    def about(self, s: MapState) -> dict[str, Json]:
        return {"nation": self.nation, "area": self.area}
