"""The tables of Leaders and Raiders against what the rule text says of them."""

from albion.games import find_game
from albion.games.redux_core.data import BOARD, setup_areas, table
from albion.games.redux_leaders.data import (
    ENGLAND,
    bretwalda_areas,
    british,
    counters,
    holdings,
    king_areas,
    leaders,
    marks,
    nations,
    occupying,
    tables,
    timeline,
)
from albion.games.redux_leaders.options import LeadersOptions

GAME = find_game("redux-leaders")


def test_only_romano_british_and_normans_have_cavalry() -> None:
    assert counters() == {"romano-british": {"cavalry": 2}, "normans": {"cavalry": 4}}


def test_all_infantry_and_cavalry_counters_together() -> None:
    assert sum(card.armies for card in nations(boats=False).values()) == sum(
        row["infantry"] + row["cavalry"] for row in table("nations")["nation"]
    )


def test_every_leader_of_the_timeline_belongs_to_its_nation() -> None:
    named = [(r.nation, r.leader) for row in timeline() for r in row.reinforcements.values() if r.leader]
    by_name = {card.name: card.nation for card in leaders().values()}

    assert named
    assert all(by_name[leader] == nation for nation, leader in named)
    assert set(by_name) - {leader for _, leader in named} == {"Svein Estrithson", "Edwin/Morcar"}


def test_england_has_twenty_areas_and_bretwalda_six_more() -> None:
    assert len(ENGLAND) == 20
    assert len(bretwalda_areas()) == 26
    border = {a for e in ENGLAND for a in BOARD.land[e]} - ENGLAND
    assert bretwalda_areas() - ENGLAND == border


def test_the_crown_is_won_in_twelve_clear_areas() -> None:
    assert len(king_areas()) == 12
    assert {"york", "march"} <= king_areas() <= ENGLAND - BOARD.difficult


def test_marks_carry_over_from_the_rounds_they_stand_for() -> None:
    assert [n for n, m in enumerate(marks(), start=1) if m.holding] == [2, 5, 8, 10]
    assert [n for n, m in enumerate(marks(), start=1) if m.bretwalda] == [3, 4, 5]
    assert [n for n, m in enumerate(marks(), start=1) if m.rex] == [6, 7, 8, 9]
    assert [n for n, m in enumerate(marks(), start=1) if m.final] == [10]


def test_at_least_two_nations_may_occupy_in_the_final_round() -> None:
    assert sum(flags.occupy for flags in marks()[-1].turns.values()) >= 2
    assert all(areas <= set(BOARD.areas) for areas in map(set, occupying().values()))


def test_centers_are_worth_most_and_other_areas_least_with_boats_or_without() -> None:
    for boats in (False, True):
        for nation, card in nations(boats).items():
            areas = holdings()[nation]
            others = set(BOARD.areas) - areas.centers - areas.adjacent
            assert len(areas.centers) == 3 and not areas.centers & areas.adjacent
            center, near, other = (
                {card.values[a] for a in some} for some in (areas.centers, areas.adjacent, others)
            )
            assert len(center) == len(near) == len(other) == 1
            assert min(center) >= min(near) >= min(other) > 0


def test_norman_and_saxon_centers_are_the_four_of_the_extra_turns() -> None:
    both = holdings()["normans"].centers | holdings()["saxons"].centers  # type: ignore[index]

    assert both == {"essex", "hwicce", "south-mercia", "wessex"}


def test_the_british_stand_on_the_board_from_the_start() -> None:
    assert british() <= set(setup_areas(BOARD))


def test_every_table_says_where_it_comes_from() -> None:
    assert {t.confidence for t in tables()} <= {"stated", "found", "derived", "reconstructed"}
    assert all(t.source for t in tables())


def test_the_view_names_marks_leaders_and_sorts() -> None:
    s = GAME.blank(LeadersOptions())
    GAME.notation.place(s, "round", "10")
    GAME.notation.place(s, "kent", "2 Normans, 1 Normans cavalry, William")

    seen = GAME.view(s, None)

    kinds = {(p["kind"], p["count"]) for p in seen["pieces"]}
    assert kinds == {("infantry", 2), ("cavalry", 1), ("leader", 1)}
    assert seen["leaders"]["william"]["place"] == "kent"
    assert seen["eligible"] == ["william"]
    assert seen["timeline"][9]["turns"]["normans"]["major"] is True
    assert "William" in {a["leader"] for a in seen["timeline"][9]["arrivals"]}


def test_the_core_games_timeline_names_no_leaders_who_never_come() -> None:
    core = find_game("redux-core")

    seen = core.view(core.blank(core.options_type()), None)

    assert {a["leader"] for row in seen["timeline"] for a in row["arrivals"]} == {""}
