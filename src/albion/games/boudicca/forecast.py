"""The whole battle, worked out and not sampled: who keeps the field, and what it costs each side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from albion.engine.action import Json
from albion.engine.dice import Dice
from albion.games.boudicca.roster import ROMANS
from albion.games.boudicca.s10_combat import HOPELESS, OVERRUN, armies, at_once, drms, ratio, result
from albion.games.boudicca.state import MARCHED, SCARED, Battle, BoudiccaState

CHEAPEST, STRONGEST = "the cheapest steps first", "the strongest units first"
LARGE = 700
"""Pairs of army states above which both sides lose their strongest units first, which keeps an army on one line."""
NOTHING = 1e-9
"""Less than this is not followed up; the sum of it is told as undecided."""
VAST, COURSES = 5000, 100
"""Pairs of army states above which so many courses of the battle are thrown instead of following all."""
SAMPLED = f"{STRONGEST} (roughly, from {COURSES} battles)"
GIVES_WAY = 2
"""The odds, as so many to one, at which a weaker side that gives way does so."""
LEAVES = ("attacker leaves", "defender leaves")
WIDTH = 64
"""More Disrupted markers than can make a difference."""


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
Hit = tuple[int, int, float]
"""The army afterwards, new Disrupted markers, and how likely that is."""


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
    def vast(self) -> bool:
        """Whether there are too many courses to follow."""
        return len(self.sides[0].shapes) * len(self.sides[1].shapes) > VAST

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


class Volleys:
    """What a side's dice do to the other army, each question answered once."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.known: dict[tuple[int, int, int, int], list[Hit]] = {}
        self.kept: dict[tuple[int, int, int, int, int], tuple[list[Hit], float]] = {}
        self.most = (self.enough(0), self.enough(1))
        self.scale = ((len(field.sides[1].shapes), WIDTH), (1, 1))
        """What a shape and a marker of either army weigh in the number of a cell and of its markers."""
        every = [(d, e) for d in range(self.most[0] + 1) for e in range(self.most[1] + 1)]
        self.order = [d * WIDTH + e for d, e in sorted(every, key=sum)]

    def on(self, n: int, shape: int, dice: int, plus: int) -> list[Hit]:
        """The shapes army n may be in after so many dice at that modifier."""
        key = (n, shape, dice, plus)
        if key not in self.known:
            self.known[key] = self._throw(*key) if dice else [(shape, 0, 1.0)]
        return self.known[key]

    def _throw(self, n: int, shape: int, dice: int, plus: int) -> list[Hit]:
        """One die after the others."""
        found: defaultdict[tuple[int, int], float] = defaultdict(float)
        after, f = self.field.sides[n].after, self.field
        for before, markers, p in self.on(n, shape, dice - 1, plus):
            for face in range(1, 7):
                hits, now = result(f.s, f.b.size, face + plus), before
                for step in range(hits.steps):
                    now = after[now][hits.hard and step == 0]
                found[now, markers + hits.disrupts] += p / 6
        return [(now, markers, p) for (now, markers), p in found.items()]

    def effects(self, n: int, shape: int, dice: int, plus: int, markers: int) -> tuple[list[Hit], float]:
        """The same as parts of cells, markers included, and the chance that nothing changes."""
        key = (n, shape, dice, plus, markers)
        found = self.kept.get(key)
        if found is None:
            (row, column), most = self.scale[n], self.most[n]
            hits = [(now, min(most, markers + d), q) for now, d, q in self.on(n, shape, dice, plus)]
            same = sum(q for now, d, q in hits if now == shape and d == markers)
            found = self.kept[key] = [(now * row, d * column, q) for now, d, q in hits], same
        return found

    def enough(self, n: int) -> int:
        """So many Disrupted markers make every die of a side the lowest; more change nothing."""
        f = self.field
        best = max(f.modifier(n, shape) for shape in range(len(f.sides[n].shapes)))
        return max(0, 5 + best)

    def toothless(self, plus: int) -> bool:
        """Whether the best die costs nothing."""
        return result(self.field.s, self.field.b.size, 6 + plus).steps == 0


End = Callable[[int, int, str, float], None]
Cells = list[defaultdict[int, float]]
"""For each pair of shapes how likely it is, by Disrupted markers."""


class Meeting(NamedTuple):
    """Two shapes facing each other: odds and modifiers before Disrupted markers."""

    a: int
    b: int
    many: int
    few: int
    plus: int
    minus: int


def fight(field: Field, leave: int, end: End) -> float:
    """Follow every course of the battle; tell each way it ends; what is left over is undecided."""
    volleys, (one, other) = Volleys(field), field.sides
    cells: Cells = [defaultdict(float) for _ in range(len(one.shapes) * len(other.shapes))]
    cells[0][field.b.disrupted[0] * WIDTH + field.b.disrupted[1]] = 1.0
    plus, minus = ([field.modifier(n, k) for k in range(len(field.sides[n].shapes))] for n in (0, 1))
    undecided, opening = 0.0, field.b.round == 1
    pairs = ((a, b) for a in range(len(one.shapes)) for b in range(len(other.shapes)))
    for a, b in sorted(pairs, key=lambda pair: -one.left[pair[0]] - other.left[pair[1]]):
        here = cells[a * len(other.shapes) + b]
        if not here:
            continue
        how = _over(field, a, b, leave if a or b else 0)
        if how:
            end(a, b, how, sum(here.values()))
            continue
        meeting = Meeting(a, b, *field.odds(a, b), plus[a], minus[b])
        while here:
            # Markers only grow, so lowest first everything is met once; only cleared ones begin anew.
            for markers in volleys.order:
                p = here.pop(markers, 0.0)
                if p < NOTHING:
                    undecided += p
                else:
                    _round(volleys, meeting, markers, p, cells, opening)
                    opening = False
    return undecided


def _over(field: Field, a: int, b: int, leave: int) -> str:
    """How the battle is over between two shapes, if it is."""
    one, other = field.sides
    if not one.points[a] or not other.points[b]:
        return "fought out"
    many, few = field.odds(a, b)
    if ends := at_once(field.s.rules.data.combat.battle, field.b, many, few):
        return ends
    return LEAVES[many > few] if leave and max(many, few) >= leave else ""


def _round(volleys: Volleys, m: Meeting, markers: int, p: float, cells: Cells, opening: bool) -> None:
    """Both sides throw; every pair of results leads to its own next shapes."""
    field = volleys.field
    on_one, on_other = divmod(markers, WIDTH)
    worn = field.s.rules.data.combat.battle.disrupted
    plus = m.plus + worn * on_one + (field.opening[0] if opening else 0)
    minus = m.minus + worn * on_other + (field.opening[1] if opening else 0)
    home = cells[m.a * len(field.sides[1].shapes) + m.b]
    if volleys.toothless(plus) and volleys.toothless(minus):
        home[0] += p
        return
    back, unhurt = volleys.effects(0, m.a, m.few, minus, on_one)
    forth, idle = volleys.effects(1, m.b, m.many, plus, on_other)
    same = unhurt * idle
    # A round that changes nothing is fought again: all such repeats are summed at once.
    p = p if opening else p / (1 - same)
    for b, d, q in forth:
        chance = p * q
        for row, extra, share in back:
            cells[row + b][d + extra] += chance * share
    if not opening:
        home[markers] -= p * same


def fight_often(field: Field, leave: int, end: End) -> float:
    """Throw some courses of a vast battle, always by the same dice; an army that loses its strongest is one line."""
    volleys, dice, drop = Volleys(field), Dice(0), field.s.rules.data.combat.battle.disrupted
    for _ in range(COURSES):
        shapes, worn, opening = [0, 0], list(field.b.disrupted), field.b.round == 1
        while not (how := _over(field, shapes[0], shapes[1], leave if any(shapes) else 0)):
            odds = field.odds(shapes[0], shapes[1])
            plus = [
                field.modifier(n, shapes[n]) + drop * worn[n] + (field.opening[n] if opening else 0)
                for n in (0, 1)
            ]
            opening = False
            if volleys.toothless(plus[0]) and volleys.toothless(plus[1]):
                worn = [0, 0]
                continue
            for n in (0, 1):
                for _ in range(odds[n]):
                    hits = result(field.s, field.b.size, dice.d(6) + plus[n])
                    shapes[1 - n] = min(shapes[1 - n] + hits.steps, len(field.sides[1 - n].shapes) - 1)
                    worn[1 - n] += hits.disrupts
        end(shapes[0], shapes[1], how, 1 / COURSES)
    return 0.0


def endings(field: Field, leave: int = 0) -> dict[tuple[int, int, str], float]:
    """How likely it is that attacker and defender lose so many steps, and who wins: '' is nobody."""
    found: defaultdict[tuple[int, int, str], float] = defaultdict(float)
    (one, other), (attacker, defender) = field.sides, (field.b.attacker, field.b.defender)

    def end(a: int, b: int, how: str, p: float) -> None:
        left = (0 if how == HOPELESS else one.left[a], 0 if how == OVERRUN else other.left[b])
        standing = left[0] > 0 and how != LEAVES[0], left[1] > 0 and how != LEAVES[1]
        winner = attacker if standing == (True, False) else defender if standing == (False, True) else ""
        found[one.left[0] - left[0], other.left[0] - left[1], winner] += p

    undecided = (fight_often if field.vast else fight)(field, leave, end)
    whole = 1 - undecided
    return {key: p / whole for key, p in found.items()}


def forecast(s: BoudiccaState) -> dict[str, Json]:
    """The chances of the battle of a position: fought to the end, and if the weaker side gives way."""
    field = field_of(s)
    policy = CHEAPEST if field.sides[0].cheap else SAMPLED if field.vast else STRONGEST
    return {"policy": policy, **_told(field, "", 0), **_told(field, "-leaving", GIVES_WAY)}


def _told(field: Field, suffix: str, leave: int) -> dict[str, Json]:
    """Who wins, how many steps each side loses on average, and the chance of each number."""
    sides, found = (field.b.attacker, field.b.defender), endings(field, leave)
    lost = {side: [0.0] * (army.left[0] + 1) for side, army in zip(sides, field.sides, strict=True)}
    for (a, b, _), p in found.items():
        lost[sides[0]][a] += p
        lost[sides[1]][b] += p
    wins = {who: sum(p for key, p in found.items() if key[2] == who) for who in (*sides, "")}
    return {
        f"wins{suffix}": {who or "nobody": float(p) for who, p in wins.items()},
        f"average-lost{suffix}": {
            side: f"{sum(n * p for n, p in enumerate(line)):.1f}" for side, line in lost.items()
        },
        f"steps-lost{suffix}": {side: [round(p, 6) for p in line] for side, line in lost.items()},
    }
