"""Sections 11.5 and 9.4: what binds Raider Withdrawal, and Cnut's crown before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.redux_leaders.data import CNUT, DANES, ENG_FRI, ENGLAND, leaders, table
from albion.games.redux_leaders.s10_scoring import SCORING, rex_anglorum
from albion.games.redux_leaders.s11_arrivals import fall_short
from albion.games.redux_leaders.s11_turn import army_first
from albion.games.redux_leaders.state import LeadersState, table_of
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.limits import excess_armies, population_limit
from albion.kernels.britannia.raiders import (
    RaiderWithdrawal,
    Withdraw,
    raiders_ashore,
    raiding_leaders_ashore,
)
from albion.kernels.britannia.sequence import award
from albion.kernels.britannia.state import standing
from albion.kernels.britannia.units import Force, home_of

DECLINE = Action("decline")
REX = SCORING["rex_anglorum"]
STAY, SAIL = table("units")["cnut"]["stay"], table("units")["cnut"]["sail"]


def raiders_at_sea(s: HostState, nation: Nation) -> int:
    """Raiding armies that have gone back, or never left."""
    near = s.rules.board.near
    return sum(s.raiders(nation, p) for p in s.sorts.get(nation, {}) if p not in near)


def crowned(s: LeadersState, nation: Nation) -> bool:
    """Whether this is Cnut's turn and the Danes are Rex Anglorum in it."""
    return nation == DANES and s.cnut_rex and not s.extra and cnuts_turn(s)


def cnuts_turn(s: LeadersState) -> bool:
    """Whether the Danes receive Cnut in this round."""
    row = s.rules.timeline[s.round - 1].reinforcements.get(DANES)
    return row is not None and row.leader == leaders()[CNUT].name


@step(cite("redux-leaders 11.a 11.5.1.a 11.5.1.b 9.4.c"))
class Withdrawal(Step[LeadersState], frozen=True):
    """The fourth phase of a nation turn, after all battles."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        """Cnut's crown first, then raiders withdraw."""
        s.half = 0
        s.excess_before = excess_armies(s, self.nation)
        s.crown_offered = False
        return [Crowning(self.nation), RaiderWithdrawal(self.nation)]


@step(cite("redux-leaders 9.4.a 9.4.b 9.4.c 9.4.d R35 R37"))
class Crowning(Step[LeadersState], frozen=True):
    """As withdrawal begins in Cnut's turn, with Cnut on land in England, the Danes may become Rex Anglorum."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        """Points, and an army where their fleet came from; raiders beyond six are removed. It may be declined."""
        where = s.leaders.get(CNUT)
        if self.nation != DANES or where not in ENGLAND or s.extra or not cnuts_turn(s):
            return []
        if rex_anglorum(s) != DANES:
            return []
        s.cnut_rex = True
        award(s, log, DANES, REX["points"], "rex-anglorum", "redux-leaders 9.4.b 10.6.d")
        s.crown_army = min(REX["infantry"], s.counters_left(DANES))
        s.crown_offered = True
        s.marker_before = s.track[DANES]
        if s.crown_army:
            s.put(DANES, ENG_FRI, Force(s.crown_army))
            emit(log, "rex-army", cite("redux-leaders 9.4.d"), nation=DANES, n=s.crown_army, place=ENG_FRI)
        else:
            fall_short(s, log, DANES, REX["infantry"])
        return [Surplus(DANES)]


@rule(cite("redux-leaders 9.4.b 9.4.c R57"))
def may_decline(s: HostState, nation: Nation) -> Sequence[Action]:
    """Before anything else of the phase the Danes may refuse the crown."""
    return (DECLINE,) if table_of(s).crown_offered and not s.moved_back else ()


def decline(s: HostState, log: Log, nation: Nation, a: Action) -> Steps[HostState]:
    """No crown: neither its points nor its army, and withdrawal goes on as normal."""
    t = table_of(s)
    t.cnut_rex = t.crown_offered = False
    t.track[nation] = t.marker_before
    if t.crown_army:
        t.take(nation, ENG_FRI, Force(t.crown_army))
    emit(log, "decline", cite("redux-leaders 9.4.b 9.4.c"), nation=nation)
    award(t, log, nation, -REX["points"], "declined", "redux-leaders 9.4.b 9.4.c")
    return [Withdraw(nation)]


@step(cite("redux-leaders 9.4.e 9.4.f R36"))
class Surplus(NationChoice[LeadersState], frozen=True):
    """Raiders beyond the two that may stay and the four that may sail are removed."""

    exact = True

    def candidates(self, s: LeadersState) -> Iterable[Action]:
        """Where raiders stand, while there are too many of them; or the crown is refused."""
        found = self._places(s)
        return [*may_decline(s, self.nation), *(Action("remove", p) for p in found)] if found else []

    def _places(self, s: LeadersState) -> list[Place]:
        at_sea = raiders_at_sea(s, self.nation)
        ashore = raiders_ashore(s, self.nation)
        fleets: list[Place] = [p for p in s.sorts.get(self.nation, {}) if p not in s.rules.board.near]
        if at_sea > SAIL:
            return fleets
        if at_sea + sum(ashore.values()) > STAY + SAIL:
            lone = {a for a in ashore if s.leaders_at(self.nation, a) and s.count(self.nation, a) == 1}
            return [*fleets, *(a for a in ashore if a not in lone)]
        return []

    def forbids(self, s: LeadersState, a: Action) -> Cite | None:
        """Only raiders are removed, never the last army with a leader."""
        if a.verb != "remove" or a.noun in self._places(s):
            return None
        led = s.leaders_at(self.nation, a.name) and s.raiders(self.nation, a.name)
        return cite("redux-leaders 9.2.1.a R36") if led else cite("redux-leaders 9.4.e 9.4.f R36")

    def reason(self, s: LeadersState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """That a leader would be left there, or that no raiders are."""
        if a.verb != "remove":
            return None
        if s.raiders(self.nation, a.name) and why[0].clause != "9.2.1.a":
            return None
        leader = next(iter(s.leaders_at(self.nation, a.name)), "")
        key = "leader-left" if why[0].clause == "9.2.1.a" else "no-raiders"
        return key, {"nation": self.nation, "area": a.noun, "place": a.noun, "leader": leader}

    def take(self, s: LeadersState, a: Action, log: Log) -> Steps[LeadersState]:
        if a == DECLINE:
            decline(s, log, self.nation, a)
            return []
        s.crown_offered = False
        place = a.name
        sort = next(x for x in s.tally(self.nation, place) if home_of(x) is not None)
        s.take(self.nation, place, Force(1, ((sort, 1),)))
        emit(log, "remove", self.cite, nation=self.nation, n=1, area=place)
        return [self]


@rule(
    cite(
        "redux-leaders 9.2.3.a 9.2.3.c 9.4.e 11.4.g 11.5.c 11.5.d 11.5.e 11.5.f R36",
    )
)
def withdrawn(s: HostState, nation: Nation) -> Cite | None:
    """Who must return has returned; all follow a leader at sea; the rest stay within the population limit."""
    t = table_of(s)
    ashore = raiders_ashore(s, nation)
    leaders_left = raiding_leaders_ashore(s, nation)
    if crowned(t, nation):
        abroad = any(a not in ENGLAND for a in ashore)
        if abroad or sum(ashore.values()) > STAY:
            return cite("redux-leaders 9.4.e 11.5.f")
        if _could_sail(s, nation, leaders_left):
            return cite("redux-leaders 11.4.g 9.4.e")
        return crowded(t, nation, ashore)
    if s.rules.flags(s, nation).raiding == "must-return":
        if ashore or _could_sail(s, nation, leaders_left):
            return cite("redux-leaders 11.4.g")
        return None
    at_sea = any(
        x in s.raiding_leaders and s.leaders[x] not in s.rules.board.near for x in s.leaders_of(nation)
    )
    if at_sea and ashore:
        return cite("redux-leaders 9.2.3.a 11.5.e")
    return crowded(t, nation, ashore)


def still_ashore(s: HostState, nation: Nation, why: Cite) -> tuple[str, dict[str, Json]]:
    """In words, why withdrawal does not end or go on: who is ashore, or how many would be too many there or at sea."""
    clause, ashore = why[0].clause, sum(raiders_ashore(s, nation).values())
    who: dict[str, Json] = {"nation": nation, "n": ashore, "leader": next(iter(s.leaders_of(nation)), "")}
    if clause == "11.5.d":
        now = standing(s, nation)
        return "too-many", who | {"n": now.armies, "areas": now.areas, "limit": population_limit(s, now)}
    if clause == "9.2.3.a":
        return "leader-at-sea", who
    if clause == "9.4.f":
        return "all-sailed", who | {"n": raiders_at_sea(s, nation), "limit": SAIL}
    if clause == "9.4.e":
        return "too-many-stay", who | {"limit": STAY}
    return ("leader-ashore" if crowned(table_of(s), nation) or not ashore else "raiders-ashore"), who


def _could_sail(s: HostState, nation: Nation, leaders_left: list[str]) -> bool:
    """Whether a leader who must return is ashore though an army has gone before him."""
    return any(s.count(nation, s.raiding_leaders[x]) for x in leaders_left)


@rule(cite("redux-leaders 11.5.d"))
def crowded(s: LeadersState, nation: Nation, ashore: dict[Area, int]) -> Cite | None:
    """Withdrawal of some raiders may not push the nation over its population limit."""
    return cite("redux-leaders 11.5.d") if ashore and excess_armies(s, nation) > s.excess_before else None


@rule(cite("redux-leaders 9.2.3.b 9.4.f 11.4.1.a 11.5.a 11.5.b R36"))
def withdraws(s: HostState, nation: Nation, area: Area, force: Force) -> Cite | None:
    """Leaders only with or after an army; with Cnut as Rex Anglorum no more than four armies sail."""
    if force.leaders and not force.n:
        homes = [s.raiding_leaders[x] for x in force.leaders]
        if not all(s.count(nation, home) for home in homes):
            return army_first(s, nation)
    if not crowned(table_of(s), nation):
        return None
    at_sea = raiders_at_sea(s, nation) + force.n
    if at_sea > SAIL:
        return cite("redux-leaders 9.4.f")
    if s.careful and not can_complete(
        s, nation, {**raiders_ashore(s, nation), area: s.raiders(nation, area) - force.n}, at_sea
    ):
        return cite("redux-leaders 11.5.d 9.4.f")
    return None


def nobody_withdraws(s: HostState, nation: Nation, place: Place) -> Cite | None:
    """Why nobody of a nation could withdraw from a place in this turn; None: raiders could, in their phase."""
    if s.rules.flags(s, nation).raiding == "none":
        return cite("redux-leaders 11.4.a 11.4.c")
    return None if s.raiders(nation, place) else cite("redux-leaders 11.4.1.a 11.4.c")


def can_complete(s: HostState, nation: Nation, ashore: dict[Area, int], at_sea: int) -> bool:
    """Whether this many raiders can still be shared between England and the sea within all limits."""
    total = sum(ashore.values())
    english = [a for a, n in ashore.items() if n and a in ENGLAND]
    for k in range(max(0, at_sea + total - SAIL), min(STAY, total) + 1):
        for staying in combinations_with_replacement(english, k):
            if all(staying.count(a) <= ashore[a] for a in staying) and (
                not k or _peopled(s, nation, staying)
            ):
                return True
    return False


def _peopled(s: HostState, nation: Nation, staying: tuple[Area, ...]) -> bool:
    """Whether the population limit is kept if of all raiders only these stay ashore."""
    near, difficult, numbers = s.rules.board.near, s.rules.board.difficult, s.rules.numbers
    left = {p: n - s.raiders(nation, p) for p, n in s.armies[nation].items() if p in near}
    for area in staying:
        left[area] = left.get(area, 0) + 1
    areas = [p for p, n in left.items() if n]
    bonus = any(p not in difficult and len(s.at[p]) == 1 for p in areas)
    most = numbers.limit_per_area * len(areas) + (numbers.limit_bonus if bonus else 0)
    return sum(left.values()) - most <= table_of(s).excess_before
