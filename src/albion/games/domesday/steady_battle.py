"""What the steady player expects of a Battle: every way the dice may fall, if nobody retreats."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from albion.games.domesday.s05_5_4_damage import damage, toughness
from albion.games.domesday.s05_5_battle import TOP, line_up
from albion.games.domesday.state import Battle, Dom, Fighter
from albion.games.domesday.steady_outlook import LEADER, WORTH, Outlook


class Unit(NamedTuple):
    """A fighter as the forecast sees it."""

    faction: str
    damage: int
    worn: int
    """Its Damage once reduced; -1 if the next hit removes it."""
    tough: int
    chance: float
    """That a hit counts."""
    box: int
    rank: int
    """0 troops, 1 Castle, 2 Leader: each is shielded by those before it."""
    prize: float

    @property
    def appeal(self) -> float:
        """What shooting at it brings for each point of Damage."""
        return (self.prize + (1.0 if self.worn < 0 else 0.0)) * self.chance / self.tough


Army = tuple[Unit, ...]
Ends = tuple[tuple[float, Army, Army], ...]
"""How a Battle may end: the chance, who is left of the attackers, who of the defenders."""
DONE = -1


def armies(s: Dom, area: str, attacker: str) -> tuple[Army, Army]:
    """Both sides of a Battle there, by the laws of the Battle that is being fought, or would be."""
    before = s.battle
    if before is None:
        s.battle = Battle(area, attacker)
        line_up(s)
    b = s.battle
    assert b is not None
    found = (
        tuple([unit_of(s, "attack", x) for x in b.attack]),
        tuple([unit_of(s, "defend", x) for x in b.defend]),
    )
    s.battle = before
    return found


def unit_of(s: Dom, side: str, x: Fighter) -> Unit:
    """A fighter with what the forecast needs of him."""
    leader = s.board.leaders.get(x.unit)
    if leader is not None:
        armor, worn, rank, prize = leader.factors.armor, -1, 2, LEADER
    else:
        row = s.board.kinds[x.unit]
        last = x.reduced or row.full is None
        armor = row.reduced.armor
        worn = -1 if last else row.reduced.damage
        rank, prize = int(x.unit == "castle"), WORTH[x.unit]
    return Unit(x.faction, damage(s, x), worn, toughness(s, side, x), (6 - armor) / 6, x.box, rank, prize)


@lru_cache(maxsize=1 << 13)
def forecast(attack: Army, defend: Army) -> Ends:
    """Box after Box, every roll both ways; units that cannot hurt anybody shift down to join others."""
    field = Field()
    a, d = tuple([field.number(x) for x in attack]), tuple([field.number(x) for x in defend])
    states: dict[tuple[Numbers, Numbers], float] = {(a, d): 1.0}
    for box in range(TOP, -1, -1):
        for attacks in (True, False):
            after: dict[tuple[Numbers, Numbers], float] = {}
            for (a, d), p in states.items():
                mine, foes = (a, d) if attacks else (d, a)
                for own, left, q in field.fire(mine, foes, box):
                    key = (own, left) if attacks else (left, own)
                    after[key] = after.get(key, 0.0) + p * q
            states = after
    units = field.units
    return tuple(
        [(p, tuple([units[n] for n in a]), tuple([units[n] for n in d])) for (a, d), p in states.items()]
    )


Numbers = tuple[int, ...]
"""An army by the numbers that a forecast gives to units: thousands of positions are compared."""


class Field:
    """The units of one forecast, each kind of them with a number."""

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self._numbers: dict[Unit, int] = {}
        self._box: list[int] = []
        self._damage: list[int] = []
        self._tough: list[int] = []
        self._appeal: list[float] = []
        self._chance: list[float] = []
        self._moved: dict[tuple[int, int], int] = {}
        self._worn: dict[int, Numbers] = {}

    def number(self, x: Unit) -> int:
        """The number of such a unit."""
        found = self._numbers.get(x)
        if found is None:
            found = self._numbers[x] = len(self.units)
            self.units.append(x)
            self._box.append(x.box)
            self._damage.append(x.damage)
            self._tough.append(x.tough)
            self._appeal.append(x.appeal)
            self._chance.append(x.chance)
        return found

    def _shifted(self, army: Numbers, box: int, to: int) -> Numbers:
        return tuple([self._in_box(n, to) if self._box[n] == box else n for n in army])

    def _in_box(self, n: int, box: int) -> int:
        """A unit after it has fired or shifted down."""
        found = self._moved.get((n, box))
        if found is None:
            found = self._moved[n, box] = self.number(self.units[n]._replace(box=box))
        return found

    def fire(self, mine: Numbers, foes: Numbers, box: int) -> list[tuple[Numbers, Numbers, float]]:
        """What becomes of both armies when one fires from a Box, and how likely it is."""
        pool = 0
        for n in mine:
            if self._box[n] == box:
                pool += self._damage[n]
        if not pool or not foes:
            return [(mine, foes, 1.0)]
        if self._target(foes, pool) < 0:
            lower = any(0 <= self._box[n] < box for n in mine)
            return [(self._shifted(mine, box, box - 1 if lower else DONE), foes, 1.0)]
        spent = self._shifted(mine, box, DONE)
        ends: dict[Numbers, float] = {}
        open_: dict[tuple[Numbers, int], float] = {(foes, pool): 1.0}
        while open_:
            (there, left), p = open_.popitem()
            at = self._target(there, left) if there else -1
            if at < 0:
                ends[there] = ends.get(there, 0.0) + p
                continue
            n = there[at]
            chance, rest = self._chance[n], left - self._tough[n]
            for units, q in (((*there[:at], *self._hurt(n), *there[at + 1 :]), chance), (there, 1 - chance)):
                open_[units, rest] = open_.get((units, rest), 0.0) + p * q
        return [(spent, there, p) for there, p in ends.items()]

    def _hurt(self, n: int) -> Numbers:
        """What is left of a unit that is hit."""
        found = self._worn.get(n)
        if found is None:
            x = self.units[n]
            found = (self.number(x._replace(damage=x.worn, worn=-1)),) if x.worn >= 0 else ()
            self._worn[n] = found
        return found

    def _target(self, foes: Numbers, pool: int) -> int:
        best, at, units = 0.0, -1, self.units
        for k, n in enumerate(foes):
            if self._tough[n] <= pool and self._appeal[n] > best:
                x = units[n]
                if x.rank and any(units[m].faction == x.faction and units[m].rank < x.rank for m in foes):
                    continue
                best, at = self._appeal[n], k
        return at


def battle_gain(s: Dom, look: Outlook, area: str, attacker: str) -> float:
    """What a Battle changes for the seat: who scores the Area after it, and what is lost on both sides."""
    attack, defend = armies(s, area, attacker)
    worth = look.standing(area)[1]
    fyrd = "fyrd" in s.stacks[area] and s.king
    gain = 0.0
    for p, a, d in forecast(attack, defend):
        count: dict[str, int] = {}
        for x in (*a, *d):
            f = s.sides[s.king] if fyrd and x.faction == "fyrd" else x.faction
            count[f] = count.get(f, 0) + 1
        gain += p * (look.worth(area, count) - worth - _steps(s, look, a) - _steps(s, look, d))
    return gain + _steps(s, look, attack) + _steps(s, look, defend)


def _steps(s: Dom, look: Outlook, army: Army) -> float:
    """Minus what the strength of an army is worth to the seat."""
    total = 0.0
    owners, royal = s.rules.owner, s.sides[s.king] if s.king else ""
    for x in army:
        seat = owners.get(royal if x.faction == "fyrd" else x.faction, "")
        total -= look.weight.get(seat, 0.0) * x.prize * (1 if x.worn < 0 else 2)
    return total * look.unit
