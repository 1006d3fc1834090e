"""The table of Leaders and Raiders: what a game remembers beyond the turn in progress."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.state import BritState


@dataclass(slots=True)
class LeadersState(HostState):
    """Areas scored for occupying, the truce, Cnut's crown, and the extra turns."""

    occupied: dict[Nation, tuple[Area, ...]] = field(default_factory=dict)
    """Areas each nation has occupied and does not score for again."""
    truce_broken: tuple[Nation, ...] = ()
    """British nations that have attacked the Romano-British."""
    arthur_gone: bool = False
    """Arthur has been in play and has left it."""
    cnut_rex: bool = False
    """The Danes became Rex Anglorum in Cnut's turn."""
    crown_offered: bool = False
    """The Danes have just become Rex Anglorum with Cnut and may still decline."""
    crown_army: int = 0
    """The armies they received with it."""
    marker_before: int = 0
    """Where their population marker stood before it."""
    landless: bool = False
    """The nation on turn held no land when its campaign began."""
    excess_before: int = 0
    """Armies beyond the population limit when Raider Withdrawal began."""
    hemmed_in: tuple[Nation, ...] = ()
    """Nations over their stacking limit because no way was open to them."""
    surplus_allowed: int | None = None
    """The phase began with more armies than stacking has room for wherever they can go: by how many; None: it did not."""
    rex: Nation | None = None
    """Who last received the army of Rex Anglorum and has not yet had a turn since."""
    extra: bool = False
    """Extra nation turns are being played."""
    extra_armies: dict[Nation, int] = field(default_factory=dict)
    """The reinforcements fixed for them."""

    def blank(self) -> Self:
        """An empty table."""
        return type(self)(self.dice.clone(), rules=self.rules)

    def clone(self) -> Self:
        """A copy that shares nothing mutable."""
        new = HostState.clone(self)
        new.occupied = self.occupied.copy()
        new.truce_broken = self.truce_broken
        new.arthur_gone = self.arthur_gone
        new.cnut_rex = self.cnut_rex
        new.crown_offered, new.crown_army = self.crown_offered, self.crown_army
        new.marker_before = self.marker_before
        new.landless = self.landless
        new.excess_before = self.excess_before
        new.hemmed_in = self.hemmed_in
        new.surplus_allowed = self.surplus_allowed
        new.rex = self.rex
        new.extra = self.extra
        new.extra_armies = self.extra_armies.copy()
        return new


def table_of(s: BritState) -> LeadersState:
    """A state that a kernel's law passes on, as the richer state it is."""
    assert isinstance(s, LeadersState)
    return s
