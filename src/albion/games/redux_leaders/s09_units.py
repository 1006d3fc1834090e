"""Chapter 9: cavalry and leaders, on the march and in battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from albion.engine.cite import Cite, cite, rule
from albion.engine.step import Step
from albion.games.redux_core.data import BOARD
from albion.games.redux_leaders.data import table
from albion.games.redux_leaders.s12_boats import boat_ways, crosses, no_boat
from albion.games.redux_leaders.state import table_of
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import ATTACKER, Battle, Side
from albion.kernels.britannia.fallback import FallBack
from albion.kernels.britannia.halting import not_held_up, on_foot, past_double_or_overstack
from albion.kernels.britannia.host import HostState, host
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.units import CAVALRY, INFANTRY, Kind, Way

MOVES = table("units")["movement"]
LED: int = MOVES["army_with_leader"]
RIDING: int = MOVES["cavalry"]
ON_FOOT: int = MOVES["infantry"]
FIGHTS = table("units")["combat"]


@rule(cite("redux-core 6.b", "redux-leaders 9.a 9.1.a 9.1.1.a 9.2.1.e 9.2.1.g"))
def allowance(kind: Kind, led: bool) -> int:
    """Infantry moves two areas, cavalry and armies led for their whole move three."""
    return LED if led else RIDING if kind == CAVALRY else ON_FOOT


KINDS = (INFANTRY, CAVALRY)
ALLOWANCE = {kind: allowance(kind, led=False) for kind in KINDS}
LED_ALLOWANCE = {kind: allowance(kind, led=True) for kind in KINDS}


def how_far(s: BritState, nation: Nation) -> Cite:
    """What says how far armies go; what is said of cavalry only of a nation that may have some."""
    riders = cite("redux-leaders 9.1.1.a") if CAVALRY in host(s).rules.counters.get(nation, {}) else ()
    return (*on_foot(s, nation), *riders)


def _first_ways(place: Place) -> tuple[Way, ...]:
    if place not in BOARD.near:
        return tuple(Way(a, 1, place, ends=False) for a in BOARD.coast[place])
    area = Area(place)
    by_land = tuple(Way(a, 1, place, ends=False) for a in BOARD.land[area])
    return by_land + tuple(Way(a, 1, place, ends=True) for a in BOARD.strait[area])


def _later_ways(area: Area) -> tuple[Way, ...]:
    return tuple(Way(a, 1, area, ends=False) for a in BOARD.land[area])


FIRST_WAYS = {place: _first_ways(place) for place in BOARD.places}
LATER_WAYS: dict[Place, tuple[Way, ...]] = {area: _later_ways(area) for area in BOARD.areas}


@rule(cite("redux-core 6.b 6.2.a 6.2.b 6.1.a 6.1.c 6.1.d", "redux-leaders 9.2.1.h"))
def ways(s: HostState, nation: Nation, place: Place, used: int) -> Sequence[Way]:
    """Next door by land; across a strait as the whole move; ashore from a sea."""
    return LATER_WAYS[place] if used else FIRST_WAYS[place]


@rule(cite("redux-leaders 12.a 12.b"))
def ways_with_boats(s: HostState, nation: Nation, place: Place, used: int) -> Sequence[Way]:
    """The same, and by boat."""
    return LATER_WAYS[place] if used else (*FIRST_WAYS[place], *boat_ways(table_of(s), nation, place))


@rule(cite("redux-leaders 9.2.1.f 9.2.1.g 9.2.g R21", "redux-core 6.3.b 6.3.c 6.3.e R21"))
def leaders_cross(s: HostState, nation: Nation, area: Area, arriving: int, led: bool) -> int:
    """Armies that go on with a leader overrun difficult terrain too."""
    if not led or area not in s.rules.board.difficult:
        return past_double_or_overstack(s, nation, area, arriving, led)
    return not_held_up(s, nation, area, arriving)


@rule(cite("redux-core 7.1.b 7.1.c", "redux-leaders 9.1.2.a 9.1.2.b 9.1.2.c"))
def need(s: HostState, b: Battle, by: Side, kind: Kind, target: Kind) -> int:
    """Cavalry falls only to a six; infantry defending difficult terrain too; otherwise to 5, to cavalry to 4."""
    if target == CAVALRY:
        face: int = FIGHTS["hits_cavalry"]
    elif by == ATTACKER and b.area in s.rules.board.difficult:
        face = FIGHTS["hits_infantry_in_difficult"]
    else:
        face = FIGHTS["cavalry_hits_infantry" if kind == CAVALRY else "infantry_hits_infantry"]
    return face


@rule(cite("redux-leaders 9.2.2.a 9.2.2.b"))
def bonus(s: HostState, nation: Nation, area: Area) -> int:
    """A leader present adds one to each die of its nation; it rolls none itself."""
    return FIGHTS["leader_bonus"] if s.leaders and s.leaders_at(nation, area) else 0


@rule(cite("redux-leaders 9.2.2.g 9.2.2.h R33"))
def victors_may_go(s: HostState, b: Battle) -> Sequence[Step[Any]]:
    """Attackers who won with a leader may go back, all of them if they like."""
    won = s.count(b.attacker, b.area) and not s.count(b.defender, b.area)
    if not won or not s.leaders or not s.leaders_at(b.attacker, b.area):
        return ()
    return (FallBack(b, ATTACKER, s.rules.excess(s, b.attacker), after=True),)


def no_way(s: HostState, nation: Nation, place: Place, to: Place, used: int) -> Cite:
    """Why nothing leads there: never to sea, only next door, a strait only as the whole move, boats only so far."""
    if BOARD.at_sea(to):
        return cite("redux-core 6.1.a 6.c") if BOARD.at_sea(place) else cite("redux-core 6.c")
    if BOARD.at_sea(place):
        by_boat = getattr(s.rules.options, "boats", False)
        either = " 6.1.d" if "/" in place else ""
        return cite(f"redux-core 6.1.a{either}", *(("redux-leaders 12.g",) if by_boat else ()))
    if used and to in BOARD.strait[Area(place)]:
        led = cite("redux-leaders 9.2.1.h") if s.leaders_at(nation, place) else ()
        return (*cite("redux-core 6.2.b"), *led)
    by_land = cite("redux-core 6.b 6.2.a")
    if to == place:
        return by_land
    by_boat = no_boat(table_of(s), nation, Area(place), to)
    sails = getattr(s.rules.options, "boats", False) and crosses(Area(place), to)
    return (*by_boat, *by_land) if sails else (*by_land, *by_boat)
