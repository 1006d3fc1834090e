"""Exact battle odds: the full distribution of survivors, not a sample."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Generic, TypeVar

from albion.engine.action import Action, Json
from albion.kernels.britannia.board import Area
from albion.kernels.britannia.engagement import Battle
from albion.kernels.britannia.movement import MoveTo, Send
from albion.kernels.britannia.retreat import Retreat
from albion.kernels.britannia.state import BritState

E = TypeVar("E", int, "tuple[tuple[str, int], ...]")
"""What is left of a side: a number of armies, or of each kind."""


@dataclass(frozen=True, slots=True)
class Odds(Generic[E]):
    """How a battle ends: the chance of each (attackers, defenders) left."""

    ends: dict[tuple[E, E], float]

    @property
    def attacker(self) -> float:
        """The attacker alone is left in the area."""
        return sum(p for (a, d), p in self.ends.items() if a and not d)

    @property
    def defender(self) -> float:
        """The defender alone is left in the area."""
        return sum(p for (a, d), p in self.ends.items() if d and not a)

    @property
    def nobody(self) -> float:
        """Both sides are wiped out."""
        return sum(p for (a, d), p in self.ends.items() if not a and not d)


def told_odds(b: Battle, attackers: int, defenders: int, odds: Odds[E], ends: list[Json]) -> dict[str, Json]:
    """The odds of a battle fought to the end, as screens are told them."""
    return {
        "area": b.area,
        "attacker": b.attacker,
        "defender": b.defender,
        "attackers": attackers,
        "defenders": defenders,
        "attacker_wins": odds.attacker,
        "defender_wins": odds.defender,
        "nobody": odds.nobody,
        "ends": ends,
        "policy": "fought to the end",
    }


@cache
def binomial(n: int, p: float) -> tuple[float, ...]:
    """The chance of each number of hits with n dice."""
    return tuple(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1))


def battle_odds(
    attackers: int,
    defenders: int,
    *,
    attacker_hits: float,
    defender_hits: float,
    dice_per_army: int = 1,
) -> Odds[int]:
    """Every way a battle fought to the end can end. Health counts in hits: with two dice an army it takes two hits to fall."""
    need = dice_per_army
    todo: dict[tuple[int, int], float] = {(attackers * need, defenders * need): 1.0}
    ends: dict[tuple[int, int], float] = defaultdict(float)
    for total in range((attackers + defenders) * need, -1, -1):
        for state in [s for s in todo if sum(s) == total]:
            p = todo.pop(state)
            a, d = -(-state[0] // need), -(-state[1] // need)
            if not a or not d:
                ends[a, d] += p
            else:
                for after, q in _exchange(state, a * need, d * need, attacker_hits, defender_hits):
                    todo[after] = todo.get(after, 0.0) + p * q
    return Odds(dict(ends))


@cache
def _exchange(
    state: tuple[int, int], a: int, d: int, pa: float, pd: float
) -> list[tuple[tuple[int, int], float]]:
    """What one exchange that changes something leads to; exchanges without a hit only delay it."""
    hits_a, hits_d = binomial(a, pa), binomial(d, pd)
    still = hits_a[0] * hits_d[0]
    after: dict[tuple[int, int], float] = defaultdict(float)
    for i, p in enumerate(hits_a):
        for j, q in enumerate(hits_d):
            if i or j:
                after[max(0, state[0] - j), max(0, state[1] - i)] += p * q / (1 - still)
    return list(after.items())


def chance(need: int) -> float:
    """The chance that a die shows at least this."""
    return (7 - need) / 6


def odds_in(s: BritState, b: Battle, attackers: int, defenders: int) -> Odds[int]:
    """A battle of these numbers in its area, fought to the end."""
    numbers = s.rules.numbers
    difficult = b.area in s.rules.board.difficult
    return battle_odds(
        attackers,
        defenders,
        attacker_hits=chance(numbers.hit_difficult if difficult else numbers.hit),
        defender_hits=chance(numbers.hit),
        dice_per_army=numbers.dice_per_army,
    )


def odds_of(s: BritState, a: Action | None) -> Json | None:
    """The battle that is under way, or that this action would begin or join, as plain JSON."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, Retreat):
        b = step.battle
        return _json(s, b, s.count(b.attacker, b.area), s.count(b.defender, b.area))
    if isinstance(step, Send) and a is not None and a.verb == "send":
        return _landing(s, step.leg, str(step.area), a.number)
    if isinstance(step, MoveTo) and a is not None and a.verb == "to":
        return _landing(s, step, a.name, step.count or s.fresh.get(step.place, 0))
    if a is not None and a.verb == "fight" and s.turn is not None:
        return _landing(s, MoveTo(s.turn, a.name), a.name, 0)
    return None


def _landing(s: BritState, leg: MoveTo, area: str, n: int) -> Json | None:
    foe = s.foe(leg.nation, area)
    if foe is None:
        return None
    b = Battle(Area(area), leg.nation, foe)
    return _json(s, b, n + s.count(leg.nation, area), s.count(foe, area))


def _json(s: BritState, b: Battle, attackers: int, defenders: int) -> Json:
    odds = odds_in(s, b, attackers, defenders)
    ends = [{"attackers": x, "defenders": y, "p": p} for (x, y), p in sorted(odds.ends.items(), reverse=True)]
    return told_odds(b, attackers, defenders, odds, ends)
