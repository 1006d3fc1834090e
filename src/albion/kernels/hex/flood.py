"""The flood that finds what a stack can reach: hex by hex, the cheapest first, in a list by number."""

from __future__ import annotations

from albion.kernels.hex.coords import Hex
from albion.kernels.hex.ways import Ways

NEVER = 1 << 20
"""The cost of crossing a hex that cannot be crossed."""
BEYOND = 255
"""The same where every cost fits into a byte."""
ENDING, FOE = -1, -2
"""In place of a cost: of a hex in which a move can only end, and of one with enemies."""


class Flood:
    """One run over the ways; `Spread` says what it means."""

    __slots__ = (
        "_layers", "_least", "_slowly", "attack", "attacks", "budget", "ends", "fast", "slow",
    )  # fmt: skip

    def __init__(self, fast: Ways, slow: Ways | None, budget: int, attack: bool) -> None:
        self.fast, self.slow, self.budget, self.attack = fast, slow, budget, attack
        self.ends: dict[Hex, int] = {}
        """Crowded hexes in which a fast move can end, with their cost."""
        self.attacks: dict[Hex, int] = {}
        """Enemy hexes that may be entered to attack, with their cost."""
        self._least = [BEYOND if budget < BEYOND else NEVER] * len(fast.land.hexes)
        """The cost of crossing each hex as far as is known, or what else is to be said of it."""
        self._layers: list[list[int]] = [[] for _ in range(budget + 1)]
        """The numbers of hexes that can be crossed at each cost; some were reached more cheaply before."""
        self._slowly: dict[int, int] = {}
        """The cost of crossing those that are left only by the slow ways."""

    def run(self, start: Hex, enemies: int, halting: int) -> list[int]:
        """Flood the map from a hex, round hexes of two patterns; halting ones are left only by the slow ways.

        What crossing each hex costs, by number.
        """
        land, least = self.fast.land, self._least
        out, foes, halts = least[0], land.numbers(enemies), land.numbers(halting)
        for n in foes:
            least[n] = FOE
        for n in halts:
            least[n] = ENDING
        here = land.number[start]
        if least[here] == ENDING:
            self._slowly[here] = 0
        elif least[here] != FOE:
            least[here] = 0
        self._layers[0].append(here)
        self._go(here)
        for n in foes:
            least[n] = out
        for n in halts:
            least[n] = self._slowly.get(n, out)
        least[here] = 0
        return least

    def crossed(self) -> int:
        """All hexes that can be crossed, as a bit pattern."""
        found: list[int] = []
        for layer in self._layers:
            found += layer
        return self.fast.land.pattern(found)

    def _go(self, start: int) -> None:
        least, steps, layers, budget = self._least, self.fast.steps, self._layers, self.budget
        for spent, layer in enumerate(layers):
            for here in layer:
                known = least[here]
                if known == ENDING:
                    self._go_slowly(here, spent)
                elif known == spent or here == start:
                    for cost, group in steps[here]:
                        total = spent + cost
                        if total > budget:
                            break
                        for there in group:
                            known = least[there]
                            if total < known:
                                least[there] = total
                                layers[total].append(there)
                            elif known < 0:
                                self._meet(here, there, spent, total)

    def _meet(self, here: int, there: int, spent: int, total: int) -> None:
        """A hex that is not simply crossed: with enemies, or crowded, so that it must be entered the slow way for that."""
        hexes = self.fast.land.hexes
        h = hexes[there]
        if self._least[there] == FOE:
            if self.attack and (h, total - spent, False) in self.fast.out_of(hexes[here]):
                self.attacks[h] = min(total, self.attacks.get(h, total))
            return
        self.ends[h] = min(total, self.ends.get(h, total))
        for n, cost, _ in self.slow.out_of(hexes[here]) if self.slow else ():
            if n == h:
                self._reach_slowly(there, spent + cost)

    def _go_slowly(self, here: int, spent: int) -> None:
        """Out of a crowded hex only the slow way leads on."""
        if self._slowly[here] != spent or self.slow is None:
            return
        number, least = self.fast.land.number, self._least
        for h, cost, water in self.slow.out_of(self.fast.land.hexes[here]):
            there, total = number[h], spent + cost
            if total > self.budget:
                continue
            if least[there] == FOE:
                if self.attack and not water:
                    self.attacks[h] = min(total, self.attacks.get(h, total))
            elif least[there] == ENDING:
                self._reach_slowly(there, total)
            elif total < least[there]:
                least[there] = total
                self._layers[total].append(there)

    def _reach_slowly(self, there: int, total: int) -> None:
        """A hex that is left only by the slow ways was entered so that it can be."""
        if total <= self.budget and total < self._slowly.get(there, NEVER):
            self._slowly[there] = total
            self._layers[total].append(there)
