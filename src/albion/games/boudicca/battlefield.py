"""A battle as its forecast sees it: what both armies can be worn down to, and what does not change while it lasts."""

from __future__ import annotations

from typing import NamedTuple

from albion.games.boudicca.roster import ROMANS
from albion.games.boudicca.s10_combat import armies, drms, ratio
from albion.games.boudicca.state import MARCHED, SCARED, Battle, BoudiccaState

CHEAPEST, STRONGEST = "the cheapest steps first", "the strongest units first"
LARGE = 700
"""Pairs of army states above which both sides lose their strongest units first, which keeps an army on one line."""


class Figure(NamedTuple):
    """One unit as a battle sees it."""

    strength: tuple[int, ...]
    first: bool
    body: str
    marks: int
    steps: int

    @property
    def points(self) -> int:
        """Strength Points now."""
        return self.strength[self.steps]

    @property
    def price(self) -> int:
        """What the next step costs."""
        return self.strength[self.steps] - self.strength[self.steps - 1]


Force = tuple[Figure, ...]


class Army:
    """Every shape an army can be worn down to, numbered; 0 is the shape it has now; no more than are asked for."""

    def __init__(self, force: Force, policy: str, most: int | None = None) -> None:
        self.cheap = policy == CHEAPEST
        self.shapes: list[Force] = [force]
        self.after: list[tuple[int, int]] = []
        """For each shape the one that follows a step of choice, and one by an H."""
        known = {force: 0}
        for shape in self.shapes:
            follow = [self._lose(shape, hard) for hard in (False, True)] if shape else [shape, shape]
            for new in follow:
                if new not in known:
                    known[new] = len(self.shapes)
                    self.shapes.append(new)
            self.after.append((known[follow[0]], known[follow[1]]))
            if most is not None and len(self.shapes) > most:
                break
        self.points = [sum(f.points for f in shape) for shape in self.shapes]
        self.left = [sum(f.steps for f in shape) for shape in self.shapes]

    def _lose(self, shape: Force, hard: bool) -> Force:
        if self.cheap and not hard:
            struck = min(shape, key=lambda f: (f.price, -f.steps, f))
        else:
            struck = max([f for f in shape if not f.first] or shape, key=lambda f: (f.points, f))
        rest = list(shape)
        rest.remove(struck)
        return tuple(sorted([*rest, struck._replace(steps=struck.steps - 1)] if struck.steps > 1 else rest))


class Field(NamedTuple):
    """A battle with all that does not change while it lasts."""

    s: BoudiccaState
    b: Battle
    sides: tuple[Army, Army]
    base: tuple[int, int]
    """Modifiers of attacker and defender that stay."""
    opening: tuple[int, int]
    """Those of the first round."""
    times: tuple[int, int]
    """How often strength counts for the odds."""

    @property
    def pairs(self) -> int:
        """How many pairs of shapes may meet."""
        return len(self.sides[0].shapes) * len(self.sides[1].shapes)

    def modifier(self, n: int, shape: int) -> int:
        """Modifiers of a side in this shape, Disrupted markers aside."""
        side = (self.b.attacker, self.b.defender)[n]
        if side != ROMANS:
            return self.base[n]
        d, force = self.s.rules.data.combat.drm, self.sides[n].shapes[shape]
        total = self.base[n]
        if n == 1 and any(f.marks & MARCHED for f in force):
            total += d.force_marched
        if any(f.marks & SCARED for f in force):
            total += d.scared
        bodies = [f.body for f in force if f.body]
        whole = any(bodies.count(body) >= d.legion_in_hand_cohorts for body in set(bodies))
        return total + (d.legion_in_hand if whole else 0)

    def odds(self, a: int, b: int) -> tuple[int, int]:
        """The odds between two shapes."""
        return ratio(self.sides[0].points[a] * self.times[0], self.sides[1].points[b] * self.times[1])


def field_of(s: BoudiccaState) -> Field:
    """The battle of a position whose size is settled."""
    b = s.battle
    assert b is not None
    forces = [tuple(sorted(_figure(s, u) for u in army)) for army in armies(s)]
    one = Army(forces[0], CHEAPEST, LARGE)
    sides = (one, Army(forces[1], CHEAPEST, LARGE // len(one.shapes)))
    if len(sides[0].shapes) * len(sides[1].shapes) > LARGE:
        sides = (Army(forces[0], STRONGEST), Army(forces[1], STRONGEST))
    changing = ("disrupted", "force-marched", "scared", "legion-in-hand", "intercepting", "fury")
    found = [drms(s, side) for side in (b.attacker, b.defender)]
    base = [sum(v for name, v in drm.items() if name not in changing) for drm in found]
    opening = [drm.get("intercepting", 0) + drm.get("fury", 0) for drm in found]
    double = s.rules.data.tables.hail_caesar.ave_multiplier if b.ave else 1
    times = [double if side == ROMANS else 1 for side in (b.attacker, b.defender)]
    return Field(s, b, sides, (base[0], base[1]), (opening[0], opening[1]), (times[0], times[1]))


def _figure(s: BoudiccaState, u: int) -> Figure:
    unit = s.rules.units[u]
    kept = s.marks[u] & (MARCHED | SCARED)
    return Figure(unit.strength, unit.type == "first cohort", unit.body, kept, s.steps[u])
