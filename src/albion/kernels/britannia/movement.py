"""Phase II: Movement, by land, across straits, from the sea, and through overruns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.kernels.britannia.asking import HALTED, MOVED, Question
from albion.kernels.britannia.board import Area, Nation, Place, load_board
from albion.kernels.britannia.limits import overstack_limit
from albion.kernels.britannia.spread import unavoidable_excess
from albion.kernels.britannia.state import BritState, held_areas

END = Action("end")
RESTART = Action("restart")
LIMITS = cite("redux-core 6.4.a 6.4.b 6.4.c")
PINNED = cite("redux-core 5.2.2.g R15")
STOP = Action("stop")
FROM = {p: Action("from", p) for p in load_board().places}
TO = {a: Action("to", a) for a in load_board().areas}
SEND = [Action("send", n) for n in range(100)]
MARCH_ON = [Action("march-on", n) for n in range(100)]


@step(cite("redux-core 4.1.d 6.a 6.e"))
class MovementPhase(Step[BritState], frozen=True):
    """Remember how the nation stands, then let it move."""

    nation: Nation
    again: bool = False
    """The phase starts again because no legal end was left."""

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        """Every army may move, save those pinned among opponents since they were placed."""
        mine, alone = s.armies[self.nation], (self.nation,)
        s.fresh = mine.copy()
        for area, whence in s.entered.items():
            pinned = whence.get(area, 0)
            if pinned >= s.fresh.get(area, 0):
                s.fresh.pop(area, None)
            elif pinned:
                s.fresh[area] -= pinned
        s.before = mine.copy()
        s.careful = self.again
        s.held_before = len(held_areas(s, self.nation))
        s.foes = frozenset([p for p, here in s.at.items() if here != alone])
        s.unavoidable = unavoidable_excess(s, self.nation)
        s.people = sum(mine.values()) - s.rules.numbers.limit_bonus - s.unavoidable
        emit(log, "phase", self.cite, nation=self.nation, phase="movement")
        return [Movement(self.nation)]


@step(cite("redux-core 4.1.d 6.a 6.3.f 6.4.a 6.4.b 6.4.c"))
class Movement(Question[BritState], frozen=True):
    """Which armies move next; or the phase ends, if its limits are met; or it starts again."""

    nation: Nation

    def seat(self, s: BritState) -> Seat:
        """The player of the moving nation."""
        return s.rules.seat_of[self.nation]

    def candidates(self, s: BritState) -> Iterable[Action]:
        """From anywhere an army has not moved; the end; a new start."""
        yield from (FROM[p] for p in s.fresh)
        yield END
        yield RESTART

    def forbids(self, s: BritState, a: Action) -> Cite | None:
        """No army that has moved moves again; the phase's limits bind its end; a new start only if stuck."""
        if a.verb == "from":
            return self._may_start(s, str(a.noun))
        if a == END:
            return breaches(s, self.nation) or None
        return self.cite if a != RESTART or not self.stuck(s) else None

    def legal(self, s: BritState) -> tuple[Action, ...]:
        """Moves, and the end if its limits are met; where no end is within reach any more, a new start."""
        if self.unmet(s) is None:
            return (*[FROM[p] for p in self.starts(s)], END)
        if self.stuck(s):
            return (RESTART,)
        return tuple([FROM[p] for p in self.starts(s) or s.fresh])

    def starts(self, s: BritState) -> Collection[Place]:
        """Where armies may set out; with care, only where some way does not spoil the phase's end."""
        if not s.careful:
            return s.fresh
        careless = s.rules.careless(s, self.nation)
        found = []
        for place in s.fresh:
            for area in destinations(s, self.nation, place, 0):
                if not careless(place, area, 1):
                    found.append(place)
                    break
        return found

    def stuck(self, s: BritState) -> bool:
        """Whether the limits are not met and no move can meet them any more."""
        return not s.fresh or s.rules.no_end_left(s, self.nation)

    def why_refused(self, s: BritState, a: Action) -> Cite | None:
        """The rule against it, or the limits that can no longer be met."""
        return self.forbids(s, a) or self.unmet(s)

    def unmet(self, s: BritState) -> Cite | None:
        """What the phase cannot end without."""
        for law in s.rules.movement_end:
            broken = law(s, self.nation)
            if broken is not None:
                return broken
        return None

    def _may_start(self, s: BritState, place: Place) -> Cite | None:
        if place in s.fresh:
            return None
        if s.entered.get(Area(place), {}).get(place):
            return PINNED
        return stopped(s, self.nation, place) if s.count(self.nation, place) else cite("redux-core 6.a")

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        """Ask where they go; or close the phase; or put everyone back."""
        if a == END:
            s.fresh = {}
            return []
        if a == RESTART:
            pinned = {area: {area: n} for area, whence in s.entered.items() if (n := whence.get(area, 0))}
            s.put_back(self.nation, s.before)
            s.entered = pinned  # type: ignore[assignment]
            emit(log, "restart", self.cite, nation=self.nation)
            return [MovementPhase(self.nation, again=True)]
        return [MoveTo(self.nation, str(a.noun)), self]


def breaches(s: BritState, nation: Nation) -> Cite:
    """Everything that would be broken if the phase ended now."""
    return tuple(ref for law in s.rules.movement_end for ref in law(s, nation) or ())


def stopped(s: BritState, nation: Nation, place: Place) -> Cite:
    """Why armies in a place, having moved, go no further."""
    return MOVED if s.foe(nation, place) is None else (*MOVED, *HALTED)


@rule(cite("redux-core 6.b 6.2.a 6.1.a 6.1.d 1.1.1.c 1.1.1.d 1.1.1.e"))
def destinations(s: BritState, nation: Nation, place: Place, used: int) -> Sequence[Area]:
    """Next door by land, across a strait as the whole move, or ashore from a sea."""
    board = s.rules.board
    around = board.near if used == 0 else board.land
    ways = around[Area(place)] if place in board.near else board.coast[place]
    return [a for a in ways if barred(s, nation, place, a) is None] if s.rules.entry else ways


def barred(s: BritState, nation: Nation, place: Place, area: Area) -> Cite | None:
    """A further law against moving there, if the game has one."""
    for law in s.rules.entry:
        broken = law(s, nation, place, area)
        if broken is not None:
            return broken
    return None


@step(cite("redux-core 6.b 6.c 6.d 6.1.a 6.1.b 6.2.a"))
class MoveTo(Question[BritState], frozen=True):
    """Where a group goes: first from where it stands, then, marching on, from where it has got to."""

    nation: Nation
    place: Place
    count: int = 0
    """How many march on together; none: asked next."""
    used: int = 0
    """Areas of the allowance used so far."""
    source: Place = ""
    """Where those marching on had come from."""

    def seat(self, s: BritState) -> Seat:
        """The player of the moving nation."""
        return s.rules.seat_of[self.nation]

    def candidates(self, s: BritState) -> Iterable[Action]:
        """Every way out."""
        return (TO[a] for a in destinations(s, self.nation, self.place, self.used))

    def forbids(self, s: BritState, a: Action) -> Cite | None:
        """Only next door; never to sea; a strait only as the whole move."""
        if a.verb != "to":
            return self.cite
        area, board = Area(str(a.noun)), s.rules.board
        if board.at_sea(area):
            return cite("redux-core 6.c 6.1.a") if board.at_sea(self.place) else cite("redux-core 6.c")
        if board.at_sea(self.place):
            if area not in board.coast[self.place]:
                return cite("redux-core 6.1.a 6.1.d")
        elif area in board.strait[Area(self.place)]:
            if self.used:
                return cite("redux-core 6.2.b")
        elif area not in board.land[Area(self.place)]:
            return cite("redux-core 6.b 6.2.a")
        return barred(s, self.nation, self.place, area)

    def legal(self, s: BritState) -> tuple[Action, ...]:
        """Every way out; with care, those that do not spoil the phase's end."""
        ways = [TO[a] for a in destinations(s, self.nation, self.place, self.used)]
        if s.careful:
            careless, n = s.rules.careless(s, self.nation), self.count or 1
            ways = [a for a in ways if not careless(self.place, Area(str(a.noun)), n)] or ways
        return tuple(ways)

    def why_refused(self, s: BritState, a: Action) -> Cite | None:
        """The rule against it, or the limits it would spoil."""
        return self.forbids(s, a) or LIMITS

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        """Those marching on go at once; otherwise ask how many."""
        area = Area(str(a.noun))
        if self.count:
            return advance(s, log, self, area, self.count)
        return [Send(self, area)]


@step(cite("redux-core 6.a 6.1.1.a"))
class Send(Question[BritState], frozen=True):
    """How many armies go."""

    leg: MoveTo
    area: Area

    def seat(self, s: BritState) -> Seat:
        """The player of the moving nation."""
        return self.leg.seat(s)

    def candidates(self, s: BritState) -> Iterable[Action]:
        """From one to all that have not moved."""
        return SEND[1 : s.fresh[self.leg.place] + 1]

    def forbids(self, s: BritState, a: Action) -> Cite | None:
        """No more than stand there unmoved."""
        place = self.leg.place
        if a.verb == "send" and 1 <= int(a.noun or 0) <= s.fresh[place]:
            return None
        if s.count(self.leg.nation, place) == s.fresh[place]:
            return self.cite
        return (*self.cite, *(PINNED if place in s.entered.get(Area(place), {}) else MOVED))

    def legal(self, s: BritState) -> tuple[Action, ...]:
        """From one to all that have not moved; with care, as many as do not spoil the phase's end."""
        numbers = SEND[1 : s.fresh[self.leg.place] + 1]
        if s.careful and len(numbers) > 1:
            leg, careless = self.leg, s.rules.careless(s, self.leg.nation)
            numbers = [a for a in numbers if not careless(leg.place, self.area, int(a.noun or 0))] or numbers
        return tuple(numbers)

    def why_refused(self, s: BritState, a: Action) -> Cite | None:
        """The rule against it, or the limits it would spoil."""
        return self.forbids(s, a) or LIMITS

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        """They set out."""
        n = int(a.noun or 0)
        rest = s.fresh[self.leg.place] - n
        if rest:
            s.fresh[self.leg.place] = rest
        else:
            del s.fresh[self.leg.place]
        return advance(s, log, self.leg, self.area, n)

    def about(self, s: BritState) -> dict[str, Json]:
        """Who, from where, to where."""
        return {
            "nation": self.leg.nation,
            "place": self.leg.place,
            "area": self.area,
            "foe": s.foe(self.leg.nation, self.area),
        }


@rule(cite("redux-core 6.b 6.d 6.e 6.1.c 6.2.b 6.3.a 6.3.d 7.2.1.c"))
def advance(s: BritState, log: Log, leg: MoveTo, area: Area, n: int) -> Steps[BritState]:
    """Carry n armies over one border; among opponents they stop, save those that overrun."""
    nation, place, board = leg.nation, leg.place, s.rules.board
    s.add(nation, place, -n)
    s.add(nation, area, n)
    leave(s, leg, n)
    foe = s.foe(nation, area)
    emit(log, "move", leg.cite, nation=nation, n=n, place=place, area=area, foe=foe)
    strait = not board.at_sea(place) and area not in board.land[Area(place)]
    if foe is not None:
        whence = s.entered.setdefault(area, {})
        whence[place] = whence.get(place, 0) + n
    onward = may_go_on(s, nation, area, n)
    used = leg.used + 1
    if strait or used >= s.rules.numbers.move or onward <= 0:
        return []
    return [MarchOn(nation, area, place, onward, used)]


def may_go_on(s: BritState, nation: Nation, area: Area, n: int) -> int:
    """Of n armies that just entered an area, those not stopped by opponents."""
    if area not in s.foes:
        return n
    return min(n, s.rules.overrun(s, nation, area, sum(s.entered[area].values())))


def leave(s: BritState, leg: MoveTo, n: int) -> None:
    """Those that overran an area no longer count as having attacked it."""
    whence = s.entered.get(Area(leg.place), {})
    if leg.used == 0 or leg.source not in whence:
        return
    whence[leg.source] -= n
    if not whence[leg.source]:
        del whence[leg.source]
    if not whence:
        del s.entered[Area(leg.place)]


@step(cite("redux-core 6.b 6.3.a 6.3.b 6.3.d"))
class MarchOn(Question[BritState], frozen=True):
    """How many of those that just arrived go on; the others stay."""

    nation: Nation
    area: Area
    source: Place
    most: int
    used: int

    def seat(self, s: BritState) -> Seat:
        """The player of the moving nation."""
        return s.rules.seat_of[self.nation]

    def candidates(self, s: BritState) -> Iterable[Action]:
        """March on with some, or stop."""
        if destinations(s, self.nation, self.area, self.used):
            yield from MARCH_ON[1 : self.most + 1]
        yield STOP

    def forbids(self, s: BritState, a: Action) -> Cite | None:
        """Among opponents only the surplus marches on."""
        if a == STOP:
            return None
        if a.verb == "march-on" and 1 <= int(a.noun or 0) <= self.most:
            return None
        if a.verb == "march-on" and s.foe(self.nation, self.area) is not None:
            return cite("redux-core 6.3.a 6.3.b 6.3.c R21")
        return self.cite

    def legal(self, s: BritState) -> tuple[Action, ...]:
        """March on with some, or stop; with care, on only where that does not spoil the phase's end."""
        ways = destinations(s, self.nation, self.area, self.used)
        numbers = MARCH_ON[1 : self.most + 1] if ways else []
        if s.careful:
            careless = s.rules.careless(s, self.nation)
            numbers = [a for a in numbers if any(not careless(self.area, w, int(a.noun or 0)) for w in ways)]
        return (*numbers, STOP)

    def why_refused(self, s: BritState, a: Action) -> Cite | None:
        """The rule against it, or the limits it would spoil."""
        return self.forbids(s, a) or LIMITS

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        """Ask where; or let them rest."""
        if a == STOP:
            return []
        return [MoveTo(self.nation, self.area, int(a.noun or 0), self.used, self.source)]


@rule(cite("redux-core 6.3.b 6.3.c 6.3.e R21"))
def past_double_or_overstack(s: BritState, nation: Nation, area: Area, arriving: int) -> int:
    """Armies that may march on: in clear terrain those beyond double the defenders, or beyond an overstack."""
    if area in s.rules.board.difficult:
        return 0
    foe = s.foe(nation, area)
    defenders = s.count(foe, area) if foe is not None else 0
    return max(0, arriving - min(2 * defenders, overstack_limit(s, area)))
