"""7.1 Where a group may end its move: hexes in reach where stacking lets it stay."""

from __future__ import annotations

from albion.engine.cite import cite, rule
from albion.games.boudicca.s06_stacking import arrival_fault, stack_fault
from albion.games.boudicca.s07_ways import allowance, entry_reach, group_reach
from albion.games.boudicca.state import DEAD, BoudiccaState
from albion.kernels.hex import bit, bits, hexes_of


def goals(s: BoudiccaState, group: tuple[int, ...], budget: int) -> tuple[int, int]:
    """Where a group could end its move, and whom it could attack, as bit patterns."""
    here, side = s.where[group[0]], s.rules.side[group[0]]
    if here <= DEAD:
        gate, _, beyond = entry_reach(s, group, budget)
        if beyond is None:
            return 0, within_stacking(s, group, bit(gate), side)
        moves, fights = beyond.within, beyond.fights
    else:
        reach = group_reach(s, group, budget)
        moves, fights = reach.within & ~bit(here), reach.fights
    return within_stacking(s, group, moves, side), within_stacking(s, group, fights, side)


@rule(cite("boudicca 6.1.7.a"))
def within_stacking(s: BoudiccaState, group: tuple[int, ...], hexes: int, side: str) -> int:
    """Those of the hexes where the group may stay; a group that may not be together needs a leader there."""
    if not s.rules.binders[side].isdisjoint(group):
        return hexes
    taken = hexes_of(hexes & s.present_bits(side))
    if stack_fault(s, group, side) is not None:
        return bits(h for h in taken if arrival_fault(s, group, h, side) is None)
    for h in taken:
        if arrival_fault(s, group, h, side) is not None:
            hexes &= ~bit(h)
    return hexes


def can_leave(s: BoudiccaState, u: int) -> bool:
    """Whether a unit has anywhere to go."""
    return any(goals(s, (u,), allowance(s, (u,))))
