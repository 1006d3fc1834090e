"""What a heuristic player is partial to; a game's own player takes it as it is or bent by a search."""

from __future__ import annotations


class Tastes:
    """Plain tastes: every place is wanted for what it is worth, every habit has its usual figure."""

    __slots__ = ()

    def want(self, place: str) -> float:
        """The factor for wanting a place."""
        return 1.0

    def habit(self, name: str, usual: float) -> float:
        """The figure to use for a habit."""
        return usual


PLAIN = Tastes()
