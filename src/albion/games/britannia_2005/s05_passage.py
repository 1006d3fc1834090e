"""Where a group may go: by land, strait, road, from the sea, by boat; and whom it may not attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from albion.engine.cite import Cite, cite, rule
from albion.games.britannia_2005.s05_group import Group as Group
from albion.games.britannia_2005.s14_forts import road
from albion.games.britannia_2005.state import ANGLES, BRITISH, ROMANS, Brit
from albion.kernels.britannia.board import Area, Nation, Place

BOAT_MOVE = 2
"""A boat move takes two areas of a move: the sea and the landing."""


@rule(cite("britannia-2005 move.general.c move.general.d move.general.g move.invasion.j move.boat.c"))
def allowance(s: Brit, g: Group) -> int:
    """Two areas; three for Romans, for cavalry without infantry, and with a leader for the whole move."""
    fast = g.leader or g.nation == ROMANS or g.cavalry == g.n
    return s.rules.figures.move_fast if fast else s.rules.figures.move


@rule(cite("britannia-2005 move.straits.a move.straits.b move.general.b"))
def ways(s: Brit, g: Group, place: Place) -> list[tuple[Area, int]]:
    """Every area a group may enter next by land, strait or landing, with what it costs."""
    board = s.rules.board
    left = allowance(s, g) - g.used
    if g.nation == ROMANS and place in board.near:
        return list(_roman_ways(s, g, Area(place), left))
    if left <= 0 and g.nation != ROMANS:
        return []
    if place not in board.near:
        ashore = landings(s, g.nation, place)
        return [(area, cost) for area, cost in ashore if cost <= left and barred(s, g, place, area) is None]
    area, at_war = Area(place), not bound_to_peace(s, g.nation)
    found = [(a, 1) for a in board.land[area] if at_war or barred(s, g, place, a) is None]
    if g.used == 0 and not g.path:
        found += [(a, left) for a in board.strait[area] if barred(s, g, place, a) is None]
    return found


def _roman_ways(s: Brit, g: Group, place: Area, left: int) -> Iterator[tuple[Area, int]]:
    """By road too; one after the other, because whether a subject's area may be entered asks for the ways beyond it."""
    board, roads = s.rules.board, road(s, place)
    for area in board.land[place]:
        cost = 0 if roads and road(s, area) else 1
        if cost <= left and barred(s, g, place, area) is None:
            yield area, cost
    if g.used == 0 and not g.path:
        for area in board.strait[place]:
            if barred(s, g, place, area) is None:
                yield area, left


@rule(cite("britannia-2005 move.invasion.k move.raid.d"))
def landings(s: Brit, nation: Nation, sea: Place) -> Iterable[tuple[Area, int]]:
    """Where armies that began their turn in a sea may land."""
    listed = s.rules.landing.get((nation, sea))
    if listed is None:
        board = s.rules.board
        beyond = dict.fromkeys((a for x in board.sea_near[sea] for a in board.coast[x]), 2)
        return (beyond | dict.fromkeys(board.coast[sea], 1)).items()
    return listed.items()


@rule(cite("britannia-2005 move.boat.a move.invasion.l move.raid.picts.a"))
def voyages(s: Brit, g: Group, place: Place) -> list[Area]:
    """Every area a group may land in by boat, through one sea, for two areas of its move."""
    if not s.boats or place not in s.rules.board.near:
        return []
    if g.sailed or g.used + BOAT_MOVE > allowance(s, g) or (g.origin and s.rules.board.at_sea(g.origin)):
        return []
    bound, sails = card_bound(s, g, place), s.rules.sails[Area(place)]
    return [a for a in sails if (bound is None or a in bound) and barred(s, g, place, a) is None]


@rule(cite("britannia-2005 move.invasion.k move.invasion.l move.boat.d R40"))
def card_bound(s: Brit, g: Group, place: Place) -> frozenset[Area] | None:
    """Where a group may land by boat if some of it began the turn at sea; None: its card does not bind it."""
    if s.half != 2 or place not in s.raiders or g.nation not in s.rules.bound_sails:
        return None
    if g.path:
        pool, landed = g.n + g.others, sum(k for _, k in g.homes)
    else:
        pool, landed = s.fresh.get(place, 0), sum(s.fresh_raiders.get(Area(place), {}).values())
    return s.rules.bound_sails[g.nation][Area(place)] if g.n > pool - landed else None


def barred(s: Brit, g: Group, place: Place, area: Area) -> Cite | None:
    """Why a group may not enter an area next to it."""
    if g.path and area in g.path and g.nation == ROMANS:
        return cite("britannia-2005 roman.road.a R3")
    foe = s.foe(g.nation, area)
    if foe is None:
        return None
    broken = no_attack(s, g.nation, foe, area)
    if broken is None or s.subjects.get(foe) != ROMANS or g.nation != ROMANS:
        return broken
    if by_strait(s, place, area):
        return STRAIT_TO_SUBJECT
    return None if passes(s, g, place, area) else NO_WAY_THROUGH


STRAIT_TO_SUBJECT = cite("britannia-2005 move.straits.b roman.subject.j")
NO_WAY_THROUGH = cite("britannia-2005 roman.subject.j roman.subject.d")


@rule(
    cite(
        "britannia-2005 roman.subject.d roman.subject.e angles.submission.d angles.submission.e",
        "britannia-2005 angles.submission.i angles.submission.j rb.submitted.a rb.submitted.b rb.submitted.c R8",
    )
)
def no_attack(s: Brit, nation: Nation, foe: Nation, area: Area) -> Cite | None:
    """Masters and subjects do not attack each other; nor Romano-British those who had submitted to Rome."""
    if s.subjects:
        mine, theirs = s.subjects.get(nation), s.subjects.get(foe)
        if theirs == nation:
            if nation == ROMANS:
                return cite("britannia-2005 roman.subject.d")
            return (
                cite("britannia-2005 angles.submission.i angles.submission.n R8")
                if area in s.rules.covered
                else None
            )
        if mine is not None and (foe == mine or theirs == mine):
            if mine == ANGLES:
                return cite("britannia-2005 angles.submission.d angles.submission.j")
            return cite("britannia-2005 roman.subject.e")
    if (
        nation == BRITISH
        and s.round < s.rules.figures.truce_until
        and foe in s.former
        and foe not in s.turncoats
    ):
        return cite("britannia-2005 rb.submitted.a")
    return None


def bound_to_peace(s: Brit, nation: Nation) -> bool:
    """Whether there is anybody at all whom a nation may not attack, as far as one can say without looking at areas."""
    return bool(s.subjects) or nation == BRITISH


@rule(cite("britannia-2005 roman.subject.j roman.subject.k R2"))
def passes(s: Brit, g: Group, place: Place, area: Area) -> bool:
    """Romans may enter a subject's area, hills too, only if they can march through it."""
    return leads_on(s, stepped(s, g, place, area), area)


def leads_on(s: Brit, g: Group, place: Place) -> bool:
    """Whether a group may enter any area next; of Romans' ways no more are looked at than need be."""
    if g.nation == ROMANS and place in s.rules.board.near:
        return any(True for _ in _roman_ways(s, g, Area(place), allowance(s, g) - g.used))
    return bool(ways(s, g, place))


def cost_of(s: Brit, g: Group, place: Place, area: Area) -> int:
    """What entering an area by land, strait or landing takes of the allowance."""
    board = s.rules.board
    if place not in board.near:
        return dict(landings(s, g.nation, place)).get(area, 1)
    if area in board.strait[Area(place)] and area not in board.land[Area(place)]:
        return allowance(s, g) - g.used
    return 0 if g.nation == ROMANS and road(s, Area(place)) and road(s, area) else 1


def stepped(s: Brit, g: Group, place: Place, area: Area, sailing: bool = False) -> Group:
    """The same group one area on, by land or by boat."""
    path = (*(g.path or (Area(place),)), area)
    cost = BOAT_MOVE if sailing else cost_of(s, g, place, area)
    return g.gone(g.used + cost, g.sailed or sailing, path, g.origin or place)


def by_strait(s: Brit, place: Place, area: Area) -> bool:
    """Whether the way from one place to the next area crosses a strait."""
    board = s.rules.board
    return place in board.near and area in board.strait[Area(place)] and area not in board.land[Area(place)]


@rule(cite("britannia-2005 move.overrun.a move.overrun.b move.overrun.c saxon.burh.h leader.e R24"))
def bound(s: Brit, nation: Nation, area: Area) -> int:
    """How many more armies must stop in an area to fight: twice the opposing forces, less those that entered it."""
    foe = s.foe(nation, area)
    if foe is None or (nation == ROMANS and s.subjects.get(foe) == ROMANS):
        return 0
    return max(0, 2 * s.strength(foe, area) - s.attackers(area))


@rule(cite("britannia-2005 move.overrun.a move.overrun.c R24"))
def surplus(s: Brit, nation: Nation, area: Area, foe: Nation) -> int:
    """Armies that may pass on: those beyond twice the opposing armies and forts or burhs; leaders are not counted."""
    return max(0, s.attackers(area) - 2 * s.strength(foe, area))


@rule(cite("britannia-2005 move.general.e move.general.h angles.submission.n roman.subject.j R2"))
def stopped(s: Brit, g: Group, area: Area) -> Cite | None:
    """The law by which a whole group must stop where it has come: terrain, or subjects one may not pass."""
    foe = s.foe(g.nation, area)
    if foe is not None and foe in s.subjects and s.subjects[foe] == g.nation:
        return None if g.nation == ROMANS else cite("britannia-2005 angles.submission.n")
    if area in s.rules.board.difficult and not g.leader:
        return cite("britannia-2005 move.general.e move.general.h")
    return None


@rule(cite("britannia-2005 move.general.f move.overrun.a move.overrun.c"))
def may_go_on(s: Brit, g: Group, area: Area) -> int:
    """How many of a group that has just entered an area are not stopped by terrain, opponents or fatigue."""
    if stopped(s, g, area) is not None:
        return 0
    foe = s.foe(g.nation, area)
    able = g.n
    if foe is not None and not (g.nation == ROMANS and s.subjects.get(foe) == ROMANS):
        able = min(able, surplus(s, g.nation, area, foe))
    if able > 0 and not onward(s, g, area):
        able = min(able, g.cavalry) if g.cavalry and not g.leader and onward(s, riders(g), area) else 0
    return able


def riders(g: Group) -> Group:
    """The cavalry of a group by itself."""
    return g.part(g.cavalry, g.cavalry)


def onward(s: Brit, g: Group, place: Place) -> bool:
    """Whether there is anywhere a group can go on to."""
    return leads_on(s, g, place) or bool(voyages(s, g, place))
