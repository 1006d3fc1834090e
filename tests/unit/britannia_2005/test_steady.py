"""The steady player: it answers every question of a game, and beats chance."""

import pytest

from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.britannia_2005 import GAME
from albion.games.britannia_2005.options import Options2005
from albion.games.britannia_2005.rules import SEATS
from albion.games.britannia_2005.s05_movement import Movement
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.games.britannia_2005.steady import Steady
from albion.games.britannia_2005.steady_plans import Judgement
from albion.sim.play import play_recorded


def play(names: tuple[str, ...], seed: int) -> Brit:
    s: Brit = play_recorded(GAME, Options2005(), names, seed).state
    return s


@pytest.mark.parametrize("place", range(4))
def test_it_beats_random_players_in_every_seat(place: int) -> None:
    names = tuple("steady" if n == place else "random" for n in range(4))
    s = play(names, 7 + place)

    assert s.outcome is not None
    assert s.outcome.winners == (SEATS[place],)


def test_four_of_them_score_as_people_do() -> None:
    s = play(("steady",) * 4, 11)
    assert s.outcome is not None

    assert 600 < sum(s.outcome.scores.values()) < 1100
    assert s.points[ROMANS] > 70


def test_one_who_remembers_routes_plans_as_one_who_does_not() -> None:
    options = Options2005()
    s = GAME.setup(options, Dice(5))
    players = {seat: Steady(Dice(0)) for seat in GAME.seats(options)}
    d, asked = settle(s), 0
    while d is not None:
        player, step = players[d.seat], s.agenda[-1]
        if isinstance(step, Movement):
            asked += 1
            assert player.judge.plans(s, step.nation) == Judgement().plans(s, step.nation)
        d = apply(s, player.choose(s, d))

    assert asked > 200
