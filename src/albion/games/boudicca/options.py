"""What the players agree before the game."""

from __future__ import annotations

from albion.engine.options import Options


class BoudiccaOptions(Options, frozen=True):
    """Solitaire or two players, and how many towns have Civilians."""

    solitaire: bool = False
    fifth_town: bool = False
    """A seventh Civilian counter, so that five towns have Civilians as 8.0 says."""
