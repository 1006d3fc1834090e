"""A cache of floods, kept for speed: what a flood finds depends only on its question."""

from __future__ import annotations

from albion.kernels.hex.spread import Spread


class Floods:
    """Floods by what was asked: those asked for lately and those before, which are forgotten together."""

    __slots__ = ("_lately", "_most", "_older")

    def __init__(self, most: int) -> None:
        self._most = most
        self._lately: dict[object, Spread] = {}
        self._older: dict[object, Spread] = {}

    def find(self, key: object) -> Spread | None:
        """The flood of a question, if it is still known."""
        found = self._lately.get(key)
        if found is None:
            found = self._older.get(key)
            if found is not None:
                self.keep(key, found)
        return found

    def keep(self, key: object, found: Spread) -> None:
        """Remember a flood; what nobody has asked for again is forgotten with the older ones."""
        if len(self._lately) >= self._most:
            self._lately, self._older = {}, self._lately
        self._lately[key] = found
