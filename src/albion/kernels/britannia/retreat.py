"""Retreats: who may go where, and within which limits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import foremost
from albion.engine.step import Choice, Step, Steps, step
from albion.kernels.britannia.answers import RETREAT, SEND, STAY
from albion.kernels.britannia.asking import SideChoice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import ATTACKER, Battle, Side
from albion.kernels.britannia.limits import crowding_law, limit, overfull
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.units import less

ONLY_BACK = (
    cite("redux-core 7.2.2.a"),
    cite("redux-core 7.2.2.c 7.2.2.a"),
    cite("redux-core 7.2.2.b 7.2.2.a"),
    cite("redux-core 7.2.2.a 7.2.2.b 7.2.2.c"),
)
"""Attackers go back where they came from: 1 with some placed in the area itself, 2 with some from a sea, 3 both."""
STACKED = cite("redux-core 7.2.e")
PEOPLED = cite("redux-core 7.2.f 4.2.2.a")
NOT_TO_SEA = cite("redux-core 7.2.d 7.2.2.b")


@step(cite("redux-core 7.2.b"))
class Retreats(Step[BritState], frozen=True):
    """After an exchange, while both sides survive, a side may retreat; the defender decides first."""

    battle: Battle
    side: Side

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        """Ask, unless the battle is over."""
        b = self.battle
        if len(s.at.get(b.area, ())) < 2:
            return []
        return [self.question(s.rules.excess(s, b.nation(self.side)))]

    def question(self, excess: int) -> Step[Any]:
        """Who retreats where, given how many armies the side has beyond the population limit."""
        return Retreat(self.battle, self.side, excess)


@step(cite("redux-core 4.1.d 7.2.b 7.2.c 7.2.d 7.2.g"))
class Retreat(SideChoice[BritState], frozen=True):
    """Some or all armies of a side leave the battle, or stay."""

    own = ("retreat",)
    excess: int = 0
    """Armies beyond the population limit when the side began to retreat."""

    def candidates(self, s: BritState) -> Iterable[Action]:
        """Every area around, for attackers those they came from; and staying."""
        area = self.battle.area
        around = s.rules.board.near[area]
        if self.side == ATTACKER:
            came = s.entered.get(area, {})
            around = tuple([a for a in around if a in came])
        return (*[RETREAT[a] for a in around], STAY)

    def forbids(self, s: BritState, a: Action) -> Cite | None:
        """The side's own law on where, then the limits for any number that might go."""
        if a.verb != "retreat":
            return None
        area = Area(a.name)
        if s.rules.board.at_sea(area):
            return NOT_TO_SEA if self.side == ATTACKER else cite("redux-core 7.2.d")
        broken = s.rules.refuge(s, self.battle, self.nation, area)
        if broken is not None:
            return broken
        if surely_fits(s, self.nation, self.battle.area, area):
            return None
        for n in range(1, self.most(s, area) + 1):
            limits = self.breaks(s, area, n)
            if limits is None:
                return None
            broken = broken or limits
        return broken

    def reason(self, s: BritState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """The number that decides, where one does."""
        return retreat_reason(s, self, Area(a.name), 1, why)

    def most(self, s: BritState, area: Area) -> int:
        """How many could go there: attackers only as many as came from there."""
        if self.side == ATTACKER:
            return s.entered.get(self.battle.area, {}).get(area, 0)
        return s.count(self.nation, self.battle.area)

    def breaks(self, s: BritState, area: Area, n: int) -> Cite | None:
        """What a retreat of n armies would break."""
        nation, here = self.nation, self.battle.area
        mine, at = s.armies[nation], s.at
        s.armies[nation], s.at = (
            mine.copy(),
            at.copy(),
        )  # tried on copies: asking must not even change an order
        s.add(nation, here, -n)
        s.add(nation, area, n)
        broken = s.rules.retreat_limit(s, nation, area, self.excess)
        s.armies[nation], s.at = mine, at
        return broken

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        """One army goes at once; of several, ask how many."""
        if a == STAY:
            return []
        area = Area(a.name)
        if self.most(s, area) == 1:
            return go(s, log, self, area, 1)
        return [RetreatSend(self, area)]


@step(cite("redux-core 7.2.c 7.2.1.d"))
class RetreatSend(Choice[BritState], frozen=True):
    """How many of a side's armies retreat to one area."""

    retreat: Retreat
    area: Area

    def seat(self, s: BritState) -> Seat:
        return self.retreat.seat(s)

    def candidates(self, s: BritState) -> Iterable[Action]:
        return SEND[1 : self.retreat.most(s, self.area) + 1]

    def forbids(self, s: BritState, a: Action) -> Cite | None:
        """Within the limits."""
        if a.verb != "send":
            return None
        if a.number > self.retreat.most(s, self.area):
            return cite("redux-core 7.2.2.a 7.2.c" if self.retreat.side == ATTACKER else "redux-core 7.2.c")
        return self.retreat.breaks(s, self.area, a.number)

    def reason(self, s: BritState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """How many there are, or the limit they would break."""
        most = self.retreat.most(s, self.area)
        if a.number > most:
            return "only-so-many", {"n": most, "area": self.retreat.battle.area, "to": self.area}
        return retreat_reason(s, self.retreat, self.area, a.number, why)

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        return go(s, log, self.retreat, self.area, a.number)

    def about(self, s: BritState) -> dict[str, Json]:
        return {**self.retreat.about(s), "to": self.area}


def surely_fits(s: BritState, nation: Nation, here: Area, area: Area) -> bool:
    """A quick yes: one of several plain armies retreats where it exceeds nothing, so no limit breaks that is not broken."""
    mine = s.armies[nation]
    return mine[here] > 1 and mine.get(area, 0) < limit(s, area)


def retreat_reason(
    s: BritState, r: Retreat, area: Area, n: int, why: Cite
) -> tuple[str, dict[str, Json]] | None:
    """How many an area would hold after a retreat of n armies, if that decides."""
    clauses = [ref.clause for ref in why]
    if "7.2.e" in clauses:
        after = {**s.armies[r.nation], r.battle.area: s.count(r.nation, r.battle.area) - n}
        after[area] = after.get(area, 0) + n
        return "would-hold", overfull(s, r.nation, after)
    if clauses[:1] == ["7.2.f"]:
        then = s.clone()
        then.add(r.nation, r.battle.area, -n)
        then.add(r.nation, area, n)
        return "excess-grows", {"nation": r.nation, "n": s.rules.excess(then, r.nation), "before": r.excess}
    return no_refuge(s, r.battle, r.nation, area)


def no_refuge(s: BritState, b: Battle, nation: Nation, area: Area) -> tuple[str, dict[str, Json]] | None:
    """Why an area is no refuge: too far off, not where the attackers came from, or somebody else's."""
    if s.rules.board.at_sea(area):
        return None
    if area == b.area:
        return "already-there", {"nation": nation, "area": area}
    came = s.entered.get(b.area, {})
    if nation == b.attacker and area not in came:
        return "not-from-there", {"nation": nation, "place": b.area, "area": area}
    if nation == b.defender and area not in s.rules.board.near[b.area]:
        return "not-next-door", {"place": b.area, "area": area}
    foe = s.foe(nation, area)
    if foe is not None:
        return "occupied", {"area": area, "foe": foe}
    return "attacked-from", {"foe": b.attacker, "place": b.area, "area": area}


def go(s: BritState, log: Log, r: Retreat, area: Area, n: int) -> Steps[BritState]:
    """Carry out a retreat; while armies remain there, ask again."""
    nation, here = r.nation, r.battle.area
    s.add(nation, here, -n)
    s.add(nation, area, n)
    if r.side == ATTACKER:
        whence = s.entered[here]
        less(whence, area, n)
    emit(log, "retreat", r.cite, nation=nation, n=n, area=here, to=area)
    return [r] if s.count(nation, here) else []


@rule(cite("redux-core 7.2.1.a 7.2.1.b 7.2.1.c 7.2.2.a 7.2.2.b 7.2.2.c 7.2.2.d 7.2.2.e R22 R24 R26"))
def refuge(s: BritState, b: Battle, nation: Nation, area: Area) -> Cite | None:
    """Defenders: next door, own or vacant and not where attackers came from. Attackers: back where each came from."""
    came = s.entered.get(b.area, {})
    if nation == b.attacker:
        if area not in came or area == b.area:
            return ONLY_BACK[(b.area in came) + 2 * any(s.rules.board.at_sea(p) for p in came)]
        return cite("redux-core 7.2.2.d 7.2.2.e") if s.foe(nation, area) is not None else None
    if area not in s.rules.board.near[b.area]:
        return cite("redux-core 7.2.1.a")
    if s.foe(nation, area) is not None:
        return cite("redux-core 7.2.1.a 7.2.1.b")
    if (area in came or area in b.ways) and area not in s.armies[nation]:
        return cite("redux-core 7.2.1.b")
    return None


@rule(cite("redux-core 7.2.e 7.2.f R25"))
def retreat_limit(s: BritState, nation: Nation, place: Place, excess: int) -> Cite | None:
    """A retreat to a place may break no stacking limit, nor create or enlarge an excess of population."""
    stacked = crowding_law(s, nation, place, s.armies[nation])
    peopled = PEOPLED if s.rules.excess(s, nation) > excess else None
    return peopled if stacked is None else foremost([(*STACKED, *stacked), peopled or ()])
