"""What the steady players of both reduX games share: how a battle is likely to end, and where an army is needed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Generic, NamedTuple, TypeVar

from albion.engine.action import Action, Decision
from albion.kernels.britannia.answers import STOP
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.odds import battle_odds, chance
from albion.kernels.britannia.state import BritState

S = TypeVar("S", bound=BritState)
LANDING = 2
"""A fleet lands in groups of about this many: larger ones find no room under the population limit."""


class Fight(NamedTuple):
    """How a battle is likely to end: both sides' chances to win, and the attacker's and defender's mean losses."""

    attacker: float
    defender: float
    mine: float
    theirs: float


@cache
def fight(attackers: int, defenders: int, hit: int, hit_back: int, dice: int) -> Fight:
    """A battle of plain armies with these faces to hit, fought to the end."""
    odds = battle_odds(
        attackers, defenders, attacker_hits=chance(hit), defender_hits=chance(hit_back), dice_per_army=dice
    )
    mine = sum(p * (attackers - a) for (a, _), p in odds.ends.items())
    theirs = sum(p * (defenders - d) for (_, d), p in odds.ends.items())
    return Fight(odds.attacker, odds.defender, mine, theirs)


def attackers_hit(s: BritState, area: Area) -> int:
    """The face from which attackers hit in an area, leaders and kinds apart."""
    numbers = s.rules.numbers
    return numbers.hit_difficult if area in s.rules.board.difficult else numbers.hit


class Judge(Generic[S]):
    """Moves, places and removes armies by what each area seems worth."""

    safety: ClassVar[float]
    """How sure one is to keep an area that is threatened, before counting who holds it."""
    bold: float
    """It attacks with at least this chance to win; in the last round with any that pays."""
    deny: float
    """What taking an area from another player is worth, as a share of its worth to them."""
    thrift: float
    """What each army sent beyond the first costs, as a share of a usual area's worth: others could use it."""
    spread: float
    """What each army costs by which a landing is too large, as a share of the same."""
    leave: float
    """What leaving an area empty costs, as a share of its worth."""

    def area_value(self, s: S, nation: Nation, area: Area) -> float:
        """What holding an area seems worth to a nation."""
        raise NotImplementedError

    def army_value(self, s: S) -> float:
        """What an army seems worth."""
        raise NotImplementedError

    def likely(self, s: S, nation: Nation, foe: Nation, area: Area, n: int, led: bool) -> Fight:
        """How a battle in an area is likely to end if n more attackers come, led or not."""
        raise NotImplementedError

    def captives(self, s: S, foe: Nation, area: Area) -> float:
        """What else there is to win where another nation stands."""
        return 0.0

    def worth(
        self, s: S, nation: Nation, place: Place, area: Area, n: int, usual: float = 1.0, led: bool = False
    ) -> float:
        """What sending n armies seems to gain, less what is left open behind them."""
        gain = self.entering(s, nation, area, n, led) - self.thrift * usual * (n - 1)
        if s.rules.board.at_sea(place):
            return gain + 0.5 - self.spread * usual * max(0, n + s.count(nation, area) - LANDING)
        if s.count(nation, place) == n and s.foe(nation, place) is None:
            gain -= self.leave * self.area_value(s, nation, Area(place))
        return gain

    def entering(self, s: S, nation: Nation, area: Area, n: int, led: bool = False) -> float:
        """What n armies entering an area seem to gain there."""
        foe = s.foe(nation, area)
        if foe is None:
            standing = s.count(nation, area)
            if standing:  # joining an own area gains nothing, and less the more stand there
                return -0.2 * (standing + n)
            at, alone = s.at, (nation,)
            threat = any(at.get(a, alone) != alone for a in s.rules.board.near[area])
            safety = min(1.0, self.safety + 0.3 * n) if threat else 1.0
            return self.area_value(s, nation, area) * safety - 0.3 * (n - 1)
        if s.rules.seat_of[foe] == s.rules.seat_of[nation]:
            return -4.0
        f = self.likely(s, nation, foe, area, n, led)
        prize = self.area_value(s, nation, area) + self.deny * self.area_value(s, foe, area)
        prize += self.captives(s, foe, area)
        sure = f.attacker * prize + self.army_value(s) * (f.theirs - f.mine)
        return sure if f.attacker > self.bold or s.round == len(s.rules.timeline) else min(sure, 0.0) - 1.0

    def onward(
        self, s: S, d: Decision, nation: Nation, area: Area, ways: Sequence[Area], led: bool = False
    ) -> Action:
        """March on if something beyond is worth more than standing here."""
        best, answer = 0.0, STOP if STOP in d.actions else d.actions[0]
        here = self.area_value(s, nation, area) if s.foe(nation, area) is None else 0.0
        standing = s.count(nation, area)
        for a in d.actions:
            n = a.number
            for way in ways if n else ():
                gain = self.entering(s, nation, way, n, led) - (here if standing == n else 0.0)
                if gain > best:
                    best, answer = gain, a
        return answer

    def need(self, s: S, nation: Nation, area: Area) -> float:
        """How much an area wants another army."""
        near = s.rules.board.near[area]
        threat = max((s.count(foe, a) for a in near if (foe := s.foe(nation, a)) is not None), default=0)
        vacant = sum(1 for a in near if s.vacant(a))
        return self.area_value(s, nation, area) * 0.3 + threat + vacant * 2 - s.count(nation, area)

    def place(self, s: S, d: Decision) -> Action:
        """Where the nation's own land is worth most and most threatened."""
        nation = asked(s)
        return max(d.actions, key=lambda a: self.need(s, nation, Area(a.name)))

    def remove(self, s: S, d: Decision) -> Action:
        """Remove an army of the largest group."""
        nation = asked(s)
        return max(d.actions, key=lambda a: s.count(nation, a.name))


def asked(s: BritState) -> Nation:
    """The nation that the open question is about."""
    nation: Nation | None = getattr(s.agenda[-1], "nation", s.turn)
    assert nation is not None
    return nation
