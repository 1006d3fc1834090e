"""Armies on the march together."""

from __future__ import annotations

import msgspec

from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.units import PLAIN, Force, riding


class Group(msgspec.Struct, frozen=True):
    """Armies on the march together: how many, how many of them cavalry, and under whom."""

    nation: Nation
    n: int
    cavalry: int = 0
    leader: str = ""
    origin: Place = ""
    """Where it began this phase."""
    used: int = 0
    """Areas of its allowance used so far."""
    sailed: bool = False
    path: tuple[Area, ...] = ()
    """Areas it has been in during this move."""
    spot: Place = ""
    """Where it could retreat to from the area it has got to."""
    homes: tuple[tuple[Place, int], ...] = ()
    """How many of them came over the sea this turn, by where they began it."""
    others: int = 0
    """How many that began on land stayed where it has got to, so that these might as well be those."""

    @property
    def force(self) -> Force:
        """Who they are, without where they are going."""
        if not self.cavalry and not self.leader:
            return PLAIN[self.n]
        return Force(self.n, riding(self.cavalry), (self.leader,) if self.leader else ())

    def part(self, n: int, cavalry: int) -> Group:
        """A number of them, some of those cavalry, with their leader; of raiders and others raiders first."""
        homes, left = [], n
        for home, k in self.homes:
            if k := min(k, left):
                homes.append((home, k))
                left -= k
        landed = sum([k for _, k in self.homes])
        return Group(
            self.nation,
            n,
            cavalry,
            self.leader,
            self.origin,
            self.used,
            self.sailed,
            self.path,
            self.spot,
            tuple(homes),
            max(0, min(self.n - n, self.n - landed)),
        )

    def gone(self, used: int, sailed: bool, path: tuple[Area, ...], origin: Place) -> Group:
        """The same armies further on their way."""
        return Group(
            self.nation,
            self.n,
            self.cavalry,
            self.leader,
            origin,
            used,
            sailed,
            path,
            self.spot,
            self.homes,
        )

    def from_spot(self, spot: Place) -> Group:
        """The same armies, once it is known where they could retreat to."""
        return Group(
            self.nation,
            self.n,
            self.cavalry,
            self.leader,
            self.origin,
            self.used,
            self.sailed,
            self.path,
            spot,
            self.homes,
        )
