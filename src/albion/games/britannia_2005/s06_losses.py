"""What dice take off the map, who chooses it, and what follows."""

from __future__ import annotations

from collections.abc import Sequence

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.plain import replaced
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.data import table
from albion.games.britannia_2005.s02_points import eliminated, leader_eliminated
from albion.games.britannia_2005.s14_subjects import masters_gone
from albion.games.britannia_2005.state import ROMANS, SAXONS, Brit
from albion.kernels.britannia.answers import LOSE
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.casualties import WhichFalls, WhichKindFalls
from albion.kernels.britannia.engagement import ATTACKER, Battle, Side
from albion.kernels.britannia.units import CAVALRY, INFANTRY, PLAIN, less, riders

LOSE_BURH = Action("lose", "burh")
LOSE_ARMY = Action("lose", "army")


@step(cite("britannia-2005 battle.hits.a battle.hits.c battle.hits.f battle.hits.g battle.hits.h R4"))
class Losses(Step[Brit], frozen=True):
    """A side loses units one by one; what leaves a choice is asked."""

    battle: Battle
    side: Side
    soft: int
    """Hits that kill normal units only."""
    anyone: int
    """Hits that kill any unit."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Take the next unit off, or ask which."""
        if not self.soft and not self.anyone:
            return company(s, log, self.battle, self.side)
        if self.battle.nation(self.side) == ROMANS:
            return self._romans(s, log)
        nation, area = self.battle.nation(self.side), self.battle.area
        horse = s.number(nation, area, CAVALRY)
        normal = s.strength(nation, area) - horse
        if not horse:
            lost = min(self.soft + self.anyone, normal)
            return [NormalLosses(self.battle, self.side, lost), done(self)] if lost else [done(self)]
        if self.soft:
            lost = min(self.soft, normal)
            rest = replaced(self, soft=0)
            return [NormalLosses(self.battle, self.side, lost), rest] if lost else [rest]
        return self._mixed(s, log, normal, horse)

    def _mixed(self, s: Brit, log: Log, infantry: int, horse: int) -> Steps[Brit]:
        """Cavalry and infantry: the roller chooses for each hit, while there is a choice."""
        if infantry and self.anyone < infantry + horse:
            return [Strike(self.battle, self.side, self.anyone)]
        if infantry:
            rest = replaced(self, anyone=self.anyone - infantry)
            return [NormalLosses(self.battle, self.side, infantry), rest]
        return [NormalLosses(self.battle, self.side, min(self.anyone, horse), "cavalry"), done(self)]

    def _romans(self, s: Brit, log: Log) -> Steps[Brit]:
        """Roman armies fall to sixes; once they are gone what is left of the hits falls on the fort."""
        area = self.battle.area
        armies = s.count(ROMANS, area)
        lost = min(armies, self.anyone)
        if lost < armies:
            return [NormalLosses(self.battle, self.side, lost), done(self)] if lost else [done(self)]
        for _ in range(lost):
            fall(s, log, self.battle, self.side, "army", next(iter(s.entered.get(area, {})), None))
        if s.stronghold(ROMANS, area) and self.anyone - lost + self.soft > 0:
            fall(s, log, self.battle, self.side, "fort", None)
        return [done(self)]


def done(losses: Losses) -> Losses:
    """The same with no hits left: only the leader remains to be looked at."""
    return Losses(losses.battle, losses.side, 0, 0)


@step(cite("britannia-2005 battle.hits.h saxon.burh.i"))
class NormalLosses(Step[Brit], frozen=True):
    """A side loses this many armies (or its burh), its owner choosing where it makes a difference."""

    battle: Battle
    side: Side
    n: int
    unit: str = "army"
    """Infantry and the like, or cavalry."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Take the next one off, or ask which."""
        b, nation, n = self.battle, self.battle.nation(self.side), self.n
        if not n:
            return []
        less = NormalLosses(b, self.side, n - 1, self.unit)
        spots = falling_spots(s, b, self.side, self.unit)
        if nation == SAXONS and s.stronghold(SAXONS, b.area):
            forced = burh_first(s) or not s.count(SAXONS, b.area)
            if forced or n > s.count(SAXONS, b.area):
                fall(s, log, b, self.side, "burh", None)
                return [less]
            return [ChooseLoss(b, self.side, n)]
        if len(spots) > 1 and n < sum(spots.values()):
            return [ChooseLoss(b, self.side, n, self.unit)]
        fall(s, log, b, self.side, self.unit, next(iter(spots), None))
        return [less]


@rule(cite("britannia-2005 saxon.burh.i"))
def burh_first(s: Brit) -> bool:
    """From round 14 on the first Saxon loss where a burh stands is the burh."""
    return s.round >= int(table("limits")["burhs"]["first_loss_from"])


def falling_spots(s: Brit, b: Battle, side: Side, unit: str) -> dict[Place, int]:
    """Infantry or cavalry of attackers by the place it could retreat to; defenders are all alike."""
    if side != ATTACKER:
        return {}
    if unit == "cavalry":
        return {p: sorts[CAVALRY] for p, sorts in s.entered_sorts.get(b.area, {}).items()}
    return {p: n for p in s.entered.get(b.area, {}) if (n := s.came_from(b.area, p).of(INFANTRY)) > 0}


@step(cite("britannia-2005 battle.hits.h"))
class ChooseLoss(WhichFalls[Brit], frozen=True):
    """Which unit falls: the owner says from which place it had come, or whether the burh falls."""

    must = cite("britannia-2005 battle.hits.h")

    battle: Battle
    side: Side
    n: int
    unit: str = "army"

    def owner(self) -> Nation:
        return self.battle.nation(self.side)

    def fallible(self, s: Brit) -> Sequence[Action]:
        """Each place attackers came from; or army and burh."""
        if self.side != ATTACKER:
            return (LOSE_ARMY, LOSE_BURH)
        return [LOSE[place] for place in falling_spots(s, self.battle, self.side, self.unit)]

    def not_there(self, a: Action) -> Cite:
        """A fort outlasts its armies, cavalry falls as the roller likes."""
        apart = {"fort": "battle.hits.f", "cavalry": "battle.hits.g", "burh": "battle.hits.h saxon.burh.i"}
        return cite(f"britannia-2005 {apart.get(a.name, 'battle.hits.h')}")

    def elsewhere(self, a: Action) -> tuple[str, dict[str, Json]] | None:
        if self.side != ATTACKER or a.name in ("army", "fort", "cavalry", "burh"):
            return None
        return "came-from-elsewhere", {"area": self.battle.area, "place": a.noun}

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """Besides, of anything else, how many are still to be lost."""
        return self.elsewhere(a) if a.verb == "lose" else ("to-be-lost", self.about(s))

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        target = "burh" if a == LOSE_BURH else self.unit
        fall(s, log, self.battle, self.side, target, a.name if self.side == ATTACKER else None)
        return [NormalLosses(self.battle, self.side, self.n - 1, self.unit)]

    def about(self, s: Brit) -> dict[str, Json]:
        b = self.battle
        return {"nation": b.nation(self.side), "area": b.area, "n": self.n, "foe": b.foe(self.side)}


@step(cite("britannia-2005 battle.hits.g"))
class Strike(WhichKindFalls[Brit], frozen=True):
    """A six against cavalry and infantry together: the roller chooses which falls."""

    anyone: int

    def kinds(self, s: Brit) -> Sequence[str]:
        return (INFANTRY, CAVALRY)

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """One of that kind falls; then the next hit."""
        again = Losses(self.battle, self.side, 0, self.anyone - 1)
        return [NormalLosses(self.battle, self.side, 1, "cavalry" if a.noun == "cavalry" else "army"), again]

    def about(self, s: Brit) -> dict[str, Json]:
        b = self.battle
        return {"nation": b.nation(self.side), "area": b.area, "n": self.anyone, "foe": b.foe(self.side)}


@rule(cite("britannia-2005 roman.fort.c vp.eliminate.b"))
def fall(s: Brit, log: Log, b: Battle, side: Side, target: str, spot: Place | None) -> None:
    """One unit is eliminated, and the other side's card pays for it at once."""
    nation, killer, area = b.nation(side), b.foe(side), b.area
    if target in ("fort", "burh"):
        s.raze(nation, area)
    else:
        one = riders(1) if target == "cavalry" else PLAIN[1]
        s.take(nation, area, one)
        if side == ATTACKER and spot is not None:
            s.go_back(area, spot, one)
    forget_raiders(s, b, nation, spot)
    emit(log, "loss", Losses.cite, nation=nation, n=1, area=area, foe=killer, target=target)
    eliminated(s, log, killer, nation, target, 1, area)


def raiders_from(s: Brit, area: Area, spot: Place) -> dict[Place, int]:
    """Raiders among the attackers of an area that may retreat to a place, by where they began the turn.

    Where it was not noted, those that came straight from a sea are that sea's, and others could have come from anywhere.
    """
    if area in s.entered_raiders:
        return s.entered_raiders[area].get(spot, {})
    here, straight = s.raiders.get(area, {}), s.entered.get(area, {})
    found = {home: n if home == spot else n - straight.get(home, 0) for home, n in here.items()}
    return {home: n for home, n in found.items() if n > 0}


@rule(cite("britannia-2005 R17"))
def forget_raiders(s: Brit, b: Battle, nation: Nation, spot: Place | None) -> None:
    """Of those that came from one place settled armies fall before raiders; whoever else falls was none."""
    here = s.raiders.get(b.area)
    if here is None or nation != b.attacker:
        return
    left = s.entered.get(b.area, {})
    if spot is not None:
        theirs = raiders_from(s, b.area, spot)
        if sum(theirs.values()) > left.get(spot, 0):
            home = spot if spot in theirs else next(iter(theirs))
            less(here, home, 1)
            if b.area in s.entered_raiders:
                less(theirs, home, 1)
    while sum(here.values()) > s.count(nation, b.area):
        less(here, next((h for h, n in here.items() if n > left.get(h, 0)), next(iter(here))), 1)
    if not here:
        del s.raiders[b.area]


@rule(cite("britannia-2005 battle.leader.c leader.f R16"))
def company(s: Brit, log: Log, b: Battle, side: Side) -> Steps[Brit]:
    """A leader left without units of his nation is eliminated at once; masters without armies lose their subjects."""
    nation, area = b.nation(side), b.area
    leader = s.leader_at(nation, area)
    if leader is not None and not s.strength(nation, area):
        del s.leaders[leader]
        cited = cite("britannia-2005 battle.leader.c")
        emit(log, "leader-falls", cited, leader=leader, nation=nation, area=area, foe=b.foe(side))
        leader_eliminated(s, log, b.foe(side), leader, area)
    if s.subjects and not s.armies[nation]:
        masters_gone(s, log, nation)
    return []
