"""A steady player of Britannia reduX: takes what scores, attacks where the odds are good, keeps what it has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.state import State
from albion.engine.tastes import PLAIN, Tastes
from albion.kernels.britannia.answers import END, FROM, RESTART, SEND, STAY, TO
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import ATTACKER
from albion.kernels.britannia.judging import Fight, Judge, attackers_hit, fight
from albion.kernels.britannia.movement import MarchOn, Movement, MoveTo, Send, destinations
from albion.kernels.britannia.retreat import Retreat
from albion.kernels.britannia.state import BritState

ARMY = 1.6
"""What an army is worth, in points."""
HORIZON = 7
"""An area held now is thought to score for this many rounds."""
THRIFT = 0.1
SPREAD = 2.0
DENY = 0.8
BOLD = 0.45


class Move(msgspec.Struct, frozen=True):
    """A group's whole first step and what it seems worth."""

    worth: float
    place: Place
    area: Area
    n: int


class Steady(Judge[BritState]):
    """Judges each group move once, by the position alone, and answers the questions on its way by it."""

    safety = 0.35

    def __init__(self, dice: Dice, tastes: Tastes = PLAIN) -> None:
        self.tastes = tastes
        self.pending: list[Action] = []
        """Where the group that sets out goes, and how many of it."""
        self.round = 0
        """The round in which the worths are known."""
        self.worths: dict[Nation, dict[Area, float]] = {}
        self.least: dict[Nation, int] = {}
        """What the least area is worth to a nation when held."""
        self.fights: dict[int, Fight] = {}
        self.army, self.thrift = tastes.habit("army", ARMY), tastes.habit("thrift", THRIFT)
        self.spread, self.deny = tastes.habit("spread", SPREAD), tastes.habit("deny", DENY)
        self.bold, self.leave = tastes.habit("bold", BOLD), tastes.habit("leave", 1.0)
        self.memory = Memory()

    def choose(self, imagined: State, d: Decision) -> Action:
        """The answer for the question's kind; a question it does not know gets the first answer."""
        if len(d.actions) == 1:
            return d.actions[0]
        if self.pending:
            answer = self.pending.pop(0)
            if answer in d.actions:
                return answer
            self.pending = []
        rule = ANSWERS.get(d.step)
        return rule(self, imagined, d) if rule is not None else d.actions[0]

    def move(self, s: BritState, d: Decision) -> Action:
        """The best group move if it gains anything; else the end, if the phase may end."""
        step = s.agenda[-1]
        assert isinstance(step, Movement)
        known = self.memory.moves(s, step.nation)
        best: Move | None = None
        for a in d.actions:
            if a.verb != "from":
                continue
            place = a.name
            if place not in known:
                known[place] = self.best_move(s, step.nation, place, None)
            found = known[place]
            if found is not None and (best is None or found.worth > best.worth):
                best = found
        if END in d.actions and (best is None or best.worth <= 0):
            return END
        if best is None:
            return next((a for a in d.actions if a.verb == "from"), RESTART)
        self.pending = [TO[best.area], SEND[best.n]]
        return FROM[best.place]

    def go(self, s: BritState, d: Decision) -> Action:
        """Where the best group move leads; marching on, the best area next door."""
        step = s.agenda[-1]
        assert isinstance(step, MoveTo)
        ways = [Area(a.name) for a in d.actions]
        if step.count:
            return TO[max(ways, key=lambda a: self.entering(s, step.nation, a, step.count))]
        found = self.best_move(s, step.nation, step.place, ways)
        return TO[found.area] if found else d.actions[0]

    def send(self, s: BritState, d: Decision) -> Action:
        """The number with the best value."""
        step = s.agenda[-1]
        assert isinstance(step, Send)
        leg, usual = step.leg, self.usual(s, step.leg.nation)
        return max(d.actions, key=lambda a: self.worth(s, leg.nation, leg.place, step.area, a.number, usual))

    def march_on(self, s: BritState, d: Decision) -> Action:
        """On if something beyond is worth more than standing here."""
        step = s.agenda[-1]
        assert isinstance(step, MarchOn)
        ways = destinations(s, step.nation, step.area, step.used)
        return self.onward(s, d, step.nation, step.area, ways)

    def fight_first(self, s: BritState, d: Decision) -> Action:
        """The surest battle first."""
        nation = s.turn
        assert nation is not None
        return max(d.actions, key=lambda a: self.winning(s, nation, Area(a.name)))

    def lose(self, s: BritState, d: Decision) -> Action:
        """Those that could not retreat anyway."""
        return next((a for a in d.actions if s.rules.board.at_sea(a.name)), d.actions[0])

    def retreat(self, s: BritState, d: Decision) -> Action:
        """Away from a battle that is probably lost, to where most stand."""
        step = s.agenda[-1]
        assert isinstance(step, Retreat)
        b = step.battle
        odds = self.fight(s, b.area, s.count(b.attacker, b.area), s.count(b.defender, b.area))
        mine = odds.attacker if step.side == ATTACKER else odds.defender
        if mine > 0.4 or STAY not in d.actions:
            return STAY if STAY in d.actions else d.actions[0]
        return max(
            (a for a in d.actions if a.verb == "retreat"),
            key=lambda a: (self.area_value(s, step.nation, Area(a.name)), a.name),
            default=STAY,
        )

    def retreat_send(self, s: BritState, d: Decision) -> Action:
        """As many as possible."""
        return max(d.actions, key=lambda a: a.number)

    def area_value(self, s: BritState, nation: Nation, area: Area) -> float:
        """What holding an area seems worth to a nation: points for some rounds, and people."""
        if self.round != s.round:
            self.round, self.worths = s.round, {}
        known = self.worths.setdefault(nation, {})
        found = known.get(area)
        if found is None:
            left = len(s.rules.timeline) - s.round + 1
            people = 0.5 if area in s.rules.board.difficult else 1.0
            found = s.rules.nations[nation].values[area] * min(left, HORIZON) + people * min(left - 1, 2)
            found *= self.tastes.want(area)
            known[area] = found
        return found

    def army_value(self, s: BritState) -> float:
        """What an army seems worth: nothing once no round is left to use it in."""
        return self.army * min(len(s.rules.timeline) - s.round, HORIZON) / HORIZON

    def usual(self, s: BritState, nation: Nation) -> float:
        """What a usual area seems worth."""
        least = self.least.get(nation)
        if least is None:
            least = self.least[nation] = min(s.rules.nations[nation].values.values())
        return least * min(len(s.rules.timeline) - s.round + 1, HORIZON)

    def fight(self, s: BritState, area: Area, attackers: int, defenders: int) -> Fight:
        """A battle of these numbers in an area."""
        asked = (attackers << 8 | defenders) << 1 | (area in s.rules.board.difficult)
        found = self.fights.get(asked)
        if found is None:
            numbers, hit = s.rules.numbers, attackers_hit(s, area)
            found = fight(attackers, defenders, hit, numbers.hit, numbers.dice_per_army)
            self.fights[asked] = found
        return found

    def likely(self, s: BritState, nation: Nation, foe: Nation, area: Area, n: int, led: bool) -> Fight:
        return self.fight(s, area, n + s.count(nation, area), s.count(foe, area))

    def winning(self, s: BritState, nation: Nation, area: Area) -> float:
        """The chance to win the battle that waits in an area."""
        foe = s.foe(nation, area)
        return 0.0 if foe is None else self.fight(s, area, s.count(nation, area), s.count(foe, area)).attacker

    def best_move(
        self, s: BritState, nation: Nation, place: Place, ways: Sequence[Area] | None
    ) -> Move | None:
        """The group move from a place that seems worth most."""
        fresh, usual = s.fresh.get(place, 0), self.usual(s, nation)
        best: Move | None = None
        for area in ways if ways is not None else destinations(s, nation, place, 0):
            for n in range(1, fresh + 1):
                value = self.worth(s, nation, place, area, n, usual)
                if best is None or value > best.worth:
                    best = Move(value, place, area, n)
        return best


class Memory:
    """The best moves of a phase, place by place, as long as nothing near the place has changed."""

    def __init__(self) -> None:
        self._phase: tuple[int, Nation] | None = None
        self._seen: dict[Place, int] = {}
        self._moves: dict[Place, Move | None] = {}

    def moves(self, s: BritState, nation: Nation) -> dict[Place, Move | None]:
        """What is known of the phase under way; a place not listed must be judged."""
        mine = s.armies[nation]
        if self._phase != (s.round, nation):
            self._phase, self._moves = (s.round, nation), {}
        else:
            changed = {p for p in mine.keys() | self._seen.keys() if mine.get(p) != self._seen.get(p)}
            board = s.rules.board
            for place in list(self._moves):
                around = board.near[Area(place)] if place in board.near else board.coast[place]
                if place in changed or not changed.isdisjoint(around):
                    del self._moves[place]
        self._seen = mine.copy()
        return self._moves


ANSWERS: dict[str, Callable[[Steady, Any, Decision], Action]] = {
    "Movement": Steady.move,
    "MoveTo": Steady.go,
    "Send": Steady.send,
    "MarchOn": Steady.march_on,
    "BattleOrder": Steady.fight_first,
    "ChooseLoss": Steady.lose,
    "Retreat": Steady.retreat,
    "RetreatSend": Steady.retreat_send,
    "PlaceArmy": Steady.place,
    "PlaceReinforcements": Steady.place,
    "RemoveExcess": Steady.remove,
}
"""How each question is answered."""
