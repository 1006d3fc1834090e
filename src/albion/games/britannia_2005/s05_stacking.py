"""Stacking limits."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from albion.engine.cite import Cite, cite, rule
from albion.games.britannia_2005.state import ROMANS, SAXONS, Brit
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.breach import Breach

TOO_MANY = cite("britannia-2005 move.stacking.d")
SECOND = {
    (False, False): cite("britannia-2005 move.stacking.c move.stacking.a"),
    (True, True): cite("britannia-2005 move.stacking.c move.stacking.b"),
    (False, True): cite("britannia-2005 move.stacking.c move.stacking.d move.stacking.a"),
    (True, False): cite("britannia-2005 move.stacking.c move.stacking.d move.stacking.b"),
}
"""Against a second overstack, by whether it and the other one stand in difficult terrain."""
BURH = cite("britannia-2005 saxon.burh.h")
ROMAN = cite("britannia-2005 move.stacking.i move.stacking.k")


def stacking(s: Brit, nation: Nation, armies: Mapping[Place, int]) -> Cite | None:
    """What armies so placed break of their nation's limits."""
    crowd = crowded(s, nation, armies)
    return None if crowd is None else crowd.cite


def crowded(s: Brit, nation: Nation, armies: Mapping[Place, int], at: Place = "") -> Breach | None:
    """Where armies so placed are too many, if anywhere; of several such areas the one asked about is named."""
    return romans_stack(s, armies, at) if nation == ROMANS else one_overstack(s, nation, armies, at)


def usual_limit(s: Brit, area: Place) -> int:
    """How many armies of a nation other than the Romans an area holds, overstacks apart."""
    return s.rules.figures.difficult if area in s.rules.board.difficult else s.rules.figures.clear


@rule(cite("britannia-2005 move.stacking.a move.stacking.b move.stacking.c move.stacking.d saxon.burh.h"))
@rule(cite("britannia-2005 move.invasion.e leader.e"))
def one_overstack(s: Brit, nation: Nation, armies: Mapping[Place, int], at: Place = "") -> Breach | None:
    """Three in a clear area, two in a difficult one; one overstack may be larger, in difficult terrain up to four."""
    board, f = s.rules.board, s.rules.figures
    near, hard = board.near, board.difficult
    burhs = s.burhs if nation == SAXONS else None
    over: list[Place] = []
    burst = ""
    for place, n in armies.items():
        if burhs and place in burhs:
            n += 1
        if n <= f.difficult or place not in near:
            continue
        difficult = place in hard
        if difficult or n > f.clear:
            over.append(place)
            if difficult and n > f.overstack_difficult and (not burst or place == at):
                burst = place
    if burst and (burst == at or at not in over):
        return _crowd(s, nation, armies, Area(burst), f.overstack_difficult, TOO_MANY)
    if len(over) < 2:
        return None
    named = at if at in over else over[1]
    other = next(p for p in over if p != named)
    second = SECOND[named in hard, other in hard]
    if burhs and other in burhs:
        second = (*second, *BURH)
    return _crowd(s, nation, armies, Area(named), usual_limit(s, named), second)


def _crowd(s: Brit, nation: Nation, armies: Mapping[Place, int], area: Area, limit: int, why: Cite) -> Breach:
    burh = 1 if nation == SAXONS and area in s.burhs else 0
    cited = (*why, *BURH) if burh and BURH[0] not in why else why
    return Breach(
        area, cited, armies[area] + burh, limit, "crowded" if why == TOO_MANY else "second-overstack"
    )


@rule(cite("britannia-2005 move.stacking.h move.stacking.i move.stacking.j move.stacking.k"))
def romans_stack(s: Brit, armies: Mapping[Place, int], at: Place = "") -> Breach | None:
    """Any number in clear areas, four in each difficult one; forts do not count, and there is no overstack."""
    hard, most = s.rules.board.difficult, s.rules.figures.roman_difficult
    full = ""
    for place, n in armies.items():
        if n > most and place in hard and (not full or place == at):
            full = place
    return Breach(full, ROMAN, armies[full], most) if full else None


@rule(cite("britannia-2005 move.stacking.f move.stacking.g"))
def crowding(
    s: Brit, nation: Nation, place: Place, n: int = 1, leaving: Place | None = None
) -> Breach | None:
    """Which limit n more armies in a place would break, new ones or some that leave another."""
    here = s.armies[nation]
    if nation == ROMANS:  # each of their areas has a limit of its own
        return romans_stack(s, {place: here.get(place, 0) + n})
    if here.get(place, 0) + n + s.stronghold(nation, place) <= usual_limit(s, place):
        return None  # whatever stands elsewhere, they exceed nothing
    there = dict(here)
    there[place] = there.get(place, 0) + n
    if leaving is not None:
        there[leaving] -= n
    return crowded(s, nation, there, place)


def crowds(s: Brit, nation: Nation, armies: Mapping[Place, int]) -> list[Area]:
    """The areas that hold more than usual; among Romans none counts as such."""
    if nation == ROMANS:
        return []
    near, hard, f = s.rules.board.near, s.rules.board.difficult, s.rules.figures
    burhs: Collection[Place] = s.burhs if nation == SAXONS else ()
    return [
        Area(p)
        for p, n in armies.items()
        if p in near and n + (p in burhs) > (f.difficult if p in hard else f.clear)
    ]


def moved(armies: Mapping[Place, int], place: Place, area: Place, n: int) -> dict[Place, int]:
    """The same armies after n of them have gone from a place to an area."""
    after = dict(armies)
    after[place] -= n
    after[area] = after.get(area, 0) + n
    return after
