"""7.1 Movement: a stack is activated and parts into groups, each of which marches on its own."""

from __future__ import annotations

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal, foremost
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.actions import act
from albion.games.boudicca.questions import Question, Reason, elsewhere
from albion.games.boudicca.s06_putting_right import joined, pressing, put_right_reason
from albion.games.boudicca.s06_stacking import (
    END_OF_MOVEMENT,
    LEGIONS_APART,
    PUT_RIGHT,
    departure_fault,
    faulty_hexes,
    stack_fault,
    stacking_reason,
)
from albion.games.boudicca.s07_forced_march import (
    HAS_FOUGHT,
    HAS_MOVED,
    can_force_march,
    force_march_fault,
    force_march_reason,
    left_behind,
    may_force_march,
    play_force_march,
)
from albion.games.boudicca.s07_goals import can_leave, goals
from albion.games.boudicca.s07_march import March
from albion.games.boudicca.s07_refusals import IDLE_UNIT
from albion.games.boudicca.s07_ways import allowance, cannot_move, label, movable
from albion.games.boudicca.state import DEAD, RAMPAGE, BoudiccaState, enemy
from albion.kernels.hex import Hex, bits

MOVEMENT = cite("boudicca 7.1.1.a 7.1.2.a 7.1.3.a")
ONE_BY_ONE = cite("boudicca 7.1.2.a")
NOT_OF_STACK = cite("boudicca 7.1.1.a 7.1.3.a")
GOVERNOR_ALONE = cite("boudicca 12.1.3.a 11.1.3.c")


@rule(cite("boudicca 7.1.1.a 1.2.b 5.2.2.b"))
def activation_fault(s: BoudiccaState, side: str, h: Hex) -> Cite | None:
    """Why the stack in a hex cannot be activated to move."""
    units = s.units(h, side)
    if not units:
        if s.units(h, enemy(side)):
            return cite("boudicca 5.0.a 7.1.1.a")
        return cite("boudicca 8.1.1.a 7.1.1.a" if s.civilians(h) else "boudicca 7.1.1.a")
    reasons = dict.fromkeys(cannot_move(s, u) for u in units)
    return None if None in reasons else foremost([why for why in reasons if why])


def activate(s: BoudiccaState, place: int, log: Log) -> Steps[BoudiccaState]:
    """Open the activation of a stack on the map or off it."""
    pool = movable(s, place, s.phasing)
    emit(
        log, "activate", MOVEMENT, seat=s.phasing, hex=label(place), units=[s.rules.units[u].id for u in pool]
    )
    return [MoveStack(place, pool), EndActivation(pool)]


@step(MOVEMENT + cite("boudicca 6.1.7.a 6.1.11.a"))
class MoveStack(Question, frozen=True):
    """Who of the activated stack moves next, together or separately; nobody else joins on the way."""

    exact = True
    own = ("take", "march", "play", "done")
    hex: int
    pool: tuple[int, ...]
    group: tuple[int, ...] = ()
    forced: bool = False
    begun: bool = False

    def seat(self, s: BoudiccaState) -> Seat:
        """The player whose Impulse it is."""
        return Seat(s.phasing)

    def about(self, s: BoudiccaState) -> dict[str, Json]:
        """Where the stack stands, who waits and who is chosen."""
        names = s.rules.units
        return {
            "hex": label(self.hex),
            "waiting": [names[u].id for u in self.waiting(s)],
            "group": [names[u].id for u in self.group],
            "forced": self.forced,
        }

    def waiting(self, s: BoudiccaState) -> tuple[int, ...]:
        """Those of the stack who have not moved; a battle may have come back to their hex."""
        return tuple([u for u in self.pool if s.where[u] == self.hex])

    def candidates(self, s: BoudiccaState) -> list[Action]:
        """All of them, one more, off they go, or none."""
        pool, group = self.waiting(s), self.group
        found: list[Action] = []
        if not pool:
            return found
        if not group and self._leaving(s, pool) is None:
            found.append(act("take", "all"))
        if len(pool) > 1:
            units, choosy = s.rules.units, self._choosy(s, pool)
            for u in pool:
                if u not in group and (not choosy or self._joining(s, u) is None):
                    found.append(act("take", units[u].id))
        if not group and may_force_march(s, self):
            found.append(act("play", "force-march"))
        elif group and self._leaving(s, group) is None:
            found.append(act("march"))
        if self._unfinished(s) is None:
            found.append(act("done"))
        return found

    def attempts(self, s: BoudiccaState) -> list[Action]:
        """Also those who stand in the hex and must stay there: nobody vanishes without a reason."""
        waiting = self.waiting(s)
        stay = [
            u
            for u in s.at.get(self.hex, ())
            if not s.rules.civilian[u] and s.rules.side[u] == s.phasing and u not in waiting
        ]
        kept = [u for u in waiting if u not in self.group and len(waiting) > 1]
        return [*self.candidates(s), *(act("take", s.rules.units[u].id) for u in (*stay, *kept))]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only activated units, leaving a legal stack; a faulty stack must be corrected."""
        match a.verb:
            case "take" if a.noun == "all":
                return ONE_BY_ONE if self.group else self._leaving(s, self.waiting(s))
            case "take":
                return self._taking(s, a.name)
            case "march":
                return self._leaving(s, self.group) if self.group else ONE_BY_ONE
            case "play":
                return force_march_fault(s, self, a.name)
            case "done":
                return self._unfinished(s)
        return elsewhere(s, a)

    def _taking(self, s: BoudiccaState, name: str) -> Cite | None:
        u, waiting = s.rules.index[name], self.waiting(s)
        if u in waiting:
            return ONE_BY_ONE if u in self.group or len(waiting) == 1 else self._joining(s, u)
        if s.where[u] != self.hex or s.rules.side[u] != s.phasing:
            return NOT_OF_STACK
        if self.forced and not can_force_march(s, u):
            return left_behind(s, u)
        return cannot_move(s, u) or NOT_OF_STACK

    @staticmethod
    def _choosy(s: BoudiccaState, pool: tuple[int, ...]) -> bool:
        """Whether not all who wait could set out together; a leader among them binds whom he goes with."""
        return bool(s.strained) or stack_fault(s, pool, s.phasing) is not None

    def _joining(self, s: BoudiccaState, u: int) -> Cite | None:
        """Why a unit must not go with those chosen: no group with them both could set out."""
        units, binders = (*self.group, u), s.rules.binders[s.phasing]
        why = self._astray(s, units) or (self._leaving(s, units) if s.strained else None)
        if why is None or why == PUT_RIGHT:
            return why
        return None if any(x in binders and x not in units for x in self.waiting(s)) else why

    def _leaving(self, s: BoudiccaState, units: tuple[int, ...]) -> Cite | None:
        if self.hex <= DEAD:
            alone = not any(s.rules.combat[u] for u in units)
            return GOVERNOR_ALONE if alone else self._astray(s, units)
        waiting = self.waiting(s)
        fault = departure_fault(
            s, units, self.hex, s.phasing, lambda u: u in waiting and u not in units and can_leave(s, u)
        )
        return fault or self._astray(s, units)

    def _astray(self, s: BoudiccaState, units: tuple[int, ...]) -> Cite | None:
        """Why a group must not set out together: it could stay nowhere, or not get where it is owed."""
        apart = stack_fault(s, units, s.phasing)
        owed = pressing(s, units) if s.strained else []
        if not apart and not (owed and any(joined(s, u, owed) for u in units)):
            return None
        moves, fights = goals(s, units, allowance(s, units))
        if apart and not moves | fights:
            return apart + END_OF_MOVEMENT
        return None if apart or moves & bits(owed) else PUT_RIGHT

    def _unfinished(self, s: BoudiccaState) -> Cite | None:
        faulty = stack_fault(s, s.at.get(self.hex, ()), s.phasing) if self.hex > DEAD else None
        if faulty and any(can_leave(s, u) for u in self.waiting(s)):
            return PUT_RIGHT if self.hex in s.strained else faulty + END_OF_MOVEMENT
        return PUT_RIGHT if self._owing(s) else None

    def _owing(self, s: BoudiccaState) -> list[int]:
        """Leaders of the stack who must hold another stack together, and can."""
        wanted = pressing(s)
        return [u for u in self.waiting(s) if joined(s, u, wanted)] if wanted else []

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """The count that breaks a limit, or the unit that stands elsewhere."""
        if why == NOT_OF_STACK:
            return "not-of-stack", {"unit": a.name}
        if a.verb == "play":
            return force_march_reason(s, self, a.name, why)
        if why == ONE_BY_ONE:
            return self._chosen(s, a)
        if why == PUT_RIGHT:
            return put_right_reason(s)
        if why in (HAS_FOUGHT, HAS_MOVED):
            return "unit-unfit", {"unit": a.name}
        if a.verb == "take" and why[0].clause in IDLE_UNIT:
            return IDLE_UNIT[why[0].clause], {"unit": a.name}
        if self.hex <= DEAD:
            return self._kept_in_box(why)
        going = self._going(s, a)
        return stacking_reason(s, why, [u for u in s.at.get(self.hex, ()) if u not in going], self.hex)

    @staticmethod
    def _kept_in_box(why: Cite) -> Reason:
        """Two legions that would enter together, or the Governor alone."""
        if why[:2] == LEGIONS_APART:
            return "legions-enter", {}
        return ("governor-alone", {}) if why == GOVERNOR_ALONE else None

    def _going(self, s: BoudiccaState, a: Action) -> tuple[int, ...]:
        """Who would have left the hex after an answer, together with those who could still follow."""
        waiting = self.waiting(s)
        if a.verb == "take":
            units = waiting if a.noun == "all" else (*self.group, s.rules.index[a.name])
        else:
            units = self.group if a.verb == "march" else ()
        return (*units, *(u for u in waiting if units and u not in units and can_leave(s, u)))

    def _chosen(self, s: BoudiccaState, a: Action) -> Reason:
        """Nobody is chosen yet, this unit is, or there is nobody else to choose."""
        if a.verb == "march":
            return "nobody-chosen", {}
        if a.noun == "all":
            return "chosen-already", {}
        return ("already-chosen" if s.rules.index[a.name] in self.group else "last-of-stack"), {
            "unit": a.name
        }

    def warns(self, s: BoudiccaState, a: Action) -> Refusal | None:
        """A leader who parts from his troops falls to the first enemy horseman; a point may be spent for nothing."""
        if a.verb == "done":
            return None if self.begun else Refusal(cite("boudicca 7.1.1.a"), "nobody-moved")
        guarded = self.hex > DEAD and s.occupied(self.hex, s.phasing)
        if not guarded or a not in (act("march"), act("take", "all")):
            return None
        going = self.group or self.waiting(s)
        staying = [u for u in s.units(self.hex, s.phasing) if u not in going]
        alone = next((us for us in (going, staying) if us and not any(s.rules.combat[u] for u in us)), None)
        if alone is None:
            return None
        return Refusal(cite("boudicca 12.1.2.a"), "leader-alone", {"leader": s.rules.units[alone[0]].id})

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Add a unit to the group, or set it marching."""
        if a.verb == "take" and a.noun != "all":
            chosen = (*self.group, s.rules.index[a.name])
            return [MoveStack(self.hex, self.pool, chosen, self.forced, self.begun)]
        if a.verb == "play":
            return play_force_march(s, self, log)
        if a.verb == "done":
            return []
        pool = self.waiting(s)
        group = tuple(sorted(pool if a.verb == "take" else self.group))
        rest = tuple([u for u in pool if u not in group])
        if self.hex > DEAD and stack_fault(s, [u for u in s.at[self.hex] if u not in group], s.phasing):
            s.shake(self.hex)
        start_march(s, group, forced=self.forced)
        return [March(self.hex), MoveStack(self.hex, rest, (), self.forced, True)]


def start_march(s: BoudiccaState, group: tuple[int, ...], *, forced: bool = False) -> None:
    """A group picks up its movement points."""
    s.group = group
    s.mp = allowance(s, group)
    s.forced, s.second = forced, s.mp if forced else 0
    s.mp += s.second
    s.halted = s.by_road = False
    s.ended = ""


@step(cite("boudicca 7.1.3.a 5.3.1.c"))
class EndActivation(Step[BoudiccaState], frozen=True):
    """The activation is over: what it gave is used up."""

    pool: tuple[int, ...] = ()

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Rampage lends its points to one activation of the units that it struck, not to that of others."""
        for u in self.pool:
            s.marks[u] &= ~RAMPAGE
        s.group, s.mp, s.second, s.forced, s.halted = (), 0, 0, False, False
        if s.strained:
            faulty = faulty_hexes(s, s.phasing)
            s.strained = tuple(h for h in s.strained if h in faulty)
        return []
