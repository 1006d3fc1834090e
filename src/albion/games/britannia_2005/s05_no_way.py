"""Why a group may not go somewhere."""

from __future__ import annotations

from albion.engine.action import Json
from albion.engine.cite import Cite, cite, rule
from albion.games.britannia_2005.s05_passage import BOAT_MOVE, Group, allowance, barred, card_bound, landings
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.kernels.britannia.board import Area, Place

BY_CARD = cite("britannia-2005 move.invasion.k R40")


@rule(cite("britannia-2005 move.boat.a move.boat.b move.boat.c R32"))
def no_voyage(s: Brit, g: Group, place: Place, area: Area) -> Cite:
    """Why no boat goes there: no boats this turn, no coast, two seas, movement used, or a law on whom to attack."""
    board = s.rules.board
    if g.path and board.at_sea(g.origin):
        return cite("britannia-2005 move.boat.b move.invasion.g")
    if board.at_sea(place) or board.at_sea(area):
        return cite("britannia-2005 move.boat.a R32")
    if not s.boats:
        return cite("britannia-2005 move.boat.a move.general.b")
    if g.sailed:
        return cite("britannia-2005 move.boat.b")
    if area not in s.rules.sails[Area(place)]:
        return cite("britannia-2005 move.boat.b move.boat.a")
    if g.used + BOAT_MOVE > allowance(s, g):
        return cite("britannia-2005 R32 move.boat.c")
    bound = card_bound(s, g, place)
    if bound is not None and area not in bound:
        return BY_CARD
    return barred(s, g, place, area) or cite("britannia-2005 move.boat.a")


@rule(cite("britannia-2005 move.general.b move.general.c move.straits.a move.straits.b"))
def no_way(s: Brit, g: Group, place: Place, area: Area) -> Cite:
    """Why there is no way by land or from the sea."""
    board = s.rules.board
    if board.at_sea(place):
        return no_landing(s, g, place, area)
    if board.at_sea(area):
        return cite("britannia-2005 move.general.b")
    if area in board.strait[Area(place)] and (g.used or g.path):
        return cite("britannia-2005 move.straits.b")
    if area not in board.near[Area(place)]:
        return cite("britannia-2005 move.general.c move.general.b")
    return barred(s, g, place, area) or used_up(s, g)


@rule(
    cite(
        "britannia-2005 move.invasion.b move.invasion.c move.invasion.g move.invasion.k move.raid.d roman.reinf.k"
    )
)
def no_landing(s: Brit, g: Group, sea: Place, area: Area) -> Cite:
    """Why invaders do not land there: another sea, no coast, two seas away, the nation's card, or a law on whom to attack."""
    board = s.rules.board
    if board.at_sea(area):
        return cite("britannia-2005 move.invasion.c move.invasion.g")
    if area in dict(landings(s, g.nation, sea)):
        return barred(s, g, sea, area) or cite("britannia-2005 move.invasion.c")
    if not board.shores[area]:
        return cite("britannia-2005 move.invasion.b")
    beyond = any(area in board.coast[x] for x in board.sea_near[sea])
    if area not in board.coast[sea] and not beyond:
        return cite("britannia-2005 move.invasion.b move.invasion.g")
    if g.nation == ROMANS and not s.half:
        return cite("britannia-2005 roman.reinf.k move.invasion.k")
    raid = " move.raid.d" if s.turn_of(g.nation).raid else ""
    return cite(f"britannia-2005 move.invasion.k{raid}")


@rule(
    cite(
        "britannia-2005 move.general.c move.general.d move.general.g move.invasion.b move.invasion.c",
        "britannia-2005 move.invasion.j move.boat.a roman.road.b roman.road.d",
    )
)
def used_up(s: Brit, g: Group) -> Cite:
    """The clauses that gave a group the movement it has used."""
    fast = allowance(s, g) > s.rules.figures.move
    if s.rules.board.at_sea(g.origin):
        far = dict(landings(s, g.nation, g.origin)).get(g.path[1], 1) > 1
        landed = cite(f"britannia-2005 move.invasion.{'c' if far else 'b'}")
        return (*landed, *cite("britannia-2005 move.invasion.j")) if fast else landed
    if g.sailed:
        return cite("britannia-2005 move.boat.c R32") if g.leader else cite("britannia-2005 move.boat.a R32")
    if g.nation == ROMANS:
        new = any(a in s.new_forts for a in g.path)
        razed = any(s.forts.get(a) is False for a in g.path)
        roads = [clause for clause, holds in (("roman.road.b", new), ("roman.road.d", razed)) if holds]
        return cite(f"britannia-2005 move.general.d {' '.join(roads) or 'roman.road.a'}")
    return cite(f"britannia-2005 move.general.{'g' if g.leader else 'd' if fast else 'c'}")


def shut_in(s: Brit, g: Group, place: Place) -> Cite | None:
    """The first law on whom one may attack that closes a way out of an area."""
    around = s.rules.board.near.get(Area(place), ())
    return next((c for a in around if (c := barred(s, g, place, a))), None)


def so_far(s: Brit, g: Group) -> tuple[str, dict[str, Json]]:
    """In words: how far a group has moved, and how far it may."""
    return "used-up", {"n": g.used, "most": allowance(s, g)}
