"""Phase 2: Movement, from the first group to the limits that bind its end."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.step import step
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.s05_end_outlook import Outlook, outlook_now
from albion.games.britannia_2005.s05_marching import MoveTo
from albion.games.britannia_2005.s05_no_way import so_far, used_up
from albion.games.britannia_2005.s05_passage import Group, allowance, barred, by_strait, stopped, surplus
from albion.games.britannia_2005.s05_phase_end import breach
from albion.games.britannia_2005.s14_forts import rooted
from albion.games.britannia_2005.s14_subjects import empties, guarded, keep
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.kernels.britannia.answers import END
from albion.kernels.britannia.board import Area, Place
from albion.kernels.britannia.breach import Breach
from albion.kernels.britannia.moving import MovementBegins, NextMove, Reason


@step(cite("britannia-2005 round.e move.general.a move.major.c"))
class MovementPhase(MovementBegins[Brit], frozen=True):
    """All armies are ready to move; in a Major Invasion there are two such phases."""

    half: int = 0

    def note(self, s: Brit) -> None:
        """Besides, what a subject must keep."""
        nation = self.nation
        s.half, s.boats = self.half, s.turn_of(nation).boats
        s.forget_entries()
        s.all_fresh(nation)
        s.still, s.new_forts = [], {}
        s.fresh_raiders = {a: d.copy() for a, d in s.raiders.items()}
        s.halted, s.measured = None, None
        s.guarded = guarded(s, nation)

    def told(self) -> dict[str, Json]:
        return {"half": self.half}

    def first(self) -> Movement:
        return Movement(self.nation)


@step(cite("britannia-2005 move.general.a move.stacking.e move.invasion.h move.overrun.e"))
class Movement(NextMove[Brit], frozen=True):
    """Which armies move next; or the phase ends, once its limits are met."""

    own = ("from", "march-on", "end")

    def leg(self, place: Place) -> MoveTo:
        return MoveTo(self.nation, place)

    def look(self, s: Brit) -> Outlook:
        return outlook_now(s, self.nation)

    def movers(self, s: Brit) -> Iterable[Place]:
        """Besides, subjects leave no area empty that they must keep."""
        return [p for p in s.fresh if not empties(s, self.nation, p, 1)] if s.guarded else s.fresh

    def starts(self, s: Brit, look: Outlook | None) -> list[Place]:
        """A quick yes is asked for first."""
        return [
            p
            for p in s.fresh
            if not empties(s, self.nation, p, 1)
            and ((look is not None and look.lets_one_out(p)) or self.leg(p).leads_out(s, look))
        ]

    def met(self, s: Brit, look: Outlook) -> bool:
        return look.met or self.breach(s) is None

    def unmet(self, s: Brit) -> Cite | None:
        broken = self.breach(s)
        return None if broken is None else broken.cite

    def breach(self, s: Brit) -> Breach | None:
        """What the phase cannot end without."""
        return breach(s, self.nation, s.armies[self.nation])

    def moved(self, s: Brit, place: Place) -> Cite:
        """The last of subjects stays, as do forts and burhs; armies that have moved there were halted."""
        if place in s.fresh:
            return keep(s, self.nation)
        if not s.count(self.nation, place):
            return rooted(self.nation) if s.stronghold(self.nation, place) else NOBODY
        last = s.halted
        if last is not None and last.path[-1] == place:
            return why_halted(s, last)
        return stopped(s, Group(self.nation, 1), Area(place)) or (
            MUST_FIGHT if s.foe(self.nation, place) else ONE_MOVE
        )

    def no_further(self, s: Brit) -> Cite | None:
        return why_halted(s, s.halted) if s.halted is not None else cite("britannia-2005 move.general.c")

    def reason(self, s: Brit, a: Action, why: Cite) -> Reason:
        """Which limit is not met, or how far those that stopped had come."""
        g = s.halted
        if why == STRAIT and g is not None and not by_strait(s, g.path[-2], g.path[-1]):
            return "only-strait", {"place": g.path[-1]}
        if a.verb == "march-on" and g is not None:
            spent = g.used >= allowance(s, g) and why == used_up(s, g)
            return so_far(s, g) if spent else said(s, self.nation, a, why, g.path[-1])
        if a == END:
            broken = self.breach(s)
            return None if broken is None else broken.told()
        if a.verb != "from" or a.noun not in s.fresh:
            return said(s, self.nation, a, why)
        if empties(s, self.nation, a.name, 1):
            return "last-one", {"place": a.noun}
        return self.leg(a.name).shut(s, why) or said(s, self.nation, a, why)

    def close(self, s: Brit) -> None:
        s.fresh, s.fresh_sorts, s.fresh_raiders, s.guarded, s.halted = {}, {}, {}, {}, None


NOBODY = cite("britannia-2005 move.general.a")
ONE_MOVE = cite("britannia-2005 move.general.c move.general.d")
STRAIT = cite("britannia-2005 move.straits.b")
"""It takes a whole move: nobody goes on from where one has led, nor from an island that only straits leave."""
MUST_FIGHT = cite("britannia-2005 move.overrun.a move.general.f")
"""Against those that opponents hold up, whether they moved last or before."""


@rule(cite("britannia-2005 move.general.c move.general.d move.straits.b"))
def why_halted(s: Brit, g: Group) -> Cite:
    """Why a group that has stopped marches no further: a strait, terrain, opponents, an island, or all its movement is used."""
    area, whence = g.path[-1], g.path[-2]
    if not g.sailed and by_strait(s, whence, area):
        return STRAIT
    broken = stopped(s, g, area)
    if broken is not None:
        return broken
    foe = s.foe(g.nation, area)
    if foe is not None and not surplus(s, g.nation, area, foe):
        return MUST_FIGHT
    if not s.rules.board.land[area]:
        return STRAIT
    if g.used < allowance(s, g) and g.nation != ROMANS:
        shut = (barred(s, g, area, x) for x in s.rules.board.land[area])
        return next(filter(None, shut), ONE_MOVE)
    return used_up(s, g)
