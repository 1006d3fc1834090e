"""Movement of forces: armies of several sorts, leaders alone and with armies, straits, seas, boats and overruns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Steps, step
from albion.kernels.britannia.asking import MOVED
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.host import HostChoice, HostState
from albion.kernels.britannia.movement import LIMITS, MARCH_ON, PINNED, SEND, STOP, TO
from albion.kernels.britannia.muster import PLAIN, Muster, Picks, complete
from albion.kernels.britannia.parties import (
    LEADER_MOVES,
    TOO_FAR,
    barred,
    every_force,
    left_alone,
    ready,
    setting_out,
    slowest,
    too_far,
    way_to,
)
from albion.kernels.britannia.units import CAVALRY, Force, Way, kind_of

OVERRUN = cite("redux-core 6.3.a 6.3.b 6.3.c 6.3.e R21", "redux-leaders 9.1.a 9.2.g 9.2.1.f 9.2.1.g")


@step(cite("redux-core 6.b 6.c 6.d 6.1.a 6.1.b 6.2.a", "redux-leaders 9.2.1.c"))
class MarchTo(HostChoice, frozen=True):
    """Where a force goes: first from where it stands, then, marching on, from where it has got to."""

    nation: Nation
    place: Place
    force: Force | None = None
    """Who marches on together; None: asked next."""
    used: int = 0
    """Areas of the allowance used so far."""
    source: Place = ""
    """Where those marching on had come from."""

    def seat(self, s: HostState) -> Seat:
        """The player of the moving nation."""
        return s.rules.seat_of[self.nation]

    def open_ways(self, s: HostState, careful: bool) -> Iterator[Way]:
        """Every way that the laws leave open to these, or to some force; with care, none that spoils the end."""
        nation, place, force = self.nation, self.place, self.force
        pool = ready(s, nation, place) if force is None else force
        n = pool.n if force is not None else 1
        careless = s.rules.careless(s, nation) if careful else None
        for way in s.rules.ways(s, nation, place, self.used, bool(pool.leaders)):
            if barred(s, nation, place, way.to, force) is not None or not self._fits(s, way, pool):
                continue
            if careless is None or not careless(place, way.to, n):
                yield way

    def _fits(self, s: HostState, way: Way, pool: Force) -> bool:
        """Whether those marching on, or some of those not yet moved, may take that way."""
        if self.force is not None:
            return too_far(s, self.nation, self.used, way, self.force) is None
        if not pool.sorts and not pool.leaders:
            if self.place not in s.leaders.values():
                return True
            return s.leaders_at(self.nation, self.place) == () or s.count(self.nation, self.place) > 1
        nation, place = self.nation, self.place
        return any(setting_out(s, nation, place, way.to, f) is None for f in every_force(pool))

    def candidates(self, s: HostState) -> Iterable[Action]:
        """Every way out."""
        return (TO[w.to] for w in self.open_ways(s, False))

    def forbids(self, s: HostState, a: Action) -> Cite | None:
        """Only where a way leads, no law bars it, and somebody may take it."""
        if a.verb != "to":
            return self.cite
        nation, place, to, force = self.nation, self.place, str(a.noun), self.force
        pool = ready(s, nation, place) if force is None else force
        way = way_to(s, nation, place, to, self.used, bool(pool.leaders))
        if way is None:
            return s.rules.no_way(s, nation, place, to, self.used)
        broken = barred(s, nation, place, way.to, force)
        if broken is not None or self._fits(s, way, pool):
            return broken
        if force is not None:
            return too_far(s, nation, self.used, way, force)
        tried = [setting_out(s, nation, place, to, f) for f in every_force(pool)]
        return next((c for c in tried if c), LEADER_MOVES)

    def nowhere(self, s: HostState) -> Cite:
        """Why none of the ways is open."""
        ways = s.rules.ways(s, self.nation, self.place, self.used, True)
        return next((c for w in ways if (c := self.forbids(s, TO[w.to]))), self.cite)

    def legal(self, s: HostState) -> tuple[Action, ...]:
        """Every way out; with care, those that do not spoil the phase's end."""
        ways = list(self.open_ways(s, s.careful))
        if not ways and s.careful:
            ways = list(self.open_ways(s, False))
        return tuple([TO[w.to] for w in ways])

    def why_refused(self, s: HostState, a: Action) -> Cite | None:
        """The rule against it, or the limits it would spoil."""
        return self.forbids(s, a) or LIMITS

    def take(self, s: HostState, a: Action, log: Log) -> Steps[HostState]:
        """Those marching on go at once; otherwise ask who."""
        area = Area(str(a.noun))
        if self.force is not None:
            way = way_to(s, self.nation, self.place, area, self.used, bool(self.force.leaders))
            assert way is not None
            return advance(s, log, self, way, self.force)
        return [MarchSend(self, area)]

    def about(self, s: HostState) -> dict[str, Json]:
        """Who, and from where."""
        return {"nation": self.nation, "place": self.place, "n": self.force.n if self.force else 0}


@step(cite("redux-core 6.a 6.1.1.a", "redux-leaders 9.2.1.b 9.2.1.c 9.2.1.j"))
class MarchSend(HostChoice, frozen=True):
    """How many armies go; or a leader alone."""

    leg: MarchTo
    area: Area

    def seat(self, s: HostState) -> Seat:
        """The player of the moving nation."""
        return self.leg.seat(s)

    def pool(self, s: HostState) -> Force:
        """All that could go."""
        return ready(s, self.leg.nation, self.leg.place)

    def law(self, s: HostState, force: Force) -> Cite | None:
        """Why a force may not go."""
        return setting_out(s, self.leg.nation, self.leg.place, self.area, force)

    def _some(self, s: HostState, forces: Iterable[Force]) -> bool:
        """Whether one of these may go."""
        return any(self.law(s, force) is None for force in forces)

    def candidates(self, s: HostState) -> Iterable[Action]:
        """From one to all that have not moved; each leader alone."""
        pool = self.pool(s)
        yield from SEND[1 : pool.n + 1]
        yield from (Action("alone", x) for x in pool.leaders)

    def forbids(self, s: HostState, a: Action) -> Cite | None:
        """No more than stand there unmoved, in a force that may go."""
        pool = self.pool(s)
        if a.verb == "alone":
            return self.law(s, Force(0, (), (str(a.noun),))) if a.noun in pool.leaders else LEADER_MOVES
        n = int(a.noun or 0) if a.verb == "send" else 0
        if not 1 <= n <= pool.n:
            place = self.leg.place
            if s.count(self.leg.nation, place) == pool.n:
                return self.cite
            return (*self.cite, *(PINNED if place in s.entered.get(Area(place), {}) else MOVED))
        broken: Cite | None = self.cite
        for force in complete(pool, n, ()):
            broken = self.law(s, force)
            if broken is None:
                return None
        return broken

    def legal(self, s: HostState) -> tuple[Action, ...]:
        """From one to all that have not moved; with care, as many as do not spoil the phase's end."""
        leg, pool = self.leg, self.pool(s)
        if not pool.sorts and not pool.leaders and leg.place not in s.leaders.values():
            found = SEND[1 : pool.n + 1]
        else:
            found = [SEND[n] for n in range(1, pool.n + 1) if self._some(s, complete(pool, n, ()))]
            found += [Action("alone", x) for x in pool.leaders if self._some(s, (Force(0, (), (x,)),))]
        if s.careful and len(found) > 1:
            careless = s.rules.careless(s, leg.nation)
            found = [
                a for a in found if a.verb == "alone" or not careless(leg.place, self.area, int(a.noun or 0))
            ] or found
        return tuple(found)

    def why_refused(self, s: HostState, a: Action) -> Cite | None:
        """The rule against it, or the limits it would spoil."""
        return self.forbids(s, a) or LIMITS

    def take(self, s: HostState, a: Action, log: Log) -> Steps[HostState]:
        """They set out; if it matters who, ask."""
        if a.verb == "alone":
            return self.depart(s, log, Force(0, (), (str(a.noun),)))
        pool = self.pool(s)
        if not pool.sorts and not pool.leaders:
            return self.depart(s, log, PLAIN[int(a.noun or 0)])
        return MarchMuster(int(a.noun or 0), (), self).proceed(s, log)

    def depart(self, s: HostState, log: Log, force: Force) -> Steps[HostState]:
        """A force leaves the place where it stood."""
        leg = self.leg
        way = way_to(s, leg.nation, leg.place, self.area, leg.used, bool(force.leaders))
        assert way is not None
        s.draw_fresh(leg.place, force)
        return advance(s, log, leg, way, force)

    def about(self, s: HostState) -> dict[str, Json]:
        """Who, from where, to where."""
        leg = self.leg
        foe = s.foe(leg.nation, self.area)
        return {"nation": leg.nation, "place": leg.place, "area": self.area, "foe": foe}


@step(cite("redux-leaders 9.1.a 9.2.1.e 9.2.1.j"))
class MarchMuster(Muster, frozen=True):
    """Which armies set out, and whether their leader goes with them."""

    send: MarchSend = None  # type: ignore[assignment]

    def seat(self, s: HostState) -> Seat:
        """The player of the moving nation."""
        return self.send.seat(s)

    def pool(self, s: HostState) -> Force:
        """All that have not moved."""
        return self.send.pool(s)

    def allows(self, s: HostState, force: Force) -> Cite | None:
        """The laws on setting out."""
        return self.send.law(s, force)

    def sent(self, s: HostState, log: Log, force: Force) -> Steps[HostState]:
        """They set out."""
        return self.send.depart(s, log, force)

    def with_picks(self, picks: Picks) -> MarchMuster:
        """The same question, further on."""
        return MarchMuster(self.n, picks, self.send)


@rule(cite("redux-core 6.b 6.d 6.e 6.1.c 6.2.b 6.3.a 6.3.d 7.2.1.c", "redux-leaders 9.2.1.h 9.2.1.i 11.3.b"))
def advance(s: HostState, log: Log, leg: MarchTo, way: Way, force: Force) -> Steps[HostState]:
    """Carry a force over one border; among opponents it stops, save those that overrun."""
    nation, place, area = leg.nation, leg.place, way.to
    depart(s, leg, way, force)
    s.shift(nation, place, area, force)
    foe = s.foe(nation, area)
    if log is not None:
        who: dict[str, Json] = {"n": force.n, "cavalry": force.of(CAVALRY), "leaders": list(force.leaders)}
        emit(log, "move", leg.cite, nation=nation, place=place, area=area, foe=foe, **who)
    if foe is not None:
        s.enter(area, way.whence, force)
    for happens in s.rules.arrived:
        happens(s, log, nation, area)
    if way.ends or not force.n:
        return []
    further = MarchFurther(nation, area, way.whence, force, leg.used + way.cost)
    return [further] if further.most(s) > 0 else []


def depart(s: HostState, leg: MarchTo, way: Way, force: Force) -> None:
    """Those that overran an area no longer attack it; a leader's steps are counted, and what it leaves behind."""
    place = leg.place
    if leg.used and place in s.foes:
        s.go_back(Area(place), leg.source, force)
    for leader in force.leaders:
        gone = s.strides.get(leader, 0) + way.cost
        s.strides[leader] = s.rules.leader_moves if way.ends else gone
    if way.boat:
        s.boated = (place, way.to)
    held = force.leaders and s.at.get(place) == (leg.nation,) and place in s.rules.board.near
    if held and place not in s.passed:
        s.passed = (*s.passed, Area(place))


@step(cite("redux-core 6.b 6.3.a 6.3.b 6.3.d", "redux-leaders 9.1.1.a 9.2.1.e 9.2.1.f 9.2.1.g"))
class MarchFurther(HostChoice, frozen=True):
    """How many of those that just arrived go on; the others stay."""

    nation: Nation
    area: Area
    source: Place
    force: Force
    used: int

    def seat(self, s: HostState) -> Seat:
        """The player of the moving nation."""
        return s.rules.seat_of[self.nation]

    def most(self, s: HostState) -> int:
        """The largest number that may go on."""
        if not self.force.leaders:
            return self._most(s, led=False)
        return max(self._most(s, led=True), self._most(s, led=False))

    def _most(self, s: HostState, *, led: bool) -> int:
        rules, nation, force, used = s.rules, self.nation, self.force, self.used
        able = sum(n for sort, n in force.parts() if rules.allowance(s, nation, kind_of(sort), led) > used)
        if self.area in s.foes:
            entered = sum(s.entered.get(self.area, {}).values())
            return min(able, rules.passes(s, nation, self.area, entered, led))
        return 0 if rules.halts(s, nation, self.area, led) else able

    def law(self, s: HostState, force: Force) -> Cite | None:
        """Why a force may not go on: too slow, or it must stop or stay for its battle, or a leader would be alone."""
        led = bool(force.leaders)
        if self.used >= slowest(s, self.nation, force, led):
            return TOO_FAR
        if any(s.strides.get(x, 0) >= s.rules.leader_moves for x in force.leaders):
            return LEADER_MOVES
        if force.n > self._most(s, led=led):
            return OVERRUN
        broken = s.rules.company(s, self.nation, self.area, force)
        if broken is None and s.leaders:
            broken = left_alone(s, self.nation, self.area, "", force)
        onward = MarchTo(self.nation, self.area, force, self.used)
        return broken or (None if any(True for _ in onward.open_ways(s, False)) else onward.cite)

    def candidates(self, s: HostState) -> Iterable[Action]:
        """March on with some, or stop."""
        yield from MARCH_ON[1 : self.force.n + 1]
        yield STOP

    def forbids(self, s: HostState, a: Action) -> Cite | None:
        """Among opponents only the surplus marches on; somewhere must be open to it."""
        if a == STOP:
            return None
        n = int(a.noun or 0) if a.verb == "march-on" else 0
        if not 1 <= n <= self.force.n:
            return OVERRUN if n and self.area in s.foes else self.cite
        broken: Cite | None = self.cite
        for force in complete(self.force, n, ()):
            broken = self.law(s, force)
            if broken is None:
                return None
        return broken

    def legal(self, s: HostState) -> tuple[Action, ...]:
        """Every number that may go on, and stopping."""
        able = MARCH_ON[1 : self.most(s) + 1]
        if self.force.sorts or self.force.leaders or s.leaders:
            able = [a for a in able if self.forbids(s, a) is None]
        elif self.law(s, PLAIN[1]) is not None:
            able = []
        return (*able, STOP)

    def take(self, s: HostState, a: Action, log: Log) -> Steps[HostState]:
        """Ask who, if it matters, and where; or let them rest."""
        if a == STOP:
            return []
        if not self.force.sorts and not self.force.leaders:
            return self.go_on(PLAIN[int(a.noun or 0)])
        return FurtherMuster(int(a.noun or 0), (), self).proceed(s, log)

    def go_on(self, force: Force) -> Steps[HostState]:
        """Ask where they go."""
        return [MarchTo(self.nation, self.area, force, self.used, self.source)]

    def about(self, s: HostState) -> dict[str, Json]:
        """Who, where, from where."""
        return {"nation": self.nation, "area": self.area, "source": self.source, "most": self.most(s)}


@step(cite("redux-leaders 9.1.1.a 9.2.1.e 9.2.1.g"))
class FurtherMuster(Muster, frozen=True):
    """Which armies march on, and whether their leader goes with them."""

    further: MarchFurther = None  # type: ignore[assignment]

    def seat(self, s: HostState) -> Seat:
        """The player of the moving nation."""
        return self.further.seat(s)

    def pool(self, s: HostState) -> Force:
        """Those that just arrived."""
        return self.further.force

    def allows(self, s: HostState, force: Force) -> Cite | None:
        """The laws on marching on."""
        return self.further.law(s, force)

    def sent(self, s: HostState, log: Log, force: Force) -> Steps[HostState]:
        """Ask where."""
        return self.further.go_on(force)

    def with_picks(self, picks: Picks) -> FurtherMuster:
        """The same question, further on."""
        return FurtherMuster(self.n, picks, self.further)
