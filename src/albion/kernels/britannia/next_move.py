"""A Movement Phase between two moves: who moves next, whether it may end, and how moves are taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from albion.engine.action import Action, Json
from albion.engine.cite import Cite
from albion.engine.event import Log, emit
from albion.engine.refusal import foremost
from albion.engine.step import Step, Steps, step
from albion.kernels.britannia.answers import END, FROM, RESTART, STUCK
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Nation, Place
from albion.kernels.britannia.checkpoint import NOTHING_NOTED, noted, set_back
from albion.kernels.britannia.due import OTHER_PHASES, PHASE_ORDER
from albion.kernels.britannia.halting import OWN_WORDS, halted, not_fresh, why_halted
from albion.kernels.britannia.limits import told, unmet
from albion.kernels.britannia.measured import care
from albion.kernels.britannia.prospect import LIMITS, Outlook
from albion.kernels.britannia.state import BritState, held_areas
from albion.kernels.britannia.units import Move

Reason = tuple[str, dict[str, Json]] | None
B = TypeVar("B", bound=BritState, contravariant=True)


class Leg(NationChoice[B], Generic[B], frozen=True):
    """Where units of a place go."""

    exact = True
    place: Place

    def leads_out(self, s: B, look: Outlook | None) -> bool:
        """Whether any way is open; with care, one that does not spoil the phase's end."""
        raise NotImplementedError

    def nowhere(self, s: B) -> Cite:
        """Why none is."""
        raise NotImplementedError

    def shut(self, s: B, why: Cite) -> Reason:
        """The same in words, where no limit of the phase's end decides."""
        return None


class NextMove(NationChoice[B], Generic[B], frozen=True):
    """Which units move next; or the phase ends, if its limits are met; or moves are taken back."""

    own: ClassVar[tuple[str, ...]] = ("from", "end")
    exact = True

    def leg(self, place: Place) -> Leg[Any]:
        """The question where those of a place go."""
        raise NotImplementedError

    def movers(self, s: B) -> Iterable[Place]:
        """Where units may still begin a move."""
        return s.fresh

    def starts(self, s: B, look: Outlook | None) -> Sequence[Place]:
        """Where units may set out; with care, only where some way does not spoil the phase's end."""
        return [p for p in self.movers(s) if self.leg(p).leads_out(s, look)]

    def candidates(self, s: B) -> Iterable[Action]:
        """Moves, and the end if its limits are met; where no end is within reach any more, the ways back."""
        look = care(s, self.nation)
        met = unmet(s, self.nation) is None if look is None else look.met
        if not met and look is None and s.rules.no_end_left(s, self.nation):
            return STUCK
        found = [FROM[p] for p in self.starts(s, look)]
        if met or (look is not None and not found):
            return (*found, END)
        return found or STUCK

    def stuck(self, s: B) -> bool:
        """Whether limits are not met and surely cannot be met any more."""
        return not s.careful and self.candidates(s) == STUCK

    def may_start(self, s: B, place: Place) -> Cite | None:
        """No unit that has moved moves again; some way must be open."""
        if place not in self.movers(s):
            return self.moved(s, place)
        if self.stuck(s):
            return unmet(s, self.nation)
        leg = self.leg(place)
        if leg.leads_out(s, care(s, self.nation)):
            return None
        return leg.nowhere(s) if place in s.fresh else foremost([self.moved(s, place), leg.nowhere(s)])

    def moved(self, s: B, place: Place) -> Cite:
        """Why nobody begins a move in a place."""
        return not_fresh(s, self.nation, place)

    def again(self, s: B, move: Move) -> None:
        """Make a move as it was made before."""
        raise NotImplementedError

    def no_further(self, s: B, last: Move) -> Cite:
        """Why those that moved last go no further."""
        return halted(s, self.nation, last)

    def forbids(self, s: B, a: Action) -> Cite | None:
        """No army that has moved moves again; the phase's limits bind its end; back only where no end is left."""
        if a.verb == "from":
            return self.may_start(s, a.name)
        if a.verb == "march-on" and s.moves:
            return self.no_further(s, s.moves[-1])
        if a.verb in OTHER_PHASES:
            return PHASE_ORDER
        if a == END:
            broken = breaches(s, self.nation)
            return broken if broken and (not s.careful or self.starts(s, care(s, self.nation))) else None
        return None

    def reason(self, s: B, a: Action, why: Cite) -> Reason:
        """Which limit is broken where."""
        if a == END or (a.verb == "from" and a.noun in s.fresh):
            broken = told(s, self.nation, why[0].clause)
            if broken is None and why[0] not in LIMITS:
                return self.leg(a.name).shut(s, why)
            return broken or ("spoils-the-end", {"nation": self.nation})
        if why[0] in OWN_WORDS:
            return None
        if a.verb == "from":
            return why_halted(s, self.nation, a.name)
        return why_halted(s, self.nation, s.moves[-1].area) if a.verb == "march-on" and s.moves else None

    def about(self, s: B) -> dict[str, Json]:
        """Who moves, and where no end is left, which limit is broken where."""
        broken = told(s, self.nation) if self.stuck(s) else None
        told_so = {"why": broken[0], **broken[1]} if broken else {}
        return {"nation": self.nation, "stuck": broken is not None, **told_so}

    def take(self, s: B, a: Action, log: Log) -> Steps[Any]:
        """Ask where they go; or close the phase; or go back in it."""
        if a.verb == "from":
            return [self.leg(a.name), CheckLimits(self.nation), self]
        if a == END:
            close(s)
            return []
        if a == RESTART:
            start_again(s, log, self.nation)
        else:
            take_back(s, log, self.nation, self.again)
        return [self]


@step(LIMITS)
class CheckLimits(Step[BritState], frozen=True):
    """After a group has moved: limits met at last stay met; where the phase cannot end, which is broken where."""

    nation: Nation

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        """Before the next question, so that all its answers are measured alike; it offers the ways back."""
        if s.needy and unmet(s, self.nation) is None:
            s.needy = False
        if (
            log is not None and not s.careful and out_of_reach(s, self.nation)
        ):  # first, being the cheaper to ask
            broken, why = unmet(s, self.nation), told(s, self.nation)
            if broken is not None and why is not None:
                emit(log, f"stuck-{why[0]}", broken, **why[1])
        return []


def begin(s: BritState, nation: Nation) -> None:
    """Note how a nation stands that may move now, and the whole table, to come back to."""
    s.moves, s.careful, s.needy = (), False, False
    s.held_before = len(held_areas(s, nation))
    alone = (nation,)
    s.foes = frozenset([p for p, here in s.at.items() if here != alone])
    s.rules.standing(s, nation)
    s.checkpoint = noted(s)


def close(s: BritState) -> None:
    """The phase is over: nothing of it can be taken back any more."""
    s.fresh, s.moves, s.checkpoint, s.careful, s.needy = {}, (), NOTHING_NOTED, False, False


def breaches(s: BritState, nation: Nation) -> Cite:
    """What would be broken if the phase ended now, of each limit its own clause first."""
    return foremost([broken for law in s.rules.movement_end if (broken := law(s, nation))])


def out_of_reach(s: BritState, nation: Nation) -> bool:
    """Whether limits that are not met can surely not be met any more."""
    return not s.fresh or s.rules.no_end_left(s, nation)


def start_again(s: BritState, log: Log, nation: Nation) -> None:
    """Set the whole table back to the phase's beginning; from now on no move may spoil its end."""
    points = s.points
    set_back(s, s.checkpoint)
    s.careful, s.needy = True, unmet(s, nation) is not None
    emit(log, "restart", LIMITS, nation=nation)
    tell_points_back(s, log, points)


def take_back(s: BritState, log: Log, nation: Nation, play: Callable[[Any, Move], None]) -> None:
    """Take back the last groups that moved, as few as let the phase end; the others move as they did.

    In a phase that began with its limits met they must be met again; in another one it must be possible to meet them.
    """
    moves, points = s.moves, s.points
    starts = [i for i, move in enumerate(moves) if not move.used]
    set_back(s, s.checkpoint)
    needy, kept = unmet(s, nation) is not None, 0
    for end in starts[1:]:
        for move in moves[len(s.moves) : end]:
            play(s, move)
        if s.rules.outlook(s, nation).can_end() if needy else unmet(s, nation) is None:
            kept = end
    if kept < len(s.moves):
        set_back(s, s.checkpoint)
        for move in moves[:kept]:
            play(s, move)
    s.careful, s.needy = True, needy and unmet(s, nation) is not None
    emit(log, "take-back", LIMITS, nation=nation, n=sum(1 for i in starts if i >= kept))
    tell_points_back(s, log, points)


def tell_points_back(s: BritState, log: Log, before: dict[Nation, int]) -> None:
    """Points that moves had brought are gone with the moves; told, so that what is told adds up."""
    for nation, points in s.points.items():
        if points != before[nation]:
            emit(log, "score", LIMITS, nation=nation, n=points - before[nation], why="taken-back")
