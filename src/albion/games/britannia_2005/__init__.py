"""Britannia, the edition of 2005."""

from albion.games.britannia_2005.game import GAME

__all__ = ["GAME"]
