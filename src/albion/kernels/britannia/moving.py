"""A Movement phase in every edition: how it begins, from where, where to, how many march on, and when it ends.

The order of the questions, and the order in which a refusal looks for its law, stand here once. An edition says which ways are open,
who is bound, and what the phase's end asks for. How many set out, and who exactly, is asked by `muster`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite
from albion.engine.event import Log, emit, is_read
from albion.engine.step import Step, Steps
from albion.kernels.britannia.answers import END, FROM, STOP
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Nation, Place
from albion.kernels.britannia.muster import Gathering, Look
from albion.kernels.britannia.state import MapState

M = TypeVar("M", bound=MapState, contravariant=True)
Reason = tuple[str, dict[str, Json]] | None


class MovementBegins(Step[M], Generic[M], frozen=True):
    """The start of a Movement phase: note who may move and how the table stands, then ask for the first move."""

    nation: Nation

    def note(self, s: M) -> None:
        """Who may move, and what the phase will be measured by."""
        raise NotImplementedError

    def first(self) -> Step[Any]:
        """The first question: which units move."""
        raise NotImplementedError

    def told(self) -> dict[str, Json]:
        """What is said besides of the phase that begins."""
        return {}

    def run(self, s: M, log: Log) -> Steps[Any]:
        self.note(s)
        if is_read(log):
            emit(log, "phase", self.cite, nation=self.nation, phase="movement", **self.told())
        return [self.first()]


class WhereTo(NationChoice[M], Generic[M], frozen=True):
    """Where units go: first from where they stand, then, marching on, from where they have got to."""

    exact = True
    by: ClassVar[tuple[str, ...]] = ("to",)
    """The verbs that name a way."""
    place: Place

    def look(self, s: M) -> Look:
        """What the phase's end is measured by, where no answer may spoil it; None: answers may for now."""
        raise NotImplementedError

    def ways_out(self, s: M, look: Look) -> Sequence[Action]:
        """Every way open to those marching on, or to some of those that have not moved; none that spoils the phase's end."""
        raise NotImplementedError

    def no_way(self, s: M, a: Action) -> Cite | None:
        """Why nobody may go there, the limits of the phase's end apart."""
        raise NotImplementedError

    def spoils_end(self, s: M, a: Action) -> Cite:
        """Which limit of the phase's end could not be met any more."""
        raise NotImplementedError

    def nowhere(self, s: M) -> Cite:
        """Why no way is open at all."""
        raise NotImplementedError

    def shut(self, s: M, why: Cite) -> Reason:
        """The sentence for `nowhere`, with its facts."""
        return None

    def cross(self, s: M, log: Log, a: Action) -> Steps[Any] | None:
        """Those marching on enter the next area; None: they only set out, so who goes is still to be asked."""
        raise NotImplementedError

    def sending(self, a: Action) -> Step[Any]:
        """The question how many set out."""
        raise NotImplementedError

    def otherwise(self, s: M, a: Action) -> Cite | None:
        """What the position has against an answer that names no way."""
        return None

    def leads_out(self, s: M, look: Look) -> bool:
        """Whether any way is open."""
        return bool(self.ways_out(s, look))

    def candidates(self, s: M) -> Iterable[Action]:
        """The ways that do not spoil the phase's end; if there is none, every way."""
        return self.ways_out(s, self.look(s)) or self.ways_out(s, None)

    def against(self, s: M, a: Action) -> Cite | None:
        """Why they may not go there: no way is open, or it spoils the phase's end."""
        shut = self.no_way(s, a)
        return self.spoils_end(s, a) if shut is None else shut

    def forbids(self, s: M, a: Action) -> Cite | None:
        """Only where a way is open, and if it can be helped none that spoils the phase's end."""
        if a.verb not in self.by:
            return self.otherwise(s, a)
        return None if a in self.candidates(s) else self.against(s, a)

    def take(self, s: M, a: Action, log: Log) -> Steps[Any]:
        """Those marching on go at once; otherwise ask how many."""
        follow = self.cross(s, log, a)
        return [self.sending(a)] if follow is None else follow


class NextMove(NationChoice[M], Generic[M], frozen=True):
    """Which units move next; or the phase ends, if its limits are met."""

    own: ClassVar[tuple[str, ...]] = ("from", "end")
    exact = True

    def look(self, s: M) -> Look:
        """What the phase's end is measured by, where no answer may spoil it; None: answers may for now."""
        raise NotImplementedError

    def leg(self, place: Place) -> WhereTo[Any]:
        """The question where those of a place go."""
        raise NotImplementedError

    def movers(self, s: M) -> Iterable[Place]:
        """Where units may still begin a move."""
        return s.fresh

    def starts(self, s: M, look: Look) -> list[Place]:
        """Where units may set out; none from which every way spoils the phase's end."""
        return [p for p in self.movers(s) if self.leg(p).leads_out(s, look)]

    def met(self, s: M, look: Look) -> bool:
        """Whether the phase may end now."""
        raise NotImplementedError

    def unmet(self, s: M) -> Cite | None:
        """What would be broken if it did."""
        raise NotImplementedError

    def hopeless(self, s: M, look: Look) -> bool:
        """Whether its limits surely cannot be met any more, so that nobody need be asked to move."""
        return False

    def stranded(self, s: M, look: Look) -> Sequence[Action]:
        """What is left where no move leads to the phase's end: to be no longer bound by it."""
        return [*[FROM[p] for p in self.starts(s, None)], END]

    def moved(self, s: M, place: Place) -> Cite:
        """Why nobody begins a move in a place."""
        raise NotImplementedError

    def held_back(self, s: M, place: Place) -> Cite | None:
        """Why those that may begin a move in a place do not set out."""
        return self.leg(place).nowhere(s)

    def no_further(self, s: M) -> Cite | None:
        """Why those that moved last go no further."""
        raise NotImplementedError

    def otherwise(self, s: M, a: Action) -> Cite | None:
        """What the position has against any other answer."""
        return None

    def close(self, s: M) -> None:
        """Carry out what the phase's end brings."""
        raise NotImplementedError

    def set_out(self, place: Place) -> Steps[Any]:
        """Those of a place move; then the same question."""
        return [self.leg(place), self]

    def back(self, s: M, a: Action, log: Log) -> Steps[Any]:
        """Moves are taken back, in editions that allow it."""
        raise NotImplementedError

    def candidates(self, s: M) -> Iterable[Action]:
        """From wherever somebody may set out; the end, once its limits are met."""
        look = self.look(s)
        met = self.met(s, look)
        if not met and self.hopeless(s, look):
            return self.stranded(s, look)
        found = [FROM[p] for p in self.starts(s, look)]
        if met:
            found.append(END)
        return found or self.stranded(s, look)

    def forbids(self, s: M, a: Action) -> Cite | None:
        """No unit that has moved moves again; some way must be open; the phase's limits bind its end."""
        if a.verb == "from":
            return self.may_start(s, a.name)
        if a.verb == "march-on":
            return self.no_further(s)
        if a != END:
            return self.otherwise(s, a)
        broken = self.unmet(s)
        return None if not broken or END in self.candidates(s) else broken

    def may_start(self, s: M, place: Place) -> Cite | None:
        """Why nobody sets out from a place."""
        if place not in self.movers(s):
            return self.moved(s, place)
        return None if FROM[place] in self.candidates(s) else self.held_back(s, place)

    def take(self, s: M, a: Action, log: Log) -> Steps[Any]:
        """Ask where they go; or close the phase; or go back in it."""
        if a.verb == "from":
            return self.set_out(a.name)
        if a != END:
            return self.back(s, a, log)
        self.close(s)
        return []


class GoOn(Gathering[M], Generic[M], frozen=True):
    """How many of those that just arrived go on; the others stay."""

    own: ClassVar[tuple[str, ...]] = ("march-on", "stop")
    exact = True

    def mover(self) -> Nation:
        """Whose units they are."""
        raise NotImplementedError

    def look(self, s: M) -> Look:
        """What the phase's end is measured by, where no answer may spoil it; None: answers may for now."""
        raise NotImplementedError

    def numbers(self, s: M, look: Look) -> Sequence[Action]:
        """How many may go on; no number that spoils the phase's end."""
        raise NotImplementedError

    def may_stop(self, s: M, look: Look) -> bool:
        """Whether all may stay, the phase's end included."""
        raise NotImplementedError

    def stranded(self, s: M) -> Sequence[Action]:
        """What is left where neither leads to the phase's end."""
        return (STOP,)

    def bound(self, s: M, a: Action) -> Cite | None:
        """Why this many do not go on, or why they may not stop, the limits of the phase's end apart."""
        raise NotImplementedError

    def spoils_end(self, s: M, a: Action) -> Cite | None:
        """Which limit of the phase's end could not be met any more."""
        raise NotImplementedError

    def seat(self, s: M) -> Seat:
        """Their player."""
        return s.rules.seat_of[self.mover()]

    def candidates(self, s: M) -> Iterable[Action]:
        """March on with some, or stop."""
        look = self.look(s)
        found = self.numbers(s, look)
        return (*found, STOP) if self.may_stop(s, look) else found or self.stranded(s)

    def offered(self, s: M) -> int:
        """The largest number that may go on now."""
        return max((a.number for a in self.candidates(s) if a != STOP), default=0)

    def forbids(self, s: M, a: Action) -> Cite | None:
        """Only those that nothing holds up; and if it can be helped the phase's end is not spoilt."""
        if a.verb not in ("march-on", "stop"):
            return None
        broken = self.bound(s, a)
        return broken if broken is not None or a in self.candidates(s) else self.spoils_end(s, a)

    def take(self, s: M, a: Action, log: Log) -> Steps[M]:
        """Ask who, if it matters, and where; or let them rest."""
        return [] if a == STOP else self.gather(s, log, a.number)


def departure(s: MapState, nation: Nation, place: Place, area: Place) -> dict[str, Json]:
    """What is shown with the question of how many set out: their nation, from where, where to, and who is there."""
    return {"nation": nation, "place": place, "area": area, "foe": s.foe(nation, area)}
