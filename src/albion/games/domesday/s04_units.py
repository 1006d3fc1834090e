"""4.0 Units: troops, Leaders, the King, Castles, counters and stacking limits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.s03_map import banner, contests, controller, owner
from albion.games.domesday.state import (
    DEAD,
    EMPTY,
    EXILE,
    SLOT,
    Dom,
    Troops,
    stack,
)

STACKING = cite("domesday 4.5.1.a 4.5.c 4.2.c 4.2.d")
KING_DEATH = cite("domesday 4.2.5.a 4.3.4.e")


def unit_name(faction: str, kind: str, reduced: bool) -> str:
    """A unit as a noun: saxon:huscarl, saxon:huscarl:reduced."""
    return f"{faction}:{kind}:reduced" if reduced else f"{faction}:{kind}"


class UnitParts(NamedTuple):
    """What a unit's noun is made of."""

    faction: str
    kind: str
    reduced: bool


@cache
def unit_parts(noun: str) -> UnitParts:
    """The parts of such a noun."""
    faction, _, rest = noun.partition(":")
    kind, _, reduced = rest.partition(":")
    return UnitParts(faction, kind, reduced == "reduced")


@lru_cache(maxsize=1 << 14)
def troop_names(faction: str, troops: Troops) -> tuple[str, ...]:
    """Each sort of unit in a troop list, as a noun."""
    found: list[str] = []
    for n, kind in enumerate(KINDS):
        if troops[2 * n]:
            found.append(unit_name(faction, kind, False))
        if troops[2 * n + 1]:
            found.append(unit_name(faction, kind, True))
    return tuple(found)


def add(troops: Troops, kind: str, reduced: bool, n: int) -> Troops:
    """A troop list with n more (or fewer) of a kind."""
    slot = SLOT[kind] + reduced
    return (*troops[:slot], troops[slot] + n, *troops[slot + 1 :])


def have(troops: Troops, kind: str, reduced: bool) -> int:
    """How many of a kind and strength."""
    return troops[SLOT[kind] + reduced]


def sums(a: Troops, b: Troops) -> Troops:
    """Two troop lists added."""
    return tuple([n + b[k] for k, n in enumerate(a)])


def less(a: Troops, b: Troops) -> Troops:
    """A troop list with another taken away."""
    return tuple([n - b[k] for k, n in enumerate(a)])


@rule(cite("domesday 4.5.b"))
def units_of(s: Dom, space: str, faction: str) -> Iterator[tuple[str, bool, int]]:
    """Kind, whether reduced and number of the troops of a stack; any player may look."""
    troops = s.at(space, faction).troops
    for n, kind in enumerate(KINDS):
        if troops[2 * n]:
            yield kind, False, troops[2 * n]
        if troops[2 * n + 1]:
            yield kind, True, troops[2 * n + 1]


@rule(cite("domesday 4.3.a 4.3.3.a 4.3.3.b"))
def available(s: Dom, faction: str, kind: str) -> int:
    """Counters of a kind that lie beside the map."""
    if kind == "castle":
        return s.board.tables.markers.castle - len(s.glance().castles)
    n = SLOT[kind] // 2
    if faction == "saxon" and kind == "knight":
        return s.board.counters["baron"][kind] - s.used["saxon"][n] if s.rules.options.saxon_knights else 0
    return s.board.counters[faction].get(kind, 0) - s.used[faction][n]


def change(s: Dom, space: str, faction: str, kind: str, reduced: bool, n: int) -> None:
    """Put n units of a kind on the map, or take them off."""
    st = s.at(space, faction)
    border = st.border if st.size else _border_of_company(s, space, faction)
    s.put(space, faction, stack(add(st.troops, kind, reduced, n), st.leaders, st.castle, border))


@rule(cite("domesday 3.1.3.c 4.3.4.a R35"))
def _border_of_company(s: Dom, space: str, faction: str) -> str:
    """The border of a City on which those stand whom new units join: Fyrd the King's, the King's their Fyrd."""
    royal = banner(s, "fyrd")
    if faction == "fyrd":
        return s.at(space, royal).border
    return s.at(space, "fyrd").border if faction == royal else ""


def turn_over(s: Dom, space: str, faction: str, kind: str, reduced: bool) -> None:
    """Turn a full or reduced unit to its other side where it stands, even alone on the border of a City."""
    st = s.at(space, faction)
    troops = add(add(st.troops, kind, reduced, -1), kind, not reduced, 1)
    s.put(space, faction, stack(troops, st.leaders, st.castle, st.border))


def set_castle(s: Dom, space: str, faction: str, there: bool) -> None:
    """Put a Castle on the map, or take it off; it stands in its City, and its stack with it (R35)."""
    st = s.at(space, faction)
    s.put(space, faction, stack(st.troops, st.leaders, there, "" if there else st.border))


@rule(cite("domesday 4.2.a 4.2.1.a 4.2.1.b 4.2.2.e 4.2.3.a"))
def set_leader(s: Dom, leader: str, place: str, faction: str = "") -> None:
    """Move a Leader to a space or a box, on a side of his counter."""
    here, side = s.leaders[leader], s.sides[leader]
    old = s.at(here, side)
    if leader in old.leaders:
        rest = tuple(x for x in old.leaders if x != leader)
        s.put(here, side, stack(old.troops, rest, old.castle, old.border))
    side = faction or side
    s.leaders[leader], s.sides[leader] = place, side
    if place in s.board.spaces:
        st = s.at(place, side)
        if st.size or place != here:
            border = st.border if st.size else _border_of_company(s, place, side)
        else:
            # Who turns to his other side alone on the border of a City has not entered it.
            border = old.border
        s.put(place, side, stack(st.troops, (*st.leaders, leader), st.castle, border))


@rule(cite("domesday 4.2.d 4.2.e 4.2.7.c 4.2.8.a"))
def crowned(s: Dom, leader: str) -> bool:
    """Whether he carries a Crown on the side he shows."""
    return s.sides[leader] in s.board.leaders[leader].crown_as


@rule(cite("domesday 4.2.c 4.2.d 4.2.f 4.5.a 4.5.1.a 4.5.1.b 4.3.2.e 4.3.4.a"))
def limit(s: Dom, leaders: tuple[str, ...]) -> int:
    """How many troops a stack with these Leaders may have."""
    limits = s.board.limits
    if not leaders:
        return limits.plain
    return limits.crown if any(crowned(s, x) for x in leaders) else limits.leader


@rule(cite("domesday 4.5.a 4.5.c 4.3.4.a"))
def company(s: Dom, space: str, faction: str) -> tuple[int, tuple[str, ...]]:
    """Troops and Leaders of a faction there, the King's with his Fyrd."""
    st = s.at(space, faction)
    if s.king and s.sides[s.king] == faction:
        return st.count + s.at(space, "fyrd").count, st.leaders
    return st.count, st.leaders


def room(s: Dom, space: str, faction: str) -> int:
    """How many more troops the stack may take."""
    count, leaders = company(s, space, banner(s, faction))
    return limit(s, leaders) - count


def ships(s: Dom, space: str, faction: str) -> bool:
    """Whether the faction has a Longship there."""
    troops = s.at(space, faction).troops
    return have(troops, "longship", False) + have(troops, "longship", True) > 0


@rule(cite("domesday 1.3.c 4.3.4.a"))
def banded(s: Dom, faction: str) -> tuple[str, ...]:
    """The faction, and the Fyrd if they are its King's."""
    return (faction, "fyrd") if s.king and banner(s, "fyrd") == faction else (faction,)


def fleets(s: Dom, faction: str) -> tuple[str, ...]:
    """Where the faction has Longships, the King's with his Fyrd."""
    return tuple(x for x in s.board.spaces if any(ships(s, x, f) for f in banded(s, faction)))


BURSTS = cite("domesday 4.5.d 4.5.1.a")


def burst(s: Dom, space: str, faction: str, more: int, leaders: tuple[str, ...] = ()) -> Refusal | None:
    """A warning, if this many more units would make the faction's stack there too large."""
    count, there = company(s, space, faction)
    most = limit(s, (*there, *leaders))
    if count + more <= most:
        return None
    return Refusal(BURSTS, "bursts", {"area": space, "n": count + more, "most": most})


@rule(cite("domesday 4.5.d 4.5.1.d"))
def overstacks(s: Dom) -> Iterator[tuple[str, str, int]]:
    """Each stack above its limit: space, faction, excess."""
    large = s.glance().large
    if not large:
        return
    plain, royal = s.board.limits.plain, s.sides[s.king] if s.king else ""
    for space in [x for x in s.stacks if x in large] if len(large) > 1 else list(large):
        row = s.stacks[space]
        if "fyrd" in row:
            count, leaders = company(s, space, royal)
            if count > limit(s, leaders):
                yield space, royal, count - limit(s, leaders)
        for faction, st in row.items():
            if st.count > plain and not ("fyrd" in row and faction in (royal, "fyrd")):
                most = limit(s, st.leaders)
                if st.count > most:
                    yield space, faction, st.count - most


def bordered(s: Dom) -> list[str]:
    """Cities with a stack on their border."""
    stacks, outside = s.stacks, s.glance().outside
    if not outside:
        return []
    return [a for a in s.board.cities if a in outside if any(st.border for st in stacks.get(a, {}).values())]


@rule(cite("domesday 3.1.3.b 4.5.c"))
def open_gates(s: Dom, space: str) -> None:
    """A stack on a City's border is fully in the City once its faction Controls it."""
    row = s.stacks.get(space)
    if not row or not any(st.border for st in row.values()):
        return
    master = controller(s, space)
    for faction, st in tuple(row.items()):
        if st.border and banner(s, faction) == master:
            s.put(space, faction, stack(st.troops, st.leaders, st.castle))


@rule(cite("domesday 4.2.4.a 4.2.5.a 4.2.7.b 5.5.6.h 4.2.1.d"))
def fell_leader(s: Dom, leader: str, log: Log) -> None:
    """A reduced Leader dies if he is King or Dead-marked; otherwise he goes into exile."""
    if leader == s.king or s.board.leaders[leader].dead:
        kill_leader(s, leader, log)
    else:
        set_leader(s, leader, EXILE)
        emit(log, "exiled", cite("domesday 4.2.4.a"), leader=leader)


@rule(cite("domesday 4.2.5.a 4.3.4.e 4.2.7.b"))
def kill_leader(s: Dom, leader: str, log: Log) -> None:
    """Into the Dead Box for good, with his other counter; a King's Fyrd go with him."""
    if leader == s.king:
        disband_fyrd(s, log)
        s.king = ""
    for counter in (leader, *s.board.twins[leader]):
        set_leader(s, counter, DEAD)
    emit(log, "dead", cite("domesday 4.2.5.a"), leader=leader)


@rule(cite("domesday 4.3.4.e R12"))
def disband_fyrd(s: Dom, log: Log) -> None:
    """All Fyrd units leave the map."""
    gone = 0
    for space in [x for x, row in s.stacks.items() if "fyrd" in row]:
        gone += s.at(space, "fyrd").count
        s.put(space, "fyrd", EMPTY)
    if gone:
        emit(log, "fyrd-disbanded", KING_DEATH, n=gone)


@rule(cite("domesday 4.2.2.d R11"))
def depose(s: Dom, log: Log) -> None:
    """The King is King no more once his faction holds nothing in London or York."""
    if not s.king:
        return
    mine = s.sides[s.king]
    if any(controller(s, city) == mine or contests(s, city, mine) for city in ("london", "york")):
        return
    emit(log, "deposed", cite("domesday 4.2.2.d"), leader=s.king)
    disband_fyrd(s, log)
    s.king = ""


@rule(cite("domesday 4.2.2.a 4.2.2.b 4.2.e"))
def claimants(s: Dom) -> tuple[str, tuple[str, ...]]:
    """The city that makes a King now, and the Crown Leaders of the faction that Controls it."""
    for city in ("london", "york"):
        found = candidates_of(s, city)
        if found:
            return city, found
    return "", ()


@rule(cite("domesday 4.2.2.a 4.2.e"))
def candidates_of(s: Dom, city: str) -> tuple[str, ...]:
    """The Crown Leaders in play of the faction that Controls a city."""
    master = controller(s, city)
    if not master:
        return ()
    return tuple(
        x for x, place in s.leaders.items() if place in s.stacks and s.sides[x] == master and crowned(s, x)
    )


@rule(cite("domesday 4.2.2.c 4.2.3.a R49"))
def crown(s: Dom, leader: str, city: str, log: Log) -> None:
    """He is King, and stands in the city that made him with the units of his stack; a Castle stays."""
    here, mine = s.leaders[leader], s.sides[leader]
    if here != city:
        st, there = s.at(here, mine), s.at(city, mine)
        s.put(here, mine, stack(castle=st.castle))
        leaders = (*there.leaders, *st.leaders)
        s.put(city, mine, stack(sums(there.troops, st.troops), leaders, there.castle, there.border))
        for x in st.leaders:
            s.leaders[x] = city
    s.king = leader
    emit(log, "crowned", cite("domesday 4.2.2.c"), leader=leader, area=city)


@rule(cite("domesday 4.2.5.b 5.8.3.b"))
def replaceable(s: Dom, space: str, faction: str, new: str) -> Cite | None:
    """Units with the King, a Dead-marked Leader or one without the new side stay what they are."""
    for leader in s.at(space, faction).leaders:
        row = s.board.leaders[leader]
        if leader == s.king or row.dead or new not in row.factions:
            return cite("domesday 5.8.3.b 4.2.5.b")
    return None


def reduce_troop(s: Dom, space: str, faction: str, kind: str, reduced: bool, log: Log) -> None:
    """Flip a unit to its reduced side, or take a reduced one or a Castle off the map."""
    if kind == "castle":
        set_castle(s, space, faction, False)
    elif reduced:
        change(s, space, faction, kind, True, -1)
    else:
        turn_over(s, space, faction, kind, False)
    gone = reduced or kind == "castle"
    emit(
        log,
        "removed" if gone else "reduced",
        cite("domesday 4.3.c 4.3.2.h" if gone else "domesday 4.3.b"),
        area=space,
        unit=unit_name(faction, kind, False),
    )


def owner_of_leader(s: Dom, leader: str) -> str:
    """The player whose Leader he is now."""
    return owner(s, s.sides[leader])
