"""Looking ahead in a Movement Phase: a move after which no legal end is left is no legal move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from albion.engine.action import Action
from albion.engine.cite import Cite, cite, rule
from albion.engine.step import Choice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.limits import limit
from albion.kernels.britannia.spread import Reach, movers, reach, scatter
from albion.kernels.britannia.state import BritState

S = TypeVar("S", bound=BritState)

CROWDED = cite("redux-core 6.4.a 4.2.1.a 4.2.1.b 4.2.1.c 4.2.1.d")
TOO_MANY = cite("redux-core 6.4.b 6.f 4.2.2.a 4.2.2.b")
TOO_FEW_HELD = cite("redux-core 6.4.c")


class Hopeful(Choice[S], Generic[S], frozen=True):
    """A question whose hopeless answers are refused as long as a hopeful one is left."""

    def hopeless(self, s: S, a: Action, outlook: Outlook) -> Cite | None:
        """The limit that could not be met any more after this answer, however the rest moves."""
        return None

    def outlook(self, s: S) -> Outlook:
        """How the moving nation stands."""
        raise NotImplementedError

    def legal(self, s: S) -> tuple[Action, ...]:
        """Hopeful answers; only where there are none, the hopeless ones, so that nobody is stuck."""
        outlook = self.outlook(s)
        allowed = [a for a in self.candidates(s) if self.forbids(s, a) is None]
        return tuple([a for a in allowed if self.hopeless(s, a, outlook) is None] or allowed)

    def refusal(self, s: S, a: Action) -> Cite | None:
        """The rule against it, or the limit it would leave no way to meet."""
        if a in self.legal(s):
            return None
        return self.forbids(s, a) or self.hopeless(s, a, self.outlook(s)) or self.cite


class Outlook:
    """Whether a Movement Phase can still end legally; quick where all is well, thorough where it is not."""

    __slots__ = ("areas", "at_sea", "burst", "held", "nation", "over", "room_ashore", "s")

    def __init__(self, s: BritState, nation: Nation) -> None:
        self.s, self.nation = s, nation
        board, foes, mine = s.rules.board, s.foes, s.armies[nation]
        self.areas = self.held = self.over = self.at_sea = 0
        self.burst = False
        self.room_ashore = True
        for place, n in mine.items():
            if place in board.near:
                self.areas += 1
                if place not in foes:
                    self.held += 1
                if n > limit(s, Area(place)):
                    self.over += 1
                    self.burst = self.burst or n > overstack(s, place)
            else:
                self.at_sea += n
                free = sum(1 for a in board.coast[place] if a not in mine)
                self.room_ashore = self.room_ashore and n <= free

    @property
    def meets(self) -> bool:
        """Whether every limit would be met as it stands, once those at sea have landed apart."""
        return self._meets(self.areas, self.held, self.over, self.burst, self.at_sea)

    def _meets(
        self,
        areas: int,
        held: int,
        over: int,
        burst: bool,
        at_sea: int,
        out: Place = "",
        n: int = 0,
        into: Place = "",
    ) -> bool:
        if over > 1 or burst or not self.room_ashore:
            return False
        s = self.s
        short = max(s.held_before - held, (s.people + 1) // s.rules.numbers.limit_per_area - areas - at_sea)
        return short <= 0 or self._spare(short, out, n, into)

    def _spare(self, wanted: int, out: Place, n: int, into: Place) -> bool:
        """Whether so many fresh armies, n of those in one place gone, can each reach a vacant area of its own."""
        s, board, mine = self.s, self.s.rules.board, self.s.armies[self.nation]
        used = {into}
        for place, fresh in s.fresh.items():
            gone = n if place == out else 0
            spare = fresh - gone
            ashore = place in board.near
            if ashore and mine[place] == fresh:
                spare -= 1  # one stays behind and keeps the area
            for area in reach(place, s.foes) if spare > 0 else ():
                if spare <= 0 or area in s.foes:
                    break  # those free of opponents stand first
                if area not in s.at and area not in used:
                    used.add(area)
                    spare -= 1
                    wanted -= 1
                    if not wanted:
                        return True
        return False

    def going(self, place: Place, area: Area, n: int) -> Cite | None:
        """What could no longer be met if n fresh armies went there and settled, or marched on where they may."""
        if self._fits(place, area, n):
            return None
        s, fixed = self.s, settled(self.s, self.nation)
        onward = (
            0 if area in s.rules.board.strait.get(Area(place), ()) else may_go_on(s, self.nation, area, n, n)
        )
        if n > onward:
            fixed[area] = fixed.get(area, 0) + n - onward
        fresh = s.fresh.copy()
        take_out(fresh, place, n)
        return self.thorough(fixed, {area: onward} if onward else {}, fresh)

    def some_going(self, place: Place, area: Area) -> bool:
        """Whether some number of armies could go there."""
        fresh = self.s.fresh[place]
        return self.going(place, area, 1) is None or (fresh > 1 and self.going(place, area, fresh) is None)

    def marching_on(self, place: Place, area: Area | None, n: int) -> Cite | None:
        """What could no longer be met if n of those just arrived went on: to an area, or anywhere."""
        if area is not None and self._fits(place, area, n):
            return None
        fixed = settled(self.s, self.nation)
        take_out(fixed, place, n)
        if area is None:
            return self.thorough(fixed, {place: n}, self.s.fresh)
        fixed[area] = fixed.get(area, 0) + n
        return self.thorough(fixed, {}, self.s.fresh)

    def staying(self) -> Cite | None:
        """What could no longer be met if the last group stops where it is."""
        return None if self.meets else self.thorough(settled(self.s, self.nation), {}, self.s.fresh)

    def _fits(self, place: Place, area: Area, n: int) -> bool:
        """Whether the limits would be met as all would stand after n armies went there."""
        s, board, foes = self.s, self.s.rules.board, self.s.foes
        mine = s.armies[self.nation]
        areas, held, over, burst, at_sea = self.areas, self.held, self.over, self.burst, self.at_sea
        if place in board.near:
            left = mine[place] - n
            if not left:
                areas -= 1
                held -= place not in foes
            bound = limit(s, Area(place))
            if left + n > bound >= left:
                over -= 1
                burst = burst and over > 0
        else:
            at_sea -= n
        there = mine.get(area, 0)
        if not there:
            areas += 1
            held += area not in foes
        if there + n > limit(s, area):
            over += there <= limit(s, area)
            burst = burst or there + n > overstack(s, area)
        return self._meets(areas, held, over, burst, at_sea, place, n, area)

    def thorough(
        self, fixed: Mapping[Place, int], group: Mapping[Place, int], fresh: Mapping[Place, int]
    ) -> Cite | None:
        """The game's law on armies settled, on the march and not yet moved."""
        return self.s.rules.prospect(self.s, self.nation, fixed, group, fresh)


def overstack(s: BritState, place: Place) -> int:
    """How many armies the one overstack may have in an area."""
    numbers = s.rules.numbers
    return numbers.overstack_difficult if place in s.rules.board.difficult else numbers.overstack_clear


def settled(s: BritState, nation: Nation) -> dict[Place, int]:
    """The armies that will not move any more in this phase, by place."""
    fresh = s.fresh
    return {p: n - fresh.get(p, 0) for p, n in s.armies[nation].items() if n > fresh.get(p, 0)}


def take_out(armies: dict[Place, int], place: Place, n: int) -> None:
    """Count n armies less in a place."""
    armies[place] -= n
    if not armies[place]:
        del armies[place]


def may_go_on(s: BritState, nation: Nation, area: Area, n: int, arriving: int) -> int:
    """Of n armies in an area, those not stopped by opponents; `arriving` are not counted as entered yet."""
    if area not in s.foes:
        return n
    entered = sum(s.entered.get(area, {}).values())
    return min(n, s.rules.overrun(s, nation, area, entered + arriving))


@rule(cite("redux-core 6.4.a 6.4.b 6.4.c"))
def no_end_left(
    s: BritState,
    nation: Nation,
    fixed: Mapping[Place, int],
    group: Mapping[Place, int],
    fresh: Mapping[Place, int],
) -> Cite | None:
    """Too many settled in one place, or too few areas within reach of those marching or not yet moved."""
    broken = s.rules.stacking(s, nation, fixed)
    if broken is not None:
        return (*cite("redux-core 6.4.a"), *broken)
    near = s.rules.board.near
    ashore = [p for p in fixed if p in near]
    loose = sum(fresh.values()) + sum(min(2, n) for n in group.values())
    if s.people > s.rules.numbers.limit_per_area * (len(ashore) + loose):
        return TOO_MANY
    if sum(1 for a in ashore if a not in s.foes) + loose < s.held_before:
        return TOO_FEW_HELD
    marching, rest = _marching(s, group)
    taken, left = scatter(ashore, [*marching, *movers(s, fresh)], s.foes)
    apart = {p: fixed.get(p, 0) + (army >= 0) for p, army in taken.items()}
    return _short(s, apart) or _crowded(s, nation, apart, [*left, *rest])


def _marching(s: BritState, group: Mapping[Place, int]) -> tuple[list[Reach], list[Reach]]:
    """A group stays where it is or goes on to one area more: at most two areas; the rest stand with those."""
    land = s.rules.board.land
    first, rest = [], []
    for place, n in group.items():
        area = Area(place)
        around = (area, *land[area])
        first += [around] if n == 1 else [(area,), land[area]]
        rest += [around] * (n - 2)
    return first, rest


def _short(s: BritState, apart: Mapping[Place, int]) -> Cite | None:
    """Too few areas for the population, or fewer held than before."""
    if s.people > s.rules.numbers.limit_per_area * len(apart):
        return TOO_MANY
    return TOO_FEW_HELD if sum(1 for a in apart if a not in s.foes) < s.held_before else None


def _crowded(s: BritState, nation: Nation, apart: dict[Place, int], left: list[Reach]) -> Cite | None:
    """Armies left over once all are spread out find room under the stacking limits, or they do not."""
    over = []
    for where in left:
        free = next((a for a in where if apart.get(a, 0) < limit(s, a)), None)
        if free is None:
            over.append(where)
        else:
            apart[free] = apart.get(free, 0) + 1
    if not over:
        return None
    for area in over[0]:
        if all(area in where for where in over):
            apart[area] += len(over)
            if s.rules.stacking(s, nation, apart) is None:
                return None
            apart[area] -= len(over)
    return CROWDED
