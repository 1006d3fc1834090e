"""Reach as bit patterns: all hexes of one cost are one integer, so a whole frontier moves in a few shifts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from albion.kernels.hex.coords import Hex

Edge = tuple[Hex, int, bool]
"""A neighbour, the cost of entering it, and whether the way there leads through water."""
Edges = Mapping[Hex, tuple[Edge, ...]]

STRIDE = 48
"""Bits a row, a multiple of 8: wide enough for 46 columns with a gap on either side."""

Moves = tuple[tuple[int, int], ...]
"""By how many bits a step shifts, and from which hexes it can be made."""


def bit(h: Hex) -> int:
    """The hex as a set of one."""
    return 1 << ((h // 100) * STRIDE + h % 100)


def bits(hexes: Iterable[Hex]) -> int:
    """Some hexes as a bit pattern."""
    found = 0
    for h in hexes:
        found |= 1 << ((h // 100) * STRIDE + h % 100)
    return found


@lru_cache(maxsize=8192)
def hexes_of(pattern: int) -> tuple[Hex, ...]:
    """The hexes of a bit pattern, lowest first; kept, for who holds what is asked again and again."""
    return gathered(pattern, _HEXES, _hexes)


_HEXES: dict[int, tuple[Hex, ...]] = {}
T = TypeVar("T")


def gathered(
    pattern: int, known: dict[int, tuple[T, ...]], make: Callable[[int], tuple[T, ...]]
) -> tuple[T, ...]:
    """What `make` says of each byte of a pattern, in order; its answers are kept in `known`, as bytes recur.

    A byte is told by its place and its bits: 256 times the place, plus the bits.
    """
    if not pattern:
        return ()
    # Reach is a patch of the map: the empty rows below it are not looked at.
    first = ((pattern & -pattern).bit_length() - 1) // 8
    pattern >>= 8 * first
    found: list[T] = []
    for place, byte in enumerate(pattern.to_bytes((pattern.bit_length() + 7) // 8, "little"), start=first):
        if byte:
            key = place << 8 | byte
            some = known.get(key)
            if some is None:
                some = known[key] = make(key)
            found += some
    return tuple(found)


def _hexes(key: int) -> tuple[Hex, ...]:
    """The hexes of one byte."""
    place, byte = divmod(key, 256)
    row, column = divmod(place * 8, STRIDE)
    return tuple(row * 100 + column + n for n in range(8) if byte >> n & 1)


def turned(edges: Edges) -> Edges:
    """The same ways seen from where they lead to: who can enter a hex, and at what cost."""
    back: dict[Hex, list[Edge]] = {h: [] for h in edges}
    for here, ways in edges.items():
        for there, cost, water in ways:
            back[there].append((here, cost, water))
    return {h: tuple(ways) for h, ways in back.items()}


class Ways:
    """Edges sorted by cost and shift, as patterns of the hexes they start from."""

    def __init__(self, edges: Edges) -> None:
        self.edges = edges
        self.patterns: dict[tuple[int, bool], dict[int, int]] = {}
        for h, ways in edges.items():
            self._add(h, ways)
        self._sort()
        self._into: dict[Hex, tuple[Edge, ...]] = {}

    def _add(self, h: Hex, ways: Iterable[Edge]) -> None:
        at = (h // 100) * STRIDE + h % 100
        for there, cost, water in ways:
            moves = self.patterns.setdefault((cost, water), {})
            shift = (there // 100) * STRIDE + there % 100 - at
            moves[shift] = moves.get(shift, 0) | (1 << at)

    def _sort(self) -> None:
        self.steps = tuple(
            (cost, water, _union(moves.values()), tuple(moves.items()))
            for (cost, water), moves in sorted(self.patterns.items())
        )

    def into(self, h: Hex) -> tuple[Edge, ...]:
        """The hexes from which one enters a hex, with what that costs; ways lead both ways or not at all."""
        found = self._into.get(h)
        if found is None:
            back = (
                (n, cost, water) for n, _, _ in self.edges[h] for t, cost, water in self.edges[n] if t == h
            )
            found = self._into[h] = tuple(back)
        return found

    def changed(self, edges: Edges, hexes: Iterable[Hex]) -> Ways:
        """The same ways, save those out of some hexes."""
        new = Ways.__new__(Ways)
        new.edges, new._into = edges, {}
        new.patterns = {key: dict(moves) for key, moves in self.patterns.items()}
        for h in hexes:
            keep = ~bit(h)
            for moves in new.patterns.values():
                for shift in moves:
                    moves[shift] &= keep
            new._add(h, edges[h])
        new._sort()
        return new


def _union(patterns: Iterable[int]) -> int:
    found = 0
    for pattern in patterns:
        found |= pattern
    return found


def _shifted(source: int, moves: Moves) -> int:
    found = 0
    for shift, mask in moves:
        at = source & mask
        if at:
            found |= at << shift if shift > 0 else at >> -shift
    return found


class Spread:
    """Every hex a stack can get to, level by level of cost.

    Enemies stop a move: their hexes are entered only to attack, and never through water. A crowded hex may end a
    move along the fast ways, but is crossed only by the slow ones; so is the start if the move began elsewhere.
    """

    __slots__ = (
        "_costs", "_fights", "_within", "attack", "attacks", "crowded", "ends", "enemies", "fast", "halting",
        "levels", "slow", "start",
    )  # fmt: skip

    def __init__(
        self,
        fast: Ways,
        start: Hex,
        budget: int,
        *,
        enemies: int = 0,
        attack: bool = False,
        crowded: int = 0,
        slow: Ways | None = None,
        start_slow: bool = False,
    ) -> None:
        self.fast, self.slow, self.start = fast, slow, start
        self.enemies, self.attack = enemies, attack
        first = bit(start)
        self.crowded = crowded & ~first if slow else 0
        self.halting = (self.crowded | (first if start_slow else 0)) if slow else 0
        """Hexes that are left only by the slow ways."""
        self.levels = [0] * (budget + 1)
        """Hexes that may be crossed or stopped in, by cost."""
        self.ends = [0] * (budget + 1)
        """Crowded hexes in which a fast move can only end, by cost."""
        self.attacks = [0] * (budget + 1)
        """Enemy hexes that may be entered to attack, by cost."""
        # Worked out when first asked for; by hand, as compiled code would not keep it otherwise.
        self._within: int | None = None
        self._fights: int | None = None
        self._costs: dict[Hex, int] | None = None
        self._flood(budget)

    def _flood(self, budget: int) -> None:
        levels, settled, enemies, halting = self.levels, 0, self.enemies, self.halting
        levels[0] = bit(self.start)
        for spent in range(budget + 1):
            new = levels[spent] & ~settled
            levels[spent] = new
            if not new:
                continue
            settled |= new
            free, touched = new & ~halting, 0
            for cost, water, starts, moves in self.fast.steps:
                total = spent + cost
                if total > budget:
                    break
                if not free & starts:
                    continue
                there = _shifted(free, moves)
                if there & enemies:
                    if self._open(there & enemies, water):
                        self.attacks[total] |= there & enemies
                    there &= ~enemies
                if there & halting:
                    self.ends[total] |= there & halting
                    touched |= there & halting
                    there &= ~halting
                levels[total] |= there
            if touched:
                self._slowly_into(touched & ~settled, spent, budget, free)
            if new & halting:
                self._slowly_from(new & halting, spent, budget)

    def _open(self, there: int, water: bool) -> bool:
        """The law of a hexside, asked forwards and backwards alike: to enemies only to attack, and dry-shod."""
        return not there & self.enemies or (self.attack and not water)

    def _slowly_into(self, crowded: int, spent: int, budget: int, free: int) -> None:
        """To cross a crowded hex it must be entered the slow way; there are few, so each is looked at."""
        assert self.slow is not None
        for h in hexes_of(crowded):
            for n, _, _ in self.fast.edges[h]:
                if bit(n) & free:
                    for there, cost, _ in self.slow.edges[n]:
                        if there == h and spent + cost <= budget:
                            self.levels[spent + cost] |= bit(h)

    def _slowly_from(self, crowded: int, spent: int, budget: int) -> None:
        """Out of a crowded hex only the slow way leads on."""
        assert self.slow is not None
        for h in hexes_of(crowded):
            for there, cost, water in self.slow.edges[h]:
                if spent + cost <= budget and self._open(bit(there), water):
                    found = self.attacks if bit(there) & self.enemies else self.levels
                    found[spent + cost] |= bit(there)

    @property
    def within(self) -> int:
        """Every hex where the move may end without a fight, the start included."""
        if self._within is None:
            self._within = _union((*self.levels, *self.ends))
        return self._within

    @property
    def fights(self) -> int:
        """Every enemy hex that may be attacked."""
        if self._fights is None:
            self._fights = _union(self.attacks)
        return self._fights

    @property
    def costs(self) -> dict[Hex, int]:
        """The least cost of every hex in reach, fights included; for those who ask for many."""
        if self._costs is None:
            self._costs = self._counted()
        return self._costs

    def _counted(self) -> dict[Hex, int]:
        found: dict[Hex, int] = {}
        for cost, patterns in enumerate(zip(self.levels, self.ends, self.attacks, strict=True)):
            for pattern in patterns:
                for h in hexes_of(pattern):
                    found.setdefault(h, cost)
        return found

    def _cost(self, levels: list[int], h: Hex) -> int | None:
        wanted = bit(h)
        return next((cost for cost, pattern in enumerate(levels) if pattern & wanted), None)

    def cost(self, to: Hex) -> int | None:
        """The least cost of standing there; None if it is out of reach."""
        found = [
            c
            for levels in (self.levels, self.ends, self.attacks)
            if (c := self._cost(levels, to)) is not None
        ]
        return min(found, default=None)

    def through(self, h: Hex) -> int | None:
        """The least cost of crossing a hex; None if it cannot be."""
        return self._cost(self.levels, h)

    def path(self, to: Hex) -> tuple[Hex, ...]:
        """The hexes entered on the cheapest way, the last being `to`."""
        return tuple([h for h, _ in self.way(to)])

    def way(self, to: Hex) -> tuple[tuple[Hex, int], ...]:
        """The same, each hex with what the way costs up to it; empty if `to` is out of reach."""
        total = self.cost(to)
        if to == self.start or total is None:
            return ()
        crossing = self.through(to)
        found = [(to, total)]
        here, spent = self._before(to, total, ending=crossing is None or total < crossing)
        while here != self.start:
            found.append((here, spent))
            here, spent = self._before(here, spent, ending=False)
        return tuple(reversed(found))

    def _before(self, h: Hex, total: int, *, ending: bool) -> tuple[Hex, int]:
        """From where a hex is entered, and the cost up to there."""
        into, levels = bit(h), self.levels
        crossing = self.slow is not None and not ending and bool(into & self.crowded)
        for ways, slowly in ((self.fast, False), (self.slow, True)):
            for n, cost, water in ways.into(h) if ways else ():
                if (
                    cost <= total
                    and levels[total - cost] & bit(n)
                    and slowly == (crossing or bool(bit(n) & self.halting))
                    and self._open(into, water)
                ):
                    return n, total - cost
        raise AssertionError(f"no way leads to {h}")
