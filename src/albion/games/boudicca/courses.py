"""The courses a battle can take: all of them followed, or some sampled where there are too many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from albion.engine.dice import Dice
from albion.games.boudicca.battlefield import Field
from albion.games.boudicca.s10_combat import at_once, result

NOTHING = 1e-9
"""Less than this is not followed up; the sum of it is told as undecided."""
LEAVES = ("attacker leaves", "defender leaves")
Hit = tuple[int, int, float]
"""The army afterwards, new Disrupted markers, and how likely that is."""
Effects = tuple[list[int], list[float], float]
"""By how much the number of a cell may change, how likely each is, and the chance that nothing changes."""
End = Callable[[int, int, str, float], None]
"""Told of each way in which a battle ends: both shapes, how, and how likely."""


class Volleys:
    """What a side's dice do to the other army, each question answered once."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.known: dict[tuple[int, int, int, int], list[Hit]] = {}
        self._toothless: dict[int, bool] = {}
        self._modifiers: dict[tuple[int, int], int] = {}

    def on(self, n: int, shape: int, dice: int, plus: int) -> list[Hit]:
        """The shapes army n may be in after this many dice at that modifier."""
        key = (n, shape, dice, plus)
        if key not in self.known:
            self.known[key] = self._roll(n, shape, dice, plus) if dice else [(shape, 0, 1.0)]
        return self.known[key]

    def _roll(self, n: int, shape: int, dice: int, plus: int) -> list[Hit]:
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

    def modifier(self, n: int, shape: int) -> int:
        """Modifiers of a side in this shape, Disrupted markers aside."""
        found = self._modifiers.get((n, shape))
        if found is None:
            found = self._modifiers[n, shape] = self.field.modifier(n, shape)
        return found

    def enough(self, n: int) -> int:
        """This many Disrupted markers make every die of a side the lowest; more change nothing."""
        best = max([self.modifier(n, shape) for shape in range(len(self.field.sides[n].shapes))])
        return max(0, 5 + best)

    def cannot_hurt(self, plus: int) -> bool:
        """Whether the best die costs nothing."""
        found = self._toothless.get(plus)
        if found is None:
            found = result(self.field.s, self.field.b.size, 6 + plus).steps == 0
            self._toothless[plus] = found
        return found


class Courses:
    """Every course of a battle: a state is a pair of shapes and the Disrupted markers of both armies, each with a cell.

    Cells are numbered by the attacker's shape, the defender's, the attacker's markers, the defender's, so that what each
    army suffers in a round is a number to be added.
    """

    def __init__(self, field: Field) -> None:
        self.field, self.volleys = field, Volleys(field)
        self.most = (self.volleys.enough(0), self.volleys.enough(1))
        self.width = self.most[1] + 1
        """Numbers that one marker of the attacker is worth."""
        self.size = (self.most[0] + 1) * self.width
        """Cells of a pair of shapes."""
        self.row = len(field.sides[1].shapes) * self.size
        every = [(d, e) for d in range(self.most[0] + 1) for e in range(self.width)]
        self.order = [d * self.width + e for d, e in sorted(every, key=sum)]
        self.cells: list[float] = []
        """How likely the battle comes to each state."""
        self.opening = False
        self.worn = field.s.rules.data.combat.battle.disrupted
        self.undecided = 0.0
        self.work = 0
        """How many times one cell was added to, whenever courses were followed."""
        self._effects: dict[tuple[int, int, int, int, int], Effects] = {}

    def follow(self, leave: int, end: End) -> None:
        """All courses; each way the battle ends is told, what is left over is undecided."""
        field, (one, other) = self.field, self.field.sides
        self.cells = [0.0] * (len(one.shapes) * self.row)
        self.opening, self.undecided = field.b.round == 1, 0.0
        first = [min(n, most) for n, most in zip(field.b.disrupted, self.most, strict=True)]
        self.cells[first[0] * self.width + first[1]] = 1.0
        pairs = [(a, b) for a in range(len(one.shapes)) for b in range(len(other.shapes))]
        for a, b in sorted(pairs, key=lambda pair: -one.left[pair[0]] - other.left[pair[1]]):
            cell = a * self.row + b * self.size
            here = sum(self.cells[cell : cell + self.size])
            if not here:
                continue
            how = over(field, a, b, leave if a or b else 0)
            if how:
                end(a, b, how, here)
            else:
                self._meet(a, b, self.volleys.modifier(0, a), self.volleys.modifier(1, b))

    def _meet(self, a: int, b: int, plus: int, minus: int) -> None:
        """Two shapes face each other: they fight until nothing is left of what brought them there."""
        cell, cells = a * self.row + b * self.size, self.cells
        odds = self.field.odds(a, b)
        left = True
        while left:
            left = False
            # Markers only grow, so lowest first everything is met once; only cleared ones begin again.
            for markers in self.order:
                p = cells[cell + markers]
                if p:
                    cells[cell + markers] = 0.0
                    left = True
                    if p < NOTHING:
                        self.undecided += p
                    else:
                        self._round(a, b, odds, plus, minus, markers, p)

    def _round(
        self, a: int, b: int, odds: tuple[int, int], plus: int, minus: int, markers: int, p: float
    ) -> None:
        """Both sides roll; every pair of results leads to its own next state."""
        on_one, on_other = divmod(markers, self.width)
        opening, cells, cell = self.opening, self.cells, a * self.row + b * self.size
        self.opening = False
        plus += self.worn * on_one + (self.field.opening[0] if opening else 0)
        minus += self.worn * on_other + (self.field.opening[1] if opening else 0)
        if self.volleys.cannot_hurt(plus) and self.volleys.cannot_hurt(minus):
            cells[cell] += p
            return
        back, shares, unhurt = self._suffers(0, a, odds[1], minus, on_one)
        forth, chances, idle = self._suffers(1, b, odds[0], plus, on_other)
        same = unhurt * idle
        # A round that changes nothing is fought again: all such repeats are summed at once.
        p = p if opening else p / (1 - same)
        for i in range(len(forth)):  # by index: half of a forecast's time, and compiled code is quick at that
            there, chance = forth[i], p * chances[i]
            for j in range(len(back)):
                cells[back[j] + there] += chance * shares[j]
        self.work += len(forth) * len(back)
        if not opening:
            cells[cell + markers] -= p * same

    def _suffers(self, n: int, shape: int, dice: int, plus: int, markers: int) -> Effects:
        """What an army may suffer, as parts of numbers of cells."""
        key = (n, shape, dice, plus, markers)
        found = self._effects.get(key)
        if found is None:
            row, column = (self.size, 1) if n else (self.row, self.width)
            most, same, parts, chances = self.most[n], 0.0, list[int](), list[float]()
            for now, new, q in self.volleys.on(n, shape, dice, plus):
                d = markers + new
                if d > most:
                    d = most
                parts.append(now * row + d * column)
                chances.append(q)
                if now == shape and d == markers:
                    same += q
            found = self._effects[key] = parts, chances, same
        return found


def over(field: Field, a: int, b: int, leave: int) -> str:
    """How the battle is over between two shapes, if it is."""
    one, other = field.sides
    if not one.points[a] or not other.points[b]:
        return "fought out"
    many, few = field.odds(a, b)
    if ends := at_once(field.s.rules.data.combat.battle, field.b, many, few):
        return ends
    return LEAVES[many > few] if leave and max(many, few) >= leave else ""


def sample(field: Field, leave: int, courses: int, end: End) -> int:
    """Throw some courses of a vast battle, always by the same dice, and tell how many dice that took.

    An army that loses its strongest is one line.
    """
    volleys, dice, drop = Volleys(field), Dice(0), field.s.rules.data.combat.battle.disrupted
    for _ in range(courses):
        shapes, worn, opening = [0, 0], list(field.b.disrupted), field.b.round == 1
        while not (how := over(field, shapes[0], shapes[1], leave if any(shapes) else 0)):
            odds = field.odds(shapes[0], shapes[1])
            plus = [
                volleys.modifier(n, shapes[n]) + drop * worn[n] + (field.opening[n] if opening else 0)
                for n in (0, 1)
            ]
            opening = False
            if volleys.cannot_hurt(plus[0]) and volleys.cannot_hurt(plus[1]):
                worn = [0, 0]
                continue
            for n in (0, 1):
                for _ in range(odds[n]):
                    hits = result(field.s, field.b.size, dice.d(6) + plus[n])
                    shapes[1 - n] = min(shapes[1 - n] + hits.steps, len(field.sides[1 - n].shapes) - 1)
                    worn[1 - n] += hits.disrupts
        end(shapes[0], shapes[1], how, 1 / courses)
    return dice.count
