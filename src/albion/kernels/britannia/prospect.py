"""Looking ahead in a Movement Phase: is a legal end still within reach, and which moves keep it so."""

from __future__ import annotations

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


def careless(s: BritState, nation: Nation, out: Place, into: Area, n: int) -> bool:
    """Whether n armies going there would spoil what the phase's end asks for, as all would stand then.

    A player who has had to start a phase again is kept from such moves, so that the phase surely ends.
    """
    mine, near, foes = s.armies[nation], s.rules.board.near, s.foes
    there = mine.get(into, 0) + n
    if there > limit(s, into) and (
        there > overstack_limit(s, into) or _other_overstack(s, nation, out, into, n)
    ):
        return True
    held = ashore = at_sea = 0
    for place, k in mine.items():  # one loop instead of three sums: this is asked very often
        if place in near:
            ashore += 1
            if place not in foes:
                held += 1
        else:
            at_sea += k
    emptied = out in near and mine[out] == n
    new = into not in mine
    if held + (new and into not in foes) - (emptied and out not in foes) < s.held_before:
        return True
    numbers = s.rules.numbers
    short = -(-(s.people + numbers.limit_bonus) // numbers.limit_per_area) - ashore - at_sea
    short_then = short - new + emptied + (0 if out in near else n)
    return short_then > 0 and short_then >= short


def _other_overstack(s: BritState, nation: Nation, out: Place, into: Area, n: int) -> bool:
    near = s.rules.board.near
    for place, k in s.armies[nation].items():
        left = k - n if place == out else k
        if place != into and place in near and left > limit(s, Area(place)):
            return True
    return False
