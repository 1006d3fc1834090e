"""Where the Civilians of Boudicca are safe: behind troops that hold, or far from any tribe."""

from __future__ import annotations

from albion.engine.tastes import PLAIN, Tastes
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.state import BoudiccaState
from albion.games.boudicca.steady_aims import stacks
from albion.kernels.hex import Hex, bits, distance, hexes_of

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

    def __init__(self, s: BoudiccaState, tastes: Tastes = PLAIN) -> None:
        self.s, self.tastes = s, tastes
        self.bands = stacks(s, BRITONS)
        self.quiet = [
            h
            for tribe, h in s.rules.board.oppidum.items()
            if tribe not in s.revolted and not s.occupied(h, ROMANS)
        ]

    def best(self, within: int) -> tuple[float, Hex]:
        """The safest hex of a pattern and how safe it is; the lowest among equals."""
        safety, left = self._farthest(within)
        open_ = hexes_of(left)[0]
        guarded = [h for h in hexes_of(within & self.s.held_bits(ROMANS)) if self._holds(h)]
        found = [(safety * self._liking(open_), -open_)]
        found += [(self.safety(h) * self._liking(h), -h) for h in guarded]
        best, h = max(found)
        return best, -h

    def _liking(self, h: Hex) -> float:
        return self.tastes.want(f"refuge {h}")

    def _farthest(self, within: int) -> tuple[float, int]:
        """How far from every tribe one can get in a pattern, guards aside, and where: all tribes' reach grows at once."""
        grid, left = self.s.rules.board.grid, within
        near = bits(h for h, _ in self.bands)
        for far in range(FAR):
            if far == QUIET:
                near |= bits(self.quiet)
            if not left & ~near:
                return float(far), left
            left &= ~near
            near = grid.grown(near)
        return float(FAR), left

    def safety(self, h: Hex) -> float:
        """Hexes to the nearest tribe; much more where Roman troops are a match for any band within a raid."""
        nearest = min((distance(h, x) for x, _ in self.bands), default=FAR)
        risen = min((distance(h, x) + QUIET for x in self.quiet), default=FAR)
        return min(nearest, risen, FAR) + (GUARDED if self._holds(h) else 0.0)

    def _holds(self, h: Hex) -> bool:
        guard = self.s.strength(self.s.fighters(h, ROMANS))
        if guard < LEAST_GUARD:
            return False
        return guard >= max((strong for x, strong in self.bands if distance(h, x) <= RAID), default=0.0)
