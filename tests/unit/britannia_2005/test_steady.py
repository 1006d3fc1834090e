"""The steady player: it answers every question of a game, and beats chance."""

import pytest

from albion.games.britannia_2005 import GAME
from albion.games.britannia_2005.options import Options2005
from albion.games.britannia_2005.rules import SEATS
from albion.games.britannia_2005.state import ROMANS, Brit
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
