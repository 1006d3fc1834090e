"""Looking ahead in a Movement Phase: a move after which no legal end is left is no legal move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from albion.engine.action import Action
from albion.engine.cite import Cite, cite, rule
from albion.engine.step import Choice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.limits import limit
from albion.kernels.britannia.spread import Reach, movers, occupied, scatter
from albion.kernels.britannia.state import BritState

S = TypeVar("S", bound=BritState)


class Hopeful(Choice[S], Generic[S], frozen=True):
    """A question whose hopeless answers are refused as long as a hopeful one is left."""

    def hopeless(self, s: S, a: Action) -> Cite | None:
        """The limit that could not be met any more after this answer, however the rest moves."""
        return None

    def legal(self, s: S) -> tuple[Action, ...]:
        """Hopeful answers; only where there are none, the hopeless ones, so that nobody is stuck."""
        allowed = tuple(a for a in self.candidates(s) if self.forbids(s, a) is None)
        return tuple(a for a in allowed if self.hopeless(s, a) is None) or allowed

    def refusal(self, s: S, a: Action) -> Cite | None:
        """The rule against it, or the limit it would leave no way to meet."""
        if a in self.legal(s):
            return None
        return self.forbids(s, a) or self.hopeless(s, a) or self.cite


def settled(s: BritState, nation: Nation) -> dict[Place, int]:
    """The armies that will not move any more in this phase, by place."""
    fresh = s.fresh
    return {p: n - fresh.get(p, 0) for p, n in s.armies[nation].items() if n > fresh.get(p, 0)}


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
    foes = occupied(s, nation)
    stand = _together(fixed, group, fresh)
    if _ashore(s, stand) and _meets(s, nation, stand, foes):
        return None
    near = s.rules.board.near
    marching, rest = _marching(s, group)
    taken, left = scatter([p for p in fixed if p in near], [*marching, *movers(s, nation, fresh, foes)], foes)
    apart = {p: fixed.get(p, 0) + (army >= 0) for p, army in taken.items()}
    return _short(s, nation, apart, foes) or _crowded(s, nation, apart, [*left, *rest])


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


def meets_limits(s: BritState, nation: Nation) -> bool:
    """Whether the nation would meet every limit as it stands, those at sea apart."""
    return _meets(s, nation, s.armies[nation], occupied(s, nation))


def _meets(s: BritState, nation: Nation, stand: Mapping[Place, int], foes: frozenset[Place]) -> bool:
    return _short(s, nation, stand, foes) is None and s.rules.stacking(s, nation, stand) is None


def _together(*groups: Mapping[Place, int]) -> dict[Place, int]:
    total: dict[Place, int] = {}
    for group in groups:
        for place, n in group.items():
            total[place] = total.get(place, 0) + n
    return total


def _ashore(s: BritState, stand: Mapping[Place, int]) -> bool:
    near = s.rules.board.near
    return all(p in near for p in stand)


def _short(s: BritState, nation: Nation, stand: Mapping[Place, int], foes: frozenset[Place]) -> Cite | None:
    """Too few areas for the population, or fewer held than before."""
    numbers, near = s.rules.numbers, s.rules.board.near
    areas = [p for p in stand if p in near]
    people = s.in_play(nation) - numbers.limit_bonus - s.unavoidable
    if people > numbers.limit_per_area * len(areas):
        return cite("redux-core 6.4.b 4.2.2.a 6.f")
    held = sum(1 for a in areas if a not in foes)
    return cite("redux-core 6.4.c") if held < s.held_before else None


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
    return cite("redux-core 6.4.a 4.2.1.a 4.2.1.b 4.2.1.c 4.2.1.d")
