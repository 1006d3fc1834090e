"""Looking ahead in a Movement Phase: whether its limits can still be met when it ends."""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.action import Json
from albion.engine.cite import Cite, cite, rule
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.counting import (
    AT_SEA,
    FEWER_HELD,
    OVERFULL,
    TOO_MANY,
    Landing,
    Standings,
    held,
)
from albion.kernels.britannia.halting import overruns
from albion.kernels.britannia.spread import (
    ANYWHERE,
    BIT,
    CLEAR,
    DIFFICULT,
    LAND,
    LAND_AROUND,
    NEXT_DOOR,
    Bits,
    Matching,
    bits,
    covered,
    empty_board,
    joined,
    onwards,
    reach,
)
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.waiting import Waiting, for_two, surely_room

LIMITS = cite("redux-core 6.4.a 6.4.b 6.4.c")
BROKEN = {
    FEWER_HELD: cite("redux-core 6.4.c"),
    OVERFULL: cite("redux-core 6.4.a"),
    TOO_MANY: cite("redux-core 6.4.b"),
}
"""What a move that spoils the phase's end breaks."""


@rule(cite("redux-core 6.4.b 6.4.c"))
def no_end_left(s: BritState, nation: Nation, passed: tuple[Area, ...] = (), more: int = 0) -> Cite:
    """The limit that cannot be met however the armies not yet moved go: too few areas would be held, or contain armies.

    Held are also areas that were passed, and this many more.
    """
    near, foes, fresh = s.rules.board.near, s.foes, s.fresh
    settled = [p for p, n in s.armies[nation].items() if p in near and n > fresh.get(p, 0)]
    loose = sum(fresh.values())
    held = [p for p in settled if p not in foes]
    count = len(held) + sum([a not in held for a in passed]) + more
    if count + loose < s.held_before:
        return BROKEN[FEWER_HELD]
    wanted = -(-s.people // s.rules.numbers.limit_per_area)
    return BROKEN[TOO_MANY] if len(settled) + loose < wanted else ()


@rule(cite("redux-core 6.f R19"))
def note_people(s: BritState, nation: Nation, folk: Mapping[Place, int]) -> None:
    """Note who must find room under the population limit, and the excess that no movement of this phase can cure."""
    near, numbers = s.rules.board.near, s.rules.numbers
    s.began_over, s.unavoidable = False, 0
    population = sum(folk.values())
    if population > numbers.limit_per_area * sum([p in near for p in folk]):
        s.began_over = s.rules.excess(s, nation) > 0
        if s.began_over or s.afloat(nation):  # others meet the limit where they stand
            loose = {p: min(n, s.fresh.get(p, 0)) for p, n in folk.items()}
            fixed = bits([p for p, n in folk.items() if n > loose[p] and p in near])
            look = s.rules.outlook(s, nation)
            s.unavoidable = look.fewest(fixed, look.armies(loose))
    s.people = population - numbers.limit_bonus - s.unavoidable


def plain_standing(s: BritState, nation: Nation) -> None:
    """All armies must find room."""
    note_people(s, nation, s.armies[nation])


class Outlook(Standings):
    """The limits of a phase's end as one law: asked of the position as it is, or as a move would leave it.

    How the nation stands is measured once, then many moves are asked about. A position can end if all
    limits are met as it stands, or, in a phase that began with limits unmet, if the armies not yet moved
    can be given ends that meet them. Marches through opponents are not counted on. It keeps no hold of the
    table itself, which remembers it: so it is gone at once when the table is measured again.
    """

    def __init__(self, s: BritState, nation: Nation) -> None:
        Standings.__init__(self, s, nation)
        self.loose = -1
        self.reaches: dict[Place, Bits] = {}
        self.answers: dict[tuple[Place, Landing, int, int, bool, bool], bool] = {}

    def ends(self, place: Place) -> Bits:
        """Where an army not yet moved can end."""
        return reach(place, self.foes)

    @rule(LIMITS)
    def opens(
        self,
        s: BritState,
        out: Place,
        area: Area,
        n: int,
        folk: int,
        left: int,
        *,
        fresh: bool,
        led: bool,
        behind: int = 0,
    ) -> bool:
        """Whether the phase can still end if n armies go to an area, to stay there or up to this many areas further, save those left behind."""
        short = 0 if led else self.to_gain(out, n, fresh=fresh)
        more = short > 0 and self.gains(area)
        if short > more + 1 or (fresh and folk == n and self.hopeless(n, min(n, 2))):
            return False
        if short <= more and self.keeps(out, ((area, n),), n, folk, fresh=fresh, led=led):
            return True
        if left <= 0:
            return False
        taken = self.sure if self.needy else self.own
        if short > more and left == 1 and not LAND_AROUND[area] & self.holdable & ~taken & ~BIT[out]:
            return False  # none of the areas beyond is gained
        onward = min(n - behind, n if area not in self.foes else overruns(s, self.nation, area, n, led))
        return onward > 0 and any(
            self.keeps(out, split, n, folk, fresh=fresh, led=led)
            for beyond in onwards(area, left, self.foes)
            if beyond != out and short <= more + self.gains(beyond)
            for split in self.splits(area, beyond, n, onward)
        )

    def to_gain(self, out: Place, n: int, *, fresh: bool) -> int:
        """How many areas n armies without a leader must at least gain by leaving a place, so that enough are held."""
        if self.needy:
            if self.loose < 0:
                self.settle()
            return self.before - self.surely_held - self.loose + (n if fresh else 0)
        emptied = self.mine.get(out) == n and BIT[out] & self.holdable & ~self.left_behind != 0
        return self.before - held(self.total) + emptied

    def gains(self, area: Place) -> bool:
        """Whether armies that end in an area hold one more, as `to_gain` counts them."""
        if area in self.foes:
            return False
        return not self.sure & BIT[area] if self.needy else area not in self.mine

    def keeps(self, out: Place, into: Landing, n: int, folk: int, *, fresh: bool, led: bool = False) -> bool:
        """Whether the phase can still end after n armies went from a place to others; fresh: they had not moved."""
        if not self.needy:
            return not self.stands(out, into, n, folk, led=led)
        asked = (out, into, n, folk, fresh, led)
        known = self.answers.get(asked)
        if known is None:
            known = self.answers[asked] = self._keeps(out, into, n, folk, fresh, led)
        return known

    def _keeps(self, out: Place, into: Landing, n: int, folk: int, fresh: bool, led: bool) -> bool:
        unmet = self.stands(out, into, n, folk, led=led)
        return not unmet or self.can_spread(unmet, out, into, n if fresh else 0, folk)

    def hopeless(self, n: int, more: int) -> bool:
        """A quick no: even if each army not yet moved but n filled an area, and those n this many, too many are left."""
        if not self.needy or not self.sea_binds():
            return False
        if self.loose < 0:
            self.settle()
        areas = self.surely_peopled + self.settlers_loose - n + more
        return self.people > self.per_area * areas + self.bonus + self.unavoidable

    def can_end(self) -> bool:
        """Whether the phase can still end from the position as it is."""
        unmet = self.stands()
        return not unmet or self.can_spread(unmet, "", (), 0, 0)

    def settle(self) -> None:
        """Measure, once it is asked for, what the armies that have moved make sure and how many are still loose."""
        near, fresh = self.near, self.fresh
        self.settled = {p: k - fresh.get(p, 0) for p, k in self.mine.items() if k > fresh.get(p, 0)}
        self.sure = bits(self.settled) & self.holdable | self.left_behind
        self.surely_held = self.sure.bit_count()
        self.loose = sum(fresh.values())
        self.fleet = self._fleet()
        self.people = sum(self.folk.values())
        self.waiting = Waiting(fresh, self.armies(fresh))
        if self.folk is self.mine:  # all are settlers
            self.settling, self.settlers_loose, self.fixed = fresh, self.loose, bits(self.settled) & LAND
            self.settlers_waiting = self.waiting
        else:
            self.settling = {p: min(k, self.folk.get(p, 0)) for p, k in fresh.items()}
            self.settlers_loose = sum(self.settling.values())
            self.fixed = bits([p for p, k in self.folk.items() if p in near and k > self.settling.get(p, 0)])
            self.settlers_waiting = Waiting(self.settling, self.armies(self.settling))
        self.surely_peopled = self.fixed.bit_count()

    @rule(cite("redux-core 6.4.a 6.4.b 6.4.c 6.f 6.1.a R19"))
    def can_spread(self, unmet: int, out: Place, into: Landing, drawn: int, folk: int) -> bool:
        """Whether the armies not yet moved can be given ends that meet the limits unmet, those that moved staying.

        Each limit is asked about alone: ends that meet one can be changed into ends that meet all, because
        moving armies aside to make room or to fill one more area never empties an area that was filled.
        Areas that a leader left are held without: there the population limit is asked about together with the areas held.
        """
        if self.loose < 0:
            self.settle()
        if not unmet & ~(AT_SEA | FEWER_HELD) and unmet & AT_SEA and self._coast_takes_all(out, into, drawn):
            return True
        if unmet & (TOO_MANY | AT_SEA) and self.peopled and not self._fed(out, into, drawn, folk):
            return False
        if not unmet & ~TOO_MANY and not self.passed:
            return True
        settled, armies = self.after(out, into, drawn)
        if unmet & FEWER_HELD and not self._enough_held(settled, armies):
            return False
        if self.passed and not self._fed_besides(settled, armies, out, into, drawn, folk):
            return False
        return not unmet & (OVERFULL | AT_SEA) or self.room(settled, armies)

    def after(self, out: Place, into: Landing, drawn: int) -> tuple[dict[Place, int], list[Bits]]:
        """Which armies stay, and where each of those that can still move can end, after some went from a place to others."""
        settled = self.settled.copy()
        if not drawn and into:
            settled[out] = settled.get(out, 0) - sum(k for _, k in into)
        for area, k in into:
            settled[area] = settled.get(area, 0) + k
        if not self.bound:
            return settled, self.waiting.without(out, drawn)
        loose = self.fresh.copy()
        if drawn:
            loose[out] -= drawn
        self.reserve(settled, loose)
        return settled, self.armies(loose)

    def _coast_takes_all(self, out: Place, into: Landing, drawn: int) -> bool:
        """Whether each army of the only fleet can surely land alone where no own army is, holding what is short."""
        if self.fleet is None:
            return False
        sea, coast = self.fleet
        for area, k in into:
            if k:
                coast &= ~BIT[area]
        left = self.mine[sea] - (drawn if out == sea else 0)
        gained = (coast & self.holdable & ~self.left_behind).bit_count()
        return left <= coast.bit_count() and self.short <= min(left, gained)

    def _fleet(self) -> tuple[Place, Bits] | None:
        """The only fleet, with the coasts before it where no own army is."""
        seas = [p for p in self.mine if p not in self.near]
        if len(seas) != 1:
            return None
        return seas[0], NEXT_DOOR[seas[0]] & self.ends(seas[0]) & ~self.own

    def reserve(self, settled: dict[Place, int], loose: dict[Place, int]) -> None:
        """Take armies that must stay with leaders out of those that can still move; plain armies all may."""

    def armies(self, loose: Mapping[Place, int]) -> list[Bits]:
        """Where each army not yet moved can end."""
        found: list[Bits] = []
        reaches = self.reaches
        for place, k in loose.items():
            if k:
                ends = reaches.get(place)
                if ends is None:
                    ends = reaches[place] = self.ends(place)
                for _ in range(k):
                    found.append(ends)
        return found

    def _enough_held(self, settled: Mapping[Place, int], armies: list[Bits]) -> bool:
        """Whether as many areas can be held as when the phase began."""
        held = 0
        for place, k in settled.items():
            if k > 0:
                held |= BIT[place]
        held = held & self.holdable | self.left_behind
        if held.bit_count() + len(armies) < self.before:
            return False
        return covered(held, armies, self.before, self.holdable) >= self.before

    def room(self, settled: Mapping[Place, int], armies: list[Bits]) -> bool:
        """Whether each army finds an area within the stacking limits, one of which may be an overstack."""
        if self.surplus_allowed is not None:
            return True
        one, two, full = self.left(settled)
        if len(full) > 1 or any(settled[a] > self.most_in(a) for a in full):
            return False
        return surely_room(armies, one, two) or self.matched(settled, armies, full)

    def left(self, settled: Mapping[Place, int]) -> tuple[Bits, Bits, list[Place]]:
        """Where there is normally room for one more army, where for two, and which areas are over their normal limits."""
        full: list[Place] = []
        one, two = ANYWHERE, for_two(self.normal, self.hard_normal)
        for place, k in settled.items():
            bit = BIT[place]
            if k > 0 and bit & LAND:
                more = (self.hard_normal if bit & DIFFICULT else self.normal) - k
                if more < 0:
                    full.append(place)
                if more <= 1:
                    two &= ~bit
                if more <= 0:
                    one &= ~bit
        return one, two, full

    def matched(self, settled: Mapping[Place, int], armies: list[Bits], full: list[Place]) -> bool:
        """Whether the armies can be matched to areas with room, or to one that may be overstacked."""
        reached = joined(armies)
        if not reached & LAND:
            return True
        room = self._room(settled)
        free = reached & ~bits([p for p in settled if room[BIT[p]] <= 0])
        unseated = len(armies) - Matching(armies, free, room).placed
        if not unseated:
            return True
        for place in full or self.near:
            bit, more = BIT[place], self.most_in(place) - self.normal_in(place)
            if bit & reached and unseated <= more and room[bit] + more > 0:
                larger = Matching(armies, free | bit, {**room, bit: room[bit] + more})
                if larger.placed == len(armies):
                    return True
        return False

    def _room(self, settled: Mapping[Place, int]) -> dict[Bits, int]:
        """How many more armies each place normally holds."""
        room = empty_board(self.normal, self.hard_normal).copy()
        for place, k in settled.items():
            room[BIT[place]] -= k
        return room

    def _fixed(self, out: Place, into: Landing, drawn: int, folk: int) -> tuple[Bits, int]:
        """Where settlers stay who have moved, after some went from a place to others; how many that had not moved left it."""
        fixed, gone = self.fixed, 0
        if folk:
            for area, k in into:
                if k:
                    fixed |= BIT[area]
            if drawn:
                gone = min(folk, self.settling[out])
            elif self.folk.get(out, 0) - self.settling.get(out, 0) <= folk:
                fixed &= ~BIT[out]
        return fixed, gone

    def _fed_besides(
        self,
        settled: Mapping[Place, int],
        armies: list[Bits],
        out: Place,
        into: Landing,
        drawn: int,
        folk: int,
    ) -> bool:
        """Whether the population limit can be met while enough areas are held.

        An army that fills an area serves both, unless a leader left that area: then it counts as held anyway. So where only
        such areas are clear and the army more that a clear one feeds is needed, one has to do without another area.
        """
        if not self.peopled:
            return True
        fixed, gone = self._fixed(out, into, drawn, folk)
        waiting, clear = self.settlers_waiting.without(out, gone), self.holdable & CLEAR
        if (fixed | joined(waiting) & ~self.left_behind) & clear:
            return True
        if self.people - self.per_area * covered(fixed, waiting, self.people, LAND) <= self.unavoidable:
            return True
        back = clear & self.left_behind
        return any(
            ends & back and self._enough_held(settled, [*armies[:i], *armies[i + 1 :]])
            for i, ends in enumerate(armies)
        )

    def _fed(self, out: Place, into: Landing, drawn: int, folk: int) -> bool:
        """Whether the population limit can be met, as far as it could be when the phase began."""
        fixed, gone = self._fixed(out, into, drawn, folk)
        areas = fixed.bit_count() + self.settlers_loose - gone
        if self.people > self.per_area * areas + self.bonus + self.unavoidable:
            return False  # surely: spares the matching
        return self.fewest(fixed, self.settlers_waiting.without(out, gone)) <= self.unavoidable

    def fewest(self, fixed: Bits, armies: list[Bits]) -> int:
        """The smallest excess over the population limit that armies not yet moved can reach."""
        if self.loose < 0:
            self.settle()
        people, wanted = self.people, -(-self.people // self.per_area)
        excess = people - self.per_area * covered(fixed, armies, wanted, LAND)
        if excess <= 0:
            return 0
        within = fixed | joined(armies) & LAND
        return max(0, excess - (self.bonus if within & self.holdable & CLEAR else 0))


def spoilt(unmet: int) -> Cite:
    """The limits unmet, for an answer that spoils the phase's end; where others only follow from it, all of them."""
    return tuple(ref for bit, law in BROKEN.items() if unmet & bit for ref in law) or LIMITS


def spoils(why: Cite) -> bool:
    """Whether a refusal says that the phase could not end any more."""
    return set(why) <= set(LIMITS)


def why_spoilt(
    look: Outlook, out: Place, area: Place, n: int, folk: int, *, led: bool = False
) -> tuple[str, dict[str, Json]]:
    """In words, what n armies that go to an area and stay there would break; by how much, if all others stay as they are."""
    unmet = look.stands(out, ((area, n),), n, folk, led=led)
    total = look.tried
    who: dict[str, Json] = {"nation": look.nation}
    if not look.needy and unmet & FEWER_HELD:
        return "fewer-held", who | {"n": held(total), "limit": look.before}
    if not look.needy and unmet & OVERFULL:
        return "would-hold", look.crowd(out, area, n)
    if not look.needy and unmet & TOO_MANY:
        return "too-many", who | look.population(total)
    return "spoils-the-end", who
