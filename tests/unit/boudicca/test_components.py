"""Every fact that the rulebook states about the components holds in our tables."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.rules import rules_from
from albion.kernels.hex import Spread, distance, hexside

R = rules_from()
U, B, D = R.data.units, R.board, R.data


def count(kind: str) -> int:
    return sum(u.type == kind for u in R.units)


def test_240_counters_and_36_cards() -> None:
    assert U.counter_mix.total == 240
    assert [len(R.decks[side]) for side in (ROMANS, BRITONS)] == [18, 18]


def test_thirteen_point_cards_and_five_events_a_side() -> None:
    for side in (ROMANS, BRITONS):
        assert sum(R.value[c] > 0 for c in R.decks[side]) == 13
        assert sum(R.value[c] == 0 for c in R.decks[side]) == 5


def test_rome_has_slightly_more_points_and_more_cards_in_the_long_run() -> None:
    points = {side: sum(R.value[c] for c in R.decks[side]) for side in (ROMANS, BRITONS)}
    track = D.sequence.turn_track

    assert 0 < points[ROMANS] - points[BRITONS] <= 3
    assert sum(track.romans) > sum(track.britons)
    assert (track.britons[0], track.romans[0]) == (10, 6)


def test_each_event_of_the_rules_is_in_its_deck() -> None:
    assert set(D.cards.britons.events.copies) == {
        "spontaneous-revolt",
        "druid-invocation",
        "rampage",
        "draw-another-card",
    }
    assert set(D.cards.romans.events.copies) == {"paulinus-moves", "force-march", "hail-caesar"}


def test_scale_turns_and_dice() -> None:
    assert (D.sequence.scale.miles_per_hex, D.sequence.scale.weeks_per_turn) == (5, 1)
    assert (D.sequence.sequence.turns, D.sequence.sequence.die) == (6, 6)
    assert D.sequence.sequence.first_initiative == BRITONS


def test_counters_of_the_legend() -> None:
    assert (U.cohort.strength[0], U.cohort.ma) == (4, 8)
    assert U.leaders.ma == 15
    assert U.markers.ma == 8
    assert U.tribes.infantry_ma == U.cohort.ma == U.markers.ma
    assert U.markers.horde_markers == 3
    assert (U.leaders.druids, U.leaders.druids_in_play) == (4, 2)
    assert U.battle_bonus.boudicca > 0 < U.battle_bonus.paulinus
    assert U.battle_bonus.druid == 0


def test_roman_troops_add_up() -> None:
    assert count("cohort") + count("first cohort") == 40
    assert count("first cohort") == 4
    assert count("cavalry") == 13
    assert count("auxilia") == 15
    assert U.counter_mix.civilians == 6


def test_steps() -> None:
    assert all(u.steps == 2 for u in R.units if u.type in ("cohort", "auxilia", "cavalry", "tribe"))
    assert all(u.steps == 4 for u in R.units if u.type == "first cohort")


def test_22_is_half_a_legion_and_xx_on_the_map_is_not_below_it() -> None:
    legion = sum(u.strength[-1] for u in R.units if u.body == "xx")

    assert legion == 2 * U.legions.weak_below == 44
    assert 6 * U.cohort.strength[0] >= U.legions.weak_below


def test_fourteen_tribes_and_six_counters_of_the_brigantes() -> None:
    assert len(R.tribes) == 14
    assert len(R.of_body["brigantes"]) == 6
    assert U.counter_mix.not_in_revolt == 12 == 14 - len(D.setup.britons.in_revolt)


HEXES = {
    "atrebates": 2416, "belgae": 1814, "brigantes": 6415, "cantii": 1929, "catuvellauni": 2821,
    "corieltauvi": 4516, "cornovii": 4503, "dobunni": 3108, "durotriges": 1404, "iceni": 4432,
    "parisi": 6019, "regni": 1518, "silures": 2902, "trinovantes": 3529,
}  # fmt: skip


def test_every_oppidum_stands_in_its_hex() -> None:
    assert B.oppidum == HEXES


def test_towns_and_posts() -> None:
    assert {B.names[h] for h in (2523, 3030, 3108, 5119)} == {
        "Londinium",
        "Camulodunum",
        "Corinium",
        "Lindum",
    }
    assert {2523, 3030, 3108, 5119} <= set(B.towns)
    assert sum(h in B.tribe_at for h in B.towns) == 5
    assert len(B.posts) == 4
    assert not set(B.posts) & {*B.towns, *B.tribe_at}


def test_setup_lists_of_the_rules() -> None:
    civilians = Counter({c.hex: c.count for c in D.setup.civilians.list})

    assert civilians == {2523: 2, 3030: 2, 3108: 1, 5119: 1}
    assert (D.setup.garrisons.cavalry, D.setup.garrisons.auxilia, D.setup.garrisons.per_post) == (5, 7, 3)
    assert B.entry == {"mona": 5503, "isca": 1901}


def test_the_activation_table() -> None:
    a = D.activation.activation

    assert a.build_bridge == 2
    others = (a.move, a.sack, a.destroy_bridge, a.mobilize, a.mobilize_mona, a.mobilize_ii, a.enter, a.incite)
    assert {*others, a.recruit, a.convocation} == {1}


def test_tables_that_the_rules_speak_of() -> None:
    assert D.interception.interception.reach_mp == 3
    assert D.interception.interception.points_per_hex == 2
    assert D.tables.leader_killed.results[3:] == ("escapes", "escapes", "escapes")
    assert D.combat.battle.disrupted == -1
    assert D.combat.drm.intercepting > 0 > D.combat.drm.force_marched
    assert D.tables.tribal_revolt.boudicca == -1
    assert set(D.tables.tribal_revolt.revolts_on_or_below) == set(R.tribes) - {"iceni", "trinovantes"}
    assert "-" in {cell for row in D.tables.spontaneous_revolt.rows for cell in row}
    assert max(6 + v for v in (D.interception.modifiers.leader_with_interceptors,)) > 6


def test_both_columns_of_the_crt_have_every_kind_of_result() -> None:
    for column in R.crt.values():
        assert any(h.steps for h in column)
        assert any(h.hard for h in column)
        assert any(h.disrupts for h in column)


def test_stated_costs_of_the_terrain_chart() -> None:
    t = D.terrain.stated

    assert (t.town_extra, t.settlement_extra, t.post_extra) == (0, 0, 0)
    assert (t.overrun, t.kill_civilians, t.off_map_entry) == (2, 1, 1)


def test_the_map_is_whole() -> None:
    assert len(B.grid.hexes) == 1497
    assert len(B.land) == 1492
    assert len(B.bridges) == 31
    assert B.bridges <= set(B.rivers)
    assert all(side in B.bridges for side in B.roads if side in B.rivers)
    assert all(distance(*map(int, side.split("/"))) == 1 for side in {*B.rivers, *B.roads, *B.impassable})


def test_the_way_from_deva_to_londinium_is_42_road_hexes() -> None:
    found = B.reach("romans", "only", (), 5503, 100)

    assert found.cost(2523) == 42
    assert all(
        hexside(a, b) in B.roads for a, b in zip((5503, *found.path(2523)), found.path(2523), strict=False)
    )


@pytest.mark.parametrize(
    ("kind", "start", "points"), [("romans", 2523, 16), ("leaders", 3529, 30), ("romans", 4503, 24)]
)
def test_all_destinations_of_a_stack_in_under_a_millisecond(kind: str, start: int, points: int) -> None:
    ways = B.ways(kind, "use", ())
    best = min(_timed(ways, start, points) for _ in range(20))

    assert best < 0.001


def _timed(ways: object, start: int, points: int) -> float:
    begun = time.perf_counter()
    Spread(ways, start, points)  # type: ignore[arg-type]
    return time.perf_counter() - begun
