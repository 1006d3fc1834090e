"""5.4 Move, the laws: what a band pays, where it may go, rest and pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from albion.engine.cite import Cite, cite, rule
from albion.engine.refusal import foremost
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.onward import FAR, Kinds, dearest, onward
from albion.games.domesday.s01_4_absentee import escorted, guards_home
from albion.games.domesday.s03_map import (
    SAILORS,
    banner,
    controller,
    enemy_controlled,
    homeland,
    hosts,
    master,
)
from albion.games.domesday.s04_units import company, limit
from albion.games.domesday.s05_1_points import ELSEWHERE, event_areas
from albion.games.domesday.s05_5_3_retreat import FULL as NO_ROOM
from albion.games.domesday.s05_5_3_retreat import denied, not_beside, outranked, priority
from albion.games.domesday.state import LONGSHIP, NONE, SPEARMAN, Dom, Stack, Troops

PAID = {
    "marsh": cite("domesday 5.4.e"),
    "highland": cite("domesday 5.4.f"),
    "forest": cite("domesday 5.4.g"),
    "sea": cite("domesday 5.4.g"),
    "city": cite("domesday 5.4.h"),
    "lowland": cite("domesday 5.4.h"),
    "road-box": cite("domesday 5.4.h"),
    "estuary": cite("domesday 5.4.i"),
    "road": cite("domesday 5.4.i"),
}
NO_WAY_ON = {
    "sea": cite("domesday 3.1.6.a"),
    "estuary": cite("domesday 3.1.5.d"),
    "road": cite("domesday 3.1.4.d"),
    "road-box": cite("domesday 3.1.4.d"),
}
NO_REST = {
    "sea": cite("domesday 3.1.6.c"),
    "estuary": cite("domesday 3.1.5.e 5.4.d"),
    "road": cite("domesday 3.1.4.f"),
    "road-box": cite("domesday 3.1.4.f"),
}
FULL = cite("domesday 4.5.1.a R66")
PASSAGES = frozenset(why[0].clause for why in (FULL, *NO_WAY_ON.values()))
"""Why a band cannot pass through a Road or water: it could neither stay nor go on."""
NOBODY: Mapping[str, Stack] = {}
CIRCLE = cite("domesday R33 5.4.a")
CROWDED = cite("domesday 4.5.1.a 4.5.c R65")
FYRD_SPEARMEN = cite("domesday 4.3.4.c 3.2.2.b 5.4.c")
FYRD_LONGSHIPS = cite("domesday 3.1.7.c 4.3.4.d 5.4.c")
PRICE_CLAUSES = frozenset(ref.clause for why in PAID.values() for ref in why) | {"5.4.k", "5.4.l"}
RETREATING = cite("domesday 5.4.j 3.3.1.c")


@lru_cache(maxsize=4096)
def sorts(faction: str, troops: Troops) -> Kinds:
    """Each kind in a troop list, with its faction."""
    return tuple((faction, k) for n, k in enumerate(KINDS) if troops[2 * n] or troops[2 * n + 1])


class Band(msgspec.Struct, frozen=True):
    """The units on the march: troops, Fyrd and Leaders of one faction."""

    faction: str
    troops: tuple[int, ...] = NONE
    fyrd: tuple[int, ...] = NONE
    leaders: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many troops."""
        return sum(self.troops) if self.fyrd is NONE else sum(self.troops) + sum(self.fyrd)

    def kinds(self) -> Kinds:
        """Each faction and kind in the band."""
        found = sorts(self.faction, self.troops)
        if self.leaders:
            found = ((self.faction, "leader"), *found)
        return found if self.fyrd is NONE else (*found, *sorts("fyrd", self.fyrd))

    def sailors(self) -> bool:
        """Leaders and Longships only."""
        return all(kind in SAILORS for _, kind in self.kinds())


@rule(cite("domesday 3.1.2.b 3.2.d 5.4.e 5.4.f 5.4.g 5.4.h 5.4.i 3.1.4.b 3.1.4.e 3.1.5.a 3.1.6.b R4 R16 R17"))
def entry(s: Dom, kinds: Kinds, to: str, plain: dict[str, int] | None = None) -> int:
    """What entering costs: the most expensive unit decides, Homeland or not; `plain` is what `dearest` says, if it was asked."""
    for st in s.stacks.get(to, NOBODY).values():
        if st.castle:
            # A Castle of its own makes a Homeland that the map does not show.
            home = s.board.spaces[to].terrain.enter_homeland
            return max(home if homeland(s, to, f) else s.board.tolls[f, k][to] for f, k in kinds)
    return (dearest(s.board, kinds) if plain is None else plain)[to]


@rule(cite("domesday 5.4.l R27 R73"))
def outmatched(s: Dom, band: Band, to: str) -> int:
    """A surcharge where enemy Longships off that shore outnumber the band's."""
    mine, stacks = band.troops[LONGSHIP] + band.fyrd[LONGSHIP], s.stacks
    for place in s.board.shores[to]:
        if place in stacks:
            for faction, st in stacks[place].items():
                if st.troops[LONGSHIP] and banner(s, faction) != band.faction:
                    mine -= st.troops[LONGSHIP]
                    if mine < 0:
                        return s.board.price["outmatched-longships"]
    return 0


@rule(cite("domesday 5.4.j 5.4.k 3.3.1.c 3.3.2.b"))
def leaving(s: Dom, faction: str, space: str, coming: int = 0) -> tuple[int, bool]:
    """The surcharge for leaving a Contested or Enemy-Controlled Area, and whether it is the latter."""
    row = s.stacks.get(space)
    if not row or (len(row) == 1 and faction in row):
        return 0, False
    if coming:
        count = hosts(s, space)
        count[faction] = count.get(faction, 0) + coming
        lord = master(count)
    else:
        lord = controller(s, space)
    if lord == faction:
        return 0, False
    return s.board.price["leave-enemy-controlled" if lord else "leave-contested"], bool(lord)


@rule(cite("domesday 3.2.2.b 3.1.7.c 4.3.4.c 4.3.4.d 5.4.c 3.1.5.d 4.0.a R74"))
def closed(s: Dom, band: Band, to: str) -> Cite | None:
    """Spaces some of the band may not enter at all; Longships may enter land."""
    space = s.board.spaces[to]
    if band.fyrd is not NONE:
        if band.fyrd[SPEARMAN] or band.fyrd[SPEARMAN + 1]:
            abroad = space.is_area and not homeland(s, to, "fyrd")
            if abroad or space.kind == "sea":
                return FYRD_SPEARMEN
        if (band.fyrd[LONGSHIP] or band.fyrd[LONGSHIP + 1]) and space.kind == "overseas":
            return FYRD_LONGSHIPS
    if space.kind == "estuary" and enemy_controlled(s, to, band.faction) and not band.sailors():
        return cite("domesday 3.1.5.d")
    return None


@rule(cite("domesday 3.1.4.f 3.1.5.b 3.1.5.e 3.1.6.c 4.2.h 5.4.d R66"))
def may_rest(s: Dom, band: Band, space: str, coming: int = 0) -> bool:
    """Areas hold anyone, Estuaries one stack of Leaders and Longships, Seas and Roads nobody."""
    place = s.board.spaces[space]
    if place.is_area:
        return True
    if place.kind != "estuary" or not band.sailors():
        return False
    return fits(s, band, space, coming)


def gets_on(s: Dom, band: Band, kinds: Kinds, since: tuple[str, ...], halves: int) -> bool:
    """Whether a band in a passage has a way on: mostly known from the map alone."""
    if since[-1] not in s.stacks:
        sure, low = onward(s.board, kinds, since, s.rules.options.saxon_castles)
        if halves < low:
            return False
        if halves >= sure and not s.purse.bound:
            return True
    return way_on(s, band, kinds, since, halves)


@rule(cite("domesday 3.1.4.d 3.1.5.d 3.1.6.a"))
def way_on(s: Dom, band: Band, kinds: Kinds, since: tuple[str, ...], halves: int) -> bool:
    """Whether a band in a passage can pay its way to a space where it can stay, other than the one it left."""
    space = since[-1]
    d = departure(s, band, space, coming=True) if space in s.stacks else at_large(s, kinds)
    for to in doors(s, d, space):
        if to in since or not named(s, band, space, to) or closed(s, band, to) is not None:
            continue
        cost = toll(s, band, d, to)
        if cost <= halves and (
            may_rest(s, band, to, band.count) or gets_on(s, band, kinds, (*since, to), halves - cost)
        ):
            return True
    return False


@rule(cite("domesday 3.1.4.d 3.1.5.d 3.1.6.a R33"))
def passage(s: Dom, band: Band, path: tuple[str, ...]) -> tuple[str, ...]:
    """The way since the band could last have stayed: that space, then the Roads and waters it passes."""
    for n in range(len(path) - 1, 0, -1):
        if may_rest(s, band, path[n], 0 if n == len(path) - 1 else band.count):
            return path[n:]
    return path


@rule(cite("domesday 5.1.b R43"))
def named(s: Dom, band: Band, origin: str, to: str) -> bool:
    """Whether the points of an Event serve a step between these spaces; ships take them along."""
    purse = s.purse
    if not purse.bound or (purse.fleets and any(kind == "longship" for _, kind in band.kinds())):
        return True
    areas = event_areas(s)
    return origin in areas or to in areas


@rule(cite("domesday 5.4.j 3.3.1.c 5.5.3.g 3.1.a R34"))
def escape(s: Dom, band: Band, kinds: Kinds, origin: str) -> dict[str, str]:
    """Where a band may go from an Enemy-Controlled Area: the best retreats open to all of it, and what they cross."""
    found = {
        to: via
        for to, via in s.board.spaces[origin].retreats
        if all(denied(s, f, k, to, via, None) is None for f, k in kinds) and fits(s, band, to)
    }
    if len(found) < 2:
        return found
    rank = {to: standing(s, band, kinds, to) for to in found}
    best = min(rank.values())
    return {to: via for to, via in found.items() if rank[to] == best}


@rule(cite("domesday 4.5.c 4.5.1.a R32 R34"))
def fits(s: Dom, band: Band, space: str, coming: int | None = None) -> bool:
    """Whether the band, or this many troops of it, and who is there already make one stack, with the Leaders of both."""
    count, leaders = company(s, space, band.faction)
    return count + (band.count if coming is None else coming) <= limit(s, (*leaders, *band.leaders))


@rule(cite("domesday 5.5.3.g 5.5.3.h 5.5.3.i 3.2.2.a R34"))
def standing(s: Dom, band: Band, kinds: Kinds, to: str) -> int:
    """The priority of a retreat for a band: Fyrd go by its own faction's Homelands, alone by those of the Saxons."""
    own = [k for f, k in kinds if f != "fyrd"]
    return priority(s, band.faction if own else "fyrd", own or [k for _, k in kinds], to)


class Departure(msgspec.Struct, frozen=True):
    """What every step of a band out of one space shares."""

    kinds: Kinds
    plain: dict[str, int]
    """What entering each space costs it, Castles apart."""
    surcharge: int = 0
    escapes: dict[str, str] | None = None
    """Where it may go if the space is Enemy-Controlled, and what it crosses on the way."""
    crowded: bool = False
    """Whether it has more troops than one stack may have."""


def at_large(s: Dom, kinds: Kinds) -> Departure:
    """Such units out of a space where nobody is."""
    return Departure(kinds, dearest(s.board, kinds))


def departure(s: Dom, band: Band, origin: str, coming: bool = False) -> Departure:
    """Look once at the space the band would leave, or will have entered when it is still coming."""
    kinds = band.kinds()
    count = band.count
    extra, trapped = leaving(s, band.faction, origin, count + len(band.leaders) if coming else 0)
    crowded = count > s.board.limits.plain and count > limit(s, band.leaders)
    escapes = escape(s, band, kinds, origin) if trapped else None
    return Departure(kinds, dearest(s.board, kinds), extra, escapes, crowded)


def doors(s: Dom, d: Departure, origin: str) -> tuple[str, ...]:
    """Every space a step may lead to: those next to this one, and retreats across a Road Box or an Estuary."""
    exits = s.board.spaces[origin].exits
    return exits if d.escapes is None else tuple(dict.fromkeys((*exits, *d.escapes)))


@rule(cite("domesday 5.4.a R16 R34"))
def toll(s: Dom, band: Band, d: Departure, to: str) -> int:
    """All that a step costs, with what is crossed."""
    cost = entry(s, d.kinds, to, d.plain) + d.surcharge
    if to in s.board.shores:
        cost += outmatched(s, band, to)
    across = d.escapes.get(to, "") if d.escapes else ""
    if across in s.board.spaces:
        cost += entry(s, d.kinds, across, d.plain)
        if across in s.board.shores:
            cost += outmatched(s, band, across)
    return cost


@rule(cite("domesday 5.4.a 3.1.a 3.1.b 3.1.4.b 3.1.4.c 3.1.5.p 3.1.4.d 3.1.5.d 3.1.6.a 4.5.1.a R33 R43 R65"))
def bars(s: Dom, band: Band, path: tuple[str, ...], to: str, d: Departure) -> Iterator[Cite]:
    """Each rule against a step of the march."""
    origin, purse = path[-1], s.purse
    if to not in doors(s, d, origin):
        yield not_next(s, origin, to)
        return
    if purse.bound and not named(s, band, origin, to):
        yield ELSEWHERE
    if d.crowded:
        yield CROWDED
    if (band.fyrd is not NONE or to in s.board.shores) and (why := closed(s, band, to)) is not None:
        yield why
    elif d.escapes is not None and to not in d.escapes:
        yield _no_escape(s, band, d, origin, to)
    else:
        yield from _price_or_way_on(s, band, path, to, d)
    if purse.seat == s.rules.absentee:
        yield from _absentee(s, band, path)


@rule(cite("domesday 5.4.a 3.1.4.d 3.1.5.d 3.1.6.a R33"))
def _price_or_way_on(s: Dom, band: Band, path: tuple[str, ...], to: str, d: Departure) -> Iterator[Cite]:
    """A step that is open to the band: too dear, or into a passage without a way on."""
    halves = s.purse.halves
    cost = entry(s, d.kinds, to, d.plain) + d.surcharge
    if cost <= halves:
        cost = toll(s, band, d, to)
    if cost > halves:
        yield _never(s, band, path, to, d) or PAID[s.board.spaces[to].terrain.id]
    elif to in path or not s.board.spaces[to].value:
        since = passage(s, band, path)
        if to == since[0]:
            yield _no_way_on(s, band, path[-1])
        elif not cost and to in since:
            yield CIRCLE
        elif not may_rest(s, band, to, band.count) and not gets_on(
            s, band, d.kinds, (*since, to), halves - cost
        ):
            yield _no_way_on(s, band, to)


def _never(s: Dom, band: Band, path: tuple[str, ...], to: str, d: Departure) -> Cite:
    """What keeps a band from a step however many points it had: it came from there, or nothing leads on from there."""
    since = passage(s, band, path)
    if to == since[0]:
        return _no_way_on(s, band, path[-1])
    stays = may_rest(s, band, to, band.count) or gets_on(s, band, d.kinds, (*since, to), FAR)
    return () if stays else _no_way_on(s, band, to)


def enter_forbids(s: Dom, band: Band, path: tuple[str, ...], to: str) -> Cite | None:
    """The rules that decide against a step of the march."""
    d = departure(s, band, path[-1])
    price = PAID[s.board.spaces[to].terrain.id]
    laws = [_too_dear(s, band, d, to) if why is price else why for why in bars(s, band, path, to, d)]
    return foremost(laws) or None


@rule(cite("domesday 5.4.a 3.1.a 3.1.b 3.1.5.p"))
def not_next(s: Dom, origin: str, to: str) -> Cite:
    """No step leads there: across an Estuary, from Sea to Sea, or simply not adjacent."""
    spaces = s.board.spaces
    if dict(spaces[origin].retreats).get(to) in s.board.shores:
        return cite("domesday 3.1.b 5.4.a")
    return cite(
        "domesday 3.1.5.p 5.4.a"
        if spaces[origin].kind == spaces[to].kind == "sea" and to != origin
        else "domesday 5.4.a 3.1.a"
    )


def _no_escape(s: Dom, band: Band, d: Departure, origin: str, to: str) -> Cite:
    """Out of an Enemy-Controlled Area only by retreating: what keeps the band from retreating there."""
    via = dict(s.board.spaces[origin].retreats).get(to)
    if via is None:
        shut_by: Cite | None = not_beside(s, to)
    else:
        laws = (denied(s, f, kind, to, via, None) for f, kind in d.kinds)
        shut_by = next((why for why in laws if why is not None), None)
    if shut_by is None and not fits(s, band, to):
        shut_by = NO_ROOM
    if shut_by is None:
        best = next(iter(d.escapes or (to,)))
        shut_by = outranked(standing(s, band, d.kinds, best), standing(s, band, d.kinds, to))
    return (*RETREATING, *shut_by[:2])


def _no_way_on(s: Dom, band: Band, space: str) -> Cite:
    """It cannot stay in such a space, and can go no further."""
    kind = s.board.spaces[space].kind
    if kind == "estuary" and band.sailors():
        return FULL
    return (*NO_WAY_ON[kind], NO_REST[kind][0])


@rule(cite("domesday 5.4.e 5.4.f 5.4.g 5.4.h 5.4.i 5.4.j 5.4.k 5.4.l"))
def _too_dear(s: Dom, band: Band, d: Departure, to: str) -> Cite:
    """The prices that make the step too dear; a surcharge first if without it the points would do."""
    plain = PAID[s.board.spaces[to].terrain.id]
    extra: Cite = cite("domesday 5.4.l") if to in s.board.shores and outmatched(s, band, to) else ()
    if d.surcharge:
        extra = (*cite("domesday 5.4.j" if d.escapes is not None else "domesday 5.4.k 3.3.2.b"), *extra)
    decides = entry(s, d.kinds, to) <= s.purse.halves
    return (*extra, *plain) if decides else (*plain, *extra)


def priced(why: Cite) -> bool:
    """Whether points are what lacks; a retreat that is not open names the law of retreats beside its surcharge."""
    return why[0].clause in PRICE_CLAUSES or (why[0] == RETREATING[0] and RETREATING[1] not in why)


def stuck(s: Dom, band: Band, path: tuple[str, ...]) -> Cite:
    """What keeps a band from every space next to it: the lowest price that alone does, with passages that lead nowhere; otherwise the laws."""
    d, here = departure(s, band, path[-1]), path[-1]
    laws: dict[Cite, None] = {}
    cheapest = FAR
    price: Cite = ()
    for to in doors(s, d, here):
        against = list(bars(s, band, path, to, d))
        other = [why for why in against if why[0].clause not in PRICE_CLAUSES]
        laws |= dict.fromkeys(other)
        if not other and toll(s, band, d, to) < cheapest:
            cheapest, price = toll(s, band, d, to), _too_dear(s, band, d, to)
    if price:
        laws = {why: None for why in laws if why[0].clause in PASSAGES}
    return foremost([price, *laws]) or cite("domesday 5.4.a")


def _absentee(s: Dom, band: Band, path: tuple[str, ...]) -> Iterator[Cite]:
    seat, here = s.purse.seat, path[-1]
    moving = band.count + len(band.leaders)
    passing = len(path) > 1
    alone = escorted(s, seat, here, band.faction, band.count, len(band.leaders), passing=passing)
    if alone is not None:
        yield alone
    levies = band.fyrd is not NONE
    missed = guards_home(s, seat, here, band.faction, moving, levies=levies) if len(path) == 1 else None
    if missed is not None:
        yield missed
