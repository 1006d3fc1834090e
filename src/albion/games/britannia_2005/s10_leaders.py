"""Leaders: when they come and go."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Steps, step
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.state import ANGLES, BRIGANTES, Brit, occupies
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.placing import NationPlacing

PASS = Action("pass")


@rule(cite("britannia-2005 leader.h leader.k"))
def leaders_leave(s: Brit, log: Log, nation: Nation) -> None:
    """A leader goes when his nation's next turn begins, before growth; those of round 15 stay to the end."""
    leader = s.leader_of(nation)
    if leader is not None and s.rules.leaders[leader].stays == "turn":
        del s.leaders[leader]
        emit(log, "leader-leaves", cite("britannia-2005 leader.h"), leader=leader, nation=nation)


@rule(cite("britannia-2005 leader.b leader.i leader.d"))
def may_come(s: Brit, nation: Nation, leader: str) -> Cite | None:
    """His nation must have armies on land and meet his condition, if only by the Brigantes subject to it."""
    needs = s.rules.leaders[leader].needs
    if not any(p in s.rules.board.near for p in s.armies[nation]):
        return cite("britannia-2005 leader.d")
    if not needs or s.alone(nation, needs):
        return None
    subject = s.subjects.get(BRIGANTES) == ANGLES == nation and occupies(s, BRIGANTES, Area(needs))
    return None if subject else cite("britannia-2005 leader.b")


@step(cite("britannia-2005 leader.c leader.d leader.b leader.j"))
class PlaceLeader(NationPlacing[Brit], frozen=True):
    """Where a leader without a stated place comes into play; one with a condition may stay away."""

    leader: str

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Staying away where he may."""
        if may_come(s, self.nation, self.leader) is not None:
            return ()
        among = list(NationPlacing.candidates(self, s))
        return [*among, PASS] if s.rules.leaders[self.leader].needs else among

    def areas(self, s: Brit) -> Iterable[Area]:
        """Areas with armies of the nation."""
        near = s.rules.board.near
        return [Area(p) for p in s.armies[self.nation] if p in near]

    def closed(self, s: Brit, area: Area) -> Cite | None:
        """Only among armies of his nation."""
        there = s.count(self.nation, area) and not s.rules.board.at_sea(area)
        return None if there else cite("britannia-2005 leader.c leader.f")

    def otherwise(self, s: Brit, a: Action) -> Cite | None:
        """Only a leader with a condition may stay away."""
        bound = a == PASS and not s.rules.leaders[self.leader].needs
        return cite("britannia-2005 leader.c leader.j") if bound else None

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        if a.verb == "place" and s.rules.board.at_sea(a.name):
            return "not-on-land", {"place": a.noun}
        told = said(s, self.nation, a, why)
        return None if told is None else (told[0], {**told[1], "leader": self.leader})

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        return [] if a == PASS else NationPlacing.take(self, s, a, log)

    def appear(self, s: Brit, log: Log, area: Area) -> Steps[Brit]:
        s.leaders[self.leader] = area
        emit(log, "leader", self.cite, leader=self.leader, nation=self.nation, place=area)
        return []

    def about(self, s: Brit) -> dict[str, Json]:
        return {"nation": self.nation, "leader": self.leader}
