"""Who may set out from a place, which way, and how far: the laws that moving forces share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from albion.engine.action import Json
from albion.engine.cite import Cite, cite, rule
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.halting import STRAIT
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.measured import outlook_now
from albion.kernels.britannia.muster import complete
from albion.kernels.britannia.prospect import Outlook, spoilt, why_spoilt
from albion.kernels.britannia.units import (
    INFANTRY,
    PLAIN,
    PLAIN_UP_TO,
    Force,
    Leader,
    Sort,
    Way,
    home_of,
    kind_of,
)

LEFT_ALONE = cite("redux-leaders 9.2.1.d 9.2.1.a")
"""A leader would stay where no army of its nation is left."""
ARRIVES_ALONE = cite("redux-leaders 9.2.1.c 9.2.1.a")
LEADER_MOVES = cite("redux-leaders 9.2.1.b")
LEADER_STRAIT = cite("redux-leaders 9.2.1.h")
LEADER_BOAT = cite("redux-leaders 12.b 12.e")
"""Only units that begin the phase where boats set out go by boat."""
LANDED = cite("redux-leaders 12.g")
"""Nor do units by boat that began the phase at sea."""
TOO_FAR = cite("redux-core 6.b", "redux-leaders 9.1.1.a 9.2.1.g")
RODE_TOO_FAR = cite("redux-leaders 9.1.1.a 9.2.1.g")
RIDERS_COUNT = cite("redux-leaders 9.1.a")
ACROSS_WITH_HIM = cite("redux-leaders 9.2.1.g 9.2.1.f")
"""Those that overran difficult terrain accompany their leader for the whole move."""
LED_OVERRUN = cite("redux-core 6.3.b 6.3.c", "redux-leaders 9.2.1.f")
"""A leader's armies overrun difficult terrain too: those beyond twice the defenders, or beyond an overstack."""


BARRED = {
    "9.2.1.b": "leader-moved",
    "9.2.1.c": "leader-alone",
    "9.2.1.d": "leader-left",
    "9.3.b": "truce-holds",
    "9.3.c": "stay-together",
    "9.3.d": "arthurs-peace",
    "11.6.1.r": "not-in-extra-turn",
}
"""The sentence for a law on whom one may attack, with whom, and how far."""


def barred_by(
    s: HostState, nation: Nation, place: Place, area: Place, why: Cite
) -> tuple[str, dict[str, Json]] | None:
    """Which law on whom one may attack, or on leaders, bars the way from a place to an area, in words."""
    key = BARRED.get(why[0].clause)
    if key is None:
        return None
    leader = next(iter(s.leaders_at(nation, place)), "")
    who: dict[str, Json] = {"leader": leader, "n": s.strides.get(leader, 0)}
    return key, {"nation": nation, "place": place, "area": area, "foe": s.foe(nation, area), **who}


def places(s: HostState, nation: Nation) -> Iterable[Place]:
    """Where a unit may still begin a move."""
    led = [s.leaders[x] for x in s.leaders_of(nation) if may_set_out(s, x)]
    alone = [place for place in led if place not in s.fresh]
    return (*s.fresh, *dict.fromkeys(alone)) if alone else s.fresh


def may_set_out(s: HostState, leader: Leader) -> bool:
    """Whether a leader has areas left to go and was not stopped among opponents."""
    used = s.strides.get(leader, 0)
    return used < s.rules.leader_moves and (not used or s.leaders[leader] not in s.foes)


def ready(s: HostState, nation: Nation, place: Place) -> Force:
    """All that may set out from a place: armies not yet moved, leaders with areas left."""
    armies, leaders = s.unmoved(place), s.leaders_at(nation, place) if s.leaders else ()
    if leaders:
        leaders = tuple(x for x in leaders if may_set_out(s, x))
    return Force(armies.n, armies.sorts, leaders) if leaders else armies


def plain_at(s: HostState, place: Place) -> bool:
    """Whether all that may set out from a place is plain infantry, no leader beside it."""
    return place not in s.fresh_sorts and not s.led(place)


def crossings(s: HostState) -> frozenset[Place]:
    """Where opponents stand in difficult terrain."""
    return s.foes & s.rules.board.difficult


def every_force(pool: Force) -> tuple[Force, ...]:
    """Every force one could make out of a pool, one army first, each leader alone last."""
    if not pool.sorts and not pool.leaders:
        return PLAIN_UP_TO[pool.n]
    return _every_force(pool.n, pool.sorts, pool.leaders)


@lru_cache(maxsize=512)
def _every_force(
    n: int, sorts: tuple[tuple[Sort, int], ...], leaders: tuple[Leader, ...]
) -> tuple[Force, ...]:
    pool = Force(n, sorts, leaders)
    armies = [force for k in range(1, n + 1) for force in complete(pool, k, ())]
    return (*armies, *[Force(0, (), (x,)) for x in leaders])


def barred(s: HostState, nation: Nation, place: Place, area: Area, force: Force | None) -> Cite | None:
    """A law against a force entering an area of opponents."""
    if not s.restrained or area not in s.foes:
        return None
    return s.rules.entering(s, nation, place, Area(area), force)


def way_to(s: HostState, nation: Nation, place: Place, area: Place, used: int) -> Way | None:
    """The way to an area, if there is one."""
    for way in s.rules.ways(s, nation, place, used):
        if way.to == area:
            return way
    return None


def slowest(s: HostState, force: Force, led: bool) -> int:
    """How many areas a force moves together: as many as its slowest army."""
    areas = s.rules.led_allowance if led else s.rules.allowance
    if not force.sorts:
        return areas[INFANTRY]
    return min(areas[kind_of(sort)] for sort, _ in force.parts())


@rule(cite("redux-leaders 9.2.1.h 12.b 12.e 12.g"))
def too_far(s: HostState, way: Way, force: Force) -> Cite | None:
    """A way that takes all movement is closed to a leader who has moved; one with no area left does not set out at all."""
    if not way.ends or not any(s.strides.get(x) for x in force.leaders):
        return None
    if not way.boat:
        return LEADER_STRAIT
    near = s.rules.board.near
    return LANDED if any(m.place not in near and m.force.leaders for m in s.moves) else LEADER_BOAT


def only_straits(force: Force) -> Cite:
    """Why those that have come to an island march no further: nothing but a strait would lead on."""
    return (*STRAIT, *LEADER_STRAIT) if force.leaders else STRAIT


@rule(cite("redux-leaders 9.2.b 9.2.1.a 9.2.1.c 9.2.1.d"))
def left_alone(s: HostState, nation: Nation, place: Place, to: Place, force: Force) -> Cite | None:
    """A leader neither stays nor arrives where no army of its nation is."""
    if not s.leaders:
        return None
    if force.leaders and not force.n and not s.count(nation, to):
        return ARRIVES_ALONE
    staying = s.count(nation, place) - force.n
    if staying == 0 and len(s.leaders_at(nation, place)) > len(force.leaders):
        return LEFT_ALONE
    return None


def forbids_departure(
    s: HostState, nation: Nation, place: Place, area: Place, force: Force, look: Outlook | None
) -> Cite | None:
    """Why a force may not set out for an area: the way, who may enter, who would be alone; with care, the limits."""
    way = way_to(s, nation, place, area, 0)
    return (
        s.rules.no_way(s, nation, place, area, 0)
        if way is None
        else taking(s, nation, place, way, force, look)
    )


def may_take(
    s: HostState, nation: Nation, place: Place, way: Way, force: Force, look: Outlook | None
) -> bool:
    """Whether a force may set out on a way that it finds."""
    return (
        too_far(s, way, force) is None
        and unwelcome(s, nation, place, way.to, force) is None
        and (look is None or keeps_end(s, look, nation, place, way, force, 0))
    )


def taking(
    s: HostState, nation: Nation, place: Place, way: Way, force: Force, look: Outlook | None
) -> Cite | None:
    """Why a force may not set out on a way that it finds."""
    broken = too_far(s, way, force) or unwelcome(s, nation, place, way.to, force)
    if broken is None and look is not None and not keeps_end(s, look, nation, place, way, force, 0):
        n, folk = force.n, settlers_of(force)
        return spoilt(look.stands(place, ((way.to, n),), n, folk, led=bool(force.leaders)))
    return broken


def spoiling(
    s: HostState, nation: Nation, place: Place, area: Place, force: Force
) -> tuple[str, dict[str, Json]]:
    """In words, what a force that goes to an area and stays there would break."""
    look = outlook_now(s, nation)
    return why_spoilt(look, place, area, force.n, settlers_of(force), led=bool(force.leaders))


def staying(s: HostState, nation: Nation, place: Place, area: Place, force: Force) -> int:
    """Which limits of the phase's end are unmet if a force goes to an area and stays there."""
    look = outlook_now(s, nation)
    return look.stands(place, ((area, force.n),), force.n, settlers_of(force), led=bool(force.leaders))


def settlers_of(force: Force) -> int:
    """How many armies of a force are no raiders."""
    if not force.sorts:
        return force.n
    return force.n - sum([k for sort, k in force.sorts if home_of(sort) is not None])


def keeps_end(
    s: HostState, look: Outlook, nation: Nation, place: Place, way: Way, force: Force, used: int
) -> bool:
    """Whether the phase can still end if a force goes that way, to stay there or with some marching on."""
    n, area, led, fresh = force.n, way.to, bool(force.leaders), not used
    if not n:
        return True
    folk, left = settlers_of(force), areas_left(s, way, force, used)
    if look.opens(s, place, area, n, folk, left, fresh=fresh, led=led):
        return True
    further = 0 if way.ends or not led else slowest(s, force, led=False) - used - way.cost
    if further <= max(0, left) or area in crossings(s):
        return False  # nobody goes further without him
    return look.opens(s, place, area, n, folk, further, fresh=fresh, led=led, behind=1)


def areas_left(s: HostState, way: Way, force: Force, used: int) -> int:
    """How many areas a force that takes a way may still go together: no more than its leader has left."""
    if way.ends:
        return 0
    left = slowest(s, force, bool(force.leaders)) - used
    for leader in force.leaders:
        left = min(left, s.rules.leader_moves - s.strides.get(leader, 0))
    return left - way.cost


def plain_numbers(
    s: HostState, look: Outlook, nation: Nation, place: Place, way: Way, most: int
) -> list[int]:
    """How many of this many plain infantry, no leader beside it and no area barred, may take a way with care."""
    return [n for n in range(1, most + 1) if keeps_end(s, look, nation, place, way, PLAIN[n], 0)]


def unwelcome(s: HostState, nation: Nation, place: Place, area: Area, force: Force) -> Cite | None:
    """Why a force may not leave a place for an area: who may enter, who stays together or would be alone."""
    return (
        barred(s, nation, place, area, force)
        or parted(s, nation, place, force)
        or left_alone(s, nation, place, area, force)
    )


def parted(s: HostState, nation: Nation, place: Place, force: Force) -> Cite | None:
    """Why a force would part units that stay together."""
    return s.rules.company(s, nation, place, force) if force.sorts or force.leaders else None


def lead_out(s: HostState, nation: Nation, place: Place, force: Force, way: Way) -> None:
    """A leader's steps are counted, a boat is noted, and which held area a leader left behind."""
    for leader in force.leaders:
        gone = s.strides.get(leader, 0) + way.cost
        s.strides[leader] = s.rules.leader_moves if way.ends else gone
    if way.boat:
        s.boated = (place, way.to)
    held = force.leaders and s.at.get(place) == (nation,) and place in s.rules.board.near
    if held and place not in s.passed:
        s.passed = (*s.passed, Area(place))
