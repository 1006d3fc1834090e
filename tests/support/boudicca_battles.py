"""Boudicca's battles fought a second time from the rulebook's words: size, odds, dice, losses, who is left (10.1-10.3)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from albion.engine.cases import set_up
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.state import MARCHED, SCARED, BoudiccaState, enemy
from support.boudicca_by_text import POSTS, TERRAIN, _table, troops

COMBAT, SLOPES = _table("combat"), _table("terrain")["combat"]
DRM: dict[str, int] = COMBAT["drm"]
BONUS = {ROMANS: 2, BRITONS: 1}
"""The Battle Bonus of Paulinus and of Boudicca."""
WOODS, MARSH, ROUGH = (next(h for h in TERRAIN if TERRAIN[h] == kind) for kind in ("woods", "marsh", "rough"))
HEXES = (6106, 1930, WOODS, MARSH, ROUGH)
"""Open land, a Post, and a hex of each other terrain."""
ROMAN_STACKS = (
    "1 aux",
    "2 ix reduced",
    "1 xx-1, 2 xx",
    "3 cav, 2 aux force-marched",
    "4 ix scared, 1 ix-1 steps-2",
    "8 ix, 1 ix-1, 2 cav",
    "9 xiv, 1 xiv-1, 1 xx-1, 8 xx, paulinus",
    "2 ii inactive, paulinus",
)
BRITON_STACKS = (
    "1 parisi-cav reduced",
    "1 regni",
    "2 cantii, 1 cantii-cav",
    "1 brigantes reduced fury, 1 brigantes-cav fury",
    "3 silures, druid",
    "2 iceni, 2 regni reduced, boudicca",
    "5 brigantes, 6 iceni, 5 trinovantes, boudicca",
)


def disagreements(seed: int) -> list[str]:
    """Where a battle drawn by a seed ends otherwise than by the words."""
    draw = Dice(seed)
    h = HEXES[draw.d(len(HEXES)) - 1]
    romans, britons = (stacks[draw.d(len(stacks)) - 1] for stacks in (ROMAN_STACKS, BRITON_STACKS))
    attacker, intercepts, hails, spoilt = (
        (ROMANS, BRITONS)[draw.d(2) - 1],
        draw.d(3) == 1,
        draw.d(2) == 1,
        h in POSTS and draw.d(2) == 1,
    )
    told = {str(h): f"{romans}, {britons}", "hand-romans": "hail-caesar" if hails else "ap-1"}
    if spoilt:
        told["sacked"] = f"{h} britons"
    start = f"Battle {h} {attacker}{' intercepting' if intercepts else ''}"
    s = set_up(GAME, BoudiccaOptions(), start, told, Dice(seed + 1))
    fight = Fight(s, h, attacker, intercepts=intercepts, hails=hails, post=h in POSTS and not spoilt)
    fight.furious = "fury" in britons
    words = fight.left()
    _fight_on(s)
    said = {name: s.steps[s.rules.index[name]] for name in words}
    return [] if said == words else [f"{start}, {told}: {said}, by the words {words}"]


def _fight_on(s: BoudiccaState) -> None:
    """To the end: Hail Caesar! if it is held, losses by the first unit that may, nobody withdraws."""
    d = settle(s)
    while d is not None:
        wanted = [a for a in d.actions if a.verb in ("play", "stand")]
        d = apply(s, (wanted or list(d.actions))[0])


@dataclass(slots=True)
class Fighter:
    """One unit."""

    name: str
    strength: tuple[int, ...]
    steps: int
    first: bool
    legion: bool
    marks: int

    @property
    def points(self) -> int:
        """Strength Points now."""
        return self.strength[self.steps]


class Fight:
    """A battle from its beginning, with the same dice."""

    furious = False

    def __init__(
        self, s: BoudiccaState, h: int, attacker: str, *, intercepts: bool, hails: bool, post: bool
    ) -> None:
        self.dice, self.terrain, self.post = s.dice.clone(), TERRAIN[h], post
        self.attacker, self.defender, self.intercepts = attacker, enemy(attacker), intercepts
        self.armies = {side: [_fighter(s, u) for u in troops(s, h, side)] for side in (ROMANS, BRITONS)}
        here = {s.rules.units[u].id for u in s.at[h]}
        self.led = {ROMANS: "paulinus" in here, BRITONS: "boudicca" in here}
        self.markers, self.round = {ROMANS: 0, BRITONS: 0}, 1
        weaker = self.points(ROMANS) < self.points(BRITONS)
        self.hails = hails and weaker and any(x.legion for x in self.armies[ROMANS])

    def points(self, side: str) -> int:
        """Strength Points of a side."""
        return sum(x.points for x in self.armies[side])

    def left(self) -> dict[str, int]:
        """The steps of every unit when one army is gone."""
        everybody = [x for army in self.armies.values() for x in army]
        column = COMBAT["crt"]["major" if self._major() else "skirmish"]
        while all(self.armies.values()):
            many, few = self._odds()
            if many >= 7:
                self._lose(self.defender, 99)
            elif few >= 5 and not self.hails:
                self._lose(self.attacker, 99)
            else:
                self._round(column, many, few)
        return {x.name: x.steps for x in everybody}

    def _odds(self) -> tuple[int, int]:
        """To the nearest, a half in the defender's favour; the Romans double under Hail Caesar! (10.2.1)."""
        power = {side: self.points(side) * (1 + (self.hails and side == ROMANS)) for side in self.armies}
        ratio = Fraction(power[self.attacker], power[self.defender])
        if ratio >= 1:
            return floor(ratio) + (ratio % 1 > Fraction(1, 2)), 1
        ratio = 1 / ratio
        return 1, floor(ratio) + (ratio % 1 >= Fraction(1, 2))

    def _major(self) -> bool:
        """Both sides with ten points, or one unless the odds are 1:1 or 1:2 (10.1)."""
        large = [side for side in self.armies if self.points(side) >= 10]
        return len(large) == 2 or (len(large) == 1 and self._odds() not in ((1, 1), (1, 2)))

    def _round(self, column: list[str], many: int, few: int) -> None:
        """Both roll, then both lose; markers that leave nobody a chance are taken off (R37)."""
        plus = {side: self._plus(side) for side in self.armies}
        hits = {
            side: [_read(column, self.dice.d(6) + plus[side]) for _ in range(n)]
            for side, n in ((self.attacker, many), (self.defender, few))
        }
        futile = not any(_read(column, 6 + plus[side])[:1].isdigit() for side in self.armies)
        for side, results in hits.items():
            self.markers[enemy(side)] += sum("D" in x for x in results)
            for x in results:
                if x[:1].isdigit():
                    self._lose(enemy(side), 1, hard="H" in x)
                    self._lose(enemy(side), int(x[0]) - 1)
        if futile:
            self.markers = dict.fromkeys(self.markers, 0)
        self.round += 1

    def _plus(self, side: str) -> int:
        """All modifiers of a side's dice (10.2.4)."""
        attacks, army = side == self.attacker, self.armies[side]
        total = COMBAT["battle"]["disrupted"] * self.markers[side] + BONUS[side] * self.led[side]
        total += DRM["intercepting"] * (attacks and self.intercepts and self.round == 1)
        total += int(SLOPES["attacker_dice"].get(self.terrain, 0)) if attacks else 0
        if side == BRITONS:
            total += DRM["post"] * (attacks and self.post) + DRM["fury"] * (self.furious and self.round == 1)
            return int(total)
        total += int(SLOPES["roman_dice"].get(self.terrain, 0))
        total += DRM["scared"] * any(x.marks & SCARED for x in army)
        return int(total) + DRM["force_marched"] * (not attacks and any(x.marks & MARCHED for x in army))

    def _lose(self, side: str, steps: int, *, hard: bool = False) -> None:
        """Steps by the first unit; an H by the first of the strongest, 1st Cohorts aside (10.3)."""
        for _ in range(steps):
            army = self.armies[side]
            others = [x for x in army if not x.first]
            if hard and others:
                army = [x for x in others if x.points == max(y.points for y in others)]
            if army:
                army[0].steps -= 1
            self.armies[side] = [x for x in self.armies[side] if x.steps]


def _read(column: list[str], total: int) -> str:
    """A result of the CRT: below its first row the first, beyond its last the last."""
    return column[max(1, min(len(column), total)) - 1]


def _fighter(s: BoudiccaState, u: int) -> Fighter:
    unit = s.rules.units[u]
    first = unit.type == "first cohort"
    return Fighter(
        unit.id, unit.strength, s.steps[u], first, bool(unit.body) and unit.side == ROMANS, s.marks[u]
    )
