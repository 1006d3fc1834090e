"""Units beyond plain infantry: sorts of armies, leaders, and the force that goes somewhere together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

import msgspec

from albion.kernels.britannia.board import Area, Nation, Place

Sort = str
"""What sets an army apart from plain infantry: 'cavalry', or 'raider:' and the place it came from."""
Kind = str
"""How an army fights: 'infantry' or 'cavalry'."""
Leader = str
"""A leader's id, as in 'william'."""
Tally = Mapping[Sort, int]
"""How many armies of each special sort; the others are plain infantry."""

INFANTRY: Kind = "infantry"
CAVALRY: Kind = "cavalry"
RAIDER = "raider:"

K = TypeVar("K", bound=str)


def raider(home: Place) -> Sort:
    """The sort of a raiding army that began the turn in that place."""
    return RAIDER + home


def home_of(sort: Sort) -> Place | None:
    """Where a raiding army began the turn; None: it is no raider."""
    return sort[len(RAIDER) :] if sort.startswith(RAIDER) else None


def kind_of(sort: Sort) -> Kind:
    """How an army of that sort fights: raiders are infantry."""
    return INFANTRY if sort.startswith(RAIDER) else sort


class LeaderCard(NamedTuple):
    """A leader of the Timeline."""

    id: Leader
    name: str
    nation: Nation


class Way(NamedTuple):
    """One border, strait or sea that a force may cross."""

    to: Area
    cost: int
    """Areas of the allowance it uses."""
    whence: Place
    """Where those who took it count as having come from; the area itself: they cannot go back."""
    ends: bool
    """Whether the move ends there."""
    boat: bool = False
    """Whether it is the one boat move of the phase."""


class Force(msgspec.Struct, frozen=True):
    """Armies and leaders that go somewhere together: n armies, of which some are of special sorts."""

    n: int
    sorts: tuple[tuple[Sort, int], ...] = ()
    leaders: tuple[Leader, ...] = ()

    def of(self, sort: Sort) -> int:
        """How many armies of a special sort, or of plain infantry, it has."""
        if not self.sorts:
            return self.n if sort == INFANTRY else 0
        if sort == INFANTRY:
            return self.n - sum(k for _, k in self.sorts)
        return next((k for x, k in self.sorts if x == sort), 0)

    def parts(self) -> tuple[tuple[Sort, int], ...]:
        """Each sort with its number, plain infantry first."""
        plain = self.of(INFANTRY)
        return ((INFANTRY, plain), *self.sorts) if plain else self.sorts


class Move(msgspec.Struct, frozen=True):
    """One border crossed by armies and leaders together; a group that marches on makes several."""

    place: Place
    area: Area
    force: Force
    used: int
    """Areas of the allowance used before; 0: the group sets out."""
    source: Place = ""
    """Where those marching on had come from."""


def special(tally: Tally | None) -> tuple[tuple[Sort, int], ...]:
    """A tally as a force carries it: sorted, without zeros."""
    return tuple(sorted((sort, n) for sort, n in tally.items() if n)) if tally else ()


def riding(n: int) -> tuple[tuple[Sort, int], ...]:
    """This many cavalry as a force carries them."""
    return ((CAVALRY, n),) if n else ()


def riders(n: int) -> Force:
    """A force of cavalry alone."""
    return Force(n, riding(n))


PLAIN = [Force(n) for n in range(100)]
"""This many plain infantry, and nobody with them."""
PLAIN_UP_TO = [tuple(PLAIN[1 : n + 1]) for n in range(100)]
"""From one to all of them."""


def less(counts: dict[K, int], key: K, n: int) -> None:
    """Count n off; what comes to nothing is no longer listed."""
    counts[key] -= n
    if not counts[key]:
        del counts[key]


def more(tally: dict[Sort, int], force: Force) -> None:
    """Count the special sorts of a force in."""
    for sort, n in force.sorts:
        tally[sort] = tally.get(sort, 0) + n


def take(total: dict[K, int], sorts: dict[K, dict[Sort, int]], key: K, force: Force) -> None:
    """Count a force out, at a key of two tables kept side by side."""
    if not force.n:
        return
    less(total, key, force.n)
    if force.sorts:
        here = sorts[key]
        for sort, n in force.sorts:
            less(here, sort, n)
        if not here:
            del sorts[key]
