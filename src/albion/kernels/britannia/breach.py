"""A limit that armies would break, with the numbers that decide."""

from __future__ import annotations

import msgspec

from albion.engine.action import Json
from albion.engine.cite import Cite
from albion.kernels.britannia.board import Place


class Breach(msgspec.Struct, frozen=True):
    """A limit that armies so placed break: where, by which clauses, and the numbers that decide."""

    place: Place
    cite: Cite
    holds: int = 0
    limit: int = 0
    named: str = "crowded"
    """The key of its sentence in [why] of words.toml."""

    def told(self) -> tuple[str, dict[str, Json]]:
        """The sentence with the number that decides."""
        return self.named, {"place": self.place, "n": self.holds, "most": self.limit}
