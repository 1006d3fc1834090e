"""Looking ahead in a Movement Phase: whether its limits can still be met when it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from albion.engine.cite import Cite, cite, rule
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.limits import limit, overstack_limit
from albion.kernels.britannia.spread import NEXT_DOOR, Reach, covered, reach, seated
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.sureties import Cover, surely_fed, surely_held, surely_seated, surely_stands

FEWER_HELD, AT_SEA, OVERFULL, TOO_MANY = 1, 2, 4, 8
"""The limits of a phase's end, so that several unmet ones can be told together."""
LIMITS = cite("redux-core 6.4.a 6.4.b 6.4.c")
BROKEN = {
    FEWER_HELD: cite("redux-core 6.4.c"),
    OVERFULL: cite("redux-core 6.4.a"),
    TOO_MANY: cite("redux-core 6.4.b"),
}
"""What a move that spoils the phase's end breaks."""
Landing = tuple[tuple[Place, int], ...]
"""Where armies of one move end, and how many in each area."""


class Count(NamedTuple):
    """How a nation stands under the limits, or what a move changes of it."""

    held: int
    clear: int
    """Clear areas held."""
    over: int
    """Areas with more than their normal limit."""
    burst: int
    """Areas with more than even an overstack may have."""
    surplus: int
    """Armies beyond the normal limits."""
    at_sea: int
    areas: int
    """Land areas with settlers."""
    people: int
    """Settlers on land."""


@rule(cite("redux-core 6.4.b 6.4.c"))
def no_end_left(s: BritState, nation: Nation) -> bool:
    """However the armies not yet moved go, too few areas would contain armies, or too few be held."""
    near, foes, fresh = s.rules.board.near, s.foes, s.fresh
    settled = [p for p, n in s.armies[nation].items() if p in near and n > fresh.get(p, 0)]
    loose = sum(fresh.values())
    held = sum(1 for p in settled if p not in foes)
    return len(settled) + loose < areas_wanted(s) or held + loose < s.held_before


def areas_wanted(s: BritState) -> int:
    """How many areas must at least contain armies when the phase ends, to meet the population limit."""
    return -(-s.people // s.rules.numbers.limit_per_area)


class Outlook:
    """The limits of a phase's end as one law: asked of the position as it is, or as a move would leave it.

    How the nation stands is measured once, then many moves are asked about. A position can end if all
    limits are met as it stands, or, in a phase that began with limits unmet, if the armies not yet moved
    can be given ends that meet them. Marches through opponents are not counted on.
    """

    def __init__(self, s: BritState, nation: Nation) -> None:
        self.s, self.nation, self.mine = s, nation, s.armies[nation]
        numbers, board = s.rules.numbers, s.rules.board
        self.per_area, self.bonus = numbers.limit_per_area, numbers.limit_bonus
        self.normal, self.hard_normal = numbers.clear, numbers.difficult
        self.most, self.hard_most = numbers.overstack_clear, numbers.overstack_difficult
        self.difficult, self.near, self.foes = board.difficult, board.near, s.foes
        self.before, self.unavoidable, self.needy = s.held_before, s.unavoidable, s.needy
        self.passed: frozenset[Place] = frozenset()
        self.loose = -1
        self.peopled = True
        self.surplus_allowed: int | None = None
        self.bound = 0
        self.holding: Cover | None = None
        self.feeding: Cover | None = None
        self.seats: Mapping[Place, int] | None = None
        self.wanted: dict[tuple[Place, int, bool], int] = {}
        self.changes: dict[tuple[Place, int, int, bool], Count] = {}
        self.answers: dict[tuple[Place, Landing, int, int, bool, bool], bool] = {}
        self.measure(self.settlers())

    def settlers(self) -> Mapping[Place, int]:
        """The armies that the population limit counts; a game may set further bounds here, before all is measured."""
        return self.mine

    def measure(self, folk: Mapping[Place, int]) -> None:
        """Count areas, those held, clear ones among them, armies under the population limit, and overfull areas."""
        near, foes, difficult = self.near, self.foes, self.difficult
        held = clear = over = burst = surplus = at_sea = 0
        for place, n in self.mine.items():
            if place not in near:
                at_sea += n
                continue
            hard = place in difficult
            if place not in foes:
                held += 1
                clear += not hard
            normal = self.hard_normal if hard else self.normal
            if n > normal:
                over += 1
                surplus += n - normal
                burst += n > (self.hard_most if hard else self.most)
        if self.passed:
            held += sum([1 for p in self.passed if p in foes or p not in self.mine])
        self.held, self.folk = held, folk
        ashore = [n for p, n in folk.items() if p in near]
        self.count = Count(held, clear, over, burst, surplus, at_sea, len(ashore), sum(ashore))
        self.met = not self.unmet(*self.count)

    def unmet(
        self, held: int, clear: int, over: int, burst: int, surplus: int, at_sea: int, areas: int, people: int
    ) -> int:
        """Which limits a nation breaks that stands so."""
        unmet = FEWER_HELD if held < self.before else 0
        if at_sea and self.sea_binds():
            unmet |= AT_SEA
        if (over > 1 or burst) and (self.surplus_allowed is None or surplus > self.surplus_allowed):
            unmet |= OVERFULL
        if self.peopled and people > self.per_area * areas + self.bonus * (clear > 0) + self.unavoidable:
            unmet |= TOO_MANY
        return unmet

    def change(self, place: Place, more: int, settlers: int, counted: bool) -> Count:
        """What changes if so many more armies are in a place; whether an area emptied so is no longer counted as held."""
        asked = (place, more, settlers, counted)
        found = self.changes.get(asked)
        if found is None:
            found = self.changes[asked] = self._change(place, more, settlers, counted)
        return found

    def _change(self, place: Place, more: int, settlers: int, counted: bool) -> Count:
        if place not in self.near:
            return Count(0, 0, 0, 0, 0, more, 0, 0)
        had = self.mine.get(place, 0)
        has = had + more
        hard = place in self.difficult
        held = clear = 0
        if place not in self.foes and (had == 0) != (has == 0):
            gained = 1 if has else -1
            clear = 0 if hard else gained
            held = gained if counted and place not in self.passed else 0
        normal, most = (self.hard_normal, self.hard_most) if hard else (self.normal, self.most)
        was = self.folk.get(place, 0)
        return Count(
            held,
            clear,
            (has > normal) - (had > normal),
            (has > most) - (had > most),
            max(0, has - normal) - max(0, had - normal),
            0,
            (was + settlers > 0) - (was > 0),
            settlers,
        )

    def must_land(self, place: Place) -> bool:
        """Whether armies in a sea may not end there."""
        return True

    def ends(self, place: Place) -> Reach:
        """Where an army not yet moved can end."""
        return reach(place, self.foes)

    @rule(cite("redux-core 6.4.a 6.4.b 6.4.c"))
    def stands(self, out: Place, into: Landing, n: int, folk: int, *, led: bool = False) -> int:
        """Which limits are unmet if n armies, of them so many settlers, leave a place for others and all stay.

        What a leader leaves counts as held.
        """
        held, clear, over, burst, surplus, at_sea, areas, people = self.count
        changes = [self.change(p, k, min(k, folk), True) for p, k in into]
        if n:
            changes.append(self.change(out, -n, -folk, not led))
        for more in changes:
            held += more[0]
            clear += more[1]
            over += more[2]
            burst += more[3]
            surplus += more[4]
            at_sea += more[5]
            areas += more[6]
            people += more[7]
        self.short = self.before - held
        return self.unmet(held, clear, over, burst, surplus, at_sea, areas, people)

    def sea_binds(self) -> bool:
        """Whether armies still at sea keep the phase from ending."""
        return True

    def splits(self, area: Place, beyond: Place, n: int, onward: int) -> Iterable[Landing]:
        """How n armies may be shared between an area and one beyond it, some marching on: the shares that matter.

        As few and as many marching on as fit, all but one, and as many as leave either area at its normal limit;
        the numbers between fill the same areas within the same limits.
        """
        here, there, hard = self.mine.get(area, 0) + n, self.mine.get(beyond, 0), self.difficult
        normal, most = (self.hard_normal, self.hard_most) if area in hard else (self.normal, self.most)
        normal_there, most_there = (
            (self.hard_normal, self.hard_most) if beyond in hard else (self.normal, self.most)
        )
        few, many = max(1, here - most), min(onward, most_there - there)
        for k in dict.fromkeys((few, here - normal, normal_there - there, min(n - 1, many), many)):
            if few <= k <= many:
                yield ((area, n - k), (beyond, k))

    def keeps(self, out: Place, into: Landing, n: int, folk: int, *, fresh: bool, led: bool = False) -> bool:
        """Whether the phase can still end after n armies went from a place to others; fresh: they had not moved."""
        asked = (out, into, n, folk, fresh, led)
        known = self.answers.get(asked)
        if known is None:
            known = self.answers[asked] = self._keeps(out, into, n, folk, fresh, led)
        return known

    def _keeps(self, out: Place, into: Landing, n: int, folk: int, fresh: bool, led: bool) -> bool:
        if self.met and surely_stands(self, out, into, n, folk):
            return True
        unmet = self.stands(out, into, n, folk, led=led)
        if not unmet or not self.needy:
            return not unmet
        return self.can_spread(unmet, out, into, n if fresh else 0, folk)

    def can_end(self) -> bool:
        """Whether the phase can still end from the position as it is."""
        unmet = self.stands("", (), 0, 0)
        return not unmet or self.can_spread(unmet, "", (), 0, 0)

    def settle(self) -> None:
        """Measure, once it is asked for, what the armies that have moved make sure and how many are still loose."""
        near, foes, fresh = self.near, self.foes, self.s.fresh
        self.settled = {p: k - fresh.get(p, 0) for p, k in self.mine.items() if k > fresh.get(p, 0)}
        self.sure = {p for p in self.settled if p in near and p not in foes} | self.passed
        self.loose = sum(fresh.values())
        self.fleet = self._fleet()
        self.free_ends: dict[Place, Reach] = {}
        self.land_ends: dict[Place, Reach] = {}
        settled, loose = self.base = self.settled.copy(), fresh.copy()
        self.reserve(settled, loose)
        self.stranded = any(k and p not in near and self.must_land(p) for p, k in settled.items())

    @rule(cite("redux-core 6.4.a 6.4.b 6.4.c 6.f 6.1.a R19"))
    def can_spread(self, unmet: int, out: Place, into: Landing, drawn: int, folk: int) -> bool:
        """Whether the armies not yet moved can be given ends that meet the limits unmet, those that moved staying.

        Each limit is asked about alone: ends that meet one can be changed into ends that meet all, because
        moving armies aside to make room or to fill one more area never empties an area that was filled.
        """
        if self.loose < 0:
            self.settle()
        near, foes = self.near, self.foes
        if not unmet & ~(AT_SEA | FEWER_HELD) and unmet & AT_SEA and self._coast_takes_all(out, into, drawn):
            return True
        if unmet & FEWER_HELD:
            gained = sum([1 for a, k in into if k and a not in foes and a not in self.sure])
            if len(self.sure) + gained + self.loose - drawn < self.before:
                return False  # surely: spares the matching
        if (
            unmet & FEWER_HELD
            and not surely_held(self, out, into, drawn)
            and not self._enough_held(*self.after(out, into, drawn))
        ):
            return False
        if (
            unmet & (TOO_MANY | AT_SEA)
            and self.peopled
            and not surely_fed(self, out, into, drawn, folk)
            and not self._fed(out, into, drawn, folk)
        ):
            return False
        if unmet & AT_SEA and self.stranded:
            settled, _ = self.after(out, into, drawn)
            if any(k > 0 and p not in near and self.must_land(p) for p, k in settled.items()):
                return False
        if not unmet & (OVERFULL | AT_SEA):
            return True
        return surely_seated(self, into) or self.room(*self.after(out, into, drawn))

    def after(self, out: Place, into: Landing, drawn: int) -> tuple[dict[Place, int], dict[Place, int]]:
        """Which armies stay and which can still move after some went from a place to others."""
        loose, settled = self.s.fresh.copy(), self.settled.copy()
        if drawn:
            loose[out] -= drawn
        elif into:
            settled[out] = settled.get(out, 0) - sum(k for _, k in into)
        for area, k in into:
            settled[area] = settled.get(area, 0) + k
        self.reserve(settled, loose)
        return settled, loose

    def _coast_takes_all(self, out: Place, into: Landing, drawn: int) -> bool:
        """Whether each army of the only fleet can surely land alone where no own army is, holding what is short."""
        if self.fleet is None:
            return False
        sea, empty, own = self.fleet
        free, others = len(empty), len(own)
        for area, k in into:
            if k:
                free -= area in empty
                others -= area in own
        left = self.mine[sea] - (drawn if out == sea else 0)
        return left <= free + others and self.short <= min(left, free)

    def _fleet(self) -> tuple[Place, Reach, Reach] | None:
        """The only fleet, with the coasts before it that are vacant, and those where only opponents are."""
        seas = [p for p in self.mine if p not in self.near]
        if len(seas) != 1:
            return None
        coast = [a for a in NEXT_DOOR[seas[0]] if a not in self.mine and a in self.ends(seas[0])]
        foes = self.foes
        return seas[0], tuple([a for a in coast if a not in foes]), tuple([a for a in coast if a in foes])

    def reserve(self, settled: dict[Place, int], loose: dict[Place, int]) -> None:
        """Take armies that may not leave out of those that can still move; plain armies all may."""

    def free(self, place: Place) -> Reach:
        """Where an army not yet moved can end and hold the area."""
        found = self.free_ends.get(place)
        if found is None:
            near, foes = self.near, self.foes
            found = self.free_ends[place] = tuple(
                [a for a in self.ends(place) if a in near and a not in foes]
            )
        return found

    def land(self, place: Place) -> Reach:
        """Where an army not yet moved can end on land."""
        found = self.land_ends.get(place)
        if found is None:
            found = self.land_ends[place] = tuple([a for a in self.ends(place) if a in self.near])
        return found

    def _enough_held(self, settled: Mapping[Place, int], loose: Mapping[Place, int]) -> bool:
        """Whether as many areas can be held as when the phase began."""
        near, foes, before = self.near, self.foes, self.before
        held = {p for p, k in settled.items() if k > 0 and p in near and p not in foes} | self.passed
        armies = [ends for p, k in loose.items() if k for ends in (self.free(p),) * k]
        return len(held) + len(armies) >= before and covered(held, armies, before) >= before

    def room(self, settled: Mapping[Place, int], loose: Mapping[Place, int]) -> bool:
        """Whether each army finds an area within the stacking limits, one of which may be an overstack."""
        return self.surplus_allowed is not None or self.seating(settled, loose) is not None

    def seating(self, settled: Mapping[Place, int], loose: Mapping[Place, int]) -> Mapping[Place, int] | None:
        """The room left where armies could go, once each has been given an area; None: not all find one."""
        s, near = self.s, self.near
        full = [Area(p) for p, k in settled.items() if p in near and k > limit(s, Area(p))]
        if len(full) > 1 or any(settled[a] > overstack_limit(s, a) for a in full):
            return None
        armies = [ends for p, k in loose.items() if k for ends in (self.ends(p),) * k]
        areas = dict.fromkeys([a for p, k in loose.items() if k for a in self.ends(p) if a in near])
        room: dict[Place, int] = {a: limit(s, Area(a)) - settled.get(a, 0) for a in areas}
        if not areas:
            return {}
        if not full and (left := seated(armies, room)) is not None:
            return left
        largest: Sequence[Place] = full or sorted(room, key=lambda a: -self.mine.get(a, 0))
        for a in largest:
            left = seated(armies, room | {a: overstack_limit(s, Area(a)) - settled.get(a, 0)})
            if left is not None:
                return left
        return None

    def settling(self) -> tuple[dict[Place, int], dict[Place, int]]:
        """Of the settlers, those ashore that stay and those that can still move."""
        loose = {p: min(k, self.folk.get(p, 0)) for p, k in self.s.fresh.items()}
        return {p: k - loose.get(p, 0) for p, k in self.folk.items() if p in self.near}, loose

    def _fed(self, out: Place, into: Landing, drawn: int, folk: int) -> bool:
        """Whether the population limit can be met, as far as it could be when the phase began."""
        settled, loose = self.settling()
        if drawn:
            loose[out] = max(0, loose[out] - folk)
        elif out in settled:
            settled[out] -= folk
        fixed = {p for p, k in settled.items() if k > 0}
        return self.fewest(fixed | {a for a, _ in into} if folk else fixed, loose) <= self.unavoidable

    def fewest(self, fixed: set[Place], loose: Mapping[Place, int]) -> int:
        """The smallest excess over the population limit that the armies not yet moved can reach."""
        if self.loose < 0:
            self.settle()
        near, foes, difficult = self.near, self.foes, self.difficult
        people = sum(self.folk.values())
        armies = [ends for p, k in loose.items() if k for ends in (self.land(p),) * k]
        excess = people - self.per_area * covered(fixed, armies, -(-people // self.per_area))
        if excess <= 0:
            return 0
        held = (a for found in (fixed, *[self.land(p) for p, k in loose.items() if k]) for a in found)
        bonus = any(a in near and a not in foes and a not in difficult for a in held)
        return max(0, excess - (self.bonus if bonus else 0))


def spoilt(unmet: int) -> Cite:
    """The limits unmet, for an answer that spoils the phase's end; where others only follow from it, all of them."""
    return tuple(ref for bit, law in BROKEN.items() if unmet & bit for ref in law) or LIMITS


def spoils(why: Cite) -> bool:
    """Whether a refusal says that the phase could not end any more."""
    return set(why) <= set(LIMITS)


def plain_outlook(s: BritState, nation: Nation) -> Outlook:
    """The outlook of a game whose armies are all alike."""
    return Outlook(s, nation)
