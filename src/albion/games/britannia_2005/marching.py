"""Groups on the march: where to, how many, with whom, and how much further."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite
from albion.engine.event import Log
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.advance import advance, less
from albion.games.britannia_2005.asking import Question
from albion.games.britannia_2005.data import BOARD
from albion.games.britannia_2005.mustering import CAVALRY, Mustering
from albion.games.britannia_2005.passage import (
    Group,
    allowance,
    barred,
    cost_of,
    landings,
    may_go_on,
    voyages,
    ways,
)
from albion.games.britannia_2005.stacking import stacking
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.games.britannia_2005.subjects import KEEP, empties
from albion.kernels.britannia.board import Area, Nation, Place

STOP = Action("stop")
SEND = tuple(Action("send", n) for n in range(31))
MARCH_ON = tuple(Action("march-on", n) for n in range(31))

TO = {a: Action("to", a) for a in BOARD.areas}
SAIL = {a: Action("sail", a) for a in BOARD.areas}


class Prudent(Question, frozen=True):
    """A question whose answers that would break a limit of the phase's end are refused while there are others."""

    def imprudent(self, s: Brit, a: Action) -> Cite | None:
        """The limit that armies settled by this answer would break."""
        return None

    def legal(self, s: Brit) -> tuple[Action, ...]:
        """Prudent answers, or if there are none, all that no rule forbids."""
        allowed = tuple(a for a in self.candidates(s) if self.forbids(s, a) is None)
        return tuple(a for a in allowed if self.imprudent(s, a) is None) or allowed

    def why_not(self, s: Brit, a: Action) -> Cite:
        """The rule against it, or the limit."""
        return self.forbids(s, a) or self.imprudent(s, a) or self.cite


NEXT_DOOR = cite("britannia-2005 move.general.b move.general.c move.straits.a")
LANDING = cite("britannia-2005 move.invasion.b move.invasion.c move.invasion.g move.invasion.k move.raid.d")
BOATS = cite("britannia-2005 move.boat.a move.boat.b move.boat.c R32")


@step(cite("britannia-2005 move.general.b move.general.c move.general.d move.invasion.b move.invasion.i"))
class MoveTo(Prudent, frozen=True):
    """Where a group goes: first from where it stands, then, marching on, from where it has got to."""

    nation: Nation
    place: Place
    group: Group | None = None
    """Who marches on together; None: asked next."""

    @property
    def party(self) -> Group:
        """The group, or at the start any single army."""
        return self.group or Group(self.nation, 1)

    def seat(self, s: Brit) -> Seat:
        """The player of the moving nation."""
        return s.rules.seat_of[self.nation]

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Every way out, by land or from the sea, and by boat."""
        party = self.party
        yield from [TO[a] for a, _ in ways(s, party, self.place)]
        yield from [SAIL[a] for a in voyages(s, party, self.place)]

    def legal(self, s: Brit) -> tuple[Action, ...]:
        """Every way there is; of those marching on, where they would break no limit."""
        allowed = tuple(self.candidates(s))
        if self.group is None:
            return allowed
        return tuple(a for a in allowed if self.imprudent(s, a) is None) or allowed

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Only next door or where one may land, and not against a law on whom to attack."""
        if a.verb not in ("to", "sail") or a.noun is None:
            return self.cite
        area = Area(str(a.noun))
        if s.rules.board.at_sea(area) and a.verb == "to":
            return cite("britannia-2005 move.general.b move.invasion.c move.invasion.d move.invasion.g")
        if a.verb == "sail":
            open_to = area in set(voyages(s, self.party, self.place))
            return None if open_to else self._no_voyage(s, area)
        if area in dict(ways(s, self.party, self.place)):
            return None
        return self._no_way(s, area)

    def _no_voyage(self, s: Brit, area: Area) -> Cite:
        """Why no boat goes there."""
        g = self.party
        if s.rules.board.at_sea(g.origin or self.place):
            return (*LANDING, *BOATS)
        shut = barred(s, g, self.place, area) if s.boats else cite("britannia-2005 move.general.b")
        return (*(shut or ()), *BOATS)

    def _no_way(self, s: Brit, area: Area) -> Cite:
        """Why there is no way there."""
        board, g = s.rules.board, self.party
        if self.place not in board.near:
            listed = area in dict(landings(s, self.nation, self.place))
            ashore = (*LANDING, *cite("britannia-2005 roman.reinf.k")) if self.nation == ROMANS else LANDING
            return (barred(s, g, self.place, area) if listed else None) or ashore
        if area in board.strait[Area(self.place)] and (g.used or g.path):
            return cite("britannia-2005 move.straits.b")
        if area not in board.near[Area(self.place)]:
            return NEXT_DOOR
        return barred(s, g, self.place, area) or cite(
            "britannia-2005 move.general.c move.general.d move.general.g"
        )

    def imprudent(self, s: Brit, a: Action) -> Cite | None:
        """If even one more army there would break the stacking limit for good."""
        if self.group is not None:
            return settling(s, self.group, Area(str(a.noun)), self.group.n, self.place)
        return None

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Those marching on go at once; otherwise ask how many."""
        area, sailing = Area(str(a.noun)), a.verb == "sail"
        if self.group is not None:
            return carried(s, log, self.group, self.place, area, sailing)
        return [Send(self.nation, self.place, area, sailing)]


def settling(s: Brit, g: Group, area: Area, n: int, marching_from: Place = "") -> Cite | None:
    """What n armies that stop in an area would break, however the armies not yet moved leave it."""
    fresh = s.fresh
    fixed = {p: k - fresh.get(p, 0) for p, k in s.armies[g.nation].items()}
    if marching_from:
        fixed[marching_from] -= n
    fixed[area] = fixed.get(area, 0) + n
    broken = stacking(s, g.nation, fixed)
    return None if broken is None else (*cite("britannia-2005 move.stacking.e"), *broken)


@step(cite("britannia-2005 move.general.a move.invasion.i"))
class Send(Prudent, frozen=True):
    """How many armies go."""

    nation: Nation
    place: Place
    area: Area
    sailing: bool = False

    def seat(self, s: Brit) -> Seat:
        """The player of the moving nation."""
        return s.rules.seat_of[self.nation]

    def candidates(self, s: Brit) -> Iterable[Action]:
        """From one to all that have not moved."""
        return SEND[1 : s.fresh[self.place] + 1]

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """No more than stand there unmoved; a subject keeps its areas."""
        if a.verb != "send" or not 1 <= int(a.noun or 0) <= s.fresh[self.place]:
            return self.cite
        return KEEP if empties(s, self.nation, self.place, int(a.noun or 0)) else None

    def imprudent(self, s: Brit, a: Action) -> Cite | None:
        """If they must stop there, the stacking limit must allow so many."""
        if s.leader_at(self.nation, self.place) is not None:
            return None
        g = Group(self.nation, int(a.noun or 0))
        stops = self.area in s.rules.board.difficult or self.sailing or not self.cheap(s)
        return settling(s, g, self.area, g.n) if stops else None

    def cheap(self, s: Brit) -> bool:
        """Whether they would have movement left on arrival."""
        g = Group(self.nation, 1)
        return cost_of(s, g, self.place, self.area) < allowance(s, g)

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """They set out; if it matters, ask who."""
        return Muster(int(a.noun or 0), send=self).proceed(s, log)

    def about(self, s: Brit) -> dict[str, Json]:
        """Who, from where, to where."""
        foe = s.foe(self.nation, self.area)
        return {"nation": self.nation, "place": self.place, "area": self.area, "foe": foe}


@step(cite("britannia-2005 leader.f leader.g move.general.d move.general.g R16"))
class Muster(Mustering, frozen=True):
    """How many of those that set out are cavalry, and whether their leader goes with them."""

    send: Send = None  # type: ignore[assignment]

    def seat(self, s: Brit) -> Seat:
        """The player of the moving nation."""
        return self.send.seat(s)

    def pool(self, s: Brit) -> tuple[int, int]:
        """All that have not moved."""
        return s.fresh[self.send.place], s.fresh_cavalry.get(self.send.place, 0)

    def leader(self, s: Brit) -> str | None:
        """A leader who has not moved and could go with them."""
        leader = s.leader_at(self.send.nation, self.send.place)
        return leader if leader is not None and leader not in s.still else None

    def may_stay(self, s: Brit) -> bool:
        """With armies, or a burh."""
        return s.strength(self.send.nation, self.send.place) > self.n

    def go(self, s: Brit, log: Log, leader: str) -> Steps[Brit]:
        """They leave the ranks of those that have not moved."""
        place = self.send.place
        less(s.fresh, place, self.n)
        if self.cavalry:
            less(s.fresh_cavalry, place, self.cavalry)
        if leader:
            s.still.append(leader)
        g = Group(self.send.nation, self.n, max(0, self.cavalry), leader, place)
        return carried(s, log, g, place, self.send.area, self.send.sailing)

    def about(self, s: Brit) -> dict[str, Json]:
        """Who, from where, to where, and what is asked about."""
        return {**self.send.about(s), **self.asked(s)}


def carried(s: Brit, log: Log, g: Group, place: Place, area: Area, sailing: bool) -> Steps[Brit]:
    """A group enters the next area; if some of it could go on, that is asked."""
    further = advance(s, log, g, place, area, sailing)
    return [MarchOn(further, area)] if further is not None else []


@step(cite("britannia-2005 move.general.c move.general.f move.overrun.a move.overrun.c move.invasion.b"))
class MarchOn(Prudent, frozen=True):
    """How many of those that just arrived go on; the others stay."""

    group: Group
    area: Area

    def seat(self, s: Brit) -> Seat:
        """The player of the moving nation."""
        return s.rules.seat_of[self.group.nation]

    def candidates(self, s: Brit) -> Iterable[Action]:
        """March on with some, or stop."""
        yield from MARCH_ON[1 : may_go_on(s, self.group, self.area) + 1]
        yield STOP

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Only those not bound by opponents, terrain or fatigue; Romans do not stop among subjects."""
        g = self.group
        foe = s.foe(g.nation, self.area)
        if a == STOP:
            through = g.nation == ROMANS and foe is not None and s.subjects.get(foe) == ROMANS
            return cite("britannia-2005 roman.subject.j roman.subject.d") if through else None
        if a.verb != "march-on":
            return self.cite
        n = int(a.noun or 0)
        if 1 <= n <= may_go_on(s, g, self.area):
            return KEEP if empties(s, g.nation, self.area, n) else None
        if foe is not None:
            return cite("britannia-2005 move.overrun.a move.overrun.b move.overrun.c move.general.f")
        return (*self.cite, *cite("britannia-2005 move.general.d move.general.g"))

    def imprudent(self, s: Brit, a: Action) -> Cite | None:
        """Those that stay must not break the stacking limit."""
        n = int(a.noun or 0) if a.verb == "march-on" else 0
        fixed = {p: k - s.fresh.get(p, 0) for p, k in s.armies[self.group.nation].items()}
        fixed[self.area] -= n
        broken = stacking(s, self.group.nation, fixed)
        return None if broken is None else (*cite("britannia-2005 move.stacking.e"), *broken)

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Ask who, if it matters, and where; or let them rest."""
        if a == STOP:
            return []
        n, g = int(a.noun or 0), self.group
        low, high = max(0, n - (g.n - g.cavalry)), min(n, g.cavalry)
        if g.leader == "" and g.used >= s.rules.figures.move and g.nation != ROMANS:
            low = high = n
        return [MarchCavalry(g, self.area, n)] if low < high else march(s, g, self.area, n, low)

    def about(self, s: Brit) -> dict[str, Json]:
        """Who, where."""
        g = self.group
        most = may_go_on(s, g, self.area)
        return {"nation": g.nation, "area": self.area, "n": g.n, "most": most, "leader": g.leader}


def march(s: Brit, g: Group, area: Area, n: int, cavalry: int) -> Steps[Brit]:
    """Part of a group goes on, its leader with it; Romans among subjects all go on."""
    part = msgspec.structs.replace(g, n=n, cavalry=cavalry)
    rest = msgspec.structs.replace(g, n=g.n - n, cavalry=g.cavalry - cavalry, leader="")
    foe = s.foe(g.nation, area)
    through = g.nation == ROMANS and foe is not None and s.subjects.get(foe) == ROMANS
    follow: list[Step[Brit]] = [MoveTo(g.nation, area, part)]
    return [*follow, MarchOn(rest, area)] if through and rest.n else follow


@step(cite("britannia-2005 move.general.d move.overrun.d"))
class MarchCavalry(Question, frozen=True):
    """How many of those that march on are cavalry."""

    group: Group
    area: Area
    n: int

    def seat(self, s: Brit) -> Seat:
        """The player of the moving nation."""
        return s.rules.seat_of[self.group.nation]

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Each number that leaves enough infantry."""
        g = self.group
        return CAVALRY[max(0, self.n - (g.n - g.cavalry)) : min(self.n, g.cavalry) + 1]

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Only cavalry that is there."""
        return None if a in self.candidates(s) else self.cite

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Ask where they go."""
        return march(s, self.group, self.area, self.n, int(a.noun or 0))
