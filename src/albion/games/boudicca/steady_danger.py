"""Whom the enemy can strike in his next Impulse, and what the Britons would lose by it."""

from __future__ import annotations

from typing import NamedTuple

from albion.games.boudicca.s07_ways import allowance, group_reach
from albion.games.boudicca.state import DEAD, NEVER, SCARED, BoudiccaState, enemy
from albion.games.boudicca.steady_aims import power
from albion.kernels.hex import Hex, bit

OUTMATCHED = 1.3
"""A stack is in danger from an enemy of this many times its power."""
HEAVY = 4
"""Steps that one lost battle with its pursuit costs."""
WORST = 0.8
"""The chance that a stack with no more steps than that is wiped out."""


class Striker(NamedTuple):
    """An enemy stack that may still move this turn, its power and the hexes it can be in after one move."""

    hex: Hex
    power: float
    reach: int


class Danger:
    """One side's view of the enemy stacks that could attack it before it moves again."""

    def __init__(self, s: BoudiccaState, side: str) -> None:
        self.s, self.side = s, side
        self._strikers: list[Striker] | None = None

    @property
    def strikers(self) -> list[Striker]:
        """Every enemy stack that may move, the strongest first."""
        if self._strikers is None:
            self._strikers = self._found()
        return self._strikers

    def _found(self) -> list[Striker]:
        s, foe, found = self.s, enemy(self.side), []
        for h in s.held(foe):
            group = tuple(
                u for u in s.units(h, foe) if s.ready[u] < NEVER and s.used[u] < 2 and not s.marks[u] & SCARED
            )
            if any(s.rules.combat[u] for u in group):
                way = group_reach(s, group, allowance(s, group))
                found.append(Striker(h, power(s, group), way.within | way.fights))
        return sorted(found, key=lambda x: (-x.power, x.hex))

    def worst(self, h: Hex) -> float:
        """The power of the strongest stack that can be in a hex after one move."""
        here = bit(h)
        return next((x.power for x in self.strikers if x.reach & here), 0.0)

    def unsafe(self, strong: float) -> int:
        """Hexes where a stack of some power can be struck by a much stronger one."""
        found = 0
        for x in self.strikers:
            if x.power < OUTMATCHED * strong:
                break
            found |= x.reach
        return found

    def expected_loss(self, h: Hex, units: tuple[int, ...]) -> float:
        """Points that units in a hex are likely to cost the Britons if they stay there together."""
        steps = sum(self.s.steps[u] for u in units if self.s.rules.combat[u])
        strong, worst = power(self.s, units), self.worst(h)
        if not steps or worst < OUTMATCHED * strong:
            return 0.0
        falls = WORST * min(1.0, HEAVY / steps) * min(1.0, worst / strong - 0.8)
        return falls * self._stake(units)

    def _stake(self, units: tuple[int, ...]) -> float:
        """Points lost with all of the units: leaders, and tribes of which nobody else is left."""
        s, here, worth = self.s, set(units), self.s.rules.data.victory.romans
        lost = float(worth.boudicca_killed) * (s.rules.boudicca in here)
        lost += worth.druid_killed * sum(u in here for u in s.rules.druids)
        for tribe in {s.rules.body[u] for u in units if s.rules.combat[u]}:
            kin = s.rules.of_body[tribe]
            if all(u in here or s.where[u] == DEAD for u in kin):
                lost += worth.counter_of_destroyed_tribe * len(kin)
        return lost
