"""The steady player: never stuck, and better than chance in every seat."""

import pytest

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.loop import settle
from albion.games.domesday import GAME
from albion.games.domesday.options import SEATS, DomesdayOptions
from albion.games.domesday.state import Dom
from albion.games.domesday.steady import Steady
from albion.games.domesday.steady_battle import armies, forecast
from albion.games.domesday.steady_marches import marches
from albion.games.domesday.steady_outlook import Outlook
from albion.games.domesday.steady_plans import local_plans
from albion.games.domesday.steady_spending import Survey
from albion.sim.habits import habits_of, together
from albion.sim.play import Job, play_recorded

COMET = DomesdayOptions(scenario="comet")


def score(seat: str, name: str, seed: int) -> int:
    """Final points of a seat played by that bot among random players."""
    names = tuple(name if x == seat else "random" for x in SEATS)
    s = play_recorded(GAME, COMET, names, seed).state
    assert s.outcome is not None
    return dict(s.outcome.scores)[seat]  # type: ignore[index]


@pytest.mark.parametrize("seat", SEATS)
def test_it_scores_more_than_chance_in_every_seat(seat: str) -> None:
    assert score(seat, "steady", 3) > score(seat, "random", 3) + 5


def test_four_of_them_finish_a_game_with_an_absentee() -> None:
    o = DomesdayOptions(scenario="comet", players=3, absentee="norse")
    s = play_recorded(GAME, o, ("steady",), 2).state

    assert s.outcome is not None
    assert not GAME.invariants(s)


def position(areas: dict[str, str], start: str) -> tuple[Dom, Decision]:
    """A position and its question."""
    s = GAME.blank(COMET)
    for area, units in areas.items():
        GAME.notation.place(s, area, units)
    GAME.notation.start(s, start)
    d = settle(s)
    assert d is not None
    return s, d


def test_it_does_not_set_its_own_factions_on_each_other() -> None:
    s, d = position({"mon": "irish: 2 longship, spearman; saxon: 2 huscarl, spearman"}, "Spend english 4")
    quarrel = Action("battle", "mon")

    assert quarrel in d.actions
    assert all(plan.actions[0] != quarrel for plan in local_plans(s, Outlook(s, "english"), d.actions))


@pytest.mark.parametrize(
    ("units", "attacks"),
    [
        ("norman: archer-; saxon: huscarl; danish: huscarl", False),
        ("norman: 3 knight; saxon: 2 archer-", True),
    ],
)
def test_a_lone_archer_attacks_no_host(units: str, attacks: bool) -> None:
    s, d = position({"kent": units}, "Spend norman 2")
    fight = Action("battle", "kent")
    gains = [p.gain for p in local_plans(s, Outlook(s, "norman"), d.actions) if p.actions[0] == fight]

    assert [gain > 0.1 for gain in gains] == [attacks]


def test_a_leader_goes_with_troops_and_leaves_no_stack_too_large() -> None:
    s, d = position({"normandy": "norman: 6 knight, william"}, "Spend norman 12")
    bands = [p.band for p in marches(s, Outlook(s, "norman"), d.actions) if p.band]

    assert any(b.leaders for b in bands)
    assert all(b.count for b in bands)
    assert all(6 - b.count <= 4 for b in bands if b.leaders)


def test_a_forecast_is_the_rulebook_s_battle_by_hand() -> None:
    # Three Damage once against a Huscarl of Armor 3: he is hit, and falls by 4, 5 or 6. He answers in the same Box.
    s, _ = position({"kent": "norman: knight-; saxon: huscarl-"}, "Spend norman 2")
    ends = forecast(*armies(s, "kent", "norman"))

    won = sum(p for p, _, defenders in ends if not defenders)
    lost = sum(p for p, attackers, _ in ends if not attackers)

    assert sum(p for p, _, _ in ends) == pytest.approx(1.0)
    assert won == pytest.approx(0.5)
    assert lost == 0.0


@pytest.mark.parametrize(("knights", "goes"), [(4, True), (5, False)])
def test_the_king_sails_only_if_the_stack_he_leaves_may_stay(knights: int, goes: bool) -> None:
    s, d = position({"london": f"norman: william, {knights} knight", "king": "william"}, "KingToNormandy")
    s.turn = s.rules.last_turn - 1

    assert (Steady(Dice(1)).choose(s, d) == Action("to", "normandy")) is goes


def test_an_event_s_points_lead_nobody_out_of_its_areas() -> None:
    areas = {"ireland": "irish: diarmait, 5 longship", "mann": "norse: longship"}
    s, d = position(areas, "Spend english 12 areas=ireland,st-davids faction=irish")
    plans = Survey(s, Outlook(s, "english"), d.actions).best(12)

    assert all(plan.areas[-1] in ("ireland", "st-davids") for plan in plans)


def test_in_the_last_turn_it_passes_as_long_as_others_must_play() -> None:
    s, d = position({"london": "saxon: huscarl"}, "CardTurn english")
    s.hands["english"], s.hands["norse"] = ("001",), ("002", "003")
    d = settle(s) or d

    assert Steady(Dice(1)).choose(s, d) == Action("pass")

    s.hands["norse"] = ("002",)
    assert Steady(Dice(1)).choose(s, d) != Action("pass")


def test_it_offers_no_card_to_whoever_has_none_to_give() -> None:
    s = GAME.setup(DomesdayOptions(), Dice(31))
    d = settle(s)
    assert d is not None
    partner = Steady(Dice(1)).choose(s, d)
    assert partner.verb == "offer"

    s.gave[partner.name] = s.board.tables.hand.give
    assert Steady(Dice(1)).choose(s, d) != partner

    s.gave = dict.fromkeys(SEATS, s.board.tables.hand.give) | {d.seat: 0}
    assert Steady(Dice(1)).choose(s, d) == Action("decline")


def test_cards_change_hands_and_warnings_are_heeded() -> None:
    found = together(habits_of(Job("domesday", "", ("steady",) * 4, seed)) for seed in (1, 2))

    assert found.answers["Exchange"]["offer"] > 0
    assert found.answers["Bargain"]["agree"] > 0
    assert not found.warnings.keys() & {"sails-alone", "enemy-card"}
