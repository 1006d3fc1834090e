"""Exact odds of a battle with Romans, cavalry, forts, burhs and leaders."""

from __future__ import annotations

from albion.engine.action import Action, Json
from albion.games.britannia_2005.state import Brit


def odds_of(s: Brit, a: Action | None) -> Json | None:
    """The battle that is under way, or that this action would begin or join."""
    return None
