"""Exact odds of a battle with Romans, cavalry, forts, burhs, leaders and terrain."""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.action import Action, Json
from albion.games.britannia_2005.s05_marching import MoveTo, Muster, Send
from albion.games.britannia_2005.s06_battle import aims
from albion.games.britannia_2005.s06_losses import ChooseLoss, Strike, burh_first
from albion.games.britannia_2005.s06_retreat import Retreat, RetreatMuster, RetreatSend
from albion.games.britannia_2005.state import ROMANS, SAXONS, Brit
from albion.kernels.britannia.battles import BattleOrder
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.engagement import ATTACKER, DEFENDER, Battle, Side
from albion.kernels.britannia.host_odds import Arms, Host, Quality, mixed_odds, size
from albion.kernels.britannia.odds import Odds, chance, told_odds

LEGION, CAVALRY, INFANTRY, FORT, BURH = "legion", "cavalry", "infantry", "fort", "burh"
SOFT: Quality = (BURH, FORT, INFANTRY)
ANYONE: Quality = (BURH, CAVALRY, FORT, INFANTRY, LEGION)
STRONG = (LEGION, CAVALRY)


def force(s: Brit, nation: Nation, area: Area, more: int = 0, more_horse: int = 0) -> Host:
    """A nation's units in an area by kind, with others that would join them."""
    n, horse = s.count(nation, area) + more, s.number(nation, area, CAVALRY) + more_horse
    foot = LEGION if nation == ROMANS else INFANTRY
    hold = FORT if nation == ROMANS else BURH
    parts = ((foot, n - horse), (CAVALRY, horse), (hold, s.stronghold(nation, area)))
    return tuple((kind, k) for kind, k in parts if k)


def arms(s: Brit, b: Battle, side: Side, bonus: int) -> Arms:
    """What one die of each kind does, and which of the side's units can fall."""

    def dice(kind: str) -> Mapping[Quality, float]:
        (six, _), (soft, _) = aims(s, b, side, kind in STRONG)
        anyone = chance(six - bonus)
        return {ANYONE: anyone, SOFT: chance(soft - bonus) - anyone}

    def groups(host: Host) -> tuple[tuple[str, ...], ...]:
        kinds = [kind for kind, _ in host]
        if b.nation(side) == ROMANS:
            return ((LEGION,),) if LEGION in kinds else ((FORT,),)
        normal = [k for k in (INFANTRY, BURH) if k in kinds]
        if b.nation(side) == SAXONS and burh_first(s):
            normal.reverse()
        found = [tuple(normal)] if normal else []
        return ((CAVALRY,), *found) if CAVALRY in kinds else tuple(found)

    return Arms(dice, groups)


def odds_between(s: Brit, b: Battle, attackers: Host, defenders: Host, led: bool) -> Odds[Host]:
    """A battle of these forces in its area, fought to the end."""
    defended = s.leader_at(b.defender, b.area) is not None
    return mixed_odds(
        attackers, defenders, arms(s, b, ATTACKER, int(led)), arms(s, b, DEFENDER, int(defended))
    )


def odds_of(s: Brit, a: Action | None) -> Json | None:
    """The battle that is under way, or that this action would begin or join, as plain JSON."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, Retreat | ChooseLoss | Strike):
        return _json(s, step.battle, 0, 0, led=False)
    if isinstance(step, RetreatSend | RetreatMuster):
        return _json(s, step.retreat.battle, 0, 0, led=False)
    if a is None:
        return None
    if isinstance(step, BattleOrder) and a.verb == "fight":
        return _joining(s, step.nation, Area(a.name), 0, 0, led=False)
    if isinstance(step, MoveTo) and a.verb in ("to", "sail"):
        return _moving(s, step, Area(a.name))
    if isinstance(step, Send) and a.verb == "send":
        return _sending(s, step, a.number)
    if isinstance(step, Muster):
        led = a.verb == "with"
        horse = a.number if a.verb == "cavalry" else max(0, step.cavalry)
        return _joining(s, step.send.nation, step.send.area, step.n, horse, led=led)
    return None


def _moving(s: Brit, step: MoveTo, area: Area) -> Json | None:
    g = step.group
    if g is not None:
        return _joining(s, step.nation, area, g.n, g.cavalry, led=bool(g.leader))
    led, all_of_them = s.leader_at(step.nation, step.place) is not None, s.unmoved(step.place)
    return _joining(s, step.nation, area, all_of_them.n, all_of_them.of(CAVALRY), led=led)


def _sending(s: Brit, step: Send, n: int) -> Json | None:
    led = s.leader_at(step.nation, step.place) is not None
    horse = min(n, s.unmoved(step.place).of(CAVALRY))
    return _joining(s, step.nation, step.area, n, horse, led=led)


def _joining(s: Brit, nation: Nation, area: Area, n: int, horse: int, *, led: bool) -> Json | None:
    foe = s.foe(nation, area)
    if foe is None or s.at_peace(nation, foe):
        return None
    return _json(s, Battle(area, nation, foe), n, horse, led=led)


def _json(s: Brit, b: Battle, n: int, horse: int, *, led: bool) -> Json:
    attackers = force(s, b.attacker, b.area, n, horse)
    defenders = force(s, b.defender, b.area)
    led = led or s.leader_at(b.attacker, b.area) is not None
    odds = odds_between(s, b, attackers, defenders, led)
    ends = [
        {"attackers": size(x), "defenders": size(y), "p": p}
        for (x, y), p in sorted(odds.ends.items(), reverse=True)
    ]
    kinds = {"attacker_kinds": dict(attackers), "defender_kinds": dict(defenders)}
    return told_odds(b, size(attackers), size(defenders), odds, ends) | kinds
