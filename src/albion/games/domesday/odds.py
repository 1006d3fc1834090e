"""Exact chances of the dice that an answer would roll."""

from __future__ import annotations

from fractions import Fraction

from albion.engine.action import Action, Json
from albion.games.domesday.s05_5_2_battle_events import StrikeLeader
from albion.games.domesday.s05_5_4_damage import OTHER, InflictDamage, noun, side_of, toughness
from albion.games.domesday.s05_5_battle import RetreatRoll, runners
from albion.games.domesday.state import Dom

FACES = 6


def odds_of(s: Dom, a: Action | None) -> Json | None:
    """Chances for a Retreat roll, a hit on a target, or a roll for a Leader."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, RetreatRoll):
        return {"retreat": {name: _share(n) for name, n in _retreat(s, step).items()}}
    if isinstance(step, InflictDamage):
        return _volley(s, step, a)
    if isinstance(step, StrikeLeader):
        armor = {x: s.board.leaders[x].factors.armor - step.mod for x in step.leaders}
        return {"reduced": {x: _share(FACES - max(0, min(FACES, n))) for x, n in armor.items()}}
    return None


def _retreat(s: Dom, step: RetreatRoll) -> dict[str, int]:
    return {
        unit if unit in s.board.leaders else f"{f}:{unit}{':reduced' if reduced else ''}": min(FACES, speed)
        for f, unit, reduced, speed in runners(s, step.faction, None)
    }


def _volley(s: Dom, step: InflictDamage, a: Action | None) -> Json:
    assert s.battle is not None
    side = OTHER[step.side]
    found = {}
    for x in side_of(s.battle, side):
        name = noun(s, x)
        if a is None or a.noun == name:
            armor = s.board.leaders[x.unit].factors.armor if x.unit in s.board.leaders else _armor(s, x.unit)
            found[name] = {"needs": toughness(s, side, x), "reduced": _share(FACES - armor)}
    return {"damage": step.strength(s), "hit": found}


def _armor(s: Dom, kind: str) -> int:
    return s.board.kinds[kind].reduced.armor


def _share(n: int) -> str:
    return str(Fraction(max(0, n), FACES))
