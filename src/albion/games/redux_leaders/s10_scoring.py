"""Chapter 10: points for holding, occupying, raiding, eliminating, and the titles Bretwalda and Rex Anglorum."""

from __future__ import annotations

from collections.abc import Collection

from albion.engine.cite import cite, rule
from albion.engine.event import Log
from albion.engine.step import Steps
from albion.games.redux_leaders.data import (
    ARTHUR,
    ENGLAND,
    bretwalda_areas,
    holdings,
    leaders,
    marks,
    occupying,
    table,
)
from albion.games.redux_leaders.s09_arthur import BRITISH
from albion.games.redux_leaders.state import LeadersState, table_of
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.engagement import Battle
from albion.kernels.britannia.host import PLAIN_TURN, HostState
from albion.kernels.britannia.sequence import award
from albion.kernels.britannia.state import BritState, held_areas
from albion.kernels.britannia.units import CAVALRY

SCORING = table("scoring")
MARKS = marks()
OCCUPYING = occupying()


@rule(cite("redux-leaders 10.1.b 10.1.c 10.1.d R51"))
def holding_points(s: BritState, nation: Nation) -> int:
    """Centers, areas adjacent to them, and no more other areas than these together."""
    areas, held = holdings()[nation], held_areas(s, nation)
    worth = s.rules.nations[nation].values
    first = [a for a in held if a in areas.centers or a in areas.adjacent]
    others = [a for a in held if a not in areas.centers and a not in areas.adjacent]
    return sum([worth[a] for a in (*first, *others[: len(first)])])


@rule(cite("redux-leaders 10.1.a 10.1.d 11.2.a 11.2.b R2"))
def score_holding(s: LeadersState, log: Log) -> None:
    """At the end of marked rounds each nation scores the areas it holds."""
    if MARKS[s.round - 1].holding:
        for nation in s.rules.nations:
            award(s, log, nation, holding_points(s, nation), "holding", "redux-leaders 10.1.a 10.1.b")


@rule(
    cite("redux-leaders 10.2.a 10.2.b 10.2.c 10.2.d 10.2.e 10.2.f 10.2.g 10.2.h 10.2.i 11.6.1.e R2 R38 R59")
)
def occupy(s: HostState, log: Log, nation: Nation, area: Area) -> None:
    """Alone in a listed area in a marked round: points at once, once an area, in anybody's turn.

    An area first occupied in the nation's own extra turn brings none, then or later.
    """
    listed = OCCUPYING.get(nation)
    if listed is None or area not in listed or s.at.get(area) != (nation,):
        return
    t = table_of(s)
    done = t.occupied.get(nation, ())
    if area in done or not MARKS[s.round - 1].turns.get(nation, PLAIN_TURN).occupy:
        return
    t.occupied[nation] = (*done, area)
    if s.rules.flags(s, nation).occupy:
        award(s, log, nation, listed[area], "occupying", "redux-leaders 10.2.g 10.2.c")


@rule(cite("redux-leaders 10.2.b"))
def occupy_from_the_start(s: LeadersState, log: Log) -> Steps[LeadersState]:
    """Who is alone in a listed area when a marked round begins scores it then."""
    for nation in OCCUPYING:
        if s.rules.flags(s, nation).occupy:
            for area in sorted(held_areas(s, nation)):
                occupy(s, log, nation, area)
    return ()


@rule(cite("redux-leaders 10.3.a 10.3.b 10.3.c 10.3.d 10.3.e 10.3.f R39"))
def score_raids(s: HostState, log: Log, nation: Nation, ashore: tuple[Area, ...]) -> None:
    """Each area wholly left by withdrawal scores, in raiding turns without the mark for occupying."""
    flags = s.rules.flags(s, nation)
    if flags.raiding == "none" or flags.occupy:
        return
    raided = sum(1 for area in ashore if not s.count(nation, area))
    points = SCORING["raiding"][nation] * raided
    award(s, log, nation, points, "raiding", "redux-leaders 10.3.b")


@rule(cite("redux-leaders 10.4.a 10.4.b 10.4.c 10.4.d 9.3.e"))
def eliminating(s: HostState, log: Log, b: Battle, nation: Nation, unit: str, n: int) -> None:
    """Points for units of other players' nations, at once, whoever's turn it is."""
    by = b.attacker if nation == b.defender else b.defender
    if s.rules.seat_of[by] == s.rules.seat_of[nation]:
        return
    points = n * worth(s, by, nation, unit)
    award(s, log, by, points, "eliminating", "redux-leaders 10.4.a 10.4.c")


def worth(s: HostState, by: Nation, of: Nation, unit: str) -> int:
    """What one unit is worth to the nation that eliminates it."""
    row = SCORING["leader"]
    if unit in leaders():
        if unit == ARTHUR and by in BRITISH:
            return 0
        points: int = row["candidate_points"] if unit in row["candidates"] else row["points"]
        return points
    return sum(
        x["points"]
        for x in SCORING["eliminating"]
        if by in x["by"]
        and s.round in x["rounds"]
        and (not x["of"] or of in x["of"])
        and (x["unit"] == "army" or (x["unit"] == CAVALRY and unit == CAVALRY))
    )


def share(s: BritState, areas: Collection[Area]) -> dict[Nation, int]:
    """How many of these areas each nation holds, in play order."""
    held = dict.fromkeys(s.rules.nations, 0)
    for area in areas:
        here = s.at.get(area)
        if here is not None and len(here) == 1:
            held[here[0]] += 1
    return held


@rule(cite("redux-leaders 10.5.a 10.5.b 10.5.c 10.5.d 11.1.a R40"))
def score_bretwalda(s: LeadersState, log: Log, nation: Nation) -> None:
    """In marked rounds the nation whose turn ends scores if it holds more of the region than any other."""
    if not MARKS[s.round - 1].bretwalda:
        return
    held = share(s, bretwalda_areas())
    if held[nation] > max((k for n, k in held.items() if n != nation), default=0):
        award(s, log, nation, SCORING["bretwalda"]["points"], "bretwalda", "redux-leaders 10.5.a 10.5.c")


@rule(cite("redux-leaders 10.6.b 10.6.c R35"))
def rex_anglorum(s: BritState) -> Nation | None:
    """Who holds most of England, and at least as much as the next two together."""
    held = share(s, ENGLAND)
    (first, most), (_, second), (_, third) = sorted(held.items(), key=lambda x: -x[1])[:3]
    return first if most > second and most >= second + third else None
