"""A steady player of Britannia (2005): settles what pays, attacks with good odds, and submits in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.state import State
from albion.engine.tastes import PLAIN, Tastes
from albion.games.britannia_2005.s05_movement import Movement
from albion.games.britannia_2005.s06_retreat import Retreat
from albion.games.britannia_2005.s14_submission import Offer
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.games.britannia_2005.steady_plans import (
    LAST,
    Judgement,
    Plan,
    battle,
    chances,
)
from albion.kernels.britannia.answers import END, FROM, STOP
from albion.kernels.britannia.board import Area, Nation

if TYPE_CHECKING:
    from albion.engine.step import Choice

WORTH_A_MOVE = 0.25


class Steady:
    """Plans a move at a time and answers the small questions on the way by it."""

    def __init__(self, dice: Dice, tastes: Tastes = PLAIN) -> None:
        self.judge = Judgement(tastes)
        self.todo: list[Action] = []

    def choose(self, imagined: State, d: Decision) -> Action:
        """The planned answer if it still fits, else a fresh thought."""
        s = cast(Brit, imagined)
        if self.todo and d.step != "Movement":
            nxt = self.todo[0]
            if nxt in d.actions and d.step in ("MoveTo", "Send", "MarchOn"):
                self.todo.pop(0)
                return nxt
        if d.step == "Movement" and self.todo and self.todo[0] in d.actions and self.todo[0].verb == "from":
            return self.todo.pop(0)
        answer = ANSWERS.get(d.step)
        return answer(self, s, d) if answer is not None else d.actions[0]

    def movement(self, s: Brit, d: Decision) -> Action:
        """The best plan, if it is worth a move; otherwise the phase ends."""
        self.todo = []
        step = cast(Movement, s.agenda[-1])
        best: Plan | None = None
        for plan in self.judge.plans(s, step.nation):
            better = best is None or plan.gain > best.gain
            if plan.groups and better and FROM[plan.groups[0][0].place] in d.actions:
                best = plan
        if (best is None or best.gain < WORTH_A_MOVE) and END in d.actions:
            return END
        if best is None:
            return d.actions[0]
        first, *self.todo = best.actions()
        return first

    def march_on(self, s: Brit, d: Decision) -> Action:
        """Stop, unless that is not allowed."""
        return STOP if STOP in d.actions else d.actions[-1]

    def muster(self, s: Brit, d: Decision) -> Action:
        """All cavalry, and the leader with any attack or the greater part."""
        if d.actions[0].verb == "cavalry":
            return d.actions[-1]
        about = cast("Choice[Brit]", s.agenda[-1]).about(s)
        nation, n = Nation(str(about["nation"])), int(about["n"])
        attack = d.step == "Muster" and about.get("foe") is not None
        here = str(about.get("place", about["area"]))
        return d.actions[0] if attack or 2 * n > s.count(nation, here) else d.actions[-1]

    def retreat(self, s: Brit, d: Decision) -> Action:
        """Stay where the odds are fair or the area is worth dying for."""
        step = cast(Retreat, s.agenda[-1])
        b = step.battle
        led = s.leader_at(b.attacker, b.area) is not None
        hit_a, hit_d = chances(s, b.attacker, b.defender, b.area, led)
        win, _, _ = battle(s.strength(b.attacker, b.area), s.strength(b.defender, b.area), hit_a, hit_d)
        mine = win if step.side == "attacker" else 1 - win
        ways = [a for a in d.actions if a.verb == "retreat"]
        if mine >= 0.35 or not ways or s.round == LAST:
            return Action("stay")
        return max(ways, key=lambda a: (s.alone(step.nation, a.name), -s.count(step.nation, a.name)))

    def evict(self, s: Brit, d: Decision) -> Action:
        """Where it pays most to be."""
        return max(d.actions, key=lambda a: self.judge.worth(s, ROMANS, Area(a.name)))

    def offer(self, s: Brit, d: Decision) -> Action:
        """Submit when the master stands in one's own areas, or next to most of them."""
        step = cast(Offer, s.agenda[-1])
        areas = s.land_areas(step.nation)
        near = s.rules.board.near
        fought = any(len(s.at[a]) > 1 for a in areas)
        threatened = sum(1 for a in areas if any(s.count(step.master, b) for b in near[a]))
        return Action("submit") if fought or 2 * threatened >= len(areas) else Action("resist")

    def place(self, s: Brit, d: Decision) -> Action:
        """Where an army is needed: a good area with few armies and opponents about."""
        nation = s.turn or Nation("saxons")

        def need(a: Action) -> float:
            area = Area(a.name)
            danger = sum(
                s.count(n, b) for b in s.rules.board.near[area] for n in s.at.get(b, ()) if n != nation
            )
            vacant = sum(self.judge.worth(s, nation, b) for b in s.rules.board.land[area] if b not in s.at)
            alone = max(1, s.count(nation, area))
            return (self.judge.held_worth(s, nation, area) + min(danger, 6) * 0.4 + vacant) / alone

        return max(d.actions, key=need)

    def lead(self, s: Brit, d: Decision) -> Action:
        """With the most armies."""
        places = [a for a in d.actions if a.verb == "place"]
        nation = s.turn
        assert nation is not None
        return max(places, key=lambda a: s.count(nation, a.name))

    def keep(self, s: Brit, d: Decision) -> Action:
        """Forts in areas that pay the Romano-British, away from the coast of the invaders."""
        nation = Nation("romano-british")
        return max(d.actions, key=lambda a: self.judge.worth(s, nation, Area(a.name)))

    def build(self, s: Brit, d: Decision) -> Action:
        """A burh wherever one can be had, in the best area first."""
        sites = [a for a in d.actions if a.verb == "build"]
        return max(sites, key=lambda a: self.judge.held_worth(s, Nation("saxons"), Area(a.name)))

    def remove(self, s: Brit, d: Decision) -> Action:
        """From the largest group, in the least area."""
        nation = s.turn
        assert nation is not None
        return max(
            d.actions,
            key=lambda a: (
                s.count(nation, a.name),
                -self.judge.held_worth(s, nation, Area(a.name)),
            ),
        )

    def withdraw(self, s: Brit, d: Decision) -> Action:
        """Raiders stay where it pays and nobody stronger is next door."""
        nation = s.turn
        assert nation is not None
        for a in d.actions:
            if a.verb == "withdraw" and not self.safe(s, nation, Area(a.name)):
                return a
        return Action("done")

    def safe(self, s: Brit, nation: Nation, area: Area) -> bool:
        """Whether an area is worth staying in."""
        if s.count(nation, area) == 0:
            return True
        near = s.rules.board.near[area]
        danger = max((s.count(n, b) for b in near for n in s.at.get(b, ()) if n != nation), default=0)
        return self.judge.held_worth(s, nation, area) > 0.8 and danger <= s.count(nation, area)

    def vote(self, s: Brit, d: Decision) -> Action:
        """For the own nation with most English areas."""
        england = s.rules.england

        def english(a: Action) -> int:
            return sum(1 for x in s.land_areas(Nation(a.name)) if x in england)

        mine = [a for a in d.actions if s.rules.seat_of[Nation(a.name)] == d.seat]
        return max(mine or list(d.actions), key=english)

    def strike(self, s: Brit, d: Decision) -> Action:
        """Cavalry costs the enemy more."""
        return Action("strike", "cavalry")

    def deny(self, s: Brit, d: Decision) -> Action:
        """A master gives nothing away."""
        return Action("deny")

    def most(self, s: Brit, d: Decision) -> Action:
        """As many as may go."""
        return d.actions[-1]

    def lose(self, s: Brit, d: Decision) -> Action:
        """The burh last, else whoever came first."""
        return d.actions[0]

    def order(self, s: Brit, d: Decision) -> Action:
        """The greatest superiority first."""
        nation = s.turn
        assert nation is not None

        def edge(a: Action) -> int:
            area = a.name
            foe = s.foe(nation, area)
            return s.count(nation, area) - (s.strength(foe, area) if foe is not None else 0)

        return max(d.actions, key=edge)


ANSWERS: dict[str, Callable[[Steady, Brit, Decision], Action]] = {
    "Movement": Steady.movement,
    "MarchOn": Steady.march_on,
    "Muster": Steady.muster,
    "RetreatMuster": Steady.muster,
    "Retreat": Steady.retreat,
    "RetreatSend": Steady.most,
    "EvictSend": Steady.most,
    "EvictTo": Steady.evict,
    "Offer": Steady.offer,
    "GrantGrowth": Steady.deny,
    "GrantLeave": Steady.deny,
    "PlaceArmy": Steady.place,
    "SaxonReinforcements": Steady.place,
    "RevoltArmy": Steady.place,
    "PlaceArthur": Steady.place,
    "PlaceLeader": Steady.lead,
    "KeepForts": Steady.keep,
    "BuildBurhs": Steady.build,
    "Overpopulation": Steady.remove,
    "RecallLegions": Steady.remove,
    "CnutLeaves": Steady.remove,
    "Withdraw": Steady.withdraw,
    "Vote": Steady.vote,
    "SecretVote": Steady.vote,
    "Strike": Steady.strike,
    "ChooseLoss": Steady.lose,
    "BattleOrder": Steady.order,
}
"""How it answers each question."""
