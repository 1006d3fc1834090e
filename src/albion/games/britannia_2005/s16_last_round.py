"""Round 16: special reinforcements of Norwegians, Saxons and Normans."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.data import table
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.s04_growth import counters_left, invaders
from albion.games.britannia_2005.s05_stacking import crowding
from albion.games.britannia_2005.state import NORMANS, NORWEGIANS, SAXONS, Brit
from albion.kernels.britannia.asking import Question
from albion.kernels.britannia.board import Area

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
class SaxonReinforcements(Question[Brit], frozen=True):
    """Where the Saxon armies appear: English areas they occupy, within the stacking limits."""

    asks = SAXONS
    must = cite("britannia-2005 round16.saxon.a")

    n: int

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Every area with room; none: the rest is lost."""
        if not self.n:
            return ()
        return [
            Action("place", a) for a in s.land_areas(SAXONS) if self.forbids(s, Action("place", a)) is None
        ]

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """England only, and within the limits."""
        if a.verb != "place":
            return self.skips(a)
        area = Area(a.name)
        if area not in s.rules.england or not s.alone(SAXONS, area):
            return cite("britannia-2005 round16.saxon.b R21")
        crowd = crowding(s, SAXONS, area)
        return None if crowd is None else (*crowd.cite, *cite("britannia-2005 R21"))

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """What the area would hold."""
        crowd = crowding(s, SAXONS, a.name) if a.verb == "place" else None
        return said(s, SAXONS, a, why) if crowd is None or crowd.cite[0] != why[0] else crowd.told()

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        s.add(SAXONS, a.name, 1)
        emit(log, "place", self.cite, nation=SAXONS, area=a.noun)
        return [SaxonReinforcements(self.n - 1)]

    def about(self, s: Brit) -> dict[str, Json]:
        return {"nation": SAXONS, "n": self.n}


@step(cite("britannia-2005 round16.norman.a round16.norman.d"))
class NormanCavalry(Question[Brit], frozen=True):
    """How many cavalry the Normans take, each in place of two infantry."""

    asks = NORMANS

    n: int

    def most(self, s: Brit) -> int:
        """As many as there are counters, and infantry to give up."""
        per = int(table("limits")["norman_reinforcements"]["infantry_per_cavalry"])
        left = s.rules.nations[NORMANS].cavalry - sum(s.cavalry.get(NORMANS, {}).values())
        return min(self.n // per, left)

    def candidates(self, s: Brit) -> Iterable[Action]:
        """From none to the most."""
        return (Action("cavalry", k) for k in range(self.most(s) + 1)) if self.n else ()

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Two infantry for each, and counters for all."""
        fits = a.verb != "cavalry" or a.number <= self.most(s)
        return None if fits else cite("britannia-2005 round16.norman.d")

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """How many could be."""
        if a.verb != "cavalry":
            return None
        return ("so-much-cavalry", {"low": 0, "high": self.most(s)}) if self.most(s) else ("no-cavalry", {})

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """They appear in the Channel."""
        per = int(table("limits")["norman_reinforcements"]["infantry_per_cavalry"])
        k = a.number
        invaders(s, log, NORMANS, "english-channel", self.n - per * k, k)
        return []

    def about(self, s: Brit) -> dict[str, Json]:
        """How many infantry there would be."""
        return {"nation": NORMANS, "n": self.n}
