"""Exact odds of battles between forces of several kinds, with leaders, terrain and hits that are kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from albion.engine.action import Action, Json
from albion.kernels.britannia.battles import BattleOrder
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.engagement import ATTACKER, DEFENDER, Battle, Side
from albion.kernels.britannia.fallback import FallBack, FallBackSend
from albion.kernels.britannia.hits import reaching, spend
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.march import MarchMuster, MarchSend, MarchTo
from albion.kernels.britannia.odds import Odds, chance, told_odds
from albion.kernels.britannia.parties import ready
from albion.kernels.britannia.units import INFANTRY, Force, Kind, kind_of

Host = tuple[tuple[Kind, int], ...]
"""How many armies of each kind a side has."""
Quality = tuple[Kind, ...]
"""The kinds a hit can eliminate."""
Groups = Callable[[Host], tuple[tuple[Kind, ...], ...]]
"""Which kinds of a side can be eliminated: the roller chooses between groups, the owner takes the first of one."""
Dice = Callable[[Kind], Mapping[Quality, float]]
"""The chance of each quality of hit with one die of a kind, misses left out."""
Standing = tuple[Host, Host, Quality, Quality]
"""Attackers, defenders, and the hit each has kept."""


@dataclass(frozen=True, slots=True)
class Arms:
    """What one side brings besides its numbers: its dice, and what of it can be eliminated."""

    dice: Dice
    groups: Groups


def mixed_odds(attackers: Host, defenders: Host, a: Arms, d: Arms, per: int = 1) -> Odds[Host]:
    """Every way a battle can end; whoever may choose strikes the kind that is hardest to fell."""
    todo: dict[Standing, float] = {(attackers, defenders, (), ()): 1.0}
    ends: dict[tuple[Host, Host], float] = defaultdict(float)
    while todo:
        at = max(todo, key=lambda x: (size(x[0]) + size(x[1]), -bool(x[2]) - bool(x[3])))
        p = todo.pop(at)
        if not at[0] or not at[1]:
            ends[at[0], at[1]] += p
            continue
        for after, q in _exchange(at, a, d, per).items():
            todo[after] = todo.get(after, 0.0) + p * q
    return Odds(dict(ends))


def size(host: Host) -> int:
    """All armies of a side."""
    return sum(n for _, n in host)


def _exchange(at: Standing, a: Arms, d: Arms, per: int) -> dict[Standing, float]:
    """What one exchange that changes something leads to; exchanges without effect only delay it."""
    on_defender = _volley(at[0], a.dice, per)
    on_attacker = _volley(at[1], d.dice, per)
    lost_d = _after_hits(at[1], on_defender, at[2], d.groups, per)
    lost_a = _after_hits(at[0], on_attacker, at[3], a.groups, per)
    after: dict[Standing, float] = defaultdict(float)
    for (left_d, kept_a), p in lost_d.items():
        for (left_a, kept_d), q in lost_a.items():
            after[left_a, left_d, kept_a, kept_d] += p * q
    still = after.pop(at, 0.0)
    return {x: p / (1 - still) for x, p in after.items()}


def _volley(host: Host, dice: Dice, per: int) -> dict[tuple[tuple[Quality, int], ...], float]:
    """The chance of each set of hits a side's dice can make."""
    found: dict[tuple[tuple[Quality, int], ...], float] = {(): 1.0}
    for kind, n in host:
        qualities = tuple(sorted(dice(kind).items()))
        found = _together(found, _throws(n * per, qualities))
    return found


@lru_cache(maxsize=2048)
def _throws(
    n: int, qualities: tuple[tuple[Quality, float], ...]
) -> dict[tuple[tuple[Quality, int], ...], float]:
    """The chance of each set of hits with n dice alike."""
    found: dict[tuple[tuple[Quality, int], ...], float] = {(): 1.0}
    one: dict[tuple[tuple[Quality, int], ...], float] = {((q, 1),): p for q, p in qualities if p}
    one[()] = 1 - sum(p for _, p in qualities)
    for _ in range(n):
        found = _together(found, one)
    return found


def _together(
    x: dict[tuple[tuple[Quality, int], ...], float], y: dict[tuple[tuple[Quality, int], ...], float]
) -> dict[tuple[tuple[Quality, int], ...], float]:
    found: dict[tuple[tuple[Quality, int], ...], float] = defaultdict(float)
    for a, p in x.items():
        for b, q in y.items():
            total = dict(a)
            for quality, n in b:
                total[quality] = total.get(quality, 0) + n
            found[tuple(sorted(total.items()))] += p * q
    return found


def _after_hits(
    host: Host, hits: dict[tuple[tuple[Quality, int], ...], float], kept: Quality, groups: Groups, per: int
) -> dict[tuple[Host, Quality], float]:
    """What is left of a side, and which hit its opponent keeps."""
    found: dict[tuple[Host, Quality], float] = defaultdict(float)
    for volley, p in hits.items():
        left = dict(volley)
        if kept:
            left[kept] = left.get(kept, 0) + 1
        found[fall(host, left, groups, per)] += p
    return found


def fall(host: Host, left: dict[Quality, int], groups: Groups, per: int) -> tuple[Host, Quality]:
    """Losses from these hits: of kinds that can be hit, the one the fewest hits reach falls first."""
    counts = dict(host)
    while True:
        there = groups(tuple((k, n) for k, n in counts.items() if n)) if any(counts.values()) else ()
        open_to = [g for g in there if reaching(left, g[0]) >= per]
        if not open_to:
            useful = [q for q in left if {g[0] for g in there} & set(q)]
            kept = max(useful, key=lambda q: (len(q), q)) if useful and per > 1 else ()
            return tuple((k, n) for k, n in counts.items() if n), kept
        group = min(open_to, key=lambda g: (reaching(left, g[0]), g[0] == INFANTRY, g))
        spend(left, group[0], per)
        victim = next(k for k in group if counts.get(k))
        counts[victim] -= 1


def odds_between(
    s: HostState, b: Battle, attackers: Host, defenders: Host, led: Mapping[Side, int]
) -> Odds[Host]:
    """A battle of these forces in its area, fought to the end."""

    def arms(side: Side) -> Arms:
        enemies = defenders if side == ATTACKER else attackers

        def dice(kind: Kind) -> Mapping[Quality, float]:
            needs = {t: s.rules.need(s, b, side, kind, t) - led[side] for t, _ in enemies}
            return _qualities(needs)

        return Arms(dice, each_apart)

    return mixed_odds(attackers, defenders, arms(ATTACKER), arms(DEFENDER), s.rules.numbers.dice_per_army)


def each_apart(host: Host) -> tuple[tuple[Kind, ...], ...]:
    """Each kind is a group of its own: the roller chooses between them."""
    return tuple((kind,) for kind, _ in host)


def _qualities(needs: Mapping[Kind, int]) -> dict[Quality, float]:
    """Each quality of hit a die can make, with its chance: what it hits depends only on the face."""
    found: dict[Quality, float] = defaultdict(float)
    for face in range(1, 7):
        quality = tuple(k for k, n in needs.items() if face >= n)
        if quality:
            found[quality] += chance(6)
    return dict(found)


def host_of(force: Force) -> Host:
    """A force as kinds and numbers, infantry first."""
    found: dict[Kind, int] = {}
    for sort, n in force.parts():
        found[kind_of(sort)] = found.get(kind_of(sort), 0) + n
    return tuple(found.items())


def host_odds_of(s: HostState, a: Action | None) -> Json | None:
    """The battle that is under way, or that this action would begin or join, as plain JSON."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, FallBack | FallBackSend):
        b = step.battle if isinstance(step, FallBack) else step.retreat.battle
        return _json(s, b, Force(0))
    if isinstance(step, BattleOrder) and a is not None and a.verb == "fight":
        return _landing(s, step.nation, Area(a.name), Force(0))
    if isinstance(step, MarchTo) and a is not None and a.verb == "to":
        force = step.force or ready(s, step.nation, step.place)
        return _landing(s, step.nation, Area(a.name), force)
    send = step.send if isinstance(step, MarchMuster) else step
    if isinstance(send, MarchSend) and a is not None:
        return _landing(s, send.leg.nation, send.area, _likely(s, send, a))
    return None


def _likely(s: HostState, send: MarchSend, a: Action) -> Force:
    """The force an answer most likely means: the best armies, and the leader."""
    pool = send.pool(s)
    n = a.number if a.verb == "send" else 0 if a.verb == "alone" else pool.n
    sorts, left = [], n
    for sort, k in pool.sorts:
        sorts.append((sort, min(k, left)))
        left -= min(k, left)
    return Force(n, tuple((x, k) for x, k in sorts if k), pool.leaders)


def _landing(s: HostState, nation: Nation, area: Area, force: Force) -> Json | None:
    foe = s.foe(nation, area)
    return None if foe is None else _json(s, Battle(area, nation, foe), force)


def _json(s: HostState, b: Battle, coming: Force) -> Json:
    here = s.everything(b.attacker, b.area)
    sorts = dict(here.sorts)
    for sort, n in coming.sorts:
        sorts[sort] = sorts.get(sort, 0) + n
    attackers = host_of(Force(here.n + coming.n, tuple(sorts.items())))
    defenders = host_of(s.everything(b.defender, b.area))
    led_by = {*s.leaders_at(b.attacker, b.area), *coming.leaders}
    bonus: dict[Side, int] = {ATTACKER: int(bool(led_by)), DEFENDER: s.rules.bonus(s, b.defender, b.area)}
    odds = odds_between(s, b, attackers, defenders, bonus)
    ends = [
        {
            "attackers": size(x),
            "defenders": size(y),
            "p": p,
            "left": dict(x) | {f"foe {k}": n for k, n in y},
        }
        for (x, y), p in sorted(odds.ends.items(), key=lambda e: (-size(e[0][0]), size(e[0][1])))
    ]
    return told_odds(b, size(attackers), size(defenders), odds, ends)
