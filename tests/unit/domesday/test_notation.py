"""Positions as text: a line is read back to the same table, and sensible spellings are understood."""

import pytest

from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.loop import apply, settle
from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from albion.games.domesday.state import Dom

COMET = DomesdayOptions(scenario="comet")
TABLE = (
    "round",
    "pieces",
    "scores",
    "plunder",
    "factions",
    "seats",
    "hand",
    "king",
    "boxes",
    "markers",
    "areas",
)
STRIDE = 37
"""Every few decisions per position is written and read."""


def read_back(s: Dom, o: DomesdayOptions) -> Dom:
    """A new table from the line of this one."""
    new = GAME.blank(o)
    GAME.notation.from_line(new, GAME.notation.line(s))
    return new


@pytest.mark.parametrize(
    "o", GAME.option_sets(), ids=lambda o: f"{o.scenario}-{o.players}-{o.absentee}-{o.until}"
)
def test_a_line_is_read_back_to_the_same_table(o: DomesdayOptions) -> None:
    s, pick = GAME.setup(o, Dice(11)), Dice(12)
    d = settle(s)
    for n in range(1500):
        if d is None:
            break
        if n % STRIDE == 0:
            again = read_back(s, o)
            assert GAME.notation.line(again) == GAME.notation.line(s)
            assert (again.deck, again.hands, again.sides) == (s.deck, s.hands, s.sides)
            for seat in (*GAME.seats(o), None):
                old, new = GAME.view(s, seat), GAME.view(again, seat)
                assert {key: new[key] for key in TABLE} == {key: old[key] for key in TABLE}
        d = apply(s, d.actions[pick.d(len(d.actions)) - 1])


def test_cards_that_lie_by_a_battle_are_in_the_line_too() -> None:
    s = GAME.blank(COMET)
    GAME.notation.from_line(
        s, "kent: saxon: harold; norman: knight | hand norman: 061 | king: harold | london: saxon: huscarl"
    )
    GAME.notation.start(s, "OpenBattle area=kent faction=norman")
    d = settle(s)
    while d is not None and d.step == "BattleEvent":
        d = apply(s, d.actions[0])

    assert "played: 061" in GAME.notation.line(s)


def test_names_are_understood_as_people_write_them() -> None:
    s = GAME.blank(COMET)
    GAME.notation.from_line(
        s,
        "East Riding: Saxons: King Harold, 2 Huscarls, reduced Spearman, 2 archers (reduced); Danes: Tostig; Wasted; "
        "| London: Great Hall; Cathedral; 2 wasted | King: Harold | Hand Norman: 61, 16",
    )

    assert GAME.notation.line(s) == (
        "turn: 1 | revolt: no | king: harold | london: wasted 2; cathedral; great-hall | east-riding: saxon: harold, "
        "2 huscarl, 1 spearman-, 2 archer-; danish: tostig-b; wasted 1 | hand norman: 016 061"
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("narnia: saxon: harold", "no Area or entry"),
        ("london: saxon: 2 dragoons", "is not a unit"),
        ("london: romans: spearman", "unknown faction"),
        ("london: danish: harold", "not a Leader of the danish"),
        ("london: saxon: 99 spearman", "counter mix"),
        ("london: saxon: spearman (from kyiv)", "unknown neighbour"),
        ("london: saxon", "neither"),
        ("king: arthur", "unknown Leader"),
        ("hand norman: 109", "unknown card"),
        ("london", "is not part of a position"),
    ],
)
def test_what_is_not_understood_is_said_in_a_sentence(line: str, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        GAME.notation.from_line(GAME.blank(COMET), line)


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("turn: 1", "Spend norman"),
        ("turn: 1", "Spend norman much"),
        ("turn: 1", "Spend roman 3"),
        ("turn: 1", "Spend norman 3 area=kent"),
        ("kent: saxon: huscarl", "Battle kent saxon"),
        ("kent: saxon: huscarl", "Battle kent"),
        ("turn: 1", "Event 016 by roman"),
        ("turn: 1", "Event 016 by norman"),
        ("turn: 1", "Event 061 by norman"),
        ("turn: 1", "Dance"),
        ("turn: 1", "CardTurn roman"),
        ("turn: 1", "OpenBattle narnia saxon"),
        ("turn: 1", "OpenBattle kent romans"),
    ],
)
def test_a_start_that_makes_no_sense_is_refused(line: str, start: str) -> None:
    s = GAME.blank(COMET)
    GAME.notation.from_line(s, line)

    with pytest.raises(DataError, match="expected"):
        GAME.notation.start(s, start)


@pytest.mark.parametrize("text", ["3.5", "3½"])
def test_half_points_are_read_in_either_form(text: str) -> None:
    s = GAME.blank(COMET)
    GAME.notation.start(s, f"Spend norman {text}")

    assert s.purse.halves == 7


@pytest.mark.parametrize(
    ("start", "step"),
    [
        ("CardTurn norse", "CardTurn"),
        ("Action Phase", "CardTurn"),
        ("OpenBattle kent saxon", "RetreatRoll"),
        ("Battle Kent: Saxons", "RetreatRoll"),
    ],
)
def test_a_start_may_leave_out_the_names_of_fields(start: str, step: str) -> None:
    s = GAME.blank(COMET)
    GAME.notation.from_line(
        s, "kent: saxon: 2 huscarl; norman: 2 knight | hand norse: 048 061 | hand danish: 047 060"
    )
    GAME.notation.start(s, start)
    d = settle(s)
    while d is not None and d.step == "BattleEvent":
        d = apply(s, d.actions[-1])

    assert d is not None and d.step == step


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("kent: fyrd: spearman", "Fyrd in kent without a King"),
        ("king: harold", "King harold is not on the map"),
        ("kent: saxon: edwin | king: edwin", "edwin has no Crown as a saxon Leader"),
        ("hand norman: 059 | hand norse: 059", "card 059 is in the hand of norse and in the hand of norman"),
        ("hand norman: 059 | discard: 059", "card 059 is in the hand of norman and in discard"),
        ("turn: 17", "there is no Turn 17, only 1 to 16"),
        ("kent: baron: spearman", "baron units in kent at the wrong time"),
        ("kent: saxon: tostig-a | norway: norse: tostig-b", "both counters of tostig-a are on the map"),
        ("exile: harold", "harold is marked Dead on his reverse, so he cannot be in exile"),
        ("normandy: norman: castle", "a Castle in normandy, Overseas or on water"),
        ("kent: cathedral", "kent has no site for a cathedral"),
        ("thames: norman: knight", "norman units cannot stay in thames"),
        ("south-sea: norse: longship", "norse units cannot stay in south-sea"),
        ("plunder norman: 61", "Plunder of norman is 61"),
    ],
)
def test_a_position_that_no_game_brings_about_is_told(line: str, said: str) -> None:
    s = GAME.blank(COMET)
    GAME.notation.from_line(s, line)

    assert any(sentence.startswith(said) for sentence in GAME.notation.impossible(s))


def test_a_leader_stands_in_one_place() -> None:
    s = GAME.blank(COMET)
    GAME.notation.place(s, "london", "norman: william")

    with pytest.raises(DataError, match="william stands in london already"):
        GAME.notation.place(s, "kent", "norman: william")


def test_every_scenario_begins_with_a_possible_position() -> None:
    for o in GAME.option_sets():
        assert not list(GAME.notation.impossible(GAME.setup(o, Dice(3))))


def test_a_step_is_still_known_by_the_name_it_had() -> None:
    s = GAME.blank(COMET)
    GAME.notation.place(s, "hereford", "norman: odo, 6 spearman")

    GAME.notation.start(s, "Wither hereford norman")

    assert s.agenda[-1].name == "AttritionLoss"
