"""The Movement Phase of forces: who moves next, when it may end, and how it starts again."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite
from albion.engine.step import step
from albion.kernels.britannia.board import Place
from albion.kernels.britannia.halting import halted, not_fresh
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.march import Marched, MarchTo
from albion.kernels.britannia.moving import MovementBegins, Reason
from albion.kernels.britannia.next_move import ReduxMove, begin
from albion.kernels.britannia.parties import LEADER_MOVES, places, way_to
from albion.kernels.britannia.units import Move

LED_SO_FAR = cite("redux-leaders 9.2.1.e")
BOATED = cite("redux-leaders 12.e")


@step(cite("redux-core 4.1.d 6.a 6.e", "redux-leaders 11.3.b"))
class MarchPhase(MovementBegins[HostState], frozen=True):
    """Remember how the nation stands, then let it move."""

    half: int = 0
    """Of a major invasion: the first or second Movement Phase."""

    def note(self, s: HostState) -> None:
        """Besides, which half it is, who raids, and whether any law bars areas."""
        nation = self.nation
        s.half = self.half
        s.strides, s.passed, s.boated = {}, (), ()
        for happens in s.rules.phase_begins:
            happens(s, nation)
        s.restrained = s.rules.restrained(s, nation)
        begin(s, nation)

    def told(self) -> dict[str, Json]:
        return {"half": self.half}

    def first(self) -> March:
        return March(self.nation)


@step(cite("redux-core 6.a 6.3.f 6.4.a 6.4.b 6.4.c", "redux-leaders 9.2.1.b 11.3.c"))
class March(ReduxMove[HostState], frozen=True):
    """Which units move next; or the phase ends, if its limits are met; or moves are taken back."""

    own = ("from", "end", "alone")

    def movers(self, s: HostState) -> Iterable[Place]:
        """Besides, leaders that have areas left to go."""
        return places(s, self.nation)

    def forbids(self, s: HostState, a: Action) -> Cite | None:
        """A leader moves alone only once it is said where to; for the rest, what binds every Movement Phase."""
        return LEADER_MOVES if a.verb == "alone" else ReduxMove.forbids(self, s, a)

    def reason(self, s: HostState, a: Action, why: Cite) -> Reason:
        """That a leader alone is asked for later; for the rest, what every Movement Phase says."""
        return ("where-first", {"leader": a.noun}) if a.verb == "alone" else ReduxMove.reason(self, s, a, why)

    def halted(self, s: HostState, last: Move) -> Cite:
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
        leg = MarchTo(self.nation, move.place, move.force, move.used, move.source)
        way = way_to(s, self.nation, move.place, move.area, move.used)
        assert way is not None
        Marched(leg, way, move.force).carry_out(s, None)

    def close(self, s: HostState) -> None:
        s.fresh_sorts, s.strides = {}, {}
        ReduxMove.close(self, s)
