"""Exact odds agree with the battles that the rules play."""

import pytest

from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.britannia_2005 import GAME
from albion.games.britannia_2005.odds import force, odds_between
from albion.games.britannia_2005.options import Options2005
from albion.games.britannia_2005.state import Brit
from albion.kernels.britannia.battles import BattleRound

GAMES = 1500
BATTLES = [
    ("15", "3 Normans, 2 Normans cavalry, William, 4 Saxons", "Normans attack Saxons"),
    ("5", "4 Saxons, 1 Romans, 1 Romans fort", "Saxons attack Romans"),
    ("14", "4 Danes, 2 Saxons, 1 Saxons burh, Edgar", "Danes attack Saxons"),
    ("1", "3 Romans, 2 Belgae", "Romans attack Belgae"),
]


def position(number: str, units: str, words: str, seed: int = 0) -> Brit:
    s = GAME.blank(Options2005())
    s.dice = Dice(seed)
    GAME.notation.place(s, "round", number)
    GAME.notation.place(s, "essex", units)
    GAME.notation.start(s, f"BattleRound essex: {words}")
    return s


def fight(s: Brit) -> str | None:
    """Both stay, nobody submits, the roller strikes cavalry."""
    d = settle(s)
    while d is not None:
        wanted = [a for a in d.actions if str(a) in ("stay", "resist", "strike cavalry")]
        d = apply(s, (wanted or list(d.actions))[0])
    here = s.at.get("essex", ())
    return here[0] if here else None


@pytest.mark.parametrize(("number", "units", "words"), BATTLES)
def test_odds_agree_with_battles_played(number: str, units: str, words: str) -> None:
    s = position(number, units, words)
    step = s.agenda[-1]
    assert isinstance(step, BattleRound)
    b = step.battle
    led = s.leader_at(b.attacker, b.area) is not None
    odds = odds_between(s, b, force(s, b.attacker, b.area), force(s, b.defender, b.area), led)
    won = sum(fight(position(number, units, words, seed)) == b.attacker for seed in range(GAMES))

    assert odds.attacker == pytest.approx(won / GAMES, abs=0.045)
    assert sum(odds.ends.values()) == pytest.approx(1)
