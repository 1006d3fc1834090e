"""7.1, 7.3 Why a march cannot go to a hex, and why nobody strikes at it."""

from __future__ import annotations

from albion.engine.cite import Cite, cite, rule
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s06_stacking import arrival_fault
from albion.games.boudicca.s07_interception import interception_fault
from albion.games.boudicca.s07_ways import group_reach, movement_class
from albion.games.boudicca.state import DEAD, BoudiccaState, enemy
from albion.kernels.hex import Hex, bit, hexside

FAR = 600
"""More half points than any way across the map costs."""


@rule(cite("boudicca 7.1.6.a 7.1.8.a 7.1.11.a 7.1.15.a 7.2.2.a 9.1.2.b 12.1.1.a 10.0.a"))
def march_fault(s: BoudiccaState, h: Hex, *, attack: bool) -> Cite | None:
    """The clauses against going to a hex."""
    side, group = s.phasing, s.group
    enemies = s.occupied(h, enemy(side))
    fights = any(s.rules.combat[u] for u in group)
    if attack and not enemies:
        return cite("boudicca 10.0.a 7.1.13.a")
    if not fights and s.units(h, enemy(side)):
        return cite("boudicca 12.1.1.a 7.1.13.a")
    if enemies and not attack:
        return cite("boudicca 7.1.13.a 9.1.2.b 10.0.a")
    fault = arrival_fault(s, group, h, side)
    if fault:
        return fault
    if h == s.where[group[0]]:
        return cite("boudicca 7.1.6.a")
    return _too_far(s, h)


def _too_far(s: BoudiccaState, h: Hex) -> Cite:
    """Out of reach: for want of points, of a road, of a bridge, or of any way at all."""
    if s.where[s.group[0]] <= DEAD:
        return cite("boudicca 7.1.8.a 11.1.3.b 11.1.3.g")
    board, kind, here = s.rules.board, movement_class(s, s.group), s.where[s.group[0]]
    why = list(cite("boudicca 7.1.6.a")) if h not in board.land else []
    far = group_reach(s, s.group, FAR)
    if far.cost(h) is not None:
        why += cite("boudicca 7.1.4.a 7.1.5.a 7.1.7.a 7.1.8.a")
    if s.occupied(h, enemy(s.phasing)) and _over_water(s, h):
        why += cite("boudicca 7.1.15.a")
    if s.stint:
        why += cite("boudicca 7.2.2.a")
    by_road = board.reach(kind, "use", s.bridges(), here, s.mp).within & bit(h)
    if s.phasing == BRITONS and by_road:
        why += cite("boudicca 7.1.11.a 7.1.10.a")
    if s.phasing == ROMANS and by_road:
        why += cite("boudicca 6.1.6.a")
    return tuple(dict.fromkeys(why)) or cite("boudicca 7.1.6.a 7.1.13.a")


def _over_water(s: BoudiccaState, h: Hex) -> bool:
    """Whether the group could stand before an unbridged river with that hex behind it."""
    near = group_reach(s, s.group, s.mp).within
    board, spans = s.rules.board, s.bridges()
    return any(
        near & bit(n) and (side := hexside(n, h)) in board.rivers and not board.bridged(side, spans)
        for n in board.grid.neighbours.get(h, ())
    )


def not_intercepted(s: BoudiccaState, h: Hex) -> Cite:
    """Why no stack strikes at the group now: it has not set out, or that stack cannot or did not."""
    here, begun = s.where[s.group[0]], s.moved[s.group[0]] == s.impulse
    fault = interception_fault(s, enemy(s.phasing), h, here) if begun and here > DEAD else None
    return fault or cite("boudicca 7.3.1.b")
