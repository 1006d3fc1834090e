"""What the steady players of both reduX games share: how a battle is likely to end, and where an army is needed."""

from __future__ import annotations

from functools import cache
from typing import Generic, NamedTuple, TypeVar

from albion.engine.action import Action, Decision
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.odds import battle_odds, chance
from albion.kernels.britannia.state import BritState

S = TypeVar("S", bound=BritState)


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
    """Places and removes armies by what each area seems worth."""

    def area_value(self, s: S, nation: Nation, area: Area) -> float:
        """What holding an area seems worth to a nation."""
        raise NotImplementedError

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
        """From the largest group."""
        nation = asked(s)
        return max(d.actions, key=lambda a: s.count(nation, a.name))


def asked(s: BritState) -> Nation:
    """The nation that the open question is about."""
    nation: Nation | None = getattr(s.agenda[-1], "nation", s.turn)
    assert nation is not None
    return nation
