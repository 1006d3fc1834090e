"""Where a rule case or puzzle may begin: words that set the agenda."""

from __future__ import annotations

from collections.abc import Callable

from albion.engine.plain import replaced
from albion.engine.step import Step
from albion.games.boudicca.roster import SIDES
from albion.games.boudicca.s03_deployment import Deployment
from albion.games.boudicca.s04_sequence import CardSelection, EndOfTurn, Initiative, Mulligan, Turn
from albion.games.boudicca.s05_impulses import BeginImpulse, EndImpulse, Impulse
from albion.games.boudicca.s06_stacking import faulty_hexes
from albion.games.boudicca.s08_civilians import CivilianMovement
from albion.games.boudicca.s10_combat import BattleSize, CombatRound, JoinBattle
from albion.games.boudicca.s10_withdrawal import OfferWithdrawal
from albion.games.boudicca.s11_revolts import Revolt
from albion.games.boudicca.s12_leaders import LeaderAtRisk
from albion.games.boudicca.s14_victory import Victory
from albion.games.boudicca.state import Battle, BoudiccaState, enemy


def _agenda(s: BoudiccaState, *steps: Step[BoudiccaState]) -> None:
    s.agenda = list(reversed(steps))


def _side(text: str) -> str:
    if text not in SIDES:
        raise ValueError(f"'{text}' is not a side")
    return text


def _operations(s: BoudiccaState, side: str) -> None:
    s.phasing, s.phase = _side(side), "operations"


def _impulse(s: BoudiccaState, side: str) -> None:
    """In the middle of a side's Impulse, with the points of the position."""
    _operations(s, side)
    s.strained = faulty_hexes(s, side)
    s.shaken = (*s.strained, *faulty_hexes(s, enemy(side)))
    _agenda(s, Impulse(), EndImpulse(), EndOfTurn())


def _begin_impulse(s: BoudiccaState, side: str, final: str = "") -> None:
    """A side's Impulse is about to start."""
    _operations(s, side)
    s.shaken = (*faulty_hexes(s, side), *faulty_hexes(s, enemy(side)))
    _agenda(s, BeginImpulse(side, final == "final"), EndOfTurn())


def _battle(s: BoudiccaState, h: str, attacker: str, how: str = "") -> None:
    """A battle is joined in a hex."""
    _operations(s, enemy(attacker) if how else attacker)
    _agenda(s, JoinBattle(int(h), _side(attacker), bool(how)))


def _round(s: BoudiccaState, h: str, attacker: str, round_: str = "1") -> None:
    """A round of a battle is about to be fought."""
    if not round_.isdigit() or not int(round_):
        raise ValueError(f"'{round_}' is not a round of a battle: expected 1 or a later one")
    _operations(s, attacker)
    s.battle = Battle(int(h), _side(attacker), round=int(round_))
    _agenda(s, BattleSize(), CombatRound())


def _withdrawal(s: BoudiccaState, h: str, attacker: str) -> None:
    """A round has been fought: who withdraws?"""
    _operations(s, attacker)
    s.battle = Battle(int(h), _side(attacker), round=2)
    if not all(s.fighters(int(h), side) for side in SIDES):
        raise ValueError(f"both sides need combat units in {h}")
    BattleSize().run(s, None)
    s.battle = replaced(s.battle, round=2)
    _agenda(s, OfferWithdrawal(), CombatRound())


def _leader(s: BoudiccaState, name: str) -> None:
    """A lone leader is in danger."""
    u = s.rules.index[name]
    h, side = s.where[u], s.rules.side[u]
    if not s.rules.leader[u] or s.occupied(h, side) or not s.occupied(h, enemy(side)):
        raise ValueError(f"{name} is not a leader alone among enemies")
    _agenda(s, LeaderAtRisk(s.rules.index[name]))


def _revolt(s: BoudiccaState, tribe: str, near: str = "") -> None:
    """A tribe rises, in its oppidum or near it."""
    if tribe not in s.rules.tribes or tribe in s.revolted:
        raise ValueError(f"'{tribe}' is not a tribe that could still rise")
    _agenda(s, Revolt(tribe, bool(near)))


def _turn(s: BoudiccaState, number: str) -> None:
    """A turn begins."""
    last = s.rules.data.sequence.sequence.turns
    if not 1 <= int(number) <= last:
        raise ValueError(f"expected a turn from 1 to {last}")
    _agenda(s, Turn(int(number)))


def _plain(step: Step[BoudiccaState], phase: str) -> Callable[[BoudiccaState], None]:
    def start(s: BoudiccaState) -> None:
        s.phase = phase
        _agenda(s, step)

    return start


START: dict[str, Callable[..., None]] = {
    "Deployment": _plain(Deployment(), "deployment"),
    "Turn": _turn,
    "CardSelection": _plain(CardSelection(), "cards"),
    "Mulligan": lambda s, side: _agenda(s, Mulligan(_side(side))),
    "CivilianMovement": _plain(CivilianMovement(), "civilians"),
    "Initiative": _plain(Initiative(), "initiative"),
    "Impulse": _impulse,
    "BeginImpulse": _begin_impulse,
    "Battle": _battle,
    "CombatRound": _round,
    "Withdrawal": _withdrawal,
    "LeaderAtRisk": _leader,
    "Revolt": _revolt,
    "EndOfTurn": _plain(EndOfTurn(), "end"),
    "Victory": _plain(Victory(), "end"),
}
"""Every start by its first word."""
