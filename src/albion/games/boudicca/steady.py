"""A player of Boudicca who keeps to plain good sense: strike what is weak, sack what is open, save what is in danger."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.state import State
from albion.engine.tastes import PLAIN, Tastes
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s07_bridges import set_bridge
from albion.games.boudicca.s07_interception import chance
from albion.games.boudicca.s07_movement import MoveStack
from albion.games.boudicca.s07_ways import movable
from albion.games.boudicca.s08_civilians import civilian_reach
from albion.games.boudicca.s10_combat import drms
from albion.games.boudicca.s12_druids import within_call
from albion.games.boudicca.state import BOXES, DEAD, BoudiccaState, enemy
from albion.games.boudicca.steady_aims import (
    Survey,
    power,
    prize,
    revolt_chance,
    stack_power,
    threat,
    tribe_strength,
)
from albion.games.boudicca.steady_kept import KeptMarches
from albion.games.boudicca.steady_marches import Marches
from albion.games.boudicca.steady_refuge import NEAR, Refuge
from albion.kernels.hex import Hex, distance, ends

Score = Callable[[Action], float]
FORCE_MARCH = "force-march"
BID = {ROMANS: 4.0, BRITONS: 6.0}
"""Cards worth points that must remain in hand when another is bid for the initiative; Britons need theirs more."""
LEAST = {ROMANS: 0.15, BRITONS: 0.4}
"""What an activation must be worth."""
INCITE = 0.75
"""What raising a tribe weighs beside marching: a little more, and the Iceni never leave home in the first turn."""
LEGION = 20
"""The strength of a stack that a tribe should not rise beside."""
HASTE = 2
"""From this turn on the Britons, who win little by waiting, leave Rome as few Impulses as they can."""
FIRST_CARD = {ROMANS: 1, BRITONS: -1}
"""Rome, whose legions are unmobilized, plays its best cards first; the Britons strike with what they have and keep theirs."""
PRESSING = 2.0
"""A loss that is worth a second card at once."""


class Steady:
    """Answers every question by a small rule; remembers only where the moving group is bound for."""

    def __init__(self, dice: Dice, tastes: Tastes = PLAIN) -> None:
        self.tastes = tastes
        self.goal: Hex | None = None
        self.chosen: tuple[int, ...] = ()
        self.taken: dict[Hex, int] = {}
        """Goals given to a group, with the impulse in which they were."""
        self._kept = KeptMarches(tastes)

    def choose(self, imagined: State, d: Decision) -> Action:
        """The best answer by its rule."""
        assert isinstance(imagined, BoudiccaState)
        if len(d.actions) == 1:
            return d.actions[0]
        rule = getattr(self, f"_{d.step}", None)
        answer: Action = rule(imagined, d.actions) if rule else d.actions[0]
        return answer if answer in d.actions else d.actions[0]

    # Setting up

    def _PlaceDruid(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        """Where a strong tribe is likely to rise, far from any legion and best in a town that it can sack at once."""
        legions = [h for h in s.held(ROMANS) if s.strength(s.fighters(h, ROMANS)) >= LEGION]
        legions.append(s.rules.board.entry["mona"])

        def worth(a: Action) -> float:
            tribe = s.rules.board.tribe_at[a.number]
            far = min(distance(a.number, x) for x in legions)
            doubly = 2 if a.number in s.rules.board.towns else 1
            return doubly * revolt_chance(s, tribe) * tribe_strength(s, tribe) * min(1.0, far / 32)

        return best(actions, worth)

    def _Garrison(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: -abs(a.number - 1.25))

    # Cards

    def _Mulligan(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return Action("mulligan")

    def _Bid(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        """The cheapest card that helps the roll, if enough points remain to make use of the first Impulse."""
        helps = [a for a in actions if a.verb == "bid" and s.rules.value.get(a.name, 0) == 1]
        side = str(s.agenda[-1].side)  # type: ignore[attr-defined]
        others = sum(s.rules.value[c] > 0 for c in s.hands[side]) - 1
        return helps[0] if helps and others >= self.tastes.habit("bid", BID[side]) else Action("decline")

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
        plans = self._marches(s)
        priced = [(self._worth(s, plans, a), n, a) for n, a in enumerate(actions) if a.verb in _SPENDS]
        for worth, _, action in sorted(priced, key=lambda p: (-p[0], p[1])):
            if worth <= self.tastes.habit("least", LEAST[s.phasing]):
                break
            if action.verb != "activate" or plans.gets_on(action.number):
                return action
        return self._card(s, actions)

    def _card(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        side = s.phasing
        leave = Action("end") if s.cards else Action("pass")
        events = [a for a in actions if a.verb == "play" and self._event_pays(s, a.name)]
        points = [a for a in actions if a.verb == "play" and s.rules.value[a.name]]
        if events and (side == ROMANS or not points):
            return events[0]
        if Action("draw") in actions:
            return Action("draw")
        hasty = side == BRITONS and s.turn >= self.tastes.habit("haste", HASTE)
        ahead = hasty or len(s.hands[side]) > 2 * len(s.hands[enemy(side)]) + 1
        if side == BRITONS and s.cards and not ahead:
            ahead = self._marches(s).pressing() > self.tastes.habit("pressing", PRESSING)
        if points and (s.ap == 0 or hasty) and (s.cards == 0 or ahead or s.final):
            return max(points, key=lambda a: FIRST_CARD[side] * s.rules.value[a.name])
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

    def _worth(self, s: BoudiccaState, plans: Marches, a: Action) -> float:
        side, bent = s.phasing, self.tastes.want(str(a))
        match a.verb:
            case "sack":
                return bent * self._sack_worth(s, a.number)
            case "incite":
                likely = revolt_chance(s, a.name) * tribe_strength(s, a.name) / 8
                return bent * self.tastes.habit("incite", INCITE) * (0.5 + likely)
            case "mobilize":
                if a.noun == "isca":
                    return bent * self.tastes.habit("isca", 0.9) * max(0, s.turn - 1)
                return bent * (3.0 if a.noun == "mona" else 2.5)
            case "enter":
                return bent * (
                    2.6 if any(s.rules.combat[u] for u in movable(s, BOXES[a.name], side)) else 0.0
                )
            case "recruit":
                return bent * (self.tastes.habit("recruit", 0.8) if s.turn < 5 else 0.0)
            case "activate":
                group, aim = plans.plan(a.number, movable(s, a.number, side))
                return bent * aim.score if group and aim else 0.0
            case "convoke":
                return bent * self._convocation_worth(s, plans, s.rules.index[a.name])
            case "destroy" | "build":
                return bent * self._bridge_worth(s, plans, a)
        return 0.0

    def _convocation_worth(self, s: BoudiccaState, plans: Marches, druid: int) -> float:
        """By how much better those who would come and the Druid's own stack do together than he does alone."""
        here = s.where[druid]
        alone, called = movable(s, here, BRITONS), tuple(within_call(s, druid))
        together = tuple(sorted((*alone, *(u for u in called if s.used[u] < 2))))
        if len({s.rules.body[u] for u in together if s.rules.combat[u]}) < 2:
            return 0.0
        saved = plans.danger.expected_loss(here, alone) - plans.danger.expected_loss(here, together)
        aims = [plans.survey.best(units) if units else None for units in (alone, together)]
        before, after = (aim.score if aim else 0.0 for aim in aims)
        return max(saved, after - before)

    def _bridge_worth(self, s: BoudiccaState, plans: Marches, a: Action) -> float:
        """What a side's stacks on the banks gain by a bridge, or are spared without it."""
        pools = [(h, movable(s, h, s.phasing)) for h in ends(a.name)]
        banks = [(h, pool) for h, pool in pools if any(s.rules.combat[u] for u in pool)]
        if a.verb == "destroy":
            banks = [
                (h, pool) for h, pool in banks if s.phasing == BRITONS and plans.danger.expected_loss(h, pool)
            ]
        if not banks:
            return 0.0
        changed = s.clone()
        set_bridge(changed, a.name, None, build=a.verb == "build")
        survey = Survey(changed, s.phasing, self.tastes, plans.survey)
        trial, gain = Marches(changed, self.tastes, plans.taken, survey), 0.0
        for h, pool in banks:
            if a.verb == "destroy":
                gain += plans.danger.expected_loss(h, pool) - trial.danger.expected_loss(h, pool)
                continue
            before, after = plans.survey.best(pool, plans.taken), trial.survey.best(pool, plans.taken)
            gain += (after.score if after else 0.0) - (before.score if before else 0.0)
        return gain

    def _sack_worth(self, s: BoudiccaState, h: Hex) -> float:
        tribe = s.rules.board.tribe_at.get(h)
        if s.phasing == BRITONS:
            return self.tastes.habit("sack", 6.0)
        if tribe and tribe not in s.revolted:
            here = stack_power(s, h, ROMANS)
            last = s.turn == s.rules.data.sequence.sequence.turns
            return 5.0 if last or here > 1.25 * tribe_strength(s, tribe) else 0.0
        return 5.0

    # Moving

    def _marches(self, s: BoudiccaState) -> Marches:
        return self._kept.of(s, [h for h, impulse in self.taken.items() if impulse == s.impulse])

    def _MoveStack(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        step = s.agenda[-1]
        assert isinstance(step, MoveStack)
        if step.hex <= DEAD:
            return self._enter(s, step, actions)
        if not step.group:
            plans = self._marches(s)
            self.chosen, aim = plans.plan(step.hex, step.waiting(s))
            if not self.chosen or aim is None or (aim.score < LEAST[s.phasing] and Action("done") in actions):
                return Action("done") if Action("done") in actions else actions[0]
            if Action("play", FORCE_MARCH) in actions and plans.hurries(self.chosen, aim):
                return Action("play", FORCE_MARCH)
            self.goal = aim.hex
            self.taken[aim.hex] = s.impulse
            if self.chosen == step.waiting(s) and Action("take", "all") in actions:
                return Action("take", "all")
        return self._gather(s, step, actions)

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
            aim = self._marches(s).survey.best(s.group)
            self.goal = aim.hex if aim else None
        if self.goal is None or self.goal == here:
            return Action("stop")
        attack = Action("attack", self.goal)
        if attack in actions:
            _, need = prize(s, self.goal, s.phasing, self.tastes)
            return attack if power(s, s.group) >= 0.75 * need else Action("stop")
        if Action("to", self.goal) in actions:
            return Action("to", self.goal)
        offered = {a.number for a in actions if a.verb == "to"}
        on_the_way = self._marches(s).towards(s.group, self.goal, offered)
        if on_the_way is not None:
            return Action("to", on_the_way)
        if not s.forced and Action("stop") in actions:
            return Action("stop")
        return best(actions, lambda a: -distance(a.number if a.verb == "to" else here, self.goal or here))

    def _KillCivilians(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return Action("kill")

    def _CivilianMovement(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        """Whoever is in danger goes, if there is anywhere better to be."""
        refuge = Refuge(s, self.tastes)
        for a in actions:
            if a.verb == "evacuate":
                u = s.rules.index[a.name]
                here = refuge.safety(s.where[u])
                if here < NEAR and refuge.best(civilian_reach(s, u).within)[0] > here + 1:
                    return a
        return Action("done")

    def _Evacuation(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        u = s.agenda[-1].civilian  # type: ignore[attr-defined]
        goal = Refuge(s, self.tastes).best(civilian_reach(s, u).within)[1]
        return Action("to", goal) if goal != s.where[u] else Action("stop")

    # Fighting

    def _Interception(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        side, target = enemy(s.phasing), int(s.agenda[-1].hex)  # type: ignore[attr-defined]
        prey, much = power(s, s.group) + 1, self.tastes.habit("intercept", 1.8)

        def gain(a: Action) -> float:
            if a.verb == "decline":
                return 1.0
            h = a.number
            likely = int(chance(s, side, h, target)[0])
            strong = stack_power(s, h, side)
            safe = threat(s, target, side, 4) < 2 * strong
            return strong / prey if likely >= 2 and strong > much * prey and safe else 0.0

        return best(actions, gain)

    def _Withdraw(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        b = s.battle
        assert b is not None
        side = str(s.agenda[-1].side)  # type: ignore[attr-defined]
        mine, theirs = (s.strength(s.fighters(b.hex, x)) for x in (side, enemy(side)))
        edge = sum(drms(s, side).values()) - sum(drms(s, enemy(side)).values())
        doubled = 1.6 if b.ave else 1.0
        mine_ = mine * (1 + 0.2 * edge) * (doubled if side == ROMANS else 1 / doubled)
        return Action("withdraw") if mine_ < self.tastes.habit("withdraw", 0.62) * theirs else Action("stand")

    def _LoseStep(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: -loss(s, s.rules.index[a.name]))

    def _HitUnit(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: loss(s, s.rules.index[a.name]))

    # Events

    def _PlacePaulinus(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return Action("place", self._best_command(s) or 5503)

    def _RampageHex(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: stack_power(s, a.number, BRITONS))

    def _PlaceTribe(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: -threat(s, a.number, BRITONS, 3))

    def _ScareStack(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: stack_power(s, a.number, ROMANS))

    def _CallTribe(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: revolt_chance(s, a.name, -1) * tribe_strength(s, a.name))

    def _Convocation(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return Action("summon", "all")

    def _Restore(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: s.rules.units[s.rules.index[a.name]].strength[1] if a.noun else 0.1)

    def _Escort(self, s: BoudiccaState, actions: Sequence[Action]) -> Action:
        return best(actions, lambda a: s.strength(u for u in s.rules.of_body[a.name] if s.alive(u)))


_SPENDS = frozenset(
    {"sack", "incite", "mobilize", "enter", "recruit", "activate", "convoke", "destroy", "build"}
)


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
