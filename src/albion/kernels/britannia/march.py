"""Movement of forces: armies of several sorts, leaders alone and with armies, straits, seas, boats and overruns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal
from albion.engine.step import Steps, step
from albion.kernels.britannia.answers import MARCH_ON, SEND, STOP, TO
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.crossing import Crossing
from albion.kernels.britannia.halting import (
    NOBODY,
    OWN_WORDS,
    all_unmoved,
    held_up,
    must_stay,
    overrun_law,
    too_far_off,
)
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.limits import crowding, told, unmet
from albion.kernels.britannia.measured import care
from albion.kernels.britannia.moving import GoOn, Reason, WhereTo, departure
from albion.kernels.britannia.muster import HowMany, Muster, complete
from albion.kernels.britannia.parties import (
    ACROSS_WITH_HIM,
    BARRED,
    LEADER_MOVES,
    LED_OVERRUN,
    RIDERS_COUNT,
    RODE_TOO_FAR,
    TOO_FAR,
    barred,
    barred_by,
    crossings,
    every_force,
    forbids_departure,
    keeps_end,
    lead_out,
    left_alone,
    may_take,
    only_straits,
    parted,
    plain_at,
    plain_numbers,
    ready,
    slowest,
    spoiling,
    staying,
    too_far,
    way_to,
)
from albion.kernels.britannia.prospect import Outlook, spoils, spoilt
from albion.kernels.britannia.units import CAVALRY, INFANTRY, PLAIN, Force, Move, Way, kind_of


@step(cite("redux-core 6.b 6.c 6.d 6.1.a 6.1.b 6.2.a", "redux-leaders 9.2.1.c"))
class MarchTo(WhereTo[HostState], frozen=True):
    """Where a force goes: first from where it stands, then, marching on, from where it has got to."""

    own = ("to", "alone")
    force: Force | None = None
    """Who marches on together; None: asked next."""
    used: int = 0
    """Areas of the allowance used so far."""
    source: Place = ""
    """Where those marching on had come from."""
    led_across: bool = False
    """Whether they overrun difficult terrain, which only armies led for their whole move may do."""

    def look(self, s: HostState) -> Outlook | None:
        return care(s, self.nation)

    def ways_out(self, s: HostState, look: Outlook | None) -> Sequence[Action]:
        """Where only plain infantry sets out and no law bars any area, every way; otherwise those that somebody may take."""
        return [TO[w.to] for w in (self._ways(s) if self._all_open(s, look) else self.open_ways(s, look))]

    def open_ways(self, s: HostState, look: Outlook | None) -> list[Way]:
        """Every way that the laws leave open to these, or to some force; with care, none that spoils the end."""
        pool, plain = self._pool(s), plain_at(s, self.place)
        return [way for way in self._ways(s) if self._leads(s, way, pool, plain, look)]

    def leads_out(self, s: HostState, look: Outlook | None) -> bool:
        if self._all_open(s, look):
            return True
        pool, plain = self._pool(s), plain_at(s, self.place)
        return any(self._leads(s, way, pool, plain, look) for way in self._ways(s))

    def _pool(self, s: HostState) -> Force:
        """Those marching on, or all who may set out."""
        return ready(s, self.nation, self.place) if self.force is None else self.force

    def _ways(self, s: HostState) -> Sequence[Way]:
        return s.rules.ways(s, self.nation, self.place, self.used)

    def _leads(self, s: HostState, way: Way, pool: Force, plain: bool, look: Outlook | None) -> bool:
        """Whether no law bars a way, and somebody may take it; plain: only plain infantry is there."""
        open_to_them = barred(s, self.nation, self.place, way.to, self.force) is None
        return open_to_them and self._fits(s, way, pool, plain, look)

    def _fits(self, s: HostState, way: Way, pool: Force, plain: bool, look: Outlook | None) -> bool:
        """Whether those marching on, or some of those not yet moved, may take that way."""
        nation, place, used = self.nation, self.place, self.used
        if self.force is not None:
            near = too_far(s, way, self.force) is None
            return near and (look is None or keeps_end(s, look, nation, place, way, self.force, used))
        if look is None and not pool.sorts and not pool.leaders:
            return not s.led(place) or s.leaders_at(nation, place) == () or s.count(nation, place) > 1
        if look is not None and plain and not s.restrained:
            return any(keeps_end(s, look, nation, place, way, PLAIN[n], 0) for n in range(1, pool.n + 1))
        if pool.of(INFANTRY) and may_take(s, nation, place, way, PLAIN[1], look):
            return True  # mostly: spares listing every force
        return any(may_take(s, nation, place, way, f, look) for f in every_force(pool))

    def _all_open(self, s: HostState, look: Outlook | None) -> bool:
        """Whether only plain infantry sets out and no law bars any area: then every way is open."""
        return look is None and self.force is None and not s.restrained and plain_at(s, self.place)

    def no_way(self, s: HostState, a: Action) -> Cite | None:
        """Only where a way leads, no law bars it, and somebody may take it."""
        nation, place, force = self.nation, self.place, self.force
        way = way_to(s, nation, place, a.name, self.used)
        if way is None:
            return s.rules.no_way(s, nation, place, a.name, self.used)
        broken, pool = barred(s, nation, place, way.to, force), self._pool(s)
        if broken is not None or self._fits(s, way, pool, plain_at(s, place), None):
            return broken
        return too_far(s, way, force) if force is not None else self._nobody(s, way, pool, None)

    def _nobody(self, s: HostState, way: Way, pool: Force, look: Outlook | None) -> Cite:
        """What forbids that way to the first of those who might take it."""
        nation, place = self.nation, self.place
        tried = [forbids_departure(s, nation, place, way.to, f, look) for f in every_force(pool)]
        return next((c for c in tried if c), LEADER_MOVES)

    def spoils_end(self, s: HostState, a: Action) -> Cite:
        nation, place = self.nation, self.place
        if self.force is not None:
            return spoilt(staying(s, nation, place, a.name, self.force))
        way = way_to(s, nation, place, a.name, self.used)
        assert way is not None
        return self._nobody(s, way, self._pool(s), care(s, nation))

    def otherwise(self, s: HostState, a: Action) -> Cite | None:
        """A leader moves alone once it is said where to, and is not left by those he led across difficult terrain."""
        if a.verb == "alone":
            return LEADER_MOVES
        return ACROSS_WITH_HIM if a.verb == "without" and self.led_across else None

    def reason(self, s: HostState, a: Action, why: Cite) -> Reason:
        """That it is not next door, or spoils the phase's end; a leader alone is asked for later."""
        if a.verb == "alone":
            there = a.name in s.leaders_at(self.nation, self.place)
            return ("where-first" if there else "not-with-them"), {"leader": a.noun}
        if spoils(why):
            return spoiling(s, self.nation, self.place, a.name, self.force or PLAIN[1])
        if why[0].clause == "12.b":
            start, end = s.boated or (self.place, a.name)
            return "boats-sailed" if s.boated else "walked-first", {"place": start, "area": end}
        far = a.name not in s.rules.board.near.get(Area(self.place), ())
        beyond = too_far_off(s, self.place, a.name, why) if far else None
        return beyond or barred_by(s, self.nation, self.place, a.name, why)

    def nowhere(self, s: HostState) -> Cite:
        """Why the first way is shut; from islands only straits would lead on."""
        shut = (c for w in self._ways(s) if (c := self.against(s, TO[w.to])))
        return next(shut, LEADER_MOVES if self.force is None else only_straits(self.force))

    def shut(self, s: HostState, why: Cite) -> Reason:
        """What bars the first of the ways."""
        ways = [TO[w.to] for w in self._ways(s)]
        return next((self.reason(s, a, why) for a in ways if self.against(s, a) == why), None)

    def cross(self, s: HostState, log: Log, a: Action) -> Steps[HostState] | None:
        if self.force is None:
            return None
        way = way_to(s, self.nation, self.place, a.name, self.used)
        assert way is not None
        return advance(s, log, self, way, self.force)

    def sending(self, a: Action) -> MarchSend:
        return MarchSend(self, Area(a.name))

    def about(self, s: HostState) -> dict[str, Json]:
        return {"nation": self.nation, "place": self.place, "n": self.force.n if self.force else 0}


@step(cite("redux-core 6.a 6.1.1.a", "redux-leaders 9.2.1.b 9.2.1.c 9.2.1.j"))
class MarchSend(HowMany[HostState], frozen=True):
    """How many armies go; or a leader alone."""

    exact = True
    not_alone = LEADER_MOVES
    leg: MarchTo
    area: Area

    def seat(self, s: HostState) -> Seat:
        return self.leg.seat(s)

    def pool(self, s: HostState) -> Force:
        """All that could go."""
        return ready(s, self.leg.nation, self.leg.place)

    def law(self, s: HostState, force: Force) -> Cite | None:
        leg = self.leg
        return forbids_departure(s, leg.nation, leg.place, self.area, force, care(s, leg.nation))

    def candidates(self, s: HostState) -> Iterable[Action]:
        """From one to all that have not moved, in a force that may go; each leader alone."""
        leg, pool, look = self.leg, self.pool(s), care(s, self.leg.nation)
        plain = plain_at(s, leg.place)
        if plain and look is None:
            return SEND[1 : pool.n + 1]
        way = way_to(s, leg.nation, leg.place, self.area, 0)
        assert way is not None
        if plain and look is not None and not s.restrained:
            return [SEND[n] for n in plain_numbers(s, look, leg.nation, leg.place, way, pool.n)]
        found = [SEND[n] for n in range(1, pool.n + 1) if self._some_go(s, pool, n, way, look)]
        alone = [x for x in pool.leaders if self._goes(s, Force(0, (), (x,)), way, look)]
        return [*found, *[Action("alone", x) for x in alone]]

    def _some_go(self, s: HostState, pool: Force, n: int, way: Way, look: Outlook | None) -> bool:
        """Whether some force of n armies may go."""
        return any(self._goes(s, force, way, look) for force in complete(pool, n, ()))

    def _goes(self, s: HostState, force: Force, way: Way, look: Outlook | None) -> bool:
        """Whether the law lets a force go, the way and the outlook known."""
        return may_take(s, self.leg.nation, self.leg.place, way, force, look)

    def too_many(self, s: HostState) -> Cite:
        return all_unmoved(s, self.leg.nation, self.leg.place, self.pool(s).n)

    def reason(self, s: HostState, a: Action, why: Cite) -> Reason:
        """How many could go."""
        n, leg = self.pool(s).n, self.leg
        if spoils(why) and a.verb == "send":
            return spoiling(s, leg.nation, leg.place, self.area, PLAIN[a.number])
        if a.verb == "send" and a.number > n:
            return "only-unmoved", {"place": leg.place, "n": n, "nation": leg.nation}
        return self.absent(s, a) or barred_by(s, leg.nation, leg.place, self.area, why)

    def warns(self, s: HostState, a: Action) -> Refusal | None:
        return crowding(s, self.leg.nation, self.area, a)

    def muster(self, n: int) -> MarchMuster:
        return MarchMuster(n, send=self)

    def go(self, s: HostState, log: Log, force: Force) -> Steps[HostState]:
        """A force leaves the place where it stood."""
        leg = self.leg
        way = way_to(s, leg.nation, leg.place, self.area, leg.used)
        assert way is not None
        return advance(s, log, leg, way, force)

    def about(self, s: HostState) -> dict[str, Json]:
        return departure(s, self.leg.nation, self.leg.place, self.area)


@step(cite("redux-leaders 9.1.a 9.2.1.e 9.2.1.j"))
class MarchMuster(Muster, frozen=True):
    """Which armies set out, and whether their leader goes with them."""

    send: MarchSend = None  # type: ignore[assignment]

    def gathering(self) -> MarchSend:
        return self.send


class Marched(Crossing[HostState]):
    """A force that takes a way; a leader's steps are counted, and what it leaves behind."""

    def __init__(self, leg: MarchTo, way: Way, force: Force) -> None:
        Crossing.__init__(self, leg.nation, leg.place, way.to, force, leg.source, way.whence)
        self.leg, self.way = leg, way

    def leave(self, s: HostState) -> None:
        s.moves = (*s.moves, Move(self.place, self.area, self.force, self.leg.used, self.source))
        Crossing.leave(self, s)
        lead_out(s, self.nation, self.place, self.force, self.way)

    def tell(self, log: Log, foe: Nation | None) -> None:
        force = self.force
        who: dict[str, Json] = {"n": force.n, "cavalry": force.of(CAVALRY), "leaders": list(force.leaders)}
        emit(log, "move", self.leg.cite, nation=self.nation, place=self.place, area=self.area, foe=foe, **who)

    def arrive(self, s: HostState, log: Log, foe: Nation | None) -> None:
        s.rules.arrived(s, log, self.nation, self.area)


@rule(cite("redux-core 6.b 6.d 6.e 6.1.c 6.2.b 6.3.a 6.3.d 7.2.1.c", "redux-leaders 9.2.1.h 9.2.1.i 11.3.b"))
def advance(s: HostState, log: Log, leg: MarchTo, way: Way, force: Force) -> Steps[HostState]:
    """Carry a force over one border; among opponents it stops, save those that overrun."""
    Marched(leg, way, force).carry_out(s, log)
    if way.ends or not force.n:
        return []
    further = MarchFurther(leg.nation, way.to, way.whence, force, leg.used + way.cost, leg.led_across)
    return [further] if further.most(s) > 0 else []


@step(cite("redux-core 6.b 6.3.a 6.3.b 6.3.d", "redux-leaders 9.1.1.a 9.2.1.e 9.2.1.f 9.2.1.g"))
class MarchFurther(GoOn[HostState], frozen=True):
    """How many of those that just arrived go on; the others stay."""

    nation: Nation
    area: Area
    source: Place
    force: Force
    used: int
    led_across: bool = False
    """Whether they have overrun difficult terrain, which only armies led for their whole move may do."""

    def mover(self) -> Nation:
        return self.nation

    def look(self, s: HostState) -> Outlook | None:
        return care(s, self.nation)

    def most(self, s: HostState) -> int:
        """The largest number that may go on."""
        unled = self._most(s, led=False)
        return max(unled, self._most(s, led=True)) if self.force.leaders else unled

    @rule(cite("redux-core R18"))
    def _most(self, s: HostState, *, led: bool) -> int:
        """Those with areas left, among opponents only the surplus; difficult terrain stops nobody."""
        rules, nation, force, used = s.rules, self.nation, self.force, self.used
        able = force.n
        if slowest(s, force, led) <= used:
            areas = rules.led_allowance if led else rules.allowance
            able = sum([n for sort, n in force.parts() if areas[kind_of(sort)] > used])
        if self.area in s.foes:
            return min(able, rules.overrun(s, nation, self.area, s.attackers(self.area), led))
        return able

    def pool(self, s: HostState) -> Force:
        """Those that just arrived."""
        return self.force

    def law(self, s: HostState, force: Force) -> Cite | None:
        """Why a force may not go on: too slow, or it must stop or stay for its battle, or a leader would be alone."""
        led = bool(force.leaders)
        if self.led_across and not led:
            return ACROSS_WITH_HIM
        if self.used >= slowest(s, force, led):
            return RODE_TOO_FAR if force.n == force.of(CAVALRY) else TOO_FAR
        if any(s.strides.get(x, 0) >= s.rules.leader_moves for x in force.leaders):
            return LEADER_MOVES
        if self.area in s.foes and force.n > self._most(s, led=led):
            return self._stays(s)
        broken = parted(s, self.nation, self.area, force)
        if broken is None and s.leaders:
            broken = left_alone(s, self.nation, self.area, "", force)
        onward = MarchTo(self.nation, self.area, force, self.used, self.source, self.led_across)
        return broken or (None if onward.leads_out(s, care(s, self.nation)) else onward.nowhere(s))

    def _stays(self, s: HostState) -> Cite:
        """Why this many do not go on: those among opponents must stay, cavalry included."""
        law = overrun_law(s, self.nation, self.area)
        if law is None:
            return self._nobody()
        if self.force.leaders and self.area in s.rules.board.difficult:
            law = LED_OVERRUN
        return (*law, *RIDERS_COUNT) if self.force.of(CAVALRY) else law

    def _nobody(self) -> Cite:
        """No more go on than have just come, cavalry included."""
        return (*NOBODY, *RIDERS_COUNT) if self.force.of(CAVALRY) else NOBODY

    def numbers(self, s: HostState, look: Outlook | None) -> Sequence[Action]:
        """Those that the law lets go on; of plain infantry as many as like, if one may."""
        able = MARCH_ON[1 : self.most(s) + 1]
        plain = not self.force.sorts and not self.force.leaders
        if plain and look is None and not s.led(self.area):
            return able if self.law(s, PLAIN[1]) is None else ()
        return [a for a in able if self.why_not(s, a.number) is None]

    def may_stop(self, s: HostState, look: Outlook | None) -> bool:
        return look is None or look.keeps("", (), 0, 0, fresh=False)

    def bound(self, s: HostState, a: Action) -> Cite | None:
        """Among opponents only the surplus marches on; somewhere must be open to it."""
        if a == STOP:
            return None
        if a.number > self.force.n:
            kept = held_up(s, self.nation, self.area, self.force.n, bool(self.force.leaders))
            return self._stays(s) if kept else self._nobody()
        return self.why_not(s, a.number)

    def spoils_end(self, s: HostState, a: Action) -> Cite | None:
        return spoilt(s.rules.outlook(s, self.nation).stands()) if a == STOP else None

    def reason(self, s: HostState, a: Action, why: Cite) -> Reason:
        """How many may go on, or how far they have come."""
        if spoils(why):
            return told(s, self.nation, why[0].clause) or ("spoils-the-end", {"nation": self.nation})
        if why in (TOO_FAR, RODE_TOO_FAR):
            return "moved-so-far", {"n": self.used, "area": self.area}
        if why[0].clause in BARRED:
            return barred_by(s, self.nation, self.area, self.area, why)
        if why[0] in OWN_WORDS:
            return None
        if why == self._nobody():
            return "only-arrived", {"area": self.area, "n": self.force.n}
        if s.foe(self.nation, self.area) is not None:
            led = bool(self.force.leaders)
            return "must-stay", must_stay(s, self.nation, self.area, self.offered(s), led)
        return None

    def muster(self, n: int) -> FurtherMuster:
        return FurtherMuster(n, further=self)

    def go(self, s: HostState, log: Log, force: Force) -> Steps[HostState]:
        """Ask where they go."""
        across = self.led_across or (bool(force.leaders) and self.area in crossings(s))
        return [MarchTo(self.nation, self.area, force, self.used, self.source, across)]

    def about(self, s: HostState) -> dict[str, Json]:
        """Besides, whether the phase could end if they stopped."""
        who: dict[str, Json] = {"nation": self.nation, "area": self.area, "source": self.source}
        return {**who, "most": self.most(s), "may_end": unmet(s, self.nation) is None}


@step(cite("redux-leaders 9.1.1.a 9.2.1.e 9.2.1.g"))
class FurtherMuster(Muster, frozen=True):
    """Which armies march on, and whether their leader goes with them."""

    further: MarchFurther = None  # type: ignore[assignment]

    def gathering(self) -> MarchFurther:
        return self.further
