"""Varied weights: the same heuristic with other weights gives other plausible plans."""

from __future__ import annotations

from random import Random

from albion.engine.tastes import Tastes

WISHES = 0.5
"""The share of places whose weight a random variation changes."""


class Bend(Tastes):
    """A variation of a policy's weights: a factor for each place it may want, and for each of its parameters."""

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
        """The factor for a place's value; drawn when it is first needed."""
        found = self.wants.get(place)
        if found is None:
            found = self.wants[place] = self._draw(1.5) if self._wishes() else 1.0
        return found

    def habit(self, name: str, usual: float) -> float:
        """A parameter's default value, varied."""
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
    """A copy with a few factors for places and perhaps one parameter changed."""
    wants, habits = dict(parent.wants), dict(parent.habits)
    for place in rng.sample(sorted(wants), k=min(len(wants), rng.choice((1, 2, 3, 5)))):
        wants[place] *= 2 ** rng.gauss(0, 2.0 * strength)
    for name in rng.sample(sorted(habits), k=min(len(habits), rng.choice((0, 0, 1, 2)))):
        habits[name] *= 2 ** rng.gauss(0, strength)
    return Bend(None, 0.0, wants, habits)
