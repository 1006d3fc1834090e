"""Roman forts, and what happens wherever a nation has an area to itself."""

from __future__ import annotations

from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.games.britannia_2005.s02_points import occupy
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.kernels.britannia.board import Area, Nation

FORT = cite("britannia-2005 roman.fort.a roman.fort.c roman.belgae.f R15")


@rule(FORT)
def build_fort(s: Brit, log: Log, area: Area) -> None:
    """The first time a Roman army has an area to itself a fort is built; never a second one there."""
    if area not in s.forts and len(s.forts) < s.rules.nations[ROMANS].forts:
        s.build(ROMANS, area)
        s.new_forts[area] = 1
        emit(log, "fort", FORT, area=area)


@rule(cite("britannia-2005 roman.fort.b saxon.burh.f"))
def rooted(nation: Nation) -> Cite:
    """Neither forts nor burhs ever move."""
    return cite("britannia-2005 roman.fort.b" if nation == ROMANS else "britannia-2005 saxon.burh.f")


@rule(cite("britannia-2005 vp.occupy.b vp.occupy.c"))
def arrive(s: Brit, log: Log, nation: Nation, area: Area, came: int = 0) -> None:
    """A nation that has an area to itself, if only in passing, scores it; Romans of whom all just came build a fort."""
    if s.at.get(area) != (nation,):
        return
    if nation == ROMANS and s.count(ROMANS, area) == came:
        build_fort(s, log, area)
    occupy(s, log, nation, area)


@rule(
    cite("britannia-2005 roman.road.a roman.road.b roman.road.c roman.road.d roman.subject.k move.general.i")
)
def road(s: Brit, area: Area) -> bool:
    """An intact fort older than this Movement phase, or a subject's area without a destroyed fort."""
    intact = s.forts.get(area)
    if intact is not None:
        return intact and area not in s.new_forts
    here = s.at.get(area)
    return here is not None and any(s.subjects.get(n) == ROMANS for n in here)
