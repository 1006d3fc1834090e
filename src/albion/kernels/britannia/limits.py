"""Stacking and population limits."""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.cite import Cite, cite, rule
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.state import BritState, Standing, held_areas, standing

STACKING = cite("redux-core 4.2.1.a 4.2.1.b 4.2.1.c 4.2.1.d")
SEA_IS_FREE = cite("redux-core 6.1.1.b")


def limit(s: BritState, area: Area) -> int:
    """How many armies of a nation an area normally holds."""
    numbers = s.rules.numbers
    return numbers.difficult if area in s.rules.board.difficult else numbers.clear


def overstack_limit(s: BritState, area: Area) -> int:
    """How many armies the one overstack may have in an area."""
    numbers = s.rules.numbers
    return numbers.overstack_difficult if area in s.rules.board.difficult else numbers.overstack_clear


@rule(STACKING)
@rule(SEA_IS_FREE)
def one_overstack(s: BritState, nation: Nation, armies: Mapping[Place, int]) -> Cite | None:
    """Every land area within its limit, save one overstack within its own; seas hold any number."""
    board, numbers = s.rules.board, s.rules.numbers
    over = 0
    for place, n in armies.items():
        if n <= numbers.difficult or place not in board.near:
            continue
        difficult = place in board.difficult
        if difficult or n > numbers.clear:
            over += 1
            if over > 1 or n > (numbers.overstack_difficult if difficult else numbers.overstack_clear):
                return STACKING
    return None


@rule(cite("redux-core 4.2.2.a 4.2.2.b 4.2.2.c 4.2.2.d R7"))
def population_limit(s: BritState, now: Standing) -> int:
    """Twice the land areas with own armies, contested ones too, and one more for a clear area held."""
    difficult, numbers = s.rules.board.difficult, s.rules.numbers
    for area in now.held:
        if area not in difficult:
            return numbers.limit_per_area * now.areas + numbers.limit_bonus
    return numbers.limit_per_area * now.areas


@rule(cite("redux-core 4.2.2.c 4.2.2.e"))
def excess_armies(s: BritState, nation: Nation) -> int:
    """Armies on land beyond the population limit, or none."""
    mine = s.armies[nation]
    if sum(mine.values()) <= s.rules.numbers.limit_per_area * len(mine) and not s.afloat(nation):
        return 0  # surely: spares the exact count, which is asked for very often
    now = standing(s, nation)
    return max(0, now.armies - population_limit(s, now))


@rule(cite("redux-core 6.4.a"))
def stacked_at_end(s: BritState, nation: Nation) -> Cite | None:
    """Stacking limits bind at the end of the Movement Phase, not during it."""
    broken = s.rules.stacking(s, nation, s.armies[nation])
    return None if broken is None else (*cite("redux-core 6.4.a"), *broken)


@rule(cite("redux-core 6.4.b 6.f R19"))
def peopled_at_end(s: BritState, nation: Nation) -> Cite | None:
    """The population limit binds at the end of the Movement Phase, as far as movement can meet it."""
    fits = s.rules.excess(s, nation) <= s.unavoidable
    return None if fits else cite("redux-core 6.4.b 6.f 4.2.2.a 4.2.2.b")


@rule(cite("redux-core 6.4.c R20"))
def no_fewer_held(s: BritState, nation: Nation) -> Cite | None:
    """A nation ends its Movement Phase holding at least as many areas as at its start."""
    return cite("redux-core 6.4.c") if len(held_areas(s, nation)) < s.held_before else None


@rule(cite("redux-core 6.1.a"))
def all_ashore(s: BritState, nation: Nation) -> Cite | None:
    """Armies that begin the turn at sea must land."""
    return cite("redux-core 6.1.a") if s.afloat(nation) else None
