"""Britannia reduX, Leaders and Raiders."""

from albion.games.redux_leaders.game import GAME

__all__ = ["GAME"]
