"""A Movement Phase of the reduX games between two moves: whether it may end, and how moves are taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from albion.engine.action import Action, Json
from albion.engine.cite import Cite
from albion.engine.event import Log, emit, is_read
from albion.engine.refusal import foremost
from albion.engine.step import Step, Steps, step
from albion.kernels.britannia.answers import END, RESTART, STUCK
from albion.kernels.britannia.board import Nation, Place
from albion.kernels.britannia.checkpoint import NOTHING_NOTED, noted, set_back
from albion.kernels.britannia.due import OTHER_PHASES, PHASE_ORDER
from albion.kernels.britannia.halting import OWN_WORDS, halted, not_fresh, why_halted
from albion.kernels.britannia.limits import out_of_reach, told, unmet
from albion.kernels.britannia.measured import care
from albion.kernels.britannia.moving import NextMove, Reason
from albion.kernels.britannia.prospect import LIMITS, Outlook
from albion.kernels.britannia.spread import one_set
from albion.kernels.britannia.state import BritState, count_held
from albion.kernels.britannia.units import Move

B = TypeVar("B", bound=BritState, contravariant=True)


class ReduxMove(NextMove[B], Generic[B], frozen=True):
    """Besides, moves are taken back where the phase cannot end any more; from then on none may spoil its end."""

    def look(self, s: B) -> Outlook | None:
        return care(s, self.nation)

    def met(self, s: B, look: Outlook | None) -> bool:
        return unmet(s, self.nation) is None if look is None else look.met

    def unmet(self, s: B) -> Cite | None:
        """Of each limit its own clause first."""
        return foremost([broken for law in s.rules.movement_end if (broken := law(s, self.nation))])

    def hopeless(self, s: B, look: Outlook | None) -> bool:
        return look is None and bool(s.rules.no_end_left(s, self.nation))

    def stranded(self, s: B, look: Outlook | None) -> Sequence[Action]:
        """The ways back; where they have been taken, the end."""
        return STUCK if look is None else (END,)

    def stuck(self, s: B) -> bool:
        """Whether limits are not met and surely cannot be met any more."""
        return not s.careful and self.candidates(s) == STUCK

    def moved(self, s: B, place: Place) -> Cite:
        return not_fresh(s, self.nation, place)

    def held_back(self, s: B, place: Place) -> Cite | None:
        """No end is left; no way is open; of leaders, that they have moved."""
        if self.stuck(s):
            return out_of_reach(s, self.nation)
        nowhere = NextMove.held_back(self, s, place)
        return nowhere if place in s.fresh else foremost([self.moved(s, place), nowhere or ()])

    def no_further(self, s: B) -> Cite | None:
        return self.halted(s, s.moves[-1]) if s.moves else None

    def halted(self, s: B, last: Move) -> Cite:
        """Why those that made the last move go no further."""
        return halted(s, self.nation, last)

    def otherwise(self, s: B, a: Action) -> Cite | None:
        """Other phases have their own time."""
        return PHASE_ORDER if a.verb in OTHER_PHASES else None

    def reason(self, s: B, a: Action, why: Cite) -> Reason:
        """Which limit is broken where."""
        if a == END or (a.verb == "from" and (a.noun in s.fresh or why[0] in LIMITS)):
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
        broken = why_stuck(s, self.nation) if self.stuck(s) else None
        told_so = {"why": broken[0], **broken[1]} if broken else {}
        return {"nation": self.nation, "stuck": broken is not None, **told_so}

    def set_out(self, place: Place) -> Steps[Any]:
        return [self.leg(place), CheckLimits(self.nation), self]

    def close(self, s: B) -> None:
        """Nothing of the phase can be taken back any more."""
        s.fresh, s.moves, s.checkpoint, s.careful, s.needy = {}, (), NOTHING_NOTED, False, False

    def again(self, s: B, move: Move) -> None:
        """Make a move as it was made before."""
        raise NotImplementedError

    def back(self, s: B, a: Action, log: Log) -> Steps[Any]:
        """To the phase's beginning, or by as few moves as let it end."""
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
        if is_read(log) and not s.careful and hopeless(s, self.nation):  # first, being the cheaper to ask
            broken, why = out_of_reach(s, self.nation), why_stuck(s, self.nation)
            if broken is not None and why is not None:
                emit(log, f"stuck-{why[0]}", broken, **why[1])
        return []


def begin(s: BritState, nation: Nation) -> None:
    """Every army may move, save those pinned among opponents since they were placed; note how the nation stands, and the table."""
    s.all_fresh(nation)
    for area in s.entered:
        s.draw_fresh(area, s.came_from(area, area))
    s.moves, s.careful, s.needy = (), False, False
    s.held_before = count_held(s, nation)
    s.foes = one_set(frozenset([p for p, here in s.at.items() if here[0] != nation or len(here) > 1]))
    s.rules.standing(s, nation)
    s.checkpoint = noted(s)


def hopeless(s: BritState, nation: Nation) -> bool:
    """Whether limits that are not met can surely not be met any more."""
    return not s.fresh or bool(s.rules.no_end_left(s, nation))


def why_stuck(s: BritState, nation: Nation) -> Reason:
    """In words, which limit cannot be met any more."""
    broken = out_of_reach(s, nation)
    return None if broken is None else told(s, nation, broken[0].clause)


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
