"""The limits that bind the end of a Movement phase."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from albion.engine.cite import cite, rule
from albion.engine.plain import replaced
from albion.games.britannia_2005.s05_passage import Group
from albion.games.britannia_2005.s05_stacking import crowded
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.breach import Breach

BINDS = cite("britannia-2005 move.stacking.e")


class Marching(msgspec.Struct, frozen=True):
    """A group under way, and the area it has got to."""

    group: Group
    area: Area
    leaving: bool = False
    """Whether it has said that it goes on."""


def may_stay_at_sea(s: Brit, nation: Nation) -> bool:
    """Whether armies may end this phase at sea: on a Raiding turn, and in the first half of a Major Invasion."""
    return s.half == 1 or s.turn_of(nation).raid


@rule(
    cite("britannia-2005 move.invasion.d move.invasion.h move.major.a move.major.b move.raid.a roman.reinf.k")
)
def must_land(s: Brit, nation: Nation, armies: Mapping[Place, int]) -> Breach | None:
    """All end on land, save raiders and, in the first half of a Major Invasion, invaders."""
    if may_stay_at_sea(s, nation):
        return None
    near = s.rules.board.near
    for place, n in armies.items():
        if n and place not in near:
            why = cite("britannia-2005 move.invasion.h move.invasion.d")
            if s.half == 2:
                why = cite("britannia-2005 move.major.b move.invasion.h")
            elif nation == ROMANS:
                why = cite("britannia-2005 roman.reinf.k move.invasion.h")
            return Breach(place, why, n, named="at-sea")
    return None


@rule(cite("britannia-2005 move.stacking.e"))
def breach(s: Brit, nation: Nation, armies: Mapping[Place, int], at: Place = "") -> Breach | None:
    """The first limit of the phase's end that armies so placed would break."""
    crowd = crowded(s, nation, armies, at)
    return must_land(s, nation, armies) if crowd is None else binding(crowd)


def binding(crowd: Breach) -> Breach:
    """A stacking limit as one that binds the phase's end."""
    return replaced(crowd, cite=(*crowd.cite, *BINDS))


def may_stop(s: Brit, nation: Nation, area: Area) -> bool:
    """Whether armies of a nation may stop in an area: Romans do not among their subjects."""
    if nation != ROMANS:
        return True
    foe = s.foe(nation, area)
    return foe is None or s.subjects.get(foe) != ROMANS
