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
        armor, worn, rank, prize = leader.factors[1], -1, 2, LEADER
    else:
        row = s.board.kinds[x.unit]
        last = x.reduced or row.full is None
        armor = row.reduced[1]
        worn = -1 if last else row.reduced[0]
        rank, prize = int(x.unit == "castle"), WORTH[x.unit]
    return Unit(x.faction, damage(s, x), worn, toughness(s, side, x), (6 - armor) / 6, x.box, rank, prize)


@lru_cache(maxsize=1 << 13)
def forecast(attack: Army, defend: Army) -> Ends:
    """Box after Box, every roll both ways; units that cannot hurt anybody shift down to join others."""
    states: dict[tuple[Army, Army], float] = {(attack, defend): 1.0}
    for box in range(TOP, -1, -1):
        for attacks in (True, False):
            after: dict[tuple[Army, Army], float] = {}
            for (a, d), p in states.items():
                mine, foes = (a, d) if attacks else (d, a)
                for own, left, q in _fire(mine, foes, box):
                    key = (own, left) if attacks else (left, own)
                    after[key] = after.get(key, 0.0) + p * q
            states = after
    return tuple((p, a, d) for (a, d), p in states.items())


def _fire(mine: Army, foes: Army, box: int) -> list[tuple[Army, Army, float]]:
    pool = sum([x.damage for x in mine if x.box == box])
    if not pool or not foes:
        return [(mine, foes, 1.0)]
    if _target(foes, pool) < 0:
        lower = any(0 <= x.box < box for x in mine)
        to = box - 1 if lower else DONE
        return [(tuple([x._replace(box=to) if x.box == box else x for x in mine]), foes, 1.0)]
    spent = tuple([x._replace(box=DONE) if x.box == box else x for x in mine])
    ends: dict[Army, float] = {}
    open_: dict[tuple[Army, int], float] = {(foes, pool): 1.0}
    while open_:
        (there, left), p = open_.popitem()
        n = _target(there, left) if there else -1
        if n < 0:
            ends[there] = ends.get(there, 0.0) + p
            continue
        x = there[n]
        hurt = (x._replace(damage=x.worn, worn=-1),) if x.worn >= 0 else ()
        for units, q in (((*there[:n], *hurt, *there[n + 1 :]), x.chance), (there, 1 - x.chance)):
            key = (units, left - x.tough)
            open_[key] = open_.get(key, 0.0) + p * q
    return [(spent, there, p) for there, p in ends.items()]


def _target(foes: Army, pool: int) -> int:
    best, at = 0.0, -1
    for n, x in enumerate(foes):
        if x.tough <= pool and x.appeal > best:
            if x.rank and any(y.faction == x.faction and y.rank < x.rank for y in foes):
                continue
            best, at = x.appeal, n
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
