"""The preferences of a heuristic player, as they are or varied by a search."""

from __future__ import annotations


class Tastes:
    """Neutral preferences: every place has its plain value, every parameter its default."""

    __slots__ = ()

    def want(self, place: str) -> float:
        """The factor applied to the value of a place."""
        return 1.0

    def habit(self, name: str, usual: float) -> float:
        """The value to use for a parameter."""
        return usual


PLAIN = Tastes()
