"""One border at a time: how a group comes into the next area, and what is noted of it."""

from __future__ import annotations

from albion.engine.action import Json
from albion.engine.cite import cite, rule
from albion.engine.event import Log, emit
from albion.games.britannia_2005.s05_passage import Group, by_strait, may_go_on, stepped
from albion.games.britannia_2005.s14_forts import arrive
from albion.games.britannia_2005.state import PICTS, ROMANS, Brit
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.crossing import Crossing
from albion.kernels.britannia.units import less

MOVE = cite("britannia-2005 move.general.c move.general.d move.invasion.b move.invasion.i")


class GroupCrossing(Crossing[Brit]):
    """A group that goes on by one area: raiders remain so, and whoever has the area to itself occupies it."""

    def __init__(self, s: Brit, g: Group, place: Place, area: Area, sailing: bool) -> None:
        self.by_sea = sailing or place not in s.rules.board.near
        self.sailing = sailing
        self.homes = () if sailing and shut_to_invaders(s, g.nation, place, area) else g.homes
        self.on = stepped(s, g, place, area, sailing)
        whence = self.on.origin if self.by_sea else place
        Crossing.__init__(self, g.nation, place, area, g.force, g.spot, whence)

    def leave(self, s: Brit) -> None:
        """Raiders among those that overran an area no longer attack it; the way they came stays noted."""
        area, attacked = Area(self.place), self.place in s.entered
        Crossing.leave(self, s)
        for home, k in self.homes if attacked and self.source else ():
            less(s.entered_raiders[area][self.source], home, k)

    def tell(self, log: Log, foe: Nation | None) -> None:
        g, place, area = self.on, self.place, self.area
        who: dict[str, Json] = {"cavalry": g.cavalry, "leader": g.leader, "sail": self.sailing}
        emit(log, "move", MOVE, nation=g.nation, n=g.n, place=place, area=area, foe=foe, **who)

    def attacks(self, s: Brit, foe: Nation) -> bool:
        """Romans only pass through their subjects."""
        return not (self.nation == ROMANS and s.subjects.get(foe) == ROMANS)

    def arrive(self, s: Brit, log: Log, foe: Nation | None) -> None:
        track_raiders(s, self.homes, self.place, self.area)
        if foe is None:
            arrive(s, log, self.nation, self.area, self.force.n)
        elif self.attacks(s, foe):
            self.note_attack(s)

    def note_attack(self, s: Brit) -> None:
        """Of attackers, who are raiders and may go back where; and the land area they came from."""
        for home, k in self.homes:
            theirs = s.entered_raiders.setdefault(self.area, {}).setdefault(self.whence, {})
            theirs[home] = theirs.get(home, 0) + k
        if not self.by_sea:
            s.came.setdefault(self.area, {})[self.place] = 1


@rule(cite("britannia-2005 move.general.f move.overrun.d move.overrun.e move.straits.b battle.general.b"))
def advance(s: Brit, log: Log, g: Group, place: Place, area: Area, sailing: bool) -> Group | None:
    """Carry a group into the next area; it fights there when all have moved, or could go on: then it is returned."""
    crossing = GroupCrossing(s, g, place, area, sailing)
    crossing.carry_out(s, log)
    on = crossing.on.from_spot(crossing.whence)
    if (not sailing and by_strait(s, place, area)) or may_go_on(s, on, area) <= 0:
        s.halted = on
        return None
    return on


@rule(cite("britannia-2005 move.raid.a move.raid.picts.b move.raid.picts.c move.raid.picts.e R17 R35 R40"))
def set_out(
    s: Brit, nation: Nation, place: Place, area: Area, n: int, sailing: bool
) -> tuple[tuple[Place, int], ...]:
    """Of n armies that set out, those that began the turn at sea, and Picts that sail to raid, by where they began it."""
    raid = s.turn_of(nation).raid
    if not raid and not (s.half and s.boats):
        return ()
    if place not in s.rules.board.near or (raid and sailing and nation == PICTS):
        return ((place, n),)
    if sailing and shut_to_invaders(s, nation, place, area):
        return ()
    here, homes = s.fresh_raiders.get(Area(place), {}), []
    for home in list(here):
        if k := min(n, here[home]):
            less(here, home, k)
            homes.append((home, k))
            n -= k
    return tuple(homes)


@rule(cite("britannia-2005 move.invasion.l R40"))
def shut_to_invaders(s: Brit, nation: Nation, place: Place, area: Area) -> bool:
    """Whether a boat went where a nation's card lets no invaders land: then only others can have sailed."""
    lanes = s.rules.bound_sails.get(nation)
    return lanes is not None and area not in lanes[Area(place)]


def track_raiders(s: Brit, homes: tuple[tuple[Place, int], ...], place: Place, area: Area) -> None:
    """Those of a group that came over the sea are so in the next area too; others in either area stay what they are."""
    here = s.raiders.get(Area(place), {})
    for home, k in homes:
        if home in here:
            less(here, home, k)
        there = s.raiders.setdefault(area, {})
        there[home] = there.get(home, 0) + k
    if not here:
        s.raiders.pop(Area(place), None)


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
