"""5.4 Move: a band of units walks, rides or sails from space to space, picking up and dropping units."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Choice, Steps, step
from albion.games.domesday.data import KINDS
from albion.games.domesday.s01_absentee import answerer, escorted, guards_home
from albion.games.domesday.s03_map import (
    SAILORS,
    at_home,
    banner,
    controller,
    enemy_controlled,
    hosts,
)
from albion.games.domesday.s04_units import (
    add,
    open_gates,
    sums,
    unit_name,
    unit_parts,
    units_of,
)
from albion.games.domesday.s05_1_points import ELSEWHERE, pay, spenders
from albion.games.domesday.s05_5_3_retreat import priority, shut
from albion.games.domesday.state import NONE, Dom, Stack, stack

PAID = {
    "marsh": cite("domesday 5.4.e 5.4.a"),
    "highland": cite("domesday 5.4.f 5.4.a"),
    "forest": cite("domesday 5.4.g 5.4.a"),
    "sea": cite("domesday 5.4.g 5.4.a"),
    "city": cite("domesday 5.4.h 5.4.a"),
    "lowland": cite("domesday 5.4.h 5.4.a"),
    "road-box": cite("domesday 5.4.h 5.4.a"),
    "estuary": cite("domesday 5.4.i 5.4.a"),
    "road": cite("domesday 5.4.i 5.4.a"),
}
NO_WAY_ON = {
    "sea": cite("domesday 3.1.6.a 3.1.6.c"),
    "estuary": cite("domesday 3.1.5.d 3.1.5.e 5.4.d"),
    "road": cite("domesday 3.1.4.d 3.1.4.f"),
    "road-box": cite("domesday 3.1.4.d 3.1.4.f"),
}
NO_REST = {
    "sea": cite("domesday 3.1.6.c"),
    "estuary": cite("domesday 3.1.5.e 5.4.d"),
    "road": cite("domesday 3.1.4.f"),
    "road-box": cite("domesday 3.1.4.f"),
}
FYRD_SPEARMEN = cite("domesday 3.2.2.b 4.3.4.c 5.4.c")
FYRD_LONGSHIPS = cite("domesday 3.1.7.c 4.3.4.d 5.4.c")


class Band(msgspec.Struct, frozen=True):
    """The units on the march: troops, Fyrd and Leaders of one faction."""

    faction: str
    troops: tuple[int, ...] = NONE
    fyrd: tuple[int, ...] = NONE
    leaders: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many troops."""
        return sum(self.troops) + sum(self.fyrd)

    def kinds(self) -> list[tuple[str, str]]:
        """Each faction and kind in the band."""
        found = [(self.faction, "leader")] if self.leaders else []
        for faction, troops in ((self.faction, self.troops), ("fyrd", self.fyrd)):
            if troops is not NONE:
                found += [(faction, k) for n, k in enumerate(KINDS) if troops[2 * n] or troops[2 * n + 1]]
        return found

    def sailors(self) -> bool:
        """Leaders and Longships only."""
        return all(kind in SAILORS for _, kind in self.kinds())


@rule(cite("domesday 3.1.2.b 3.2.d 5.4.e 5.4.f 5.4.g 5.4.h 5.4.i 3.1.4.b 3.1.4.e 3.1.5.a 3.1.6.b R4 R16 R17"))
def entry(s: Dom, kinds: list[tuple[str, str]], to: str) -> int:
    """What entering costs: the dearest unit decides, Homeland or not."""
    terrain = s.board.spaces[to].terrain
    for faction, kind in kinds:
        if not at_home(s, to, faction, kind):
            return terrain.enter
    return terrain.enter_homeland


@rule(cite("domesday 5.4.l R27"))
def outmatched(s: Dom, band: Band, to: str) -> int:
    """A surcharge where enemy Longships off that shore outnumber the band's."""
    mine = band.troops[4] + band.fyrd[4]
    theirs = 0
    for place in s.board.shores[to]:
        row = s.stacks.get(place)
        if row:
            for faction, st in row.items():
                if st.troops[4] and banner(s, faction) != band.faction:
                    theirs += st.troops[4]
    return s.board.price["outmatched-longships"] if mine < theirs else 0


@rule(cite("domesday 5.4.j 5.4.k 3.3.1.c 3.3.2.b"))
def leaving(s: Dom, band: Band, space: str) -> int:
    """A surcharge for leaving a Contested or Enemy-Controlled Area."""
    row = s.stacks.get(space)
    if not row or (len(row) == 1 and banner(s, next(iter(row))) == band.faction):
        return 0
    master = controller(s, space)
    if master == band.faction:
        return 0
    return s.board.price["leave-enemy-controlled" if master else "leave-contested"]


@rule(cite("domesday 5.4.a"))
def toll(s: Dom, band: Band, kinds: list[tuple[str, str]], origin: str, to: str) -> int:
    """All that a step costs."""
    cost = entry(s, kinds, to) + leaving(s, band, origin)
    return cost + outmatched(s, band, to) if to in s.board.shores else cost


@rule(cite("domesday 3.2.2.b 3.1.7.c 4.3.4.c 4.3.4.d 5.4.c 3.1.5.d 4.0.a"))
def closed(s: Dom, band: Band, to: str) -> Cite | None:
    """Spaces some of the band may not enter at all; Longships may enter land."""
    space = s.board.spaces[to]
    if band.fyrd is not NONE:
        if band.fyrd[6] or band.fyrd[7]:
            abroad = space.is_area and "saxon" not in space.homelands
            if abroad or space.kind == "sea":
                return FYRD_SPEARMEN
        if (band.fyrd[4] or band.fyrd[5]) and space.kind == "overseas":
            return FYRD_LONGSHIPS
    if space.kind == "estuary" and enemy_controlled(s, to, band.faction) and not band.sailors():
        return cite("domesday 3.1.5.d")
    return None


@rule(cite("domesday 3.1.4.f 3.1.5.b 3.1.5.e 3.1.6.c 4.2.h 5.4.d"))
def may_rest(s: Dom, band: Band, space: str) -> bool:
    """Areas hold anyone, Estuaries only Leaders and Longships, Seas and Roads nobody."""
    place = s.board.spaces[space]
    return place.is_area or (place.kind == "estuary" and band.sailors())


@rule(cite("domesday 3.1.4.d 3.1.5.d 3.1.6.a"))
def way_on(
    s: Dom, band: Band, kinds: list[tuple[str, str]], path: tuple[str, ...], halves: int, seen: frozenset[str]
) -> bool:
    """Whether a band in a space where it cannot rest can pay its way to one where it can."""
    space = path[-1]
    foes = 1 if _foes(s, band, space) else 0
    for to in s.board.spaces[space].exits:
        if to in seen or not _within(s, space, to) or closed(s, band, to) is not None:
            continue
        cost = entry(s, kinds, to) + foes
        if to in s.board.shores and cost <= halves:
            cost += outmatched(s, band, to)
        if cost > halves or (not cost and to in path):
            continue
        if may_rest(s, band, to) or way_on(s, band, kinds, (*path, to), halves - cost, seen | {to}):
            return True
    return False


def _foes(s: Dom, band: Band, space: str) -> bool:
    row = s.stacks.get(space)
    return bool(row) and any(f != band.faction for f in hosts(s, space))


def _within(s: Dom, origin: str, to: str) -> bool:
    purse = s.purse
    return not purse.bound or origin in purse.areas or to in purse.areas


@rule(cite("domesday 5.4.j 3.3.1.c 5.5.3.g R34"))
def escape(s: Dom, band: Band, kinds: list[tuple[str, str]], origin: str) -> tuple[str, ...]:
    """Where a band may go from an Enemy-Controlled Area: the best retreat open to all of it."""
    space = s.board.spaces[origin]
    found = [
        to
        for to, via in space.retreats
        if via in ("", "road") and all(shut(s, f, k, to, via, None) is None for f, k in kinds)
    ]
    if not found:
        return ()
    own = [k for f, k in kinds if f != "fyrd"] or [k for _, k in kinds]
    rank = {to: priority(s, band.faction, own, to) for to in found}
    best = min(rank.values())
    return tuple(to for to in found if rank[to] == best)


@rule(cite("domesday 5.4.a 3.1.a 3.1.b 3.1.4.b 3.1.4.c 3.1.5.p 3.1.4.d 3.1.5.d 3.1.6.a R33 R43"))
def enter_forbids(s: Dom, band: Band, path: tuple[str, ...], to: str) -> Cite | None:
    """The rule against a step of the march."""
    origin = path[-1]
    if to not in s.board.spaces[origin].exits:
        return cite("domesday 5.4.a 3.1.a 3.1.b 3.1.5.p")
    if not _within(s, origin, to):
        return ELSEWHERE
    kinds = band.kinds()
    why = closed(s, band, to)
    if why is not None:
        return why
    trapped = controller(s, origin) not in ("", band.faction)
    if trapped and to not in escape(s, band, kinds, origin):
        return cite("domesday 5.4.j 3.3.1.c 5.5.3.d 5.5.3.g")
    cost = toll(s, band, kinds, origin, to)
    if cost > s.purse.halves:
        return _too_dear(s, band, origin, to)
    if not cost and to in path:
        return cite("domesday R33 5.4.a")
    rest = s.purse.halves - cost
    if not may_rest(s, band, to) and not way_on(s, band, kinds, (*path, to), rest, frozenset((to,))):
        return NO_WAY_ON[s.board.spaces[to].kind]
    return _absentee(s, band, path)


def _too_dear(s: Dom, band: Band, origin: str, to: str) -> Cite:
    why = PAID[s.board.spaces[to].terrain.id]
    if to in s.board.shores and outmatched(s, band, to):
        why = (*why, *cite("domesday 5.4.l"))
    if leaving(s, band, origin):
        why = (*why, *cite("domesday 5.4.j 5.4.k"))
    return why


def _absentee(s: Dom, band: Band, path: tuple[str, ...]) -> Cite | None:
    seat, here = s.purse.seat, path[-1]
    if seat != s.rules.absentee:
        return None
    moving = band.count + len(band.leaders)
    why = escorted(s, seat, here, band.faction, band.count, len(band.leaders))
    return why or (guards_home(s, seat, here, band.faction, moving) if len(path) == 1 else None)


def movers(s: Dom, mine: list[str], area: str) -> list[str]:
    """The player's factions with a unit there that could go somewhere."""
    row = s.stacks.get(area, {})
    return [
        f
        for f in mine
        if any(banner(s, g) == f and _movable(st) for g, st in row.items()) and _any_way(s, f, area)
    ]


def _movable(st: Stack) -> bool:
    return st.count > 0 or bool(st.leaders)


def _any_way(s: Dom, faction: str, area: str) -> bool:
    return any(_ways(s, band, (area,)) for band in _singles(s, faction, area))


def _ways(s: Dom, band: Band, path: tuple[str, ...]) -> bool:
    return any(enter_forbids(s, band, path, to) is None for to in s.board.spaces[path[-1]].exits)


def _singles(s: Dom, faction: str, area: str) -> Iterator[Band]:
    """A band of one of each sort of unit; for the Absentee's escorts, the whole stack too."""
    st, fyrd = s.at(area, faction), _fyrd(s, faction, area)
    for kind, reduced, _ in units_of(s, area, faction):
        yield Band(faction, add(NONE, kind, reduced, 1))
    if fyrd.count:
        for kind, reduced, _ in units_of(s, area, "fyrd"):
            yield Band(faction, fyrd=add(NONE, kind, reduced, 1))
    for leader in st.leaders:
        yield Band(faction, leaders=(leader,))
    if s.purse.seat == s.rules.absentee:
        yield Band(faction, st.troops, fyrd.troops if fyrd.count else NONE, st.leaders)


def _fyrd(s: Dom, faction: str, area: str) -> Stack:
    return s.at(area, "fyrd" if s.king and s.sides[s.king] == faction else "")


@rule(cite("domesday 5.4.a 4.3.2.f 4.4.d"))
def move_forbids(s: Dom, mine: list[str], area: str) -> Cite | None:
    """The rule against moving any stack of the player from there."""
    row = s.stacks.get(area, {})
    if not any(banner(s, f) in mine for f in row):
        return cite("domesday 5.4.a")
    if not any(banner(s, f) in mine and _movable(st) for f, st in row.items()):
        return cite("domesday 4.3.2.f 4.4.d")
    return None if movers(s, mine, area) else cite("domesday 5.4.a 5.4.j 3.3.1.c 1.4.3.b 1.4.3.d")


def begin_move(s: Dom, area: str, log: Log) -> Steps[Dom]:
    """Choose the faction if there are several, then the units."""
    found = movers(s, sorted({banner(s, f) for f in spenders(s)}), area)
    if len(found) == 1:
        return (March(Band(found[0]), (area,)),)
    return (MoveAs(area, tuple(found)),)


@step(cite("domesday 5.4.a 4.5.a"))
class MoveAs(Choice[Dom], frozen=True):
    """Several factions of the player stand there: whose stack moves?"""

    area: str
    factions: tuple[str, ...]

    def seat(self, s: Dom) -> Seat:
        """The player who spends."""
        return answerer(s, s.purse.seat)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Each of them."""
        return (Action("as", f) for f in self.factions)

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Only those that can move."""
        return None if a.verb == "as" and a.noun in self.factions else self.cite

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """That one."""
        return (March(Band(str(a.noun)), (self.area,)),)


@step(cite("domesday 5.4.a 5.4.b 4.5.e R62"))
class March(Choice[Dom], frozen=True):
    """Pick up units, enter the next space, drop units, or stop."""

    band: Band
    path: tuple[str, ...]
    dropping: bool = False

    def seat(self, s: Dom) -> Seat:
        """The player who spends."""
        return answerer(s, s.purse.seat)

    @property
    def here(self) -> str:
        """Where the band is."""
        return self.path[-1]

    def waiting(self, s: Dom) -> tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]:
        """Own units here that are not in the band."""
        st, fyrd = s.at(self.here, self.band.faction), _fyrd(s, self.band.faction, self.here)
        leaders = tuple(x for x in st.leaders if x not in self.band.leaders)
        return sums(st.troops, self.band.troops, -1), sums(fyrd.troops, self.band.fyrd, -1), leaders

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Picks, steps, drops, and the stop."""
        if not self.dropping:
            yield from (Action("pick", x) for x in self._nouns(*self.waiting(s)))
            yield Action("pick", "all")
        if self.band.count or self.band.leaders:
            yield from (Action("enter", to) for to in s.board.spaces[self.here].exits)
            if len(self.path) > 1:
                yield from (
                    Action("drop", x)
                    for x in self._nouns(self.band.troops, self.band.fyrd, self.band.leaders)
                )
                yield Action("stop")

    def _nouns(
        self, troops: tuple[int, ...], fyrd: tuple[int, ...], leaders: tuple[str, ...]
    ) -> Iterator[str]:
        for faction, row in ((self.band.faction, troops), ("fyrd", fyrd)):
            if any(row):
                for n, kind in enumerate(KINDS):
                    if row[2 * n]:
                        yield unit_name(faction, kind, False)
                    if row[2 * n + 1]:
                        yield unit_name(faction, kind, True)
        yield from leaders

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """The rule against it."""
        if a.verb == "enter":
            if not (self.band.count or self.band.leaders):
                return self.cite
            return enter_forbids(s, self.band, self.path, str(a.noun))
        if a.verb == "pick":
            return self._pick_forbids(s, str(a.noun))
        if a.verb == "drop":
            return self._drop_forbids(s, str(a.noun))
        if a.verb != "stop":
            return self.cite
        if len(self.path) == 1:
            return cite("domesday R33 5.4.a")
        return None if may_rest(s, self.band, self.here) else NO_REST[s.board.spaces[self.here].kind]

    def _pick_forbids(self, s: Dom, noun: str) -> Cite | None:
        if noun.endswith(":castle"):
            return cite("domesday 4.3.2.f")
        if self.dropping:
            return cite("domesday R62 5.4.b")
        units = list(self._nouns(*self.waiting(s)))
        if noun == "all":
            if len(units) < 1 or (len(units) == 1 and self._lone(s)):
                return self.cite
        elif noun not in units:
            return cite("domesday 5.4.b 4.3.1.c")
        if len(self.path) > 1 and may_rest(s, self.band, self.here):
            return None
        band = self.picked(s, noun)
        if _ways(s, band, self.path) or (noun != "all" and self._escort_to_come(s, band)):
            return None
        return cite("domesday R62 5.4.a")

    def _lone(self, s: Dom) -> bool:
        troops, fyrd, leaders = self.waiting(s)
        return sum(troops) + sum(fyrd) + len(leaders) == 1

    def _escort_to_come(self, s: Dom, band: Band) -> bool:
        """An Absentee band may still be too small to leave; the rest can be picked after."""
        if s.purse.seat != s.rules.absentee:
            return False
        full = self.picked(s, "all")
        return full != band and _ways(s, full, self.path)

    def _drop_forbids(self, s: Dom, noun: str) -> Cite | None:
        band = self.band
        if len(self.path) == 1 or noun not in self._nouns(band.troops, band.fyrd, band.leaders):
            return cite("domesday 5.4.b")
        space = s.board.spaces[self.here]
        kind = "leader" if noun in band.leaders else unit_parts(noun)[1]
        if space.is_area or (space.kind == "estuary" and kind in SAILORS):
            return None if self._still_free(s, noun) else NO_WAY_ON.get(space.kind, self.cite)
        return NO_REST[space.kind]

    def _still_free(self, s: Dom, noun: str) -> bool:
        """In an Estuary what is left of the band must still have a way on, or be able to stay."""
        if s.board.spaces[self.here].is_area:
            return True
        band = self.dropped(noun)
        return not (band.count or band.leaders) or may_rest(s, band, self.here) or _ways(s, band, self.path)

    def picked(self, s: Dom, noun: str) -> Band:
        """The band with a unit more, or with all."""
        band = self.band
        if noun == "all":
            st, fyrd = s.at(self.here, band.faction), _fyrd(s, band.faction, self.here)
            return Band(band.faction, st.troops, fyrd.troops if fyrd.count else NONE, st.leaders)
        return _with(band, noun, 1)

    def dropped(self, noun: str) -> Band:
        """The band with a unit less."""
        return _with(self.band, noun, -1)

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Do it, and go on."""
        if a.verb == "pick":
            return (March(self.picked(s, str(a.noun)), self.path),)
        if a.verb == "drop":
            band = self.dropped(str(a.noun))
            return (March(band, self.path, True),) if band.count or band.leaders else ()
        if a.verb == "enter":
            self._enter(s, str(a.noun), log)
            return (March(self.band, (*self.path, str(a.noun))),)
        return ()

    def _enter(self, s: Dom, to: str, log: Log) -> None:
        cost = toll(s, self.band, self.band.kinds(), self.here, to)
        pay(s, cost)
        transfer(s, self.band, self.here, to)
        emit(
            log, "moved", PAID[s.board.spaces[to].terrain.id], faction=self.band.faction,
            area=self.here, to=to, halves=cost, n=self.band.count + len(self.band.leaders),
        )  # fmt: skip


def _with(band: Band, noun: str, n: int) -> Band:
    if ":" not in noun:
        leaders = (*band.leaders, noun) if n > 0 else tuple(x for x in band.leaders if x != noun)
        return msgspec.structs.replace(band, leaders=leaders)
    faction, kind, reduced = unit_parts(noun)
    if faction == "fyrd":
        troops = add(band.fyrd, kind, reduced, n)
        return msgspec.structs.replace(band, fyrd=troops if any(troops) else NONE)
    return msgspec.structs.replace(band, troops=add(band.troops, kind, reduced, n))


@rule(cite("domesday 3.1.3.a 3.1.3.c 4.5.e R35"))
def transfer(s: Dom, band: Band, origin: str, to: str) -> None:
    """Move the band; at an Enemy-Controlled City it stays on the border it comes from."""
    mine = (band.faction, "fyrd")
    gate = ""
    present = [s.at(to, f) for f in mine if banner(s, f) == band.faction and s.at(to, f).size]
    if present:
        gate = present[0].border
    elif s.board.spaces[to].kind == "city" and enemy_controlled(s, to, band.faction):
        gate = origin
    _shift(s, band.faction, band.troops, band.leaders, origin, to, gate)
    if any(band.fyrd):
        _shift(s, "fyrd", band.fyrd, (), origin, to, gate)
    for leader in band.leaders:
        s.leaders[leader] = to
    if gate:
        open_gates(s, to)


def _shift(
    s: Dom, faction: str, troops: tuple[int, ...], leaders: tuple[str, ...], origin: str, to: str, gate: str
) -> None:
    if not any(troops) and not leaders:
        return
    st = s.at(origin, faction)
    rest = tuple(x for x in st.leaders if x not in leaders)
    s.put(origin, faction, stack(sums(st.troops, troops, -1), rest, st.castle, st.border))
    st = s.at(to, faction)
    s.put(to, faction, stack(sums(st.troops, troops), (*st.leaders, *leaders), st.castle, gate))
