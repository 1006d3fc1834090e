"""The Movement Phase of forces: who moves next, when it may end, and how it starts again."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.kernels.britannia.asking import FARTHER
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.host import HostChoice, HostState
from albion.kernels.britannia.march import MarchTo
from albion.kernels.britannia.movement import END, FROM, PINNED, RESTART, breaches, stopped
from albion.kernels.britannia.parties import may_leave, places
from albion.kernels.britannia.state import held_areas
from albion.kernels.britannia.units import kind_of

BOATED = cite("redux-leaders 12.e")


@step(cite("redux-core 4.1.d 6.a 6.e", "redux-leaders 11.3.b"))
class MarchPhase(Step[HostState], frozen=True):
    """Remember how the nation stands, then let it move."""

    nation: Nation
    half: int = 0
    """Of a major invasion: the first or second Movement Phase."""
    again: bool = False
    """The phase starts again because no legal end was left."""

    def run(self, s: HostState, log: Log) -> Steps[HostState]:
        """Every army may move, save those pinned among opponents since they were placed, and forts."""
        nation = self.nation
        s.half = self.half
        s.careful = self.again
        s.strides, s.passed, s.boated = {}, (), ()
        for begin in s.rules.setting_out:
            begin(s, nation)
        s.fresh, s.fresh_sorts = {}, {}
        for place in s.armies[nation]:
            note_fresh(s, nation, place)
        s.before = s.armies[nation].copy()
        s.before_sorts = {p: t.copy() for p, t in s.sorts.get(nation, {}).items()}
        s.before_leaders = {x: s.leaders[x] for x in s.leaders_of(nation)}
        s.before_entered = {a: d.copy() for a, d in s.entered.items()}
        s.held_before = len(held_areas(s, nation))
        s.foes = frozenset(p for p, here in s.at.items() if here != (nation,))
        s.restrained = s.rules.restrained(s, nation)
        s.rules.standing(s, nation)
        emit(log, "phase", self.cite, nation=nation, phase="movement", half=self.half)
        return [March(nation)]


def note_fresh(s: HostState, nation: Nation, place: Place) -> None:
    """Note which armies in a place may begin a move: all but those pinned there, and those that never move."""
    pinned, tally = s.came(Area(place), place), s.tally(nation, place)
    n = s.count(nation, place) - pinned.n
    loose = {}
    for sort, k in tally.items():
        if kind_of(sort) in s.rules.rooted:
            n -= k
        elif k > pinned.of(sort):
            loose[sort] = k - pinned.of(sort)
    if n > 0:
        s.fresh[place] = n
        if loose:
            s.fresh_sorts[place] = loose


@step(cite("redux-core 4.1.d 6.a 6.3.f 6.4.a 6.4.b 6.4.c", "redux-leaders 9.2.1.b 9.2.1.j 11.3.c"))
class March(HostChoice, frozen=True):
    """Which units move next; or the phase ends, if its limits are met; or it starts again."""

    nation: Nation

    def seat(self, s: HostState) -> Seat:
        """The player of the moving nation."""
        return s.rules.seat_of[self.nation]

    def candidates(self, s: HostState) -> Iterable[Action]:
        """From anywhere a unit has not moved; the end; a new start."""
        yield from (FROM[p] for p in places(s, self.nation))
        yield END
        yield RESTART

    def forbids(self, s: HostState, a: Action) -> Cite | None:
        """No army that has moved moves again; the phase's limits bind its end; a new start only if stuck."""
        if a.verb == "from":
            return self._may_start(s, str(a.noun))
        if a == END:
            return breaches(s, self.nation) or None
        if a.verb == "march-on" and s.boated:
            return BOATED
        return self.cite if a != RESTART or self.legal(s) != (RESTART,) else None

    def legal(self, s: HostState) -> tuple[Action, ...]:
        """Moves, and the end if its limits are met; where no end is within reach any more, a new start."""
        if self.unmet(s) is None:
            return (*(FROM[p] for p in self.starts(s, s.careful)), END)
        if s.rules.no_end_left(s, self.nation):
            return (RESTART,)
        found = self.starts(s, s.careful) or self.starts(s, False)
        return tuple([FROM[p] for p in found]) or (RESTART,)

    def starts(self, s: HostState, careful: bool) -> list[Place]:
        """Where units may set out; with care, only where some way does not spoil the phase's end."""
        nation = self.nation
        led = s.leaders.values()
        return [
            p
            for p in places(s, nation)
            if (
                may_leave(s, nation, p)
                if not careful and p not in s.fresh_sorts and p not in led
                else any(True for _ in MarchTo(nation, p).open_ways(s, careful))
            )
        ]

    def why_refused(self, s: HostState, a: Action) -> Cite | None:
        """The rule against it, or the limits that can no longer be met."""
        return self.forbids(s, a) or self.unmet(s)

    def unmet(self, s: HostState) -> Cite | None:
        """What the phase cannot end without."""
        for law in s.rules.movement_end:
            broken = law(s, self.nation)
            if broken is not None:
                return broken
        return None

    def _may_start(self, s: HostState, place: Place) -> Cite | None:
        if place in places(s, self.nation):
            leg = MarchTo(self.nation, place)
            return None if any(True for _ in leg.open_ways(s, False)) else leg.nowhere(s)
        by_boat = place in s.boated[1:]
        if s.entered.get(Area(place), {}).get(place) and not by_boat:
            return PINNED
        if not s.count(self.nation, place):
            return cite("redux-core 6.a")
        return (*stopped(s, self.nation, place), *FARTHER, *(BOATED if by_boat else ()))

    def take(self, s: HostState, a: Action, log: Log) -> Steps[HostState]:
        """Ask where they go; or close the phase; or put everyone back."""
        if a == END:
            s.fresh, s.fresh_sorts, s.strides = {}, {}, {}
            return []
        if a == RESTART:
            begin_again(s, self.nation)
            emit(log, "restart", self.cite, nation=self.nation)
            return [MarchPhase(self.nation, s.half, again=True)]
        return [MarchTo(self.nation, str(a.noun)), self]


def begin_again(s: HostState, nation: Nation) -> None:
    """Set all of a nation's units as they stood when the phase began."""
    s.put_back(nation, s.before)
    if s.before_sorts:
        s.sorts[nation] = {p: t.copy() for p, t in s.before_sorts.items()}
    s.leaders.update(s.before_leaders)
    s.entered = {a: d.copy() for a, d in s.before_entered.items()}
    s.entered_sorts = {}
