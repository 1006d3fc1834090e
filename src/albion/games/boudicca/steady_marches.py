"""Who of a stack should go where in Boudicca: raids, sorties, errands of Druids, and flight from what is stronger."""

from __future__ import annotations

from collections.abc import Sequence

from albion.engine.action import Action
from albion.engine.tastes import PLAIN, Tastes
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s07_forced_march import can_force_march
from albion.games.boudicca.s07_goals import goals
from albion.games.boudicca.s07_movement import MoveStack
from albion.games.boudicca.s07_ways import allowance, group_reach, movable, movement_class, road_use
from albion.games.boudicca.state import BoudiccaState, enemy
from albion.games.boudicca.steady_aims import (
    Aim,
    Survey,
    detachment,
    outlook,
    power,
    prize,
    quiet_oppida,
    quiet_tribes,
    stack_power,
)
from albion.games.boudicca.steady_danger import OUTMATCHED, Danger
from albion.games.boudicca.steady_refuge import RAID
from albion.kernels.hex import Hex, bit, distance, hexes_of

FORSAKEN = 1.5
"""What it costs to leave a Civilian without a guard, in the scores of aims."""
FAR = 120
"""Half points within which a way round the enemy is looked for."""
DETOUR = 16
"""Half points more than the straight way costs within which it is looked for first."""
ESCAPE = 2.0
"""What a point at stake weighs beside points to be won: it can be saved now or never."""
HOME, SPOIL = 8.0, 6.0
"""Hexes of distance from the enemy that hiding in an own oppidum, or in a place to sack, is worth."""
WATCH = 2
"""Hexes within which a strong stack is likely to intercept."""
FEAR = 1.0
"""What a point likely to be lost at a goal weighs beside points to be won there."""
HORDE = 30
"""The power from which on a stack parts for its errands."""
WEIGHED = 4
"""For this many of the best goals the danger is considered."""
WHOLE, MOST = 15.0, 0.6
"""A stack below this power, or an errand for more than this share of it, goes whole."""
RISKY = 0.4
"""What an errand is worth that ends where the enemy can strike."""

Plan = tuple[tuple[int, ...], Aim | None]
"""A group and where it should go; nobody, if all had better stay."""


class Marches:
    """Plans for one position; what is worked out is kept for as long as nothing on the map changes."""

    def __init__(
        self,
        s: BoudiccaState,
        tastes: Tastes = PLAIN,
        taken: Sequence[Hex] = (),
        survey: Survey | None = None,
    ) -> None:
        self.s, self.tastes, self.taken = s, tastes, taken
        self._plans: dict[tuple[Hex, tuple[int, ...]], Plan] = {}
        self._quiet: dict[Hex, float] | None = None
        self._roads: dict[tuple[tuple[int, ...], Hex, bool], tuple[Hex, ...]] = {}
        self.survey = survey or Survey(s, s.phasing, tastes)
        """What there is to go for."""
        self.danger = Danger(s, s.phasing)
        """Who could strike at us."""

    @property
    def quiet(self) -> dict[Hex, float]:
        """Oppida where a Druid might raise a tribe."""
        if self._quiet is None:
            self._quiet = quiet_oppida(self.s)
        return self._quiet

    def plan(self, h: Hex, pool: tuple[int, ...]) -> Plan:
        """Who of a stack should go where next."""
        found = self._plans.get((h, pool))
        if found is None:
            found = self._plans[h, pool] = self._plan(h, pool)
        return found

    def _plan(self, h: Hex, pool: tuple[int, ...]) -> Plan:
        s = self.s
        if not pool:
            return (), None
        druids = tuple(u for u in pool if u in s.rules.druids)
        errand = self._errand(h, druids) if druids else None
        if not any(s.rules.combat[u] for u in pool):
            return errand or self._flight(h, pool)
        aim = self._best(pool)
        if errand and (aim is None or errand[1].score > aim.score) and self.may_part(h, errand[0]):
            return errand
        if s.phasing == BRITONS:
            return self._britons(h, pool, aim)
        return self._romans(h, pool, aim) if aim else ((), None)

    def _best(self, pool: tuple[int, ...]) -> Aim | None:
        """The best aim of a stack; for the Britons less what is likely to be lost by standing there."""
        if self.s.phasing == ROMANS:
            return self.survey.best(pool, self.taken)
        fear, whole = self.tastes.habit("fear", FEAR), power(self.s, pool) < self.tastes.habit("horde", HORDE)
        found = sorted(self.survey.aims(pool, self.taken), key=lambda a: (-a.score, a.hex))
        feared = []
        for aim in found[:WEIGHED]:
            group = pool if whole else detachment(self.s, pool, aim)
            feared.append(aim._replace(score=aim.score - fear * self.danger.expected_loss(aim.hex, group)))
        return max(feared, key=lambda a: (a.score, -a.hex), default=None)

    def may_part(self, h: Hex, group: tuple[int, ...]) -> bool:
        """Whether a group may leave the others of its stack."""
        return MoveStack(h, group, group).forbids(self.s, Action("march")) is None

    def _company(self, h: Hex, pool: tuple[int, ...]) -> tuple[int, ...]:
        return pool if self.may_part(h, pool) else ()

    # Britons

    def _britons(self, h: Hex, pool: tuple[int, ...], aim: Aim | None) -> Plan:
        s = self.s
        escape = self.escape(h, pool)
        if escape and (aim is None or escape[1].score > aim.score):
            return escape
        if aim is None:
            return (), None
        part = self._with_queen(h, pool, detachment(s, pool, aim))
        strong = power(s, pool)
        spare = power(s, [u for u in pool if u not in part])
        small = strong < self.tastes.habit("whole", WHOLE) or spare < 12
        if small or power(s, part) > self.tastes.habit("most", MOST) * strong or not self.may_part(h, part):
            return self._but_for_guard(h, self._company(h, pool), aim), aim
        return part, aim

    def _with_queen(self, h: Hex, pool: tuple[int, ...], part: tuple[int, ...]) -> tuple[int, ...]:
        """Boudicca goes along with a part that is stronger than what it leaves behind."""
        s, queen = self.s, self.s.rules.boudicca
        if queen not in pool or not self._careful:
            return part
        rest = [u for u in pool if u not in part and u != queen]
        along = tuple(sorted((*part, queen)))
        return along if power(s, rest) < power(s, part) and self.may_part(h, along) else part

    @property
    def _careful(self) -> bool:
        """Whether Boudicca looks after herself; the plain heuristic leaves her with whoever stays behind."""
        return self.tastes.habit("careful", 1.0) > 1.0

    def _but_for_guard(self, h: Hex, group: tuple[int, ...], aim: Aim) -> tuple[int, ...]:
        """All but the weakest, who keeps raiders from an oppidum that is not sacked yet."""
        s = self.s
        if s.rules.board.tribe_at.get(h) is None or s.sacked.get(h) in (ROMANS, "both"):
            return group
        fighters = [u for u in group if s.rules.combat[u]]
        if len(fighters) < max(2, len(s.fighters(h, BRITONS))):
            return group
        weakest = min(fighters, key=lambda u: (s.strength((u,)), u))
        rest = tuple(u for u in group if u != weakest)
        return rest if power(s, rest) >= aim.need and self.may_part(h, rest) else group

    def escape(self, h: Hex, pool: tuple[int, ...]) -> tuple[tuple[int, ...], Aim] | None:
        """Away from whoever could wipe out a stack that would be missed: unit by unit, each its own way."""
        s = self.s
        loss = self.danger.expected_loss(h, pool)
        if not loss:
            return None
        ride = self._ride(h, pool, loss)
        if ride is not None:
            return ride
        fighters = [u for u in pool if s.rules.combat[u]]
        first = min(fighters, key=lambda u: (s.rules.ma[u], s.strength((u,)), u))
        group = pool if len(fighters) == 1 else (first,)
        if not self.may_part(h, group):
            group = pool
        reach = group_reach(s, group, allowance(s, group)).within
        hiding = hexes_of(reach & ~self.danger.unsafe(power(s, group)) & ~bit(h))
        if not hiding or not self.may_part(h, group):
            return None
        goal = max(hiding, key=lambda x: (self._hides(x, h), -x))
        return group, Aim(self.tastes.habit("escape", ESCAPE) * loss, goal, 0.0)

    def _ride(self, h: Hex, pool: tuple[int, ...], loss: float) -> tuple[tuple[int, ...], Aim] | None:
        """Boudicca leaves a stack in danger before the others do."""
        queen = (self.s.rules.boudicca,)
        if queen[0] not in pool or not self._careful or not self.may_part(h, queen):
            return None
        group, aim = self._flight(h, queen)
        return (group, Aim(self.tastes.habit("escape", ESCAPE) * loss, aim.hex, 0.0)) if aim else None

    def _hides(self, x: Hex, h: Hex) -> float:
        """How good a hex is to hide in: far from the enemy, a little apart from others, best where it is of use."""
        s, board, by = self.s, self.s.rules.board, self.s.sacked.get(x)
        far = min(distance(x, foe.hex) for foe in self.danger.strikers)
        apart = min((3, *(distance(x, own) for own in s.held(BRITONS) if own != h)))
        worth = far + 0.5 * apart
        if not s.occupied(x, BRITONS):
            worth += self.tastes.habit("home", HOME) * (x in board.tribe_at and by not in (ROMANS, "both"))
            worth += SPOIL * ((x in board.towns or x in board.posts) and by not in (BRITONS, "both"))
        return worth

    def pressing(self) -> float:
        """The most that would be lost by not moving a stack of Britons now."""
        found = 0.0
        for h in self.s.held(BRITONS):
            pool = movable(self.s, h, BRITONS)
            escape = self.escape(h, pool) if any(self.s.rules.combat[u] for u in pool) else None
            found = max(found, escape[1].score if escape else 0.0)
        return found

    # Leaders

    def _errand(self, h: Hex, druids: tuple[int, ...]) -> tuple[tuple[int, ...], Aim] | None:
        """A Druid's way to the oppidum of a tribe not in revolt."""
        s = self.s
        if s.rules.board.tribe_at.get(h) in quiet_tribes(s):
            return None
        group = (druids[0],)
        way, risky = outlook(s, group), self.tastes.habit("risky", RISKY)
        found = [
            Aim(worth * (risky if self.danger.worst(goal) else 1.0) / (1.5 + cost / 30), goal, 0.0)
            for goal, worth in self.quiet.items()
            if goal not in self.taken and (cost := way.cost(goal)) is not None
        ]
        return (group, max(found)) if found else None

    def _flight(self, h: Hex, pool: tuple[int, ...]) -> Plan:
        """Leaders on their own go to the strongest stack that is safe, or out of the enemy's reach."""
        s = self.s
        side = s.rules.side[pool[0]]
        rousing = any(u in s.rules.druids for u in pool) and s.rules.board.tribe_at.get(h) in quiet_tribes(s)
        if rousing or (side == BRITONS and not self.danger.worst(h)):
            return (), None
        reach = group_reach(s, pool, allowance(s, pool)).within & ~bit(h)
        safe = [
            x for x in hexes_of(reach & s.held_bits(side))
            if self.danger.worst(x) < OUTMATCHED * stack_power(s, x, side)
        ]  # fmt: skip
        if safe:
            return pool, Aim(1.0, max(safe, key=lambda x: (stack_power(s, x, side), -x)), 0.0)
        hiding = hexes_of(reach & ~self.danger.unsafe(0.0)) if side == BRITONS else ()
        if not hiding:
            return (), None
        far = max(hiding, key=lambda x: (min(distance(x, foe.hex) for foe in self.danger.strikers), -x))
        return pool, Aim(1.0, far, 0.0)

    # Romans

    def _romans(self, h: Hex, pool: tuple[int, ...], aim: Aim) -> Plan:
        group = self._romans_for(h, pool, aim)
        forsaken = self.tastes.habit("shelter", FORSAKEN) * self._shelters(h, group)
        return group, aim._replace(score=aim.score - forsaken)

    def _romans_for(self, h: Hex, pool: tuple[int, ...], aim: Aim) -> tuple[int, ...]:
        """A legion marches whole; a small errand is for horsemen and auxilia."""
        s = self.s
        light = tuple(u for u in pool if s.rules.combat[u] and not s.rules.body[u])
        horse = tuple(u for u in light if s.rules.units[u].cavalry)
        for party in (horse, light):
            if party and len(party) < len(pool) and aim.need < 0.8 * power(s, party):
                chosen = detachment(s, party, aim)
                if self.may_part(h, chosen):
                    return chosen
        return self._company(h, pool)

    def _shelters(self, h: Hex, group: tuple[int, ...]) -> int:
        """How many Civilians a group would leave without a guard, with a war band close enough to come."""
        left = len(self.s.civilians(h))
        if not left or any(u not in group for u in self.s.fighters(h, ROMANS)):
            return 0
        return left if any(distance(h, x) <= RAID for x in self.s.held(BRITONS)) else 0

    def hurries(self, group: tuple[int, ...], aim: Aim) -> bool:
        """Whether a forced march brings a group much nearer to its goal than one move, and not into a hard fight."""
        s = self.s
        if prize(s, aim.hex, ROMANS, self.tastes)[1] > 0.75 * power(s, group):
            return False
        if not all(can_force_march(s, u) for u in group):
            return False
        here, once = s.where[group[0]], allowance(s, group)
        way = outlook(s, group)
        if (way.cost(aim.hex) or 0) <= once:
            return False
        road = s.rules.board.reach(ROMANS, "only", s.bridges(), here, 2 * once, s.held_bits(BRITONS))
        far = self.tastes.habit("hurry", 1.25) * once
        return any((way.cost(h) or 0) >= far and road.cost(h) is not None for h in way.path(aim.hex))

    # The way there

    def gets_on(self, h: Hex) -> bool:
        """Whether those who should leave a hex can come nearer to their goal in one move."""
        s = self.s
        group, aim = self.plan(h, movable(s, h, s.phasing))
        if not group or aim is None:
            return False
        free, fights = goals(s, group, allowance(s, group))
        return (
            bool((free | fights) & bit(aim.hex))
            or self.towards(group, aim.hex, set(hexes_of(free))) is not None
        )

    def towards(self, group: tuple[int, ...], goal: Hex, offered: set[Hex]) -> Hex | None:
        """The farthest hex offered on a group's way to a goal; out of the enemy's watch if there is such a way."""
        for unwatched in (True, False):
            for h in self._road(group, goal, unwatched):
                if h in offered:
                    return h
        return None

    def _road(self, group: tuple[int, ...], goal: Hex, unwatched: bool) -> tuple[Hex, ...]:
        """A group's way to a goal, the goal first; unwatched: round those who are much stronger, if there are any."""
        found = self._roads.get((group, goal, unwatched))
        if found is None:
            found = self._roads[group, goal, unwatched] = self._way(group, goal, unwatched)
        return found

    def _way(self, group: tuple[int, ...], goal: Hex, unwatched: bool) -> tuple[Hex, ...]:
        s, watched = self.s, self._watched(group) if unwatched else 0
        if unwatched and not watched:
            return ()
        here = s.where[group[0]]
        shut = (watched | s.held_bits(enemy(s.phasing))) & ~bit(here) & ~bit(goal)
        kind, roads, reach = movement_class(s, group), road_use(s, group), s.rules.board.reach
        bare = outlook(s, group).cost(goal)
        path: tuple[Hex, ...] = ()
        for points in (FAR,) if bare is None else (min(FAR, bare), min(FAR, bare + DETOUR), FAR):
            if unwatched:
                path = reach(kind, roads, s.bridges(), here, points, shut).path(goal)
            else:
                path = group_reach(s, group, points).path(goal)
            if path:
                break
        return path[::-1]

    def _watched(self, group: tuple[int, ...]) -> int:
        """The hexes near enemies who are much stronger than a group."""
        strong, disk, watched = OUTMATCHED * power(self.s, group), self.s.rules.board.grid.disk, 0
        for foe, theirs in self.survey.foes:
            if theirs > strong:
                watched |= disk(foe, WATCH)
        return watched
