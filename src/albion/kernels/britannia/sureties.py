"""Quick answers about the end of a Movement Phase: to which areas armies may surely go, for all areas at once.

Where one of these says yes, the law in prospect.py finds the same; where it does not, the law is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from albion.kernels.britannia.board import Place
from albion.kernels.britannia.counting import CLEAR_HELD, MASK, held
from albion.kernels.britannia.spread import (
    ANYWHERE,
    BIT,
    CLEAR,
    DIFFICULT,
    LAND,
    NO_ROOM,
    Bits,
    Matching,
    frozen_bits,
    reach,
)

if TYPE_CHECKING:
    from albion.kernels.britannia.prospect import Outlook


def to_gain(look: Outlook, out: Place, n: int, *, fresh: bool) -> int:
    """How many areas n armies without a leader must at least gain by leaving a place, so that enough are held."""
    asked = (out, n, fresh)
    short = look.wanted.get(asked)
    if short is None:
        if look.needy:
            if look.loose < 0:
                look.settle()
            short = look.before - look.sure.bit_count() - look.loose + (n if fresh else 0)
        else:
            holds = out in look.near and out not in look.foes and out not in look.passed
            short = look.before - held(look.total) + (holds and look.mine.get(out) == n)
        look.wanted[asked] = short
    return short


def gains(look: Outlook, area: Place) -> bool:
    """Whether armies that end in an area hold one more, as `to_gain` counts them."""
    if area in look.foes:
        return False
    return not look.sure & BIT[area] if look.needy else area not in look.mine


class Cover:
    """Areas that a nation's armies can be in at once, one more than are wanted, and from where each could be filled."""

    __slots__ = ("areas", "given", "new", "spare", "wanted")

    def __init__(
        self, look: Outlook, settled: Bits, loose: Mapping[Place, int], where: Bits, wanted: int
    ) -> None:
        enough = wanted + 1 - settled.bit_count()
        matching = Matching(look.armies(loose, where), ~settled, NO_ROOM, enough)
        homes = [p for p, k in loose.items() for _ in range(k)]
        self.wanted, self.areas = wanted, settled.bit_count() + matching.placed
        self.given: dict[Place, Bits] = {}
        """The areas that armies of a place are given."""
        self.spare = dict(loose)
        """How many armies of a place are given none."""
        taken = settled
        for area, (army,) in matching.inside.items():
            taken |= area
            self.given[homes[army]] = self.given.get(homes[army], 0) | area
            self.spare[homes[army]] -= 1
        self.new = where & ~taken

    def leaves_enough(self, place: Place, n: int) -> Bits:
        """Where n armies of a place may go, those given no area first, so that enough areas are still filled."""
        lost = max(0, n - self.spare.get(place, 0))
        over = self.areas - lost - self.wanted
        if over >= 0:
            return ANYWHERE
        if over < -1:
            return 0
        return self.new | self.given.get(place, 0)


FULL: Mapping[Bits, int] = {0: 0}
"""Not all find room."""


class Sureties:
    """The areas where n plain armies may surely go to stay, measured once for an outlook.

    Where limits are unmet, that is said only of armies that have not moved.
    """

    __slots__ = ("_fed", "_held", "_known", "_room", "_seats")

    def __init__(self) -> None:
        self._known: dict[tuple[Place, int], Bits] = {}
        self._room: dict[int, Bits] = {}
        self._held: Cover | None = None
        self._fed: Cover | None = None
        self._seats: Mapping[Bits, int] | None = None

    def open(self, look: Outlook, place: Place, n: int) -> Bits:
        """Where n armies of a place may surely go."""
        asked = (place, n)
        found = self._known.get(asked)
        if found is None:
            if look.folk.get(place) != look.mine[place]:
                found = 0  # raiders are among them
            else:
                found = self._spreading(look, place, n) if look.needy else self._standing(look, place, n)
            self._known[asked] = found
        return found

    def shut(self, look: Outlook, place: Place) -> bool:
        """Whether the only army of an area surely may not leave it: wherever it could go, one area fewer is held."""
        if look.needy or look.mine[place] > 1 or look.entered or to_gain(look, place, 1, fresh=True) <= 0:
            return False
        return not reach(place, look.foes) & look.holdable & ~look.own

    def _standing(self, look: Outlook, place: Place, n: int) -> Bits:
        """All limits being met: they find room, and do not empty an area, or hold a new one for it."""
        if not look.met or place not in look.near:
            return 0
        room = self._room.get(n)
        if room is None:
            room = self._room[n] = self._has_room(look, n)
        if look.mine[place] > n:
            return room
        if look.unmet(look.total & ~(MASK << CLEAR_HELD)):
            return 0  # the bonus is needed
        return room & look.holdable & ~look.own & ~frozen_bits(look.passed)

    def _has_room(self, look: Outlook, n: int) -> Bits:
        """Areas that hold n more within their normal limit."""
        found = self._empty_with_room(look, n)
        for place, k in look.mine.items():
            if k + n > (look.hard_normal if place in look.difficult else look.normal):
                found &= ~BIT[place]
        return found

    def _empty_with_room(self, look: Outlook, n: int) -> Bits:
        """Areas that hold n within their normal limit, were they empty."""
        return (CLEAR if n <= look.normal else 0) | (DIFFICULT if n <= look.hard_normal else 0)

    def _spreading(self, look: Outlook, place: Place, n: int) -> Bits:
        """Limits being unmet: all that is needed to meet them can be done by others."""
        if look.loose < 0:
            look.settle()
        if look.bound:
            return 0
        found = LAND
        if look.surplus_allowed is None:
            found = self._seated(look, n)
        if found and look.sure.bit_count() < look.before:
            if self._held is None:
                self._held = Cover(look, look.sure, look.base[1], look.holdable, look.before)
            found &= self._held.leaves_enough(place, n)
        if found and look.peopled:
            if self._fed is None:
                wanted = -(-(look.people - look.unavoidable) // look.per_area)
                self._fed = Cover(look, look.fixed, look.settling, LAND, wanted)
            found &= self._fed.leaves_enough(place, n)
        return found

    def _seated(self, look: Outlook, n: int) -> Bits:
        """Areas with room for n more once all others have found room without an overstack."""
        found = self._room.get(n)
        if found is None:
            if self._seats is None:
                self._seats = look.seats_left(*look.base) or FULL
            found = self._empty_with_room(look, n) if self._seats is not FULL else 0
            for area, left in self._seats.items():
                if left < n:
                    found &= ~area
            self._room[n] = found
        return found
