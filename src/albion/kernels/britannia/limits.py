"""Stacking and population limits."""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.refusal import Refusal
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.counting import held
from albion.kernels.britannia.state import BritState, Standing, count_held, held_areas, standing

STACKING = cite("redux-core 4.2.1.a 4.2.1.b 4.2.1.c 4.2.1.d")
BURST = (cite("redux-core 4.2.1.d 4.2.1.a"), cite("redux-core 4.2.1.d 4.2.1.b"))
"""More than even an overstack may have, in a clear or a difficult area."""
SECOND = {
    (False, False): cite("redux-core 4.2.1.c 4.2.1.a"),
    (False, True): cite("redux-core 4.2.1.c 4.2.1.a 4.2.1.b"),
    (True, False): cite("redux-core 4.2.1.c 4.2.1.b 4.2.1.a"),
    (True, True): cite("redux-core 4.2.1.c 4.2.1.b"),
}
"""A second area over its normal limit, by whether it and the other one are difficult: its own limit comes first."""
SEA_IS_FREE = cite("redux-core 6.1.1.b")


def limit(s: BritState, area: Area) -> int:
    """How many armies of a nation an area normally holds."""
    numbers = s.rules.numbers
    return numbers.difficult if area in s.rules.board.difficult else numbers.clear


def overstack_limit(s: BritState, area: Area) -> int:
    """How many armies the one overstack may have in an area."""
    numbers = s.rules.numbers
    return numbers.overstack_difficult if area in s.rules.board.difficult else numbers.overstack_clear


@rule(STACKING)
@rule(SEA_IS_FREE)
def one_overstack(s: BritState, nation: Nation, armies: Mapping[Place, int]) -> Cite | None:
    """Every land area within its limit, save one overstack within its own; seas hold any number."""
    board, numbers = s.rules.board, s.rules.numbers
    over = False
    for place, n in armies.items():
        if n <= numbers.difficult or place not in board.near:
            continue
        difficult = place in board.difficult
        if difficult or n > numbers.clear:
            if over or n > (numbers.overstack_difficult if difficult else numbers.overstack_clear):
                return broken_limit(s, nation, armies)
            over = True
    return None


def broken_limit(s: BritState, nation: Nation, armies: Mapping[Place, int], at: Place | None = None) -> Cite:
    """The clauses that speak against the area `overfull` names."""
    told, hard = overfull(s, nation, armies, at), s.rules.board.difficult
    other = told.get("other")
    return BURST[told["area"] in hard] if other is None else SECOND[told["area"] in hard, other in hard]


@rule(STACKING)
def crowding_law(s: BritState, nation: Nation, place: Place, armies: Mapping[Place, int]) -> Cite | None:
    """Why armies added in a place break the stacking limits; within its normal limit they break none, whatever stands elsewhere."""
    if place not in s.rules.board.near or armies[place] <= limit(s, Area(place)):
        return None
    broken = s.rules.stacking(s, nation, armies)
    return None if broken is None else broken_limit(s, nation, armies, place)


@rule(cite("redux-core 4.2.2.a 4.2.2.b 4.2.2.c 4.2.2.d R7"))
def population_limit(s: BritState, now: Standing) -> int:
    """Twice the land areas with own armies, contested ones too, and one more for a clear area held."""
    difficult, numbers = s.rules.board.difficult, s.rules.numbers
    for area in now.held:
        if area not in difficult:
            return numbers.limit_per_area * now.areas + numbers.limit_bonus
    return numbers.limit_per_area * now.areas


def to_spare(s: BritState, nation: Nation) -> int:
    """How many more armies a nation's areas would bear, not counting the one that a clear area adds."""
    near, per_area = s.rules.board.near, s.rules.numbers.limit_per_area
    spare = 0
    for place, n in s.armies[nation].items():
        if place in near:
            spare += per_area - n
    return spare


@rule(cite("redux-core 4.2.2.c 4.2.2.e"))
def excess_armies(s: BritState, nation: Nation) -> int:
    """Armies on land beyond the population limit, or none."""
    if to_spare(s, nation) >= 0:
        return 0  # surely: spares the exact count, which is asked for very often
    now = standing(s, nation)
    return max(0, now.armies - population_limit(s, now))


def crowding(s: BritState, nation: Nation, area: Area, a: Action) -> Refusal | None:
    """The warning that this many armies sent to an area are more than it may hold when the phase ends."""
    if a.verb != "send":
        return None
    n, most = s.count(nation, area) + a.number, overstack_limit(s, area)
    if n <= most:
        return None
    return Refusal(cite("redux-core 6.4.a 4.2.1.d"), "would-hold", {"area": area, "n": n, "limit": most})


PEOPLE = cite("redux-core 6.4.b 4.2.2.a")
BEGAN_OVER = cite("redux-core 6.f")
NO_BONUS = cite("redux-core 4.2.2.b")
FEWER = cite("redux-core 6.4.c")
ASHORE = cite("redux-core 6.1.a")


@rule(cite("redux-core 6.4.a"))
def stacked_at_end(s: BritState, nation: Nation) -> Cite | None:
    """Stacking limits bind at the end of the Movement Phase, not during it."""
    broken = s.rules.stacking(s, nation, s.armies[nation])
    return None if broken is None else (*cite("redux-core 6.4.a"), *broken)


@rule(cite("redux-core 6.4.b 6.f R19"))
def peopled_at_end(s: BritState, nation: Nation) -> Cite | None:
    """The population limit binds at the end of the Movement Phase, as far as movement can meet it."""
    excess = s.rules.excess(s, nation) - s.unavoidable
    return None if excess <= 0 else too_many(s, nation, excess)


def too_many(s: BritState, nation: Nation, excess: int) -> Cite:
    """The population limit; what binds a nation that began over it; and the bonus, where it would have been enough."""
    board = s.rules.board
    clear = any(a not in board.difficult for a in held_areas(s, nation))
    bonus = NO_BONUS if excess <= s.rules.numbers.limit_bonus and not clear else ()
    return (*PEOPLE, *(BEGAN_OVER if s.began_over else ()), *bonus)


@rule(cite("redux-core 6.4.c R20"))
def no_fewer_held(s: BritState, nation: Nation) -> Cite | None:
    """A nation ends its Movement Phase holding at least as many areas as at its start."""
    return FEWER if count_held(s, nation) < s.held_before else None


@rule(cite("redux-core 6.1.a"))
def all_ashore(s: BritState, nation: Nation) -> Cite | None:
    """Armies that begin the turn at sea must land."""
    return ASHORE if s.afloat(nation) else None


def unmet(s: BritState, nation: Nation) -> Cite | None:
    """What the phase cannot end without."""
    for law in s.rules.movement_end:
        broken = law(s, nation)
        if broken is not None:
            return broken
    return None


def out_of_reach(s: BritState, nation: Nation) -> Cite | None:
    """The limit that nobody can meet any more, if one surely cannot be; else the first one unmet."""
    lost = s.rules.no_end_left(s, nation)
    against = [broken for law in s.rules.movement_end if (broken := law(s, nation))]
    return next((broken for broken in against if broken[0] in lost), unmet(s, nation))


def told(s: BritState, nation: Nation, clause: str = "") -> tuple[str, dict[str, Json]] | None:
    """Which limit of the phase's end, the first or that of a clause, is broken where and by how much: a sentence's key and numbers."""
    for law in s.rules.movement_end:
        broken = law(s, nation)
        if broken is not None and clause in ("", broken[0].clause):
            return _numbers(s, nation, broken[0].clause)
    return None


def _numbers(s: BritState, nation: Nation, clause: str) -> tuple[str, dict[str, Json]]:
    who: dict[str, Json] = {"nation": nation}
    look = s.rules.outlook(s, nation)
    if clause == "6.4.c":
        return "fewer-held", who | {"n": held(look.total), "limit": s.held_before}
    if clause == "6.4.b":
        return "too-many", who | look.population(look.total)
    if clause == "6.4.a":
        return "overfull", who | overfull(s, nation, s.armies[nation])
    near = s.rules.board.near
    return "at-sea", who | {"n": sum(n for p, n in s.armies[nation].items() if p not in near)}


def overfull(
    s: BritState, nation: Nation, armies: Mapping[Place, int], at: Place | None = None
) -> dict[str, Json]:
    """The area that breaks the stacking limits, the one asked about if it is too full: its number, its limit, a larger overstack, and how many more do."""
    near = s.rules.board.near
    over = [Area(p) for p, n in armies.items() if p in near and n > limit(s, Area(p))]
    over.sort(key=lambda a: (a != at, armies[a] - limit(s, a)))
    burst = [a for a in over if armies[a] > overstack_limit(s, a)]
    if burst and (over[0] == burst[0] or over[0] != at):
        most = overstack_limit(s, burst[0])
        return {
            "area": burst[0],
            "n": armies[burst[0]],
            "limit": most,
            "more": max(len(burst) - 1, len(over) - 2),
        }
    area, other = over[:2]
    return {
        "area": area,
        "n": armies[area],
        "limit": limit(s, area),
        "other": other,
        "more": len(over) - 2,
    }
