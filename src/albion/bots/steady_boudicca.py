"""A player of Boudicca who keeps to plain good sense: strike what is weak, sack what is open, stay together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from albion.bots.bend import NEUTRAL, Bend
from albion.bots.boudicca_aims import (
    Aim,
    Survey,
    detachment,
    outlook,
    power,
    prize,
    quiet_oppida,
    revolt_chance,
    stack_power,
    threat,
    tribe_strength,
)
from albion.bots.boudicca_refuge import NEAR, RAID, Refuge
from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.state import State
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s07_forced_march import can_force_march
from albion.games.boudicca.s07_interception import chance
from albion.games.boudicca.s07_movement import MoveStack
from albion.games.boudicca.s07_ways import allowance, group_reach, movable
from albion.games.boudicca.s08_civilians import civilian_reach
from albion.games.boudicca.s10_combat import drms
from albion.games.boudicca.state import BOXES, DEAD, BoudiccaState, enemy
from albion.kernels.hex import Hex, distance, hexes_of

Score = Callable[[Action], float]
FORCE_MARCH = "force-march"
BID = {ROMANS: 4.0, BRITONS: 6.0}
"""Cards worth points that must remain in hand when another is bid for the initiative; Britons need theirs more."""
FORSAKEN = 1.5
"""What it costs to leave a Civilian without a guard, in the scores of aims."""
FAR = 120
"""Half points within which a way round the enemy is looked for."""


class Steady:
    """Answers every question by a small rule; remembers only where the moving group is bound for."""

    def __init__(self, dice: Dice, bend: Bend = NEUTRAL) -> None:
        self.bend = bend
        self.goal: Hex | None = None
        self.chosen: tuple[int, ...] = ()
        self.taken: dict[Hex, int] = {}
        """Goals given to a group, with the impulse in which they were."""
        self.survey: Survey | None = None
        """What there is to go for, while one question is thought over."""

    def choose(self, imagined: State, d: Decision) -> Action:
        """The best answer by its rule."""
        assert isinstance(imagined, BoudiccaState)
        if len(d.actions) == 1:
            return d.actions[0]
        self.survey = None
        rule = getattr(self, f"_{d.step}", None)
        answer: Action = rule(imagined, d.actions) if rule else d.actions[0]
        return answer if answer in d.actions else d.actions[0]

    # Setting up

    def _PlaceDruid(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        worth = {
            h: revolt_chance(s, tribe) * tribe_strength(s, tribe)
            for tribe, h in s.rules.board.oppidum.items()
        }
        return best(actions, lambda a: worth.get(int(a.noun or 0), 0.0))

    def _Garrison(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: -abs(int(a.noun or 0) - 1.25))

    # Cards

    def _Mulligan(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return Action("mulligan")

    def _Bid(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        """The cheapest card that helps the roll, if enough points remain to make use of the first Impulse."""
        helps = [a for a in actions if a.verb == "bid" and s.rules.value.get(a.name, 0) == 1]
        side = str(s.agenda[-1].side)  # type: ignore[attr-defined]
        others = sum(s.rules.value[c] > 0 for c in s.hands[side]) - 1
        return helps[0] if helps and others >= self.bend.habit("bid", BID[side]) else Action("decline")

    def _FirstPlayer(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        side = str(s.agenda[-1].side)  # type: ignore[attr-defined]
        return Action("first", side)

    def _Ave(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        assert s.battle is not None
        worth_it = s.strength(s.fighters(s.battle.hex, ROMANS)) >= 16
        return Action("play", "hail-caesar") if worth_it else Action("decline")

    # The Impulse

    def _Impulse(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        self.taken = {h: n for h, n in self.taken.items() if n >= s.impulse - 1}
        priced = [(self._worth(s, a), n, a) for n, a in enumerate(actions) if a.verb in _SPENDS]
        if priced:
            worth, _, action = max(priced, key=lambda p: (p[0], -p[1]))
            if worth > self.bend.habit("least", 0.15):
                return action
        return self._card(s, actions)

    def _card(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        side = s.phasing
        leave = Action("end") if s.cards else Action("pass")
        events = [a for a in actions if a.verb == "play" and self._event_pays(s, str(a.noun))]
        if events:
            return events[0]
        if Action("draw") in actions:
            return Action("draw")
        points = [a for a in actions if a.verb == "play" and s.rules.value[str(a.noun)]]
        ahead = len(s.hands[side]) > 2 * len(s.hands[enemy(side)]) + 1
        if points and (s.ap == 0) and (s.cards == 0 or ahead or s.final):
            return max(points, key=lambda a: s.rules.value[str(a.noun)])
        if s.cards == 0 and not points:
            # No points will follow, so that a stack held up by plunder loses nothing.
            if Action("play", "rampage") in actions:
                return Action("play", "rampage")
            return next((a for a in actions if a.verb == "discard"), leave)
        return leave

    def _event_pays(self, s: BoudiccaState, card: str) -> bool:
        if card == "paulinus-moves":
            return self._best_command(s) is not None
        if card == "hail-caesar":
            lost = [u for u in range(len(s.where)) if s.where[u] == DEAD and s.rules.side[u] == ROMANS]
            return sum(s.rules.combat[u] for u in lost) >= 5
        return card in ("spontaneous-revolt", "druid-invocation", "draw-another-card")

    def _best_command(self, s: BoudiccaState) -> Hex | None:
        """Where Paulinus would help most: the strongest Roman stack without him."""
        here = s.where[s.rules.paulinus]
        stacks = [h for h in sorted(s.held(ROMANS)) if h != here]
        if not stacks:
            return None
        top = max(stacks, key=lambda h: s.strength(s.fighters(h, ROMANS)))
        with_him = s.strength(s.fighters(here, ROMANS)) if here > DEAD else 0
        return top if s.strength(s.fighters(top, ROMANS)) > with_him + 8 else None

    def _worth(self, s: BoudiccaState, a: Action) -> float:
        side, bent = s.phasing, self.bend.want(str(a))
        match a.verb:
            case "sack":
                return bent * self._sack_worth(s, int(a.noun or 0))
            case "incite":
                return bent * 0.5 + revolt_chance(s, str(a.noun)) * tribe_strength(s, str(a.noun)) / 8
            case "mobilize":
                if a.noun == "isca":
                    return bent * 0.9 * max(0, s.turn - 1)
                return bent * (3.0 if a.noun == "mona" else 2.5)
            case "enter":
                return bent * (
                    2.6 if any(s.rules.combat[u] for u in movable(s, BOXES[str(a.noun)], side)) else 0.0
                )
            case "recruit":
                return bent * (0.8 if s.turn < 5 else 0.0)
            case "activate":
                return bent * self._march_worth(s, int(a.noun or 0))
        return 0.0

    def _sack_worth(self, s: BoudiccaState, h: Hex) -> float:
        tribe = s.rules.board.tribe_at.get(h)
        if s.phasing == BRITONS:
            return 6.0
        if tribe and tribe not in s.revolted:
            here = stack_power(s, h, ROMANS)
            last = s.turn == s.rules.data.sequence.sequence.turns
            return 5.0 if last or here > 1.25 * tribe_strength(s, tribe) else 0.0
        return 5.0

    def _march_worth(self, s: BoudiccaState, h: Hex) -> float:
        group, aim = self._plan(s, h, movable(s, h, s.phasing))
        return aim.score if group and aim else 0.0

    # Moving

    def _best_aim(self, s: BoudiccaState, group: tuple[int, ...], taken: Sequence[Hex] = ()) -> Aim | None:
        if self.survey is None:
            self.survey = Survey(s, s.rules.side[group[0]], self.bend)
        return self.survey.best(group, taken)

    def _plan(self, s: BoudiccaState, h: Hex, pool: tuple[int, ...]) -> tuple[tuple[int, ...], Aim | None]:
        """Who of a stack should go where next."""
        if not pool:
            return (), None
        fighters = tuple(u for u in pool if s.rules.combat[u])
        druids = tuple(u for u in pool if u in s.rules.druids)
        errand = self._errand(s, h, druids) if druids else None
        if not fighters:
            return (errand[0], errand[1]) if errand else self._flight(s, h, pool)
        busy = [goal for goal, impulse in self.taken.items() if impulse == s.impulse]
        aim = self._best_aim(s, pool, busy)
        if errand and (aim is None or errand[1].score > aim.score) and self._may_part(s, h, errand[0]):
            return errand
        if aim is None:
            return (), None
        if s.rules.side[pool[0]] == ROMANS:
            group = self._romans_for(s, h, pool, aim)
            forsaken = self.bend.habit("shelter", FORSAKEN) * self._shelters(s, h, group)
            return group, aim._replace(score=aim.score - forsaken)
        part = detachment(s, pool, aim)
        strong = power(s, pool)
        spare = power(s, [u for u in pool if u not in part])
        if strong < 30 or spare < 12 or power(s, part) > 0.6 * strong or not self._may_part(s, h, part):
            return self._company(s, h, pool), aim
        return part, aim

    def _company(self, s: BoudiccaState, h: Hex, pool: tuple[int, ...]) -> tuple[int, ...]:
        return pool if self._may_part(s, h, pool) else ()

    def _romans_for(self, s: BoudiccaState, h: Hex, pool: tuple[int, ...], aim: Aim) -> tuple[int, ...]:
        """A legion marches whole; a small errand is for horsemen and auxilia."""
        light = tuple(u for u in pool if s.rules.combat[u] and not s.rules.body[u])
        horse = tuple(u for u in light if s.rules.units[u].cavalry)
        for party in (horse, light):
            if party and len(party) < len(pool) and aim.need < 0.8 * power(s, party):
                chosen = detachment(s, party, aim)
                if self._may_part(s, h, chosen):
                    return chosen
        return self._company(s, h, pool)

    def _shelters(self, s: BoudiccaState, h: Hex, group: tuple[int, ...]) -> int:
        """How many Civilians a group would leave without a guard, with a war band close enough to come."""
        left = len(s.civilians(h))
        if not left or any(u not in group for u in s.fighters(h, ROMANS)):
            return 0
        return left if any(distance(h, x) <= RAID for x in s.held(BRITONS)) else 0

    def _may_part(self, s: BoudiccaState, h: Hex, group: tuple[int, ...]) -> bool:
        step = MoveStack(h, group, group)
        return step.forbids(s, Action("march")) is None

    def _errand(
        self, s: BoudiccaState, h: Hex, druids: tuple[int, ...]
    ) -> tuple[tuple[int, ...], Aim] | None:
        """A Druid's way to the oppidum of a quiet tribe."""
        if s.rules.board.tribe_at.get(h) in quiet_tribes(s):
            return None
        group = (druids[0],)
        costs = outlook(s, group).costs
        found = [
            Aim(worth / (1.5 + cost / 30), goal, 0.0)
            for goal, worth in quiet_oppida(s).items()
            if goal not in self.taken and (cost := costs.get(goal)) is not None
        ]
        return (group, max(found)) if found else None

    def _flight(self, s: BoudiccaState, h: Hex, pool: tuple[int, ...]) -> tuple[tuple[int, ...], Aim | None]:
        """Leaders on their own go to the strongest own stack in reach."""
        side = s.rules.side[pool[0]]
        if any(u in s.rules.druids for u in pool) and s.rules.board.tribe_at.get(h) in quiet_tribes(s):
            return (), None
        costs = outlook(s, pool).costs
        homes = [x for x in s.held(side) if x != h and x in costs]
        if not homes:
            return (), None
        goal = max(sorted(homes), key=lambda x: s.strength(s.fighters(x, side)))
        return pool, Aim(1.0, goal, 0.0)

    def _MoveStack(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        step = s.agenda[-1]
        assert isinstance(step, MoveStack)
        if step.hex <= DEAD:
            return self._enter(s, step, actions)
        if not step.group:
            self.chosen, aim = self._plan(s, step.hex, step.waiting(s))
            if not self.chosen or aim is None or (aim.score < 0.15 and Action("done") in actions):
                return Action("done") if Action("done") in actions else actions[0]
            if Action("play", FORCE_MARCH) in actions and self._hurries(s, self.chosen, aim):
                return Action("play", FORCE_MARCH)
            self.goal = aim.hex
            self.taken[aim.hex] = s.impulse
            if self.chosen == step.waiting(s) and Action("take", "all") in actions:
                return Action("take", "all")
        return self._gather(s, step, actions)

    def _hurries(self, s: BoudiccaState, group: tuple[int, ...], aim: Aim) -> bool:
        """Whether a forced march brings a group much nearer to its goal than one move, and not into a hard fight."""
        if prize(s, aim.hex, ROMANS)[1] > 0.75 * power(s, group):
            return False
        if not all(can_force_march(s, u) for u in group):
            return False
        here, once = s.where[group[0]], allowance(s, group)
        way = outlook(s, group)
        if (way.cost(aim.hex) or 0) <= once:
            return False
        road = s.rules.board.reach(ROMANS, "only", s.bridges(), here, 2 * once, s.held_bits(BRITONS))
        far = self.bend.habit("hurry", 1.25) * once
        return any((way.cost(h) or 0) >= far and road.cost(h) is not None for h in way.path(aim.hex))

    def _gather(self, s: BoudiccaState, step: MoveStack, actions: Sequence[Action]) -> Action:
        for u in self.chosen:
            take = Action("take", s.rules.units[u].id)
            if u not in step.group and take in actions:
                return take
        march = Action("march")
        return march if march in actions else actions[0]

    def _enter(self, s: BoudiccaState, step: MoveStack, actions: Sequence[Action]) -> Action:
        """From off the map all come, or legion by legion if the Governor is not there."""
        pool = step.waiting(s)
        if not step.group:
            first = next((s.rules.body[u] for u in pool if s.rules.body[u]), "")
            together = s.rules.paulinus in pool
            self.chosen = tuple(u for u in pool if together or s.rules.body[u] in ("", first))
            self.goal = None
            if self.chosen == pool and Action("take", "all") in actions:
                return Action("take", "all")
        return self._gather(s, step, actions)

    def _March(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        here = s.where[s.group[0]]
        if here <= DEAD:
            return best(actions, lambda a: -float(a.noun or 9999) if a.verb == "to" else -99999.0)
        if self.goal is None:
            aim = self._best_aim(s, s.group)
            self.goal = aim.hex if aim else None
        if self.goal is None or self.goal == here:
            return Action("stop")
        attack = Action("attack", self.goal)
        if attack in actions:
            _, need = prize(s, self.goal, s.phasing)
            return attack if power(s, s.group) >= 0.75 * need else Action("stop")
        return self._towards(s, actions)

    def _towards(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        goal = self.goal or 0
        if Action("to", goal) in actions:
            return Action("to", goal)
        reach = outlook(s, s.group, FAR)
        foes = s.held(enemy(s.phasing))
        if reach.cost(goal) is None or any(h in foes for h in reach.path(goal)[:-1]):
            reach = group_reach(s, s.group, FAR)
        if reach.cost(goal) is not None:
            offered = set(actions)
            for h in reversed(reach.path(goal)):
                if Action("to", h) in offered:
                    return Action("to", h)
        if not s.forced:
            return Action("stop")
        return best(actions, lambda a: -distance(a.number if a.verb == "to" else s.where[s.group[0]], goal))

    def _KillCivilians(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return Action("kill")

    def _CivilianMovement(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        """Whoever is in danger goes, if there is anywhere better to be."""
        refuge = Refuge(s)
        for a in actions:
            if a.verb == "evacuate":
                u = s.rules.index[a.name]
                here = refuge.safety(s.where[u])
                if here < NEAR and self._best_refuge(s, refuge, u)[0] > here + 1:
                    return a
        return Action("done")

    def _best_refuge(self, s: BoudiccaState, refuge: Refuge, u: int) -> tuple[float, Hex]:
        hexes = hexes_of(civilian_reach(s, u).within)
        return max((refuge.safety(h), -h) for h in hexes)

    def _Evacuation(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        u = s.agenda[-1].civilian  # type: ignore[attr-defined]
        goal = -self._best_refuge(s, Refuge(s), u)[1]
        return Action("to", goal) if goal != s.where[u] else Action("stop")

    # Fighting

    def _Interception(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        side, target = enemy(s.phasing), int(s.agenda[-1].hex)  # type: ignore[attr-defined]
        prey = power(s, s.group) + 1

        def gain(a: Action) -> float:
            if a.verb == "decline":
                return 1.0
            h = int(a.noun or 0)
            likely = int(chance(s, side, h, target)[0])
            strong = stack_power(s, h, side)
            safe = threat(s, target, side, 4) < 2 * strong
            return strong / prey if likely >= 2 and strong > 1.8 * prey and safe else 0.0

        return best(actions, gain)

    def _Withdraw(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        b = s.battle
        assert b is not None
        side = str(s.agenda[-1].side)  # type: ignore[attr-defined]
        mine, theirs = (s.strength(s.fighters(b.hex, x)) for x in (side, enemy(side)))
        edge = sum(drms(s, side).values()) - sum(drms(s, enemy(side)).values())
        doubled = 1.6 if b.ave else 1.0
        mine_ = mine * (1 + 0.2 * edge) * (doubled if side == ROMANS else 1 / doubled)
        return Action("withdraw") if mine_ < 0.62 * theirs else Action("stand")

    def _LoseStep(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: -loss(s, s.rules.index[str(a.noun)]))

    def _HitUnit(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: loss(s, s.rules.index[str(a.noun)]))

    # Events

    def _PlacePaulinus(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return Action("place", self._best_command(s) or 5503)

    def _RampageHex(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: stack_power(s, a.number, BRITONS))

    def _PlaceTribe(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: -threat(s, int(a.noun or 0), BRITONS, 3))

    def _ScareStack(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: stack_power(s, int(a.noun or 0), ROMANS))

    def _CallTribe(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: revolt_chance(s, str(a.noun), -1) * tribe_strength(s, str(a.noun)))

    def _Restore(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(
            actions, lambda a: s.rules.units[s.rules.index[str(a.noun)]].strength[1] if a.noun else 0.1
        )

    def _Escort(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: s.strength(u for u in s.rules.of_body[str(a.noun)] if s.alive(u)))


_SPENDS = frozenset({"sack", "incite", "mobilize", "enter", "recruit", "activate"})


def best(actions: Sequence[Action], score: Score) -> Action:
    """The action of the highest score, the first among equals."""
    return max(actions, key=score)


def loss(s: BoudiccaState, u: int) -> float:
    """What the next step of a unit costs its owner: more with the counter, most with the last one of a tribe."""
    strength, steps, body = s.rules.strength[u], s.steps[u], s.rules.body[u]
    cost = float(strength[steps] - strength[steps - 1])
    if steps == 1:
        cost += 0.5
        kin = s.rules.of_body[body] if body and s.rules.side[u] == BRITONS else ()
        if kin and all(x == u or s.where[x] == DEAD for x in kin):
            cost += len(kin)
    return cost


def quiet_tribes(s: BoudiccaState) -> set[str]:
    """Tribes not in revolt."""
    return {t for t in s.rules.tribes if t not in s.revolted}
