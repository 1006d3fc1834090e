"""What a place is worth to each side in Boudicca, and who should go there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from albion.engine.tastes import PLAIN, Tastes
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s07_ways import movement_class, road_use
from albion.games.boudicca.s11_revolts import revolt_drm
from albion.games.boudicca.state import DEAD, RESERVE, BoudiccaState, enemy
from albion.kernels.hex import Hex, Spread, bit, distance

MUCH_STRONGER = {ROMANS: 1.5, BRITONS: 2.0}
"""How many times the defenders' power an attack should have."""
LATE = 5
"""From this turn on a tribe that rises over its sacked oppidum can do little harm."""
BLOOD = {ROMANS: 1 / 6, BRITONS: 1 / 7}
"""Points that a point of the enemy's strength is worth."""
TOWN, POST = 4.5, 2.2
"""What the Britons go for, a little more than its points: whoever takes it may go on from there."""
DENIED = 3.0
"""What it is worth to drive Romans from an oppidum that they are about to sack."""
WATCHED = 8
"""Hexes within which an enemy stack threatens a place."""
BESIDE = 3
"""Hexes within which troops keep a leader from raising a tribe."""
NEAR = {ROMANS: 1.5, BRITONS: 0.7}
"""Moves added to every way: the fewer, the more a side prefers what is near."""
DARE = 0.35
"""The share of its worth that a place has where someone stronger is near."""
HORIZON = 72
"""Half movement points that are worth looking ahead: some four moves of infantry."""


class Aim(NamedTuple):
    """Somewhere to go, how good that is, and the strength it takes."""

    score: float
    hex: Hex
    need: float


def power(s: BoudiccaState, units: Iterable[int]) -> float:
    """Strength with a share for the leader's bonus and a legion in hand."""
    table, legion_of, leads = s.rules.strength, s.rules.legion_of, s.rules.leader
    strength = bonus = cohorts = 0
    for u in units:
        strength += table[u][s.steps[u]]
        if legion_of[u]:
            cohorts += 1
        elif leads[u]:
            bonus = max(bonus, s.rules.units[u].bonus)
    in_hand = cohorts >= s.rules.data.combat.drm.legion_in_hand_cohorts
    return strength * (1 + 0.22 * (bonus + in_hand))


def stack_power(s: BoudiccaState, h: Hex, side: str) -> float:
    """The power of a side's stack in a hex."""
    return power(s, s.units(h, side))


def threat(s: BoudiccaState, h: Hex, side: str, within: int = WATCHED) -> float:
    """The strongest enemy stack that could soon be at a hex."""
    return strongest(stacks(s, enemy(side)), h, within)


def stacks(s: BoudiccaState, side: str) -> list[tuple[Hex, float]]:
    """A side's stacks with their power."""
    return [(h, stack_power(s, h, side)) for h in sorted(s.held(side))]


def strongest(found: list[tuple[Hex, float]], h: Hex, within: int) -> float:
    """The power of the strongest of some stacks near a hex, not in it."""
    return max((strong for x, strong in found if x != h and distance(x, h) <= within), default=0.0)


def tribe_strength(s: BoudiccaState, tribe: str) -> int:
    """The strength of a tribe that waits off the map."""
    return s.strength(u for u in s.rules.of_body[tribe] if s.where[u] == RESERVE)


def revolt_chance(s: BoudiccaState, tribe: str, drm: int = 0) -> float:
    """The chance that inciting a tribe succeeds."""
    table = s.rules.data.tables.tribal_revolt.revolts_on_or_below
    return max(0, min(6, table.get(tribe, 0) - revolt_drm(s, tribe) - drm)) / 6


def prize(s: BoudiccaState, h: Hex, side: str, tastes: Tastes = PLAIN) -> tuple[float, float]:
    """What taking a hex is worth in victory points, and the strength needed to take it."""
    guards = s.fighters(h, enemy(side))
    need = tastes.habit("odds", MUCH_STRONGER[side]) * stack_power(s, h, enemy(side)) if guards else 0.0
    value = tastes.habit("blood", BLOOD[side]) * s.strength(guards)
    judge = _briton_prize if side == BRITONS else _roman_prize
    return judge(s, h, value, need, tastes)


def _briton_prize(s: BoudiccaState, h: Hex, value: float, need: float, tastes: Tastes) -> tuple[float, float]:
    board, guards = s.rules.board, s.fighters(h, ROMANS)
    if need and h in board.posts:
        need *= 1.15
    if s.sacked.get(h) not in (BRITONS, "both"):
        value += tastes.habit("towns", TOWN) * (h in board.towns)
        value += tastes.habit("posts", POST) * (h in board.posts)
    value += tastes.habit("cohorts", 0.4) * sum(bool(s.rules.body[u]) for u in guards)
    value += tastes.habit("civilians", 3.0) * len(s.civilians(h))
    value += 3.0 * (s.where[s.rules.paulinus] == h)
    if guards and h in board.tribe_at and s.sacked.get(h) not in (ROMANS, "both"):
        value += tastes.habit("denied", DENIED) * (5 / 3 if board.tribe_at[h] == "iceni" else 1.0)
    if h in board.tribe_at and s.sacked.get(h) not in (ROMANS, "both") and not s.occupied(h, BRITONS):
        value += guarding(tastes) * (5 / 3 if board.tribe_at[h] == "iceni" else 1.0)
    return value, need


def guarding(tastes: Tastes) -> float:
    """What going home to an open oppidum is worth: nothing by itself, which only a search can judge."""
    return max(0.0, tastes.habit("guard", 1.0) - 1.0)


def _roman_prize(s: BoudiccaState, h: Hex, value: float, need: float, tastes: Tastes) -> tuple[float, float]:
    board = s.rules.board
    value += tastes.habit("queen", 4.0) * (s.where[s.rules.boudicca] == h)
    value += tastes.habit("druids", 1.2) * sum(s.where[u] == h for u in s.rules.druids)
    value += tastes.habit("tribes", 0.6) * sum(len(s.rules.of_body[t]) for t in last_of_tribes(s, h))
    tribe = board.tribe_at.get(h)
    if tribe and s.sacked.get(h) not in (ROMANS, "both"):
        value += tastes.habit("oppida", 3.3) * (5 / 3 if tribe == "iceni" else 1.0)
        if tribe not in s.revolted and s.turn < tastes.habit("late", LATE):
            need = max(need, 1.5 * tribe_strength(s, tribe))
    return value, need


def last_of_tribes(s: BoudiccaState, h: Hex) -> list[str]:
    """Tribes whose last counters all stand in a hex: once they are dead, all of the tribe's counters score."""
    there = {s.rules.body[u] for u in s.fighters(h, BRITONS)}
    return [t for t in sorted(there) if all(s.where[u] in (h, DEAD) for u in s.rules.of_body[t])]


def targets(s: BoudiccaState, side: str, tastes: Tastes = PLAIN) -> list[Hex]:
    """Every hex that might be worth going to."""
    board, foe = s.rules.board, enemy(side)
    places = set(board.tribe_at) if side == ROMANS else {*board.towns, *board.posts}
    places |= {h for h in s.at if h > DEAD and (s.units(h, foe) or (side == BRITONS and s.civilians(h)))}
    if side == BRITONS and guarding(tastes):
        places |= set(board.tribe_at)
    return sorted(places)


def outlook(s: BoudiccaState, group: tuple[int, ...], budget: int = HORIZON) -> Spread:
    """Ways as they would be without anyone standing in them: good enough for plans, and kept from turn to turn."""
    here = s.where[group[0]]
    return s.rules.board.reach(movement_class(s, group), road_use(s, group), s.bridges(), here, budget)


class Place(NamedTuple):
    """A hex that may be worth going to, with the strength it takes and the strongest enemy stack nearby."""

    hex: Hex
    value: float
    need: float
    danger: float


class Survey:
    """What one side might go for in a position, looked at once for all of its stacks; like one of the same `sights`."""

    def __init__(
        self, s: BoudiccaState, side: str, tastes: Tastes = PLAIN, like: Survey | None = None
    ) -> None:
        self.s, self.side, self.tastes = s, side, tastes
        self._foes: list[tuple[Hex, float]] | None = like._foes if like else None
        self._places: list[Place] | None = like._places if like else None
        self._aims: dict[object, list[Aim]] = {}

    @property
    def foes(self) -> list[tuple[Hex, float]]:
        """The enemy's stacks with their power."""
        if self._foes is None:
            self._foes = stacks(self.s, enemy(self.side))
        return self._foes

    @property
    def places(self) -> list[Place]:
        """Every hex with something to gain."""
        if self._places is None:
            self._places = self._found()
        return self._places

    def _found(self) -> list[Place]:
        found = []
        grid = self.s.rules.board.grid
        # The strongest first, each as a bit: the first one in sight of a place is what threatens it.
        watch = [(bit(h), strong) for h, strong in sorted(self.foes, key=lambda x: -x[1])]
        for h in targets(self.s, self.side, self.tastes):
            value, need = prize(self.s, h, self.side, self.tastes)
            if value > 0:
                near = grid.disk(h, WATCHED) & ~bit(h)
                danger = next((strong for at, strong in watch if at & near), 0.0)
                found.append(Place(h, self.tastes.want(f"hex {h}") * value, need, danger))
        return found

    def aims(self, group: tuple[int, ...], taken: Sequence[Hex] = ()) -> list[Aim]:
        """Where a group on the map should go, by worth over distance; nowhere that is taken by another."""
        s, strong = self.s, power(self.s, group)
        key = (group, s.where[group[0]], strong, s.forced, s.bridges())
        found = self._aims.get(key)
        if found is None:
            found = self._aims[key] = self._found_by(group, strong)
        return [aim for aim in found if aim.hex not in taken] if taken else found

    def _found_by(self, group: tuple[int, ...], strong: float) -> list[Aim]:
        """The same, whatever is taken."""
        tastes, here, way = self.tastes, self.s.where[group[0]], outlook(self.s, group)
        bold, dare = tastes.habit("bold", strong), tastes.habit("dare", DARE)
        near, far = tastes.habit("near", NEAR[self.side]), tastes.habit("far", 16)
        found = []
        for h, value, need, danger in self.places:
            if h == here or need > bold:
                continue
            cost = way.cost(h)
            if cost is None:
                continue
            worth = dare * value if danger > 1.3 * strong else value
            found.append(Aim(worth / (near + cost / far), h, max(need, min(danger, strong))))
        return found

    def best(self, group: tuple[int, ...], taken: Sequence[Hex] = ()) -> Aim | None:
        """The best of them, the lowest hex among equals."""
        return max(self.aims(group, taken), key=lambda a: (a.score, -a.hex), default=None)


def sights(s: BoudiccaState, side: str) -> tuple[object, ...]:
    """All that what a side might go for follows from, wherever its own stacks stand."""
    r, foe, where = s.rules, enemy(side), s.where
    low, high = r.ranks[foe]
    return (
        side, tuple(where[low:high]), tuple(s.steps[low:high]), tuple([where[u] for u in r.unarmed[foe]]),
        tuple(s.sacked.items()), s.revolted, s.turn,
    )  # fmt: skip


def detachment(s: BoudiccaState, group: tuple[int, ...], aim: Aim) -> tuple[int, ...]:
    """The fewest units that are enough for an aim; leaders stay with the rest."""
    fighters = sorted(
        (u for u in group if s.rules.combat[u]), key=lambda u: (s.rules.units[u].cavalry, -s.strength((u,)))
    )
    chosen: list[int] = []
    for u in fighters:
        if chosen and power(s, chosen) >= aim.need * 1.05:
            break
        if chosen and s.rules.body[u] != s.rules.body[chosen[0]]:
            continue
        chosen.append(u)
    return tuple(sorted(chosen))


def quiet_oppida(s: BoudiccaState) -> dict[Hex, float]:
    """Oppida where a leader could raise a tribe, with the worth of trying."""
    troops, grid = s.held_bits(ROMANS), s.rules.board.grid
    return {
        h: revolt_chance(s, tribe) * tribe_strength(s, tribe) / 8
        for tribe, h in s.rules.board.oppidum.items()
        if tribe not in s.revolted and not troops & grid.disk(h, BESIDE)
    }


def quiet_tribes(s: BoudiccaState) -> set[str]:
    """Tribes not in revolt."""
    return {t for t in s.rules.tribes if t not in s.revolted}
