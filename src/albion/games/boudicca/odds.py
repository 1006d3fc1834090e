"""Exact chances for screens: battles by round and as a whole, interceptions, revolts, withdrawal, II Legion."""

from __future__ import annotations

from fractions import Fraction

from albion.engine.action import Action, Json
from albion.games.boudicca.forecast import forecast
from albion.games.boudicca.questions import points
from albion.games.boudicca.roster import BRITONS
from albion.games.boudicca.s07_interception import Interception, chance, interceptors
from albion.games.boudicca.s07_march import March, route
from albion.games.boudicca.s10_combat import BattleSize, JoinBattle, armies, at_once, drms, result
from albion.games.boudicca.s10_combat import odds as ratio_now
from albion.games.boudicca.s10_results import LoseStep
from albion.games.boudicca.s10_withdrawal import Withdraw
from albion.games.boudicca.s11_revolts import revolt_drm
from albion.games.boudicca.state import DEAD, Battle, BoudiccaState, enemy
from albion.games.boudicca.view import battle_panel


def odds(s: BoudiccaState, a: Action | None) -> Json | None:
    """What the open question, or the given answer, is likely to bring."""
    now = s.agenda[-1] if s.agenda else None
    if a is not None and isinstance(now, March) and a.verb in ("to", "attack"):
        battle = _if_joined(s, s.group, JoinBattle(a.number, s.phasing)) if a.verb == "attack" else None
        return {"kind": "way", **(battle or {}), **_way(s, a.number)}
    if a is not None and a.verb == "intercept" and isinstance(now, Interception):
        side = enemy(s.phasing)
        battle = _if_joined(s, interceptors(s, side, a.number), JoinBattle(now.hex, side, intercepting=True))
        told: Json = {"kind": "interception", "chance": chance(s, side, a.number, now.hex)}
        return {**told, "battle": battle} if battle else told
    if a is not None and a.verb == "lose" and isinstance(now, LoseStep):
        return _loss(s, s.rules.index[a.name])
    if a is not None and a.verb == "incite":
        return {"kind": "revolt", "tribe": a.noun, "chance": _revolt(s, a.name)}
    if a is not None and a.verb == "mobilize" and a.noun == "isca":
        return {"kind": "mobilize", "chance": f"{max(0, min(6, s.turn - 1))}/6"}
    if isinstance(now, Withdraw) and a is not None and a.verb == "withdraw" and s.battle:
        if now.weaker:
            return {"kind": "withdrawal", "outcome": "automatic"}
        needs = now.about(s)["needs"]
        return {"kind": "withdrawal", "chance": f"{max(0, min(6, 7 - max(1, needs)))}/6"}
    return battle_odds(s) if s.battle else None


def _way(s: BoudiccaState, to: int) -> dict[str, Json]:
    """The hexes that a march enters, and how many of its movement points that costs."""
    path, costs = route(s, to)
    return {"way": list(path), "cost": points(sum(costs)), "mp": points(s.mp)}


def _loss(s: BoudiccaState, u: int) -> Json:
    """What a step of a unit takes with it: strength, its counter, the last counter of its tribe."""
    strength, steps, body = s.rules.strength[u], s.steps[u], s.rules.body[u]
    kin = s.rules.of_body[body] if steps == 1 and body and s.rules.side[u] == BRITONS else ()
    return {
        "kind": "loss",
        "strength": strength[steps] - strength[steps - 1],
        "eliminated": steps == 1,
        "tribe": len(kin) if all(x == u or s.where[x] == DEAD for x in kin) else 0,
    }


def _revolt(s: BoudiccaState, tribe: str) -> str:
    needed = s.rules.data.tables.tribal_revolt.revolts_on_or_below.get(tribe, 0) - revolt_drm(s, tribe)
    return f"{max(0, min(6, needed))}/6"


def _if_joined(s: BoudiccaState, units: tuple[int, ...], join: JoinBattle) -> dict[str, Json] | None:
    """The battle that these units would join by an attack or an interception, if any."""
    twin = s.clone()
    for u in units:
        twin.put(u, join.hex)
    join.run(twin, None)
    return battle_odds(twin) if twin.battle else None


def battle_odds(s: BoudiccaState) -> dict[str, Json] | None:
    """The battle panel with what the dice of this round may do, and the chances of the whole battle."""
    panel = battle_panel(s)
    b = s.battle
    if panel is None or b is None or not all(armies(s)):
        return panel
    if not b.size:
        s = s.clone()
        BattleSize().run(s, None)
        b = s.battle or b
    dice = dict(zip((b.attacker, b.defender), ratio_now(s), strict=True))
    chances = {side: distribution(s, b, side, n) for side, n in dice.items()}
    numbers, crt = s.rules.data.combat.battle, s.rules.data.combat.crt
    return {
        **panel,
        "kind": "battle",
        "size": b.size,
        "units": {
            side: _ids(s, army) for side, army in zip((b.attacker, b.defender), armies(s), strict=True)
        },
        "ends": at_once(numbers, b, *ratio_now(s)) or None,
        "table": {"skirmish": list(crt.skirmish), "major": list(crt.major)},
        "inflicts": {side: [str(p) for p in found] for side, found in chances.items()},
        "expected": {side: float(mean(found)) for side, found in chances.items()},
        **forecast(s),
    }


def _ids(s: BoudiccaState, army: list[int]) -> list[str]:
    return [s.rules.units[u].id for u in army]


def distribution(s: BoudiccaState, b: Battle, side: str, dice: int) -> list[Fraction]:
    """Chance of inflicting 0, 1, 2 … steps with this many dice, exactly."""
    plus = sum(drms(s, side).values())
    single = [result(s, b.size, face + plus).steps for face in range(1, 7)]
    ways = [1]
    for _ in range(dice):
        new = [0] * (len(ways) + max(single))
        for steps, n in enumerate(ways):
            for more in single:
                new[steps + more] += n
        ways = new
    return [Fraction(n, 6**dice) for n in ways]


def mean(chances: list[Fraction]) -> Fraction:
    """Expected steps inflicted."""
    return sum((n * p for n, p in enumerate(chances)), start=Fraction(0))
