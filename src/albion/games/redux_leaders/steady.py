"""A steady player of Leaders and Raiders: lands where it scores, attacks with good odds, keeps its leaders safe."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.state import State
from albion.engine.tastes import PLAIN, Tastes
from albion.games.redux_leaders.data import marks, occupying
from albion.games.redux_leaders.s09_units import bonus
from albion.games.redux_leaders.state import table_of
from albion.games.redux_leaders.steady_memory import Best, Memory
from albion.kernels.britannia.answers import DONE, END, STAY, TO
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import ATTACKER
from albion.kernels.britannia.fallback import FallBack
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.judging import Fight, Judge, attackers_hit, fight
from albion.kernels.britannia.march import MarchFurther, MarchMuster, MarchSend, MarchTo
from albion.kernels.britannia.measured import care
from albion.kernels.britannia.units import CAVALRY

ARMY = 1.5
"""What an army is worth, in points."""
FADE = 0.75
"""What a round's delay leaves of the points to come."""
BOLD = 0.5
SCORING = tuple(n for n, mark in enumerate(marks(), start=1) if mark.holding)
"""The rounds that score areas held."""
DENY = 0.5
THRIFT = 0.15


class Steady(Judge[HostState]):
    """Answers each question from the position alone."""

    safety = 0.4

    def __init__(self, dice: Dice, tastes: Tastes = PLAIN) -> None:
        self.tastes = tastes
        self.army, self.bold = tastes.habit("army", ARMY), tastes.habit("bold", BOLD)
        self.deny, self.thrift = tastes.habit("deny", DENY), tastes.habit("thrift", THRIFT)
        self.spread, self.leave = 1.0, 1.0
        self.memory = Memory()

    def choose(self, imagined: State, d: Decision) -> Action:
        """The answer for the question's kind; a question it does not know gets the first answer."""
        assert isinstance(imagined, HostState)
        if len(d.actions) == 1:
            return d.actions[0]
        answer = ANSWERS.get(d.step)
        return answer(self, imagined, d) if answer is not None else d.actions[0]

    def march(self, s: HostState, d: Decision) -> Action:
        """The best group move if it gains anything; else the end, if the phase may end."""
        nation = _nation(s)
        best, answer = 0.0, None
        known = self.memory.moves_of(s, nation)
        for a in d.actions:
            if a.verb == "from":
                place = a.name
                found = known.get(place)
                if found is None:
                    ways = _ways(s, nation, place)
                    gain, area = self.best_move(s, nation, place, ways)
                    found = known[place] = Best(gain, area, ways)
                if answer is None or found.gain > best:
                    best, answer = found.gain, a
        if END in d.actions and (answer is None or best <= 0):
            return END
        return answer or d.actions[0]

    def go(self, s: HostState, d: Decision) -> Action:
        """Where the best group move leads; marching on, the best area next door."""
        step = s.agenda[-1]
        assert isinstance(step, MarchTo)
        ways = [Area(a.name) for a in d.actions]
        if step.force is not None:
            n, led = step.force.n, bool(step.force.leaders)
            return TO[max(ways, key=lambda a: self.entering(s, step.nation, a, n, led))]
        known = self.memory.planned(s, step.place, ways)
        return TO[known.area if known is not None else self.best_move(s, step.nation, step.place, ways)[1]]

    def send(self, s: HostState, d: Decision) -> Action:
        """The number with the best value."""
        step = s.agenda[-1]
        assert isinstance(step, MarchSend)
        leg, sends = step.leg, [a for a in d.actions if a.verb == "send"]
        if not sends:
            return d.actions[0]
        led = bool(s.leaders_at(leg.nation, leg.place))
        return max(sends, key=lambda a: self.worth(s, leg.nation, leg.place, step.area, a.number, led=led))

    def muster(self, s: HostState, d: Decision) -> Action:
        """Cavalry first; the leader where there is a fight to win or a crown to reach."""
        numbers = [a for a in d.actions if a.verb in ("cavalry", "raiders", "others")]
        if numbers:
            return max(numbers, key=lambda a: a.number * (1 if a.verb == CAVALRY else -1))
        step = s.agenda[-1]
        leads = [a for a in d.actions if a.verb == "with"]
        stays = [a for a in d.actions if a.verb == "without"]
        if not isinstance(step, MarchMuster) or not stays or not leads:
            return leads[0] if leads else d.actions[0]
        area = step.send.area
        fight = s.foe(step.send.leg.nation, area) is not None
        at_sea = s.rules.board.at_sea(step.send.leg.place)
        return leads[0] if fight or at_sea else stays[0]

    def march_on(self, s: HostState, d: Decision) -> Action:
        """On if something beyond is worth more than standing here."""
        step = s.agenda[-1]
        assert isinstance(step, MarchFurther)
        nation, area, led = step.nation, step.area, bool(step.force.leaders)
        ways = [w.to for w in s.rules.ways(s, nation, area, step.used)]
        return self.onward(s, d, nation, area, ways, led)

    def fight(self, s: HostState, d: Decision) -> Action:
        """The surest battle first."""
        nation = _nation(s)
        return max(d.actions, key=lambda a: battle(s, nation, Area(a.name), 0, led=False).attacker)

    def strike(self, s: HostState, d: Decision) -> Action:
        """The better kind."""
        return next((a for a in d.actions if a.noun == CAVALRY), d.actions[0])

    def retreat(self, s: HostState, d: Decision) -> Action:
        """Away from a battle that is probably lost; victors stay."""
        step = s.agenda[-1]
        assert isinstance(step, FallBack)
        b = step.battle
        if step.after or STAY not in d.actions:
            return STAY if STAY in d.actions else d.actions[0]
        won = battle(s, b.attacker, b.area, 0, led=False).attacker
        mine = won if step.side == ATTACKER else 1 - won
        if mine > 0.4:
            return STAY
        places = [a for a in d.actions if a.verb == "retreat"]
        return max(places, key=lambda a: (self._refuge(s, step.nation, a.name), a.name), default=STAY)

    def _refuge(self, s: HostState, nation: Nation, place: Place) -> float:
        return 0.5 if s.rules.board.at_sea(place) else self.area_value(s, nation, Area(place))

    def most(self, s: HostState, d: Decision) -> Action:
        """As many as possible."""
        return max(d.actions, key=lambda a: int(a.noun) if isinstance(a.noun, int) else 0)

    def withdraw(self, s: HostState, d: Decision) -> Action:
        """Nobody who may stay ashore."""
        return DONE if DONE in d.actions else d.actions[0]

    def area_value(self, s: HostState, nation: Nation, area: Area) -> float:
        """What holding an area seems worth to a nation: points to come, people, and points for occupying it."""
        known = self.memory.worths_of(s, nation)
        found = known.get(area)
        if found is None:
            left = len(s.rules.timeline) - s.round
            people = (0.5 if area in s.rules.board.difficult else 1.0) * min(left, 2)
            hoped = s.rules.nations[nation].values[area] * horizon(s.round) + people
            found = known[area] = self.tastes.want(area) * (hoped + _occupying(s, nation, area))
        return found

    def army_value(self, s: HostState) -> float:
        """What an army seems worth: little once no round is left to use it in."""
        return self.army * min(len(s.rules.timeline) - s.round + 1, 3) / 3

    def best_move(self, s: HostState, nation: Nation, place: Place, ways: list[Area]) -> tuple[float, Area]:
        """The group move from a place that seems worth most: its gain, and where it leads."""
        fresh, led = s.fresh.get(place, 0), bool(s.leaders_at(nation, place))
        best, to = -99.0, ways[0] if ways else Area(place)
        first = True
        for area in ways:
            for n in range(1, fresh + 1):
                gain = self.worth(s, nation, place, area, n, led=led)
                if first or gain > best or (gain == best and area > to):
                    best, to, first = gain, area, False
        return best, to

    def likely(self, s: HostState, nation: Nation, foe: Nation, area: Area, n: int, led: bool) -> Fight:
        return battle(s, nation, area, n, led)

    def captives(self, s: HostState, foe: Nation, area: Area) -> float:
        """Points for leaders who would fall."""
        return 4.0 * len(s.leaders_at(foe, area)) if s.leaders else 0.0


def _nation(s: HostState) -> Nation:
    assert s.turn is not None
    return s.turn


def _ways(s: HostState, nation: Nation, place: Place) -> list[Area]:
    return [w.to for w in MarchTo(nation, place).open_ways(s, care(s, nation))]


@lru_cache(maxsize=64)
def horizon(number: int) -> float:
    """What a point in each scoring round to come is worth now, all together."""
    return sum(FADE ** (r - number) for r in SCORING if r >= number)


def _occupying(s: HostState, nation: Nation, area: Area) -> float:
    """Points for being alone there in this round."""
    listed = occupying().get(nation)
    if listed is None or not s.rules.flags(s, nation).occupy or area in table_of(s).occupied.get(nation, ()):
        return 0.0
    return listed.get(area, 0)


def battle(s: HostState, nation: Nation, area: Area, n: int, led: bool) -> Fight:
    """The likely end of a battle in an area, n more attackers come; kinds are taken as their better half."""
    foe = s.foe(nation, area)
    if foe is None:
        return Fight(1.0, 0.0, 0.0, 0.0)
    attackers = n + s.count(nation, area)
    plus = 1 if led or s.leaders_at(nation, area) else 0
    minus = bonus(s, foe, area)
    numbers, hit = s.rules.numbers, attackers_hit(s, area)
    riders = s.number(nation, area, CAVALRY) * 2 > attackers
    return fight(
        attackers,
        s.count(foe, area),
        hit - plus - (riders and hit == numbers.hit),
        numbers.hit + riders - minus,
        numbers.dice_per_army,
    )


ANSWERS: dict[str, Callable[[Steady, Any, Decision], Action]] = {
    "March": Steady.march,
    "MarchTo": Steady.go,
    "MarchSend": Steady.send,
    "MarchMuster": Steady.muster,
    "FurtherMuster": Steady.muster,
    "FallBackMuster": Steady.muster,
    "WithdrawMuster": Steady.muster,
    "MarchFurther": Steady.march_on,
    "BattleOrder": Steady.fight,
    "Strike": Steady.strike,
    "FallBack": Steady.retreat,
    "FallBackSend": Steady.most,
    "WithdrawSend": Steady.most,
    "Withdraw": Steady.withdraw,
    "PlaceArmy": Steady.place,
    "PlaceHost": Steady.place,
    "RemoveExcess": Steady.remove,
    "RemoveKind": Steady.most,
    "Swap": Steady.most,
}
"""How each question is answered."""
