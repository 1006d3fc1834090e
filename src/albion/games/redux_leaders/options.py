"""What the players agree on before the game."""

from __future__ import annotations

from typing import Literal

from albion.engine.options import Options


class LeadersOptions(Options, frozen=True):
    """What the players agree on before the game."""

    players: Literal[4, 3, 5] = 4
    boats: bool = False
    reduced_randomness: bool = False
