"""Where the Civilians of Boudicca are safe: behind troops that hold, or far from any tribe."""

from __future__ import annotations

from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.state import BoudiccaState
from albion.games.boudicca.steady_aims import stacks
from albion.kernels.hex import Hex, distance

RAID = 18
"""Hexes from which a war band may come before the Civilians can move again."""
FAR = 30
QUIET = 3
"""Hexes by which a tribe that might yet rise counts as farther away than one in arms."""
LEAST_GUARD = 8
"""Strength below which troops hold nothing."""
GUARDED = 20.0
"""What troops that hold their ground are worth, in hexes of distance."""
NEAR = 20
"""Safety below which Civilians had better be gone."""


class Refuge:
    """How safe each hex is for Civilians, looked at once for a whole question."""

    def __init__(self, s: BoudiccaState) -> None:
        self.s = s
        self.bands = stacks(s, BRITONS)
        self.quiet = [
            h
            for tribe, h in s.rules.board.oppidum.items()
            if tribe not in s.revolted and not s.occupied(h, ROMANS)
        ]
        self._known: dict[Hex, float] = {}

    def safety(self, h: Hex) -> float:
        """Hexes to the nearest tribe; much more where Roman troops are a match for any band within a raid."""
        found = self._known.get(h)
        if found is None:
            found = self._known[h] = self._safety(h)
        return found

    def _safety(self, h: Hex) -> float:
        nearest = min((distance(h, x) for x, _ in self.bands), default=FAR)
        risen = min((distance(h, x) + QUIET for x in self.quiet), default=FAR)
        return min(nearest, risen, FAR) + (GUARDED if self._holds(h) else 0.0)

    def _holds(self, h: Hex) -> bool:
        guard = self.s.strength(self.s.fighters(h, ROMANS))
        if guard < LEAST_GUARD:
            return False
        return guard >= max((strong for x, strong in self.bands if distance(h, x) <= RAID), default=0.0)
