"""7.1, 7.3 Why a march cannot go to a hex, and why nobody strikes at it."""

from __future__ import annotations

from albion.engine.cite import Cite, cite, rule
from albion.engine.refusal import MOST_NAMED, Refusal
from albion.games.boudicca.board import FAR
from albion.games.boudicca.questions import Reason, place, points
from albion.games.boudicca.roster import ROMANS
from albion.games.boudicca.s06_stacking import arrival_fault, stacking_reason
from albion.games.boudicca.s07_interception import interception_fault
from albion.games.boudicca.s07_ways import TOO_FAR, allowance, movement_class, road_use, way_out
from albion.games.boudicca.s10_combat import ratio
from albion.games.boudicca.state import DEAD, BoudiccaState, enemy
from albion.kernels.hex import Hex, Spread, bit

ENEMY_HEX = cite("boudicca 7.1.13.a 10.0.a")
SLOWEST = cite("boudicca 7.1.5.a")
NO_WAY = cite("boudicca 7.1.6.a")
BARRED = {
    "7.1.15.a": "river-before",
    "7.2.2.a": "no-road",
    "6.1.6.a": "stack-on-road",
    "12.1.1.a": "leader-enters",
    "7.1.6.a": "no-way",
}
"""By the decisive clause: what bars the way to a hex."""

IDLE_UNIT = {
    "7.1.14.a": "unit-moved",
    "7.1.14.b": "unit-moved-twice",
    "9.2.2.a": "unit-sacked",
    "11.0.a": "unit-unmobilized",
    "11.1.4.a": "unit-roused",
    "5.3.1.b": "unit-scared",
    "5.3.1.c": "unit-plundering",
    "R54": "unit-spent",
}
"""By the decisive clause: why a unit of the activated stack does not move."""


@rule(cite("boudicca 7.1.13.a 9.1.2.b 12.1.1.a 10.0.a"))
def march_fault(s: BoudiccaState, h: Hex, *, attack: bool) -> Cite:
    """The clauses against going to a hex that is not offered."""
    side, group = s.phasing, s.group
    enemies = s.occupied(h, enemy(side))
    if attack and not enemies:
        return cite("boudicca 10.0.a 7.1.13.a")
    if not any(s.rules.combat[u] for u in group) and s.units(h, enemy(side)):
        return cite("boudicca 12.1.1.a")
    if enemies and not attack:
        return ENEMY_HEX + (cite("boudicca 9.1.2.b") if h in s.rules.board.posts else ())
    if h == s.where[group[0]]:
        return NO_WAY
    return _out_of_reach(s, h) or arrival_fault(s, group, h, side) or NO_WAY


@rule(cite("boudicca 7.1.4.a 7.1.5.a 7.1.6.a 7.1.8.a 7.1.10.a 7.1.11.a 7.1.13.a 7.1.15.a 7.2.2.a 6.1.6.a"))
def _out_of_reach(s: BoudiccaState, h: Hex) -> Cite:
    """Each law whose lifting would open a way; otherwise the want of points, or of any way at all."""
    here, cost = way_out(s, s.group)
    gate = s.where[s.group[0]] <= DEAD
    if gate and s.occupied(here, enemy(s.phasing)):
        return cite("boudicca 7.1.13.a")
    left, roads = s.mp - cost, road_use(s, s.group)
    foes = _in_the_way(s, h)
    near = _ways(s, roads, left, foes, crowds=True).cost(h)
    if near is not None:
        # Reached as an empty hex would be: only the enemy behind the river keeps the group out.
        return cite("boudicca 7.1.15.a") if s.occupied(h, enemy(s.phasing)) and not gate else ()
    lifted: Cite = ()
    by_road: Cite = ()
    if s.phasing == ROMANS and _ways(s, roads, left, foes, crowds=False).cost(h) is not None:
        lifted += cite("boudicca 6.1.6.a")
    if roads != "use" and _ways(s, "use", left, foes, crowds=True).cost(h) is not None:
        if roads == "off":
            by_road = cite("boudicca 7.1.11.a")
        else:
            lifted += cite("boudicca 7.2.2.a")
    if _ways(s, roads, left, 0, crowds=True).cost(h) is not None:
        lifted += cite("boudicca 7.1.13.a")
    needs = _ways(s, roads, FAR, foes, crowds=True).cost(h)
    if needs is None:
        return lifted + by_road or _shut_off(s, h, roads, foes)
    spent = allowance(s, s.group) - s.mp
    fastest = max(allowance(s, (u,)) for u in s.group) - spent - cost
    slow = SLOWEST if needs <= fastest else ()
    return ((lifted or TOO_FAR) + by_road + slow + (TOO_FAR[:1] if lifted else ()))[:MOST_NAMED]


def _shut_off(s: BoudiccaState, h: Hex, roads: str, foes: int) -> Cite:
    """No points would do: the law whose lifting would open a way however long, or that there is none."""
    if s.phasing == ROMANS and _ways(s, roads, FAR, foes, crowds=False).cost(h) is not None:
        return cite("boudicca 6.1.6.a")
    if _ways(s, roads, FAR, 0, crowds=True).cost(h) is not None:
        return cite("boudicca 7.1.13.a")
    return cite("boudicca 7.2.2.a") if roads == "only" else NO_WAY


def _ways(s: BoudiccaState, roads: str, budget: int, enemies: int, *, crowds: bool) -> Spread:
    """Where the group could go if it were not for one law or another."""
    here, _ = way_out(s, s.group)
    roman = s.phasing == ROMANS and crowds
    begun = s.moved[s.group[0]] == s.impulse or s.where[s.group[0]] <= DEAD
    others = any(u not in s.group for u in s.fighters(here, ROMANS))
    return s.rules.board.reach(
        movement_class(s, s.group),
        roads,
        s.bridges(),
        here,
        0 if roman and begun and others and s.by_road else budget,
        enemies,
        False,
        s.held_bits(ROMANS) & ~bit(here) if roman else 0,
        roman and begun and others,
    )


@rule(cite("boudicca 7.1.13.a 12.1.1.a R55"))
def _in_the_way(s: BoudiccaState, h: Hex) -> int:
    """Where a hex apart enemies bar the way: their combat units, and to leaders on their own their leaders too."""
    foe = enemy(s.phasing)
    fights = any(s.rules.combat[u] for u in s.group)
    return (s.held_bits(foe) if fights else s.present_bits(foe)) & ~bit(h)


def _needs(s: BoudiccaState, h: Hex) -> int | float:
    """The points that the way to a hex costs, past the enemy and by road if it must be; 0 if there is none."""
    _, cost = way_out(s, s.group)
    needs = _ways(s, road_use(s, s.group), FAR, _in_the_way(s, h), crowds=True).cost(h)
    return 0 if needs is None else points(needs + cost)


def march_reason(s: BoudiccaState, h: Hex, why: Cite) -> Reason:
    """Movement points needed and left, or the limit a hex would break."""
    if why == NO_WAY and h == s.where[s.group[0]]:
        return "stack-there", place(s, h)
    if why[:1] == ENEMY_HEX[:1]:
        return ("enemies-there" if why[:2] == ENEMY_HEX else "enemies-on-way"), place(s, h)
    if why[:2] == TOO_FAR:
        needs = _needs(s, h)
        return ("too-far", place(s, h) | {"needs": needs, "left": points(s.mp)}) if needs else None
    if why[0].clause == "7.2.2.a" and (needs := _needs(s, h)):
        return "too-far-by-road", place(s, h) | {"needs": needs, "left": points(s.mp)}
    if why and why[0].clause in BARRED:
        return BARRED[why[0].clause], place(s, h)
    there = [u for u in s.at.get(h, ()) if u not in s.group]
    return stacking_reason(s, why, (*there, *s.group), h)


@rule(cite("boudicca 10.2.7.a"))
def attack_warning(s: BoudiccaState, h: Hex) -> Refusal | None:
    """An attack at 1:5 or worse is lost without a die being rolled."""
    attack = s.strength(s.group)
    defence = s.strength(s.fighters(h, enemy(s.phasing)))
    _, few = ratio(attack, defence)
    if few < s.rules.data.combat.battle.hopeless_odds:
        return None
    return Refusal(
        cite("boudicca 10.2.7.a"), "hopeless", {"attack": attack, "defence": defence, "odds": f"1:{few}"}
    )


def not_intercepted(s: BoudiccaState, h: Hex) -> Cite:
    """Why no stack strikes at the group now: it has not set out, or that stack cannot or did not."""
    here, begun = s.where[s.group[0]], s.moved[s.group[0]] == s.impulse
    fault = interception_fault(s, enemy(s.phasing), h, here) if begun and here > DEAD else None
    return fault or cite("boudicca 7.3.1.b")
