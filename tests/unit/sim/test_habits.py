"""Habits are counted from answers and events, the same way in every game."""

import pytest

from albion import games
from albion.engine.event import Event
from albion.sim.habits import habits_of, read_habits, together, winning_chance
from albion.sim.play import Job, play_recorded
from albion.sim.thinking import spread_of
from albion.sim.ways import Ways


def moved(area: str, to: str, faction: str = "norse") -> Event:
    return Event("moved", (), {"faction": faction, "area": area, "to": to})


def test_a_whole_game_is_counted_answer_by_answer() -> None:
    game = games.find_game("boudicca")
    match = play_recorded(game, game.options_type(), ["steady"], 3)
    found = read_habits(match)
    events = [e for batch in match.events for e in batch]
    plays = sum(e.kind == "play" for e in events)

    assert sum(uses["play"] for uses in found.cards().values()) == plays > 0
    assert found.answers["Bid"].keys() <= {"bid", "decline"}
    assert found.leaders_lost == sum(e.kind == "leader-killed" for e in events)
    assert 0 < found.attacks <= sum(e.kind == "battle" for e in events)
    assert found.warnings["pursuit"] > 0


def test_counts_of_several_games_add_up() -> None:
    game = games.find_game("boudicca")
    one = read_habits(play_recorded(game, game.options_type(), ["random"], 3))
    total = together([one, one])

    assert total.games == 2
    assert total.warnings["points-lost"] == 2 * one.warnings["points-lost"] > 0
    assert total.answers["Impulse"]["play"] == 2 * one.answers["Impulse"]["play"]


def test_bots_are_timed_turn_by_turn_and_play_as_ever() -> None:
    found = habits_of(Job("boudicca", "", ("steady", "random"), 3))
    game = games.find_game("boudicca")
    plain = read_habits(play_recorded(game, game.options_type(), ["steady", "random"], 3))

    assert found.answers == plain.answers
    assert set(found.thinking) == {"steady", "random"}
    assert all(len(seconds) > 20 for seconds in found.thinking.values()), "an Impulse each"
    assert all(x >= 0 for seconds in found.thinking.values() for x in seconds)


def test_nineteen_of_twenty_turns_take_no_longer() -> None:
    times = spread_of([float(n) for n in range(1, 21)])

    assert (times.turns, times.median, times.most, times.longest) == (20, 11.0, 19.0, 20.0)


def test_only_a_band_that_goes_straight_back_moves_to_and_fro() -> None:
    ways = Ways()

    assert not ways.goes_back(moved("york", "lindsey"))
    assert not ways.goes_back(moved("essex", "kent", faction="saxon"))
    assert ways.goes_back(moved("lindsey", "york"))
    assert not ways.goes_back(moved("york", "mercia"))


@pytest.mark.parametrize(
    "between",
    [
        Event("battle", (), {"area": "lindsey", "faction": "norse"}),
        Event("recruited", (), {"area": "york", "unit": "norse:archer"}),
        moved("mercia", "lindsey", faction="saxon"),
        moved("york", "mercia", faction="saxon"),
    ],
)
def test_a_band_that_returns_after_something_happened_has_a_reason(between: Event) -> None:
    ways = Ways()
    ways.goes_back(moved("york", "lindsey"))
    ways.goes_back(between)

    assert not ways.goes_back(moved("lindsey", "york"))
    assert ways.returns == 1


def test_a_nation_that_held_an_area_for_its_points_may_go_home() -> None:
    def trip(ways: Ways, place: str, area: str) -> bool:
        return ways.goes_back(
            Event("move", (), {"nation": "welsh", "place": place, "area": area, "foe": None})
        )

    scored, idle = Ways(), Ways()
    for ways in (scored, idle):
        trip(ways, "clwyd", "cheshire")
    scored.goes_back(Event("score", (), {"nation": "welsh", "n": 4, "why": "hold", "area": ""}))

    assert not trip(scored, "cheshire", "clwyd")
    assert trip(idle, "cheshire", "clwyd")


def test_a_nation_without_counters_has_not_lost_its_growth_for_want_of_room() -> None:
    game = games.find_game("britannia-2005")
    match = play_recorded(game, game.options_type(), ["steady"], 2)
    found = read_habits(match)
    refused = sum(e.data["n"] for batch in match.events for e in batch if e.kind == "no-room")

    assert found.no_counters + found.no_room == refused > 0
    assert found.no_counters > found.no_room


def test_a_stack_that_stops_where_it_stood_before_has_gone_to_and_fro() -> None:
    def trip(ways: Ways, source: int, *way: int) -> bool:
        ways.goes_back(Event("activate", (), {"hex": source, "units": ["ix-1"]}))
        for h in way:
            ways.goes_back(Event("move", (), {"hex": h, "units": ["ix-1"]}))
        return ways.goes_back(Event("stop", (), {"hex": way[-1]}))

    ways = Ways()

    assert not trip(ways, 101, 102, 103)
    assert trip(ways, 103, 102, 101)
    assert not trip(ways, 101, 201)


@pytest.mark.parametrize(
    ("odds", "chance"),
    [
        ({"attacker_wins": 0.1}, 0.1),
        ({"attacker": "romans", "wins": {"romans": 0.3, "britons": 0.6}}, 0.3),
        ({"retreat": {}}, None),
        (None, None),
    ],
)
def test_the_chance_of_an_attack_is_read_from_any_games_odds(odds: object, chance: float | None) -> None:
    assert winning_chance(odds) == chance
