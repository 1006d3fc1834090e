"""What the players agree on before the game."""

from __future__ import annotations

from typing import Literal

from albion.engine.options import Options


class Options2005(Options, frozen=True):
    """Two points on which no ruling was found."""

    harold: Literal["adds", "once"] = "adds"
    """Normans who eliminate Harold: both boxes of their card, or one."""
    brigantes: Literal["angle-card", "every-area", "brigante-card"] = "angle-card"
    """Which areas of subject Brigantes score for the Angles."""
