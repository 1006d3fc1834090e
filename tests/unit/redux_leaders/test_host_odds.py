"""Exact odds of mixed forces against the battles the engine really fights."""

from collections import Counter

import pytest

from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games import find_game
from albion.games.redux_leaders.options import LeadersOptions
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.engagement import ATTACKER, DEFENDER, Battle
from albion.kernels.britannia.host_odds import Host, host_of, odds_between
from albion.kernels.britannia.odds import battle_odds, chance

BATTLES = 2500
GAME = find_game("redux-leaders")
NORMANS, SAXONS = Nation("normans"), Nation("saxons")


def position(text: str, area: str, *, reduced: bool):  # type: ignore[no-untyped-def]
    """A table with these units in one area."""
    s = GAME.blank(LeadersOptions(reduced_randomness=reduced))
    GAME.notation.place(s, "round", "10")
    GAME.notation.place(s, area, text)
    return s


def fought(text: str, area: str, *, reduced: bool) -> Counter[tuple[Host, Host]]:
    """How many of many real battles, fought to the end, leave which forces."""
    ends: Counter[tuple[Host, Host]] = Counter()
    start = position(text, area, reduced=reduced)
    GAME.notation.start(start, f"BattleRound {area}: Normans attack Saxons")
    for seed in range(BATTLES):
        s = start.clone()
        s.dice = Dice(seed)
        d = settle(s)
        while d is not None:
            wanted = [a for a in d.actions if str(a) in ("stay", "strike cavalry")]
            d = apply(s, wanted[0] if wanted else d.actions[0])
        ends[host_of(s.everything(NORMANS, area)), host_of(s.everything(SAXONS, area))] += 1
    return ends


@pytest.mark.parametrize(
    ("text", "area", "reduced"),
    [
        ("2 Normans, 2 Normans cavalry, 3 Saxons", "york", False),
        ("1 Normans, 2 Normans cavalry, William, 3 Saxons", "pennines", False),
        ("2 Normans cavalry, 2 Saxons, Harold", "york", False),
        ("1 Normans, 1 Normans cavalry, 2 Saxons, Harold", "york", True),
    ],
)
def test_odds_agree_with_battles_fought(text: str, area: str, reduced: bool) -> None:
    s = position(text, area, reduced=reduced)
    b = Battle(Area(area), NORMANS, SAXONS)
    bonus = {ATTACKER: s.rules.bonus(s, NORMANS, Area(area)), DEFENDER: s.rules.bonus(s, SAXONS, Area(area))}

    odds = odds_between(
        s, b, host_of(s.everything(NORMANS, area)), host_of(s.everything(SAXONS, area)), bonus
    )
    ends = fought(text, area, reduced=reduced)

    assert sum(odds.ends.values()) == pytest.approx(1.0)
    assert set(ends) <= set(odds.ends)
    for end, p in odds.ends.items():
        spread = 4.5 * (p * (1 - p) / BATTLES) ** 0.5 + 1e-9
        assert abs(ends[end] / BATTLES - p) <= spread, (end, p, ends[end] / BATTLES)


def test_plain_forces_have_the_odds_of_plain_armies() -> None:
    s = position("3 Normans, 2 Saxons", "york", reduced=False)
    b = Battle(Area("york"), NORMANS, SAXONS)

    odds = odds_between(s, b, (("infantry", 3),), (("infantry", 2),), {ATTACKER: 0, DEFENDER: 0})

    plain = battle_odds(3, 2, attacker_hits=chance(5), defender_hits=chance(5))
    assert odds.attacker == pytest.approx(plain.attacker)
    assert odds.nobody == pytest.approx(plain.nobody)


def test_a_leader_helps() -> None:
    s = position("3 Normans, 3 Saxons", "york", reduced=False)
    b = Battle(Area("york"), NORMANS, SAXONS)
    force = (("infantry", 3),)

    alone = odds_between(s, b, force, force, {ATTACKER: 0, DEFENDER: 0})
    led = odds_between(s, b, force, force, {ATTACKER: 1, DEFENDER: 0})

    assert led.attacker > alone.attacker + 0.1


def test_the_open_question_knows_its_odds() -> None:
    s = position("2 Normans, 1 Normans cavalry, William, 3 Saxons", "york", reduced=False)
    s.turn = NORMANS
    GAME.notation.start(s, "Retreat york: Normans attack Saxons, attacker")
    settle(s)

    shown = GAME.odds(s, None)

    assert shown["attackers"] == 3
    assert shown["defenders"] == 3
    assert shown["attacker_wins"] + shown["defender_wins"] + shown["nobody"] == pytest.approx(1.0)
