"""7.1 Movement: a group on the march, hex by hex, and what it meets there."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.actions import act, acts
from albion.games.boudicca.questions import Question, Reason, elsewhere, place, points
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s06_putting_right import pressing, put_right_reason
from albion.games.boudicca.s06_stacking import (
    END_OF_MOVEMENT,
    PUT_RIGHT,
    arrival_fault,
    stack_fault,
    stacking_reason,
)
from albion.games.boudicca.s07_forced_march import FORCE_MARCH_FIRST, both_moves_made
from albion.games.boudicca.s07_goals import goals
from albion.games.boudicca.s07_interception import Interception, interception_reason
from albion.games.boudicca.s07_refusals import attack_warning, march_fault, march_reason, not_intercepted
from albion.games.boudicca.s07_ways import entry_reach, group_reach, label, step_by_road, tell_march
from albion.games.boudicca.s08_civilians import KillCivilians
from albion.games.boudicca.s10_combat import JoinBattle
from albion.games.boudicca.s12_leaders import leaders_at_risk
from albion.games.boudicca.state import DEAD, BoudiccaState, enemy
from albion.kernels.hex import Hex, bit, bits


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
        if a.verb == "play" and a.noun == "force-march" and s.phasing == ROMANS:
            return FORCE_MARCH_FIRST
        if a.verb not in ("to", "attack", "stop"):
            return elsewhere(s, a)
        if a in self.candidates(s):
            return None
        here = s.where[s.group[0]] if s.group else DEAD
        free, fights = goals(s, s.group, s.mp) if s.strained and s.group and not s.halted else (0, 0)
        open_to = {"to": free, "attack": fights}
        if free and _owed(s, here, free) and (a.verb == "stop" or open_to[a.verb] & bit(a.number)):
            return PUT_RIGHT
        if a.verb == "stop":
            fault = stack_fault(s, s.at[here], s.phasing) or ()
            return PUT_RIGHT if here in s.strained else fault + END_OF_MOVEMENT
        return march_fault(s, a.number, attack=a.verb == "attack")

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """Points needed and left, the count that breaks a limit, or that there is no enemy."""
        if a.verb == "attack" and not s.occupied(a.number, enemy(s.phasing)):
            return "no-enemy", place(s, a.number)
        if why == FORCE_MARCH_FIRST:
            return "force-march-later", {}
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
    """Whether a group may not stay where it is with those who are there, whether where it sets out or on its way."""
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
        path = self._payable(s)
        if not path:
            return [March(self.start)]
        h = path[0]
        self._enter(s, h, self.costs[0])
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
        further = Advance(path[1:], self.costs[1 : len(path)], self.start)
        follow.append(further if further.path else March(self.start))
        return follow

    @rule(cite("boudicca 6.1.7.a 7.1.8.a 8.1.3.a"))
    def _payable(self, s: BoudiccaState) -> tuple[int, ...]:
        """The way ahead; where a killing took points that it needed, up to the last hex it can pay and may stay in."""
        if sum(self.costs) <= s.mp:
            return self.path
        n = sum(total <= s.mp for total in accumulate(self.costs))
        while n and arrival_fault(s, s.group, self.path[n - 1], s.phasing) is not None:
            n -= 1
        return self.path[:n]

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
