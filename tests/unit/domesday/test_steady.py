"""The steady player: never stuck, and better than chance in every seat."""

import pytest

from albion.bots.domesday_plans import plans
from albion.engine.action import Action
from albion.engine.loop import settle
from albion.games.domesday import GAME
from albion.games.domesday.options import SEATS, DomesdayOptions
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


def test_it_does_not_set_its_own_factions_on_each_other() -> None:
    s = GAME.blank(COMET)
    GAME.notation.place(s, "mon", "irish: 2 longship, spearman; saxon: 2 huscarl, spearman")
    GAME.notation.start(s, "Spend english 4")
    d = settle(s)
    assert d is not None
    quarrel = Action("battle", "mon")

    assert quarrel in d.actions
    assert all(plan.actions[0] != quarrel for plan in plans(s, "english", d.actions, quick=False))


@pytest.mark.parametrize(
    ("position", "attacks"),
    [("norman: archer-; saxon: 3 huscarl", False), ("norman: 3 knight; saxon: archer-", True)],
)
def test_a_lone_archer_attacks_no_host(position: str, attacks: bool) -> None:
    s = GAME.blank(COMET)
    GAME.notation.place(s, "kent", position)
    GAME.notation.start(s, "Spend norman 4")
    found = list(plans(s, "norman", (Action("battle", "kent"),), quick=True))

    assert bool(found) is attacks


def test_cards_change_hands_and_warnings_are_heeded() -> None:
    found = together(habits_of(Job("domesday", "", ("steady",) * 4, seed)) for seed in (1, 2))

    assert found.answers["Exchange"]["offer"] > 0
    assert found.answers["Bargain"]["agree"] > 0
    assert not found.warnings.keys() & {"sails-alone", "enemy-card"}
