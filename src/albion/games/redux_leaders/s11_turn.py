"""Chapter 11: the nation turn with major invasions and raiding turns, and the limits that bind in it."""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.redux_leaders.data import DANES, ROMANO_BRITISH, turn_marks
from albion.games.redux_leaders.s10_scoring import score_bretwalda
from albion.games.redux_leaders.state import LeadersState, table_of
from albion.kernels.britannia.battle import Battles
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import Battle, Side
from albion.kernels.britannia.host import HostState, TurnFlags, host
from albion.kernels.britannia.limits import excess_armies, limit, overstack_limit
from albion.kernels.britannia.march_phase import MarchPhase
from albion.kernels.britannia.parties import barred
from albion.kernels.britannia.prospect import areas_wanted
from albion.kernels.britannia.raiders import mark_raiders
from albion.kernels.britannia.retreat import refuge
from albion.kernels.britannia.spread import Reach, reach, spread
from albion.kernels.britannia.state import BritState, held_areas
from albion.kernels.britannia.units import Force, home_of

NO_RETREAT_TO_SEA = cite("redux-core 7.2.d 7.2.2.b", "redux-leaders 11.3.g 11.3.h 11.4.c 11.4.e 11.4.1.a")
LED_RAID_LANDS = cite("redux-core 6.1.a", "redux-leaders 9.2.1.k 9.2.1.l 11.4.d R32")
BY_BOAT = cite("redux-leaders 12.f")
EXTRA_RAID = TurnFlags(raiding="optional")


@rule(cite("redux-leaders 11.3.a 11.4.a 10.2.a 11.6.1.e 11.6.1.f 12.a R2 R43"))
def flags(s: HostState, nation: Nation) -> TurnFlags:
    """The Timeline's marks; in extra turns the Danes raid and nobody scores its own new occupations."""
    t = table_of(s)
    marks = turn_marks(s.round, nation)
    if t.extra:
        if s.turn != nation:
            return TurnFlags(occupy=marks.occupy)
        return EXTRA_RAID if nation == DANES else TurnFlags()
    return marks._replace(boats=True) if getattr(s.rules.options, "boats", False) else marks


@step(cite("redux-leaders 11.3.a 11.3.b 11.3.c 11.3.d", "redux-core 4.1.d"))
class Campaign(Step[LeadersState], frozen=True):
    """Movement and Battles; in a Major Invasion both twice."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        """One or two of each, in order."""
        nation = self.nation
        s.landless = not held_areas(s, nation)
        if not s.rules.flags(s, nation).major:
            return [MarchPhase(nation), HemmedIn(nation), Battles(nation)]
        first = (MarchPhase(nation, 1), HemmedIn(nation), Battles(nation))
        return [*first, MarchPhase(nation, 2), HemmedIn(nation), Battles(nation)]


@step(cite("redux-leaders R54", "redux-core 6.4.a"))
class HemmedIn(Step[LeadersState], frozen=True):
    """Armies that found no room wherever open ways led stay in an overfull area for now."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        """Remember it."""
        if s.rules.stacking(s, self.nation, s.armies[self.nation]) is not None:
            s.hemmed_in = (*s.hemmed_in, self.nation)
            emit(log, "hemmed-in", self.cite, nation=self.nation)
        return []


@step(cite("redux-leaders 11.1.a 11.1.b 10.5.a"))
class TurnEnd(Step[LeadersState], frozen=True):
    """Bretwalda is scored; then the next nation begins."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        """Score."""
        s.half = 0
        score_bretwalda(s, log, self.nation)
        return []


@rule(cite("redux-leaders 11.4.b 11.4.1.a 11.4.1.c 11.4.1.d"))
def raiders_set_out(s: HostState, nation: Nation) -> None:
    """In a raiding turn all units at sea when the first Movement Phase begins are raiders."""
    if s.half != 2 and s.rules.flags(s, nation).raiding != "none":
        for place in list(s.armies[nation]):
            if place not in s.rules.board.near:
                mark_raiders(s, nation, place)


def restrained(s: HostState, nation: Nation) -> bool:
    """Only the truce of the Romano-British and the limits of extra turns bar anything."""
    return nation == ROMANO_BRITISH or table_of(s).extra


def led_raid(s: HostState, nation: Nation) -> bool:
    """Whether a leader is among the raiding units."""
    return any(x in s.raiding_leaders for x in s.leaders_of(nation)) if s.raiding_leaders else False


@rule(cite("redux-core 6.1.a", "redux-leaders 9.2.1.k 9.2.1.l 11.3.e 11.3.f 11.4.c 11.4.d R32 R43 R45 R52"))
def landed(s: BritState, nation: Nation) -> Cite | None:
    """Units at sea must land, save in the first half of a Major Invasion or as raiders whom no leader leads."""
    t, near = host(s), s.rules.board.near
    if t.half == 1 or not any(p not in near for p in s.armies[nation]):
        return None
    if t.rules.flags(t, nation).raiding == "none":
        return cite("redux-core 6.1.a", "redux-leaders 11.3.f 11.4.c")
    return LED_RAID_LANDS if led_raid(t, nation) else None


@rule(cite("redux-core 6.4.a", "redux-leaders 9.3.b 11.3.j 11.6.1.r R50 R54"))
def stacked(s: BritState, nation: Nation) -> Cite | None:
    """Stacking binds at the end of movement, save where there is no room for all wherever open ways lead."""
    broken = s.rules.stacking(s, nation, s.armies[nation])
    if broken is None or hemmed_in(host(s), nation):
        return None
    return (*cite("redux-core 6.4.a", "redux-leaders 9.1.a 11.3.j"), *broken)


def hemmed_in(s: HostState, nation: Nation) -> bool:
    """Whether the phase began with more armies than there was room for, and overfull areas are no fuller now."""
    return table_of(s).no_room and surplus(s, s.armies[nation]) <= surplus(s, s.before)


def surplus(s: HostState, armies: Mapping[Place, int]) -> int:
    """Armies beyond the normal stacking limits."""
    near = s.rules.board.near
    return sum(n - limit(s, Area(p)) for p, n in armies.items() if p in near and n > limit(s, Area(p)))


def no_room(s: HostState, nation: Nation) -> bool:
    """Whether, wherever open ways lead, the stacking limits cannot be met by all armies of a nation."""
    if s.rules.stacking(s, nation, s.armies[nation]) is None:
        return False
    loose = [r for p, n in s.fresh.items() for r in [ends(s, nation, p)] * n]
    fixed = {p: n - s.fresh.get(p, 0) for p, n in s.armies[nation].items() if n > s.fresh.get(p, 0)}
    areas = dict.fromkeys(a for r in loose for a in r)
    room = {a: limit(s, a) - fixed.get(a, 0) for a in areas}
    return not any(fits(loose, room | {a: overstack_limit(s, a) - fixed.get(a, 0)}) for a in areas)


def fits(loose: list[Reach], room: Mapping[Area, int]) -> bool:
    """Whether each army finds a place within its reach."""
    inside: dict[Area, list[int]] = {a: [] for a in room}

    def settle(i: int, seen: set[Area]) -> bool:
        for area in loose[i]:
            if area in seen:
                continue
            seen.add(area)
            if len(inside[area]) < room[area]:
                inside[area].append(i)
                return True
            for other in inside[area]:
                if settle(other, seen):
                    inside[area].remove(other)
                    inside[area].append(i)
                    return True
        return False

    return all(settle(i, set()) for i in range(len(loose)))


def settlers(s: HostState, nation: Nation) -> dict[Place, int]:
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
    if s.rules.excess(s, nation) <= s.unavoidable:
        return None
    return cite("redux-core 6.4.b 6.f 4.2.2.a 4.2.2.b", "redux-leaders 9.1.a 11.3.i 11.4.h 11.4.i")


@rule(cite("redux-core 6.4.c R20", "redux-leaders 9.2.1.i R31 R50"))
def no_fewer_held(s: BritState, nation: Nation) -> Cite | None:
    """As many areas held as at the phase's start; those a leader left count, even if empty."""
    held = held_areas(s, nation)
    if len(held) + left_behind(host(s), held) >= s.held_before:
        return None
    return cite("redux-core 6.4.c", "redux-leaders 9.2.1.i")


def left_behind(s: HostState, held: list[Area]) -> int:
    """Areas a leader left that are not held any more but count so."""
    return sum(1 for a in s.passed if a not in held) if s.passed else 0


def standing(s: HostState, nation: Nation) -> None:
    """Note the excess no movement can cure, and how many armies must find room."""
    table_of(s).no_room = no_room(s, nation)
    if s.half == 1:
        s.unavoidable = s.people = 0
        return
    numbers, near = s.rules.numbers, s.rules.board.near
    folk = settlers(s, nation)
    population = sum(folk.values())
    s.unavoidable = 0
    if population > numbers.limit_per_area * sum(1 for p in folk if p in near):
        loose = (r for p, n in folk.items() for r in [ends(s, nation, p)] * min(n, s.fresh.get(p, 0)))
        fixed = [p for p, n in folk.items() if n > s.fresh.get(p, 0) and p in near]
        areas = spread(fixed, loose, -(-population // numbers.limit_per_area))
        s.unavoidable = max(0, population - numbers.limit_per_area * areas)
    s.people = population - numbers.limit_bonus - s.unavoidable


def ends(s: HostState, nation: Nation, place: Place) -> Reach:
    """Where plain infantry surely can end: within reach, and not barred to it."""
    found = reach(place, s.foes)
    return tuple(a for a in found if a == place or barred(s, nation, place, a, Force(1)) is None)


@rule(cite("redux-core 6.4.b 6.4.c", "redux-leaders 9.2.1.i"))
def no_end_left(s: BritState, nation: Nation) -> bool:
    """However the armies not yet moved go, too few areas would contain armies, or too few be held."""
    t, near, foes, fresh = host(s), s.rules.board.near, s.foes, s.fresh
    settled = [Area(p) for p, n in s.armies[nation].items() if p in near and n > fresh.get(p, 0)]
    loose = sum(fresh.values())
    held = [a for a in settled if a not in foes]
    steps = sum(t.rules.leader_moves - t.strides.get(x, 0) for x in t.leaders_of(nation))
    credit = left_behind(t, held) + steps
    return len(settled) + loose < areas_wanted(s) or len(held) + loose + credit < s.held_before


@rule(
    cite(
        "redux-core 7.2.d 7.2.1.a 7.2.1.b 7.2.2.a 7.2.2.b 7.2.2.d",
        "redux-leaders 11.3.g 11.3.h 11.4.e 11.4.1.a 12.f R33",
    )
)
def may_retreat(s: BritState, b: Battle, nation: Nation, area: Area) -> Cite | None:
    """As in the Core rules; attackers from a sea also back to it, as raiders or in a Major Invasion's first half."""
    t = host(s)
    boat = BY_BOAT if nation == b.attacker and b.area in t.boated[1:] else ()
    if area in s.rules.board.near:
        broken = refuge(s, b, nation, area)
        return (*broken, *boat) if broken is not None else None
    to_sea = t.half == 1 or t.rules.flags(t, nation).raiding != "none"
    back = nation == b.attacker and area in s.entered.get(b.area, {})
    return None if to_sea and back else (*NO_RETREAT_TO_SEA, *boat)


@rule(cite("redux-leaders 9.2.3.b 9.2.3.c 11.3.g 11.4.e"))
def leader_to_sea(s: HostState, b: Battle, side: Side, place: Place, force: Force) -> Cite | None:
    """A leader goes back to sea only with an army, or alone after one, and only to where it came from."""
    if place in s.rules.board.near or not force.leaders:
        return None
    invaders = s.half == 1 and place in b.ways
    if not force.n and not invaders and any(s.raiding_leaders.get(x) != place for x in force.leaders):
        return cite("redux-leaders 9.2.3.b 9.2.2.d")
    return None if force.n or s.count(b.nation(side), place) else cite("redux-leaders 9.2.3.b 9.2.3.c")
