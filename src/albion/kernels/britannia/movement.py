"""Phase II, Movement, of plain armies: by land, across straits, from the sea, and through overruns.

The questions are those of `moving` and `muster`; that armies are alike makes them short and fast. A property compares them with
the same questions asked of forces (`march`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal, foremost
from albion.engine.step import Steps, step
from albion.kernels.britannia.answers import MARCH_ON, SEND, STOP, TO
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.crossing import Crossing
from albion.kernels.britannia.halting import (
    NOBODY,
    STRAIT,
    all_unmoved,
    crosses_strait,
    held_up,
    may_go_on,
    must_stay,
    overrun_law,
    too_far_off,
)
from albion.kernels.britannia.limits import crowding, told, unmet
from albion.kernels.britannia.measured import care, outlook_now
from albion.kernels.britannia.moving import GoOn, MovementBegins, NextMove, Reason, WhereTo, departure
from albion.kernels.britannia.muster import HowMany
from albion.kernels.britannia.next_move import ReduxMove, begin
from albion.kernels.britannia.prospect import LIMITS, Outlook, spoils, spoilt, why_spoilt
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.units import PLAIN, Force, Move


@step(cite("redux-core 4.1.d 6.a 6.e"))
class MovementPhase(MovementBegins[BritState], frozen=True):
    """Remember how the nation stands, then let it move."""

    def note(self, s: BritState) -> None:
        begin(s, self.nation)

    def first(self) -> Movement:
        return Movement(self.nation)


@step(cite("redux-core 6.a 6.3.f 6.4.a 6.4.b 6.4.c"))
class Movement(ReduxMove[BritState], frozen=True):
    """Which armies move next; or the phase ends, if its limits are met; or moves are taken back."""

    def leg(self, place: Place) -> MoveTo:
        return MoveTo(self.nation, place)

    def starts(self, s: BritState, look: Outlook | None) -> list[Place]:
        """Everywhere, unless care is taken: no place is without a way out."""
        return list(s.fresh) if look is None else NextMove.starts(self, s, look)

    def again(self, s: BritState, move: Move) -> None:
        leg = MoveTo(self.nation, move.place, move.force.n, move.used, move.source)
        advance(s, None, leg, move.area, move.force.n)


@rule(cite("redux-core 6.b 6.2.a 6.1.a 6.1.d 1.1.1.c 1.1.1.d 1.1.1.e"))
def destinations(s: BritState, nation: Nation, place: Place, used: int) -> Sequence[Area]:
    """Next door by land, across a strait as the whole move, or ashore from a sea."""
    board = s.rules.board
    around = board.near if used == 0 else board.land
    return around[Area(place)] if place in board.near else board.coast[place]


@step(cite("redux-core 6.b 6.c 6.d 6.1.a 6.1.b 6.2.a"))
class MoveTo(WhereTo[BritState], frozen=True):
    """Where a group goes: first from where it stands, then, marching on, from where it has got to."""

    count: int = 0
    """How many march on together; none: asked next."""
    used: int = 0
    """Areas of the allowance used so far."""
    source: Place = ""
    """Where those marching on had come from."""

    def look(self, s: BritState) -> Outlook | None:
        return care(s, self.nation)

    def ways_out(self, s: BritState, look: Outlook | None) -> Sequence[Action]:
        areas = destinations(s, self.nation, self.place, self.used)
        return [TO[a] for a in areas if look is None or self._leads(s, look, a)]

    def leads_out(self, s: BritState, look: Outlook | None) -> bool:
        """One way is enough."""
        areas = destinations(s, self.nation, self.place, self.used)
        return look is None or any(self._leads(s, look, a) for a in areas)

    def _leads(self, s: BritState, look: Outlook, area: Area) -> bool:
        """Whether those marching on, or some number of those not yet moved, can go to an area."""
        if self.count:
            return open_to(s, look, self, area, self.count)
        left = further(s, self, area)
        return any(
            look.opens(s, self.place, area, n, n, left, fresh=True, led=False)
            for n in range(1, s.fresh[self.place] + 1)
        )

    def no_way(self, s: BritState, a: Action) -> Cite | None:
        """Only next door; never to sea; a strait only as the whole move."""
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
        return None

    def spoils_end(self, s: BritState, a: Action) -> Cite:
        n = self.count or 1
        return spoilt(outlook_now(s, self.nation).stands(self.place, ((a.name, n),), n, n))

    def nowhere(self, s: BritState) -> Cite:
        """Of each way why it is not open."""
        ways = destinations(s, self.nation, self.place, self.used)
        return foremost([self.against(s, TO[a]) or () for a in ways]) or LIMITS

    def reason(self, s: BritState, a: Action, why: Cite) -> Reason:
        """How far off it is, or that it spoils the phase's end."""
        area, n = Area(a.name), self.count or 1
        if spoils(why):
            return why_spoilt(outlook_now(s, self.nation), self.place, area, n, n)
        return too_far_off(s, self.place, area, why)

    def cross(self, s: BritState, log: Log, a: Action) -> Steps[BritState] | None:
        return advance(s, log, self, Area(a.name), self.count) if self.count else None

    def sending(self, a: Action) -> Send:
        return Send(self, Area(a.name))


def open_to(s: BritState, look: Outlook, leg: MoveTo, area: Area, n: int) -> bool:
    """Whether n armies may go to an area and the phase can still end, those staying there or some marching on."""
    return look.opens(s, leg.place, area, n, n, further(s, leg, area), fresh=not leg.used, led=False)


def further(s: BritState, leg: MoveTo, area: Area) -> int:
    """How many areas those that go to an area may march on."""
    return 0 if crosses_strait(s, leg.place, area) else s.rules.numbers.move - leg.used - 1


@step(cite("redux-core 6.a 6.1.1.a"))
class Send(HowMany[BritState], frozen=True):
    """How many armies go."""

    own = ("send",)
    exact = True
    leg: MoveTo
    area: Area

    def seat(self, s: BritState) -> Seat:
        return self.leg.seat(s)

    def pool(self, s: BritState) -> Force:
        return PLAIN[s.fresh[self.leg.place]]

    def law(self, s: BritState, force: Force) -> Cite | None:
        """As many as do not spoil the phase's end."""
        leg, n, look = self.leg, force.n, care(s, self.leg.nation)
        if look is None or open_to(s, look, leg, self.area, n):
            return None
        return spoilt(look.stands(leg.place, ((self.area, n),), n, n))

    def candidates(self, s: BritState) -> Iterable[Action]:
        """From one to all that have not moved."""
        numbers, look = SEND[1 : s.fresh[self.leg.place] + 1], care(s, self.leg.nation)
        if look is None:
            return numbers
        return [a for a in numbers if open_to(s, look, self.leg, self.area, a.number)]

    def too_many(self, s: BritState) -> Cite:
        return all_unmoved(s, self.leg.nation, self.leg.place, s.fresh[self.leg.place])

    def reason(self, s: BritState, a: Action, why: Cite) -> Reason:
        """How many could go."""
        leg = self.leg
        if spoils(why):
            return why_spoilt(outlook_now(s, leg.nation), leg.place, self.area, a.number, a.number)
        return "only-unmoved", {"place": leg.place, "n": s.fresh[leg.place], "nation": leg.nation}

    def warns(self, s: BritState, a: Action) -> Refusal | None:
        return crowding(s, self.leg.nation, self.area, a)

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        """Nobody need be asked who they are."""
        return advance(s, log, self.leg, self.area, a.number)

    def about(self, s: BritState) -> dict[str, Json]:
        return departure(s, self.leg.nation, self.leg.place, self.area)


class Moved(Crossing[BritState]):
    """Plain armies that go on by one area."""

    def __init__(self, leg: MoveTo, area: Area, n: int) -> None:
        Crossing.__init__(self, leg.nation, leg.place, area, PLAIN[n], leg.source, leg.place)
        self.leg = leg

    def leave(self, s: BritState) -> None:
        s.moves = (*s.moves, Move(self.place, self.area, self.force, self.leg.used, self.source))
        Crossing.leave(self, s)

    def tell(self, log: Log, foe: Nation | None) -> None:
        n, place = self.force.n, self.place
        emit(log, "move", self.leg.cite, nation=self.nation, n=n, place=place, area=self.area, foe=foe)


@rule(cite("redux-core 6.b 6.d 6.e 6.1.c 6.2.b 6.3.a 6.3.d 7.2.1.c"))
def advance(s: BritState, log: Log, leg: MoveTo, area: Area, n: int) -> Steps[BritState]:
    """Carry n armies over one border; among opponents they stop, save those that overrun."""
    Moved(leg, area, n).carry_out(s, log)
    onward, used = may_go_on(s, leg.nation, area, n), leg.used + 1
    if onward <= 0 or used >= s.rules.numbers.move or crosses_strait(s, leg.place, area):
        return []
    return [MarchOn(leg.nation, area, leg.place, onward, used)]


@step(cite("redux-core 6.b 6.3.a 6.3.b 6.3.d"))
class MarchOn(GoOn[BritState], frozen=True):
    """How many of those that just arrived go on; the others stay."""

    nation: Nation
    area: Area
    source: Place
    most: int
    used: int

    def mover(self) -> Nation:
        return self.nation

    def look(self, s: BritState) -> Outlook | None:
        return care(s, self.nation)

    def onward(self, n: int) -> MoveTo:
        """Where n of them go."""
        return MoveTo(self.nation, self.area, n, self.used, self.source)

    def numbers(self, s: BritState, look: Outlook | None) -> Sequence[Action]:
        """None from where only straits lead on."""
        if not s.rules.board.land[self.area]:
            return ()
        able = MARCH_ON[1 : self.most + 1]
        return able if look is None else [a for a in able if self.onward(a.number).leads_out(s, look)]

    def may_stop(self, s: BritState, look: Outlook | None) -> bool:
        return look is None or look.keeps("", (), 0, 0, fresh=False)

    def bound(self, s: BritState, a: Action) -> Cite | None:
        """Among opponents only the surplus marches on."""
        if a == STOP:
            return None
        if not 0 < a.number <= self.most:
            kept = a.number and held_up(s, self.nation, self.area, s.moves[-1].force.n, led=False)
            return (overrun_law(s, self.nation, self.area) if kept else None) or NOBODY
        return None if s.rules.board.land[self.area] else STRAIT

    def spoils_end(self, s: BritState, a: Action) -> Cite | None:
        if a == STOP:
            return spoilt(outlook_now(s, self.nation).stands())
        return self.onward(a.number).nowhere(s)

    def reason(self, s: BritState, a: Action, why: Cite) -> Reason:
        """How many may go on."""
        if spoils(why):
            return told(s, self.nation, why[0].clause) or ("spoils-the-end", {"nation": self.nation})
        if why == NOBODY:
            return "only-arrived", {"area": self.area, "n": self.most}
        if why == STRAIT:
            return None
        return "must-stay", must_stay(s, self.nation, self.area, self.most, led=False)

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        return [] if a == STOP else [self.onward(a.number)]

    def about(self, s: BritState) -> dict[str, Json]:
        """Besides, whether the phase could end if they stopped."""
        return {**GoOn.about(self, s), "may_end": unmet(s, self.nation) is None}
