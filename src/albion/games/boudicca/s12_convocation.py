"""12.2.6 Tribal Convocation: a Druid calls the tribes around him."""

from __future__ import annotations

from collections.abc import Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite
from albion.engine.event import Log, emit
from albion.engine.step import Steps, step
from albion.games.boudicca.actions import act
from albion.games.boudicca.questions import Question, Reason, elsewhere, place
from albion.games.boudicca.roster import BRITONS
from albion.games.boudicca.s06_putting_right import called, pressing, put_right_reason
from albion.games.boudicca.s06_stacking import PUT_RIGHT
from albion.games.boudicca.s12_druids import within_call
from albion.games.boudicca.state import DISPLACED, SACKER, BoudiccaState


@step(cite("boudicca 12.2.6.a 12.2.6.b R19"))
class Convocation(Question, frozen=True):
    """Who answers the Druid's call: any or all units near enough."""

    own = ("done",)
    druid: int

    def seat(self, s: BoudiccaState) -> Seat:
        """The Briton player."""
        return Seat(BRITONS)

    def candidates(self, s: BoudiccaState) -> Iterator[Action]:
        """All, one more, or no more."""
        near = within_call(s, self.druid)
        if near:
            yield act("summon", "all")
            yield from (act("summon", s.rules.units[u].id) for u in near)
            if self._unfinished(s) is None:
                yield act("done")

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only tribal units within 3 MPs."""
        if a.verb == "summon" and a.noun != "all":
            u = s.rules.index[a.name]
            if u in within_call(s, self.druid):
                return None
            sacker = s.rules.side[u] == BRITONS and s.marks[u] & SACKER
            return cite("boudicca 9.2.2.a R19" if sacker else "boudicca 12.2.6.b R19")
        if a.verb == "done":
            return self._unfinished(s)
        return None if a.verb == "summon" else elsewhere(s, a)

    def _unfinished(self, s: BoudiccaState) -> Cite | None:
        return PUT_RIGHT if called(s, self.druid, pressing(s)) else None

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """The stack that must still be parted, or what keeps a unit from coming."""
        if why == PUT_RIGHT:
            return put_right_reason(s)
        return self._stays(s, a.name) if a.verb == "summon" else None

    def _stays(self, s: BoudiccaState, name: str) -> Reason:
        """No tribal unit, off the map, there already, in a place that it has sacked, or too far away."""
        u = s.rules.index[name]
        if not s.rules.combat[u] or s.rules.side[u] != BRITONS:
            return "only-tribes", {}
        if not s.alive(u):
            return "unit-gone", {"unit": name}
        if s.where[u] == s.where[self.druid]:
            return "unit-there", {"unit": name} | place(s, s.where[u])
        if s.marks[u] & SACKER:
            return "unit-sacked", {"unit": name}
        reach = s.rules.data.activation.ranges.convocation_mp
        return "out-of-call", {"unit": name, "leader": s.rules.units[self.druid].id, "limit": reach}

    def about(self, s: BoudiccaState) -> dict[str, Json]:
        """The Druid and his hex."""
        return {"leader": s.rules.units[self.druid].id, "hex": s.where[self.druid]}

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """They come at once, free of cost."""
        if a.verb == "done":
            return []
        near = within_call(s, self.druid)
        coming = near if a.noun == "all" else [s.rules.index[a.name]]
        for u in coming:
            s.put(u, s.where[self.druid])
            s.marks[u] |= DISPLACED
        names = [s.rules.units[u].id for u in coming]
        emit(log, "convocation", self.cite, units=names, hex=s.where[self.druid])
        return [self]
