"""What binds the end of a Movement phase, as one law of a position: can the phase still end within its limits?

Every step of a march asks the same question of the position it leads to. A yes is never a guess: it rests on a
way to end that the steps to come will offer. So a phase that could end when it began can always be ended.
"""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.cite import cite, rule
from albion.games.britannia_2005.s05_end_outlook import surely_ends
from albion.games.britannia_2005.s05_end_search import can_end, exits, plans
from albion.games.britannia_2005.s05_passage import Group
from albion.games.britannia_2005.s05_phase_end import BINDS, Marching, binding, breach, may_stop, must_land
from albion.games.britannia_2005.s05_stacking import crowded, moved
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.breach import Breach


@rule(cite("britannia-2005 move.stacking.e R18"))
def out_of_reach(s: Brit, nation: Nation, marching: Marching | None = None, at: Place = "") -> Breach | None:
    """The limit that can no longer be met, however the armies that may still move go; None: the phase can end."""
    armies = s.armies[nation]
    leaving = marching is not None and marching.leaving
    if (
        not leaving
        and (marching is None or may_stop(s, nation, marching.area))
        and surely_ends(s, nation, armies)
    ):
        return None
    settled = {p: k for p, n in armies.items() if (k := n - s.fresh.get(p, 0))}
    if marching is not None:
        settled[marching.area] -= marching.group.n
    broken = crowded(s, nation, settled, at)
    if broken is None and any(can_end(s, nation, settled, plan) for plan in plans(s, nation, marching)):
        return None
    if leaving and broken is not None:
        return binding(broken)
    standing = None if leaving else breach(s, nation, armies, at)
    return standing or _ahead(s, nation, marching, settled)


def _ahead(s: Brit, nation: Nation, marching: Marching | None, settled: Mapping[Place, int]) -> Breach | None:
    """What a group that goes on would break in the first area it could enter: with those that stay where they are, or with all."""
    if marching is None:
        return None
    g, place, mine = marching.group, marching.area, s.armies[nation]
    ahead = [area for area, _ in exits(s, g, place)]
    for others in (settled, {**mine, place: mine[place] - g.n}):
        for area in ahead:
            crowd = crowded(s, nation, {**others, area: others.get(area, 0) + g.n}, area)
            if crowd is not None:
                return binding(crowd)
    return must_land(s, nation, mine) or Breach(place, BINDS, named="no-way-on")


def stuck_there(s: Brit, nation: Nation, place: Place, area: Area, n: int) -> Breach | None:
    """A quick no: n armies without a leader that set out for hills must stay there, and are too many for good."""
    if area not in s.rules.board.difficult or (nation == ROMANS and s.foe(nation, area) is not None):
        return None
    fresh = s.fresh
    settled = {p: k for p, m in s.armies[nation].items() if (k := m - fresh.get(p, 0))}
    settled[area] = settled.get(area, 0) + n
    if crowded(s, nation, settled) is None:
        return None
    return breach(s, nation, moved(s.armies[nation], place, area, n), area)


def reached(s: Brit, further: Group | None, nation: Nation, area: Area) -> Breach | None:
    """What can no longer be met once a group has come into an area and stops, or could go on."""
    return out_of_reach(s, nation, None if further is None else Marching(further, area), area)
