"""Britannia reduX, Core rules."""

from albion.games.redux_core.game import GAME

__all__ = ["GAME"]
