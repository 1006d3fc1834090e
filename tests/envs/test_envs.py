"""The environments pass their owners' own tests, for every game."""

import pickle
import re
import subprocess
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test

from albion import games
from albion.engine.action import Seat
from albion.engine.dice import Dice
from albion.engine.errors import DataError, IllegalActionError
from albion.envs import gymnasium as albion_gym
from albion.envs import pettingzoo as albion_zoo
from albion.envs.actions import ActionNumbers
from albion.envs.course import EVERY
from albion.envs.observing import load_schema, tree_for
from albion.envs.table import Playing, given
from albion.lab.experiment import short_options

pytestmark = pytest.mark.filterwarnings("ignore")
GAMES = list(games.GAMES)
EXAMPLE = Path(__file__).parents[2] / "examples" / "train_small.py"


def middle(game: str, seed: int = 5, answers: int = 60, **options: Any) -> Playing:
    """A game after some random answers."""
    table = Playing(*given(game, options))
    table.begin(seed)
    dice = Dice(seed)
    for _ in range(answers):
        assert table.decision is not None
        legal = table.legal(table.decision.seat)
        table.take(legal[dice.d(len(legal)) - 1])
    return table


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_api(game: str) -> None:
    api_test(albion_zoo.env(game), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_seeds(game: str) -> None:
    seed_test(lambda: albion_zoo.env(game), num_cycles=40)


def test_pettingzoo_performance(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    clock = iter([0.0, 6.0, 6.0])
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    performance_benchmark(albion_zoo.env("redux-core"))

    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_checker(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(albion_gym.SeatEnv(game, bots="random"), skip_render_check=True)


def test_one_seat_plays_a_whole_game_against_bots() -> None:
    env = albion_gym.SeatEnv("boudicca", "britons", bots="random")
    seen, _ = env.reset(seed=4)
    chance = np.random.default_rng(1)
    over = False
    while not over:
        seen, reward, over, _, _ = env.step(chance.choice(np.flatnonzero(seen["action_mask"])))

    assert reward in (0.5, -0.5, 0.0)
    assert env.table.state.outcome is not None


def test_an_illegal_number_changes_nothing_and_says_so() -> None:
    env = albion_gym.SeatEnv("boudicca", bots="random")
    seen, _ = env.reset(seed=4)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    again, reward, over, _, info = env.step(np.int64(wrong))

    assert (reward, over) == (0.0, False)
    assert "is not legal now" in info["refused"]
    assert np.array_equal(again["observation"], seen["observation"])
    zoo = albion_zoo.env("boudicca")
    zoo.reset(seed=1)
    with pytest.raises(IllegalActionError, match="is not legal now"):
        zoo.step(int(np.flatnonzero(zoo.last()[0]["action_mask"] == 0)[0]))


@pytest.mark.parametrize("game", GAMES)
def test_observations_are_free_of_secrets(game: str) -> None:
    table = middle(game)
    for seat in table.seats:
        seen = table.observation(seat)["observation"]
        for world in range(3):
            imagined = table.game.imagine(table.state, seat, Dice(world))
            tree = tree_for(table.game, imagined, table.decision, seat)
            assert np.array_equal(table.schema.encode(tree), seen)


@pytest.mark.parametrize("game", GAMES)
def test_observations_tell_positions_apart(game: str) -> None:
    early, late = middle(game, answers=20), middle(game, answers=120)
    seat = early.seats[0]

    assert not np.array_equal(early.observation(seat)["observation"], late.observation(seat)["observation"])
    assert np.count_nonzero(late.observation(seat)["observation"]) > 20


def test_an_observation_stays_what_it_was() -> None:
    table = middle("redux-core")
    assert table.decision is not None
    seat = table.decision.seat
    kept, twin = table.observation(seat), table.observation(seat).plain()
    table.take(table.legal(seat)[0])

    assert kept == twin
    assert pickle.loads(pickle.dumps(kept)).keys() == kept.keys() == {"observation", "action_mask"}
    assert dict(kept.items())["action_mask"].sum() == len(kept["action_mask"].nonzero()[0])


@pytest.mark.parametrize("game", GAMES)
def test_observations_can_be_read_after_the_game_has_gone_on(game: str) -> None:
    table = middle(game, answers=1)
    dice, kept, read = Dice(9), [], []
    for _ in range(2 * EVERY + 3):
        if table.decision is None:
            break
        seat = table.decision.seat
        kept.append(table.observation(seat))
        read.append(table.observation(seat).plain())
        legal = table.legal(seat)
        table.take(legal[dice.d(len(legal)) - 1])

    assert kept[::5] == read[::5]
    assert kept[-1] == read[-1]


def test_an_observation_is_a_dict_of_arrays_however_it_is_copied() -> None:
    table = middle("boudicca")
    seat = table.seats[0]
    seen = table.observation(seat).plain()

    for copied in (dict(table.observation(seat)), {**table.observation(seat)}, table.observation(seat) | {}):
        assert table.observation(seat) == copied
    assert np.array_equal(table.observation(seat).pop("observation"), seen["observation"])


@pytest.mark.parametrize("game", GAMES)
def test_action_numbers_are_the_order_of_the_action_space(game: str) -> None:
    found = games.GAMES[game]
    for options in found.option_sets():
        numbers = ActionNumbers(found, options)
        listed = [(verb, noun) for verb, nouns in found.verbs(options).items() for noun in nouns or (None,)]
        assert [tuple(a) for a in numbers.actions] == listed
        assert len(numbers.numbers) == len(numbers)


@pytest.mark.parametrize("game", GAMES)
def test_a_schema_lists_every_entry_once(game: str) -> None:
    schema = load_schema(game)
    starts = [start for start, _, _ in schema.table()]

    assert starts == sorted(set(starts))
    assert sum(block.size for block in schema.blocks) == schema.size


def test_what_does_not_exist_is_told_in_one_sentence() -> None:
    with pytest.raises(DataError, match="there is no game 'chess': expected one of"):
        albion_zoo.env("chess")
    with pytest.raises(DataError, match="'colour' is not an option of this game"):
        albion_zoo.env("redux-core", colour="red")
    with pytest.raises(DataError, match="there is no seat 'pink'"):
        albion_gym.SeatEnv("redux-core", "pink")


@pytest.mark.parametrize(
    ("module", "missing"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel")],
)
def test_without_its_extra_a_module_says_what_to_install(module: str, missing: str) -> None:
    code = f"import sys; sys.modules['{missing}'] = None; import albion.envs.{module}"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)

    assert "which is not installed: pip install 'albion[envs]' brings it in" in said.stderr.splitlines()[-1]


def every_option_set() -> list[Any]:
    """Every game with all its options."""
    return [
        pytest.param(game.id, msgspec.structs.asdict(o), id=f"{game.id} {short_options(o)}")
        for game in games.GAMES.values()
        for o in game.option_sets()
    ]


@pytest.mark.parametrize(("game", "options"), every_option_set())
def test_every_option_set_can_be_played(game: str, options: dict[str, Any]) -> None:
    env = albion_zoo.env(game, **options)
    env.reset(seed=3)
    chance = np.random.default_rng(3)
    for _ in range(40):
        seen = env.last()[0]

        assert env.observation_space(env.agent_selection).contains(seen.plain())
        env.step(chance.choice(np.flatnonzero(seen["action_mask"])))


def test_options_may_be_numbers_of_numpy() -> None:
    assert albion_zoo.env("redux-core", players=np.int64(3)).possible_agents == ["p1", "p2", "p3"]


@pytest.mark.parametrize("number", [-1, 10**6])
def test_a_number_that_stands_for_nothing_is_refused(number: int) -> None:
    env, seat = albion_zoo.env("boudicca"), albion_gym.SeatEnv("boudicca")
    env.reset(seed=1)
    seat.reset(seed=1)

    with pytest.raises(DataError, match=f"there is no action {number}: expected 0 to"):
        env.step(number)
    with pytest.raises(DataError, match=f"there is no action {number}: expected 0 to"):
        seat.step(np.int64(number))
    with pytest.raises(TypeError):
        env.step(1.5)  # type: ignore[arg-type]


def test_a_seat_that_is_not_there_sees_nothing() -> None:
    env = albion_zoo.env("boudicca")
    env.reset(seed=1)

    with pytest.raises(DataError, match="there is no seat 'gauls': expected one of"):
        env.observe(Seat("gauls"))


def test_before_a_game_has_begun_whoever_asks_is_told_to_begin_one() -> None:
    env, seat = albion_zoo.env("boudicca"), albion_gym.SeatEnv("boudicca")

    for ask in (
        env.last,
        lambda: env.step(0),
        lambda: env.observe(Seat("romans")),
        lambda: seat.step(np.int64(0)),
    ):
        with pytest.raises(AttributeError, match=r"call reset\(\) first"):
            ask()
    with pytest.raises(AttributeError, match=r"'AlbionEnv' has no 'colour'$"):
        _ = env.colour


def test_the_example_learns_to_beat_random() -> None:
    command = [sys.executable, str(EXAMPLE), "--games", "20", "--test", "8"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    better = re.search(r"better by \S+ points \((\S+) to", told)

    assert better is not None, told
    assert float(better[1]) > 30
