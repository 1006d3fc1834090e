"""A judgement bent: the same heuristic with other tastes gives other plans, all of them plausible."""

from __future__ import annotations

from random import Random

from albion.engine.tastes import Tastes

WISHES = 0.5
"""The share of places that a random bend wants more or less than usual."""


class Bend(Tastes):
    """How far a policy's tastes differ: a factor for each place it may want, and for each of its habits."""

    __slots__ = ("_rng", "_strength", "habits", "wants")

    def __init__(
        self,
        rng: Random | None = None,
        strength: float = 0.0,
        wants: dict[str, float] | None = None,
        habits: dict[str, float] | None = None,
    ) -> None:
        self._rng, self._strength = rng, strength
        self.wants = wants or {}
        self.habits = habits or {}

    def want(self, place: str) -> float:
        """The factor for wanting a place; drawn when it is first asked for."""
        found = self.wants.get(place)
        if found is None:
            found = self.wants[place] = self._draw(1.5) if self._wishes() else 1.0
        return found

    def habit(self, name: str, usual: float) -> float:
        """A habit's usual figure, bent."""
        found = self.habits.get(name)
        if found is None:
            found = self.habits[name] = self._draw(1.0)
        return usual * found

    def _wishes(self) -> bool:
        return self._rng is not None and self._rng.random() < WISHES

    def _draw(self, weight: float) -> float:
        if self._rng is None:
            return 1.0
        return float(2 ** self._rng.gauss(0, weight * self._strength))


NEUTRAL = Bend()
"""The policy as it is."""


def child(parent: Bend, rng: Random, strength: float) -> Bend:
    """A judgement like its parent's, but for a few wishes and perhaps a habit."""
    wants, habits = dict(parent.wants), dict(parent.habits)
    for place in rng.sample(sorted(wants), k=min(len(wants), rng.choice((1, 2, 3, 5)))):
        wants[place] *= 2 ** rng.gauss(0, 2.0 * strength)
    for name in rng.sample(sorted(habits), k=min(len(habits), rng.choice((0, 0, 1, 2)))):
        habits[name] *= 2 ** rng.gauss(0, strength)
    return Bend(None, 0.0, wants, habits)
