"""Domesday: the Norman Conquest of England and its wars, 1066 to 1106."""

from albion.games.domesday.game import Domesday

GAME = Domesday()
