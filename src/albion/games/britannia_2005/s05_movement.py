"""Phase 2: Movement, from the first group to the limits that bind its end."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.s05_end_outlook import Outlook, outlook_now
from albion.games.britannia_2005.s05_marching import MoveTo
from albion.games.britannia_2005.s05_no_way import so_far, used_up
from albion.games.britannia_2005.s05_passage import (
    Group,
    allowance,
    barred,
    by_strait,
    onward,
    stopped,
    ways,
)
from albion.games.britannia_2005.s05_phase_end import Breach, Reason, breach
from albion.games.britannia_2005.s14_subjects import empties, guarded, keep
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.kernels.britannia.answers import END, FROM
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Area, Nation, Place


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
        s.halted, s.measured = None, None
        s.guarded = guarded(s, nation)
        emit(log, "phase", self.cite, nation=nation, phase="movement", half=self.half)
        return [Movement(nation)]


@step(cite("britannia-2005 move.general.a move.stacking.e move.invasion.h move.overrun.e"))
class Movement(NationChoice[Brit], frozen=True):
    """Which armies move next; or the phase ends, once its limits are met."""

    own = ("from", "march-on", "end")
    exact = True

    def candidates(self, s: Brit) -> Iterable[Action]:
        """From anywhere an army has not moved and can go somewhere; the end, once its limits are met, if they can be."""
        nation, now = self.nation, outlook_now(s, self.nation)
        one = Group(nation, 1)
        fine = [
            FROM[p]
            for p in s.fresh
            if not empties(s, nation, p, 1)
            and (
                now.lets_one_out(p)
                or any(now.allows(p, a, 1) for a, _ in ways(s, one, p))
                or self.hindered(s, p, now) is None
            )
        ]
        if now.met or self.unmet(s) is None:
            fine.append(END)
        return fine or [*(FROM[p] for p in s.fresh if self.leads_out(s, p)), END]

    def leads_out(self, s: Brit, place: Place) -> bool:
        """Whether an army may leave a place and finds a way out of it."""
        return not empties(s, self.nation, place, 1) and onward(s, Group(self.nation, 1), place)

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Only armies that have not moved and can go somewhere; the end only within the limits that can be met."""
        if a.verb == "from":
            return self.may_start(s, a.name)
        if a.verb == "march-on":
            return why_halted(s, s.halted) if s.halted is not None else cite("britannia-2005 move.general.c")
        broken = self.unmet(s) if a == END else None
        return None if broken is None or a in self.candidates(s) else broken.cite

    def reason(self, s: Brit, a: Action, why: Cite) -> Reason | None:
        """Which limit is not met, or how far those that stopped had come."""
        g = s.halted
        if a.verb == "march-on" and g is not None:
            spent = g.used >= allowance(s, g) and why == used_up(s, g)
            return so_far(s, g) if spent else said(s, self.nation, a, why, g.path[-1])
        if a == END:
            broken = self.unmet(s)
            return None if broken is None else broken.told()
        if a.verb == "from" and a.noun in s.fresh:
            return self.kept(s, a, why)
        return said(s, self.nation, a, why)

    def kept(self, s: Brit, a: Action, why: Cite) -> Reason | None:
        """In words, why nobody of those that have not moved sets out: the last of subjects, a limit, or no way."""
        if empties(s, self.nation, a.name, 1):
            return "last-one", {"place": a.noun}
        to = MoveTo(self.nation, a.name)
        broken = next(filter(None, (to.breaks(s, way) for way in to.open(s))), None)
        return said(s, self.nation, a, why) if broken is None else broken.told()

    def may_start(self, s: Brit, place: Place) -> Cite | None:
        """Why no army may set out from a place."""
        if place not in s.fresh:
            return self.spent(s, place) if s.count(self.nation, place) else NOBODY
        if empties(s, self.nation, place, 1):
            return keep(s, self.nation)
        broken = self.hindered(s, place)
        return None if broken is None or FROM[place] in self.candidates(s) else broken

    def hindered(self, s: Brit, place: Place, now: Outlook | None = None) -> Cite | None:
        """Why no way out of a place can be taken."""
        to = MoveTo(self.nation, place)
        broken: Cite | None = None
        for a in to.open(s):
            why = to.breaks(s, a, now)
            if why is None:
                return None
            broken = broken or why.cite
        return broken or NO_WAY

    def spent(self, s: Brit, place: Place) -> Cite:
        """Why armies that have moved there move no more."""
        last = s.halted
        if last is not None and last.path[-1] == place:
            return why_halted(s, last)
        return stopped(s, Group(self.nation, 1), Area(place)) or (
            cite("britannia-2005 move.general.f move.overrun.a") if s.foe(self.nation, place) else ONE_MOVE
        )

    def unmet(self, s: Brit) -> Breach | None:
        """What the phase cannot end without."""
        return breach(s, self.nation, s.armies[self.nation])

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Ask where they go; or close the phase."""
        if a != END:
            return [MoveTo(self.nation, a.name), self]
        s.fresh, s.fresh_cavalry, s.guarded, s.halted = {}, {}, {}, None
        return []


NOBODY = cite("britannia-2005 move.general.a")
ONE_MOVE = cite("britannia-2005 move.general.c move.general.d")
NO_WAY = cite("britannia-2005 move.general.b move.general.c")


@rule(cite("britannia-2005 move.general.c move.general.d move.straits.b"))
def why_halted(s: Brit, g: Group) -> Cite:
    """Why a group that has stopped marches no further: a strait, terrain, opponents, or all its movement is used."""
    area, whence = g.path[-1], g.path[-2]
    if not g.sailed and by_strait(s, whence, area):
        return cite("britannia-2005 move.straits.b")
    broken = stopped(s, g, area)
    if broken is not None:
        return broken
    if s.foe(g.nation, area) is not None:
        return cite("britannia-2005 move.overrun.a move.general.f")
    if g.used < allowance(s, g) and g.nation != ROMANS:
        shut = (barred(s, g, area, x) for x in s.rules.board.land[area])
        return next(filter(None, shut), ONE_MOVE)
    return used_up(s, g)
