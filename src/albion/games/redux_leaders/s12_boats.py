"""Chapter 12: boats, an optional rule."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from albion.engine.cite import Cite, cite, rule
from albion.games.redux_core.data import BOARD
from albion.games.redux_leaders.state import LeadersState
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.units import Way


@cache
def _over_sea(place: Area) -> tuple[Way, ...]:
    """Over one adjacent sea to land bordering it that is not adjacent; units that land in this way cannot go back."""
    near = (place, *BOARD.near[place])
    found = dict.fromkeys(a for sea in BOARD.shores[place] for a in BOARD.coast[sea] if a not in near)
    return tuple(Way(a, 1, a, ends=True, boat=True) for a in found)


@rule(cite("redux-leaders 8.a 12.a 12.b 12.c 12.d 12.e 12.f 12.g 12.h 12.i 12.j R49"))
def boat_ways(s: LeadersState, nation: Nation, place: Place) -> Sequence[Way]:
    """One boat move a phase, from one coastal area to one other; none in extra turns, none for a landless invader."""
    if not s.rules.flags(s, nation).boats or place not in BOARD.near or s.extra or (s.half and s.landless):
        return ()
    if not s.boated:
        return _over_sea(Area(place))
    if s.boated[0] != place:
        return ()
    return tuple(w for w in _over_sea(Area(place)) if w.to == s.boated[1])


def crosses(place: Area, to: Place) -> bool:
    """Whether a boat could go there over one sea."""
    return any(w.to == to for w in _over_sea(place))


def no_boat(s: LeadersState, nation: Nation, place: Area, to: Place) -> Cite:
    """What of the boat rules keeps units from going over the sea to an area that is not next door."""
    if not s.rules.flags(s, nation).boats:
        absent = cite("redux-leaders 12.h" if s.extra else "redux-leaders 12.a")
        return absent if crosses(place, to) else ()
    if s.half and s.landless:
        return cite("redux-leaders 12.i")
    if not BOARD.shores[place]:
        return cite("redux-leaders 12.b")
    if not crosses(place, to):
        return cite("redux-leaders 12.c")
    if s.boated:
        return cite("redux-leaders 12.b 12.d" if s.boated[0] == place else "redux-leaders 12.b")
    landed = bool(s.moves) and s.moves[-1].place not in BOARD.near
    return cite("redux-leaders 12.g" if landed else "redux-leaders 12.b 12.e")
