"""A battle of plain armies: dice, losses, and its end."""

from __future__ import annotations

from collections.abc import Sequence

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.plain import replaced
from albion.engine.step import Step, Steps, step
from albion.kernels.britannia.answers import LOSE
from albion.kernels.britannia.battles import BattleRound
from albion.kernels.britannia.board import Nation, Place
from albion.kernels.britannia.casualties import WhichFalls
from albion.kernels.britannia.engagement import ATTACKER, DEFENDER, Battle, Side
from albion.kernels.britannia.retreat import Retreats
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.units import less


@rule(cite("redux-core 7.2.2.c"))
def placed_there(s: BritState, b: Battle) -> None:
    """Attackers that never moved count as placed in the area."""
    came = s.entered.setdefault(b.area, {})
    placed = s.count(b.attacker, b.area) - sum(came.values())
    if placed > 0:
        came[b.area] = came.get(b.area, 0) + placed


def losses(s: BritState, b: Battle, side: Side, n: int) -> Steps[BritState]:
    """The losses that these hits cause: an army falls for as many hits as it rolls dice."""
    return (Losses(b, side, n // s.rules.numbers.dice_per_army),)


@rule(cite("redux-core 7.2.b 7.3.d"))
def retreats(s: BritState, b: Battle, on_defender: int, on_attacker: int) -> Steps[BritState]:
    """The defender decides first; a hit that is not enough for an army is kept for the next round."""
    need, kept = s.rules.numbers.dice_per_army, b
    if need > 1:
        kept = replaced(b, kept_by_attacker=on_defender % need, kept_by_defender=on_attacker % need)
    return (Retreats(b, DEFENDER), Retreats(b, ATTACKER), BattleRound(kept))


def nobody_attacks(s: BritState, log: Log, b: Battle, holder: Nation | None) -> Steps[BritState]:
    """After a battle nobody there counts as an attacker any more."""
    s.forget_entry(b.area)
    return ()


@rule(cite("redux-core 7.1.a 7.1.b 7.1.c 7.3.b 7.3.d"))
def hits(s: BritState, log: Log, b: Battle, by: Side) -> int:
    """One die an army (two with reduced randomness): 5 or more hits, on a defender in difficult terrain 6; and a hit kept."""
    numbers = s.rules.numbers
    nation = b.nation(by)
    need = to_hit(s, b, by)
    n = numbers.dice_per_army * s.count(nation, b.area)
    dice = roll(s, log, n, who=nation, cite=HITS, need=need)
    kept = b.kept_by_attacker if by == ATTACKER else b.kept_by_defender
    return kept + sum([face >= need for face in dice])


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
        """Take them off at once, or ask where the lost ones had come from."""
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
    if whence is not None:
        less(groups, whence, min(n, groups[whence]))
    if log is not None:
        foe = b.attacker if nation == b.defender else b.defender
        emit(log, "loss", Losses.cite, nation=nation, n=n, area=b.area, foe=foe)


@step(cite("redux-core 7.1.d"))
class ChooseLoss(WhichFalls[BritState], frozen=True):
    """Which of the attackers falls, by the place it came from."""

    nation: Nation
    battle: Battle
    n: int

    def owner(self) -> Nation:
        return self.nation

    def fallible(self, s: BritState) -> Sequence[Action]:
        return [LOSE[place] for place in s.entered.get(self.battle.area, {})]

    def not_there(self, a: Action) -> Cite:
        return self.cite

    def elsewhere(self, a: Action) -> tuple[str, dict[str, Json]] | None:
        return "not-from-there", {"nation": self.nation, "place": self.battle.area, "area": a.noun}

    def take(self, s: BritState, a: Action, log: Log) -> Steps[BritState]:
        lose(s, log, self.battle, self.nation, 1, a.name)
        return [Losses(self.battle, ATTACKER, self.n - 1)]
