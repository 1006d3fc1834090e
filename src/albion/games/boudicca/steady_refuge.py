"""Where the Civilians of Boudicca are safe: behind troops that hold, or far from any tribe."""

from __future__ import annotations

from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.state import BoudiccaState
from albion.games.boudicca.steady_aims import stacks, tribe_strength
from albion.kernels.hex import Hex, distance

RAID = 18
"""Hexes from which a war band may come before the Civilians can move again."""
FAR = 30
QUIET = 3
"""Hexes by which a tribe that might yet rise counts as farther away than one in arms."""
GUARDED = 20.0
"""What troops that hold their ground are worth, in hexes of distance."""
NEAR = 20
"""Safety below which Civilians had better be gone."""


class Refuge:
    """How safe each hex is for Civilians, looked at once for a whole question."""

    def __init__(self, s: BoudiccaState) -> None:
        self.s = s
        self.bands = stacks(s, BRITONS)
        board = s.rules.board
        self.quiet = [
            (h, float(tribe_strength(s, tribe)))
            for tribe, h in board.oppidum.items()
            if tribe not in s.revolted and not s.occupied(h, ROMANS)
        ]

    def safety(self, h: Hex) -> float:
        """Hexes to the nearest tribe; much more where Roman troops are a match for any band within a raid."""
        nearest = min((distance(h, x) for x, _ in self.bands), default=FAR)
        risen = min((distance(h, x) + QUIET for x, _ in self.quiet), default=FAR)
        guard = self.s.strength(self.s.fighters(h, ROMANS))
        raiders = max((strong for x, strong in self.bands if distance(h, x) <= RAID), default=0.0)
        holds = guard >= 8 and guard >= raiders
        return min(nearest, risen, FAR) + (GUARDED if holds else 0.0)
