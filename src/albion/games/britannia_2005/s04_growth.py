"""Phase 1: Increase Population, and the arrival of invaders."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.s05_stacking import crowding
from albion.games.britannia_2005.s10_leaders import PlaceLeader
from albion.games.britannia_2005.s14_forts import arrive
from albion.games.britannia_2005.s14_subjects import halved
from albion.games.britannia_2005.s18_burhs import BuildBurhs
from albion.games.britannia_2005.state import BELGAE, DANES, SAXONS, Brit
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.placing import (
    NextArmy,
    OneByOne,
    Placing,
    counters_left,
    land_points,
    within_counters,
)
from albion.kernels.britannia.units import CAVALRY, INFANTRY, Force


@rule(cite("britannia-2005 pop.a pop.b saxon.burh.h R12 R25"))
def population_points(s: Brit, nation: Nation) -> int:
    """Two points for each clear area occupied, one for each difficult one; subjects without leave get half."""
    f = s.rules.figures
    points = land_points(s.rules.board, s.land_areas(nation), f.points_clear, f.points_difficult)
    return halved(points) if points and nation in s.subjects and not s.free else points


@step(cite("britannia-2005 round.e pop.c pop.d pop.e round16.reinf.d"))
class Growth(Step[Brit], frozen=True):
    """Points of the phase and the track together; Saxons may build burhs first, then six points make an army."""

    nation: Nation

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """The track holds all points for a moment; burhs and armies take theirs off."""
        nation = self.nation
        gained = population_points(s, nation)
        s.track[nation] += gained
        emit(log, "growth", self.cite, nation=nation, points=gained, track=s.track[nation])
        burhs: list[Step[Brit]] = [BuildBurhs()] if nation == SAXONS else []
        return [*burhs, NewArmies(nation)]


@step(cite("britannia-2005 pop.c pop.d pop.g pop.h"))
class NewArmies(Step[Brit], frozen=True):
    """Every six points on the track make one infantry."""

    nation: Nation

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Place them, then set the marker."""
        due = s.track[self.nation] // s.rules.figures.points_per_army
        return [PlaceArmies(self.nation, due), KeepRest(self.nation)]


@step(cite("britannia-2005 pop.d pop.g"))
class KeepRest(Step[Brit], frozen=True):
    """At most five points are kept; so an army that found no room leaves the marker at five."""

    nation: Nation

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        s.track[self.nation] = min(s.track[self.nation], s.rules.figures.track_max)
        emit(log, "track", self.cite, nation=self.nation, n=s.track[self.nation])
        return []


@step(cite("britannia-2005 pop.f pop.g pop.h move.stacking.f"))
class PlaceArmies(OneByOne[Brit], frozen=True):
    """At most one an area; one without room or counter is lost."""

    price: int = 6
    """The points it takes off the track."""

    def next(self, s: Brit) -> PlaceArmy | None:
        asked = PlaceArmy(self.nation, self.n, self.given, self.price)
        room = counters_left(s, self.nation) > 0 and any(asked.closed(s, a) is None for a in asked.areas(s))
        return asked if room else None


ONE_EACH = cite("britannia-2005 pop.f")
KINGS_ARMY = cite("britannia-2005 king.d pop.f")
"""The King's army is not one of Increase Population, but placed as if it were."""


@step(cite("britannia-2005 pop.e pop.f move.stacking.f"))
class PlaceArmy(NextArmy[Brit], frozen=True):
    """Where the next new army appears."""

    must = cite("britannia-2005 pop.e")
    price: int = 6

    def areas(self, s: Brit) -> Iterable[Area]:
        return s.land_areas(self.nation)

    def closed(self, s: Brit, area: Area) -> Cite | None:
        """Occupied areas within the stacking limits, one army each."""
        if s.rules.board.at_sea(area) or not s.alone(self.nation, area) or area in self.given:
            return KINGS_ARMY if kings(s) else ONE_EACH
        crowd = crowding(s, self.nation, area)
        return None if crowd is None else (*crowd.cite, *cite("britannia-2005 move.stacking.f"))

    def otherwise(self, s: Brit, a: Action) -> Cite | None:
        return KINGS_ARMY[:1] if kings(s) and self.skips(a) else self.skips(a)

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """Why not there, or what the area would hold; of anything else, how many are left to place."""
        if a.verb != "place":
            return "to-be-placed", {"nation": self.nation, "n": self.n}
        if s.rules.board.at_sea(a.name):
            return "not-on-land", {"place": a.noun}
        if why in (ONE_EACH, KINGS_ARMY):
            had_one = a.noun in self.given
            return ("had-one", {"place": a.noun}) if had_one else said(s, self.nation, a, ONE_EACH)
        crowd = crowding(s, self.nation, a.name)
        return None if crowd is None else crowd.told()

    def rest(self, s: Brit, area: Area) -> PlaceArmies:
        """Each takes its points off the track."""
        s.track[self.nation] -= self.price
        return PlaceArmies(self.nation, self.n - 1, (*self.given, area), self.price)

    def about(self, s: Brit) -> dict[str, Json]:
        return {"nation": self.nation, "n": self.n}


def kings(s: Brit) -> bool:
    """Whether the army placed is the King's, which comes at the end of a round."""
    return s.turn is None


@step(cite("britannia-2005 move.invasion.a leader.a leader.c"))
class Arrivals(Step[Brit], frozen=True):
    """After growth the Timeline's invaders appear in their seas, and the nation's leader comes into play."""

    nation: Nation

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Place them as far as there are counters."""
        turn = s.turn_of(self.nation)
        s.shortfall = 0
        for sea, infantry, cavalry in turn.invaders:
            invaders(s, log, self.nation, sea, infantry, cavalry)
        if not turn.leader:
            return []
        if self.nation == BELGAE:
            return [RevoltArmy(turn.leader)]
        leader = s.rules.leaders[turn.leader]
        if leader.sea and s.count(self.nation, leader.sea):
            s.leaders[leader.id] = leader.sea
            emit(log, "leader", self.cite, leader=leader.id, nation=self.nation, place=leader.sea)
            return []
        return [] if leader.sea else [PlaceLeader(self.nation, leader.id)]


ARRIVE = cite("britannia-2005 move.invasion.a")


@rule(cite("britannia-2005 move.invasion.a pop.h dane.cnut.d round16.reinf.c"))
def invaders(s: Brit, log: Log, nation: Nation, sea: Place, infantry: int, cavalry: int) -> None:
    """As many as there are counters appear in a sea; Danes remember how many were missing."""
    force = within_counters(s, nation, infantry, cavalry)
    s.put(nation, sea, force)
    n, horse = force.of(INFANTRY), force.of(CAVALRY)
    if nation == DANES:
        s.shortfall += infantry - n
    if force.n:
        emit(log, "invaders", ARRIVE, nation=nation, armies=force.n, n=n, cavalry=horse, place=sea)
    missing = infantry + cavalry - force.n
    if missing:
        emit(log, "shortage", cite("britannia-2005 pop.h"), nation=nation, n=missing, place=sea)


REVOLT = cite("britannia-2005 roman.belgae.c roman.belgae.d move.stacking.l leader.c")


@step(REVOLT)
class RevoltArmy(Placing[Brit], frozen=True):
    """Boudicca and one infantry appear together in an area of the Belgae, whatever the stacking."""

    asks = BELGAE
    must = cite("britannia-2005 roman.belgae.d")

    leader: str

    def areas(self, s: Brit) -> Iterable[Area]:
        return s.land_areas(BELGAE)

    def closed(self, s: Brit, area: Area) -> Cite | None:
        return None if s.alone(BELGAE, area) else cite("britannia-2005 roman.belgae.d leader.c")

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        return said(s, BELGAE, a, why)

    def appear(self, s: Brit, log: Log, area: Area) -> Steps[Brit]:
        n = within_counters(s, BELGAE, 1, 0).n
        s.put(BELGAE, area, Force(n, (), (self.leader,)))
        emit(log, "leader", self.cite, leader=self.leader, nation=BELGAE, place=area, n=n)
        arrive(s, log, BELGAE, area)
        return []
