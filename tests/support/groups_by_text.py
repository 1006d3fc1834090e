"""Which groups may march in the 2005 game, computed once more from the rulebook's words.

Tables are dealt at random: foot, cavalry and legions with leaders or without, forts and burhs, fleets and boats. Step by step every
part of a group that may set out or march on is compared with what is offered; ways that fill an area beyond its usual limit are left
to the law of the phase's end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

from albion.engine.cases import set_up
from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.loop import apply, settle
from albion.games import find_game
from support.ledger_by_text import units

GAME: Any = find_game("britannia-2005")
OPTIONS = GAME.option_sets()[0]
RULES = GAME.blank(OPTIONS).rules
BOARD = RULES.board
TURNS = [
    (n + 1, x)
    for n, row in enumerate(RULES.timeline)
    for x, turn in row.turns.items()
    if turn.boats or turn.invaders
]
TURNS += [
    (2, "romans"),
    (3, "romans"),
    (3, "welsh"),
    (7, "brigantes"),
    *[(7, "romano-british"), (16, "normans")] * 12,
]
MOST_MOVES = 6
WHOLE = 9
"""What a strait costs: all there is."""


class March(NamedTuple):
    """This many armies, of them this many cavalry, and a leader, from one place to the next area, by boat or not."""

    place: str
    area: str
    n: int
    cavalry: int
    leader: str
    sails: bool


class Group(NamedTuple):
    """Armies on the march: how much of their move is used, whether they may still sail, and where they have been."""

    n: int
    cavalry: int
    leader: str
    used: int
    may_sail: bool
    path: tuple[str, ...]


def disagreements(seed: int, tables: int) -> list[str]:
    """Marches that the text allows and the game does not offer, or the reverse."""
    rng, found = Random(seed), list[str]()
    while tables and not found:
        nation, position = _dealt(rng)
        try:
            s = set_up(GAME, OPTIONS, f"Movement: {RULES.nations[nation].name}", position, Dice(1))
        except DataError:
            continue
        s.turn = nation
        tables -= 1
        found = [f"{position}: {x}" for x in Phase(s, nation, rng).compared()]
    return found


class Phase:
    """A Movement phase played at random, and what of it the text asks about."""

    def __init__(self, s: Any, nation: str, rng: Random) -> None:
        self.s, self.nation, self.rng = s, nation, rng
        self.overfull = self.too_full()
        self.new_forts = set[str]()
        self.entered = Counter[str]()
        self.boats = s.turn_of(nation).boats

    def compared(self) -> Iterator[str]:
        """What is offered and not by the text, or the reverse, at every step."""
        d = settle(self.s)
        for _ in range(MOST_MOVES):
            if d is None or d.step != "Movement":
                return
            costs = {m: cost for place in self.s.fresh for m, cost in self.setting_out(place)}
            offers = _offers(self.s, d, "from")
            yield from self.differences(offers, costs, onward=False)
            group: Group | None = None
            while offers and (group is None or self.rng.random() < 0.7):
                march = max(self.rng.choices(sorted(offers), k=3), key=lambda m: m.n)
                group = self.moved(march, costs.get(march, WHOLE), group)
                self.s, d = offers[march]
                costs = dict(self.marching_on(group))
                offers = _offers(self.s, d, "march-on") if d is not None and d.step == "MarchOn" else {}
                yield from self.differences(offers, costs, onward=True)
            d = self.stopped(d)

    def differences(self, offers: Any, costs: dict[March, int], *, onward: bool) -> Iterator[str]:
        """Ways that only one side knows, those apart that fill an area."""
        yield from (f"offered: {m}" for m in sorted(offers.keys() - costs.keys()))
        for m in sorted(costs.keys() - offers.keys()):
            beyond = units(self.s, self.nation, m.area) + m.n > self.usual(m.area)
            left = onward and units(self.s, self.nation, m.place) - m.n > self.usual(m.place)
            if not (self.overfull or beyond or left or (onward and self.too_full())):
                yield f"not offered: {m}"

    def too_full(self) -> bool:
        return any(units(self.s, self.nation, a) > self.usual(a) for a in BOARD.areas)

    def usual(self, area: str) -> int:
        """This many armies an area holds, overstacks apart."""
        if self.nation == "romans":
            return 4 if area in BOARD.difficult else 99
        return 2 if area in BOARD.difficult else 3

    def foe(self, area: str) -> str:
        return next((n for n in RULES.nations if n != self.nation and units(self.s, n, area)), "")

    def road(self, area: str) -> bool:
        return self.nation == "romans" and bool(self.s.forts.get(area)) and area not in self.new_forts

    def ways(self, place: str, *, boats: bool) -> Iterator[tuple[str, int, bool]]:
        """Every next area with what it costs, and whether by boat."""
        if place not in BOARD.near:
            card = RULES.landing.get((self.nation, place))
            beyond = {a: 2 for sea in BOARD.sea_near[place] for a in BOARD.coast[sea]}
            landing = beyond | dict.fromkeys(BOARD.coast[place], 1) if card is None else card
            yield from ((a, cost, False) for a, cost in landing.items())
            return
        yield from ((a, 0 if self.road(place) and self.road(a) else 1, False) for a in BOARD.land[place])
        yield from ((a, WHOLE, False) for a in BOARD.strait[place])
        over_sea = {a for sea in BOARD.shores[place] for a in BOARD.coast[sea]} - {place}
        yield from ((a, 2, True) for a in (over_sea if boats else ()))

    def allowance(self, n: int, cavalry: int, leader: str) -> int:
        """Three areas for legions, cavalry alone, and with a leader."""
        return 3 if leader or self.nation == "romans" or cavalry == n else 2

    def setting_out(self, place: str) -> Iterator[tuple[March, int]]:
        """Every part of those that have not moved, every way; nobody leaves a leader alone."""
        waiting = self.s.unmoved(place)
        here = self.s.leader_at(self.nation, place)
        leaders = ("", here) if here is not None and here not in self.s.still else ("",)
        for (n, cavalry), leader in product(_parts(waiting.n, waiting.of("cavalry")), leaders):
            if len(leaders) > 1 and not leader and n == self.s.count(self.nation, place):
                continue
            allowed = self.allowance(n, cavalry, leader)
            for area, cost, sails in self.ways(place, boats=self.boats):
                if cost <= allowed or cost == WHOLE:
                    yield March(place, area, n, cavalry, leader, sails), cost

    def marching_on(self, g: Group) -> Iterator[tuple[March, int]]:
        """Every part that hills, opponents and distance let go on; their leader goes with them."""
        here = g.path[-1]
        if here in BOARD.difficult and not g.leader:
            return
        foe = self.foe(here)
        most = min(g.n, self.entered[here] - 2 * units(self.s, foe, here)) if foe else g.n
        for n, cavalry in _parts(g.n, g.cavalry):
            for area, cost, sails in self.ways(here, boats=self.boats and g.may_sail) if n <= most else ():
                again = self.nation == "romans" and area in g.path
                if g.used + cost <= self.allowance(n, cavalry, g.leader) and not again:
                    yield March(here, area, n, cavalry, g.leader, sails), cost

    def moved(self, m: March, cost: int, g: Group | None) -> Group:
        """Note a march that is about to be made."""
        if g is not None and self.foe(m.place):
            self.entered[m.place] -= m.n
        if self.foe(m.area):
            self.entered[m.area] += m.n
        elif m.area not in self.s.forts:
            self.new_forts.add(m.area)
        came = (m.place,) if g is None else g.path
        may_sail = not m.sails and (m.place in BOARD.near if g is None else g.may_sail)
        return Group(
            m.n, m.cavalry, m.leader, cost + (g.used if g is not None else 0), may_sail, (*came, m.area)
        )

    def stopped(self, d: Any) -> Any:
        """Let those that could go on stop; None: they may not."""
        while d is not None and d.step == "MarchOn":
            stop = [a for a in d.actions if a.verb == "stop"]
            d = apply(self.s, stop[0]) if stop else None
        return d


def _parts(n: int, cavalry: int) -> Iterator[tuple[int, int]]:
    """This many armies, this many of them cavalry."""
    for k in range(1, n + 1):
        yield from ((k, horse) for horse in range(max(0, k - (n - cavalry)), min(k, cavalry) + 1))


def _offers(s: Any, d: Any, verb: str) -> dict[March, tuple[Any, Any]]:
    """Every march that can be made now, with the table after it."""
    found: dict[March, tuple[Any, Any]] = {}
    waiting = [(s, a) for a in d.actions if a.verb == verb]
    while waiting:
        before, a = waiting.pop()
        then, log = before.clone(), list[Any]()
        asked = apply(then, a, log)
        made = next((e.data for e in log if e.kind == "move"), None)
        if made is not None:
            march = March(*[made[x] for x in ("place", "area", "n", "cavalry", "leader")], bool(made["sail"]))
            found[march] = (then, asked)
        elif asked is not None:
            waiting += [(then, b) for b in asked.actions if b.verb not in ("end", "stop", "from")]
    return found


def _dealt(rng: Random) -> tuple[str, dict[str, str]]:
    """Whose turn it is, and a position around one area: own armies, two others, a fleet, a leader."""
    number, nation = rng.choice(TURNS)
    foes = rng.sample([x for x in RULES.nations if x not in (nation, "romano-british")], 2)
    zone = {rng.choice(BOARD.areas)}
    for _ in range(3):
        zone |= {b for a in zone for b in BOARD.near[a]}
    position, own = {"round": str(number)}, list[str]()
    for area in sorted(zone):
        luck = rng.random()
        if luck < 0.6:
            position[area] = _units(rng, nation if luck < 0.3 else rng.choice(foes), area)
            own += [area] if luck < 0.3 else []
    seas = [sea for x, sea in RULES.landing if x == nation]
    if seas and rng.random() < 0.6:
        own.append(rng.choice(seas))
        position[own[-1]] = f"{rng.randint(1, 5)} {RULES.nations[nation].name}"
    leader = next((c.name for c in RULES.leaders.values() if c.nation == nation and c.round <= number), "")
    if leader and own and rng.random() < 0.8:
        position[rng.choice(own)] += f", {leader}"
    return nation, position


def _units(rng: Random, nation: str, area: str) -> str:
    name = RULES.nations[nation].name
    full = 2 if area in BOARD.difficult else 3
    found = [f"{5 if rng.random() < 0.05 else rng.randint(1, full)} {name}"]
    if RULES.counters.get(nation) and rng.random() < 0.6:
        found = [*([f"{rng.randint(1, full - 1)} {name}"] if rng.random() < 0.6 else []), f"1 {name} cavalry"]
    if nation == "romans":
        found.append(f"1 {name} fort")
    if nation == "saxons" and area not in BOARD.difficult and rng.random() < 0.3:
        found = [*(found if rng.random() < 0.7 else []), f"1 {name} burh"]
    return ", ".join(found)
