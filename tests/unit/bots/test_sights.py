"""What the valuations of Boudicca, Domesday and Britannia (2005) look at."""

from __future__ import annotations

from typing import Any

import pytest

from albion.bots.bend import Bend
from albion.bots.search.outlooks import outlook_of
from albion.bots.search.rollout import play_on
from albion.engine.dice import Dice
from albion.engine.loop import settle
from albion.games import find_game
from albion.games.boudicca.roster import ROMANS
from albion.games.boudicca.steady_refuge import Refuge

BOUDICCA, DOMESDAY = find_game("boudicca"), find_game("domesday")
BRITANNIA = find_game("britannia-2005")
CAMULODUNUM = 3030


def seen(game: Any, s: Any) -> dict[str, float]:
    found: dict[str, float] = {}
    for sight, x in outlook_of(game).sights(s):
        found[sight] = found.get(sight, 0.0) + x
    return found


def risen() -> Any:
    """Boudicca's table once all stand where the game begins."""

    def under_way(world: Any) -> bool:
        return bool(world.phase == "operations")

    s = BOUDICCA.setup(BOUDICCA.options_type(), Dice(1))
    play_on(outlook_of(BOUDICCA), s, settle(s), under_way)
    return s


def test_a_town_lies_the_more_open_the_nearer_a_band_and_the_weaker_its_guard() -> None:
    s = risen()
    before = seen(BOUDICCA, s)["town open"]
    band = s.rules.of_body["trinovantes"]
    s.shift(tuple(band), CAMULODUNUM + 2)
    nearer = seen(BOUDICCA, s)["town open"]
    assert nearer > before
    for legion in s.rules.legions[:2]:
        for u in s.rules.of_body[legion]:
            s.put(u, CAMULODUNUM)
    guarded = seen(BOUDICCA, s)

    assert guarded["town open"] < nearer
    assert s.occupied(CAMULODUNUM, ROMANS)


def test_a_dead_civilian_is_in_no_danger_any_more() -> None:
    s = risen()
    before = seen(BOUDICCA, s)
    s.kill(next(u for u in s.rules.civilians if s.alive(u)))
    after = seen(BOUDICCA, s)

    assert after["civilians"] == before["civilians"] - 1
    assert after["civilians open"] < before["civilians open"]


@pytest.mark.parametrize("answers", [0, 300])
def test_what_is_held_surely_barely_and_together_makes_up_a_players_points(answers: int) -> None:
    outlook = outlook_of(DOMESDAY)
    s: Any = DOMESDAY.setup(DOMESDAY.options_type(), Dice(2))
    left = [answers]

    def over(_: Any) -> bool:
        left[0] -= 1
        return left[0] < 0

    play_on(outlook, s, settle(s), over)
    found = seen(DOMESDAY, s)
    for seat, points in outlook.points(s).items():
        areas = 5 * sum(found.get(f"{kind} {seat}", 0.0) for kind in ("sure", "barely", "shared"))
        assert areas + s.plunder[seat] == pytest.approx(points)


def test_civilians_flee_elsewhere_if_tastes_are_bent() -> None:
    s = risen()
    within = s.held_bits(ROMANS)
    _, usual = Refuge(s).best(within)
    tastes = Bend(wants={f"refuge {usual}": 0.01})

    assert Refuge(s, tastes).best(within)[1] != usual


def test_the_last_turn_of_boudicca_is_played_to_its_end_and_an_earlier_one_for_two_impulses_each() -> None:
    s = risen()
    outlook = outlook_of(BOUDICCA)
    over = outlook.horizon(s)
    s.impulse += 3
    assert not over(s)
    s.impulse += 1
    assert over(s)
    s.turn = 6
    over = outlook.horizon(s)
    s.impulse += 9

    assert not over(s)


def test_single_losses_are_left_to_the_rule_of_thumb_and_impulses_are_not() -> None:
    outlook = outlook_of(BOUDICCA)

    assert outlook.care("LoseStep") == 0
    assert outlook.care("Impulse") == 1
    assert 0 < outlook.care("Withdraw") < 1


def test_the_limes_and_what_is_paid_are_seen_until_they_no_longer_count() -> None:
    outlook = outlook_of(BRITANNIA)
    s: Any = BRITANNIA.setup(BRITANNIA.options_type(), Dice(3))
    play_on(outlook, s, settle(s), lambda world: bool(world.round == 2))
    found = seen(BRITANNIA, s)
    intact = {area for area, whole in s.forts.items() if whole}

    assert intact and {x.removeprefix("fort ") for x in found if x.startswith("fort ")} == intact
    assert {x for x in found if x.startswith("ruin ")} == {f"ruin {a}" for a in s.forts if a not in intact}
    assert any(x.startswith("paid romans ") for x in found)
    s.round = 6
    assert not any(x.startswith(("fort ", "ruin ", "paid romans ")) for x in seen(BRITANNIA, s))


def test_subjects_and_burhs_are_seen() -> None:
    s: Any = BRITANNIA.setup(BRITANNIA.options_type(), Dice(3))
    s.subjects["belgae"] = "romans"
    s.burhs["wessex"] = 1
    found = seen(BRITANNIA, s)

    assert found["serves belgae romans"] == found["burh wessex"] == 1
