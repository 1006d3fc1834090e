"""The owners' checks of all five games from the first answer to the last; `make envs` runs them, `make test` a part of each."""

import os

import pytest

if "ALBION_ENVS" not in os.environ:
    pytest.skip("whole games take minutes: make envs", allow_module_level=True)

import pyspiel
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import generate_playthrough
from pettingzoo.test import api_test, performance_benchmark, seed_test

from albion import games
from albion.envs import gymnasium as albion_gym
from albion.envs import openspiel
from albion.envs import pettingzoo as albion_zoo
from support.searching import play_searching

pytestmark = pytest.mark.filterwarnings("ignore")
GAMES = list(games.GAMES)
NAMES = openspiel.register()


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_api(game: str) -> None:
    api_test(albion_zoo.env(game))


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_seeds(game: str) -> None:
    seed_test(lambda: albion_zoo.env(game))


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_performance(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(albion_zoo.env(game))

    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_checker(game: str) -> None:
    for seat in games.GAMES[game].seats(games.GAMES[game].options_type()):
        check_env(albion_gym.SeatEnv(game, seat, bots="steady"), skip_render_check=True)


@pytest.mark.parametrize("name", NAMES)
def test_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_shows_every_state_to_the_end(name: str) -> None:
    lines = generate_playthrough.playthrough_lines(name, alsologtostdout=False, seed=1)

    last = max(n for n, line in enumerate(lines) if line.startswith("# State "))
    assert "IsTerminal() = True" in lines[last:]


def test_a_search_bot_plays_boudicca_from_the_set_up_to_the_end() -> None:
    state, searched = play_searching(pyspiel.load_game("albion_boudicca"))

    assert searched > 10
    assert sum(state.returns()) == pytest.approx(0)
