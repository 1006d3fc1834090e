"""Who goes: how many of a group are cavalry, and whether their leader goes with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.plain import replaced
from albion.games.britannia_2005.state import Brit
from albion.kernels.britannia.board import Nation, Place
from albion.kernels.britannia.breach import Breach
from albion.kernels.britannia.moving import Reason
from albion.kernels.britannia.muster import Gathering, Mustering, Picks, action, answer
from albion.kernels.britannia.units import Force

LEFT_ALONE = cite("britannia-2005 leader.f leader.g R16")


@rule(LEFT_ALONE)
def left_alone(s: Brit, nation: Nation, place: Place, force: Force, asked: Gathering[Brit]) -> Cite | None:
    """A leader who could go does not stay where no army is left: a burh is none."""
    if force.leaders or s.count(nation, place) > force.n:
        return None
    return LEFT_ALONE if asked.pool(s).leaders else None


class CavalryFirst(Mustering[Brit], frozen=True):
    """First their cavalry is asked for, then their only leader."""

    who_there_is = cite("britannia-2005 move.general.a")
    no_such_leader = cite("britannia-2005 leader.f")
    so_many = "so-much-cavalry"
    cavalry: int = -1
    """How many are cavalry; -1: asked first."""

    def picked(self, pool: Force) -> Picks:
        return (self.cavalry,) if pool.sorts and self.cavalry >= 0 else ()

    def with_picks(self, pool: Force, picks: Picks) -> Self:
        return replaced(self, cavalry=(picks[0] if picks else -1) if pool.sorts else 0)

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Each number of cavalry; then with or without the leader."""
        every = list(Mustering.candidates(self, s))
        return every[::-1] if every[0].verb == "without" else every

    def about(self, s: Brit) -> dict[str, Json]:
        """How many go, and what the question is about: their cavalry, or the leader."""
        pool, _ = self.at(s)
        mounted = self.cavalry < 0
        asked = {"n": self.n, "mounted": mounted, "leader": "" if mounted else pool.leaders[0]}
        return {**self.gathering().about(s), **asked}


class WithinLimits(CavalryFirst, frozen=True):
    """The same, as far as the limits of the phase's end can still be met."""

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Those that keep them, if there are any."""
        every = list(CavalryFirst.candidates(self, s))
        return [a for a in every if self.broken(s, a) is None] or every

    def broken(self, s: Brit, a: Action) -> Breach | None:
        """The limit that an answer would break, whoever else goes."""
        pool, i = self.at(s)
        asked = [f for f in self.forces(s) if action(pool, i, answer(pool, f, i)) == a]
        return self.gathering().hinders(s, asked)

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Besides, the limits of the phase's end can still be met, if they can be at all."""
        broken = Mustering.forbids(self, s, a)
        if broken is not None or a in self.candidates(s):
            return broken
        breach = self.broken(s, a)
        return None if breach is None else breach.cite

    def reason(self, s: Brit, a: Action, why: Cite) -> Reason:
        """How much cavalry there is, who is not there, or which limit they would break."""
        broken = self.broken(s, a)
        return Mustering.reason(self, s, a, why) if broken is None else broken.told()
