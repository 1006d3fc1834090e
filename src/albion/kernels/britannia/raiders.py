"""Raiding turns: who is a raider, and the Raider Withdrawal Phase."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit, is_read
from albion.engine.step import Step, Steps, step
from albion.kernels.britannia.answers import DONE, RESTART
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.checkpoint import noted, set_back
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.muster import HowMany, Muster
from albion.kernels.britannia.parties import every_force, left_alone
from albion.kernels.britannia.units import INFANTRY, RAIDER, Force, home_of, raider
from albion.kernels.britannia.withdrawing import Withdrawing

ONLY_RAIDERS = cite("redux-leaders 11.4.1.a 11.5.c")


@rule(cite("redux-leaders 11.4.a 11.4.b 11.4.1.a 11.4.1.b 11.4.1.c 11.4.1.d"))
def mark_raiders(s: HostState, nation: Nation, place: Place) -> None:
    """Plain infantry and leaders that begin the Movement Phase in a place are raiders from there."""
    plain = s.everything(nation, place).of(INFANTRY)
    if plain:
        s.sorts.setdefault(nation, {}).setdefault(place, {})[raider(place)] = plain + s.tally(
            nation, place
        ).get(raider(place), 0)
    for leader in s.leaders_at(nation, place):
        s.raiding_leaders[leader] = place


def forget_raiders(s: HostState, nation: Nation) -> None:
    """When the turn is over all are ordinary armies again."""
    theirs = s.sorts.get(nation, {})
    for place in list(theirs):
        rest = {sort: n for sort, n in theirs[place].items() if not sort.startswith(RAIDER)}
        if rest:
            theirs[place] = rest
        else:
            del theirs[place]
    if nation in s.sorts and not theirs:
        del s.sorts[nation]
    for leader in s.leaders_of(nation):
        s.raiding_leaders.pop(leader, None)


def raiders_ashore(s: HostState, nation: Nation) -> dict[Area, int]:
    """How many raiding armies stand in each land area."""
    near = s.rules.board.near
    found = {Area(p): s.raiders(nation, p) for p in s.sorts.get(nation, {}) if p in near}
    return {a: n for a, n in found.items() if n and any(home_of(x) != a for x in s.tally(nation, a))}


def raiding_leaders_ashore(s: HostState, nation: Nation) -> list[str]:
    """Raiding leaders on land."""
    near = s.rules.board.near
    return [x for x in s.leaders_of(nation) if x in s.raiding_leaders and s.leaders[x] in near]


@step(cite("redux-leaders 11.a 11.4.f 11.5.1.a 10.3.c"))
class RaiderWithdrawal(Step[HostState], frozen=True):
    """After all battles raiding units may go back to sea; then all are ordinary units again."""

    nation: Nation

    def run(self, s: HostState, log: Log) -> Steps[HostState]:
        """Note where the nation's units stand; ask, if any raider is ashore."""
        nation = self.nation
        if nation not in s.sorts and not s.raiding_leaders:
            return []
        ashore = tuple(s.land_areas(nation))
        end = WithdrawalEnd(nation, ashore)
        if not raiders_ashore(s, nation) and not raiding_leaders_ashore(s, nation):
            return [end]
        if is_read(log):
            emit(log, "phase", self.cite, nation=nation, phase="withdrawal")
        s.careful = s.moved_back = False
        s.checkpoint = noted(s)
        return [Withdraw(nation), end]


WITHDRAWAL = cite(
    "redux-leaders 11.a 11.4.f 11.4.g 11.5.a 11.5.b 11.5.c 11.5.d 11.5.e 11.5.1.a 9.2.3.a 9.2.3.b 9.2.3.c"
)


WITHDRAWS = cite("redux-leaders 11.4.f 11.5.a")
SETTLED = cite("redux-leaders 11.4.1.a 11.4.c")


@step(WITHDRAWAL)
class Withdraw(Withdrawing[HostState], frozen=True):
    """Which raiders go back to sea; or no more do."""

    own = ("withdraw", "done")

    def ashore(self, s: HostState) -> Iterable[Area]:
        areas = dict.fromkeys(raiders_ashore(s, self.nation))
        return areas | dict.fromkeys(Area(s.leaders[x]) for x in raiding_leaders_ashore(s, self.nation))

    def first(self, s: HostState) -> Sequence[Action]:
        return s.rules.before_withdrawal(s, self.nation)

    def tried(self, s: HostState, area: Area) -> Sequence[Cite | None]:
        ashore = s.count(self.nation, area) and not s.rules.board.at_sea(area)
        return [self.law(s, area, f) for f in self.forces(s, area)] if ashore else (WITHDRAWS,)

    def none_there(self, s: HostState, area: Area) -> Cite:
        return SETTLED

    def ending(self, s: HostState, going: Sequence[Action]) -> Sequence[Action]:
        """If nobody must go back, or none that must could go; once some have, back to the phase's beginning instead."""
        if s.rules.withdrawn(s, self.nation) is None:
            return (DONE,)
        return () if going else (RESTART if s.moved_back and not s.careful else DONE,)

    def otherwise(self, s: HostState, a: Action) -> Cite | None:
        """The phase ends when nobody must go back."""
        if a == DONE:
            broken = s.rules.withdrawn(s, self.nation)
            return broken if broken is not None and DONE not in self.candidates(s) else None
        return cite("redux-leaders 11.5.1.a") if a.verb == "retreat" else None

    def reason(self, s: HostState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """That no raiders are there, or what keeps the phase from ending."""
        if a == DONE:
            return s.rules.still_ashore(s, self.nation, why)
        if a.verb == "withdraw" and why in (WITHDRAWS, SETTLED):
            key = "at-sea-already" if s.raiders(self.nation, a.name) else "no-raiders"
            return key, {"nation": self.nation, "area": a.noun}
        return self.kept(s, why) if a.verb == "withdraw" else None

    def kept(self, s: HostState, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """In words, that a leader waits for an army, or that as many have gone as may."""
        if why[0].clause == "9.4.f":
            return s.rules.still_ashore(s, self.nation, why)
        leader = next(iter(raiding_leaders_ashore(s, self.nation)), "")
        return ("army-first", {"leader": leader}) if why[0].clause == "9.2.3.b" else None

    def pool(self, s: HostState, area: Area) -> Force:
        """The raiding units in an area."""
        sorts = tuple(
            (x, n) for x, n in s.everything(self.nation, area).sorts if home_of(x) not in (None, area)
        )
        leaders = tuple(x for x in s.leaders_at(self.nation, area) if x in s.raiding_leaders)
        return Force(sum(n for _, n in sorts), sorts, leaders)

    def forces(self, s: HostState, area: Area) -> Sequence[Force]:
        """Every force one could think of."""
        return every_force(self.pool(s, area))

    def law(self, s: HostState, area: Area, force: Force) -> Cite | None:
        """Why a force may not withdraw: it would leave or be a leader alone, or the game forbids it."""
        to = s.raiding_leaders[force.leaders[0]] if force.leaders else ""
        broken = s.rules.withdraws(s, self.nation, area, force)
        return broken or (left_alone(s, self.nation, area, to, force) if s.leaders else None)

    def withdraw(self, s: HostState, log: Log, area: Area) -> Steps[HostState]:
        """A single unit goes at once; otherwise ask who."""
        s.moved_back = True
        lawful = [f for f in self.forces(s, area) if self.law(s, area, f) is None]
        return self.go(s, log, area, lawful[0]) if len(lawful) == 1 else [WithdrawSend(self, area)]

    def instead(self, s: HostState, log: Log, a: Action) -> Steps[HostState]:
        if a != RESTART:
            return s.rules.instead_of_withdrawal(s, log, self.nation, a)
        set_back(s, s.checkpoint)
        s.careful = True
        emit(log, "withdraw-again", self.cite, nation=self.nation)
        return [self]

    def go(self, s: HostState, log: Log, area: Area, force: Force) -> Steps[HostState]:
        """Each goes back to where it began the turn, whatever lies between."""
        for sort, n in force.sorts:
            home = home_of(sort)
            assert home is not None
            s.shift(self.nation, area, home, Force(n, ((sort, n),)))
            emit(log, "withdraw", self.cite, nation=self.nation, n=n, area=area, to=home, leaders=[])
        for leader in force.leaders:
            home = s.leaders[leader] = s.raiding_leaders[leader]
            emit(log, "withdraw", self.cite, nation=self.nation, n=0, area=area, to=home, leaders=[leader])
        return [self]


@step(cite("redux-leaders 11.5.c"))
class WithdrawSend(HowMany[HostState], frozen=True):
    """How many raiders withdraw from one area; or a leader after them."""

    not_alone = ONLY_RAIDERS
    withdraw: Withdraw
    area: Area

    def seat(self, s: HostState) -> Seat:
        return self.withdraw.seat(s)

    def pool(self, s: HostState) -> Force:
        return self.withdraw.pool(s, self.area)

    def law(self, s: HostState, force: Force) -> Cite | None:
        return self.withdraw.law(s, self.area, force)

    def too_many(self, s: HostState) -> Cite:
        """Only raiders withdraw."""
        return ONLY_RAIDERS

    def reason(self, s: HostState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """How many raiders are there, or that the leader named is not or has to wait."""
        most = self.pool(s).n
        if a.verb != "send" or a.number <= most:
            return self.absent(s, a) or self.withdraw.kept(s, why)
        return "only-raiders", {"n": most, "area": self.area}

    def go(self, s: HostState, log: Log, force: Force) -> Steps[HostState]:
        return self.withdraw.go(s, log, self.area, force)

    def muster(self, n: int) -> WithdrawMuster:
        return WithdrawMuster(n, send=self)

    def about(self, s: HostState) -> dict[str, Json]:
        return {"nation": self.withdraw.nation, "area": self.area}


@step(cite("redux-leaders 11.5.c 9.2.3.b"))
class WithdrawMuster(Muster, frozen=True):
    """Which raiders withdraw, and whether their leader goes with them."""

    which_raiders = cite("redux-leaders 11.5.c 11.5.a")
    send: WithdrawSend = None  # type: ignore[assignment]

    def gathering(self) -> WithdrawSend:
        return self.send


@step(cite("redux-leaders 11.5.1.a 10.3.c"))
class WithdrawalEnd(Step[HostState], frozen=True):
    """Raids are scored; nobody is a raider any more."""

    nation: Nation
    ashore: tuple[Area, ...]
    """Where the nation's units stood when the phase began."""

    def run(self, s: HostState, log: Log) -> Steps[HostState]:
        s.rules.raided(s, log, self.nation, self.ashore)
        forget_raiders(s, self.nation)
        return []
