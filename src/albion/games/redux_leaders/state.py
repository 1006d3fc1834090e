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

    def lay_out(self, like: Self) -> None:
        HostState.lay_out(self, like)
        self.occupied, self.extra_armies = like.occupied.copy(), like.extra_armies.copy()
        self.truce_broken, self.arthur_gone = like.truce_broken, like.arthur_gone
        self.cnut_rex, self.crown_offered, self.crown_army = (
            like.cnut_rex,
            like.crown_offered,
            like.crown_army,
        )
        self.marker_before, self.landless, self.excess_before = (
            like.marker_before,
            like.landless,
            like.excess_before,
        )
        self.hemmed_in, self.surplus_allowed = like.hemmed_in, like.surplus_allowed
        self.rex, self.extra = like.rex, like.extra


def table_of(s: BritState) -> LeadersState:
    """A state that a kernel's law passes on, as the richer state it is."""
    assert isinstance(s, LeadersState)
    return s
