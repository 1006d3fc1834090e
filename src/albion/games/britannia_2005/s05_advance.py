"""One border at a time: how a group comes into the next area, and what is noted of it."""

from __future__ import annotations

from albion.engine.cite import cite, rule
from albion.engine.event import Log, emit
from albion.games.britannia_2005.s05_passage import Group, by_strait, may_go_on, stepped
from albion.games.britannia_2005.s14_forts import arrive
from albion.games.britannia_2005.state import PICTS, ROMANS, Brit
from albion.kernels.britannia.board import Area, Place
from albion.kernels.britannia.units import less

MOVE = cite("britannia-2005 move.general.c move.general.d move.invasion.b move.invasion.i")


@rule(cite("britannia-2005 move.general.f move.overrun.d move.overrun.e move.straits.b battle.general.b"))
def advance(s: Brit, log: Log, g: Group, place: Place, area: Area, sailing: bool) -> Group | None:
    """Carry a group into the next area; it fights there when all have moved, or could go on: then it is returned."""
    board = s.rules.board
    strait = not sailing and by_strait(s, place, area)
    on = stepped(s, g, place, area, sailing)
    leave(s, g, place)
    s.shift(g.nation, place, area, g.force)
    track_raiders(s, g, place, area, sailing)
    by_sea = sailing or place not in board.near
    spot = g.origin if by_sea else place
    g = on.from_spot(spot)
    foe = s.foe(g.nation, area)
    emit(
        log,
        "move",
        MOVE,
        nation=g.nation,
        n=g.n,
        place=place,
        area=area,
        foe=foe,
        cavalry=g.cavalry,
        leader=g.leader,
        sail=sailing,
    )
    if foe is None:
        arrive(s, log, g.nation, area, g.n)
    elif not (g.nation == ROMANS and s.subjects.get(foe) == ROMANS):
        enter(s, g, area, None if by_sea else place)
    if strait or may_go_on(s, g, area) <= 0:
        s.halted = g
        return None
    return g


def enter(s: Brit, g: Group, area: Area, whence: Place | None) -> None:
    """Note attackers by the place they may retreat to, and the land area they came from."""
    spot = g.spot
    here = s.entered.setdefault(area, {})
    here[spot] = here.get(spot, 0) + g.n
    if g.cavalry:
        horse = s.entered_cavalry.setdefault(area, {})
        horse[spot] = horse.get(spot, 0) + g.cavalry
    if whence is not None:
        s.came.setdefault(area, {})[whence] = 1


def leave(s: Brit, g: Group, place: Place) -> None:
    """Those that overran an area no longer attack it; the way they came stays noted."""
    here = s.entered.get(Area(place))
    if here is None or not g.spot:
        return
    less(here, g.spot, g.n)
    if g.cavalry:
        less(s.entered_cavalry[Area(place)], g.spot, g.cavalry)
    if not here:
        del s.entered[Area(place)]


@rule(cite("britannia-2005 move.raid.a move.raid.picts.b move.raid.picts.c move.raid.picts.e R17 R35 R40"))
def track_raiders(s: Brit, g: Group, place: Place, area: Area, sailing: bool) -> None:
    """Armies that began at sea in a Raiding turn or Major Invasion, and Picts that sailed, keep in mind where they began."""
    if not s.turn_of(g.nation).raid and not (s.half and s.boats):
        return
    board = s.rules.board
    if place not in board.near or (sailing and g.nation == PICTS):
        home = place if place not in board.near else g.origin
        there = s.raiders.setdefault(area, {})
        there[home] = there.get(home, 0) + g.n
        return
    lanes = s.rules.bound_sails.get(g.nation) if sailing else None
    if lanes is None or area in lanes[Area(place)]:  # else only others can have sailed
        shift_raiders(s, place, area, g.n, g.origin)


def shift_raiders(s: Brit, place: Place, area: Area, n: int, origin: Place = "") -> None:
    """Of n armies that go from one area to another, raiders are the first, and of them those that began where the move did."""
    here = s.raiders.get(Area(place), {})
    for home in sorted(here, key=lambda home: home != origin):
        k = min(n, here[home])
        less(here, home, k)
        there = s.raiders.setdefault(area, {})
        there[home] = there.get(home, 0) + k
        n -= k
        if not n:
            break
    if not here:
        s.raiders.pop(Area(place), None)
