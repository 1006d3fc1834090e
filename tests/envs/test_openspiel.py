"""OpenSpiel's own checks, for every game."""

from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this system")

from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

from albion import games  # noqa: E402
from albion.engine.dice import Dice  # noqa: E402
from albion.engine.loop import settle  # noqa: E402
from albion.engine.playout import wander  # noqa: E402
from albion.engine.state import State  # noqa: E402
from albion.envs import openspiel  # noqa: E402
from support.searching import play_searching  # noqa: E402

NAMES = openspiel.register()
LAST = 150
"""How many answers from its end a late game begins."""
VERY_LAST = 20
"""This many are enough where every state is written down in full."""


def register_late(name: str, last: int = LAST, called: str = "late") -> str:
    """A game from shortly before its end: OpenSpiel reads every state in many ways, which takes ten seconds from the start."""
    game = games.GAMES[name]

    def setup(self: Any, options: Any, dice: Dice) -> State:
        first = game.setup(options, dice)
        whole = first.clone()
        answers = iter(range(wander(whole, settle(whole), Dice(1), lambda _: False) - last + 1))
        wander(first, settle(first), Dice(1), lambda _: next(answers, None) is None)
        return first

    late = type("Late", (type(game),), {"setup": setup})
    named = type("Named", (type(game),), {"id": f"{name}-{called}"})
    made = type(f"Spiel_{name}_{called}", (openspiel.SpielGame,), {"albion": late()})
    pyspiel.register_game(openspiel._type(named()), made)
    return openspiel.name_of(f"{name}-{called}")


LATE = {name: register_late(name) for name in games.GAMES}


@pytest.mark.parametrize("name", LATE.values())
def test_random_simulation(name: str) -> None:
    # Saving at every state takes long: the game with the shortest states stands for all, see below for the others.
    short = name == LATE["boudicca"]
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=short, verbose=False)


def test_a_whole_game_is_simulated() -> None:
    """From the first answer to the last, in the game that has the fewest."""
    pyspiel.random_sim_test(pyspiel.load_game("albion_boudicca"), num_sims=1, serialize=False, verbose=False)


def test_options_are_parameters() -> None:
    assert pyspiel.load_game("albion_redux_core(players=3)").num_players() == 3
    assert pyspiel.load_game("albion_redux_core").num_players() == 4
    assert len(NAMES) == len(games.GAMES)


def play(name: str, seed: int, answers: int) -> openspiel.SpielState:
    """A state after the seed and some answers."""
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(seed)
    chance = np.random.default_rng(seed)
    for _ in range(answers):
        state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_is_the_same_to_its_player(name: str) -> None:
    state = play(name, 7, 40)
    player = state.current_player()
    other = state.resample_from_infostate(player, np.random.default_rng(1).random)

    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.observation_tensor(player) == state.observation_tensor(player)
    assert other.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", NAMES)
def test_a_history_is_a_whole_game(name: str) -> None:
    state = play(name, 7, 40)
    again = pyspiel.load_game(name).new_initial_state()
    for action in state.history():
        again.apply_action(action)

    _, loaded = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(again) == str(state) == str(loaded)
    assert loaded.legal_actions() == state.legal_actions()
    for player in range(state.num_players()):
        assert again.information_state_string(player) == state.information_state_string(player)


def test_a_playthrough_shows_every_state_to_the_end() -> None:
    name = register_late("boudicca", VERY_LAST, "last")
    lines = generate_playthrough.playthrough_lines(name, alsologtostdout=False, seed=1)

    assert "GameType.information = Information.IMPERFECT_INFORMATION" in lines
    assert any(line.startswith("InformationStateString(1) = ") for line in lines)
    last = max(n for n, line in enumerate(lines) if line.startswith("# State "))
    assert "IsTerminal() = True" in lines[last:]


def test_what_was_seen_before_is_remembered() -> None:
    one, two = play("albion_boudicca", 7, 40), play("albion_boudicca", 8, 40)

    assert one.information_state_string(0)[:64] != two.information_state_string(0)[:64]


def test_a_search_bot_plays_boudicca_to_the_end() -> None:
    state, searched = play_searching(pyspiel.load_game(LATE["boudicca"]))

    assert searched >= 5  # how many varies: what the bot may not know is dealt again in each search
    assert sum(state.returns()) == pytest.approx(0)
