"""Phase III: Battles, from the order they are fought in to the last loss."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from albion.engine.action import Action
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import at_least, roll
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import ATTACKER, DEFENDER, Battle, Side, tell_battle, tell_end
from albion.kernels.britannia.retreat import Retreats
from albion.kernels.britannia.state import BritState


@step(cite("redux-core 4.1.d 7.a"))
class Battles(Step[BritState], frozen=True):
    """Every area with two nations is fought over; then nobody remembers where attackers came from."""

    nation: Nation

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        """Fight them all."""
        emit(log, "phase", self.cite, nation=self.nation, phase="battles")
        return [NextBattle(self.nation), BattlesEnd(self.nation)]


@step(cite("redux-core 7.a 7.d"))
class NextBattle(Step[BritState], frozen=True):
    """While areas are contested: a single one is fought over at once, of several the attacker picks."""

    nation: Nation

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        """Begin the next battle or ask for it."""
        areas = s.contested(self.nation)
        if len(areas) > 1:
            return [BattleOrder(self.nation)]
        return [begin(s, log, self.nation, areas[0]), self] if areas else []


@step(cite("redux-core 4.1.d 7.a 7.b 7.c 7.d 6.1.1.c"))
class BattleOrder(NationChoice[BritState], frozen=True):
    """Which battle is next: the attacker chooses; there are none at sea."""

    exact = True

    def candidates(self, s: BritState) -> Iterable[Action]:
        """Every contested area; none left: the phase is over."""
        return (Action("fight", a) for a in s.contested(self.nation))

    def forbids(self, s: BritState, a: Action) -> Cite | None:
        """Only where the nation stands beside another on land; all movement comes before, all retreats after dice."""
        if a.verb != "fight":
            return MOVED_ALL if a.verb in ("from", "to", "send") else None
        area = Area(str(a.noun))
        if s.rules.board.at_sea(area):
            return cite("redux-core 7.b 6.1.1.c")
        beside = area in s.armies[self.nation] and s.foe(self.nation, area) is not None
        return None if beside else cite("redux-core 7.a")

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        """Fight it out, then come back for the next."""
        return [begin(s, log, self.nation, Area(str(a.noun))), NextBattle(self.nation)]


@rule(cite("redux-core 7.a 7.c"))
def begin(s: BritState, log: Log, nation: Nation, area: Area) -> Step[BritState]:
    """The nation on turn entered and attacks; the one already there defends."""
    foe = s.foe(nation, area)
    assert foe is not None
    b = Battle(area, nation, foe, ways=tuple(s.entered.get(area, ())))
    tell_battle(log, cite("redux-core 7.a 7.c"), b, s.count(nation, area), s.count(foe, area))
    return s.rules.opening(s, b)


def first_round(s: BritState, b: Battle) -> Step[BritState]:
    """A battle of plain armies begins with its first dice."""
    return BattleRound(b)


@step(cite("redux-core 4.1.d"))
class BattlesEnd(Step[BritState], frozen=True):
    """The phase is over: entries are forgotten."""

    nation: Nation

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        """Forget them."""
        s.forget_entries()
        return []


@step(cite("redux-core 7.1.a 7.1.1.a 7.1.1.b 7.2.a 7.2.b 7.2.h"))
class BattleRound(Step[BritState], frozen=True):
    """Both roll, both lose, the defender then the attacker may retreat; repeat while both remain."""

    battle: Battle

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        """One exchange."""
        b = self.battle
        if len(s.at.get(b.area, ())) < 2:
            return [BattleEnd(b)]
        on_defender = (
            hits(s, log, b, ATTACKER) + b.kept_by_attacker
        )  # simultaneous: both roll before either loses
        on_attacker = hits(s, log, b, DEFENDER) + b.kept_by_defender
        need = s.rules.numbers.dice_per_army
        again = msgspec.structs.replace(
            b, kept_by_attacker=on_defender % need, kept_by_defender=on_attacker % need
        )
        return [
            Losses(b, DEFENDER, on_defender // need),
            Losses(b, ATTACKER, on_attacker // need),
            Retreats(b, DEFENDER),
            Retreats(b, ATTACKER),
            BattleRound(again),
        ]


@rule(cite("redux-core 7.1.a 7.1.b 7.1.c 7.3.b 7.3.d"))
def hits(s: BritState, log: Log, b: Battle, by: Side) -> int:
    """One die an army (two with reduced randomness): 5 or more hits, on a defender in difficult terrain 6."""
    numbers = s.rules.numbers
    nation = b.nation(by)
    need = to_hit(s, b, by)
    n = numbers.dice_per_army * s.count(nation, b.area)
    dice = roll(s, log, n, who=nation, cite=HITS, worth=at_least(need))
    return sum([face >= need for face in dice])


MOVED_ALL = cite("redux-core 6.3.f")
HITS = cite("redux-core 7.1.a 7.1.b 7.1.c")


def to_hit(s: BritState, b: Battle, by: Side) -> int:
    """The face a die must show."""
    sheltered = by == ATTACKER and b.area in s.rules.board.difficult
    return s.rules.numbers.hit_difficult if sheltered else s.rules.numbers.hit


@step(cite("redux-core 7.1.d 7.1.1.c 7.3.c"))
class Losses(Step[BritState], frozen=True):
    """A side loses armies; its owner chooses where it makes a difference for retreats."""

    battle: Battle
    side: Side
    n: int

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        """Take them off at once, or ask whence the lost ones had come."""
        b, nation = self.battle, self.battle.nation(self.side)
        n = min(self.n, s.count(nation, b.area))
        if n == 0:
            return []
        groups = s.entered.get(b.area, {}) if self.side == ATTACKER else {}
        if len(groups) > 1 and n < s.count(nation, b.area):
            return [ChooseLoss(nation, b, n)]
        lose(s, log, b, nation, n, next(iter(groups), None))
        return []


def lose(s: BritState, log: Log, b: Battle, nation: Nation, n: int, whence: Place | None) -> None:
    """Take armies off the area of a battle."""
    s.add(nation, b.area, -n)
    groups = s.entered.get(b.area, {}) if nation == b.attacker else {}
    if whence in groups and whence is not None:
        groups[whence] -= min(n, groups[whence])
        if not groups[whence]:
            del groups[whence]
    if not s.count(nation, b.area) and nation == b.attacker:
        s.entered.pop(b.area, None)
    if log is not None:
        foe = b.attacker if nation == b.defender else b.defender
        emit(log, "loss", Losses.cite, nation=nation, n=n, area=b.area, foe=foe)


@step(cite("redux-core 7.1.d"))
class ChooseLoss(NationChoice[BritState], frozen=True):
    """Which of the attackers falls, by the place it came from."""

    exact = True

    battle: Battle
    n: int

    def candidates(self, s: BritState) -> Iterable[Action]:
        """Each place attackers came from."""
        return (Action("lose", place) for place in s.entered.get(self.battle.area, {}))

    def forbids(self, s: BritState, a: Action) -> Cite | None:
        """Only one that had come from there can fall."""
        came = s.entered.get(self.battle.area, {})
        return self.cite if a.verb == "lose" and a.noun not in came else None

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        """One falls; ask again for the next."""
        lose(s, log, self.battle, self.nation, 1, str(a.noun))
        return [Losses(self.battle, ATTACKER, self.n - 1)]


@step(cite("redux-core 7.2.a 7.3.e"))
class BattleEnd(Step[BritState], frozen=True):
    """One side, or both, is gone; a hit kept is lost."""

    battle: Battle

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        """Say who is left."""
        b = self.battle
        left = [n for n in (b.attacker, b.defender) if s.count(n, b.area)]
        s.entered.pop(b.area, None)
        tell_end(log, self.cite, b, left[0] if left else None)
        return []
