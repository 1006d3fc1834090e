"""6.0 Stacking: who may share a hex, and the markers that stand for large stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from albion.engine.cite import Cite, cite, rule
from albion.games.boudicca.questions import Reason, place
from albion.games.boudicca.roster import BRITONS
from albion.games.boudicca.rules import AUXILIARY, BINDER
from albion.games.boudicca.state import DEAD, NEVER, BoudiccaState
from albion.kernels.hex import Hex, hexes_of

TRIBES_APART = cite("boudicca 6.1.2.a")
LEGIONS_APART = cite("boudicca 6.1.3.a 12.1.3.c")
FIVE_AUXILIA = cite("boudicca 6.1.4.a")
END_OF_MOVEMENT = cite("boudicca 6.1.7.a")
PUT_RIGHT = cite("boudicca 6.1.11.a R30")


@rule(cite("boudicca 6.1.1.a 6.1.2.a 6.1.3.a 6.1.4.a 6.1.5.a 6.1.8.a 1.2.c 12.1.3.c 12.1.4.c 12.2.4.a R7 R8"))
def stack_fault(s: BoudiccaState, units: Iterable[int], side: str) -> Cite | None:
    """The limit that one side's units in one hex break; enemies and Civilians are ignored."""
    counts = s.rules.mixing[side]
    body = auxilia = 0
    apart = False
    for u in units:
        kind = counts[u]
        if kind > AUXILIARY:
            apart |= body not in (0, kind)
            body = kind
        elif kind:
            if kind == BINDER:
                return None
            auxilia += 1
    if apart:
        return TRIBES_APART if side == BRITONS else LEGIONS_APART
    if auxilia > s.rules.auxilia:
        return FIVE_AUXILIA
    return None


@rule(END_OF_MOVEMENT)
def arrival_fault(s: BoudiccaState, group: Iterable[int], h: Hex, side: str) -> Cite | None:
    """The limit broken if a group ended its move in a hex."""
    there = s.at.get(h)
    moving = list(group)
    units = [u for u in there if u not in moving] + moving if there else moving
    fault = stack_fault(s, units, side)
    return fault + END_OF_MOVEMENT if fault else None


@rule(cite("boudicca 6.1.7.a 7.1.2.a R31"))
def departure_fault(
    s: BoudiccaState,
    group: Iterable[int],
    h: Hex,
    side: str,
    follows: Callable[[int], bool] = lambda _: False,
) -> Cite | None:
    """The limit broken in a hex when a group has left it and all who may still follow have followed.

    A hex that was at fault before may be left by anyone.
    """
    here = s.at.get(h, ())
    gone = set(group)
    left = [u for u in here if u not in gone]
    fault = stack_fault(s, left, side)
    if not fault or stack_fault(s, here, side):
        return None
    fault = stack_fault(s, [u for u in left if not follows(u)], side)
    return fault + cite("boudicca 6.1.7.a R31") if fault else None


def stacking_reason(s: BoudiccaState, why: Cite, units: Iterable[int], h: int) -> Reason:
    """Which stacking limit some units in a hex break, and by how much."""
    if why[:1] == TRIBES_APART:
        return "tribes-apart", place(s, h)
    if why[:2] == LEGIONS_APART:
        return "legions-apart", place(s, h)
    if why[:1] == FIVE_AUXILIA:
        limit = s.rules.auxilia
        return "five-auxilia", place(s, h) | {
            "count": sum(s.rules.units[u].type == "auxilia" for u in units),
            "limit": limit,
        }
    return None


@rule(PUT_RIGHT)
def faulty_hexes(s: BoudiccaState, side: str) -> tuple[Hex, ...]:
    """Every hex where a side's units may not stay together."""
    held = hexes_of(s.held_bits(side))
    return tuple(h for h in held if len(s.at[h]) > 1 and stack_fault(s, s.at[h], side))


@rule(cite("boudicca 6.1.9.a 6.1.9.b"))
def legion_markers(s: BoudiccaState) -> dict[str, Hex]:
    """Where each Legion marker stands: the hex with most of its active cohorts, which sit in its box."""
    found: dict[str, Hex] = {}
    for legion in s.rules.legions:
        count = Counter(
            s.where[u] for u in s.rules.of_body[legion] if s.where[u] > DEAD and s.ready[u] < NEVER
        )
        if count:
            found[legion] = min(count, key=lambda h: (-count[h], h))
    return found


@rule(cite("boudicca 6.1.10.a 6.1.10.b"))
def horde_markers(s: BoudiccaState) -> tuple[Hex, ...]:
    """Where the Horde markers stand: the hexes with the largest stacks of tribal units, two at least."""
    sizes = {h: len(s.fighters(h, BRITONS)) for h in s.held(BRITONS)}
    large = sorted((h for h in sizes if sizes[h] > 1), key=lambda h: (-sizes[h], h))
    return tuple(large[: s.rules.data.units.markers.horde_markers])
