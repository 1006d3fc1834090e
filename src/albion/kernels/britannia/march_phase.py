"""The Movement Phase of forces: who moves next, when it may end, and how it starts again."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.kernels.britannia.answers import END, FROM, RESTART, STUCK, TAKE_BACK
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.checkpoint import noted
from albion.kernels.britannia.due import OTHER_PHASES, PHASE_ORDER
from albion.kernels.britannia.halting import halted, not_fresh
from albion.kernels.britannia.host import HostState, host
from albion.kernels.britannia.limits import told
from albion.kernels.britannia.march import MarchTo, advance
from albion.kernels.britannia.movement import (
    CheckLimits,
    Reason,
    breaches,
    close,
    start_again,
    take_back,
    unmet,
)
from albion.kernels.britannia.parties import LEADER_MOVES, care, may_leave, places, way_to
from albion.kernels.britannia.prospect import Outlook
from albion.kernels.britannia.spread import AROUND
from albion.kernels.britannia.state import BritState, held_areas
from albion.kernels.britannia.units import Move, kind_of

LED_SO_FAR = cite("redux-leaders 9.2.1.e")
BOATED = cite("redux-leaders 12.e")


@step(cite("redux-core 4.1.d 6.a 6.e", "redux-leaders 11.3.b"))
class MarchPhase(Step[HostState], frozen=True):
    """Remember how the nation stands, then let it move."""

    nation: Nation
    half: int = 0
    """Of a major invasion: the first or second Movement Phase."""

    def run(self, s: HostState, log: Log) -> Steps[HostState]:
        """Every army may move, save those pinned among opponents since they were placed, and forts."""
        nation = self.nation
        s.half = self.half
        s.strides, s.passed, s.boated = {}, (), ()
        for begin in s.rules.setting_out:
            begin(s, nation)
        s.fresh, s.fresh_sorts = {}, {}
        for place in s.armies[nation]:
            note_fresh(s, nation, place)
        s.moves, s.careful, s.needy = (), False, False
        s.held_before = len(held_areas(s, nation))
        s.foes = frozenset(p for p, here in s.at.items() if here != (nation,))
        s.restrained = s.rules.restrained(s, nation)
        s.rules.standing(s, nation)
        s.checkpoint = noted(s)
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


@step(cite("redux-core 6.a 6.3.f 6.4.a 6.4.b 6.4.c", "redux-leaders 9.2.1.b 11.3.c"))
class March(NationChoice[HostState], frozen=True):
    """Which units move next; or the phase ends, if its limits are met; or moves are taken back."""

    exact = True

    def candidates(self, s: HostState) -> Iterable[Action]:
        """Moves, and the end if its limits are met; where no end is within reach any more, the ways back."""
        look = care(s, self.nation)
        met = unmet(s, self.nation) is None if look is None else look.met
        if not met and look is None and s.rules.no_end_left(s, self.nation):
            return STUCK
        found = [FROM[p] for p in self.starts(s, look)]
        if met or (look is not None and not found):
            return (*found, END)
        return found or STUCK

    def starts(self, s: HostState, look: Outlook | None) -> list[Place]:
        """Where units may set out; with care, only where some way does not spoil the phase's end."""
        nation, led = self.nation, s.leaders.values()
        by_land = look is not None and not s.rules.flags(s, nation).boats
        found = []
        for p in places(s, nation):
            plain = p not in s.fresh_sorts and p not in led
            if plain and look is None:
                opens = may_leave(s, nation, p)
            elif plain and look is not None and not s.restrained and look.sureties.open(p, 1) & AROUND[p]:
                opens = True
            elif plain and look is not None and by_land and look.sureties.shut(p):
                opens = False
            else:
                opens = any(True for _ in MarchTo(nation, p).open_ways(s, look))
            if opens:
                found.append(p)
        return found

    def stuck(self, s: HostState) -> bool:
        """Whether limits that are not met can surely not be met any more."""
        return not s.careful and self.candidates(s) == STUCK

    def forbids(self, s: HostState, a: Action) -> Cite | None:
        """No army that has moved moves again; the phase's limits bind its end; back only where no end is left."""
        nation = self.nation
        if a.verb == "from":
            return self._may_start(s, str(a.noun))
        if a.verb == "alone":
            return LEADER_MOVES
        if a.verb in OTHER_PHASES:
            return PHASE_ORDER
        if a == END:
            broken = breaches(s, nation)
            return broken if broken and (not s.careful or self.starts(s, care(s, nation))) else None
        if a.verb == "march-on" and s.moves:
            last = s.moves[-1]
            led = LED_SO_FAR if last.force.leaders else ()
            return BOATED if last.area in s.boated[1:] else (*halted(s, nation, last), *led)
        return None

    def reason(self, s: HostState, a: Action, why: Cite) -> Reason:
        """Which limit is broken where."""
        if a == END or (a.verb == "from" and a.noun in s.fresh):
            return told(s, self.nation) or ("spoils-the-end", {"nation": self.nation})
        return None

    def about(self, s: HostState) -> dict[str, Json]:
        """Who moves, and where no end is left, which limit is broken where."""
        broken = told(s, self.nation) if self.stuck(s) else None
        told_so = {"why": broken[0], **broken[1]} if broken else {}
        return {"nation": self.nation, "stuck": broken is not None, **told_so}

    def _may_start(self, s: HostState, place: Place) -> Cite | None:
        if place in places(s, self.nation):
            if self.stuck(s):
                return unmet(s, self.nation)
            leg = MarchTo(self.nation, place)
            return None if any(True for _ in leg.open_ways(s, care(s, self.nation))) else leg.nowhere(s)
        if place in s.boated[1:] and s.count(self.nation, place):
            return BOATED
        led = LEADER_MOVES if s.leaders_at(self.nation, place) else ()
        return (*not_fresh(s, self.nation, place), *led)

    def take(self, s: HostState, a: Action, log: Log) -> Steps[HostState]:
        """Ask where they go; or close the phase; or go back in it."""
        if a == END:
            close(s)
            s.fresh_sorts, s.strides = {}, {}
            return []
        if a == RESTART:
            start_again(s, log, self.nation)
            return [self]
        if a == TAKE_BACK:
            take_back(s, log, self.nation, again)
            return [self]
        return [MarchTo(self.nation, str(a.noun)), CheckLimits(self.nation), self]


def again(s: BritState, nation: Nation, move: Move) -> None:
    """Make a move as it was made before."""
    t, force = host(s), move.force
    leg = MarchTo(nation, move.place, force, move.used, move.source)
    way = way_to(t, nation, move.place, move.area, move.used, bool(force.leaders))
    assert way is not None
    advance(t, None, leg, way, force)
