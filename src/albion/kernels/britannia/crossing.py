"""One border at a time, in every edition: units leave a place, are in the next area, and may find opponents there."""

from __future__ import annotations

from typing import Generic, TypeVar

from albion.engine.event import Log
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.state import MapState
from albion.kernels.britannia.units import Force

M = TypeVar("M", bound=MapState, contravariant=True)


class Crossing(Generic[M]):
    """A force that goes from a place into an area."""

    def __init__(
        self, nation: Nation, place: Place, area: Area, force: Force, source: Place, whence: Place
    ) -> None:
        self.nation, self.place, self.area, self.force = nation, place, area, force
        self.source = source
        """Where those marching on had come from; '': they set out."""
        self.whence = whence
        """Where attackers count as having come from."""

    def leave(self, s: M) -> None:
        """Those that set out have moved; those that overran an area no longer attack it."""
        if self.source:
            s.go_back(Area(self.place), self.source, self.force)
        else:
            s.draw_fresh(self.place, self.force)

    def tell(self, log: Log, foe: Nation | None) -> None:
        """The move, and who is there."""
        raise NotImplementedError

    def attacks(self, s: M, foe: Nation) -> bool:
        """Whether those that stop among these opponents will fight them."""
        return True

    def arrive(self, s: M, log: Log, foe: Nation | None) -> None:
        """What happens where they have come."""

    def carry_out(self, s: M, log: Log) -> None:
        """Carry them over; among opponents note where they came from."""
        self.leave(s)
        s.shift(self.nation, self.place, self.area, self.force)
        foe = s.foe(self.nation, self.area)
        if log is not None:
            self.tell(log, foe)
        if foe is not None and self.attacks(s, foe):
            s.enter(self.area, self.whence, self.force)
        self.arrive(s, log, foe)
