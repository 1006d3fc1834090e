"""Exact odds against the battles the engine really fights."""

from collections import Counter

import pytest

from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games import find_game
from albion.games.redux_core.options import CoreOptions
from albion.kernels.britannia.answers import STAY
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.engagement import Battle
from albion.kernels.britannia.odds import battle_odds, chance, odds_in

GAMES = 3000
GAME = find_game("redux-core")


def fought(area: str, attackers: int, defenders: int, *, reduced: bool) -> Counter[tuple[int, int]]:
    """How many of many real battles, fought to the end, leave which armies."""
    ends: Counter[tuple[int, int]] = Counter()
    start = GAME.blank(CoreOptions(reduced_randomness=reduced))
    start.add(Nation("saxons"), area, attackers)
    start.add(Nation("danes"), area, defenders)
    GAME.notation.start(start, f"BattleRound {area}: Saxons attack Danes")
    for seed in range(GAMES):
        s = start.clone()
        s.dice = Dice(seed)
        d = settle(s)
        while d is not None:
            d = apply(s, STAY)
        ends[s.count(Nation("saxons"), area), s.count(Nation("danes"), area)] += 1
    return ends


@pytest.mark.parametrize(
    ("area", "attackers", "defenders", "reduced"),
    [("york", 4, 3, False), ("pennines", 5, 2, False), ("york", 3, 3, True), ("pennines", 4, 2, True)],
)
def test_odds_agree_with_battles_fought(area: str, attackers: int, defenders: int, reduced: bool) -> None:
    s = GAME.blank(CoreOptions(reduced_randomness=reduced))
    odds = odds_in(s, Battle(Area(area), Nation("saxons"), Nation("danes")), attackers, defenders)

    ends = fought(area, attackers, defenders, reduced=reduced)

    assert sum(odds.ends.values()) == pytest.approx(1.0)
    assert set(ends) <= set(odds.ends)
    for end, p in odds.ends.items():
        spread = 4.5 * (p * (1 - p) / GAMES) ** 0.5 + 1e-9
        assert abs(ends[end] / GAMES - p) <= spread, (end, p, ends[end] / GAMES)


def test_one_against_one_by_hand() -> None:
    """On clear land each hits in one of three: win 2/5, lose 2/5, both fall 1/5."""
    odds = battle_odds(1, 1, attacker_hits=chance(5), defender_hits=chance(5))

    assert odds.attacker == pytest.approx(2 / 5)
    assert odds.defender == pytest.approx(2 / 5)
    assert odds.nobody == pytest.approx(1 / 5)


def test_difficult_terrain_shelters_the_defender() -> None:
    s = GAME.blank(CoreOptions())
    saxons, danes = Nation("saxons"), Nation("danes")

    clear = odds_in(s, Battle(Area("york"), saxons, danes), 3, 3)
    hills = odds_in(s, Battle(Area("pennines"), saxons, danes), 3, 3)

    assert hills.attacker < clear.attacker
    assert clear.attacker == pytest.approx(clear.defender)
