"""The steady player: never stuck, and better than chance in every seat."""

import pytest

from albion.bots import ask, make_bot
from albion.bots.domesday_plans import plans
from albion.engine.action import Action
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.domesday import GAME
from albion.games.domesday.options import SEATS, DomesdayOptions

COMET = DomesdayOptions(scenario="comet")


def score(seat: str, name: str, seed: int) -> int:
    """Final points of a seat played by that bot among random players."""
    bots = {x: make_bot(name if x == seat else "random", "domesday", seed) for x in SEATS}
    s, dice = GAME.setup(COMET, Dice(seed)), Dice(seed + 1)
    d = settle(s)
    while d is not None:
        d = apply(s, ask(bots[d.seat], GAME, s, d, dice))
    assert s.outcome is not None
    return dict(s.outcome.scores)[seat]  # type: ignore[index]


@pytest.mark.parametrize("seat", SEATS)
def test_it_scores_more_than_chance_in_every_seat(seat: str) -> None:
    assert score(seat, "steady", 3) > score(seat, "random", 3) + 5


def test_four_of_them_finish_a_game_with_an_absentee() -> None:
    o = DomesdayOptions(scenario="comet", players=3, absentee="norse")
    bots = {x: make_bot("steady", "domesday", 1) for x in GAME.seats(o)}
    s, dice = GAME.setup(o, Dice(2)), Dice(3)
    d = settle(s)
    while d is not None:
        d = apply(s, ask(bots[d.seat], GAME, s, d, dice))

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
