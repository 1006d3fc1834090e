"""7.1 Movement: a stack is activated, parts into groups, and each group marches hex by hex."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.actions import act, acts
from albion.games.boudicca.questions import Question, Reason, elsewhere, place, points
from albion.games.boudicca.roster import BRITONS
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
    both_moves_made,
    can_force_march,
    force_march_fault,
    force_march_reason,
    left_behind,
    may_force_march,
    play_force_march,
)
from albion.games.boudicca.s07_goals import can_leave, goals
from albion.games.boudicca.s07_interception import Interception, interception_reason
from albion.games.boudicca.s07_refusals import (
    IDLE_UNIT,
    attack_warning,
    march_fault,
    march_reason,
    not_intercepted,
)
from albion.games.boudicca.s07_ways import (
    MOVED_NOW,
    allowance,
    cannot_move,
    entry_reach,
    group_reach,
    label,
    movable,
    step_by_road,
    tell_march,
)
from albion.games.boudicca.s08_civilians import KillCivilians
from albion.games.boudicca.s10_combat import JoinBattle
from albion.games.boudicca.s12_leaders import leaders_at_risk
from albion.games.boudicca.state import DEAD, RAMPAGE, BoudiccaState, enemy
from albion.kernels.hex import Hex, bit, bits

MOVEMENT = cite("boudicca 7.1.1.a 7.1.2.a 7.1.3.a")
ONE_BY_ONE = cite("boudicca 7.1.2.a")
NOT_OF_STACK = cite("boudicca 7.1.1.a 7.1.3.a")


@rule(cite("boudicca 7.1.1.a 1.2.b 5.2.2.b"))
def activation_fault(s: BoudiccaState, side: str, h: Hex) -> Cite | None:
    """Why the stack in a hex cannot be activated to move."""
    units = s.units(h, side)
    if not units:
        if s.units(h, enemy(side)):
            return cite("boudicca 5.0.a 7.1.1.a")
        return cite("boudicca 8.1.1.a 7.1.1.a" if s.civilians(h) else "boudicca 7.1.1.a")
    reasons = [cannot_move(s, u) for u in units]
    if all(reasons):
        return tuple(dict.fromkeys(ref for why in reasons if why for ref in why))
    return None


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
        return cannot_move(s, u) or MOVED_NOW

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
            return cite("boudicca 12.1.3.a 11.1.3.c") if alone else self._astray(s, units)
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
            return ("legions-enter" if why[:2] == LEGIONS_APART else "governor-alone"), {}
        return stacking_reason(s, why, s.at.get(self.hex, ()), self.hex)

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


@step(
    cite("boudicca 7.1.4.a 7.1.5.a 7.1.6.a 7.1.7.a 7.1.8.a 7.1.12.a 7.1.12.b 7.1.13.a 7.1.13.b 7.1.15.a")
    + cite("boudicca 6.1.6.a 6.1.7.a 6.1.7.b 10.0.a 11.1.3.b")
)
class March(Question, frozen=True):
    """Where the group goes next: any hex in reach, an enemy to attack, or no further."""

    exact = True
    own = ("to", "attack", "stop")
    start: int = DEAD
    """The hex or box where it set out."""

    def seat(self, s: BoudiccaState) -> Seat:
        """The player whose Impulse it is."""
        return Seat(s.phasing)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Every hex in reach, lowest first, then the attacks, then to stop."""
        if s.halted or not s.group:
            return ()
        here = s.where[s.group[0]]
        free, fights = goals(s, s.group, s.mp)
        if s.strained and (owed := _owed(s, here, free)):
            stay = (act("stop"),) if owed & bit(here) else ()
            return (*acts("to", owed & ~bit(here)), *stay)
        moves = acts("to", free) + acts("attack", fights) if fights else acts("to", free)
        return moves if moves and _must_go(s, here) else (*moves, act("stop"))

    def about(self, s: BoudiccaState) -> dict[str, Json]:
        """Who moves, from where, with how many points."""
        units = [s.rules.units[u].id for u in s.group]
        return {"units": units, "hex": label(s.where[s.group[0]]) if s.group else None, "mp": points(s.mp)}

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Why a hex cannot be entered, and why nobody joins or strikes at the group here."""
        if a.verb == "take":
            return cite("boudicca 7.1.3.a")
        if a.verb == "intercept":
            return not_intercepted(s, a.number)
        if a.verb not in ("to", "attack", "stop"):
            return elsewhere(s, a)
        if a in self.candidates(s):
            return None
        here = s.where[s.group[0]] if s.group else DEAD
        free, fights = goals(s, s.group, s.mp) if s.strained and s.group and not s.halted else (0, 0)
        if free and _owed(s, here, free) and (a.verb == "stop" or (free | fights) & bit(a.number)):
            return PUT_RIGHT
        if a.verb == "stop":
            fault = stack_fault(s, s.at[here], s.phasing) or ()
            return PUT_RIGHT if here in s.strained else fault + END_OF_MOVEMENT
        return march_fault(s, a.number, attack=a.verb == "attack")

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """Points needed and left, the count that breaks a limit, or that there is no enemy."""
        if a.verb == "attack" and not s.occupied(a.number, enemy(s.phasing)):
            return "no-enemy", place(s, a.number)
        if why == PUT_RIGHT:
            return put_right_reason(s, s.group)
        if a.verb == "intercept" and s.group:
            return interception_reason(s, a.number, s.where[s.group[0]], why)
        if a.verb in ("to", "attack"):
            return march_reason(s, a.number, why)
        here = s.where[s.group[0]] if s.group else DEAD
        return stacking_reason(s, why, s.at.get(here, ()), here) if a.verb == "stop" else None

    def warns(self, s: BoudiccaState, a: Action) -> Refusal | None:
        """A hopeless attack is lost at once."""
        return attack_warning(s, a.number) if a.verb == "attack" else None

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Set off along the cheapest way."""
        if a.verb == "stop":
            here = s.where[s.group[0]]
            stays = label(here) if here == self.start else None
            tell_march(s, self.start, log)
            emit(log, "stop", self.cite, seat=s.phasing, hex=label(here), stays=stays)
            if s.second and s.moved[s.group[0]] == s.impulse:
                both_moves_made(s)
            s.group, s.ended = (), "stop"
            return []
        path, costs = route(s, a.number)
        return [Advance(path, costs, self.start)]


@rule(PUT_RIGHT)
def _owed(s: BoudiccaState, here: int, free: int) -> int:
    """Where a leader in the group must hold a faulty stack together, as a bit pattern; nothing if nowhere."""
    if s.rules.binders[s.phasing].isdisjoint(s.group):
        return 0
    stay = bit(here) if here > DEAD and s.moved[s.group[0]] == s.impulse else 0
    return bits(pressing(s, s.group)) & (free | stay)


@rule(END_OF_MOVEMENT)
def _must_go(s: BoudiccaState, here: int) -> bool:
    """Whether a group may not stay where it is with those who are there, be it where it sets out or on its way."""
    return here > DEAD and stack_fault(s, s.at[here], s.phasing) is not None


def route(s: BoudiccaState, to: Hex) -> tuple[tuple[Hex, ...], tuple[int, ...]]:
    """The hexes entered on the way, with the cost of each."""
    gate: tuple[Hex, ...] = ()
    spent = 0
    if s.where[s.group[0]] <= DEAD:
        first, spent, beyond = entry_reach(s, s.group, s.mp)
        gate = (first,)
        if beyond is None or to == first:
            return gate, (spent,)
        reach = beyond
    else:
        reach = group_reach(s, s.group, s.mp)
    way = reach.way(to)
    costs, total = [spent] if gate else [], 0
    for _, so_far in way:
        costs.append(so_far - total)
        total = so_far
    return (*gate, *[h for h, _ in way]), tuple(costs)


@step(cite("boudicca 7.1.6.a 7.1.7.a 7.1.14.a 7.1.14.c 7.2.4.a 10.0.a 10.0.b 7.1.13.b"))
class Advance(Step[BoudiccaState], frozen=True):
    """One hex further; whatever happens there comes before the next."""

    path: tuple[int, ...]
    costs: tuple[int, ...]
    start: int = DEAD

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Pay, enter, and meet what is there."""
        if s.halted or not s.group:
            return []
        h, cost = self.path[0], self.costs[0]
        if cost > s.mp:
            return [March(self.start)]
        self._enter(s, h, cost)
        if log is not None:
            names = [s.rules.units[u].id for u in s.group]
            emit(log, "move", self.cite, units=names, hex=h, near=s.rules.board.near(h), mp=s.mp / 2)
        foe = enemy(s.phasing)
        if s.occupied(h, foe):
            tell_march(s, self.start, log)
            return [JoinBattle(h, s.phasing), March(h)]
        fights = any(s.rules.combat[u] for u in s.group)
        follow: list[Step[BoudiccaState]] = []
        if fights:
            follow += leaders_at_risk(s, h, foe)
        if s.phasing == BRITONS and fights and s.civilians(h):
            follow.append(KillCivilians(h))
        follow.append(Interception(h, self.start))
        further = Advance(self.path[1:], self.costs[1:], self.start)
        follow.append(further if further.path else March(self.start))
        return follow

    def _enter(self, s: BoudiccaState, h: Hex, cost: int) -> None:
        s.by_road = step_by_road(s, s.where[s.group[0]], h, cost)
        s.mp -= cost
        for u in s.group:
            if s.moved[u] != s.impulse:
                s.moved[u] = s.impulse
                s.used[u] += 1
        if s.second and s.mp < s.second:
            both_moves_made(s)
        s.shift(s.group, h)
