"""How a nation stands under the limits of a phase's end, counted in one number, so that what moves change adds up.

Each count has a lane of seven bits in it, so that all of it is one machine word; none comes near a hundred. What is counted is
shifted into its lane: in compiled code factors that are large or negative would be dear.
"""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.action import Json
from albion.engine.cite import cite, rule
from albion.kernels.britannia.board import Nation, Place
from albion.kernels.britannia.spread import BIT, CLEAR, DIFFICULT, LAND, Bits, frozen_bits
from albion.kernels.britannia.state import BritState

FEWER_HELD = 1
AT_SEA = 2
OVERFULL = 4
TOO_MANY = 8
"""The limits of a phase's end, so that several unmet ones can be told together."""
Landing = tuple[tuple[Place, int], ...]
"""Where armies of one move end, and how many in each area."""

LANE = 7
MASK = (1 << LANE) - 1
HELD = 0
"""The lane of areas held."""
CLEAR_HELD = LANE
"""Of clear ones among them where settlers are."""
OVER = LANE * 2
"""Of areas over their normal limits."""
BURST = LANE * 3
"""Of those with more than even an overstack may have."""
SURPLUS = LANE * 4
"""Of armies beyond the normal limits."""
SEABORNE = LANE * 5
"""Of armies at sea."""
PEOPLED = LANE * 6
"""Of land areas with settlers."""
PEOPLE = LANE * 7
"""Of settlers on land."""


def held(total: int) -> int:
    """The number of areas held."""
    return total & MASK


def crowded(total: int) -> bool:
    """Whether two areas are over their limits, or one beyond what an overstack may have."""
    return total >> BURST & MASK > 0 or total >> OVER & MASK > 1


def surplus(total: int) -> int:
    """Armies beyond the normal limits."""
    return total >> SURPLUS & MASK


class Standings:
    """How a nation stands, measured once, and how it would stand after a move."""

    def __init__(self, s: BritState, nation: Nation) -> None:
        self.nation, self.mine, self.fresh, self.entered = nation, s.armies[nation], s.fresh, s.entered
        numbers, board = s.rules.numbers, s.rules.board
        self.per_area, self.bonus = numbers.limit_per_area, numbers.limit_bonus
        self.normal, self.hard_normal = numbers.clear, numbers.difficult
        self.most, self.hard_most = numbers.overstack_clear, numbers.overstack_difficult
        self.difficult, self.near, self.foes = board.difficult, board.near, s.foes
        self.before, self.unavoidable, self.needy = s.held_before, s.unavoidable, s.needy
        self.holdable: Bits = LAND & ~frozen_bits(s.foes)
        self.passed: frozenset[Place] = frozenset()
        """Areas that count as held though they were left."""
        self.peopled = True
        """Whether the population limit binds."""
        self.surplus_allowed: int | None = None
        """The armies beyond normal limits that are borne with; None: the stacking limits bind."""
        self.bound = 0
        """Leaders with whom an army may have to stay."""
        self.tried = 0
        """How all would stand after the move asked about last."""
        self.short = 0
        """How many areas too few would be held then."""
        self.measure(self.settlers())

    def settlers(self) -> Mapping[Place, int]:
        """The armies that the population limit counts; a game may set further bounds here, before all is measured."""
        return self.mine

    def measure(self, folk: Mapping[Place, int]) -> None:
        """Count areas, those held, clear ones among them, armies under the population limit, and overfull areas."""
        holdable, clear = self.holdable, self.holdable & CLEAR
        self.left_behind = frozen_bits(self.passed)
        total, own = 0, 0
        for place, n in self.mine.items():
            bit = BIT[place]
            if not bit & LAND:
                total += n << SEABORNE
                continue
            own |= bit
            hard = bit & DIFFICULT != 0
            if bit & holdable:
                total += 1 << HELD
            normal = self.hard_normal if hard else self.normal
            if n > normal:
                total += (1 << OVER) + (n - normal << SURPLUS)
                if n > (self.hard_most if hard else self.most):
                    total += 1 << BURST
        for place in self.passed:
            if place in self.foes or place not in self.mine:
                total += 1 << HELD
        for place, n in folk.items():
            bit = BIT[place]
            if bit & LAND:
                total += (1 << PEOPLED) + (n << PEOPLE)
                if bit & clear:
                    total += 1 << CLEAR_HELD
        self.folk, self.own, self.total = folk, own, total
        self.met = not self.unmet(total)

    def unmet(self, total: int) -> int:
        """Which limits a nation breaks that stands so."""
        unmet = FEWER_HELD if held(total) < self.before else 0
        if total >> SEABORNE & MASK and self.sea_binds():
            unmet |= AT_SEA
        allowed = self.surplus_allowed
        if total >> OVER & MASK and crowded(total) and (allowed is None or surplus(total) > allowed):
            unmet |= OVERFULL
        if self.peopled and total >> PEOPLE > self.limit_of(total):
            unmet |= TOO_MANY
        return unmet

    def limit_of(self, total: int) -> int:
        """How many settlers the areas bear, and the excess that no movement can cure."""
        limit = self.per_area * (total >> PEOPLED & MASK) + self.unavoidable
        return limit + self.bonus if total >> CLEAR_HELD & MASK else limit

    def population(self, total: int) -> dict[str, Json]:
        """How many settlers there are, how many their areas bear, and how many areas that are, for a sentence."""
        return {"n": total >> PEOPLE, "limit": self.limit_of(total), "areas": total >> PEOPLED & MASK}

    def sea_binds(self) -> bool:
        """Whether armies still at sea keep the phase from ending."""
        return True

    def change(self, place: Place, more: int, settlers: int, counted: bool) -> int:
        """What changes if this many more armies are in a place; whether an area emptied so is no longer counted as held."""
        bit = BIT[place]
        if not bit & LAND:
            return more << SEABORNE
        had = self.mine.get(place, 0)
        has = had + more
        hard = bit & DIFFICULT != 0
        was = self.folk.get(place, 0)
        peopled = (was + settlers > 0) - (was > 0)
        found = (settlers << PEOPLE) + (peopled << PEOPLED)
        if peopled and not hard and bit & self.holdable:
            found += peopled << CLEAR_HELD
        if (not had or not has) and had != has and counted and bit & self.holdable & ~self.left_behind:
            found += (1 if has else -1) << HELD
        normal = self.hard_normal if hard else self.normal
        if has > normal or had > normal:
            most = self.hard_most if hard else self.most
            found += ((has > normal) - (had > normal) << OVER) + ((has > most) - (had > most) << BURST)
            found += max(0, has - normal) - max(0, had - normal) << SURPLUS
        return found

    @rule(cite("redux-core 6.4.a 6.4.b 6.4.c"))
    def stands(
        self, out: Place = "", into: Landing = (), n: int = 0, folk: int = 0, *, led: bool = False
    ) -> int:
        """Which limits are unmet if n armies, of them this many settlers, leave a place for others and all stay.

        Asked of nobody, it says how all stand now. What a leader leaves counts as held.
        """
        total = self.total
        for place, k in into:
            if k:
                total += self.change(place, k, min(k, folk), True)
        if n:
            total += self.change(out, -n, -folk, not led)
        self.tried, self.short = total, self.before - held(total)
        return self.unmet(total)

    def splits(self, area: Place, beyond: Place, n: int, onward: int) -> list[Landing]:
        """How n armies may be shared between an area and one beyond it, some marching on: the shares that matter.

        As few and as many marching on as fit, and as many as leave either area at its normal limit;
        the numbers between fill the same areas within the same limits.
        """
        here, there, hard = self.mine.get(area, 0) + n, self.mine.get(beyond, 0), self.difficult
        normal, most = (self.hard_normal, self.hard_most) if area in hard else (self.normal, self.most)
        normal_there, most_there = (
            (self.hard_normal, self.hard_most) if beyond in hard else (self.normal, self.most)
        )
        few, many = max(1, here - most), min(onward, most_there - there)
        numbers: list[int] = []
        for k in (few, here - normal, normal_there - there, many):
            if few <= k <= many and k not in numbers:
                numbers.append(k)
        return [((area, n - k), (beyond, k)) for k in numbers]

    def normal_in(self, area: Place) -> int:
        """How many armies an area normally holds."""
        return self.hard_normal if area in self.difficult else self.normal

    def most_in(self, area: Place) -> int:
        """How many armies an overstack may have in an area."""
        return self.hard_most if area in self.difficult else self.most

    def crowd(self, out: Place, area: Place, n: int) -> dict[str, Json]:
        """What an area would hold with n armies more, its limit, and the overstack elsewhere that lowers it."""
        has, most, normal = self.mine.get(area, 0) + n, self.most_in(area), self.normal_in(area)
        if has > most:
            return {"area": area, "n": has, "limit": most}
        then = {p: k - n if p == out else k for p, k in self.mine.items() if p in self.near and p != area}
        other = next((p for p, k in then.items() if k > self.normal_in(p)), None)
        return {"area": area, "n": has, "limit": normal, "other": other}
