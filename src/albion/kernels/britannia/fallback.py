"""Retreats of forces: armies by sort and origin, leaders with them or alone, back to sea where a game allows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal, foremost
from albion.engine.step import Steps, step
from albion.kernels.britannia.answers import RETREAT, STAY
from albion.kernels.britannia.asking import SideChoice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import ATTACKER, Battle
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.limits import overfull
from albion.kernels.britannia.muster import HowMany, Muster
from albion.kernels.britannia.parties import every_force, left_alone
from albion.kernels.britannia.retreat import Retreats, no_refuge, surely_fits
from albion.kernels.britannia.units import CAVALRY, Force

LEADER_RETREATS = cite("redux-leaders 9.2.2.d")
LEADERS_BIND = cite("redux-leaders 9.2.2.e 9.2.2.f")
BY_BOAT = cite("redux-leaders 12.f")
STAYS_OR_GOES = cite("redux-core 7.2.c")
VICTORS = cite("redux-leaders 9.2.2.g")


@step(cite("redux-core 7.2.b"))
class FallBacks(Retreats, frozen=True):
    """After an exchange, while both sides survive, units of a side may retreat; the defender decides first."""

    def question(self, excess: int) -> FallBack:
        """Who retreats where."""
        return FallBack(self.battle, self.side, excess)


@step(cite("redux-core 4.1.d 7.2.b 7.2.c 7.2.g", "redux-leaders 9.2.2.d"))
class FallBack(SideChoice[HostState], frozen=True):
    """Some or all units of a side leave the battle, or stay."""

    own = ("retreat",)
    exact = True
    excess: int = 0
    """Armies beyond the population limit when the side began to retreat."""
    after: bool = False
    """Whether the battle is won and its victors may go back."""

    def candidates(self, s: HostState) -> Iterable[Action]:
        """Every place some force may retreat to, and staying."""
        area = self.battle.area
        led = area in s.leaders.values()
        places: Iterable[Place] = s.rules.board.near[area]
        if self.side == ATTACKER:
            came = dict.fromkeys(p for p in s.entered.get(area, {}) if p != area)
            places = came if not led else dict.fromkeys(places) | came | self._fleets(s)
        return (*(RETREAT[p] for p in places if self.open_to(s, p)), STAY)

    def _fleets(self, s: HostState) -> dict[Place, None]:
        """Where raiding leaders in the battle began the turn."""
        here = s.leaders_at(self.nation, self.battle.area)
        return dict.fromkeys(s.raiding_leaders[x] for x in here if x in s.raiding_leaders)

    def forbids(self, s: HostState, a: Action) -> Cite | None:
        """Some force must be able to go there."""
        if a.verb != "retreat":
            return None
        place = a.name
        tried = [self.law(s, place, f) for f in self.forces(s, place)]
        if None in tried:
            return None
        refuge = s.rules.refuge(s, self.battle, self.nation, Area(place))
        broken = refuge or next((c for c in tried if c), STAYS_OR_GOES)
        alone = LEADER_RETREATS if s.leaders_at(self.nation, self.battle.area) else ()
        return foremost([broken, alone, VICTORS if self.after else ()])

    def reason(self, s: HostState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """Why there is no refuge, or which limit would be broken by how much."""
        if why[0].clause == "12.f" or a.verb != "retreat":
            return None
        against = self.number_against(s, a.name, 1, why)
        if against is not None:
            return against
        refused = a.verb == "retreat" and s.rules.refuge(s, self.battle, self.nation, Area(a.name))
        return no_refuge(s, self.battle, self.nation, Area(a.name)) if refused else None

    def number_against(
        self, s: HostState, place: Place, n: int, why: Cite
    ) -> tuple[str, dict[str, Json]] | None:
        """The number that decides against n armies, where one does."""
        if why[0].clause == "7.2.f":
            then = s.clone()
            then.shift(
                self.nation, self.battle.area, place, next(f for f in self.forces(s, place) if f.n == n)
            )
            after = s.rules.excess(then, self.nation)
            return "excess-grows", {"nation": self.nation, "n": after, "before": self.excess}
        if why[0].clause != "7.2.e":
            return None
        here = self.battle.area
        crowd = {**s.armies[self.nation], here: s.count(self.nation, here) - n}
        crowd[place] = crowd.get(place, 0) + n
        return "would-hold", overfull(s, self.nation, crowd)

    def warns(self, s: HostState, a: Action) -> Refusal | None:
        """A leader who stays with a single army falls with it."""
        left = s.count(self.nation, self.battle.area)
        leaders = s.leaders_at(self.nation, self.battle.area)
        if a != STAY or self.after or left != 1 or not leaders:
            return None
        return Refusal(cite("redux-leaders 9.2.2.c"), "leader-at-risk", {"leader": leaders[0], "n": left})

    def pool(self, s: HostState, place: Place) -> Force:
        """All that could go there: attackers only those that came from there; leaders with them."""
        nation, here = self.nation, self.battle.area
        if self.side == ATTACKER:
            came = s.came(here, place) if place != here else Force(0)
            return Force(came.n, came.sorts, s.leaders_at(nation, here))
        return s.everything(nation, here)

    def forces(self, s: HostState, place: Place) -> Iterator[Force]:
        """Every force one could think of."""
        return every_force(self.pool(s, place))

    def law(self, s: HostState, place: Place, force: Force) -> Cite | None:
        """Why a force may not retreat to a place."""
        b, nation = self.battle, self.nation
        broken = s.rules.refuge(s, b, nation, Area(place)) if force.n else self._alone(s, place)
        if force.leaders and broken is None and by_boat(s, b, force):
            broken = BY_BOAT
        led = b.area in s.leaders.values()
        if broken is None and led:
            broken = bound(s, b, nation, force, self.after)
        if broken is None:
            broken = s.rules.falls_back(s, b, self.side, place, force)
        if broken is None and led:
            broken = left_alone(s, nation, b.area, place, force)
        if broken is None and (nation in s.sorts or force.leaders):
            broken = s.rules.company(s, nation, b.area, force)
        return broken or self.breaks(s, place, force)

    def _alone(self, s: HostState, place: Place) -> Cite | None:
        """A leader alone: to an own area next door; a sea is the game's own affair."""
        at_sea = place not in s.rules.board.near
        return None if at_sea else alone_refuge(s, self.battle, self.nation, place)

    def breaks(self, s: HostState, place: Place, force: Force) -> Cite | None:
        """What limit a retreat would break."""
        if not force.n:
            return None
        nation, here = self.nation, self.battle.area
        mine, at, sorts, leaders = s.armies[nation], s.at, s.sorts, s.leaders
        s.armies[nation], s.at, s.leaders = mine.copy(), at.copy(), leaders.copy()
        if nation in sorts:
            s.sorts = {**sorts, nation: {p: there.copy() for p, there in sorts[nation].items()}}
        s.shift(nation, here, place, force)  # tried on copies: asking must not even change an order
        broken = s.rules.retreat_limit(s, nation, place, self.excess)
        s.armies[nation], s.at, s.sorts, s.leaders = mine, at, sorts, leaders
        return broken

    def open_to(self, s: HostState, place: Place) -> bool:
        """Whether some force may retreat to a place."""
        nation, here, ashore = self.nation, self.battle.area, place in s.rules.board.near
        if ashore and place in s.foes and s.foe(nation, place) is not None:
            return False
        if ashore and nation not in s.sorts and here not in s.leaders.values():
            if s.rules.refuge(s, self.battle, nation, Area(place)) is not None:
                return False
            if surely_fits(s, nation, here, Area(place)):
                return True
        return any(self.law(s, place, f) is None for f in self.forces(s, place))

    def take(self, s: HostState, a: Action, log: Log) -> Steps[HostState]:
        """A single army goes at once; otherwise ask who."""
        if a == STAY:
            return []
        place = a.name
        only = self.only_force(s, place)
        return [FallBackSend(self, place)] if only is None else self.go(s, log, place, only)

    def only_force(self, s: HostState, place: Place) -> Force | None:
        """The one force that may go there; None: there are several."""
        found: Force | None = None
        for force in self.forces(s, place):
            if self.law(s, place, force) is None:
                if found is not None:
                    return None
                found = force
        return found

    def go(self, s: HostState, log: Log, place: Place, force: Force) -> Steps[HostState]:
        """Carry out a retreat; while armies remain there, ask again."""
        nation, here = self.nation, self.battle.area
        s.shift(nation, here, place, force)
        if self.side == ATTACKER:
            s.go_back(here, place, force)
        emit(
            log,
            "retreat",
            self.cite,
            nation=nation,
            n=force.n,
            area=here,
            to=place,
            cavalry=force.of(CAVALRY),
            leaders=list(force.leaders),
        )
        for happens in s.rules.arrived if place in s.rules.board.near else ():
            happens(s, log, nation, Area(place))
        return [self] if s.count(nation, here) else []

    def about(self, s: HostState) -> dict[str, Json]:
        return {**SideChoice.about(self, s), "after": self.after}


@rule(cite("redux-leaders 9.2.2.e 9.2.2.f"))
def bound(s: HostState, b: Battle, nation: Nation, force: Force, after: bool) -> Cite | None:
    """With a leader on each side neither leader retreats, nor the last army of a side."""
    if after or not (s.leaders_at(b.attacker, b.area) and s.leaders_at(b.defender, b.area)):
        return None
    if force.leaders or force.n == s.count(nation, b.area):
        return LEADERS_BIND
    return None


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
class FallBackSend(HowMany, frozen=True):
    """How many of a side's armies retreat to one place; or a leader alone."""

    not_alone = LEADER_RETREATS
    retreat: FallBack
    place: Place

    def seat(self, s: HostState) -> Seat:
        return self.retreat.seat(s)

    def pool(self, s: HostState) -> Force:
        return self.retreat.pool(s, self.place)

    def law(self, s: HostState, force: Force) -> Cite | None:
        return self.retreat.law(s, self.place, force)

    def too_many(self, s: HostState) -> Cite:
        """Attackers go back where they came from; nobody else could go."""
        return cite("redux-core 7.2.2.a 7.2.c" if self.retreat.side == ATTACKER else "redux-core 7.2.c")

    def reason(self, s: HostState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """How many could go there."""
        most = self.pool(s).n
        if a.verb != "send":
            return self.absent(s, a)
        if a.number <= most:
            return self.retreat.number_against(s, self.place, a.number, why)
        return "only-so-many", {"n": most, "area": self.retreat.battle.area, "to": self.place}

    def go(self, s: HostState, log: Log, force: Force) -> Steps[HostState]:
        return self.retreat.go(s, log, self.place, force)

    def muster(self, n: int) -> FallBackMuster:
        return FallBackMuster(n, send=self)

    def about(self, s: HostState) -> dict[str, Json]:
        return {**self.retreat.about(s), "to": self.place}


@step(cite("redux-leaders 9.1.2.h 9.2.2.d"))
class FallBackMuster(Muster, frozen=True):
    """Which armies retreat, and whether their leader goes with them."""

    send: FallBackSend = None  # type: ignore[assignment]

    def gathering(self) -> FallBackSend:
        return self.send
