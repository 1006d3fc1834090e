"""A steady player of Britannia reduX: takes what scores, attacks where the odds are good, keeps what it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.state import State
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import ATTACKER, Battle
from albion.kernels.britannia.movement import (
    END,
    RESTART,
    STOP,
    MarchOn,
    Movement,
    MoveTo,
    Send,
    destinations,
)
from albion.kernels.britannia.odds import odds_in
from albion.kernels.britannia.retreat import STAY, Retreat, RetreatSend
from albion.kernels.britannia.state import BritState

ARMY = 1.6
"""What an army is worth, in points."""
HORIZON = 7
"""An area held now is thought to score for so many rounds."""
THRIFT = 0.1
"""What each army sent costs, as a share of a usual area's worth: others could use it."""
LANDING = 2
"""A fleet lands in groups of so many: larger ones find no room under the population limit."""
SPREAD = 2.0
"""What each army beyond that costs, as a share of a usual area's worth."""
DENY = 0.8
"""What taking an area from another player is worth, as a share of its worth to them."""
BOLD = 0.45
"""It attacks with at least this chance to win; in the last round with any that pays."""


class Move(NamedTuple):
    """A group's whole first step and what it seems worth."""

    worth: float
    place: Place
    area: Area
    n: int


class Steady:
    """Answers each question from the position alone."""

    def __init__(self, dice: Dice) -> None:
        self.answers: dict[str, Callable[[Any, Decision], Action]] = {
            "Movement": self.move,
            "MoveTo": self.go,
            "Send": self.send,
            "MarchOn": self.march_on,
            "BattleOrder": self.fight,
            "ChooseLoss": self.lose,
            "Retreat": self.retreat,
            "RetreatSend": self.retreat_send,
            "PlaceArmy": self.place,
            "PlaceReinforcements": self.place,
            "RemoveExcess": self.remove,
        }

    def choose(self, imagined: State, d: Decision) -> Action:
        """The answer for the question's kind; a question it does not know gets the first answer."""
        if len(d.actions) == 1:
            return d.actions[0]
        answer = self.answers.get(d.step)
        return answer(imagined, d) if answer is not None else d.actions[0]

    def move(self, s: BritState, d: Decision) -> Action:
        """The best group move if it gains anything; else the end, if the phase may end."""
        nation = _nation(s)
        froms = [a for a in d.actions if a.verb == "from"]
        best = max(
            (m for a in froms if (m := best_move(s, nation, str(a.noun))) is not None),
            default=None,
            key=lambda m: m.worth,
        )
        if END in d.actions and (best is None or best.worth <= 0):
            return END
        if best is None:
            return froms[0] if froms else RESTART
        return Action("from", best.place)

    def go(self, s: BritState, d: Decision) -> Action:
        """Where the best group move leads; marching on, the best area next door."""
        step = s.agenda[-1]
        assert isinstance(step, MoveTo)
        ways = [Area(str(a.noun)) for a in d.actions]
        if step.count:
            return Action("to", max(ways, key=lambda a: entering(s, step.nation, step.place, a, step.count)))
        found = best_move(s, step.nation, step.place, ways)
        return Action("to", found.area) if found else d.actions[0]

    def send(self, s: BritState, d: Decision) -> Action:
        """As many as serve best."""
        step = s.agenda[-1]
        assert isinstance(step, Send)
        return max(
            d.actions, key=lambda a: worth(s, step.leg.nation, step.leg.place, step.area, int(a.noun or 0))
        )

    def march_on(self, s: BritState, d: Decision) -> Action:
        """On if something beyond is worth more than standing here."""
        step = s.agenda[-1]
        assert isinstance(step, MarchOn)
        best, answer = 0.0, STOP if STOP in d.actions else d.actions[0]
        here = area_value(s, step.nation, step.area) if s.foe(step.nation, step.area) is None else 0.0
        standing = s.count(step.nation, step.area)
        for a in d.actions:
            n = int(a.noun or 0)
            for way in destinations(s, step.nation, step.area, step.used) if n else ():
                gain = entering(s, step.nation, step.area, way, n) - (here if standing == n else 0.0)
                if gain > best:
                    best, answer = gain, a
        return answer

    def fight(self, s: BritState, d: Decision) -> Action:
        """The surest battle first."""
        return max(d.actions, key=lambda a: _winning(s, _nation(s), Area(str(a.noun))))

    def lose(self, s: BritState, d: Decision) -> Action:
        """Those that could not retreat anyway."""
        return next((a for a in d.actions if s.rules.board.at_sea(str(a.noun))), d.actions[0])

    def retreat(self, s: BritState, d: Decision) -> Action:
        """Away from a battle that is probably lost, to where most stand."""
        step = s.agenda[-1]
        assert isinstance(step, Retreat)
        b = step.battle
        odds = odds_in(s, b, s.count(b.attacker, b.area), s.count(b.defender, b.area))
        mine = odds.attacker if step.side == ATTACKER else odds.defender
        if mine > 0.4 or STAY not in d.actions:
            return STAY if STAY in d.actions else d.actions[0]
        return max(
            (a for a in d.actions if a.verb == "retreat"),
            key=lambda a: (area_value(s, step.nation, Area(str(a.noun))), str(a.noun)),
            default=STAY,
        )

    def retreat_send(self, s: BritState, d: Decision) -> Action:
        """All that may."""
        assert isinstance(s.agenda[-1], RetreatSend)
        return max(d.actions, key=lambda a: int(a.noun or 0))

    def place(self, s: BritState, d: Decision) -> Action:
        """Where the nation's own land is worth most and most threatened."""
        nation = _placing(s)
        return max(d.actions, key=lambda a: _need(s, nation, Area(str(a.noun))))

    def remove(self, s: BritState, d: Decision) -> Action:
        """From the largest group."""
        nation = _placing(s)
        return max(d.actions, key=lambda a: s.count(nation, str(a.noun)))


def _nation(s: BritState) -> Nation:
    step = s.agenda[-1]
    if isinstance(step, Movement):
        return step.nation
    assert s.turn is not None
    return s.turn


def _placing(s: BritState) -> Nation:
    nation: Nation | None = getattr(s.agenda[-1], "nation", s.turn)
    assert nation is not None
    return nation


def area_value(s: BritState, nation: Nation, area: Area) -> float:
    """What holding an area seems worth to a nation: points for some rounds, and people."""
    left = len(s.rules.timeline) - s.round + 1
    people = 0.5 if area in s.rules.board.difficult else 1.0
    return s.rules.nations[nation].values[area] * min(left, HORIZON) + people * min(left - 1, 2)


def army_value(s: BritState) -> float:
    """What an army seems worth: nothing once no round is left to use it in."""
    left = len(s.rules.timeline) - s.round
    return ARMY * min(left, HORIZON) / HORIZON


def _need(s: BritState, nation: Nation, area: Area) -> float:
    """How much an area wants another army."""
    near = s.rules.board.near[area]
    threat = max((s.count(foe, a) for a in near if (foe := s.foe(nation, a)) is not None), default=0)
    vacant = sum(1 for a in near if s.vacant(a))
    return area_value(s, nation, area) * 0.3 + threat + vacant * 2 - s.count(nation, area)


def best_move(s: BritState, nation: Nation, place: Place, ways: list[Area] | None = None) -> Move | None:
    """The group move from a place that seems worth most."""
    fresh = s.fresh.get(place, 0)
    best: Move | None = None
    for area in ways if ways is not None else destinations(s, nation, place, 0):
        for n in range(1, fresh + 1):
            value = worth(s, nation, place, area, n)
            if best is None or value > best.worth:
                best = Move(value, place, area, n)
    return best


def worth(s: BritState, nation: Nation, place: Place, area: Area, n: int) -> float:
    """What sending n armies seems to gain, less what is left open behind them."""
    values = s.rules.nations[nation].values
    usual = min(values.values()) * min(len(s.rules.timeline) - s.round + 1, HORIZON)
    gain = entering(s, nation, place, area, n) - THRIFT * usual * (n - 1)
    if s.rules.board.at_sea(place):
        return gain + 0.5 - SPREAD * usual * max(0, n + s.count(nation, area) - LANDING)
    left = s.count(nation, place) - n
    if left == 0 and s.foe(nation, Area(place)) is None:
        gain -= area_value(s, nation, Area(place))
    return gain


def entering(s: BritState, nation: Nation, place: Place, area: Area, n: int) -> float:
    """What n armies entering an area seem to gain there."""
    foe = s.foe(nation, area)
    value = area_value(s, nation, area)
    if foe is None:
        if s.count(nation, area):
            return _crowding(s, nation, area, n)
        threat = sum(s.count(f, a) for a in s.rules.board.near[area] if (f := s.foe(nation, a)) is not None)
        safety = min(1.0, 0.35 + 0.3 * n) if threat else 1.0
        return value * safety - 0.3 * (n - 1)
    if s.rules.seat_of[foe] == s.rules.seat_of[nation]:
        return -4.0
    odds = odds_in(s, Battle(area, nation, foe), n + s.count(nation, area), s.count(foe, area))
    mine = sum(p * (n + s.count(nation, area) - a) for (a, _), p in odds.ends.items())
    theirs = sum(p * (s.count(foe, area) - d) for (_, d), p in odds.ends.items())
    denied = DENY * area_value(s, foe, area)
    sure = odds.attacker * (value + denied) + army_value(s) * (theirs - mine)
    return sure if odds.attacker > BOLD or s.round == len(s.rules.timeline) else min(sure, 0.0) - 1.0


def _crowding(s: BritState, nation: Nation, area: Area, n: int) -> float:
    """Joining an own area gains nothing, and less the more stand there."""
    return -0.2 * (s.count(nation, area) + n)


def _winning(s: BritState, nation: Nation, area: Area) -> float:
    foe = s.foe(nation, area)
    if foe is None:
        return 0.0
    return odds_in(s, Battle(area, nation, foe), s.count(nation, area), s.count(foe, area)).attacker
