"""The Movement Phase of forces: who moves next, when it may end, and how it starts again."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action
from albion.engine.cite import Cite, cite
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.kernels.britannia.answers import END
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.halting import halted, not_fresh
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.march import MarchTo, advance
from albion.kernels.britannia.next_move import NextMove, Reason, begin
from albion.kernels.britannia.parties import LEADER_MOVES, places, way_to
from albion.kernels.britannia.units import Move

LED_SO_FAR = cite("redux-leaders 9.2.1.e")
BOATED = cite("redux-leaders 12.e")


@step(cite("redux-core 4.1.d 6.a 6.e", "redux-leaders 11.3.b"))
class MarchPhase(Step[HostState], frozen=True):
    """Remember how the nation stands, then let it move."""

    nation: Nation
    half: int = 0
    """Of a major invasion: the first or second Movement Phase."""

    def run(self, s: HostState, log: Log) -> Steps[HostState]:
        """Every army may move, save those pinned among opponents since they were placed."""
        nation = self.nation
        s.half = self.half
        s.strides, s.passed, s.boated = {}, (), ()
        for happens in s.rules.phase_begins:
            happens(s, nation)
        if nation in s.sorts or s.entered:
            s.fresh, s.fresh_sorts = {}, {}
            for place in s.armies[nation]:
                note_fresh(s, nation, place)
        else:
            s.fresh, s.fresh_sorts = s.armies[nation].copy(), {}
        s.restrained = s.rules.restrained(s, nation)
        begin(s, nation)
        emit(log, "phase", self.cite, nation=nation, phase="movement", half=self.half)
        return [March(nation)]


def note_fresh(s: HostState, nation: Nation, place: Place) -> None:
    """Note which armies in a place may begin a move: all but those pinned there."""
    pinned, tally = s.came_from(Area(place), place), s.tally(nation, place)
    n = s.count(nation, place) - pinned.n
    if n > 0:
        loose = {sort: k - pinned.of(sort) for sort, k in tally.items() if k > pinned.of(sort)}
        s.fresh[place] = n
        if loose:
            s.fresh_sorts[place] = loose


@step(cite("redux-core 6.a 6.3.f 6.4.a 6.4.b 6.4.c", "redux-leaders 9.2.1.b 11.3.c"))
class March(NextMove[HostState], frozen=True):
    """Which units move next; or the phase ends, if its limits are met; or moves are taken back."""

    own = ("from", "end", "alone")

    def movers(self, s: HostState) -> Iterable[Place]:
        """Besides, leaders that have areas left to go."""
        return places(s, self.nation)

    def forbids(self, s: HostState, a: Action) -> Cite | None:
        """A leader moves alone only once it is said where to; for the rest, what binds every Movement Phase."""
        return LEADER_MOVES if a.verb == "alone" else NextMove.forbids(self, s, a)

    def reason(self, s: HostState, a: Action, why: Cite) -> Reason:
        """That a leader alone is asked for later; for the rest, what every Movement Phase says."""
        return ("where-first", {"leader": a.noun}) if a.verb == "alone" else NextMove.reason(self, s, a, why)

    def no_further(self, s: HostState, last: Move) -> Cite:
        """Why those that moved last go no further: besides, they came by boat, or as far as a leader leads."""
        led = LED_SO_FAR if last.force.leaders else ()
        return BOATED if last.area in s.boated[1:] else (*halted(s, self.nation, last), *led)

    def moved(self, s: HostState, place: Place) -> Cite:
        """Why nobody begins a move in a place: besides, they came by boat."""
        if place in s.boated[1:] and s.count(self.nation, place):
            return BOATED
        led = LEADER_MOVES if s.leaders_at(self.nation, place) else ()
        return (*not_fresh(s, self.nation, place), *led)

    def leg(self, place: Place) -> MarchTo:
        """Where those of a place go."""
        return MarchTo(self.nation, place)

    def again(self, s: HostState, move: Move) -> None:
        """Make a move as it was made before."""
        force = move.force
        leg = MarchTo(self.nation, move.place, force, move.used, move.source)
        way = way_to(s, self.nation, move.place, move.area, move.used)
        assert way is not None
        advance(s, None, leg, way, force)

    def take(self, s: HostState, a: Action, log: Log) -> Steps[HostState]:
        """Ask where they go; or close the phase; or go back in it."""
        if a == END:
            s.fresh_sorts, s.strides = {}, {}
        return NextMove.take(self, s, a, log)
