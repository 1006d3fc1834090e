"""The steady player: never stuck, and better than chance in every seat."""

import pytest

from albion.bots.domesday_plans import plans
from albion.engine.action import Action
from albion.engine.loop import settle
from albion.games.domesday import GAME
from albion.games.domesday.options import SEATS, DomesdayOptions
from albion.sim.play import play_recorded

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
