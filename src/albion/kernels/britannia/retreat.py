"""Retreats: who may go where, and within which limits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import foremost
from albion.engine.step import Step, Steps, step
from albion.kernels.britannia.answers import RETREAT, STAY
from albion.kernels.britannia.asking import SideChoice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import ATTACKER, Battle, Side
from albion.kernels.britannia.limits import crowding_law, limit, overfull, to_spare
from albion.kernels.britannia.muster import HowMany
from albion.kernels.britannia.parties import every_force
from albion.kernels.britannia.state import BritState, MapState
from albion.kernels.britannia.units import Force

M = TypeVar("M", bound=MapState, contravariant=True)
B = TypeVar("B", bound=BritState, contravariant=True)

ONLY_BACK = (
    cite("redux-core 7.2.2.a"),
    cite("redux-core 7.2.2.c 7.2.2.a"),
    cite("redux-core 7.2.2.b 7.2.2.a"),
    cite("redux-core 7.2.2.a 7.2.2.b 7.2.2.c"),
)
"""Attackers go back where they came from: 1 with some placed in the area itself, 2 with some from a sea, 3 both."""
STACKED = cite("redux-core 7.2.e")
PEOPLED = cite("redux-core 7.2.f 4.2.2.a")
STAYS_OR_GOES = cite("redux-core 7.2.c")
NOT_TO_SEA = cite("redux-core 7.2.d")
NOT_BACK_TO_SEA = cite("redux-core 7.2.d 7.2.2.b")
"""Against attackers of whom some came from a sea."""


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
        return [s.rules.retreat(b, self.side, s.rules.excess(s, b.nation(self.side)))]


class Retreating(SideChoice[M], Generic[M], frozen=True):
    """Some or all units of a side leave the battle, or stay."""

    own: ClassVar[tuple[str, ...]] = ("retreat",)

    def places(self, s: M) -> Iterable[Place]:
        """Where units might go: attackers back where they came from, defenders next door."""
        area = self.battle.area
        return s.entered.get(area, {}) if self.side == ATTACKER else s.rules.board.near[area]

    def pool(self, s: M, place: Place) -> Force:
        """All that could go there: attackers only those that came from there; leaders with them."""
        nation, here = self.nation, self.battle.area
        if self.side != ATTACKER:
            return s.everything(nation, here)
        came, leaders = s.came_from(here, place), s.leaders_at(nation, here)
        return Force(came.n, came.sorts, leaders) if leaders else came

    def forces(self, s: M, place: Place) -> Sequence[Force]:
        """Every force one could think of."""
        return every_force(self.pool(s, place))

    def likely(self, s: M, place: Place) -> Sequence[Force]:
        """Every force, the most likely ones first."""
        return sorted(self.forces(s, place), key=lambda f: self.odd(s, f))

    def odd(self, s: M, force: Force) -> bool:
        """Whether a force is an unlikely one, so that a refusal should rather explain the others."""
        return not force.n

    def refuge(self, s: M, place: Place) -> Cite | None:
        """Why armies may not go there at all."""
        raise NotImplementedError

    def law(self, s: M, place: Place, force: Force) -> Cite | None:
        """Why a force may not go there."""
        raise NotImplementedError

    def number_against(self, s: M, place: Place, n: int, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """The number that decides against n armies, where one does."""
        raise NotImplementedError

    def besides(self, s: M) -> Sequence[Cite]:
        """Further clauses that a refusal names."""
        return ()

    def open_to(self, s: M, place: Place) -> bool:
        """Whether some force may retreat to a place."""
        return any(self.law(s, place, f) is None for f in self.forces(s, place))

    def candidates(self, s: M) -> Iterable[Action]:
        """Every place some force may retreat to, and staying."""
        return (*[RETREAT[p] for p in self.places(s) if self.open_to(s, p)], STAY)

    def forbids(self, s: M, a: Action) -> Cite | None:
        """Some force must be able to go there: the law on where, then the limits for the fewest."""
        if a.verb != "retreat":
            return None
        tried = [self.law(s, a.name, f) for f in self.likely(s, a.name)]
        if None in tried:
            return None
        broken = self.refuge(s, a.name) or next((c for c in tried if c), STAYS_OR_GOES)
        return foremost([broken, *self.besides(s)])

    def at_once(self, s: M, place: Place) -> Force | None:
        """Who goes without being asked how many."""
        pool = self.pool(s, place)
        return pool if pool.n == 1 and not pool.leaders else None

    def sending(self, place: Place) -> Step[Any]:
        """How many go to a place."""
        raise NotImplementedError

    def take(self, s: M, a: Action, log: Log) -> Steps[Any]:
        """One army goes at once; of several, ask how many."""
        if a == STAY:
            return []
        force = self.at_once(s, a.name)
        return [self.sending(a.name)] if force is None else self.go(s, log, a.name, force)

    def told(self, force: Force) -> dict[str, Json]:
        """What the log tells of a force besides its number."""
        return {}

    def go(self, s: M, log: Log, place: Place, force: Force) -> Steps[Any]:
        """Carry out a retreat; while armies remain there, ask again."""
        nation, here = self.nation, self.battle.area
        s.shift(nation, here, place, force)
        if self.side == ATTACKER:
            s.go_back(here, place, force)
        emit(log, "retreat", self.cite, nation=nation, n=force.n, area=here, to=place, **self.told(force))
        return [self] if s.count(nation, here) else []


class HowManyRetreat(HowMany[M], Generic[M], frozen=True):
    """How many of a side's armies retreat to one place; or a leader alone."""

    only_back: ClassVar[Cite] = cite("redux-core 7.2.2.a 7.2.c")
    """Attackers go back where they came from."""
    who_is_there: ClassVar[Cite] = cite("redux-core 7.2.c")
    so_many: ClassVar[str] = "only-so-many"
    """The sentence that says how many could go."""

    def asked(self) -> tuple[Retreating[M], Place]:
        """The retreat it is about, and where to."""
        raise NotImplementedError

    def seat(self, s: M) -> Seat:
        return self.asked()[0].seat(s)

    def pool(self, s: M) -> Force:
        retreat, place = self.asked()
        return retreat.pool(s, place)

    def law(self, s: M, force: Force) -> Cite | None:
        retreat, place = self.asked()
        return retreat.law(s, place, force)

    def too_many(self, s: M) -> Cite:
        return self.only_back if self.asked()[0].side == ATTACKER else self.who_is_there

    def reason(self, s: M, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """How many there are, or the limit they would break."""
        (retreat, place), most = self.asked(), self.pool(s).n
        if a.verb != "send":
            return self.absent(s, a)
        if not a.number:
            return "at-least-one", {}
        if a.number <= most:
            return retreat.number_against(s, place, a.number, why)
        return self.so_many, {"n": most, "area": retreat.battle.area, "to": place, "place": place}

    def go(self, s: M, log: Log, force: Force) -> Steps[M]:
        retreat, place = self.asked()
        return retreat.go(s, log, place, force)

    def about(self, s: M) -> dict[str, Json]:
        retreat, place = self.asked()
        return {**retreat.about(s), "to": place}


@step(cite("redux-core 4.1.d 7.2.b 7.2.c 7.2.d 7.2.g"))
class Retreat(Retreating[B], Generic[B], frozen=True):
    """Some or all armies of a side leave the battle, within the limits of stacking and population, or stay."""

    exact = True
    excess: int = 0
    """Armies beyond the population limit when the side began to retreat."""

    def places(self, s: B) -> Iterable[Place]:
        """In the map's order."""
        came = Retreating.places(self, s)
        return [a for a in s.rules.board.near[self.battle.area] if a in came]

    def refuge(self, s: B, place: Place) -> Cite | None:
        return s.rules.refuge(s, self.battle, self.nation, Area(place))

    def law(self, s: B, place: Place, force: Force) -> Cite | None:
        return self.refuge(s, place) or self.breaks(s, place, force)

    def open_to(self, s: B, place: Place) -> bool:
        if self.refuge(s, place) is not None:
            return False
        return any(self.breaks(s, place, f) is None for f in self.forces(s, place))

    def breaks(self, s: B, place: Place, force: Force) -> Cite | None:
        """What limit a retreat would break."""
        if self.fits(s, place, force.n):
            return None
        nation, mine, at = self.nation, s.armies[self.nation], s.at
        s.armies[nation], s.at = mine.copy(), at.copy()  # asking must not even change an order
        s.shift(nation, self.battle.area, place, force)
        broken = s.rules.retreat_limit(s, nation, place, self.excess)
        s.armies[nation], s.at = mine, at
        return broken

    def fits(self, s: B, place: Place, n: int) -> bool:
        """A quick yes to n armies: no limit breaks that is not broken."""
        return surely_fits(s, self.nation, self.battle.area, Area(place), n)

    def reason(self, s: B, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """Which limit would be broken by how much, or why there is no refuge."""
        if a.verb != "retreat":
            return None
        fewest = next((f.n for f in self.likely(s, a.name)), 1)
        against = self.number_against(s, a.name, fewest, why)
        if against is not None or self.refuge(s, a.name) is None:
            return against
        return no_refuge(s, self.battle, self.nation, Area(a.name))

    def number_against(self, s: B, place: Place, n: int, why: Cite) -> tuple[str, dict[str, Json]] | None:
        nation, here = self.nation, self.battle.area
        if why[0].clause == "7.2.f":
            then = s.clone()
            then.shift(nation, here, place, next(f for f in self.forces(s, place) if f.n == n))
            return "excess-grows", {
                "nation": nation,
                "n": s.rules.excess(then, nation),
                "before": self.excess,
            }
        if why[0].clause != "7.2.e":
            return None
        crowd = {**s.armies[nation], here: s.count(nation, here) - n}
        crowd[place] = crowd.get(place, 0) + n
        return "would-hold", overfull(s, nation, crowd, place)

    def sending(self, place: Place) -> Step[Any]:
        return RetreatSend(self, Area(place))


@step(cite("redux-core 7.2.c 7.2.1.d"))
class RetreatSend(HowManyRetreat[BritState], frozen=True):
    """How many of a side's armies retreat to one area."""

    retreat: Retreat[Any]
    area: Area

    def asked(self) -> tuple[Retreat[Any], Place]:
        return self.retreat, self.area


def surely_fits(s: BritState, nation: Nation, here: Area, area: Area, n: int) -> bool:
    """A quick yes to n plain armies: they exceed nothing where they go, and all their nation's armies are surely borne.

    Others stay behind; or opponents do and the last ones go where none were; or an area less bears all.
    """
    there = s.count(nation, area)
    if there + n > limit(s, area):
        return False
    if s.count(nation, here) > n or (not there and len(s.at[here]) > 1):
        return True
    return to_spare(s, nation) >= s.rules.numbers.limit_per_area


def no_refuge(s: BritState, b: Battle, nation: Nation, area: Area) -> tuple[str, dict[str, Json]] | None:
    """Why a place is no refuge: a sea, too far off, not where the attackers came from, or somebody else's."""
    if s.rules.board.at_sea(area):
        return "never-to-sea", {"nation": nation, "area": area}
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


def only_back(s: BritState, b: Battle, came: Collection[Place]) -> Cite:
    """Attackers go back only where they came from; that some came by land decides before what binds the others."""
    bound = ONLY_BACK[(b.area in came) + 2 * from_sea(s, came)]
    return tuple(dict.fromkeys((*ONLY_BACK[0], *bound))) if marched_in(s, b, came) else bound


def marched_in(s: BritState, b: Battle, came: Iterable[Place]) -> bool:
    """Whether some attackers came by land."""
    return any(p in s.rules.board.near and p != b.area for p in came)


def from_sea(s: BritState, came: Iterable[Place]) -> bool:
    """Whether some attackers came straight from a sea."""
    return any(s.rules.board.at_sea(p) for p in came)


@rule(cite("redux-core 7.2.1.a 7.2.1.b 7.2.1.c 7.2.2.a 7.2.2.b 7.2.2.c 7.2.2.d 7.2.2.e R22 R24 R26"))
def refuge(s: BritState, b: Battle, nation: Nation, area: Area) -> Cite | None:
    """Defenders: next door, own or vacant and not where attackers came from. Attackers: back where each came from."""
    came = s.entered.get(b.area, {})
    if area not in s.rules.board.near:
        return NOT_BACK_TO_SEA if nation == b.attacker and from_sea(s, came) else NOT_TO_SEA
    if nation == b.attacker:
        if area not in came or area == b.area:
            return only_back(s, b, came)
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
