"""Reach: every hex a stack can get to, what it costs, and by which way."""

from __future__ import annotations

from collections.abc import Sequence

from albion.kernels.hex.coords import Hex
from albion.kernels.hex.flood import BEYOND, NEVER, Flood
from albion.kernels.hex.patterns import bit, bits, hexes_of
from albion.kernels.hex.ways import Ways


class Spread:
    """Every hex a stack can get to.

    Enemies stop a move: their hexes are entered only to attack, and never through water. A crowded hex may end a
    move along the fast ways, but is crossed only by the slow ones; so is the start if the move began elsewhere.
    """

    __slots__ = (
        "_costs", "_crossing", "_first", "_halting", "attacks", "budget", "ends", "fast", "fights", "halting", "slow", "start", "within",
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
        self.halting = halting
        """Hexes that are left only by the slow ways."""
        flood = Flood(fast, slow, budget, attack)
        self._first, costs, self.within = flood.run(start, enemies, halting)
        """Every hex where the move may end without a fight, the start included."""
        self._crossing: Sequence[int] = bytes(costs) if budget < BEYOND else costs
        """What crossing each hex costs, by number from the first: in bytes where they do, for floods are kept by the thousand."""
        self.ends, self.attacks = flood.ends, flood.attacks
        if self.ends:
            self.within |= bits(self.ends)
        self.fights = bits(self.attacks) if self.attacks else 0
        """Every enemy hex that may be attacked."""
        # Worked out when first asked for; by hand, as compiled code would not keep it otherwise.
        self._costs: dict[Hex, int] | None = None
        self._halting: frozenset[Hex] | None = None

    @property
    def costs(self) -> dict[Hex, int]:
        """The least cost of every hex in reach, fights included; for those who ask for many."""
        if self._costs is None:
            self._costs = self._counted()
        return self._costs

    def _counted(self) -> dict[Hex, int]:
        layers: list[list[Hex]] = [[] for _ in range(self.budget + 1)]
        for h in hexes_of(self.within):
            cost = self._through(h)
            if cost < NEVER:
                layers[cost].append(h)
        for found in (self.ends, self.attacks):
            for h in sorted(found):
                layers[found[h]].append(h)
        costs: dict[Hex, int] = {}
        for cost, layer in enumerate(layers):
            for h in layer:
                if h not in costs:
                    costs[h] = cost
        return costs

    def cost(self, to: Hex) -> int | None:
        """The least cost of standing there; None if it is out of reach."""
        found = min(self._through(to), min(self.ends.get(to, NEVER), self.attacks.get(to, NEVER)))
        return found if found < NEVER else None

    def through(self, h: Hex) -> int | None:
        """The least cost of crossing a hex; None if it cannot be."""
        found = self._through(h)
        return found if found < NEVER else None

    def _through(self, h: Hex) -> int:
        n = self.fast.land.number.get(h)
        return NEVER if n is None else self._crossed(n)

    def _crossed(self, number: int) -> int:
        """What crossing a hex costs, by its number."""
        n = number - self._first
        if n < 0 or n >= len(self._crossing):
            return NEVER
        cost = self._crossing[n]
        return cost if cost <= self.budget else NEVER

    def path(self, to: Hex) -> tuple[Hex, ...]:
        """The hexes entered on the cheapest way, the last being `to`."""
        return tuple([h for h, _ in self.way(to)])

    def way(self, to: Hex) -> tuple[tuple[Hex, int], ...]:
        """The same, each hex with what the way costs up to it; empty if `to` is out of reach."""
        total = self.cost(to)
        if to == self.start or total is None:
            return ()
        found = [(to, total)]
        here, spent = self._before(to, total, ending=total < self._through(to))
        while here != self.start:
            found.append((here, spent))
            here, spent = self._before(here, spent, ending=False)
        return tuple(reversed(found))

    def _before(self, h: Hex, total: int, *, ending: bool) -> tuple[Hex, int]:
        """From where a hex is entered, and the cost up to there."""
        crossing = not ending and h in self._halting_hexes()
        found = None if crossing else self._entered(self.fast, h, total, False, False)
        if found is None and self.slow is not None:
            found = self._entered(self.slow, h, total, True, crossing)
        assert found is not None, f"no way leads to {h}"
        return found

    def _entered(
        self, ways: Ways, h: Hex, total: int, slowly: bool, crossing: bool
    ) -> tuple[Hex, int] | None:
        """The same by some of the ways: those out of a halting hex are slow ones, and all into it that lead on."""
        number, halting = self.fast.land.number, self._halting_hexes()
        for n, cost, water in ways.into(h):
            if (
                cost <= total
                and self._crossed(number[n]) == total - cost
                and slowly == (crossing or n in halting)
                and not (water and h in self.attacks)
            ):
                return n, total - cost
        return None

    def _halting_hexes(self) -> frozenset[Hex]:
        if self._halting is None:
            self._halting = frozenset(hexes_of(self.halting))
        return self._halting
