"""Phase 2: Movement, one group and one border at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

import msgspec

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Choice, Step, Steps, step
from albion.games.britannia_2005.data import BOARD
from albion.games.britannia_2005.forts import arrive
from albion.games.britannia_2005.passage import (
    Group,
    allowance,
    barred,
    cost_of,
    landings,
    may_go_on,
    onward,
    voyages,
    ways,
)
from albion.games.britannia_2005.stacking import stacking
from albion.games.britannia_2005.state import ANGLES, PICTS, ROMANS, Brit
from albion.kernels.britannia.board import Area, Nation, Place

END = Action("end")
STOP = Action("stop")
SEND = tuple(Action("send", n) for n in range(31))
MARCH_ON = tuple(Action("march-on", n) for n in range(31))
CAVALRY = tuple(Action("cavalry", n) for n in range(31))

FROM = {p: Action("from", p) for p in (*BOARD.areas, *BOARD.seas)}
TO = {a: Action("to", a) for a in BOARD.areas}
SAIL = {a: Action("sail", a) for a in BOARD.areas}

S = TypeVar("S", bound=Brit)


class Prudent(Choice[S], Generic[S], frozen=True):
    """A question whose answers that would break a limit of the phase's end are refused while there are others."""

    def imprudent(self, s: S, a: Action) -> Cite | None:
        """The limit that armies settled by this answer would break."""
        return None

    def legal(self, s: S) -> tuple[Action, ...]:
        """Prudent answers, or if there are none, all that no rule forbids."""
        allowed = tuple(a for a in self.candidates(s) if self.forbids(s, a) is None)
        return tuple(a for a in allowed if self.imprudent(s, a) is None) or allowed

    def refusal(self, s: S, a: Action) -> Cite | None:
        """The rule against it, or the limit."""
        return None if a in self.legal(s) else self.forbids(s, a) or self.imprudent(s, a) or self.cite


@step(cite("britannia-2005 round.e move.general.a move.major.c"))
class MovementPhase(Step[Brit], frozen=True):
    """All armies are ready to move; in a Major Invasion there are two such phases."""

    nation: Nation
    half: int = 0

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Note who may move, and what a subject must keep."""
        nation = self.nation
        s.half, s.boats = self.half, s.turn_of(nation).boats
        s.fresh = s.armies[nation].copy()
        s.fresh_cavalry = s.cavalry[nation].copy() if nation in s.cavalry else {}
        s.still, s.new_forts, s.entered, s.entered_cavalry, s.came = [], {}, {}, {}, {}
        s.guarded = guarded(s, nation)
        emit(log, "phase", self.cite, nation=nation, phase="movement", half=self.half)
        return [Movement(nation)]


@rule(cite("britannia-2005 roman.subject.i angles.submission.m angles.submission.c R9 R28"))
def guarded(s: Brit, nation: Nation) -> dict[Place, int]:
    """What a subject may not leave empty without leave: to Rome every area, to the Angles Scotland and Galloway."""
    master = s.subjects.get(nation)
    if master is None or s.free:
        return {}
    areas = s.occupied(nation)
    return {a: 1 for a in areas if master != ANGLES or a in s.rules.covered}


KEEP = cite("britannia-2005 roman.subject.i angles.submission.m R28")


def empties(s: Brit, nation: Nation, place: Place, n: int) -> bool:
    """Whether n armies leaving would empty an area that a subject must keep."""
    return place in s.guarded and s.count(nation, place) <= n


@step(cite("britannia-2005 move.general.a move.stacking.e move.invasion.h move.overrun.e"))
class Movement(Choice[Brit], frozen=True):
    """Which armies move next; or the phase ends, once its limits are met."""

    nation: Nation

    def seat(self, s: Brit) -> Seat:
        """The player of the moving nation."""
        return s.rules.seat_of[self.nation]

    def candidates(self, s: Brit) -> Iterable[Action]:
        """From anywhere an army has not moved; the end."""
        yield from (FROM[p] for p in s.fresh)
        yield END

    def legal(self, s: Brit) -> tuple[Action, ...]:
        """Every place someone may set out from, and the end where it is allowed."""
        starts = [FROM[p] for p in s.fresh if self.may_start(s, p) is None]
        if not starts or unmet(s, self.nation) is None:
            starts.append(END)
        return tuple(starts)

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Only armies that have not moved; the end only within the limits, unless nobody can move any more."""
        if a.verb == "from":
            return self.may_start(s, str(a.noun))
        if a == END:
            broken = unmet(s, self.nation)
            stuck = broken is None or not any(self.may_start(s, p) is None for p in s.fresh)
            return None if stuck else broken
        return self.cite

    def may_start(self, s: Brit, place: Place) -> Cite | None:
        """Why no army may set out from a place."""
        if place not in s.fresh:
            moved = s.count(self.nation, place)
            return cite("britannia-2005 move.general.c move.general.d") if moved else self.cite
        if empties(s, self.nation, place, 1):
            return KEEP
        return None if onward(s, Group(self.nation, 1), place) else self.cite

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Ask where they go; or close the phase."""
        if a != END:
            return [MoveTo(self.nation, str(a.noun)), self]
        if unmet(s, self.nation) is not None:
            lose_stranded(s, log, self.nation)
        s.fresh, s.fresh_cavalry, s.guarded = {}, {}, {}
        return []


def at_sea(s: Brit, nation: Nation) -> list[Place]:
    """The seas where a nation has armies."""
    return [p for p in s.armies[nation] if p not in s.rules.board.near]


@rule(
    cite("britannia-2005 move.invasion.d move.invasion.h move.major.a move.major.b move.raid.a roman.reinf.k")
)
def must_land(s: Brit, nation: Nation) -> Cite | None:
    """All end on land, save raiders and, in the first half of a Major Invasion, invaders."""
    if s.half == 1 or s.turn_of(nation).raid or not at_sea(s, nation):
        return None
    return cite("britannia-2005 move.invasion.h move.invasion.d move.major.b roman.reinf.k")


@rule(cite("britannia-2005 move.stacking.e"))
def unmet(s: Brit, nation: Nation) -> Cite | None:
    """What the phase cannot end without."""
    broken = stacking(s, nation, s.armies[nation])
    if broken is not None:
        return (*cite("britannia-2005 move.stacking.e"), *broken)
    return must_land(s, nation)


@rule(cite("britannia-2005 R18"))
def lose_stranded(s: Brit, log: Log, nation: Nation) -> None:
    """Where nobody can move any more, armies at sea and beyond the stacking limits are lost."""
    gone = at_sea(s, nation) if must_land(s, nation) is not None else []
    for sea in gone:
        _strand(s, log, nation, sea, s.count(nation, sea))
    while stacking(s, nation, s.armies[nation]) is not None:
        _strand(s, log, nation, _most_crowded(s, nation), 1)


def _most_crowded(s: Brit, nation: Nation) -> Area:
    """The difficult area most over its limit, else the smaller of the clear ones over theirs."""
    f, hard, here = s.rules.figures, s.rules.board.difficult, s.armies[nation]
    limits = {a: f.difficult if a in hard else f.clear for a in s.occupied(nation) if a in here}
    over = [a for a, most in limits.items() if s.strength(nation, a) > most]
    return min(over, key=lambda a: (a not in hard, here[a] if a not in hard else -here[a]))


def _strand(s: Brit, log: Log, nation: Nation, place: Place, n: int) -> None:
    horse = min(s.horse(nation, place), max(0, n - (s.count(nation, place) - s.horse(nation, place))))
    if horse:
        s.add_cavalry(nation, place, -horse)
    s.add(nation, place, horse - n)
    for noted in (s.entered.get(Area(place), {}), s.raiders.get(Area(place), {})):
        while sum(noted.values()) > s.count(nation, place):
            _less(noted, next(iter(noted)), 1)
    leader = s.leader_at(nation, place)
    if leader is not None and not s.strength(nation, place):
        del s.leaders[leader]
    emit(log, "stranded", cite("britannia-2005 R18"), nation=nation, n=n, place=place)


NEXT_DOOR = cite("britannia-2005 move.general.b move.general.c move.straits.a")
LANDING = cite("britannia-2005 move.invasion.b move.invasion.c move.invasion.g move.invasion.k move.raid.d")
BOATS = cite("britannia-2005 move.boat.a move.boat.b move.boat.c R32")


@step(cite("britannia-2005 move.general.b move.general.c move.general.d move.invasion.b move.invasion.i"))
class MoveTo(Prudent[Brit], frozen=True):
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
        if s.rules.board.at_sea(area):
            return cite("britannia-2005 move.general.b move.invasion.g")
        if a.verb == "sail":
            open_to = area in set(voyages(s, self.party, self.place))
            return None if open_to else barred(s, self.party, self.place, area) or BOATS
        if area in dict(ways(s, self.party, self.place)):
            return None
        return self._no_way(s, area)

    def _no_way(self, s: Brit, area: Area) -> Cite:
        """Why there is no way there."""
        board, g = s.rules.board, self.party
        if self.place not in board.near:
            return (
                area in dict(landings(s, self.nation, self.place)) and barred(s, g, self.place, area)
            ) or LANDING
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
            return advance(s, log, self.group, self.place, area, sailing)
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
class Send(Prudent[Brit], frozen=True):
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
        return Muster(self, int(a.noun or 0)).proceed(s, log)

    def about(self, s: Brit) -> dict[str, Json]:
        """Who, from where, to where."""
        foe = s.foe(self.nation, self.area)
        return {"nation": self.nation, "place": self.place, "area": self.area, "foe": foe}


@step(cite("britannia-2005 leader.f leader.g move.general.d move.general.g R16"))
class Muster(Choice[Brit], frozen=True):
    """How many of those that set out are cavalry, and whether their leader goes with them."""

    send: Send
    n: int
    cavalry: int = -1

    def seat(self, s: Brit) -> Seat:
        """The player of the moving nation."""
        return self.send.seat(s)

    def horse(self, s: Brit) -> tuple[int, int]:
        """The fewest and most cavalry among them."""
        horse = s.fresh_cavalry.get(self.send.place, 0)
        return max(0, self.n - (s.fresh[self.send.place] - horse)), min(self.n, horse)

    def leader(self, s: Brit) -> str | None:
        """A leader who has not moved and could go with them."""
        leader = s.leader_at(self.send.nation, self.send.place)
        return leader if leader is not None and leader not in s.still else None

    def proceed(self, s: Brit, log: Log) -> Steps[Brit]:
        """Ask what is open, or set out."""
        low, high = self.horse(s)
        if self.cavalry < 0 and low < high:
            return [self]
        ready = msgspec.structs.replace(self, cavalry=self.cavalry if self.cavalry >= 0 else low)
        leader = self.leader(s)
        if leader is None:
            return ready.go(s, log, "")
        return [ready] if ready.may_stay(s) else ready.go(s, log, leader)

    def may_stay(self, s: Brit) -> bool:
        """A leader stays behind only with company."""
        return s.strength(self.send.nation, self.send.place) > self.n

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Each number of cavalry; then with or without the leader."""
        if self.cavalry < 0:
            low, high = self.horse(s)
            return CAVALRY[low : high + 1]
        leader = self.leader(s)
        return [Action("with", leader), Action("without", leader)]

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """No leader is left without armies; no cavalry that is not there."""
        if self.cavalry < 0:
            low, high = self.horse(s)
            return None if a.verb == "cavalry" and low <= int(a.noun or 0) <= high else self.cite
        if a.verb == "without" and a.noun == self.leader(s) and not self.may_stay(s):
            return cite("britannia-2005 leader.f leader.g")
        return None if a.verb in ("with", "without") and a.noun == self.leader(s) else self.cite

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Note the answer and go on."""
        if a.verb == "cavalry":
            return msgspec.structs.replace(self, cavalry=int(a.noun or 0)).proceed(s, log)
        return self.go(s, log, str(a.noun) if a.verb == "with" else "")

    def go(self, s: Brit, log: Log, leader: str) -> Steps[Brit]:
        """They leave the ranks of those that have not moved."""
        place = self.send.place
        _less(s.fresh, place, self.n)
        if self.cavalry:
            _less(s.fresh_cavalry, place, self.cavalry)
        if leader:
            s.still.append(leader)
        g = Group(self.send.nation, self.n, max(0, self.cavalry), leader, place)
        return advance(s, log, g, place, self.send.area, self.send.sailing)

    def about(self, s: Brit) -> dict[str, Json]:
        """Who, from where, to where, and what is asked about."""
        asked = "cavalry" if self.cavalry < 0 else self.leader(s)
        return {**self.send.about(s), "n": self.n, "asked": asked}


def _less(where: dict[Place, int], place: Place, n: int) -> None:
    where[place] -= n
    if not where[place]:
        del where[place]


@rule(cite("britannia-2005 move.general.f move.overrun.d move.overrun.e move.straits.b battle.general.b"))
def advance(s: Brit, log: Log, g: Group, place: Place, area: Area, sailing: bool) -> Steps[Brit]:
    """Carry a group into the next area; it fights there when all have moved, or goes on."""
    board = s.rules.board
    cost = 2 if sailing else cost_of(s, g, place, area)
    by_strait = not sailing and place in board.near and area not in board.land[Area(place)]
    leave(s, g, place)
    carry(s, g, place, area)
    track_raiders(s, g, place, area, sailing)
    path = (*(g.path or (Area(place),)), area)
    by_sea = sailing or place not in board.near
    spot = g.origin if by_sea else place
    g = msgspec.structs.replace(g, used=g.used + cost, sailed=g.sailed or sailing, path=path, spot=spot)
    foe = s.foe(g.nation, area)
    emit(
        log,
        "move",
        MoveTo.cite,
        nation=g.nation,
        n=g.n,
        place=place,
        area=area,
        foe=foe,
        leader=g.leader,
        sail=sailing,
    )
    if foe is None:
        arrive(s, log, g.nation, area)
    elif not (g.nation == ROMANS and s.subjects.get(foe) == ROMANS):
        enter(s, g, area, None if by_sea else place)
    if by_strait or may_go_on(s, g, area) <= 0:
        return []
    return [MarchOn(g, area)]


def carry(s: Brit, g: Group, place: Place, area: Place) -> None:
    """Put a group and its leader into another place."""
    infantry = g.n - g.cavalry
    if infantry:
        s.add(g.nation, place, -infantry)
        s.add(g.nation, area, infantry)
    if g.cavalry:
        s.add_cavalry(g.nation, place, -g.cavalry)
        s.add_cavalry(g.nation, area, g.cavalry)
    if g.leader:
        s.leaders[g.leader] = area


def enter(s: Brit, g: Group, area: Area, whence: Place | None) -> None:
    """Note attackers by the place they may retreat to, and the land area they came from."""
    spot = g.spot
    here = s.entered.setdefault(area, {})
    here[spot] = here.get(spot, 0) + g.n
    if g.cavalry:
        horse = s.entered_cavalry.setdefault(area, {})
        horse[spot] = horse.get(spot, 0) + g.cavalry
    if whence is not None:
        s.came.setdefault(area, {})[whence] = 1


def leave(s: Brit, g: Group, place: Place) -> None:
    """Those that overran an area no longer attack it; the way they came stays noted."""
    here = s.entered.get(Area(place))
    if here is None or not g.spot:
        return
    _less(here, g.spot, g.n)
    if g.cavalry:
        _less(s.entered_cavalry[Area(place)], g.spot, g.cavalry)
    if not here:
        del s.entered[Area(place)]


@rule(cite("britannia-2005 move.raid.a move.raid.picts.b move.raid.picts.c move.raid.picts.e R17 R35"))
def track_raiders(s: Brit, g: Group, place: Place, area: Area, sailing: bool) -> None:
    """Armies that began at sea in a Raiding turn, and Picts that sailed, keep in mind where they began."""
    if not s.turn_of(g.nation).raid:
        return
    board = s.rules.board
    if place not in board.near or (sailing and g.nation == PICTS):
        home = place if place not in board.near else g.origin
        there = s.raiders.setdefault(area, {})
        there[home] = there.get(home, 0) + g.n
        return
    left = g.n
    from_here = s.raiders.get(Area(place), {})
    for home in list(from_here):
        k = min(left, from_here[home])
        _less(from_here, home, k)
        there = s.raiders.setdefault(area, {})
        there[home] = there.get(home, 0) + k
        left -= k
        if not left:
            break
    if not from_here:
        s.raiders.pop(Area(place), None)


@step(cite("britannia-2005 move.general.c move.general.f move.overrun.a move.overrun.c move.invasion.b"))
class MarchOn(Prudent[Brit], frozen=True):
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
        return self.cite

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
class MarchCavalry(Choice[Brit], frozen=True):
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
