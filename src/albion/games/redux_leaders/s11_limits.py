"""Chapters 9 and 11 on the limits at the end of a Movement Phase: landing, stacking, people and areas held."""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.cite import Cite, cite, rule
from albion.games.redux_leaders.data import ARTHUR, ROMANO_BRITISH
from albion.games.redux_leaders.state import table_of
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.host import HostState, host
from albion.kernels.britannia.limits import excess_armies, limit, peopled_at_end, stacked_at_end
from albion.kernels.britannia.parties import barred, may_set_out
from albion.kernels.britannia.prospect import Outlook, note_people
from albion.kernels.britannia.prospect import no_end_left as too_few_areas
from albion.kernels.britannia.spread import BIT, LAND, PLACE, Bits, reach
from albion.kernels.britannia.state import BritState, count_held, holds
from albion.kernels.britannia.units import CAVALRY, PLAIN, home_of

RIDERS_COUNT = cite("redux-leaders 9.1.a")
MUST_LAND = cite("redux-core 6.1.a", "redux-leaders 11.4.c")
SECOND_LANDS = cite("redux-leaders 11.3.f 11.4.c", "redux-core 6.1.a")
LED_RAID_LANDS = cite("redux-leaders 9.2.1.k 11.4.d", "redux-core 6.1.a")
LED_SECOND_LANDS = cite("redux-leaders 9.2.1.k 9.2.1.l 11.4.d", "redux-core 6.1.a")


def led_raid(s: HostState, nation: Nation) -> bool:
    """Whether a leader is among the raiding units."""
    return any(x in s.raiding_leaders for x in s.leaders_of(nation)) if s.raiding_leaders else False


def must_land(s: HostState, nation: Nation) -> Cite | None:
    """Why units at sea must land before the phase ends; None: they may stay there."""
    if s.half == 1:
        return None
    if s.rules.flags(s, nation).raiding == "none":
        return SECOND_LANDS if s.half else MUST_LAND
    if not led_raid(s, nation):
        return None
    law = LED_SECOND_LANDS if s.half else LED_RAID_LANDS
    seas = {p for p in s.armies[nation] if p not in s.rules.board.near}
    elsewhere = seas - {s.raiding_leaders[x] for x in s.leaders_of(nation) if x in s.raiding_leaders}
    return (*law, *cite("redux-leaders R32")) if elsewhere else law


@rule(cite("redux-core 6.1.a", "redux-leaders 9.2.1.k 9.2.1.l 11.3.e 11.3.f 11.4.c 11.4.d R32 R43 R45 R52"))
def landed(s: BritState, nation: Nation) -> Cite | None:
    """Units at sea must land, except in the first half of a Major Invasion or as raiders whom no leader leads."""
    return must_land(host(s), nation) if s.afloat(nation) else None


@rule(cite("redux-core 6.4.a", "redux-leaders 9.3.b 11.3.j 11.6.1.r R50 R54"))
def stacked(s: BritState, nation: Nation) -> Cite | None:
    """Stacking binds at the end of movement, except where there is no room for all wherever open ways lead."""
    broken = stacked_at_end(s, nation)
    if broken is None or hemmed_in(host(s), nation):
        return None
    first = cite("redux-leaders 11.3.j") if host(s).half == 1 else ()
    riders = RIDERS_COUNT if host(s).of_kind(nation, CAVALRY) else ()
    return (*broken, *first, *riders)


def hemmed_in(s: HostState, nation: Nation) -> bool:
    """Whether the phase began with more armies than there was room for, and overfull areas are no fuller now."""
    allowed = table_of(s).surplus_allowed
    return allowed is not None and surplus(s, s.armies[nation]) <= allowed


def surplus(s: HostState, armies: Mapping[Place, int]) -> int:
    """Armies beyond the normal stacking limits."""
    near = s.rules.board.near
    return sum(n - limit(s, Area(p)) for p, n in armies.items() if p in near and n > limit(s, Area(p)))


def settlers(s: HostState, nation: Nation) -> Mapping[Place, int]:
    """A nation's armies that are no raiders, by place."""
    mine = s.armies[nation]
    if nation not in s.sorts:
        return mine
    return {p: n - s.raiders(nation, p) for p, n in mine.items() if n > s.raiders(nation, p)}


@rule(cite("redux-leaders 11.4.h 11.4.i 11.3.i 9.2.g", "redux-core 4.2.2.a 4.2.2.b 4.2.2.c 4.2.2.e R7"))
def excess(s: BritState, nation: Nation) -> int:
    """Armies beyond the population limit: raiders and areas with only raiders apart; none in a first half."""
    t = host(s)
    if t.half == 1 and nation == s.turn:
        return 0
    if nation not in t.sorts or not any(home_of(x) is not None for d in t.sorts[nation].values() for x in d):
        return excess_armies(s, nation)
    board, numbers = s.rules.board, s.rules.numbers
    folk = {p: n for p, n in settlers(t, nation).items() if p in board.near}
    bonus = any(p not in board.difficult and len(s.at[p]) == 1 for p in folk)
    most = numbers.limit_per_area * len(folk) + (numbers.limit_bonus if bonus else 0)
    return max(0, sum(folk.values()) - most)


@rule(cite("redux-core 6.4.b 6.f R19", "redux-leaders 11.3.i 11.4.h 11.4.i R50"))
def peopled(s: BritState, nation: Nation) -> Cite | None:
    """The population limit binds at the end of movement as far as movement can meet it; not in a first half."""
    broken = peopled_at_end(s, nation)
    if broken is None:
        return None
    t = host(s)
    raiding = any(t.raiders(nation, p) for p in t.sorts.get(nation, ()))
    raiders = cite("redux-leaders 11.4.h 11.4.i") if raiding else ()
    riders = RIDERS_COUNT if t.of_kind(nation, CAVALRY) else ()
    return (*broken, *raiders, *riders)


@rule(cite("redux-core 6.4.c R20", "redux-leaders 9.2.1.i R31 R50"))
def no_fewer_held(s: BritState, nation: Nation) -> Cite | None:
    """As many areas held as at the phase's start; those a leader left count, even if empty."""
    t = host(s)
    left_behind = sum([not holds(s, nation, a) for a in t.passed]) if t.passed else 0
    if count_held(s, nation) + left_behind >= s.held_before:
        return None
    led = cite("redux-leaders 9.2.1.i") if t.leaders_of(nation) else ()
    return (*cite("redux-core 6.4.c"), *led)


class LeadersOutlook(Outlook):
    """The outlook on a phase's end with raiders, leaders, areas that leaders left, and ways barred."""

    def __init__(self, s: BritState, nation: Nation) -> None:
        self.table = table_of(s)
        Outlook.__init__(self, s, nation)

    def settlers(self) -> Mapping[Place, int]:
        """Those that are no raiders; and what binds the phase's end in this turn."""
        t = self.table
        self.passed = frozenset(t.passed)
        self.peopled = t.half != 1
        self.surplus_allowed = t.surplus_allowed
        self.halted = [t.leaders[x] for x in t.leaders_of(self.nation) if not may_set_out(t, x)]
        self.arthur = t.leaders.get(ARTHUR, "") if self.nation == ROMANO_BRITISH else ""
        self.bound = len(self.halted) + (self.arthur != "")
        self.lands = must_land(t, self.nation) is not None
        return settlers(t, self.nation)

    def sea_binds(self) -> bool:
        """As for the whole nation."""
        return self.lands

    def ends(self, place: Place) -> Bits:
        """Within reach of infantry, and not barred to it; at sea too, where units may stay."""
        found = reach(place, self.foes)
        opposed = found & LAND & ~self.holdable & ~BIT[place]
        if self.table.restrained:
            while opposed:
                bit = opposed & -opposed
                opposed ^= bit
                if self._barred(place, PLACE[bit]):
                    found ^= bit
        return found if self.lands or place in self.near else found | BIT[place]

    def _barred(self, place: Place, area: Place) -> bool:
        return barred(self.table, self.nation, place, Area(area), PLAIN[1]) is not None

    def reserve(self, settled: dict[Place, int], loose: dict[Place, int]) -> None:
        """An army stays with a leader that cannot go on; Arthur's cavalry is not counted on to move."""
        for place in self.halted:
            if place in self.near and not settled.get(place) and loose.get(place):
                settled[place], loose[place] = 1, loose[place] - 1
        if self.arthur:
            place = self.arthur
            riders = min(loose.get(place, 0), self.table.number(self.nation, place, CAVALRY))
            if riders:
                settled[place], loose[place] = settled.get(place, 0) + riders, loose[place] - riders


def standing(s: HostState, nation: Nation) -> None:
    """Note the excess no movement can cure, how many armies must find room, and whether there is room for all."""
    t = table_of(s)
    t.surplus_allowed, s.began_over, s.unavoidable, s.people = None, False, 0, 0
    if s.rules.stacking(s, nation, s.armies[nation]) is not None:
        look = LeadersOutlook(s, nation)
        settled = {p: n - s.fresh.get(p, 0) for p, n in s.armies[nation].items() if n > s.fresh.get(p, 0)}
        if not look.room(settled, look.armies(s.fresh)):
            t.surplus_allowed = surplus(s, s.armies[nation])
    if s.half != 1:
        note_people(s, nation, settlers(s, nation))


@rule(cite("redux-core 6.4.b 6.4.c", "redux-leaders 9.2.1.i"))
def no_end_left(s: BritState, nation: Nation) -> Cite:
    """Areas that leaders left count as held, and those that they could still leave."""
    t = host(s)
    steps = sum(t.rules.leader_moves - t.strides.get(x, 0) for x in t.leaders_of(nation))
    return too_few_areas(s, nation, t.passed, steps)
