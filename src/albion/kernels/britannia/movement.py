"""Phase II: Movement, by land, across straits, from the sea, and through overruns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal, foremost
from albion.engine.step import Choice, Step, Steps, step
from albion.kernels.britannia.answers import MARCH_ON, SEND, STOP, TO
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.halting import (
    NOBODY,
    STRAIT,
    crosses_strait,
    held_up,
    may_go_on,
    must_stay,
    not_fresh,
    overrun_law,
    too_far_off,
)
from albion.kernels.britannia.limits import crowding, told, unmet
from albion.kernels.britannia.measured import care, outlook_now
from albion.kernels.britannia.next_move import Leg, NextMove, Reason, begin
from albion.kernels.britannia.prospect import LIMITS, Outlook, spoils, spoilt, why_spoilt
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.units import PLAIN, Move, less


@step(cite("redux-core 4.1.d 6.a 6.e"))
class MovementPhase(Step[BritState], frozen=True):
    """Remember how the nation stands, then let it move."""

    nation: Nation

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        """Every army may move, save those pinned among opponents since they were placed."""
        s.fresh = s.armies[self.nation].copy()
        for area, whence in s.entered.items():
            pinned = whence.get(area, 0)
            if pinned >= s.fresh.get(area, 0):
                s.fresh.pop(area, None)
            elif pinned:
                s.fresh[area] -= pinned
        begin(s, self.nation)
        emit(log, "phase", self.cite, nation=self.nation, phase="movement")
        return [Movement(self.nation)]


@step(cite("redux-core 6.a 6.3.f 6.4.a 6.4.b 6.4.c"))
class Movement(NextMove[BritState], frozen=True):
    """Which armies move next; or the phase ends, if its limits are met; or moves are taken back."""

    def leg(self, place: Place) -> MoveTo:
        """Where those of a place go."""
        return MoveTo(self.nation, place)

    def starts(self, s: BritState, look: Outlook | None) -> Sequence[Place]:
        """Everywhere, unless care is taken: no place is without a way out."""
        return list(s.fresh) if look is None else NextMove.starts(self, s, look)

    def again(self, s: BritState, move: Move) -> None:
        """Make a move as it was made before."""
        leg = MoveTo(self.nation, move.place, move.force.n, move.used, move.source)
        advance(s, None, leg, move.area, move.force.n)


@rule(cite("redux-core 6.b 6.2.a 6.1.a 6.1.d 1.1.1.c 1.1.1.d 1.1.1.e"))
def destinations(s: BritState, nation: Nation, place: Place, used: int) -> Sequence[Area]:
    """Next door by land, across a strait as the whole move, or ashore from a sea."""
    board = s.rules.board
    around = board.near if used == 0 else board.land
    return around[Area(place)] if place in board.near else board.coast[place]


@step(cite("redux-core 6.b 6.c 6.d 6.1.a 6.1.b 6.2.a"))
class MoveTo(Leg[BritState], frozen=True):
    """Where a group goes: first from where it stands, then, marching on, from where it has got to."""

    count: int = 0
    """How many march on together; none: asked next."""
    used: int = 0
    """Areas of the allowance used so far."""
    source: Place = ""
    """Where those marching on had come from."""

    def leads_out(self, s: BritState, look: Outlook | None) -> bool:
        """Whether any way is open; with care, one that does not spoil the phase's end."""
        return any(self._leads(s, look, a) for a in destinations(s, self.nation, self.place, self.used))

    def _leads(self, s: BritState, look: Outlook | None, area: Area) -> bool:
        """Whether those marching on, or some number of those not yet moved, can go to an area."""
        if look is None:
            return True
        numbers = (self.count,) if self.count else range(1, s.fresh[self.place] + 1)
        return any(open_to(s, look, self, area, n) for n in numbers)

    def candidates(self, s: BritState) -> Iterable[Action]:
        look, areas = care(s, self.nation), destinations(s, self.nation, self.place, self.used)
        return [TO[a] for a in areas if look is None or self._leads(s, look, a)]

    def forbids(self, s: BritState, a: Action) -> Cite | None:
        """Only next door; never to sea; a strait only as the whole move."""
        if a.verb != "to":
            return None
        area, board = Area(a.name), s.rules.board
        if board.at_sea(area):
            return cite("redux-core 6.1.a 6.c") if board.at_sea(self.place) else cite("redux-core 6.c")
        if board.at_sea(self.place):
            if area not in board.coast[self.place]:
                return cite("redux-core 6.1.a 6.1.d") if "/" in self.place else cite("redux-core 6.1.a")
        elif area in board.strait[Area(self.place)]:
            if self.used:
                return cite("redux-core 6.2.b")
        elif area not in board.land[Area(self.place)]:
            return cite("redux-core 6.b 6.2.a")
        look, n = care(s, self.nation), self.count or 1
        if look is None or self._leads(s, look, area):
            return None
        return spoilt(look.stands(self.place, ((area, n),), n, n))

    def nowhere(self, s: BritState) -> Cite:
        """Why none of the ways is open."""
        ways = destinations(s, self.nation, self.place, self.used)
        return foremost([self.forbids(s, TO[a]) or () for a in ways]) or LIMITS

    def reason(self, s: BritState, a: Action, why: Cite) -> Reason:
        """How far off it is, or that it spoils the phase's end."""
        area, n = Area(a.name), self.count or 1
        if spoils(why):
            return why_spoilt(outlook_now(s, self.nation), self.place, area, n, n)
        return too_far_off(s, self.place, area, why)

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        """Those marching on go at once; otherwise ask how many."""
        area = Area(a.name)
        if self.count:
            return advance(s, log, self, area, self.count)
        return [Send(self, area)]


def open_to(s: BritState, look: Outlook, leg: MoveTo, area: Area, n: int) -> bool:
    """Whether n armies may go to an area and the phase can still end, those staying there or some marching on."""
    left = 0 if crosses_strait(s, leg.place, area) else s.rules.numbers.move - leg.used - 1
    return look.opens(s, leg.place, area, n, n, left, fresh=not leg.used, led=False)


@step(cite("redux-core 6.a 6.1.1.a"))
class Send(Choice[BritState], frozen=True):
    """How many armies go."""

    exact = True
    leg: MoveTo
    area: Area

    def seat(self, s: BritState) -> Seat:
        return self.leg.seat(s)

    def candidates(self, s: BritState) -> Iterable[Action]:
        """From one to all that have not moved."""
        numbers, look = SEND[1 : s.fresh[self.leg.place] + 1], care(s, self.leg.nation)
        if look is None:
            return numbers
        return [a for a in numbers if open_to(s, look, self.leg, self.area, a.number)]

    def forbids(self, s: BritState, a: Action) -> Cite | None:
        """No more than stand there unmoved, and as many as do not spoil the phase's end."""
        if a.verb != "send":
            return None
        place, nation = self.leg.place, self.leg.nation
        if a.number > s.fresh[place]:
            fewer = s.count(nation, place) > s.fresh[place]
            return (*NOBODY, *not_fresh(s, nation, place)) if fewer else NOBODY
        look = care(s, nation)
        if look is None or open_to(s, look, self.leg, self.area, a.number):
            return None
        return spoilt(look.stands(place, ((self.area, a.number),), a.number, a.number))

    def reason(self, s: BritState, a: Action, why: Cite) -> Reason:
        """How many could go."""
        if spoils(why):
            return why_spoilt(outlook_now(s, self.leg.nation), self.leg.place, self.area, a.number, a.number)
        return "only-unmoved", {
            "place": self.leg.place,
            "n": s.fresh[self.leg.place],
            "nation": self.leg.nation,
        }

    def warns(self, s: BritState, a: Action) -> Refusal | None:
        """More than the area may hold when the phase ends."""
        if a.verb != "send":
            return None
        return crowding(s, self.leg.nation, self.area, s.count(self.leg.nation, self.area) + a.number)

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        return advance(s, log, self.leg, self.area, a.number)

    def about(self, s: BritState) -> dict[str, Json]:
        return {
            "nation": self.leg.nation,
            "place": self.leg.place,
            "area": self.area,
            "foe": s.foe(self.leg.nation, self.area),
        }


@rule(cite("redux-core 6.b 6.d 6.e 6.1.c 6.2.b 6.3.a 6.3.d 7.2.1.c"))
def advance(s: BritState, log: Log, leg: MoveTo, area: Area, n: int) -> Steps[BritState]:
    """Carry n armies over one border; among opponents they stop, save those that overrun."""
    nation, place = leg.nation, leg.place
    if leg.used:
        leave(s, leg, n)
    elif s.fresh[place] > n:
        s.fresh[place] -= n
    else:
        del s.fresh[place]
    s.add(nation, place, -n)
    s.add(nation, area, n)
    s.moves = (*s.moves, Move(place, area, PLAIN[n], leg.used, leg.source))
    foe = s.foe(nation, area)
    if log is not None:
        emit(log, "move", leg.cite, nation=nation, n=n, place=place, area=area, foe=foe)
    if foe is not None:
        whence = s.entered.setdefault(area, {})
        whence[place] = whence.get(place, 0) + n
    onward = may_go_on(s, nation, area, n)
    used = leg.used + 1
    if onward <= 0 or used >= s.rules.numbers.move or crosses_strait(s, place, area):
        return []
    return [MarchOn(nation, area, place, onward, used)]


def leave(s: BritState, leg: MoveTo, n: int) -> None:
    """Those that overran an area no longer count as having attacked it."""
    whence = s.entered.get(Area(leg.place), {})
    if leg.source not in whence:
        return
    less(whence, leg.source, n)
    if not whence:
        del s.entered[Area(leg.place)]


@step(cite("redux-core 6.b 6.3.a 6.3.b 6.3.d"))
class MarchOn(NationChoice[BritState], frozen=True):
    """How many of those that just arrived go on; the others stay."""

    exact = True
    area: Area
    source: Place
    most: int
    used: int

    def candidates(self, s: BritState) -> Iterable[Action]:
        """March on with some, or stop."""
        if not s.rules.board.land[self.area]:
            return (STOP,)
        if not s.careful:
            return (*MARCH_ON[1 : self.most + 1], STOP)
        look = outlook_now(s, self.nation)
        numbers = self._careful_numbers(s, look)
        return [*numbers, STOP] if not numbers or look.keeps("", (), 0, 0, fresh=False) else numbers

    def _careful_numbers(self, s: BritState, look: Outlook) -> list[Action]:
        """How many may go on without spoiling the phase's end."""
        nation, area, used = self.nation, self.area, self.used
        legs = [MoveTo(nation, area, n, used, self.source) for n in range(1, self.most + 1)]
        return [MARCH_ON[leg.count] for leg in legs if leg.leads_out(s, look)]

    def forbids(self, s: BritState, a: Action) -> Cite | None:
        """Among opponents only the surplus marches on; neither may spoil the phase's end."""
        if a.verb == "march-on" and a.number > self.most:
            kept = held_up(s, self.nation, self.area, s.moves[-1].force.n, led=False)
            return (overrun_law(s, self.nation, self.area) if kept else None) or NOBODY
        if a.verb == "march-on" and not s.rules.board.land[self.area]:
            return STRAIT
        if not s.careful or a.verb not in ("march-on", "stop"):
            return None
        if a in self.candidates(s):
            return None
        if a == STOP:
            return spoilt(outlook_now(s, self.nation).stands())
        return MoveTo(self.nation, self.area, a.number, self.used, self.source).nowhere(s)

    def reason(self, s: BritState, a: Action, why: Cite) -> Reason:
        """How many may go on."""
        if spoils(why):
            return told(s, self.nation, why[0].clause) or ("spoils-the-end", {"nation": self.nation})
        if why == NOBODY:
            return "only-arrived", {"area": self.area, "n": self.most}
        return "must-stay", must_stay(s, self.nation, self.area, self.most, led=False)

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        """Ask where; or let them rest."""
        if a == STOP:
            return []
        return [MoveTo(self.nation, self.area, a.number, self.used, self.source)]

    def about(self, s: BritState) -> dict[str, Json]:
        """Besides, whether the phase could end if they stopped."""
        return {**NationChoice.about(self, s), "may_end": unmet(s, self.nation) is None}
