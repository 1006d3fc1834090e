"""The Danes: their raid of round 11, and Cnut in round 14."""

from __future__ import annotations

from albion.engine.cite import cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.data import table
from albion.games.britannia_2005.s02_points import award, score_occupation
from albion.games.britannia_2005.s07_withdrawal import take_back
from albion.games.britannia_2005.s14_romans import Departure
from albion.games.britannia_2005.state import DANES, Brit
from albion.kernels.britannia.board import Nation

RAID = cite("britannia-2005 dane.round11.a dane.round11.b dane.round11.c move.raid.f")


@step(RAID)
class GreatRaid(Step[Brit], frozen=True):
    """In round 11 Danes score the areas they have to themselves when the phase starts; then all return to sea."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Score, and put everyone back."""
        for area in s.land_areas(DANES):
            if s.alone(DANES, area):
                score_occupation(s, log, DANES, area)
        for area, here in list(s.raiders.items()):
            for home in [h for h, n in list(here.items()) for _ in range(n)]:
                take_back(s, log, DANES, area, home)
        s.raiders = {}
        return []


CNUT = cite(
    "britannia-2005 dane.cnut.a dane.cnut.b dane.cnut.c dane.cnut.d dane.cnut.e dane.cnut.f dane.cnut.g R27"
)


@step(CNUT)
class CnutKing(Step[Brit], frozen=True):
    """Just before the withdrawal of round 14 Cnut's kingship is checked; then he and four armies leave."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Crown him, take him off, and ask for the armies."""
        if cnut_rules(s):
            award(
                s, log, DANES, table("titles")["cnut"]["points"], "cnut", cite("britannia-2005 dane.cnut.e")
            )
        if s.leaders.pop("cnut", None) is not None:
            emit(log, "leader-leaves", self.cite, leader="cnut", nation=DANES)
        return [CnutLeaves(max(0, int(table("limits")["cnut"]["leaving"]) - s.shortfall))]


@rule(cite("britannia-2005 dane.cnut.e dane.cnut.f R11"))
def cnut_rules(s: Brit) -> bool:
    """Cnut is alive and the Danes have twice as many English areas as any other nation."""
    held = english(s)
    others = max(n for nation, n in held.items() if nation != DANES)
    return "cnut" in s.leaders and held[DANES] > 0 and held[DANES] >= 2 * others


def english(s: Brit) -> dict[Nation, int]:
    """How many English areas each nation occupies."""
    england = s.rules.england
    return {n: sum(1 for a in s.land_areas(n) if a in england) for n in s.rules.nations}


@step(CNUT)
class CnutLeaves(Departure, frozen=True):
    """Which Danish armies leave with Cnut."""

    asks = DANES
    must = cite("britannia-2005 dane.cnut.a")

    n: int

    def due(self, s: Brit) -> int:
        """Those still to choose."""
        return self.n

    def rest(self) -> CnutLeaves:
        return CnutLeaves(self.n - 1)
