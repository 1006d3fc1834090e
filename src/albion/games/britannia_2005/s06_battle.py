"""Phase 3: Battles, from the order they are fought in to the dice."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import at_least, roll
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.s06_losses import Losses
from albion.games.britannia_2005.s06_retreat import Retreat
from albion.games.britannia_2005.s14_forts import arrive
from albion.games.britannia_2005.s14_submission import Offers
from albion.games.britannia_2005.state import BRITISH, ROMANS, Brit
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.engagement import ATTACKER, DEFENDER, Battle, Side, tell_battle, tell_end


@step(cite("britannia-2005 round.e battle.general.a move.overrun.e"))
class Battles(Step[Brit], frozen=True):
    """When all have moved, every area with two nations is fought over."""

    nation: Nation

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Fight them all."""
        emit(log, "phase", self.cite, nation=self.nation, phase="battles")
        return [NextBattle(self.nation)]


@step(cite("britannia-2005 battle.general.a"))
class NextBattle(Step[Brit], frozen=True):
    """A single battle begins at once; of several the attacker picks; after the last, entries are forgotten."""

    nation: Nation

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Begin the next battle or ask for it."""
        areas = s.contested(self.nation)
        if not areas:
            s.entered, s.entered_cavalry, s.came = {}, {}, {}
            return []
        several = len(areas) > 1
        return [BattleOrder(self.nation)] if several else [begin(s, log, self.nation, areas[0]), self]


@step(cite("britannia-2005 battle.general.a battle.general.c battle.general.d move.invasion.f"))
class BattleOrder(NationChoice[Brit], frozen=True):
    """Which battle is next: the attacker chooses; there are none at sea."""

    must = cite("britannia-2005 battle.general.a")

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Every contested area."""
        return (Action("fight", a) for a in s.contested(self.nation))

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Only where two nations stand on land."""
        if a.verb != "fight":
            return self.skips(a)
        if s.rules.board.at_sea(str(a.noun)):
            return cite("britannia-2005 battle.general.d move.invasion.f")
        return None if a.noun in s.contested(self.nation) else cite("britannia-2005 battle.general.a")

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Fight it out, then come back for the next."""
        return [begin(s, log, self.nation, Area(str(a.noun))), NextBattle(self.nation)]


@rule(cite("britannia-2005 battle.general.b rb.submitted.c angles.submission.f"))
def begin(s: Brit, log: Log, nation: Nation, area: Area) -> Step[Brit]:
    """The nation that moved in attacks; one that had submitted to Rome and attacks its heirs ends their truce."""
    foe = s.foe(nation, area)
    assert foe is not None
    if foe == BRITISH and nation in s.former and nation not in s.turncoats:
        s.turncoats.append(nation)
    b = Battle(area, nation, foe)
    cited = cite("britannia-2005 battle.general.a battle.general.b")
    tell_battle(log, cited, b, s.strength(nation, area), s.strength(foe, area))
    return BattleRound(b)


@step(cite("britannia-2005 battle.general.e battle.general.f battle.end.a battle.end.b"))
class BattleRound(Step[Brit], frozen=True):
    """Both roll, both lose, the defender then the attacker may retreat; repeat while both remain."""

    battle: Battle

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """One exchange."""
        b = self.battle
        if not (s.strength(b.attacker, b.area) and s.strength(b.defender, b.area)):
            return [BattleEnd(b)]
        on_defender = hits(s, log, b, ATTACKER)  # simultaneous: both roll before either loses
        on_attacker = hits(s, log, b, DEFENDER)
        return [
            Losses(b, DEFENDER, *on_defender),
            Losses(b, ATTACKER, *on_attacker),
            Retreat(b, DEFENDER),
            Retreat(b, ATTACKER),
            Offers(b.attacker),
            self,
        ]


HITS = cite(
    "britannia-2005 battle.general.e battle.hits.a battle.hits.b battle.hits.c battle.hits.d battle.leader.a"
)


@rule(HITS)
@rule(cite("britannia-2005 battle.leader.b battle.hits.e saxon.burh.g"))
def hits(s: Brit, log: Log, b: Battle, by: Side) -> tuple[int, int]:
    """A die for each army and fort or burh; hits on normal units only, and hits on any unit."""
    nation, area = b.nation(by), b.area
    armies, horse = s.count(nation, area), s.horse(nation, area)
    strong = armies if nation == ROMANS else horse
    weak, hold = armies - strong, s.stronghold(nation, area)
    bonus = 1 if s.leader_at(nation, area) is not None else 0
    f = s.rules.figures
    sheltered = by == ATTACKER and area in s.rules.board.difficult
    soft = anyone = 0
    for n, need in ((weak, f.hit), (strong, f.hit_by_strong), (hold, f.hit)):
        if not n:
            continue
        need = f.hit_sheltered if sheltered else need
        for face in roll(s, log, n, who=nation, cite=HITS, worth=at_least(need - bonus)):
            if face + bonus >= f.hit_sheltered:
                anyone += 1
            elif face + bonus >= need:
                soft += 1
    return soft, anyone


@step(cite("britannia-2005 battle.end.a"))
class BattleEnd(Step[Brit], frozen=True):
    """One side, or both, is gone; whoever has the area to itself occupies it."""

    battle: Battle

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Say who is left."""
        b = self.battle
        here = s.at.get(b.area, ())
        s.entered.pop(b.area, None)
        s.entered_cavalry.pop(b.area, None)
        holder = here[0] if len(here) == 1 else None
        tell_end(log, self.cite, b, holder)
        if holder is not None:
            arrive(s, log, holder, b.area, s.count(b.attacker, b.area))
        return []
