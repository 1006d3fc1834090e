"""Who goes: how many of a group are cavalry, and whether their leader goes with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite
from albion.engine.event import Log
from albion.engine.plain import replaced
from albion.engine.step import Steps
from albion.games.britannia_2005.s05_end_outlook import Outlook
from albion.games.britannia_2005.s05_phase_end import Breach, Reason
from albion.games.britannia_2005.state import Brit
from albion.kernels.britannia.answers import CAVALRY
from albion.kernels.britannia.asking import Question


class Mustering(Question[Brit], frozen=True):
    """Armies set out or retreat together: first their cavalry is asked for, then their leader."""

    n: int
    cavalry: int = -1
    """How many are cavalry; -1: asked first."""
    exact = True

    def pool(self, s: Brit) -> tuple[int, int]:
        """The armies and the cavalry among whom they are chosen."""
        raise NotImplementedError

    def leader(self, s: Brit) -> str | None:
        """A leader who could go with them."""
        raise NotImplementedError

    def may_stay(self, s: Brit) -> bool:
        """A leader stays behind only with company."""
        raise NotImplementedError

    def go(self, s: Brit, log: Log, leader: str) -> Steps[Brit]:
        """They go, under that leader or none."""
        raise NotImplementedError

    def horse(self, s: Brit) -> tuple[int, int]:
        """The fewest and most cavalry among them."""
        armies, horse = self.pool(s)
        return max(0, self.n - (armies - horse)), min(self.n, horse)

    def mounted(self, cavalry: int) -> Self:
        """The same with so many cavalry."""
        return replaced(self, cavalry=cavalry)

    def proceed(self, s: Brit, log: Log) -> Steps[Brit]:
        """Ask what is open, or go."""
        low, high = self.horse(s)
        if self.cavalry < 0 and low < high:
            return [self]
        ready = self.mounted(self.cavalry if self.cavalry >= 0 else low)
        leader = self.leader(s)
        if leader is None:
            return ready.go(s, log, "")
        return [ready] if ready.may_stay(s) else ready.go(s, log, leader)

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Each number of cavalry; then with or without the leader; as far as the limits can still be met."""
        if self.cavalry < 0:
            low, high = self.horse(s)
            every: Sequence[Action] = CAVALRY[low : high + 1]
        else:
            leader = self.leader(s)
            every = [Action("with", leader), Action("without", leader)]
        return [a for a in every if self.broken(s, a) is None] or every

    def broken(self, s: Brit, a: Action) -> Breach | None:
        """The limit that an answer would break."""
        if a.verb == "cavalry":
            return self.mounted(a.number).hinders(s)
        return self.breaks(s, a.name if a.verb == "with" else "")

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """No leader is left without armies, no cavalry goes that is not there; and what else binds those that go."""
        if a.verb not in ("cavalry", "with", "without"):
            return None
        if a.verb == "cavalry":
            low, high = self.horse(s)
            if self.cavalry >= 0 or not low <= a.number <= high:
                return cite("britannia-2005 move.general.a")
        elif self.cavalry < 0 or a.noun != self.leader(s):
            return cite("britannia-2005 leader.f")
        broken = self.broken(s, a)
        return None if broken is None or a in self.candidates(s) else broken.cite

    def reason(self, s: Brit, a: Action, why: Cite) -> Reason | None:
        """How much cavalry there is, that the leader is not there, or which limit they would break."""
        if a.verb == "cavalry" and self.cavalry < 0:
            low, high = self.horse(s)
            if not low <= a.number <= high:
                return "so-much-cavalry", {"low": low, "high": high}
        elif a.verb in ("with", "without") and a.noun != self.leader(s):
            return "not-with-them", {"leader": a.noun}
        elif self.cavalry < 0:
            return None
        broken = self.broken(s, a)
        return None if broken is None else broken.told()

    def breaks(self, s: Brit, leader: str, now: Outlook | None = None) -> Breach | None:
        """A limit that they would break, going under that leader or none."""
        return None

    def hinders(self, s: Brit, now: Outlook | None = None) -> Breach | None:
        """A limit that they would break whoever of them goes, and under whom."""
        low, high = self.horse(s)
        first: Breach | None = None
        for k in range(low, high + 1) if self.cavalry < 0 else (self.cavalry,):
            ready, leader = self.mounted(k), self.leader(s)
            names = ("",) if leader is None else (leader, "") if ready.may_stay(s) else (leader,)
            for name in names:
                broken = ready.breaks(s, name, now)
                if broken is None:
                    return None
                first = first or broken
        return first

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        if a.verb == "cavalry":
            return self.mounted(a.number).proceed(s, log)
        return self.go(s, log, a.name if a.verb == "with" else "")

    def asked(self, s: Brit) -> dict[str, Json]:
        """How many go, and what the question is about: their cavalry, or the leader."""
        mounted = self.cavalry < 0
        return {"n": self.n, "mounted": mounted, "leader": "" if mounted else self.leader(s)}
