"""Quick answers about the end of a Movement Phase: where one of these says yes, the search would find the same.

What a nation could reach at best is searched once an outlook; a move that gives up little of it leaves enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from albion.kernels.britannia.board import Place
from albion.kernels.britannia.spread import MANY, Reach, matched

if TYPE_CHECKING:
    from albion.kernels.britannia.prospect import Landing, Outlook

NOWHERE: frozenset[Place] = frozenset()


def surely_stands(look: Outlook, out: Place, into: Landing, n: int, folk: int) -> bool:
    """All limits being met: some stay behind, and those that go fit within the normal limit of one area."""
    if len(into) != 1 or out not in look.near:
        return False
    mine, ((area, arriving),) = look.mine, into
    normal = look.hard_normal if area in look.difficult else look.normal
    return (
        mine.get(out, 0) > n
        and mine.get(area, 0) + arriving <= normal
        and (not folk or look.folk.get(out, 0) > folk)
    )


def to_gain(look: Outlook, out: Place, n: int, *, fresh: bool) -> int:
    """How many areas n armies without a leader must at least gain by leaving a place, so that enough are held."""
    asked = (out, n, fresh)
    short = look.wanted.get(asked)
    if short is None:
        if look.needy:
            if look.loose < 0:
                look.settle()
            short = look.before - len(look.sure) - look.loose + (n if fresh else 0)
        else:
            held = out in look.near and out not in look.foes and out not in look.passed
            short = look.before - look.held + (held and look.mine.get(out) == n)
        look.wanted[asked] = short
    return short


def gains(look: Outlook, area: Place) -> bool:
    """Whether armies that end in an area hold one more, as `to_gain` counts them."""
    return area not in look.foes and area not in (look.sure if look.needy else look.mine)


class Cover:
    """As many areas as a nation's armies can be in at once, and from where each could be filled."""

    __slots__ = ("areas", "home", "spare", "taken")

    def __init__(
        self, settled: Iterable[Place], loose: Mapping[Place, int], ends: Callable[[Place], Reach]
    ) -> None:
        armies = [p for p, k in loose.items() for _ in range(k)]
        taken = matched(settled, [ends(p) for p in armies], MANY)
        self.taken, self.areas = taken, len(taken)
        self.home = {area: armies[i] for area, i in taken.items() if i >= 0}
        """Where the army comes from that is given an area."""
        self.spare = dict(loose)
        """How many armies of a place are given none."""
        for place in self.home.values():
            self.spare[place] -= 1

    def after(self, out: Place, into: Landing, drawn: int, shut: frozenset[Place]) -> int:
        """At least so many areas can be filled after some went from a place, those given no area first."""
        if not drawn:
            return self.areas - bool(into)
        lost = max(0, drawn - self.spare.get(out, 0))
        left = self.areas - lost
        for area, k in into:
            if k and area not in self.taken:
                left += area not in shut
            elif k and lost and self.home.get(area) == out:
                lost -= 1
                left += 1
        return left


def surely_held(look: Outlook, out: Place, into: Landing, drawn: int) -> bool:
    """So many areas can be held that those that go are not needed elsewhere."""
    if look.holding is None:
        settled, loose = look.base
        near, foes = look.near, look.foes
        held = {p for p, k in settled.items() if k > 0 and p in near and p not in foes} | look.passed
        look.holding = Cover(held, loose, look.free)
    return look.holding.after(out, into, drawn, look.foes) - look.bound >= look.before


def surely_fed(look: Outlook, out: Place, into: Landing, drawn: int, folk: int) -> bool:
    """So many areas can contain settlers that those that go are not needed elsewhere."""
    if look.feeding is None:
        settled, loose = look.settling()
        look.feeding = Cover([p for p, k in settled.items() if k > 0], loose, look.land)
    areas = look.feeding.after(out, into if folk else (), folk if drawn else 0, NOWHERE)
    return sum(look.folk.values()) - look.per_area * areas <= look.unavoidable


def surely_seated(look: Outlook, into: Landing) -> bool:
    """Where those that go end, there is room beside all that could be given places, were they to stay."""
    if look.bound:
        return False
    if look.seats is None:
        look.seats = look.seating(*look.base) or {}
    seats = look.seats
    return bool(seats) and all(seats.get(area, -1) >= k for area, k in into)
