"""The figures that printed components and reports give, recomputed from our tables."""

from collections.abc import Mapping
from typing import Any

from albion.games.britannia_2005 import GAME, data
from albion.games.britannia_2005.options import Options2005
from albion.kernels.britannia.board import Area, Nation

RULES = GAME.shared(Options2005())["rules"]
ROMANS = Nation("romans")


def best(values: Mapping[Area, int]) -> int:
    return sum(values.values())


def test_the_counters_add_up_to_those_of_the_box() -> None:
    nations = data.nations().values()
    infantry, cavalry = sum(n.infantry for n in nations), sum(n.cavalry for n in nations)
    leaders = len(data.leaders())

    assert (infantry, cavalry, leaders) == (194, 6, 19)
    assert infantry + cavalry + leaders == 219
    assert 219 + sum(n.forts + n.burhs for n in nations) == 251


def test_romans_can_score_eighty_points_in_three_rounds() -> None:
    areas = best(RULES.occupy[0][ROMANS].values)
    boudicca = next(b.points for b in RULES.bounties if b.nation == ROMANS and "boudicca" in b.of)
    belgae = data.table("titles")["belgae_submission"]["points"]

    assert areas == 68
    assert areas + boudicca + belgae == 80


def test_the_limes_are_worth_seventy_two() -> None:
    assert best(RULES.hold[4][ROMANS]) == 72


def test_norwegians_can_score_twenty_eight_in_round_fifteen() -> None:
    assert best(RULES.occupy[14][Nation("norwegians")].values) == 28


def test_seventeen_nations_in_four_colours() -> None:
    colours = [str(card.colour) for card in data.nations().values()]

    assert [colours.count(c) for c in ("yellow", "green", "red", "blue")] == [5, 4, 4, 4]


def test_the_set_up_is_one_infantry_an_area_and_sixteen_romans() -> None:
    rows = {row["nation"]: row for row in data.table("setup")["nation"]}
    areas = [a for row in rows.values() for a in row["areas"]]

    assert {n: len(row["areas"]) for n, row in rows.items() if row["areas"]} == {
        "caledonians": 3,
        "picts": 6,
        "brigantes": 9,
        "belgae": 10,
        "welsh": 9,
    }
    assert len(areas) == len(set(areas)) == 37
    assert rows["romans"]["infantry"] == 16


def test_the_map_has_the_regions_of_the_board() -> None:
    board = data.BOARD

    assert [len(board.within(r)) for r in ("england", "wales", "scotland")] == [20, 7, 10]
    assert len(board.difficult) == 17
    assert sum(len(x) for x in board.land.values()) == 2 * 72
    assert sum(len(x) for x in board.strait.values()) == 2 * 4
    assert sum(len(x) for x in board.shores.values()) == 38


def test_borders_are_symmetric() -> None:
    board = data.BOARD

    assert all(a in board.near[b] for a in board.areas for b in board.near[a])
    assert all(a in board.coast[sea] for a in board.areas for sea in board.shores[a])


def test_scoring_rounds_and_titles_are_those_of_the_timeline() -> None:
    rounds = data.rounds()

    assert [r.number for r in rounds if r.scoring] == [5, 7, 10, 13, 16]
    assert [r.number for r in rounds if r.bretwalda] == [8, 9, 10]
    assert [r.number for r in rounds if r.king] == [11, 12, 13, 14, 16]


def test_every_invader_has_a_landing_rule_for_its_sea() -> None:
    seas = {(n, sea) for r in data.rounds() for n, t in r.turns.items() for sea, _, _ in t.invaders}

    assert seas <= set(data.landing())


def test_every_row_says_where_it_comes_from() -> None:
    names = ("nations", "setup", "timeline", "points", "titles", "landing", "limits")
    rows = [row for name in names for part in data.table(name).values() for row in _rows(part)]

    assert all({"source", "confidence"} <= set(row) for row in rows)
    assert {row["confidence"] for row in rows} <= {"stated", "found", "derived", "reconstructed"}


def _rows(part: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = part if isinstance(part, list) else [part]
    inner = [e for row in found for e in row.get("event", [])]
    return [*found, *inner]
