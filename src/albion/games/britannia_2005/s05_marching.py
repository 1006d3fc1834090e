"""Groups on the march: where to, how many, with whom, and how much further."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite
from albion.engine.event import Log
from albion.engine.plain import replaced
from albion.engine.refusal import Refusal
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.reasons import counted, said
from albion.games.britannia_2005.s05_advance import advance
from albion.games.britannia_2005.s05_end_limits import out_of_reach
from albion.games.britannia_2005.s05_end_outlook import Outlook, outlook_now
from albion.games.britannia_2005.s05_mustering import Sending, WithinLimits, left_alone
from albion.games.britannia_2005.s05_no_way import BY_CARD, no_voyage, no_way, so_far
from albion.games.britannia_2005.s05_passage import Group, card_bound, may_go_on, voyages, ways
from albion.games.britannia_2005.s05_phase_end import (
    Breach,
    Marching,
    Reason,
    breach,
    may_stay_at_sea,
    may_stop,
)
from albion.games.britannia_2005.s05_stacking import crowded, moved
from albion.games.britannia_2005.s14_subjects import empties, keep
from albion.games.britannia_2005.state import PICTS, ROMANS, Brit
from albion.kernels.britannia.answers import MARCH_ON, SAIL, SEND, STOP, TO
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.units import CAVALRY, PLAIN, Force, less, riding

NO_RETREAT = cite("britannia-2005 battle.retreat.attacker.e battle.retreat.attacker.d")
NOT_SO_MANY = cite("britannia-2005 move.general.a")


@step(cite("britannia-2005 move.general.b move.general.c move.general.d move.invasion.b move.invasion.i"))
class MoveTo(NationChoice[Brit], frozen=True):
    """Where a group goes: first from where it stands, then, marching on, from where it has got to."""

    place: Place
    group: Group | None = None
    """Who marches on together; None: asked next."""
    exact = True

    @property
    def party(self) -> Group:
        """The group, or at the start any single army."""
        return self.group or Group(self.nation, 1)

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Every way out on which the limits of the phase's end can still be met; if there is none, every way."""
        party, place, now = self.party, self.place, outlook_now(s, self.nation)
        n = party.n
        found = [(TO[a], now.allows(place, a, n)) for a, _ in ways(s, party, place)]
        found += [(SAIL[a], now.allows(place, a, n)) for a in voyages(s, party, place)]
        fine = [a for a, surely in found if surely or self.breaks(s, a, now) is None]
        return fine or [a for a, _ in found]

    def open(self, s: Brit) -> Iterable[Action]:
        """Every way out, by land or from the sea, and by boat."""
        party = self.party
        yield from [TO[a] for a, _ in ways(s, party, self.place)]
        yield from [SAIL[a] for a in voyages(s, party, self.place)]

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Only where there is a way, and where the limits of the phase's end can still be met."""
        if a.verb not in ("to", "sail"):
            return None
        shut = self.shut(s, a)
        if shut is not None:
            return shut
        broken = self.breaks(s, a)
        return None if broken is None or a in self.candidates(s) else broken.cite

    def reason(self, s: Brit, a: Action, why: Cite) -> Reason | None:
        """Why there is no way, or which limit could no longer be met, with its number."""
        if a.verb not in ("to", "sail"):
            return None
        if self.shut(s, a) is not None:
            spent = why[0].clause == "move.general.d"
            return so_far(s, self.party) if spent else said(s, self.nation, a, why, self.place)
        broken = self.breaks(s, a)
        return None if broken is None else broken.told()

    def warns(self, s: Brit, a: Action) -> Refusal | None:
        """Attackers who could not retreat, and Picts who could not withdraw."""
        area = Area(a.name)
        foe = s.foe(self.nation, area)
        if foe is None or s.at_peace(self.nation, foe):
            return None
        if self.place not in s.rules.board.near and not may_stay_at_sea(s, self.nation):
            return Refusal(NO_RETREAT, "no-retreat", {"area": area, "place": self.place})
        if self.nation == PICTS and s.turn_of(PICTS).raid and a.verb == "to":
            return Refusal(cite("britannia-2005 move.raid.picts.e R35"), "no-way-home", {"area": area})
        return None

    def breaks(self, s: Brit, a: Action, now: Outlook | None = None) -> Breach | None:
        """The limit that could no longer be met."""
        area, sailing, now = Area(a.name), a.verb == "sail", now or outlook_now(s, self.nation)
        if self.group is None:
            send = Send(self.nation, self.place, area, sailing)
            most = s.fresh[self.place] - empties(s, self.nation, self.place, s.fresh[self.place])
            broken = send.breaks(s, 1, now)  # whoever else could go, the fewest or all of them could
            if broken is None or most <= 1:
                return broken
            return None if send.breaks(s, most, now) is None else broken
        g = self.group
        if now.allows(self.place, area, g.n):
            return None
        t = s.clone()
        return reached(t, advance(t, None, g, self.place, area, sailing), g.nation, area)

    def shut(self, s: Brit, a: Action) -> Cite | None:
        """Why there is no way: only next door or where one may land, and not against a law on whom to attack."""
        area = Area(a.name)
        if a in tuple(self.open(s)):
            return None
        by_boat = a.verb == "sail"
        return (
            no_voyage(s, self.party, self.place, area) if by_boat else no_way(s, self.party, self.place, area)
        )

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Those marching on go at once; otherwise ask how many."""
        area, sailing = Area(a.name), a.verb == "sail"
        if self.group is not None:
            return carried(s, log, self.group, self.place, area, sailing)
        return [Send(self.nation, self.place, area, sailing)]


def everyone(s: Brit, place: Place) -> range:
    """From one to all armies of a place that have not moved."""
    return range(1, s.fresh.get(place, 0) + 1)


def stuck_there(s: Brit, nation: Nation, place: Place, area: Area, n: int) -> Breach | None:
    """A quick no: n armies without a leader that set out for hills must stay there, and are too many for good."""
    if area not in s.rules.board.difficult or (nation == ROMANS and s.foe(nation, area) is not None):
        return None
    fresh = s.fresh
    settled = {p: k for p, m in s.armies[nation].items() if (k := m - fresh.get(p, 0))}
    settled[area] = settled.get(area, 0) + n
    if crowded(s, nation, settled) is None:
        return None
    return breach(s, nation, moved(s.armies[nation], place, area, n), area)


def reached(s: Brit, further: Group | None, nation: Nation, area: Area) -> Breach | None:
    """What can no longer be met once a group has come into an area and stops, or could go on."""
    return out_of_reach(s, nation, None if further is None else Marching(further, area), area)


@step(cite("britannia-2005 move.general.a move.invasion.i"))
class Send(Sending, frozen=True):
    """How many armies go."""

    nation: Nation
    place: Place
    area: Area
    sailing: bool = False
    exact = True

    def seat(self, s: Brit) -> Seat:
        return s.rules.seat_of[self.nation]

    def pool(self, s: Brit) -> Force:
        """All that have not moved, and a leader who could go with them."""
        n, horse = s.fresh[self.place], s.fresh_cavalry.get(self.place, 0)
        leader = s.leader_at(self.nation, self.place) if s.leaders else None
        if leader is None or leader in s.still:
            return Force(n, riding(horse)) if horse else PLAIN[n]
        return Force(n, riding(horse), (leader,))

    def law(self, s: Brit, force: Force) -> Cite | None:
        return left_alone(s, self.nation, self.place, force, self)

    def candidates(self, s: Brit) -> Iterable[Action]:
        """So many of those that have not moved that the limits of the phase's end can still be met, if they can be."""
        now, most = outlook_now(s, self.nation), self.unbound(s)
        if empties(s, self.nation, self.place, most):
            most -= 1
        fine = [
            SEND[n]
            for n in range(1, most + 1)
            if now.allows(self.place, self.area, n) or self.hinders(s, self.forces(s, n), now) is None
        ]
        return fine or SEND[1 : most + 1]

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """No more than stand there unmoved, and so many that the limits of the phase's end can still be met."""
        if a.verb != "send":
            return None
        n = a.number
        if n not in everyone(s, self.place):
            return NOT_SO_MANY
        if empties(s, self.nation, self.place, n):
            return keep(s, self.nation)
        if n > self.unbound(s):
            return BY_CARD
        broken = self.breaks(s, n)
        return None if broken is None or a in self.candidates(s) else broken.cite

    def unbound(self, s: Brit) -> int:
        """How many may go there: by boat only those whose card lets them land there."""
        most = s.fresh[self.place]
        if not self.sailing or s.half != 2:
            return most
        for n in range(most, 0, -1):
            lanes = card_bound(s, Group(self.nation, n), self.place)
            if lanes is None or self.area in lanes:
                return n
        return 0

    def reason(self, s: Brit, a: Action, why: Cite) -> Reason | None:
        """How many there are, or which limit could no longer be met."""
        if a.verb != "send":
            return None
        n = a.number
        if n not in everyone(s, self.place):
            return counted("so-many", n, s.fresh.get(self.place, 0), self.place)
        if empties(s, self.nation, self.place, n):
            return "last-one", {"place": self.place}
        if why == BY_CARD:
            return "so-many-by-boat", {"n": self.unbound(s), "place": self.area}
        broken = self.breaks(s, n)
        return None if broken is None else broken.told()

    def breaks(self, s: Brit, n: int, now: Outlook | None = None) -> Breach | None:
        """The limit that could no longer be met, whoever goes."""
        now = now or outlook_now(s, self.nation)
        return None if now.allows(self.place, self.area, n) else self.hinders(s, self.forces(s, n), now)

    def breach(self, s: Brit, force: Force, now: Outlook | None = None) -> Breach | None:
        """The limit that could no longer be met if a force went."""
        if (now or outlook_now(s, self.nation)).allows(self.place, self.area, force.n):
            return None
        if not force.leaders and (stuck := stuck_there(s, self.nation, self.place, self.area, force.n)):
            return stuck
        t = s.clone()
        follow = self.go(t, None, force)
        further = follow[0].group if follow and isinstance(follow[0], MarchOn) else None
        return reached(t, further, self.nation, self.area)

    def go(self, s: Brit, log: Log, force: Force) -> Steps[Brit]:
        """They leave the ranks of those that have not moved."""
        place, horse, leader = self.place, force.of(CAVALRY), force.leaders[0] if force.leaders else ""
        less(s.fresh, place, force.n)
        if horse:
            less(s.fresh_cavalry, place, horse)
        if leader:
            s.still.append(leader)
        g = Group(self.nation, force.n, horse, leader, place)
        return carried(s, log, g, place, self.area, self.sailing)

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """They set out; if it matters, ask who."""
        return self.gather(s, log, a.number)

    def muster(self, n: int) -> Muster:
        return Muster(n, send=self)

    def about(self, s: Brit) -> dict[str, Json]:
        foe = s.foe(self.nation, self.area)
        return {"nation": self.nation, "place": self.place, "area": self.area, "foe": foe}


@step(cite("britannia-2005 leader.f leader.g move.general.d move.general.g R16"))
class Muster(WithinLimits, frozen=True):
    """How many of those that set out are cavalry, and whether their leader goes with them."""

    send: Send = None  # type: ignore[assignment]

    def gathering(self) -> Send:
        return self.send


def carried(s: Brit, log: Log, g: Group, place: Place, area: Area, sailing: bool) -> Steps[Brit]:
    """A group enters the next area; if some of it could go on, that is asked."""
    further = advance(s, log, g, place, area, sailing)
    return [MarchOn(further, area)] if further is not None else []


@step(cite("britannia-2005 move.general.c move.general.f move.overrun.a move.overrun.c move.invasion.b"))
class MarchOn(Sending, frozen=True):
    """How many of those that just arrived go on; the others stay."""

    group: Group
    area: Area
    exact = True

    def seat(self, s: Brit) -> Seat:
        return s.rules.seat_of[self.group.nation]

    def candidates(self, s: Brit) -> Iterable[Action]:
        """March on with some, or stop, where the limits of the phase's end can still be met, if they can be."""
        g, area = self.group, self.area
        now, able = outlook_now(s, g.nation), may_go_on(s, g, area)
        if s.guarded and empties(s, g.nation, area, able):
            able -= 1
        ahead = [a for a, _ in ways(s, g, area)]
        fine = [
            MARCH_ON[n]
            for n in range(1, able + 1)
            if any(now.allows(area, a, n) for a in ahead) or self.breaks(s, n, now) is None
        ]
        stops = not able or may_stop(s, g.nation, area)
        if stops and (now.met or self.breaks(s, 0) is None):
            fine.append(STOP)
        return fine or [*MARCH_ON[1 : able + 1], *((STOP,) if stops else ())]

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Only those not bound by opponents, terrain or fatigue; and the limits of the phase's end can still be met."""
        if a.verb not in ("stop", "march-on"):
            return None
        g = self.group
        n = a.number if a.verb == "march-on" else 0
        if a == STOP:
            if not may_stop(s, g.nation, self.area) and may_go_on(s, g, self.area):
                return cite("britannia-2005 roman.subject.j roman.subject.d")
        elif not 1 <= n <= may_go_on(s, g, self.area):
            return self.too_many(s, n)
        elif empties(s, g.nation, self.area, n):
            return keep(s, g.nation)
        broken = self.breaks(s, n)
        return None if broken is None or a in self.candidates(s) else broken.cite

    def reason(self, s: Brit, a: Action, why: Cite) -> Reason | None:
        """How many may go on, or which limit could no longer be met."""
        if a.verb not in ("stop", "march-on") or why[0].clause.startswith("roman.subject"):
            return None
        n, able = a.number, may_go_on(s, self.group, self.area)
        if a.verb == "march-on" and not 1 <= n <= able:
            return counted("may-go-on", n, able, self.area)
        if n and empties(s, self.group.nation, self.area, n):
            return "last-one", {"place": self.area}
        broken = self.breaks(s, n)
        return None if broken is None else broken.told()

    def too_many(self, s: Brit, n: int) -> Cite:
        """Why not so many march on."""
        g = self.group
        if not 1 <= n <= g.n:
            return NOT_SO_MANY
        if s.foe(g.nation, self.area) is not None:
            return cite("britannia-2005 move.overrun.a move.overrun.c")
        return cite("britannia-2005 move.general.c move.general.d")

    def breaks(self, s: Brit, n: int, now: Outlook | None = None) -> Breach | None:
        """The limit that could no longer be met if n marched on and the others stopped."""
        g = self.group
        if not n:
            return out_of_reach(s, g.nation, None, self.area)
        part = g.part(n, min(n, g.cavalry))
        ahead = now or outlook_now(s, g.nation)
        if any(ahead.allows(self.area, a, n) for a, _ in ways(s, part, self.area)):
            return None
        return self.hinders(s, self.forces(s, n))

    def pool(self, s: Brit) -> Force:
        """Those that just arrived; their leader goes on with any of them."""
        g = self.group
        return Force(g.n, riding(g.cavalry)) if g.cavalry else PLAIN[g.n]

    def law(self, s: Brit, force: Force) -> Cite | None:
        """Only cavalry goes beyond what infantry may."""
        g = self.group
        spent = g.leader == "" and g.used >= s.rules.figures.move and g.nation != ROMANS
        return NOT_SO_MANY if spent and force.of(CAVALRY) < force.n else None

    def breach(self, s: Brit, force: Force, now: Outlook | None = None) -> Breach | None:
        """The limit that could no longer be met if these marched on and the others stopped."""
        part = self.group.part(force.n, force.of(CAVALRY))
        return out_of_reach(s, part.nation, Marching(part, self.area, leaving=True), self.area)

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Ask who, if it matters, and where; or let them rest."""
        if a == STOP:
            return []
        return self.gather(s, log, a.number)

    def muster(self, n: int) -> MarchCavalry:
        return MarchCavalry(n, group=self.group, area=self.area)

    def go(self, s: Brit, log: Log, force: Force) -> Steps[Brit]:
        """Part of a group goes on, its leader with it; Romans among subjects all go on."""
        g, area, horse = self.group, self.area, force.of(CAVALRY)
        rest = replaced(g, n=g.n - force.n, cavalry=g.cavalry - horse, leader="")
        foe = s.foe(g.nation, area)
        through = g.nation == ROMANS and foe is not None and s.subjects.get(foe) == ROMANS
        follow: list[Step[Brit]] = [MoveTo(g.nation, area, g.part(force.n, horse))]
        return [*follow, MarchOn(rest, area)] if through and rest.n else follow

    def about(self, s: Brit) -> dict[str, Json]:
        g = self.group
        most = may_go_on(s, g, self.area)
        return {"nation": g.nation, "area": self.area, "n": g.n, "most": most, "leader": g.leader}


@step(cite("britannia-2005 move.general.d move.overrun.d"))
class MarchCavalry(WithinLimits, frozen=True):
    """How many of those that march on are cavalry."""

    group: Group = None  # type: ignore[assignment]
    area: Area = Area("")

    def gathering(self) -> MarchOn:
        return MarchOn(self.group, self.area)
