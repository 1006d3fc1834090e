"""Retreats of forces: armies by sort and origin, leaders with them or alone, back to sea where a game allows it."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log
from albion.engine.refusal import Refusal
from albion.engine.step import Steps, formerly, step
from albion.kernels.britannia.answers import STAY
from albion.kernels.britannia.asking import SideChoice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import ATTACKER, Battle
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.muster import Muster
from albion.kernels.britannia.parties import left_alone, parted
from albion.kernels.britannia.retreat import HowManyRetreat, Retreat, Retreating, Retreats
from albion.kernels.britannia.units import CAVALRY, Force

LEADER_RETREATS = cite("redux-leaders 9.2.2.d")
LEADER_BOUND = cite("redux-leaders 9.2.2.e")
LAST_ARMY_BOUND = cite("redux-leaders 9.2.2.f")
BY_BOAT = cite("redux-leaders 12.f")
VICTORS = cite("redux-leaders 9.2.2.g")
FIRST_HALF_BACK = cite("redux-leaders 11.3.g")
RAIDERS_BACK = cite("redux-leaders 11.4.e")
SAID = {
    "9.2.1.d": "leader-left",
    "9.2.2.d": "alone-to-own",
    "9.2.2.e": "leaders-bind",
    "9.2.2.f": "leaders-bind",
    "9.2.3.b": "army-first",
    "9.3.c": "stay-together",
    "11.3.g": "not-from-there",
    "11.3.h": "second-half",
    "11.4.e": "not-from-there",
    "12.f": "came-by-boat",
}
"""The sentence for a decisive clause."""


formerly("albion.kernels.britannia", FallBacks=Retreats)


@step(cite("redux-core 4.1.d 7.2.b 7.2.c 7.2.g", "redux-leaders 9.2.2.d"))
class FallBack(Retreat[HostState], frozen=True):
    """Some or all units of a side leave the battle, or stay."""

    after: bool = False
    """Whether the battle is won and its victors may go back."""

    def places(self, s: HostState) -> Iterable[Place]:
        """Besides, where a leader might go alone: next door, or where his fleet is."""
        area, found = self.battle.area, Retreating.places(self, s)
        if self.side != ATTACKER:
            return found
        came = dict.fromkeys(p for p in found if p != area)
        led = s.led(area)
        return dict.fromkeys(s.rules.board.near[area]) | came | self._fleets(s) if led else came

    def _fleets(self, s: HostState) -> dict[Place, None]:
        """Where raiding leaders in the battle began the turn."""
        here = s.leaders_at(self.nation, self.battle.area)
        return dict.fromkeys(s.raiding_leaders[x] for x in here if x in s.raiding_leaders)

    def besides(self, s: HostState) -> list[Cite]:
        """That a leader may go alone, and victors back."""
        b = self.battle
        leaders = Force(0, (), s.leaders_at(self.nation, b.area))
        alone = leaders.leaders and not facing(s, b, self.after) and not self._parted(s, leaders)
        return [LEADER_RETREATS if alone else (), VICTORS if self.after else ()]

    def odd(self, s: HostState, force: Force) -> bool:
        """A leader alone, or a part of units that stay together."""
        return not force.n or self._parted(s, force)

    def _parted(self, s: HostState, force: Force) -> bool:
        return parted(s, self.nation, self.battle.area, force) is not None

    def reason(self, s: HostState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """What binds leaders, boats and those that came from a sea; otherwise as for plain armies."""
        said = self.told_of(s, a.name, why) if a.verb == "retreat" else None
        return said or Retreat.reason(self, s, a, why)

    def told_of(self, s: HostState, place: Place, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """What a law on leaders or seas says in words, if it decides."""
        key, here = SAID.get(why[0].clause), self.battle.area
        who: dict[str, Json] = {"nation": self.nation, "place": here, "area": place}
        return (
            None if key is None else (key, {**who, "leader": next(iter(s.leaders_at(self.nation, here)), "")})
        )

    def warns(self, s: HostState, a: Action) -> Refusal | None:
        """A leader who stays with a single army falls with it."""
        left = s.count(self.nation, self.battle.area)
        leaders = s.leaders_at(self.nation, self.battle.area)
        if a != STAY or self.after or left != 1 or not leaders:
            return None
        return Refusal(cite("redux-leaders 9.2.2.c"), "leader-at-risk", {"leader": leaders[0], "n": left})

    def pool(self, s: HostState, place: Place) -> Force:
        """Those placed in the area itself go nowhere."""
        pool = Retreating.pool(self, s, place)
        return Force(0, (), pool.leaders) if place == self.battle.area else pool

    def law(self, s: HostState, place: Place, force: Force) -> Cite | None:
        """Why a force may not retreat to a place."""
        b, nation = self.battle, self.nation
        broken = s.rules.refuge(s, b, nation, Area(place)) if force.n else self._alone(s, place)
        if force.leaders and broken is None and by_boat(s, b, force):
            broken = BY_BOAT
        led = s.led(b.area)
        if broken is None and led:
            broken = bound(s, b, nation, force, self.after)
        if broken is None:
            broken = s.rules.falls_back(s, b, self.side, place, force)
        if broken is None and led:
            broken = left_alone(s, nation, b.area, place, force)
        if broken is None:
            broken = parted(s, nation, b.area, force)
        return broken or self.breaks(s, place, force)

    def _alone(self, s: HostState, place: Place) -> Cite | None:
        """A leader alone: to an own area next door; a sea is the game's own affair."""
        at_sea = place not in s.rules.board.near
        return None if at_sea else alone_refuge(s, self.battle, self.nation, place)

    def breaks(self, s: HostState, place: Place, force: Force) -> Cite | None:
        """What limit a retreat would break: a leader alone breaks none."""
        if not force.n or self.fits(s, place, force.n):
            return None
        sorts, leaders, nation = s.sorts, s.leaders, self.nation
        s.leaders = leaders.copy()
        if nation in sorts:
            s.sorts = {**sorts, nation: {p: there.copy() for p, there in sorts[nation].items()}}
        broken = Retreat.breaks(self, s, place, force)
        s.sorts, s.leaders = sorts, leaders
        return broken

    def fits(self, s: HostState, place: Place, n: int) -> bool:
        """Ashore, and if no raiders are counted apart."""
        ashore = place in s.rules.board.near and self.nation not in s.sorts
        return ashore and Retreat.fits(self, s, place, n)

    def open_to(self, s: HostState, place: Place) -> bool:
        """Whether some force may retreat to a place."""
        nation, here, ashore = self.nation, self.battle.area, place in s.rules.board.near
        if ashore and place in s.foes and s.foe(nation, place) is not None:
            return False
        if ashore and nation not in s.sorts and not s.led(here):
            if s.rules.refuge(s, self.battle, nation, Area(place)) is not None:
                return False
            if self.fits(s, place, 1):
                return True
        return any(self.law(s, place, f) is None for f in self.forces(s, place))

    def at_once(self, s: HostState, place: Place) -> Force | None:
        """The one force that may go there; None: there are several."""
        found: Force | None = None
        for force in self.forces(s, place):
            if self.law(s, place, force) is None:
                if found is not None:
                    return None
                found = force
        return found

    def sending(self, place: Place) -> FallBackSend:
        return FallBackSend(self, place)

    def told(self, force: Force) -> dict[str, Json]:
        return {"cavalry": force.of(CAVALRY), "leaders": list(force.leaders)}

    def go(self, s: HostState, log: Log, place: Place, force: Force) -> Steps[HostState]:
        """Besides, what happens wherever units come to be alone."""
        follow = Retreat.go(self, s, log, place, force)
        if place in s.rules.board.near:
            s.rules.arrived(s, log, self.nation, Area(place))
        return follow

    def about(self, s: HostState) -> dict[str, Json]:
        return {**SideChoice.about(self, s), "after": self.after}


@rule(cite("redux-leaders 9.2.2.e 9.2.2.f"))
def bound(s: HostState, b: Battle, nation: Nation, force: Force, after: bool) -> Cite | None:
    """With a leader on each side neither leader retreats, nor the last army of a side."""
    if not facing(s, b, after):
        return None
    last = LAST_ARMY_BOUND if force.n == s.count(nation, b.area) else ()
    return (*last, *(LEADER_BOUND if force.leaders else ())) or None


def facing(s: HostState, b: Battle, after: bool) -> bool:
    """Whether leaders of both sides are in a battle that is still fought."""
    return not after and bool(s.leaders_at(b.attacker, b.area) and s.leaders_at(b.defender, b.area))


@rule(cite("redux-leaders 12.f"))
def by_boat(s: HostState, b: Battle, force: Force) -> bool:
    """Whether a leader of a force came to the battle by boat: then he goes nowhere, alone or with others."""
    return any(s.entered_leaders.get(x) == b.area for x in force.leaders)


@rule(cite("redux-leaders 9.2.2.d"))
def alone_refuge(s: HostState, b: Battle, nation: Nation, place: Place) -> Cite | None:
    """A leader retreats alone only next door, to where units of its own nation alone stand."""
    near = place in s.rules.board.near[b.area]
    return None if near and s.at.get(place) == (nation,) else LEADER_RETREATS


@step(cite("redux-core 7.2.c 7.2.1.d", "redux-leaders 9.2.2.d"))
class FallBackSend(HowManyRetreat[HostState], frozen=True):
    """How many of a side's armies retreat to one place; or a leader alone."""

    not_alone = LEADER_RETREATS
    retreat: FallBack
    place: Place

    def asked(self) -> tuple[FallBack, Place]:
        return self.retreat, self.place

    def too_many(self, s: HostState) -> Cite:
        """Only those go back to a sea that attacked straight from it."""
        if s.rules.board.at_sea(self.place):
            return FIRST_HALF_BACK if s.half == 1 else RAIDERS_BACK
        return HowManyRetreat.too_many(self, s)

    def reason(self, s: HostState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """What binds leaders; otherwise as for plain armies."""
        beyond = a.verb == "send" and a.number > self.pool(s).n
        said = self.absent(s, a) or (None if beyond else self.retreat.told_of(s, self.place, why))
        return said or HowManyRetreat.reason(self, s, a, why)

    def muster(self, n: int) -> FallBackMuster:
        return FallBackMuster(n, send=self)


@step(cite("redux-leaders 9.1.2.h 9.2.2.d"))
class FallBackMuster(Muster, frozen=True):
    """Which armies retreat, and whether their leader goes with them."""

    who_there_is = cite("redux-core 7.2.c", "redux-leaders 9.1.a")
    which_raiders = cite("redux-core 7.2.c", "redux-leaders 11.4.1.b")
    send: FallBackSend = None  # type: ignore[assignment]

    def gathering(self) -> FallBackSend:
        return self.send

    def reason(self, s: HostState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        return self.send.retreat.told_of(s, self.send.place, why) or Muster.reason(self, s, a, why)
