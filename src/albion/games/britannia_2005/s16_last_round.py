"""Round 16: special reinforcements of Norwegians, Saxons and Normans."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.data import table
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.s04_growth import invaders
from albion.games.britannia_2005.s05_stacking import crowding
from albion.games.britannia_2005.state import NORMANS, NORWEGIANS, SAXONS, Brit
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.placing import MountSome, Placing, counters_left

ORDER = cite("britannia-2005 round16.reinf.a round16.reinf.b round16.reinf.c")


@step(ORDER)
class SpecialReinforcements(Step[Brit], frozen=True):
    """At the beginning of round 16, in order of play."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Norwegians and Saxons and Normans."""
        n = norwegians_due(s)
        if n:
            invaders(s, log, NORWEGIANS, "north-sea", n, 0)
        due = normans_due(s)
        return [SaxonReinforcements(min(saxons_due(s), counters_left(s, SAXONS))), NormanCavalry(due)]


@rule(cite("britannia-2005 round16.norwegian.a"))
def norwegians_due(s: Brit) -> int:
    """An army for each area the Norwegians occupy, if Harald Hardrada lives."""
    return len(s.land_areas(NORWEGIANS)) if "harald-hardrada" in s.leaders else 0


@rule(cite("britannia-2005 round16.saxon.a round16.saxon.c"))
def saxons_due(s: Brit) -> int:
    """An army for every two English areas, if Harold is in one."""
    if s.leaders.get("harold") not in s.rules.england:
        return 0
    areas = sum(1 for a in s.land_areas(SAXONS) if a in s.rules.england)
    return areas // int(table("limits")["saxon_reinforcements"]["areas_per_army"])


@rule(cite("britannia-2005 round16.norman.a round16.norman.b round16.norman.c round16.norman.e"))
def normans_due(s: Brit) -> int:
    """One for each of four areas, three more if Harold fell in time; none without William."""
    if "william" not in s.leaders:
        return 0
    row = table("limits")["norman_reinforcements"]
    areas = s.land_areas(NORMANS)
    return sum(1 for a in row["areas"] if a in areas) + (row["without_harold"] if s.harold_fell else 0)


@step(cite("britannia-2005 round16.saxon.a round16.saxon.b R21"))
class SaxonReinforcements(Placing[Brit], frozen=True):
    """Where the Saxon armies appear: English areas they occupy, within the stacking limits."""

    asks = SAXONS
    must = cite("britannia-2005 round16.saxon.a")

    n: int

    def areas(self, s: Brit) -> Iterable[Area]:
        """Every area with room; none: the rest is lost."""
        return [a for a in s.land_areas(SAXONS) if self.closed(s, a) is None] if self.n else ()

    def closed(self, s: Brit, area: Area) -> Cite | None:
        """England only, and within the limits."""
        if area not in s.rules.england or not s.alone(SAXONS, area):
            return cite("britannia-2005 round16.saxon.b R21")
        crowd = crowding(s, SAXONS, area)
        return None if crowd is None else (*crowd.cite, *cite("britannia-2005 R21"))

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """What the area would hold; of anything else, how many are left to place."""
        if a.verb != "place":
            return "to-be-placed", {"nation": SAXONS, "n": self.n}
        crowd = crowding(s, SAXONS, a.name)
        return said(s, SAXONS, a, why) if crowd is None or crowd.cite[0] != why[0] else crowd.told()

    def appear(self, s: Brit, log: Log, area: Area) -> Steps[Brit]:
        s.add(SAXONS, area, 1)
        emit(log, "place", self.cite, nation=SAXONS, area=area)
        return [SaxonReinforcements(self.n - 1)]

    def about(self, s: Brit) -> dict[str, Json]:
        return {"nation": SAXONS, "n": self.n}


@step(cite("britannia-2005 round16.norman.a round16.norman.d"))
class NormanCavalry(MountSome[Brit], frozen=True):
    """How many cavalry the Normans take, each in place of two infantry."""

    asks = NORMANS
    short = cite("britannia-2005 round16.reinf.c")
    dear = cite("britannia-2005 round16.norman.d")
    n: int

    def due(self) -> tuple[Nation, int]:
        return NORMANS, self.n

    def rate(self) -> int:
        return int(table("limits")["norman_reinforcements"]["infantry_per_cavalry"])

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """How many could be."""
        if a.verb != "cavalry":
            return None
        return ("so-much-cavalry", {"low": 0, "high": self.most(s)}) if self.most(s) else ("no-cavalry", {})

    def come(self, s: Brit, log: Log, infantry: int, cavalry: int) -> Steps[Brit]:
        """They wait in the Channel, like invaders."""
        invaders(s, log, NORMANS, "english-channel", infantry, cavalry)
        return []

    def about(self, s: Brit) -> dict[str, Json]:
        """How many infantry there would be."""
        return {"nation": NORMANS, "n": self.n}
