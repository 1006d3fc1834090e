"""The phase of battles: the order they are fought in, and who attacks whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from albion.engine.action import Action, Json
from albion.engine.cite import Cite
from albion.engine.event import Log, emit, is_read
from albion.engine.step import Step, Steps
from albion.kernels.britannia.answers import FIGHT
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.clauses import Shared, on, shared, stated
from albion.kernels.britannia.engagement import ATTACKER, DEFENDER, Battle, tell_battle, tell_end
from albion.kernels.britannia.state import MapState


@shared("battles")
class Battles(Shared[MapState], frozen=True):
    """Every area with two nations is fought over; then the attackers' origins are forgotten."""

    nation: Nation

    def run(self, s: MapState, log: Log) -> Steps[MapState]:
        if is_read(log):
            emit(log, "phase", self.cited(s), nation=self.nation, phase="battles")
        return [NextBattle(self.nation), BattlesEnd(self.nation)]


@shared("next_battle")
class NextBattle(Shared[MapState], frozen=True):
    """While areas are contested: a single one is fought over at once, of several the attacker picks."""

    nation: Nation

    def run(self, s: MapState, log: Log) -> Steps[MapState]:
        areas = s.contested(self.nation)
        if len(areas) > 1:
            return [BattleOrder(self.nation)]
        return [begin(s, log, self.nation, areas[0]), self] if areas else []


@shared("battle_order")
class BattleOrder(NationChoice[MapState], frozen=True):
    """Which battle is next: the attacker chooses; there are none at sea."""

    exact = True
    topic: ClassVar[str]

    def cited(self, s: MapState) -> Cite:
        """The clauses of the edition that is played."""
        return stated(s, self.topic)

    def candidates(self, s: MapState) -> Iterable[Action]:
        """Every contested area; none left: the phase is over."""
        return [FIGHT[a] for a in s.contested(self.nation)]

    @on("no_battle_at_sea")
    @on("no_battle_there")
    @on("all_fought")
    @on("all_moved")
    def forbids(self, s: MapState, a: Action) -> Cite | None:
        """Only where the nation stands beside another on land; all movement comes before, all retreats after dice."""
        clauses = s.rules.clauses
        if a.verb in ("from", "to", "send"):
            return clauses.all_moved or None
        if a.verb in ("end", "done", "pass"):
            return clauses.all_fought or None
        if a.verb != "fight":
            return None
        area = Area(a.name)
        if s.rules.board.at_sea(area):
            return clauses.no_battle_at_sea
        return None if area in s.contested(self.nation) else clauses.no_battle_there

    def reason(self, s: MapState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """The sentence that no battle is to be fought there."""
        there = a.verb == "fight" and not s.rules.board.at_sea(a.name)
        return ("no-battle", {"nation": self.nation, "area": a.noun}) if there else None

    def take(self, s: MapState, a: Action, log: Log) -> Steps[MapState]:
        return [begin(s, log, self.nation, Area(a.name)), NextBattle(self.nation)]


@on("first_blows")
def begin(s: MapState, log: Log, nation: Nation, area: Area) -> Step[Any]:
    """The nation on turn entered and attacks; the one already there defends."""
    foe = s.foe(nation, area)
    assert foe is not None
    b = Battle(area, nation, foe, ways=tuple(s.entered.get(area, ())))
    tell_battle(log, s.rules.clauses.first_blows, b, s.strength(nation, area), s.strength(foe, area))
    s.rules.opening(s, b)
    return BattleRound(b)


@shared("battle_round")
class BattleRound(Shared[MapState], frozen=True):
    """Both roll, both lose, the defender then the attacker may retreat; repeat while both remain."""

    battle: Battle

    def run(self, s: MapState, log: Log) -> Steps[Any]:
        """One exchange, in which both roll before either loses; or the battle's end."""
        b, rules = self.battle, s.rules
        if len(s.at.get(b.area, ())) < 2:
            return [BattleEnd(b)]
        on_defender = rules.hits(s, log, b, ATTACKER)
        on_attacker = rules.hits(s, log, b, DEFENDER)
        return [
            *rules.losses(s, b, DEFENDER, on_defender),
            *rules.losses(s, b, ATTACKER, on_attacker),
            *rules.retreats(s, b, on_defender, on_attacker),
        ]


@shared("battle_end")
class BattleOver(Shared[MapState], frozen=True):
    """After the retreat of one side: the battle's end, if nobody is left to fight."""

    battle: Battle

    def run(self, s: MapState, log: Log) -> Steps[Any]:
        return [] if len(s.at.get(self.battle.area, ())) > 1 else [BattleEnd(self.battle)]


@shared("battle_end")
class BattleEnd(Shared[MapState], frozen=True):
    """One side, or both, is gone: the edition says what follows for whoever has the area to itself."""

    battle: Battle

    def run(self, s: MapState, log: Log) -> Steps[Any]:
        b = self.battle
        here = s.at.get(b.area, ())
        holder = here[0] if here else None
        if log is not None:
            tell_end(log, self.cited(s), b, holder)
        return s.rules.battle_ends(s, log, b, holder)


@shared("battles_end")
class BattlesEnd(Shared[MapState], frozen=True):
    """The phase is over: entries are forgotten."""

    nation: Nation

    def run(self, s: MapState, log: Log) -> Steps[MapState]:
        s.forget_entries()
        return []
