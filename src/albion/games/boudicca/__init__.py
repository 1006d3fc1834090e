"""Boudicca: The Warrior Queen, the revolt of AD 61."""

from albion.games.boudicca.game import GAME

__all__ = ["GAME"]
