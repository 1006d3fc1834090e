"""Looking ahead in a Movement Phase: a move after which no legal end is left is no legal move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from albion.engine.action import Action
from albion.engine.cite import Cite, cite, rule
from albion.engine.step import Choice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.limits import held_before
from albion.kernels.britannia.spread import movers, occupied, spread
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
    s: BritState, nation: Nation, fixed: Mapping[Place, int], group: Mapping[Place, int]
) -> Cite | None:
    """Too many settled in one place, or too few areas within reach of those not settled.

    `group` are armies on the march, by where they are; those that have not moved are in the state.
    """
    broken = s.rules.stacking(s, nation, fixed)
    if broken is not None:
        return (*cite("redux-core 6.4.a"), *broken)
    near, numbers = s.rules.board.near, s.rules.numbers
    people = s.in_play(nation) - numbers.limit_bonus - s.unavoidable
    foes = occupied(s, nation)
    stand = {p for where in (fixed, group, s.fresh) for p in where if p in near}
    held, areas = len(stand - foes), len(stand)
    before = held_before(s, nation)
    if held < before or people > numbers.limit_per_area * areas:
        land = [p for p in fixed if p in near]
        marching = [(Area(p), *s.rules.board.land[Area(p)]) for p, n in group.items() for _ in range(n)]
        held, areas = spread(land, [*marching, *movers(s, nation, s.fresh, foes)], foes)
    if people > numbers.limit_per_area * areas:
        return cite("redux-core 6.4.b 4.2.2.a 6.f")
    return cite("redux-core 6.4.c") if held < before else None
