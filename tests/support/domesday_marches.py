"""Domesday's marches computed a second time from the rulebook's words: where a band may go next with the points left (5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from albion.engine.action import Decision
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from albion.games.domesday.s05_4_laws import Band
from albion.games.domesday.s05_4_march import March
from albion.games.domesday.state import Dom
from support.domesday_by_text import (
    AREAS,
    AT_EASE,
    CROWNS,
    ESTUARIES,
    NAMES,
    _admits,
    _crowd,
    _limit,
    _rows,
    flag,
    forces,
    holder,
    home,
)

ROADS, BOXES, SEAS = _rows("roads", "road"), _rows("roads", "road_box"), _rows("waters", "sea")
PRICES = {
    "marsh": (6, 3),
    "highland": (6, 2),
    "forest": (4, 2),
    "sea": (4, 2),
    "city": (2, 1),
    "lowland": (2, 1),
    "road-box": (2, 1),
    "estuary": (1, 0),
    "road": (1, 0),
}
"""Half points abroad and at home (5.4)."""
SAILORS, ISLES = ("leader", "longship"), ("isles", "orkney")


class Unit(NamedTuple):
    """A unit on the march."""

    faction: str
    kind: str
    full: bool


Units = list[Unit]


def disagreements(options: DomesdayOptions, seed: int, answers: int) -> tuple[int, list[str]]:
    """How many steps of marches a random game asks about in this many answers, and where it and the words part."""
    s = GAME.setup(options, Dice(seed))
    dice, d, asked, found = Dice(seed + 1), settle(s), 0, list[str]()
    while d is not None and answers and not found:
        step = s.agenda[-1]
        if isinstance(step, March) and step.band.kinds():
            asked += 1
            found += _steps(s, d, step)
        moves = [a for a in d.actions if a.verb in ("move", "enter")] if dice.d(2) == 1 else []
        lively = moves or list(d.actions)
        d = apply(s, lively[dice.d(len(lively)) - 1])
        answers -= 1
    return asked, found


def _steps(s: Dom, d: Decision, step: March) -> Iterator[str]:
    said = {a.noun for a in d.actions if a.verb == "enter"}
    words = set() if _kept(s, step.band, step.path) else Way(s, step.band).enters(step.path)
    if said != words:
        who = [*_units(step.band), *step.band.leaders]
        yield f"{who} along {step.path} with {s.purse.halves} halves: {sorted(map(str, said))}, by the words {sorted(words)}"


def _kept(s: Dom, band: Band, path: tuple[str, ...]) -> bool:
    """Whether Absentee units stay: a Leader without four, one who would lose them, guards of a Homeland (1.4.3)."""
    if s.purse.seat != s.rules.absentee:
        return False
    here, going = path[0], len(_units(band))
    troops = going - len(band.leaders)
    if band.leaders and troops < 4:
        return True
    if len(path) > 1:
        return False
    there = _crowd(s, here, band.faction)
    left = set(s.at(here, band.faction).leaders) - set(band.leaders)
    if left and there >= 4 > there - troops:
        return True
    if here not in AREAS or not any(home(s, here, x.faction) for x in _units(band)):
        return False
    count, lord = forces(s, here), holder(s, here)
    if lord not in ("", band.faction):
        return False
    count[band.faction] -= going
    after = next((f for f, n in count.items() if n and n >= 2 * (sum(count.values()) - n)), "")
    return not count[band.faction] or after != lord


def _neighbors() -> dict[str, set[str]]:
    """Spaces that touch: across borders and Roads, along Roads, on and off the water (3.1)."""
    found: dict[str, set[str]] = {}
    rows = [(a, (*x.get("borders", ()), *x.get("road_borders", ()))) for a, x in AREAS.items()]
    keys = ("ends", "side_a", "side_b", "estuaries", "areas", "across", "seas")
    for table in (ROADS, BOXES, ESTUARIES, SEAS):
        rows += [(a, tuple(b for key in keys for b in x.get(key, ()))) for a, x in table.items()]
    for a, others in rows:
        for b in others:
            found.setdefault(a, set()).add(b)
            found.setdefault(b, set()).add(a)
    return found


NEXT = _neighbors()


def _terrain(space: str) -> str:
    if space in AREAS:
        return str(AREAS[space]["terrain"])
    tables = {"road": ROADS, "road-box": BOXES, "sea": SEAS, "estuary": ESTUARIES}
    return next(name for name, table in tables.items() if space in table)


def _units(band: Band) -> Units:
    found = [Unit(band.faction, "leader", False) for _ in band.leaders]
    for faction, troops in ((band.faction, band.troops), ("fyrd", band.fyrd)):
        for n, kind in enumerate(NAMES):
            found += [Unit(faction, kind, True)] * troops[2 * n]
            found += [Unit(faction, kind, False)] * troops[2 * n + 1]
    return found


class Way:
    """The way of one band."""

    def __init__(self, s: Dom, band: Band) -> None:
        self.s, self.mine, self.units = s, band.faction, _units(band)
        self.afloat = all(x.kind in SAILORS for x in self.units)
        crowned = any(self.mine in CROWNS[x] for x in band.leaders)
        self.most = 8 if crowned else 6 if band.leaders else 4
        self.troops = len(self.units) - len(band.leaders)

    def enters(self, path: tuple[str, ...]) -> set[str]:
        """Spaces the band may enter next: paid for, not back, and with a way on where it cannot stay."""
        if self.troops > self.most:
            return set()
        since, halves = path, self.s.purse.halves
        for n in range(len(path) - 1, 0, -1):
            if self.stays(path[n], coming=n < len(path) - 1):
                since = path[n:]
                break
        return {
            to
            for to, cost in self.exits(path[-1]).items()
            if cost <= halves
            and to != since[0]
            and (cost or to not in since)
            and (self.stays(to, coming=True) or self.gets_on((*since, to), halves - cost))
        }

    def gets_on(self, since: tuple[str, ...], halves: int) -> bool:
        """Whether it can pay its way from a Road or water to another space where it can stay (3.1.4-3.1.6)."""
        return any(
            self.stays(to, coming=True) or self.gets_on((*since, to), halves - cost)
            for to, cost in self.exits(since[-1], coming=True).items()
            if to not in since and cost <= halves
        )

    def stays(self, space: str, *, coming: bool) -> bool:
        """Areas hold anyone, Estuaries one stack of Leaders and Longships (5.4)."""
        if space in AREAS:
            return True
        if space not in ESTUARIES or not self.afloat:
            return False
        there = _crowd(self.s, space, self.mine) + (self.troops if coming else 0)
        return there <= max(self.most, _limit(self.s, space, self.mine))

    def exits(self, here: str, *, coming: bool = False) -> dict[str, int]:
        """Every space the band may step to and its price, the way on apart."""
        count = forces(self.s, here)
        if coming:
            count[self.mine] = count.get(self.mine, 0) + len(self.units)
        total = sum(count.values())
        lord = next((f for f, n in count.items() if n >= 2 * (total - n)), "")
        surcharge = int(len(count) > 1 and lord != self.mine)
        shut = bool(surcharge and lord)
        ways = self.retreats(here) if shut else dict.fromkeys(NEXT[here], "")
        return {
            to: surcharge + sum(self.price(x) for x in (to, across) if x)
            for to, across in ways.items()
            if self.open(to) and self.named(here, to)
        }

    def named(self, here: str, to: str) -> bool:
        """Points of an Event: into or out of an Area it names, or with the ships that it speaks of (5.1, 5.8)."""
        purse = self.s.purse
        if not purse.bound:
            return True
        if not purse.fleets:
            return bool({here, to} & {*purse.areas})
        ships = [x.kind == "longship" for x in self.units]
        return any(ships) or any(self.harbor(space) for space in (here, to))

    def harbor(self, space: str) -> bool:
        """Whether a Longship of the Event's faction is there, the King's Fyrd counted with it."""
        return any(
            flag(self.s, f) == self.s.purse.faction and sum(st.troops[4:6]) > 0
            for f, st in self.s.stacks.get(space, {}).items()
        )

    def open(self, to: str) -> bool:
        """Fyrd stay at home, and only sailors pass an Estuary that enemies Control (4.3.4, 3.1.5)."""
        abroad = to in SEAS or (to in AREAS and not home(self.s, to, "fyrd"))
        overseas = to in AREAS and AREAS[to]["kind"] == "overseas"
        levies = {x.kind for x in self.units if x.faction == "fyrd"}
        if ("spearman" in levies and abroad) or ("longship" in levies and overseas):
            return False
        return to not in ESTUARIES or self.afloat or holder(self.s, to) in ("", self.mine)

    def price(self, to: str) -> int:
        """The dearest unit's, and two halves more where enemy fleets are stronger (5.4)."""
        abroad, at_home = PRICES[_terrain(to)]
        return max(at_home if self.easy(x, to) else abroad for x in self.units) + self.fleets(to)

    def easy(self, x: Unit, to: str) -> bool:
        """Whether the space counts as a Homeland of the unit."""
        if to in AREAS:
            return home(self.s, to, x.faction) or (to in ISLES and x.kind in SAILORS)
        return x.kind in AT_EASE[_terrain(to)]

    def fleets(self, to: str) -> int:
        """A point if fewer full Longships sail than enemies have around that water."""
        water = ESTUARIES.get(to) or SEAS.get(to)
        if water is None:
            return 0
        shores = (*water["areas"], *water.get("across", ()), *water.get("estuaries", ()))
        slot = 2 * NAMES.index("longship")
        foes = sum(
            st.troops[slot]
            for shore in shores
            for faction, st in self.s.stacks.get(shore, {}).items()
            if flag(self.s, faction) != self.mine
        )
        return 2 if sum(x.kind == "longship" and x.full for x in self.units) < foes else 0

    def retreats(self, here: str) -> dict[str, str]:
        """Out of an Enemy-Controlled Area: the best refuges open to all of the band, and what is crossed (5.5.3)."""
        found = {
            to: across
            for to, across in _refuges(here).items()
            if all(_admits(self.s, to, x.faction, x.kind) for x in self.units)
            and _crowd(self.s, to, self.mine) + self.troops <= max(self.most, _limit(self.s, to, self.mine))
            and (across not in ESTUARIES or holder(self.s, across) in ("", self.mine))
        }
        ranks = {to: self.rank(to) for to in found}
        return {to: found[to] for to in found if ranks[to] == min(ranks.values())}

    def rank(self, to: str) -> int:
        """Own Controlled, Contested, empty; Homelands before others each time."""
        own = [x for x in self.units if x.faction != "fyrd"] or self.units
        water = to in ESTUARIES or to in ISLES
        levies = all(x.faction == "fyrd" for x in self.units)
        at_home = home(self.s, to, "fyrd" if levies else self.mine)
        foreign = not (at_home or all(water and x.kind in SAILORS for x in own))
        if not forces(self.s, to):
            return 5 + foreign
        return (1 if holder(self.s, to) == self.mine else 3) + foreign


def _refuges(here: str) -> dict[str, str]:
    """Spaces a retreat may lead to: next door, or across a Road, a Road Box or an Estuary."""
    if here in ESTUARIES:
        return dict.fromkeys((*ESTUARIES[here]["areas"], *ESTUARIES[here].get("across", ())), "")
    row = AREAS[here]
    found = dict.fromkeys((*row.get("borders", ()), *row.get("road_borders", ())), "")
    for to in row.get("box_borders", ()):
        found[to] = next(box for box, x in BOXES.items() if here in x["areas"] and to in x["areas"])
    for water, x in ESTUARIES.items():
        banks = (*x["areas"], *x.get("across", ()))
        if here in banks:
            found[water] = ""
            for to in banks:
                if to != here:
                    found.setdefault(to, water)
    return found
