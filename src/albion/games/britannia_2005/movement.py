"""Phase 2: Movement, from the first group to the limits that bind its end."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.advance import less
from albion.games.britannia_2005.asking import NationQuestion
from albion.games.britannia_2005.data import BOARD
from albion.games.britannia_2005.marching import MoveTo
from albion.games.britannia_2005.passage import Group, onward
from albion.games.britannia_2005.stacking import stacking
from albion.games.britannia_2005.state import ANGLES, ROMANS, Brit
from albion.games.britannia_2005.subjects import KEEP, empties, guarded
from albion.kernels.britannia.board import Area, Nation, Place

END = Action("end")
FROM = {p: Action("from", p) for p in (*BOARD.areas, *BOARD.seas)}


@step(cite("britannia-2005 round.e move.general.a move.major.c"))
class MovementPhase(Step[Brit], frozen=True):
    """All armies are ready to move; in a Major Invasion there are two such phases."""

    nation: Nation
    half: int = 0

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Note who may move, and what a subject must keep."""
        nation = self.nation
        s.half, s.boats = self.half, s.turn_of(nation).boats
        s.fresh = s.armies[nation].copy()
        s.fresh_cavalry = s.cavalry[nation].copy() if nation in s.cavalry else {}
        s.still, s.new_forts, s.entered, s.entered_cavalry, s.came = [], {}, {}, {}, {}
        s.guarded = guarded(s, nation)
        emit(log, "phase", self.cite, nation=nation, phase="movement", half=self.half)
        return [Movement(nation)]


@step(cite("britannia-2005 move.general.a move.stacking.e move.invasion.h move.overrun.e"))
class Movement(NationQuestion, frozen=True):
    """Which armies move next; or the phase ends, once its limits are met."""

    def candidates(self, s: Brit) -> Iterable[Action]:
        """From anywhere an army has not moved; the end."""
        yield from (FROM[p] for p in s.fresh)
        yield END

    def legal(self, s: Brit) -> tuple[Action, ...]:
        """Every place someone may set out from, and the end where it is allowed."""
        starts = [FROM[p] for p in s.fresh if self.may_start(s, p) is None]
        if not starts or unmet(s, self.nation) is None:
            starts.append(END)
        return tuple(starts)

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Only armies that have not moved; the end only within the limits, unless nobody can move any more."""
        if a.verb == "from":
            return self.may_start(s, str(a.noun))
        if a == END:
            broken = unmet(s, self.nation)
            stuck = broken is None or not any(self.may_start(s, p) is None for p in s.fresh)
            return None if stuck else broken
        return self.cite

    def why_not(self, s: Brit, a: Action) -> Cite:
        """The rule against it; no group that has stopped marches on."""
        if a.verb != "march-on":
            return NationQuestion.why_not(self, s, a)
        here = s.armies[self.nation]
        stopped = [Area(p) for p, n in here.items() if n > s.fresh.get(p, 0)]
        return tuple(dict.fromkeys(ref for p in stopped for ref in halted(s, self.nation, p))) or self.cite

    def may_start(self, s: Brit, place: Place) -> Cite | None:
        """Why no army may set out from a place."""
        if place not in s.fresh:
            return halted(s, self.nation, Area(place)) if s.count(self.nation, place) else self.cite
        if empties(s, self.nation, place, 1):
            return KEEP
        return None if onward(s, Group(self.nation, 1), place) else self.cite

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Ask where they go; or close the phase."""
        if a != END:
            return [MoveTo(self.nation, str(a.noun)), self]
        if unmet(s, self.nation) is not None:
            lose_stranded(s, log, self.nation)
        s.fresh, s.fresh_cavalry, s.guarded = {}, {}, {}
        return []


@rule(cite("britannia-2005 move.general.c move.general.d"))
def halted(s: Brit, nation: Nation, area: Area) -> Cite:
    """Why armies that have moved move no more: their allowance, terrain or opponents."""
    why = cite("britannia-2005 move.general.c move.general.d")
    if area in s.rules.board.difficult:
        why = (*why, *cite("britannia-2005 move.general.e"))
    if s.rules.board.strait.get(area):
        why = (*why, *cite("britannia-2005 move.straits.b"))
    foe = s.foe(nation, area)
    if foe is not None:
        why = (*why, *cite("britannia-2005 move.general.f move.overrun.a move.overrun.e"))
        if s.subjects.get(foe) == nation == ANGLES:
            why = (*why, *cite("britannia-2005 angles.submission.n"))
    return why


def at_sea(s: Brit, nation: Nation) -> list[Place]:
    """The seas where a nation has armies."""
    return [p for p in s.armies[nation] if p not in s.rules.board.near]


@rule(
    cite("britannia-2005 move.invasion.d move.invasion.h move.major.a move.major.b move.raid.a roman.reinf.k")
)
def must_land(s: Brit, nation: Nation) -> Cite | None:
    """All end on land, save raiders and, in the first half of a Major Invasion, invaders."""
    if s.half == 1 or s.turn_of(nation).raid or not at_sea(s, nation):
        return None
    why = cite("britannia-2005 move.invasion.h move.invasion.d")
    if s.half == 2:
        why = (*why, *cite("britannia-2005 move.major.b"))
    return (*why, *cite("britannia-2005 roman.reinf.k")) if nation == ROMANS else why


@rule(cite("britannia-2005 move.stacking.e"))
def unmet(s: Brit, nation: Nation) -> Cite | None:
    """What the phase cannot end without."""
    broken, ashore = stacking(s, nation, s.armies[nation]), must_land(s, nation)
    if broken is None:
        return ashore
    return (*cite("britannia-2005 move.stacking.e"), *broken, *(ashore or ()))


@rule(cite("britannia-2005 R18"))
def lose_stranded(s: Brit, log: Log, nation: Nation) -> None:
    """Where nobody can move any more, armies at sea and beyond the stacking limits are lost."""
    gone = at_sea(s, nation) if must_land(s, nation) is not None else []
    for sea in gone:
        _strand(s, log, nation, sea, s.count(nation, sea))
    while stacking(s, nation, s.armies[nation]) is not None:
        _strand(s, log, nation, _most_crowded(s, nation), 1)


def _most_crowded(s: Brit, nation: Nation) -> Area:
    """The difficult area most over its limit, else the smaller of the clear ones over theirs."""
    f, hard, here = s.rules.figures, s.rules.board.difficult, s.armies[nation]
    limits = {a: f.difficult if a in hard else f.clear for a in s.occupied(nation) if a in here}
    over = [a for a, most in limits.items() if s.strength(nation, a) > most]
    return min(over, key=lambda a: (a not in hard, here[a] if a not in hard else -here[a]))


def _strand(s: Brit, log: Log, nation: Nation, place: Place, n: int) -> None:
    horse = min(s.horse(nation, place), max(0, n - (s.count(nation, place) - s.horse(nation, place))))
    if horse:
        s.add_cavalry(nation, place, -horse)
    s.add(nation, place, horse - n)
    _forget(s, nation, Area(place), n - horse, horse)
    leader = s.leader_at(nation, place)
    if leader is not None and not s.strength(nation, place):
        del s.leaders[leader]
    emit(log, "stranded", cite("britannia-2005 R18"), nation=nation, n=n, place=place)


def _forget(s: Brit, nation: Nation, area: Area, infantry: int, horse: int) -> None:
    """Strike armies from what is noted of attackers and raiders in an area."""
    entered, mounted = s.entered.get(area, {}), s.entered_cavalry.get(area, {})
    for _ in range(infantry if entered else 0):
        less(entered, next(p for p, n in entered.items() if n > mounted.get(p, 0)), 1)
    for _ in range(horse if mounted else 0):
        spot = next(iter(mounted))
        less(mounted, spot, 1)
        less(entered, spot, 1)
    raiders = s.raiders.get(area, {})
    while sum(raiders.values()) > s.count(nation, area):
        less(raiders, next(iter(raiders)), 1)
