"""Looking ahead in a Movement Phase: is a legal end still within reach, and which moves keep it so."""

from __future__ import annotations

from collections.abc import Callable

from albion.engine.cite import cite, rule
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.limits import limit, overstack_limit
from albion.kernels.britannia.state import BritState


@rule(cite("redux-core 6.4.b 6.4.c"))
def no_end_left(s: BritState, nation: Nation) -> bool:
    """However the armies not yet moved go, too few areas would contain armies, or too few be held."""
    near, foes, fresh = s.rules.board.near, s.foes, s.fresh
    settled = [p for p, n in s.armies[nation].items() if p in near and n > fresh.get(p, 0)]
    loose = sum(fresh.values())
    held = sum(1 for p in settled if p not in foes)
    return len(settled) + loose < areas_wanted(s) or held + loose < s.held_before


def areas_wanted(s: BritState) -> int:
    """How many areas must contain armies when the phase ends, to meet the population limit."""
    return -(-s.people // s.rules.numbers.limit_per_area)


def careless(s: BritState, nation: Nation) -> Callable[[Place, Area, int], bool]:
    """Whether n armies going from a place into an area would spoil what the phase's end asks for.

    A player who has had to start a phase again is kept from such moves, so that the phase surely ends.
    How the nation stands is measured once, then many moves are asked about.
    """
    mine, near, foes, numbers = s.armies[nation], s.rules.board.near, s.foes, s.rules.numbers
    hard, clear_limit, hard_limit = s.rules.board.difficult, numbers.clear, numbers.difficult
    held = ashore = at_sea = 0
    crowded: list[Place] = []
    for place, k in mine.items():
        if place in near:
            ashore += 1
            held += place not in foes
            if k > hard_limit and k > limit(s, Area(place)):
                crowded.append(place)
        else:
            at_sea += k
    short = -(-(s.people + numbers.limit_bonus) // numbers.limit_per_area) - ashore - at_sea

    def spoils(out: Place, into: Area, n: int) -> bool:
        there = mine.get(into, 0) + n
        if there > (hard_limit if into in hard else clear_limit):
            others = (p for p in crowded if p != into)
            if there > overstack_limit(s, into) or any(
                mine[p] - (n if p == out else 0) > limit(s, Area(p)) for p in others
            ):
                return True
        emptied = out in near and mine[out] == n
        new = into not in mine
        if held + (new and into not in foes) - (emptied and out not in foes) < s.held_before:
            return True
        short_then = short - new + emptied + (0 if out in near else n)
        return short_then > 0 and short_then >= short

    return spoils
