"""Phase I: Population Increase and Reinforcements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit, is_read
from albion.engine.step import Step, Steps, step
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.due import LATER_PHASES, PHASE_ORDER
from albion.kernels.britannia.excess import DieOut
from albion.kernels.britannia.limits import crowding_law, limit, overfull
from albion.kernels.britannia.placing import (
    NationPlacing,
    NextArmy,
    OneByOne,
    counters_left,
    land_points,
    within_counters,
)
from albion.kernels.britannia.state import BritState, held_areas, holds
from albion.kernels.britannia.units import INFANTRY, PLAIN, Force, riders, riding

NOT_DECLINED = cite("redux-core 5.c")
NO_CAVALRY = cite("redux-leaders 9.1.b")


def still_to_place(nation: Nation, n: int, why: Cite) -> tuple[str, dict[str, Json]] | None:
    """In words, how many armies have to be placed before anything else."""
    return ("to-be-placed", {"nation": nation, "n": n}) if n and NOT_DECLINED[0] in why else None


def not_placing(a: Action) -> Cite | None:
    """Why nothing else is done while armies are to be placed: it cannot be declined, and other phases come later."""
    if a.verb in LATER_PHASES:
        return (*PHASE_ORDER, *NOT_DECLINED)
    return NOT_DECLINED if a.noun is None else None


@step(cite("redux-core 4.1.d 5.a 5.b 5.c"))
class Population(Step[BritState], frozen=True):
    """Population increase comes first, reinforcements second; neither can be refused."""

    nation: Nation

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        if is_read(log):
            emit(log, "phase", self.cite, nation=self.nation, phase="population")
        return [PopulationIncrease(self.nation), Reinforcements(self.nation)]


@rule(cite("redux-core 5.1.b"))
def population_points(s: BritState, nation: Nation) -> int:
    """Each held clear area gives two points, each held difficult area one."""
    numbers = s.rules.numbers
    return land_points(s.rules.board, held_areas(s, nation), numbers.points_clear, numbers.points_difficult)


@step(cite("redux-core 5.1.a 5.1.c 5.1.d 5.1.e 5.1.f 5.1.g 5.1.i 5.f 1.3.4.a R8 R9 R10 R12"))
class PopulationIncrease(Step[BritState], frozen=True):
    """Points give armies, four for one; an excess at the phase's start cuts them, or costs armies."""

    nation: Nation

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        """Count, cut, and place what is left."""
        nation, numbers = self.nation, s.rules.numbers
        if not held_areas(s, nation):
            s.track[nation] = 0
            return []
        points = s.track[nation] + population_points(s, nation)
        due, left = divmod(points, numbers.points_per_army)
        excess = s.rules.excess(s, nation)
        if excess > due:
            s.track[nation] = 0
            return [RemoveExcess(nation, (excess - due) // 2)]
        armies = min(due - excess, counters_left(s, nation))
        s.track[nation] = left if armies == due - excess else numbers.track_max
        emit(log, "growth", self.cite, nation=nation, points=points, n=armies, track=s.track[nation])
        return [PlaceArmies(nation, armies)]


@step(cite("redux-core 4.1.d 5.1.g 5.1.h R8"))
class RemoveExcess(DieOut[BritState], frozen=True):
    """Half the excess beyond growth dies out, never the last army of an area."""

    last = cite("redux-core 5.1.h 5.1.g")
    too_many = cite("redux-core 5.1.g")
    n: int

    def due(self, s: BritState) -> int:
        return self.n

    def at_sea(self, there: int) -> Cite:
        return cite("redux-core 4.2.2.c 5.1.g") if there else self.too_many

    def otherwise(self, s: BritState, a: Action) -> Cite | None:
        """Nobody is placed while some die out."""
        return cite("redux-core 5.1.i 5.1.g") if a.verb == "place" else cite("redux-core 5.1.g")

    def reason(self, s: BritState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """That it is the last army there, at sea, or that none is; of anything else, how many have to go first."""
        if a.verb != "remove":
            return "excess-first", {"nation": self.nation, "n": self.n}
        if why[0].clause == "4.2.2.c":
            return "not-at-sea", {"place": a.name}
        key = "last-army" if s.count(self.nation, a.name) else "none-there"
        return key, {"nation": self.nation, "place": a.name}

    def rest(self) -> Steps[BritState]:
        return [RemoveExcess(self.nation, self.n - 1)] if self.n > 1 else []


def dies_out(s: BritState, log: Log, nation: Nation, area: Area, cavalry: bool) -> None:
    """One army of the excess is removed."""
    s.take(nation, area, riders(1) if cavalry else PLAIN[1])
    emit(log, "remove", RemoveExcess.cite, nation=nation, n=1, area=area)


def room(s: BritState, nation: Nation, area: Area) -> Cite | None:
    """Why stacking allows no more army in an area; None: there is room."""
    if s.count(nation, area) < limit(s, area):
        return None  # spares the copy
    return crowding_law(s, nation, area, {**s.armies[nation], area: s.count(nation, area) + 1})


def with_room(s: BritState, nation: Nation) -> list[Area]:
    """The areas a nation holds where stacking allows one more army."""
    mine = s.armies[nation]
    return [a for a in held_areas(s, nation) if mine[a] < limit(s, a) or room(s, nation, a) is None]


@step(cite("redux-core 5.1.1.b 5.1.1.d 5.f R11 R12"))
class PlaceArmies(OneByOne[BritState], frozen=True):
    """One that finds no room is lost and the marker goes to its highest; once all areas have had one they may have another."""

    def next(self, s: BritState) -> PlaceArmy | None:
        open_to = with_room(s, self.nation)
        given = self.given if any(a not in self.given for a in open_to) else ()
        return PlaceArmy(self.nation, self.n, given) if open_to else None

    def lost(self, s: BritState) -> None:
        s.track[self.nation] = s.rules.numbers.track_max


@step(cite("redux-core 4.1.d 5.1.1.a 5.1.1.b 5.1.1.c 5.a 5.c"))
class PlaceArmy(NextArmy[BritState], frozen=True):
    """Where the next new army appears."""

    exact = True
    counted: ClassVar[dict[str, Json]] = {"n": 1}

    def areas(self, s: BritState) -> Iterable[Area]:
        """Areas the nation holds that have room, and have not had an army since others could."""
        return [a for a in with_room(s, self.nation) if a not in self.given]

    def closed(self, s: BritState, area: Area) -> Cite | None:
        """Held areas within the stacking limit, one army each while any other can take it."""
        if not holds(s, self.nation, area):
            return cite("redux-core 5.1.1.a")
        crowded = room(s, self.nation, area)
        if crowded is not None:
            return (*cite("redux-core 5.1.1.b"), *crowded)
        return cite("redux-core 5.1.1.c R11") if area in self.given else None

    def otherwise(self, s: BritState, a: Action) -> Cite | None:
        return NO_CAVALRY if a.verb == "cavalry" else not_placing(a)

    def reason(self, s: BritState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """Who is there instead, how many the area would hold, or that it has had its army; of anything else, how many are left."""
        area, nation = Area(a.name), self.nation
        if a.verb != "place":
            return still_to_place(nation, self.n, why)
        if why[0].clause == "5.1.1.b":
            return "would-hold", overfull(
                s, nation, {**s.armies[nation], area: s.count(nation, area) + 1}, area
            )
        if why[0].clause == "5.1.1.c":
            return "had-one", {"area": area}
        return "not-held", {"area": area, "nation": nation}

    def rest(self, s: BritState, area: Area) -> PlaceArmies:
        return PlaceArmies(self.nation, self.n - 1, (*self.given, area))


@step(cite("redux-core 4.d 5.2.a 5.2.b 5.2.c 5.2.1.a 5.2.1.b 5.2.2.d 5.d 5.e 5.f R10 R14"))
class Reinforcements(Step[BritState], frozen=True):
    """The Timeline's armies: invaders at sea, others together on land."""

    nation: Nation

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        """As many as counters allow; a nation without land gets at least two on land."""
        nation = self.nation
        row = s.rules.timeline[s.round - 1].reinforcements.get(nation)
        if row is None:
            return []
        landless = not held_areas(s, nation)
        listed = max(row.armies, 2) if landless and row.place is None else row.armies
        n = within_counters(s, nation, listed, 0).n
        if n < listed:
            s.track[nation] = s.rules.numbers.track_max
            emit(log, "shortage", cite("redux-core 5.d 5.f"), nation=nation, n=listed - n)
        if n == 0:
            return []
        if row.place is None:
            return [PlaceReinforcements(nation, n)]
        s.add(nation, row.place, n)
        emit(
            log,
            "invaders",
            cite("redux-core 5.2.1.a 5.2.1.b"),
            nation=nation,
            n=n,
            place=row.place,
            leader=row.leader,
        )
        return []


@step(cite("redux-core 4.1.d 5.2.2.a 5.2.2.b 5.2.2.c 5.2.2.e 5.2.2.f 5.a 5.c"))
class PlaceReinforcements(NationPlacing[BritState], frozen=True):
    """Where reinforcements without a sea appear, all together."""

    n: int

    def areas(self, s: BritState) -> Iterable[Area]:
        return held_and_centers(s, self.nation)

    def closed(self, s: BritState, area: Area) -> Cite | None:
        return not_open(s, self.nation, area)

    def otherwise(self, s: BritState, a: Action) -> Cite | None:
        return not_placing(a)

    def reason(self, s: BritState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """What keeps them from that area; of anything else, how many are left to place."""
        if a.verb != "place":
            return still_to_place(self.nation, self.n, why)
        return not_welcome(s, self.nation, Area(a.name))

    def appear(self, s: BritState, log: Log, area: Area) -> Steps[BritState]:
        """Among opponents, as many as those are pinned and must fight there."""
        foe = s.foe(self.nation, area)
        s.add(self.nation, area, self.n)
        if foe is not None:
            pin(s, area, PLAIN[self.n], s.count(foe, area))
        emit(log, "reinforcements", self.cite, nation=self.nation, n=self.n, area=area, foe=foe)
        return []


def held_and_centers(s: BritState, nation: Nation) -> Iterable[Area]:
    """The areas a nation holds, and its scoring centers."""
    return dict.fromkeys((*held_areas(s, nation), *s.rules.nations[nation].centers))


@rule(cite("redux-core 5.2.2.a 5.2.2.e 5.2.2.f R16"))
def not_open(s: BritState, nation: Nation, area: Area) -> Cite | None:
    """A held area or a vacant center; without land a vacant center first, else any center."""
    centers = s.rules.nations[nation].centers
    if held_areas(s, nation):
        fits = holds(s, nation, area) or (area in centers and s.vacant(area))
        return None if fits else cite("redux-core 5.2.2.a")
    vacant = any(s.vacant(c) for c in centers)
    if area not in centers:
        return cite("redux-core 5.2.2.a 5.2.2.e 5.2.2.f")
    return None if s.vacant(area) or not vacant else cite("redux-core 5.2.2.e 5.2.2.a R16")


def not_welcome(s: BritState, nation: Nation, area: Area) -> tuple[str, dict[str, Json]]:
    """In words: neither held nor a vacant center; without land, no center, or one taken while another is vacant."""
    who: dict[str, Json] = {"nation": nation, "area": area}
    if held_areas(s, nation):
        return "not-open-to-them", who
    return ("vacant-center-first" if area in s.rules.nations[nation].centers else "only-in-centers"), who


def nothing_to_place(s: BritState, a: Action) -> Cite | None:
    """Why the nation on turn has no army to place; None: its reinforcements have been placed, all in one area."""
    row = s.rules.timeline[s.round - 1].reinforcements.get(s.turn) if s.turn is not None else None
    if a.verb != "place" or s.turn is None or (row is not None and row.place is None):
        return None
    if not held_areas(s, s.turn):
        why = cite("redux-core 5.1.e")
    elif not counters_left(s, s.turn):
        why = cite("redux-core 5.d 5.f")
    elif not with_room(s, s.turn):
        why = cite("redux-core 5.1.1.d 5.1.1.b")
    elif s.rules.excess(s, s.turn):
        why = cite("redux-core 5.1.f")
    else:
        why = cite("redux-core 5.1.c")
    return (*PHASE_ORDER, *why) if s.agenda else why


def why_nothing(s: BritState, why: Cite) -> tuple[str, dict[str, Json]] | None:
    """In words: no land, no counter, an excess, or too few points; that the phase is over has a clause that says enough."""
    nation, numbers = s.turn, s.rules.numbers
    if nation is None:
        return None
    told: dict[str, tuple[str, dict[str, Json]]] = {
        "5.1.e": ("no-land", {}),
        "5.d": ("all-in-play", {"n": s.in_play(nation)}),
        "5.1.f": ("over-limit", {"n": s.rules.excess(s, nation)}),
        "5.1.c": ("few-points", {"n": s.track[nation], "most": numbers.points_per_army}),
    }
    key, facts = told.get(why[0].clause, ("", {}))
    return (key, {"nation": nation, **facts}) if key else None


@rule(cite("redux-core 5.2.2.g 7.2.2.c R15"))
def pin(s: BritState, area: Area, force: Force, n: int) -> None:
    """Armies placed among opponents: as many as the opponents stay, attack there and cannot retreat, infantry first."""
    n = min(n, force.n)
    s.enter(area, area, Force(n, riding(max(0, n - force.of(INFANTRY)))))
