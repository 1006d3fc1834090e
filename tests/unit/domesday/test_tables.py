"""The tables agree with each other and with every figure the rulebook states."""

from collections import Counter
from itertools import pairwise

import pytest

from albion.engine.dice import Dice
from albion.games.domesday import GAME
from albion.games.domesday.data import Effect
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.options import SCENARIOS, DomesdayOptions
from albion.games.domesday.s04_units import available, limit
from albion.games.domesday.s06_victory import points
from albion.games.domesday.s07_scenarios import empty, place_scenario
from albion.games.domesday.state import Dom

BOARD = GAME.tables_board
T = BOARD.tables
AREAS = {a.id: a for a in T.area}
WATERS = {w.id: w for w in (*T.estuary, *T.sea)}
ROADS = {r.id: r for r in T.road}
LEADERS = {x.id: x for x in T.leader}
SETUPS = [(name, players) for name in SCENARIOS for players in (4, 3)]


def scenario(name: str, players: int = 4) -> Dom:
    """A scenario's units on the map."""
    o = DomesdayOptions(scenario=name, players=players)  # type: ignore[arg-type]
    s = empty(GAME.rules(o), Dice(0))
    place_scenario(s, name)
    return s


def effects(of: tuple[Effect, ...]) -> list[Effect]:
    """All effects of a card, those in options too."""
    return [x for e in of for x in (e, *(y for o in e.options for y in effects(o.effects)))]


def test_the_map_has_the_stated_numbers() -> None:
    kinds = Counter(a.kind for a in T.area)

    assert kinds == {"city": 18, "land": 64, "overseas": 7}
    assert (len(T.sea), len(T.estuary), len(T.road_box), len(T.road)) == (5, 4, 4, 14)
    assert sum(len(a.sites) for a in T.area) == 20


def test_every_border_is_named_from_both_sides() -> None:
    for a in T.area:
        for key in ("borders", "road_borders", "box_borders"):
            assert all(a.id in getattr(AREAS[b], key) for b in getattr(a, key))
        assert not set(a.borders) & set(a.road_borders)
        assert not set(a.box_borders) & {*a.borders, *a.road_borders}
        assert all(a.id in WATERS[w].areas for w in (*a.estuaries, *a.seas))
    for space in BOARD.spaces.values():
        assert all(space.id in BOARD.spaces[x].exits for x in space.exits)


def test_each_road_border_is_a_crossing_of_some_road() -> None:
    crossings = {frozenset(pair) for r in T.road for pair in r.crossings}

    assert crossings == {frozenset((a.id, b)) for a in T.area for b in a.road_borders}
    for r in T.road:
        for x, y in r.crossings:
            assert (x in r.side_a) != (y in r.side_a)
            assert {x, y} <= {*r.side_a, *r.side_b}


@pytest.mark.parametrize(
    "stops",
    [
        ["canterbury", "london", "watling-street", "fosse-way", "chester"],
        ["london", "icknield-way", "ermine-street", "lincoln", "york"],
        ["lincoln", "fosse-way", "bristol", "exeter"],
        ["bristol", "watling-street", "icknield-way", "norwich"],
    ],
)
def test_the_four_royal_roads_run_where_the_book_says(stops: list[str]) -> None:
    ends = [set(r.ends) for r in T.road]

    assert all({a, b} in ends for a, b in pairwise(stops))


def test_everything_can_be_reached_from_london() -> None:
    seen, front = {"london"}, ["london"]
    while front:
        fresh = set(BOARD.spaces[front.pop()].exits) - seen
        seen |= fresh
        front += fresh

    assert seen == set(BOARD.spaces)


def test_the_stated_areas_are_as_stated() -> None:
    assert {a.id for a in T.area if a.coin} == {
        "albany", "denmark", "gwynedd", "ireland", "london", "normandy", "norway", "york",
    }  # fmt: skip
    assert {a.id for a in T.area if a.crown} == {"london", "york", "normandy"}
    assert AREAS["east-riding"].terrain == "marsh"
    assert set(AREAS["east-riding"].homelands) == {"saxon", "danish"}
    assert (AREAS["london"].value, AREAS["london"].homelands) == (3, ("saxon",))
    assert "danish" not in (*AREAS["kent"].homelands, *AREAS["canterbury"].homelands)


def test_counters_and_cards_are_complete() -> None:
    assert sum(sum(row.units.values()) for row in T.counters) + 36 + 22 + 22 + 12 + 10 == 264
    assert T.markers.leaders == len(T.leader) == 36
    assert sum(b.counters for b in T.building) == 10
    assert [c.id for c in T.card] == [f"{n:03d}" for n in range(1, 109)]


def test_leaders_without_a_baron_side_are_the_stated_three() -> None:
    found = [x.id for x in T.leader if "norman" in x.factions and not {"baron", "saxon"} & set(x.factions)]

    assert found == ["william", "duncan", "edgar"]


@pytest.mark.parametrize("card", T.card, ids=lambda c: c.id)
def test_a_card_asks_for_nothing_its_factions_do_not_have(card) -> None:  # type: ignore[no-untyped-def]
    icon = next((i.id for i in T.icon if i.first <= int(card.id) <= i.last), "")
    ops = [e.op for e in card.effects]

    assert card.scenario == icon
    assert "spend-ap" not in ops or set(ops[ops.index("spend-ap") :]) == {"spend-ap"}
    for e in effects(card.effects):
        if e.op == "place-units":
            factions = [e.faction] if e.faction else [f for f in card.icons if _open(card, e, f)]
            for f in factions:
                assert all(BOARD.counters[f].get(k, 0) >= n for k, n in e.units.items()), (card.id, f)
        if e.op == "place-leader":
            for f in [e.faction] if e.faction else [f for f in card.icons if _open(card, e, f)]:
                assert f in LEADERS[e.counter_by_faction.get(f, e.leader)].factions
        if e.op == "place-building":
            assert all(e.building in AREAS[a].sites for a in e.areas)
        if e.op == "place-castle":
            assert all(AREAS[a].kind != "overseas" for a in e.areas)


def _open(card, effect: Effect, faction: str) -> bool:  # type: ignore[no-untyped-def]
    """Whether a faction that may resolve the card can come to this effect."""
    for e in card.effects:
        for option in e.options:
            if effect in option.effects:
                return faction in option.for_factions
    return True


def test_each_building_counter_has_its_card() -> None:
    built = Counter(e.building for c in T.card for e in effects(c.effects) if e.op == "place-building")

    assert built == {b.id: b.counters for b in T.building}


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_a_scenario_starts_with_its_declared_points(name: str, players: int) -> None:
    row = BOARD.scenarios[name]

    assert points(scenario(name, players)) == (row.vp_four if players == 4 else row.vp_three)


def test_the_comet_starts_with_the_stated_points() -> None:
    assert points(scenario("comet")) == {"danish": 15, "norse": 25, "english": 40, "norman": 5}
    assert points(scenario("comet", 3)) == {"norse": 30, "english": 50, "norman": 5}


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_fits_the_counter_mix_and_the_stacking_limits(name: str) -> None:
    s = scenario(name)

    assert all(available(s, f, k) >= 0 for f in BOARD.homelands for k in (*KINDS, "castle"))
    for row in s.stacks.values():
        for st in row.values():
            assert st.count <= limit(s, st.leaders)
    assert not GAME.invariants(_with_deck(s))


def _with_deck(s: Dom) -> Dom:
    s.deck = tuple(BOARD.cards)
    return s


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("players", [4, 3])
def test_each_player_is_dealt_the_scenarios_cards(name: str, players: int) -> None:
    o = DomesdayOptions(scenario=name, players=players)  # type: ignore[arg-type]
    s = GAME.setup(o, Dice(5))
    row = BOARD.scenarios[name]
    own = {c.id for c in T.card if c.scenario == row.deal and row.deal}
    dealt = [c for hand in s.hands.values() for c in hand]

    assert all(len(hand) == row.deal_each for hand in s.hands.values())
    assert set(dealt) <= own
    assert own - set(dealt) <= set(s.deck)
    assert set(s.removed) == {c.id for c in T.card if c.scenario in row.remove}


def test_every_row_says_where_it_comes_from() -> None:
    tables = GAME.tables()

    assert {t.name for t in tables} >= {"areas", "cards", "units", "scenarios"}
    assert all(t.source and t.confidence in ("stated", "found", "derived", "reconstructed") for t in tables)


def test_the_comet_deals_one_of_its_six_cards_to_each_and_the_rest_into_the_deck() -> None:
    for players in (4, 3):
        o = DomesdayOptions(scenario="comet", players=players)
        s = GAME.setup(o, Dice(5))
        own = {f"00{n}" for n in range(1, 7)}

        assert all(len(hand) == 1 and own.issuperset(hand) for hand in s.hands.values())
        assert len(s.hands) == players
        assert len(s.deck) == 108 - players and not s.removed
        assert len(own.intersection(s.deck)) == 6 - players
