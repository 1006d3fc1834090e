"""7.1 What a move costs: allowances, terrain, roads, and where a group can get to."""

from __future__ import annotations

from collections.abc import Sequence

from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.state import (
    BUSY,
    DEAD,
    ISCA,
    MONA,
    NEVER,
    PLUNDER,
    RAMPAGE,
    SACKER,
    SCARED,
    SPENT,
    BoudiccaState,
    enemy,
)
from albion.kernels.hex import Hex, Spread, bit, hexside

TOO_FAR = cite("boudicca 7.1.8.a 7.1.4.a")
ENTRY = {MONA: "mona", ISCA: "isca"}


@rule(cite("boudicca 7.1.5.a 2.2.e 2.2.f 1.2.e"))
def pace(s: BoudiccaState, group: Sequence[int]) -> int:
    """Half points of a group as printed: its slowest unit's."""
    return min([s.rules.ma[u] for u in group])


@rule(cite("boudicca 7.1.4.a 5.3.1.c R52"))
def allowance(s: BoudiccaState, group: Sequence[int]) -> int:
    """Half points of a group that is activated: more than its pace if all of it is on a rampage."""
    least = pace(s, group)
    if all(s.marks[u] & RAMPAGE for u in group):
        least += 2 * s.rules.data.tables.rampage.extra_ma
    return least


def movement_class(s: BoudiccaState, group: Sequence[int]) -> str:
    """Which column of the TEC a group pays by."""
    if any(s.rules.combat[u] for u in group):
        return s.rules.side[group[0]]
    return "romans" if s.rules.civilian[group[0]] else "leaders"


@rule(cite("boudicca 7.1.10.a 7.1.11.a 7.2.2.a"))
def road_use(s: BoudiccaState, group: Sequence[int]) -> str:
    """Romans and Civilians use roads, tribes never; a forced march has nothing else."""
    if s.rules.side[group[0]] == BRITONS:
        return "off"
    return "only" if s.forced else "use"


@rule(
    cite(
        "boudicca 7.1.6.a 7.1.7.a 7.1.8.a 7.1.13.a 7.1.15.a 6.1.6.a 6.1.7.b R46 R55 9.1.2.a 9.1.4.a 12.1.1.a"
    )
)
def group_reach(s: BoudiccaState, group: Sequence[int], budget: int) -> Spread:
    """Every hex a group on the map can get to, with costs and paths."""
    r, side = s.rules, s.rules.side[group[0]]
    here = s.where[group[0]]
    fights, civilian = any(r.combat[u] for u in group), r.civilian[group[0]]
    foe = enemy(side)
    # Only combat units bar the way; leaders on their own keep away from any enemy.
    enemies = s.held_bits(foe) if fights or civilian else s.present_bits(foe)
    crowded = 0
    start_slow = False
    if side == ROMANS and not civilian:
        crowded = s.held_bits(ROMANS) & ~bit(here)
        begun = s.moved[group[0]] == s.impulse
        start_slow = begun and any(u not in group for u in s.fighters(here, ROMANS))
        if start_slow and s.by_road:
            budget = 0
    return r.board.reach(
        movement_class(s, group),
        road_use(s, group),
        s.bridges(),
        here,
        budget,
        enemies,
        fights,
        crowded,
        start_slow,
    )


@rule(cite("boudicca 11.1.3.b 11.1.3.g"))
def way_out(s: BoudiccaState, group: Sequence[int]) -> tuple[Hex, int]:
    """Where a group's way on the map begins, and what it costs to get there: nothing for those on the map."""
    here = s.where[group[0]]
    if here > DEAD:
        return here, 0
    return s.rules.board.entry[ENTRY[here]], int(2 * s.rules.data.terrain.stated.off_map_entry)


@rule(cite("boudicca 11.1.3.b 11.1.3.g"))
def entry_reach(s: BoudiccaState, group: Sequence[int], budget: int) -> tuple[Hex, int, Spread | None]:
    """From off the map: the hex of entry, its cost, and what lies beyond it if it is free."""
    r = s.rules
    gate, cost = way_out(s, group)
    if s.occupied(gate, BRITONS):
        return gate, cost, None
    crowded = s.held_bits(ROMANS)
    start_slow = bool(crowded & bit(gate))
    found = r.board.reach(
        movement_class(s, group),
        "use",
        s.bridges(),
        gate,
        budget - cost,
        s.held_bits(BRITONS),
        True,
        crowded & ~bit(gate),
        start_slow,
    )
    return gate, cost, found


INACTIVE = cite("boudicca 11.0.a 11.1.2.b")
ROUSED = cite("boudicca 11.1.4.a 11.0.a")
MOVED_NOW = cite("boudicca 7.1.14.a")
MOVED_TWICE = cite("boudicca 7.1.14.b")


@rule(
    cite(
        "boudicca 1.2.a 1.2.f 7.1.14.a 7.1.14.b 7.1.14.c 8.1.1.a 9.2.2.a 11.0.a 11.1.2.b 11.1.4.a R11 R14 R26 R52 R54"
    )
)
def cannot_move(s: BoudiccaState, u: int) -> Cite | None:
    """Why a unit cannot be activated to move now."""
    if s.rules.civilian[u]:
        return cite("boudicca 8.1.1.a")
    if s.ready[u] > s.impulse:
        return INACTIVE if s.ready[u] == NEVER else ROUSED
    if s.marks[u] & SACKER:
        return cite("boudicca 9.2.2.a")
    if s.moved[u] == s.impulse:
        return MOVED_NOW
    if s.marks[u] & SPENT:
        return cite("boudicca R54 7.1.14.b")
    if s.used[u] >= 2:
        return MOVED_TWICE
    if s.marks[u] & SCARED:
        return cite("boudicca 5.3.1.b R26")
    if s.marks[u] & PLUNDER:
        return cite("boudicca 5.3.1.c R52")
    return None


HINDERED = SACKER | BUSY | SPENT


def _fit(s: BoudiccaState, u: int) -> bool:
    """Whether `cannot_move` has nothing against a unit."""
    now = s.impulse
    return (
        s.moved[u] != now
        and s.used[u] < 2
        and s.ready[u] <= now
        and not s.marks[u] & HINDERED
        and not s.rules.civilian[u]
    )


def movable(s: BoudiccaState, h: Hex, side: str) -> tuple[int, ...]:
    """The units and leaders of a hex or box that may be activated now."""
    owner = s.rules.side
    return tuple([u for u in s.at.get(h, ()) if owner[u] == side and _fit(s, u)])


def any_movable(s: BoudiccaState, h: Hex, side: str) -> bool:
    """Whether there are any."""
    owner = s.rules.side
    return any(owner[u] == side and _fit(s, u) for u in s.at.get(h, ()))


def step_by_road(s: BoudiccaState, here: Hex, there: Hex, cost: int) -> bool:
    """Whether a step was made at the road rate, which tribes never pay, nor who enters the map."""
    return cost == s.rules.board.road and hexside(here, there) in s.rules.board.roads


def label(place: int) -> str | int:
    """A hex or box as actions and events name it."""
    return ENTRY.get(place, place)


def tell_march(s: BoudiccaState, start: int, log: Log) -> None:
    """A march that is over, or comes to a battle, told once: who, from where, to where."""
    here, near = s.where[s.group[0]], s.rules.board.near
    if log is None or here == start:
        return
    emit(
        log, "marched", cite("boudicca 7.1.6.a"), units=[s.rules.units[u].id for u in s.group],
        source=label(start) if start != DEAD else None, source_near=near(start), hex=here, near=near(here),
    )  # fmt: skip
