"""Phase I: growth, the old leader's departure, and reinforcements with cavalry and leaders."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit, is_read
from albion.engine.step import Step, Steps, step
from albion.games.redux_leaders.data import ARTHUR, ROMANO_BRITISH, leader_named
from albion.games.redux_leaders.s09_arthur import BRITISH, arthur_leaves
from albion.games.redux_leaders.state import LeadersState, table_of
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.growth import (
    NOT_DECLINED,
    PopulationIncrease,
    held_and_centers,
    not_open,
    not_placing,
    not_welcome,
    pin,
    still_to_place,
)
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.placing import NationPlacing, within_counters
from albion.kernels.britannia.state import held_areas
from albion.kernels.britannia.units import CAVALRY, Force

LEADER_PLACES = cite("redux-leaders 9.2.d")
REX_PLACES = cite("redux-leaders 10.6.e")


@step(cite("redux-core 4.1.d 5.a 5.b 5.c", "redux-leaders 9.1.b 9.2.d 9.2.e R13"))
class Growth(Step[LeadersState], frozen=True):
    """Population grows, as infantry only; then the old leader leaves; then reinforcements come."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        if is_read(log):
            emit(log, "phase", self.cite, nation=self.nation, phase="population")
        s.rex = None if s.rex == self.nation else s.rex
        s.hemmed_in = tuple(n for n in s.hemmed_in if n != self.nation)
        return [PopulationIncrease(self.nation), Relief(self.nation)]


@step(cite("redux-leaders 9.2.e R13"))
class Relief(Step[LeadersState], frozen=True):
    """The old leader leaves as reinforcements come."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        return [LeadersLeave(self.nation), Arrivals(self.nation)]


@step(cite("redux-leaders 9.2.e 9.2.f R13"))
class LeadersLeave(Step[LeadersState], frozen=True):
    """A leader leaves the board where reinforcements would be placed in its nation's next turn."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        """Every leader of the nation; with Arthur his cavalry."""
        for leader in s.leaders_of(self.nation):
            del s.leaders[leader]
            emit(log, "leader-leaves", self.cite, nation=self.nation, leader=leader)
            if leader == ARTHUR:
                arthur_leaves(s, log)
        return []


@step(
    cite(
        "redux-core 4.d 5.2.a 5.2.b 5.2.c 5.2.1.a 5.2.1.b 5.2.2.d 5.d 5.e 5.f R10 R14",
        "redux-leaders 9.1.b 9.1.c 9.2.a 9.2.c 9.2.d R30",
    )
)
class Arrivals(Step[LeadersState], frozen=True):
    """The Timeline's armies and leader: invaders at sea, others together on land."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        """As many as counters allow; a nation without land gets at least two on land."""
        row = s.rules.timeline[s.round - 1].reinforcements.get(self.nation)
        if row is None:
            return []
        infantry = row.armies - row.cavalry
        leader = leader_named(row.leader) if row.leader else ""
        return come(s, log, self.nation, infantry, row.cavalry, leader, row.place)


@rule(cite("redux-core 5.d 5.f R10", "redux-leaders 10.6.e R41"))
def fall_short(s: LeadersState, log: Log, nation: Nation, n: int) -> None:
    """This many armies find no counter: the population marker goes to its highest value."""
    s.track[nation] = s.rules.numbers.track_max
    emit(log, "shortage", cite("redux-core 5.d 5.f"), nation=nation, n=n)


@rule(cite("redux-core 5.2.2.d 5.d 5.f R10 R14", "redux-leaders 9.1.c 9.2.d R30"))
def come(
    s: LeadersState, log: Log, nation: Nation, infantry: int, cavalry: int, leader: str, place: Place | None
) -> Steps[LeadersState]:
    """Reinforcements within the counters of each kind, with their leader, at sea or on land."""
    if place is None and not held_areas(s, nation):
        infantry = max(infantry, 2 - cavalry)
    came = within_counters(s, nation, infantry, cavalry)
    short = infantry + cavalry - came.n
    if short:
        fall_short(s, log, nation, short)
    force = Force(came.n, came.sorts, (leader,) if leader else ())
    if place is None:
        return [PlaceHost(nation, force)] if force.n or leader else []
    if not s.count(nation, place) + force.n:
        return []
    s.put(nation, place, force)
    emit(
        log,
        "invaders",
        cite("redux-core 5.2.1.a 5.2.1.b", "redux-leaders 9.2.d"),
        nation=nation,
        n=force.n,
        place=place,
        cavalry=force.of(CAVALRY),
        leader=leader,
    )
    return []


@step(
    cite(
        "redux-core 4.1.d 5.2.2.a 5.2.2.b 5.2.2.c 5.2.2.e 5.2.2.f 5.c",
        "redux-leaders 9.2.b 9.2.d 10.6.e R30 R53",
    )
)
class PlaceHost(NationPlacing[HostState], frozen=True):
    """Where reinforcements without a sea appear, all together with their leader."""

    force: Force

    def areas(self, s: HostState) -> Iterable[Area]:
        """Held areas and scoring centers; a leader alone joins armies of its nation."""
        return held_and_centers(s, self.nation) if self.force.n else s.land_areas(self.nation)

    def closed(self, s: HostState, area: Area) -> Cite | None:
        """What closes an area to any reinforcements, and the truce."""
        if not self.force.n:
            return None if s.count(self.nation, area) else cite("redux-leaders 9.2.1.a 9.2.d")
        broken = not_open(s, self.nation, area)
        if broken is None:
            return self._truce(table_of(s), area)
        led = LEADER_PLACES if self.force.leaders else ()
        return (*broken, *(REX_PLACES if s.turn is None else led))

    def otherwise(self, s: HostState, a: Action) -> Cite | None:
        law = not_placing(a)
        return (*REX_PLACES, *NOT_DECLINED) if law is not None and s.turn is None else law

    def _truce(self, s: LeadersState, area: Area) -> Cite | None:
        """Placing is not an attack on a British nation while another center is open."""
        if self.nation != ROMANO_BRITISH or not _at_peace(s, area, self.force):
            return None
        centers = s.rules.nations[self.nation].centers
        if all(_at_peace(s, c, self.force) for c in centers):
            return None
        attacked = s.arthur_gone or s.foe(self.nation, area) in s.truce_broken
        return cite(f"redux-leaders {'9.3.d' if attacked else '9.3.b 9.3.d'} R53")

    def reason(self, s: HostState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """What keeps them from that area, or how many are left to place."""
        if a.verb == "place" and not self.force.n:
            return "leader-joins", {"nation": self.nation, "area": a.noun, "leader": self.force.leaders[0]}
        if a.verb != "place":
            return still_to_place(self.nation, self.force.n, why)
        if why[0].book != "redux-core":
            key = "arthurs-peace" if why[0].clause == "9.3.d" else "truce-holds"
            return key, {"nation": self.nation, "area": a.noun, "foe": s.foe(self.nation, Area(a.name))}
        return not_welcome(s, self.nation, Area(a.name))

    def appear(self, s: HostState, log: Log, area: Area) -> Steps[HostState]:
        """Among opponents, as many as those are pinned and must fight there."""
        foe = s.foe(self.nation, area)
        s.put(self.nation, area, self.force)
        if foe is not None and self.force.n:
            pin(s, area, self.force, s.count(foe, area))
        emit(
            log,
            "reinforcements",
            self.cite,
            nation=self.nation,
            n=self.force.n,
            area=area,
            foe=foe,
            cavalry=self.force.of(CAVALRY),
            leaders=list(self.force.leaders),
        )
        s.rules.arrived(s, log, self.nation, area)
        return []

    def about(self, s: HostState) -> dict[str, Json]:
        force = self.force
        return {
            "nation": self.nation,
            "n": force.n,
            "cavalry": force.of(CAVALRY),
            "leader": force.leaders[0] if force.leaders else None,
        }


def _at_peace(s: LeadersState, area: Area, force: Force) -> bool:
    """Whether a British nation stands there whom these may not attack."""
    foe = s.foe(ROMANO_BRITISH, area)
    if foe not in BRITISH:
        return False
    return bool(ARTHUR in force.leaders or not (s.arthur_gone or foe in s.truce_broken))
