"""The flood that finds what a stack can reach: hex by hex, the cheapest first."""

from __future__ import annotations

from albion.kernels.hex.coords import Hex
from albion.kernels.hex.land import Spot
from albion.kernels.hex.ways import Ways

NEVER = 1 << 20
"""The cost of crossing a hex that cannot be crossed."""
BEYOND = 255
"""The same where every cost fits into a byte."""
ENDING, FOE = -1, -2
"""In place of a cost: of a hex in which a move can only end, and of one with enemies."""


class Flood:
    """One run over the ways; `Spread` says what it means."""

    __slots__ = ("_flood", "_layers", "_slowly", "attack", "attacks", "budget", "ends", "fast", "slow")

    def __init__(self, fast: Ways, slow: Ways | None, budget: int, attack: bool) -> None:
        self.fast, self.slow, self.budget, self.attack = fast, slow, budget, attack
        self.ends: dict[Hex, int] = {}
        """Crowded hexes in which a fast move can end, with their cost."""
        self.attacks: dict[Hex, int] = {}
        """Enemy hexes that may be entered to attack, with their cost."""
        self._flood = 0
        """The number of this flood: what a spot notes of another says nothing."""
        self._layers: list[list[Spot]] = [[] for _ in range(budget + 1)]
        """The hexes that can be crossed at each cost; some were reached more cheaply before."""
        self._slowly: dict[int, int] = {}
        """The cost of crossing those that are left only by the slow ways, by number."""

    def run(self, start: Hex, enemies: int, halting: int) -> tuple[int, list[int], int]:
        """Flood the map from a hex, round hexes of two patterns; halting ones are left only by the slow ways.

        The lowest number reached, what crossing each hex from there costs, and all that can be crossed as a bit pattern.
        """
        land = self.fast.land
        here = land.at[start]
        with land.lock:
            land.flood += 1
            flood = self._flood = land.flood
            for there in land.among(enemies):
                there.flood, there.least = flood, FOE
            for there in land.among(halting):
                there.flood, there.least = flood, ENDING
            if here.flood != flood:
                here.flood, here.least = flood, 0
            elif here.least == ENDING:
                self._slowly[here.number] = 0
            self._layers[0].append(here)
            self._go(here)
        return land.drawn(self._layers, BEYOND if self.budget < BEYOND else NEVER)

    def _go(self, start: Spot) -> None:
        flood, steps, layers, budget = self._flood, self.fast.steps, self._layers, self.budget
        for spent, layer in enumerate(layers):
            for here in layer:
                known = here.least
                if known == ENDING:
                    self._go_slowly(here, spent)
                elif known == spent or here is start:
                    for cost, group in steps[here.number]:
                        total = spent + cost
                        if total > budget:
                            break
                        for there in group:
                            if there.flood != flood:
                                there.flood, there.least = flood, total
                                layers[total].append(there)
                            else:
                                known = there.least
                                if total < known:
                                    there.least = total
                                    layers[total].append(there)
                                elif known < 0:
                                    self._meet(here, there, spent, total)

    def _meet(self, here: Spot, there: Spot, spent: int, total: int) -> None:
        """A hex that is not simply crossed: with enemies, or crowded, so that it must be entered the slow way for that."""
        h = there.hex
        if there.least == FOE:
            if self.attack and (h, total - spent, False) in self.fast.out_of(here.hex):
                self.attacks[h] = min(total, self.attacks.get(h, total))
            return
        self.ends[h] = min(total, self.ends.get(h, total))
        for n, cost, _ in self.slow.out_of(here.hex) if self.slow else ():
            if n == h:
                self._reach_slowly(there, spent + cost)

    def _go_slowly(self, here: Spot, spent: int) -> None:
        """Out of a crowded hex only the slow way leads on."""
        if self._slowly[here.number] != spent or self.slow is None:
            return
        flood, at = self._flood, self.fast.land.at
        for h, cost, water in self.slow.out_of(here.hex):
            there, total = at[h], spent + cost
            if total > self.budget:
                continue
            if there.flood != flood:
                there.flood, there.least = flood, total
                self._layers[total].append(there)
            elif there.least == FOE:
                if self.attack and not water:
                    self.attacks[h] = min(total, self.attacks.get(h, total))
            elif there.least == ENDING:
                self._reach_slowly(there, total)
            elif total < there.least:
                there.least = total
                self._layers[total].append(there)

    def _reach_slowly(self, there: Spot, total: int) -> None:
        """A hex that is left only by the slow ways was entered so that it can be."""
        if total <= self.budget and total < self._slowly.get(there.number, NEVER):
            self._slowly[there.number] = total
            self._layers[total].append(there)
