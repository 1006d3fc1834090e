"""Reach: every hex a stack can get to, what it costs, and by which way."""

from __future__ import annotations

from albion.kernels.hex.coords import Hex
from albion.kernels.hex.flood import NEVER, Flood
from albion.kernels.hex.patterns import bit, bits, hexes_of
from albion.kernels.hex.ways import Ways


class Spread:
    """Every hex a stack can get to.

    Enemies stop a move: their hexes are entered only to attack, and never through water. A crowded hex may end a
    move along the fast ways, but is crossed only by the slow ones; so is the start if the move began elsewhere.
    """

    __slots__ = (
        "_costs", "_first", "_last", "_least", "_within", "attacks", "budget", "ends", "fast", "fights", "halting",
        "slow", "start",
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
        self.fast, self.slow, self.start, self.budget = fast, slow, start, budget
        halting = crowded & ~bit(start) if slow and crowded else 0
        if slow and start_slow:
            halting |= bit(start)
        halts = hexes_of(halting)
        self.halting = frozenset(halts)
        """Hexes that are left only by the slow ways."""
        flood = Flood(fast, slow, budget, attack)
        flood.run(start, hexes_of(enemies), halts)
        self.ends, self.attacks = flood.ends, flood.attacks
        self._least, self._first, self._last = flood.least, flood.first, flood.last
        self.fights = bits(self.attacks) if self.attacks else 0
        """Every enemy hex that may be attacked."""
        # Worked out when first asked for; by hand, as compiled code would not keep it otherwise.
        self._within: int | None = None
        self._costs: dict[Hex, int] | None = None

    @property
    def within(self) -> int:
        """Every hex where the move may end without a fight, the start included."""
        if self._within is None:
            self._within = self.fast.land.pattern(self._least, self.budget, self._first, self._last)
        return self._within

    @property
    def costs(self) -> dict[Hex, int]:
        """The least cost of every hex in reach, fights included; for those who ask for many."""
        if self._costs is None:
            self._costs = self._counted()
        return self._costs

    def _counted(self) -> dict[Hex, int]:
        layers: list[list[Hex]] = [[] for _ in range(self.budget + 1)]
        hexes, least = self.fast.land.hexes, self._least
        for n in range(self._first, self._last + 1):
            if 0 <= least[n] < NEVER:
                layers[least[n]].append(hexes[n])
        for found in (self.ends, self.attacks):
            for h in sorted(found):
                layers[found[h]].append(h)
        costs: dict[Hex, int] = {}
        for cost, layer in enumerate(layers):
            for h in layer:
                costs.setdefault(h, cost)
        return costs

    def cost(self, to: Hex) -> int | None:
        """The least cost of standing there; None if it is out of reach."""
        found = min(self._crossing(to), min(self.ends.get(to, NEVER), self.attacks.get(to, NEVER)))
        return found if found < NEVER else None

    def through(self, h: Hex) -> int | None:
        """The least cost of crossing a hex; None if it cannot be."""
        found = self._crossing(h)
        return found if found < NEVER else None

    def _crossing(self, h: Hex) -> int:
        n = self.fast.land.number.get(h)
        found = NEVER if n is None else self._least[n]
        return found if found >= 0 else NEVER

    def path(self, to: Hex) -> tuple[Hex, ...]:
        """The hexes entered on the cheapest way, the last being `to`."""
        return tuple([h for h, _ in self.way(to)])

    def way(self, to: Hex) -> tuple[tuple[Hex, int], ...]:
        """The same, each hex with what the way costs up to it; empty if `to` is out of reach."""
        total = self.cost(to)
        if to == self.start or total is None:
            return ()
        found = [(to, total)]
        here, spent = self._before(to, total, ending=total < self._crossing(to))
        while here != self.start:
            found.append((here, spent))
            here, spent = self._before(here, spent, ending=False)
        return tuple(reversed(found))

    def _before(self, h: Hex, total: int, *, ending: bool) -> tuple[Hex, int]:
        """From where a hex is entered, and the cost up to there."""
        number, least = self.fast.land.number, self._least
        crossing = not ending and h in self.halting
        for ways, slowly in ((self.fast, False), (self.slow, True)):
            for n, cost, water in ways.into(h) if ways else ():
                if (
                    cost <= total
                    and least[number[n]] == total - cost
                    and slowly == (crossing or n in self.halting)
                    and not (water and h in self.attacks)
                ):
                    return n, total - cost
        raise AssertionError(f"no way leads to {h}")
