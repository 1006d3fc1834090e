"""Groups on the march: where to, how many, with whom, and how much further."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite
from albion.engine.event import Log
from albion.engine.plain import replaced
from albion.engine.refusal import Refusal
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.reasons import counted, said
from albion.games.britannia_2005.s05_advance import advance, set_out
from albion.games.britannia_2005.s05_end_limits import out_of_reach, reached, stuck_there
from albion.games.britannia_2005.s05_end_outlook import Outlook, outlook_now
from albion.games.britannia_2005.s05_mustering import WithinLimits, left_alone
from albion.games.britannia_2005.s05_no_way import BY_CARD, no_voyage, no_way, shut_in, so_far
from albion.games.britannia_2005.s05_passage import (
    Group,
    card_bound,
    may_go_on,
    onward,
    surplus,
    voyages,
    ways,
)
from albion.games.britannia_2005.s05_phase_end import Marching, may_stay_at_sea, may_stop
from albion.games.britannia_2005.s14_subjects import empties, keep
from albion.games.britannia_2005.state import PICTS, ROMANS, Brit
from albion.kernels.britannia.answers import MARCH_ON, SAIL, SEND, STOP, TO
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.breach import Breach
from albion.kernels.britannia.moving import GoOn, Reason, WhereTo, departure
from albion.kernels.britannia.muster import HowMany
from albion.kernels.britannia.units import CAVALRY, PLAIN, Force, riding

NO_RETREAT = cite("britannia-2005 battle.retreat.attacker.e battle.retreat.attacker.d")
NOT_SO_MANY = cite("britannia-2005 move.general.a")
NO_WAY_OUT = cite("britannia-2005 move.general.b move.general.c")


@step(cite("britannia-2005 move.general.b move.general.c move.general.d move.invasion.b move.invasion.i"))
class MoveTo(WhereTo[Brit], frozen=True):
    """Where a group goes: first from where it stands, then, marching on, from where it has got to."""

    by = ("to", "sail")
    group: Group | None = None
    """Who marches on together; None: asked next."""

    @property
    def party(self) -> Group:
        """The group, or at the start any single army."""
        return self.group or Group(self.nation, 1)

    def look(self, s: Brit) -> Outlook:
        return outlook_now(s, self.nation)

    def ways_out(self, s: Brit, look: Outlook | None) -> Sequence[Action]:
        """By land or from the sea, and by boat."""
        party, place = self.party, self.place
        by_land = [TO[a] for a, _ in ways(s, party, place) if look is None or self.keeps(s, look, TO[a], a)]
        by_sea = [
            SAIL[a] for a in voyages(s, party, place) if look is None or self.keeps(s, look, SAIL[a], a)
        ]
        return by_land + by_sea if by_sea else by_land

    def keeps(self, s: Brit, look: Outlook, a: Action, area: Area) -> bool:
        """Whether going to an area leaves a phase that can end."""
        n = 1 if self.group is None else self.group.n
        return look.allows(self.place, area, n) or self.breaks(s, a, look) is None

    def leads_out(self, s: Brit, look: Outlook | None) -> bool:
        """As few ways are looked at as need be."""
        party, place = self.party, self.place
        if look is None:
            return onward(s, party, place)
        if any(look.allows(place, a, party.n) for a, _ in ways(s, party, place)):
            return True
        return any(self.breaks(s, a, look) is None for a in self.ways_out(s, None))

    def no_way(self, s: Brit, a: Action) -> Cite | None:
        """Only next door or where one may land, and not against a law on whom to attack."""
        if a in self.ways_out(s, None):
            return None
        no = no_voyage if a.verb == "sail" else no_way
        return no(s, self.party, self.place, Area(a.name))

    def spoils_end(self, s: Brit, a: Action) -> Cite:
        broken = self.breaks(s, a)
        return () if broken is None else broken.cite

    def nowhere(self, s: Brit) -> Cite:
        """Which limit the first way that breaks one does; or whom they may not attack."""
        broken = self._first_breach(s)
        return shut_in(s, self.party, self.place) or NO_WAY_OUT if broken is None else broken.cite

    def shut(self, s: Brit, why: Cite) -> Reason:
        broken = self._first_breach(s)
        return None if broken is None else broken.told()

    def _first_breach(self, s: Brit) -> Breach | None:
        return next(filter(None, (self.breaks(s, a) for a in self.ways_out(s, None))), None)

    def reason(self, s: Brit, a: Action, why: Cite) -> Reason:
        """Why there is no way, or which limit could no longer be met, with its number."""
        if a.verb not in self.by:
            return None
        if self.no_way(s, a) is not None:
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
            send = self.sending(a)
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

    def cross(self, s: Brit, log: Log, a: Action) -> Steps[Brit] | None:
        g = self.group
        return None if g is None else carried(s, log, g, self.place, Area(a.name), a.verb == "sail")

    def sending(self, a: Action) -> Send:
        return Send(self.nation, self.place, Area(a.name), a.verb == "sail")


@step(cite("britannia-2005 move.general.a move.invasion.i"))
class Send(HowMany[Brit], frozen=True):
    """How many armies go."""

    own = ()
    nation: Nation
    place: Place
    area: Area
    sailing: bool = False
    exact = True

    def seat(self, s: Brit) -> Seat:
        return s.rules.seat_of[self.nation]

    def pool(self, s: Brit) -> Force:
        """All that have not moved, and a leader who could go with them."""
        armies = s.unmoved(self.place)
        leader = s.leader_at(self.nation, self.place) if s.leaders else None
        return armies if leader is None or leader in s.still else Force(armies.n, armies.sorts, (leader,))

    def law(self, s: Brit, force: Force) -> Cite | None:
        return left_alone(s, self.nation, self.place, force, self)

    def candidates(self, s: Brit) -> Iterable[Action]:
        """This many of those that have not moved that the limits of the phase's end can still be met, if they can be."""
        now, most = outlook_now(s, self.nation), self.unbound(s)
        if empties(s, self.nation, self.place, most):
            most -= 1
        fine = [
            SEND[n]
            for n in range(1, most + 1)
            if now.allows(self.place, self.area, n) or self.hinders(s, self.forces(s, n), now) is None
        ]
        return fine or SEND[1 : most + 1]

    def too_many(self, s: Brit) -> Cite:
        return NOT_SO_MANY

    def bound(self, s: Brit, n: int) -> Cite | None:
        """Subjects keep what they must; a nation's card says where its boats land."""
        if empties(s, self.nation, self.place, n):
            return keep(s, self.nation)
        return BY_CARD if n > self.unbound(s) else None

    def spoils_end(self, s: Brit, n: int) -> Cite | None:
        broken = self.breaks(s, n)
        return None if broken is None else broken.cite

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

    def reason(self, s: Brit, a: Action, why: Cite) -> Reason:
        """How many there are, or which limit could no longer be met."""
        if a.verb != "send":
            return None
        n = a.number
        if not 0 < n <= s.fresh[self.place]:
            return counted("so-many", n, s.fresh[self.place], self.place)
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
        place, leader = self.place, force.leaders[0] if force.leaders else ""
        if leader:
            s.still.append(leader)
        homes = set_out(s, self.nation, place, self.area, force.n, self.sailing)
        g = Group(self.nation, force.n, force.of(CAVALRY), leader, place, homes=homes)
        return carried(s, log, g, place, self.area, self.sailing)

    def muster(self, n: int) -> Muster:
        return Muster(n, send=self)

    def about(self, s: Brit) -> dict[str, Json]:
        return departure(s, self.nation, self.place, self.area)


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
class MarchOn(GoOn[Brit], frozen=True):
    """How many of those that just arrived go on; the others stay."""

    group: Group
    area: Area

    def mover(self) -> Nation:
        return self.group.nation

    def look(self, s: Brit) -> Outlook:
        return outlook_now(s, self.group.nation)

    def able(self, s: Brit) -> int:
        """How many could go on: those not bound by opponents, terrain or fatigue, nor the last of subjects."""
        g, able = self.group, may_go_on(s, self.group, self.area)
        return able - 1 if s.guarded and empties(s, g.nation, self.area, able) else able

    def numbers(self, s: Brit, look: Outlook) -> Sequence[Action]:
        able, area = self.able(s), self.area
        ahead = [a for a, _ in ways(s, self.group, area)]
        return [
            MARCH_ON[n]
            for n in range(1, able + 1)
            if any(look.allows(area, a, n) for a in ahead) or self.breaks(s, n, look) is None
        ]

    def may_stop(self, s: Brit, look: Outlook) -> bool:
        return self.stops(s) and (look.met or self.breaks(s, 0) is None)

    def stops(self, s: Brit) -> bool:
        """Whether they may stop there, if nothing else is left to them."""
        return may_stop(s, self.group.nation, self.area) or not self.able(s)

    def stranded(self, s: Brit) -> Sequence[Action]:
        return [*MARCH_ON[1 : self.able(s) + 1], *((STOP,) if self.stops(s) else ())]

    def bound(self, s: Brit, a: Action) -> Cite | None:
        """Only those not bound by opponents, terrain or fatigue; Romans do not stop among their subjects."""
        g = self.group
        if a == STOP:
            going = not may_stop(s, g.nation, self.area) and may_go_on(s, g, self.area)
            return cite("britannia-2005 roman.subject.j roman.subject.d") if going else None
        if not 1 <= a.number <= may_go_on(s, g, self.area):
            return self.too_many(s, a.number)
        return keep(s, g.nation) if empties(s, g.nation, self.area, a.number) else None

    def spoils_end(self, s: Brit, a: Action) -> Cite | None:
        broken = self.breaks(s, a.number)
        return None if broken is None else broken.cite

    def reason(self, s: Brit, a: Action, why: Cite) -> Reason:
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
        """Why not this many can march on."""
        g = self.group
        if not 1 <= n <= g.n:
            return NOT_SO_MANY
        foe = s.foe(g.nation, self.area)
        if foe is not None and n > surplus(s, g.nation, self.area, foe):
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
