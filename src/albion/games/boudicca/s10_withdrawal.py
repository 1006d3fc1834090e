"""10.4.1-10.4.3 Withdrawal: leaving a battle, and where to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.actions import act
from albion.games.boudicca.board import FAR
from albion.games.boudicca.questions import Question, Reason, elsewhere, place
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s06_stacking import arrival_fault
from albion.games.boudicca.s07_ways import pace
from albion.games.boudicca.s10_pursuit import Pursuit, pursuit_dice
from albion.games.boudicca.s12_leaders import leaders_at_risk
from albion.games.boudicca.state import DISPLACED, BoudiccaState, enemy
from albion.kernels.hex import Hex, Spread, bit, hexes_of

NO_WAY = cite("boudicca 10.4.2.a 10.4.3.a R21")
SIDE_WAY = {ROMANS: cite("boudicca 10.4.2.a R21"), BRITONS: cite("boudicca 10.4.3.a R21")}
BUDGETS = (20, 60, 200, FAR)
"""A near goal is looked for first, a far one only if there is none."""


class Way(NamedTuple):
    """A way of withdrawal: its goal, the hexes entered and what each has cost so far."""

    goal: Hex
    path: tuple[Hex, ...]
    costs: tuple[int, ...]


@step(cite("boudicca 10.4.1.a 10.4.1.b 10.4.1.c R20"))
class OfferWithdrawal(Step[BoudiccaState], frozen=True):
    """After a round the weaker side may go, then the stronger may try; with equal strength nobody."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Ask the weaker side first."""
        b = s.battle
        assert b is not None
        strength = {side: s.strength(s.fighters(b.hex, side)) for side in (b.attacker, b.defender)}
        if strength[b.attacker] == strength[b.defender]:
            return []
        weak = min(strength, key=strength.__getitem__)
        return [Withdraw(weak, True), Withdraw(enemy(weak), False)]


@step(cite("boudicca 10.4.1.a 10.4.1.b 10.4.1.c R20 R22"))
class Withdraw(Question, frozen=True):
    """Leave the battle or stand; the stronger side needs a 6 with its leader's bonus."""

    side: str
    weaker: bool

    def seat(self, s: BoudiccaState) -> Seat:
        """The side that may go."""
        return Seat(self.side)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Go or stand, while there is a battle to leave."""
        b = s.battle
        if b is None or not (s.fighters(b.hex, ROMANS) and s.fighters(b.hex, BRITONS)):
            return ()
        return (act("withdraw"), act("stand"))

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Without a way free of enemies there is no withdrawal."""
        if a.verb == "withdraw":
            return None if can_withdraw(s, self.side) else SIDE_WAY[self.side]
        return None if a.verb == "stand" else elsewhere(s, a)

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """Who cannot come nearer to any place where this side may withdraw to."""
        if a.verb != "withdraw" or s.battle is None:
            return None
        if self.side == ROMANS:
            return "romans-shut-in", place(s, s.battle.hex)
        return "tribe-shut-in", {"tribe": shut_in(s)} | place(s, s.battle.hex)

    def warns(self, s: BoudiccaState, a: Action) -> Refusal | None:
        """Romans who go leave their Civilians to die; superior cavalry rides down whoever goes."""
        assert s.battle is not None
        h, foe = s.battle.hex, enemy(self.side)
        if a.verb != "withdraw":
            return None
        lost = len(s.civilians(h)) if self.side == ROMANS else 0
        if lost:
            return Refusal(cite("boudicca 8.1.5.a"), "civilians-left", {"count": lost})
        chasing, fleeing = s.cavalry(s.fighters(h, foe)), s.cavalry(s.fighters(h, self.side))
        dice = pursuit_dice(chasing, fleeing, s.rules.data.combat.battle.pursuit_divisor)
        return Refusal(cite("boudicca 10.4.4.a"), "pursuit", {"dice": dice}) if dice else None

    def about(self, s: BoudiccaState) -> dict[str, Json]:
        """The hex, and the faces that would do."""
        assert s.battle is not None
        return {"side": self.side, "weaker": self.weaker, "hex": s.battle.hex, "needs": self._needs(s)}

    def _needs(self, s: BoudiccaState) -> int:
        assert s.battle is not None
        bonus = max((s.rules.units[u].bonus for u in s.leaders(s.battle.hex, self.side)), default=0)
        return 0 if self.weaker else s.rules.data.combat.battle.withdraw_roll - bonus

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Roll if necessary; then pursuit, then the withdrawal itself."""
        assert s.battle is not None
        if a.verb == "stand":
            return []
        if not self.weaker:
            die = roll(s, log, 1, who=self.side, cite=cite("boudicca 10.4.1.b"))[0]
            if die < self._needs(s):
                emit(log, "withdrawal-fails", self.cite, seat=self.side, hex=s.battle.hex)
                return []
        emit(log, "withdraws", self.cite, seat=self.side, hex=s.battle.hex)
        return [Pursuit(self.side), LeaveField(self.side)]


@rule(NO_WAY)
def can_withdraw(s: BoudiccaState, side: str) -> bool:
    """Whether every part of an army has somewhere to go."""
    assert s.battle is not None
    if side == ROMANS:
        return bool(ways(s, tuple(s.fighters(s.battle.hex, side))))
    return not shut_in(s)


@rule(SIDE_WAY[BRITONS])
def shut_in(s: BoudiccaState) -> str:
    """The first tribe of the battle that has nowhere to go, if one has not."""
    assert s.battle is not None
    army = s.fighters(s.battle.hex, BRITONS)
    for tribe in dict.fromkeys(s.rules.body[u] for u in army):
        if not ways(s, tuple(u for u in army if s.rules.body[u] == tribe)):
            return tribe
    return ""


@rule(cite("boudicca 10.4.2.a 10.4.2.b 10.4.3.a 10.4.3.b R21 R34"))
def ways(s: BoudiccaState, units: tuple[int, ...]) -> list[Way]:
    """Where withdrawing units may head, with the way to each goal.

    A tribe heads for its own oppidum; if Romans are in it, it may choose another under Briton control.
    """
    side, here = s.rules.side[units[0]], s.where[units[0]]
    if side == ROMANS:
        return _nearest(s, units, roman_goals(s, here))
    own = s.rules.board.oppidum[s.rules.body[units[0]]]
    home = [] if own == here else _nearest(s, units, {own})
    if own != here and not s.occupied(own, ROMANS):
        return home
    return [*home, *(way for way in _nearest(s, units, briton_goals(s, here)) if way.goal != own)]


@rule(cite("boudicca 10.4.2.a 9.2.3.a R21 R47"))
def roman_goals(s: BoudiccaState, here: Hex) -> set[Hex]:
    """Posts and Towns that Rome holds."""
    board = s.rules.board
    return {
        h
        for h in (*board.posts, *board.towns)
        if h != here and s.sacked.get(h) not in (BRITONS, "both") and not s.occupied(h, BRITONS)
    }


@rule(cite("boudicca 10.4.3.b R47"))
def briton_goals(s: BoudiccaState, here: Hex) -> set[Hex]:
    """Oppida under Briton control."""
    return {
        h
        for tribe, h in s.rules.board.oppidum.items()
        if h != here
        and not s.occupied(h, ROMANS)
        and ((tribe in s.revolted and s.sacked.get(h) not in (ROMANS, "both")) or s.occupied(h, BRITONS))
    }


@rule(cite("boudicca 10.4.2.a 10.4.3.a R21 R34"))
def _nearest(s: BoudiccaState, units: tuple[int, ...], goals: set[Hex]) -> list[Way]:
    """The ways to the nearest goals; where enemies bar them all, as near as the full allowance leads."""
    for budget in BUDGETS:
        found = _reach(s, units, budget, s.held_bits(enemy(s.rules.side[units[0]])))
        costs = {g: c for g in goals if (c := found.cost(g)) is not None}
        if costs:
            least = min(costs.values())
            near = [_way(found, g) for g in sorted(costs) if costs[g] == least]
            return [w for w in near if w.costs[0] <= pace(s, units)]
    return _nearer(s, units, goals)


def _nearer(s: BoudiccaState, units: tuple[int, ...], goals: set[Hex]) -> list[Way]:
    """No goal can be reached past the enemy: the way to the hex in reach that is nearest to a nearest goal."""
    side = s.rules.side[units[0]]
    bare = _reach(s, units, FAR, 0)
    costs = {g: c for g in goals if (c := bare.cost(g)) is not None}
    free = _reach(s, units, pace(s, units), s.held_bits(enemy(side)))
    legal = [h for h in hexes_of(free.within) if arrival_fault(s, units, h, side) is None]
    found: list[Way] = []
    for goal in sorted(g for g, c in costs.items() if c == min(costs.values())):
        roads = "use" if side == ROMANS else "off"
        left = s.rules.board.costs_to(side, roads, s.bridges(), goal)
        for hexes in (legal, hexes_of(free.within)):
            end = min(hexes, key=lambda h: (left.get(h, FAR), free.cost(h), h), default=free.start)
            if left.get(end, FAR) < left.get(free.start, FAR):
                found.append(_way(free, end)._replace(goal=goal))
                break
    return found


def _reach(
    s: BoudiccaState, units: tuple[int, ...], budget: int, enemies: int, start: Hex | None = None
) -> Spread:
    side, field = s.rules.side[units[0]], s.where[units[0]]
    roman, here = side == ROMANS, field if start is None else start
    crowded = s.held_bits(ROMANS) & ~bit(field) if roman else 0
    return s.rules.board.reach(
        side,
        "use" if roman else "off",
        s.bridges(),
        here,
        budget,
        enemies & ~bit(field),
        crowded=crowded & ~bit(here),
        start_slow=bool(crowded & bit(here)),
    )


def _way(found: Spread, goal: Hex) -> Way:
    path, costs = zip(*found.way(goal), strict=True)
    return Way(goal, path, costs)


@rule(cite("boudicca 10.4.2.a 10.4.2.b 10.4.3.a 10.4.3.c R30 R34"))
def end_of_way(s: BoudiccaState, units: tuple[int, ...], way: Way) -> Hex:
    """The goal, or as far as the full allowance reaches; the last hex there where stacking allows it."""
    full, side = pace(s, units), s.rules.side[units[0]]
    within = [(h, cost) for h, cost in zip(way.path, way.costs, strict=True) if cost <= full]
    legal = [(h, cost) for h, cost in within if arrival_fault(s, units, h, side) is None]
    end, spent = legal[-1] if legal else (None, 0)
    if end is not None and (end == way.path[-1] or spent == full):
        return end
    return _aside(s, units, way, spent) or end or within[-1][0]


@rule(cite("boudicca 10.4.2.a 10.4.3.a 6.1.7.a R34"))
def _aside(s: BoudiccaState, units: tuple[int, ...], way: Way, spent: int) -> Hex | None:
    """The hex furthest on, beyond this many points, of another way as cheap where stacking allows the end."""
    side, total = s.rules.side[units[0]], way.costs[-1]
    enemies = s.held_bits(enemy(side))
    found = _reach(s, units, min(total, pace(s, units)), enemies)
    costs = {h: c for h in hexes_of(found.within) if (c := found.through(h)) is not None and c > spent}
    for h in sorted(costs, key=lambda h: (-costs[h], h)):
        left = total - costs[h]
        fits = arrival_fault(s, units, h, side) is None
        if fits and _reach(s, units, left, enemies, h).cost(way.path[-1]) == left:
            return h
    return None


@step(cite("boudicca 10.4.3.a R43"))
class LeaveField(Step[BoudiccaState], frozen=True):
    """The withdrawing army goes: Romans as one stack, Britons tribe by tribe."""

    side: str
    escorts: tuple[tuple[int, str], ...] = ()
    """Which tribe each leader goes with."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Settle who goes with whom, then go."""
        assert s.battle is not None
        h = s.battle.hex
        army, leaders = s.fighters(h, self.side), s.leaders(h, self.side)
        if not army:
            return []
        if self.side == ROMANS:
            return [WithdrawTo((*army, *leaders))]
        tribes = tuple(dict.fromkeys(s.rules.body[u] for u in army))
        chosen = dict(self.escorts)
        free = [u for u in leaders if u not in chosen]
        if free and len(tribes) > 1:
            return [Escort(free[0], tribes, self.escorts)]
        chosen |= dict.fromkeys(free, tribes[0])
        return [
            WithdrawTo(
                (*(u for u in army if s.rules.body[u] == tribe), *(u for u in leaders if chosen[u] == tribe))
            )
            for tribe in tribes
        ]


@step(cite("boudicca 10.4.3.a R43"))
class Escort(Question, frozen=True):
    """With which tribe a leader withdraws."""

    leader: int
    tribes: tuple[str, ...]
    escorts: tuple[tuple[int, str], ...]

    def seat(self, s: BoudiccaState) -> Seat:
        """The Briton player."""
        return Seat(BRITONS)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Any tribe of the army."""
        return [act("escort", tribe) for tribe in self.tribes]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only a tribe that withdraws now."""
        if a.verb != "escort":
            return elsewhere(s, a)
        return None if a.noun in self.tribes else cite("boudicca 10.4.3.a R43")

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """A tribe that is not there."""
        return ("not-withdrawing", {"tribe": a.name}) if a.verb == "escort" else None

    def about(self, s: BoudiccaState) -> dict[str, Json]:
        """The leader."""
        return {"leader": s.rules.units[self.leader].id, "tribes": list(self.tribes)}

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Settle it and look for the next leader."""
        return [LeaveField(BRITONS, (*self.escorts, (self.leader, a.name)))]


@step(cite("boudicca 10.4.2.a 10.4.2.b 10.4.3.a 10.4.3.b 10.4.3.c"))
class WithdrawTo(Step[BoudiccaState], frozen=True):
    """One withdrawing stack moves its full allowance towards its goal."""

    units: tuple[int, ...]

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Go, or ask where if there are equal goals."""
        found = ways(s, self.units)
        if len(found) > 1:
            return [Towards(self.units)]
        return self.go(s, found[0], log) if found else []

    def go(self, s: BoudiccaState, way: Way, log: Log) -> Steps[BoudiccaState]:
        """Move the stack along the way; a lone enemy leader where it ends is in danger."""
        end = end_of_way(s, self.units, way)
        for u in self.units:
            s.put(u, end)
            s.marks[u] |= DISPLACED
        s.shake(end)
        names = [s.rules.units[u].id for u in self.units]
        emit(log, "withdrawal", self.cite, units=names, goal=way.goal, hex=end, near=s.rules.board.near(end))
        return leaders_at_risk(s, end, enemy(s.rules.side[self.units[0]]))


@step(cite("boudicca 10.4.2.a 10.4.3.b"))
class Towards(Question, frozen=True):
    """Which goal the stack heads for: one of those equally near, or its own oppidum though Romans are in it."""

    units: tuple[int, ...]

    def seat(self, s: BoudiccaState) -> Seat:
        """The owner."""
        return Seat(s.rules.side[self.units[0]])

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """The goal of each possible route."""
        return [act("towards", way.goal) for way in ways(s, self.units)]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only the nearest goals."""
        if a.verb != "towards":
            return elsewhere(s, a)
        if any(way.goal == a.number for way in ways(s, self.units)):
            return None
        return cite("boudicca 10.4.2.a" if self.seat(s) == ROMANS else "boudicca 10.4.3.a 10.4.3.b")

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """Where this side may withdraw to."""
        return (
            (f"no-refuge-of-{'romans' if self.seat(s) == ROMANS else 'tribe'}", {})
            if a.verb == "towards"
            else None
        )

    def about(self, s: BoudiccaState) -> dict[str, Json]:
        """Who withdraws."""
        return {"units": [s.rules.units[u].id for u in self.units]}

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """By the cheapest way to that goal."""
        way = next(w for w in ways(s, self.units) if w.goal == a.noun)
        return WithdrawTo(self.units).go(s, way, log)
