"""7.4 Bridges: destroyed by either side, built and rebuilt by Romans."""

from __future__ import annotations

from collections.abc import Iterator

from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.games.boudicca.roster import ROMANS
from albion.games.boudicca.state import BUSY, BoudiccaState, enemy
from albion.kernels.hex import Hex, ends, hexes_of


def bridge_stands(s: BoudiccaState, side: str) -> bool:
    """Whether a hexside has a bridge now."""
    return s.rules.board.bridged(side, s.bridges())


@rule(cite("boudicca 7.4.1.b 7.4.2.b 11.0.a R26 R51 R52"))
def workers(s: BoudiccaState, by: str, h: Hex, *, cohort: bool) -> bool:
    """Whether infantry (to build: a cohort) that started the Impulse in this hex can work on its sides."""
    r = s.rules
    return any(
        r.infantry[u]
        and s.arrived[u] < s.impulse
        and s.ready[u] <= s.impulse
        and not s.marks[u] & BUSY
        and (r.body[u] or not cohort)
        for u in s.fighters(h, by)
    )


@rule(cite("boudicca 7.4.1.c 7.4.2.c R51"))
def watched(s: BoudiccaState, by: str, side: str) -> bool:
    """An enemy combat unit within two hexes of either end."""
    near, grid = s.rules.watch, s.rules.board.grid
    one, other = ends(side)
    foes = s.held_bits(enemy(by))
    return bool(foes & grid.disk(one, near) or foes & grid.disk(other, near))


@rule(cite("boudicca 7.4.1.a 7.4.1.b 7.4.1.c 11.0.a"))
def destruction_fault(s: BoudiccaState, by: str, side: str) -> Cite | None:
    """Why a bridge cannot be destroyed."""
    if not bridge_stands(s, side):
        return cite("boudicca 7.4.1.a")
    if not any(workers(s, by, h, cohort=False) for h in ends(side)):
        return cite("boudicca 7.4.1.b") + _unfit(s, by, side)
    return cite("boudicca 7.4.1.c") if watched(s, by, side) else None


@rule(cite("boudicca 7.4.2.a 7.4.2.b 7.4.2.c 11.0.a"))
def construction_fault(s: BoudiccaState, by: str, side: str) -> Cite | None:
    """Why a bridge cannot be built or rebuilt."""
    if by != ROMANS or side not in s.rules.board.rivers or bridge_stands(s, side):
        return cite("boudicca 7.4.2.a")
    if not any(workers(s, by, h, cohort=True) for h in ends(side)):
        return cite("boudicca 7.4.2.b") + _unfit(s, by, side)
    return cite("boudicca 7.4.2.c") if watched(s, by, side) else None


def _unfit(s: BoudiccaState, by: str, side: str) -> Cite:
    """What keeps the units beside a hexside from working, if there are any."""
    units = [u for h in ends(side) for u in s.fighters(h, by)]
    if any(s.ready[u] > s.impulse for u in units):
        return cite("boudicca 11.0.a")
    if any(s.marks[u] & BUSY for u in units):
        return cite("boudicca R26" if by == ROMANS else "boudicca R52")
    return ()


def bridge_work(s: BoudiccaState, by: str, *, build: bool) -> Iterator[str]:
    """Every hexside where a side can build (or destroy) a bridge now."""
    board, spans = s.rules.board, s.bridges()
    tried: set[str] = set()
    for h in hexes_of(s.held_bits(by) & board.riverside):
        if not workers(s, by, h, cohort=build):
            continue
        for side in board.banks[h]:
            if side not in tried and board.bridged(side, spans) != build:
                tried.add(side)
                if not watched(s, by, side):
                    yield side


@rule(cite("boudicca 7.4.1.d 7.4.2.d"))
def set_bridge(s: BoudiccaState, side: str, log: Log, *, build: bool) -> None:
    """A marker is placed, or the opposite one removed."""
    printed = side in s.rules.board.bridges
    s.span(side, "" if build == printed else "built" if build else "destroyed")
    kind = "bridge-built" if build else "bridge-destroyed"
    emit(log, kind, cite("boudicca 7.4.1.d 7.4.2.d"), seat=s.phasing, hexside=side)
