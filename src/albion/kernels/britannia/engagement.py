"""One battle and its two sides."""

from __future__ import annotations

from typing import Literal

import msgspec

from albion.engine.action import Json
from albion.engine.cite import Cite
from albion.engine.event import Log, emit
from albion.kernels.britannia.board import Area, Nation, Place

Side = Literal["attacker", "defender"]
ATTACKER: Side = "attacker"
DEFENDER: Side = "defender"


class Battle(msgspec.Struct, frozen=True):
    """One battle: where, who attacks, who defends, and a hit each side may have kept."""

    area: Area
    attacker: Nation
    defender: Nation
    kept_by_attacker: int = 0
    kept_by_defender: int = 0
    ways: tuple[Place, ...] = ()
    """Where attackers came from, those that have fallen since included."""

    def nation(self, side: Side) -> Nation:
        """Who fights on a side."""
        return self.attacker if side == ATTACKER else self.defender

    def foe(self, side: Side) -> Nation:
        """Whom that side fights."""
        return self.defender if side == ATTACKER else self.attacker


def tell_battle(log: Log, c: Cite, b: Battle, attackers: int, defenders: int) -> None:
    """A battle begins: where, between whom, and how strong they are."""
    if log is not None:
        who: dict[str, Json] = {"attacker": b.attacker, "defender": b.defender}
        emit(log, "battle", c, area=b.area, **who, attackers=attackers, defenders=defenders)


def tell_end(log: Log, c: Cite, b: Battle, holder: Nation | None) -> None:
    """A battle is over, and who is left in its area."""
    if log is not None:
        emit(log, "battle-end", c, area=b.area, attacker=b.attacker, defender=b.defender, holder=holder)
