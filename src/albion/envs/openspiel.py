"""Every game for OpenSpiel: `register()`, then `pyspiel.load_game("albion_redux_core(players=3)")`.

The first node of a game is chance: it draws the seed of all dice and decks, so that a history of numbers is a whole game.
Agents that search must not look at the dice to come: `resample_from_infostate` deals everything again that a seat cannot
know, future dice included. Utilities are the share of the victory less a fair share, so they sum to 0.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
import numpy as np

from albion import games
from albion.engine.action import Decision
from albion.engine.codec import load, save
from albion.engine.dice import Dice
from albion.engine.event import Event
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.options import Options, choices, options_from
from albion.engine.state import State
from albion.envs.actions import ActionNumbers
from albion.envs.observing import Array, load_schema, tree_for

try:
    import pyspiel
except ModuleNotFoundError:
    raise ImportError(
        "albion.envs.openspiel needs open_spiel, which is not installed: pip install 'albion[envs]' brings it in"
    ) from None

SEEDS = 2**16
"""Outcomes of the chance node: how many different games of dice and cards there are."""
_REGISTERED: set[str] = set()


def name_of(game: str) -> str:
    """The short name under which a game is registered."""
    return f"albion_{game.replace('-', '_')}"


def register() -> tuple[str, ...]:
    """Register every game with pyspiel; returns the names to load them by. Calling it again does nothing."""
    for game in games.GAMES.values():
        if game.id not in _REGISTERED:
            made = type(f"Spiel_{name_of(game.id)}", (SpielGame,), {"albion": game})
            pyspiel.register_game(_type(game), made)
            _REGISTERED.add(game.id)
    return tuple(map(name_of, games.GAMES))


def _type(game: Game[Any]) -> Any:
    counts = [len(game.seats(o)) for o in game.option_sets()]
    return pyspiel.GameType(
        short_name=name_of(game.id),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={name: values[0] for name, values in choices(game.options_type).items()},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game and its options, as OpenSpiel sees them; each game is a class of its own."""

    albion: Game[Any]

    def __init__(self, params: Any = None) -> None:
        game = self.albion
        self.given: dict[str, Any] = dict(params or {})
        self.options: Options = options_from(game.options_type, self.given)
        self.schema = load_schema(game.id)
        self.seats = game.seats(self.options)
        self.numbers = ActionNumbers(game, self.options)
        many = len(self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.numbers),
            max_chance_outcomes=SEEDS,
            num_players=many,
            min_utility=-1 / many,
            max_utility=1 - 1 / many,
            utility_sum=0.0,
            max_game_length=game.bound,
        )
        super().__init__(_type(game), info, self.given)

    def new_initial_state(self) -> SpielState:
        """Before the seed is drawn."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player sees, as a tensor and as a string."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Position:
    """A position, and a digest of all that each player did and was told; OpenSpiel copies a state by copying this."""

    def __init__(self, game: SpielGame) -> None:
        self.game = game
        self.table: State | None = None
        """None until the seed is drawn."""
        self.decision: Decision | None = None
        self.told = [b""] * len(game.seats)
        self._seen: dict[int, tuple[str, Array]] = {}

    def __deepcopy__(self, _: Any) -> Position:
        return _restored(
            self.game, None if self.table is None else self.table.clone(), self.decision, self.told
        )

    def __reduce__(self) -> tuple[Any, ...]:
        saved = None if self.table is None else save(self.game.albion, self.table)
        return _loaded, (self.game.albion.id, self.game.given, saved, self.told)

    def take(self, action: int, player: int) -> None:
        """Draw the seed, or answer the open question; every player observes what they may know."""
        log: list[Event] = []
        self._seen = {}
        if self.table is None:
            self.table = self.game.albion.setup(self.game.options, Dice(action))
            self.decision = settle(self.table, log)
        else:
            self._tell(player, b"%d" % action)
            self.decision = apply(self.table, self.game.numbers.actions[action], log)
        for e in log:
            line = f"{e.kind} {e.data}".encode()
            for player, seat in enumerate(self.game.seats):
                if e.known_to(seat):
                    self._tell(player, line)

    def _tell(self, player: int, line: bytes) -> None:
        self.told[player] = sha256(self.told[player] + line).digest()

    def seen(self, player: int) -> tuple[str, Array]:
        """What a player sees now, as JSON and as an array."""
        found = self._seen.get(player)
        if found is None:
            assert self.table is not None
            tree = tree_for(self.game.albion, self.table, self.decision, self.game.seats[player])
            text = msgspec.json.encode(tree, order="sorted").decode()
            found = self._seen[player] = (text, self.game.schema.encode(tree))
        return found


def _restored(game: SpielGame, table: State | None, d: Decision | None, told: list[bytes]) -> Position:
    position = Position(game)
    position.table, position.decision, position.told = table, d, told[:]
    return position


def _loaded(game: str, given: dict[str, Any], saved: bytes | None, told: list[bytes]) -> Position:
    """A pickled position."""
    register()
    spiel: SpielGame = pyspiel.load_game(name_of(game), given)
    table = None if saved is None else load(spiel.albion, saved)
    return _restored(spiel, table, None if table is None else settle(table), told)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position as OpenSpiel asks for it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = Position(game)

    def current_player(self) -> Any:
        """The seat that is asked, by its number."""
        p = self.position
        if p.table is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if p.decision is None else p.game.seats.index(p.decision.seat)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every seed, each as likely."""
        return [(seed, 1 / SEEDS) for seed in range(SEEDS)]

    def _legal_actions(self, player: int) -> list[int]:
        d = self.position.decision
        return sorted(self.position.game.numbers.of(d.actions)) if d is not None else []

    def _apply_action(self, action: int) -> None:
        self.position.take(action, self.current_player())

    def _action_to_string(self, player: int, action: int) -> str:
        return (
            f"seed {action}"
            if player == pyspiel.PlayerId.CHANCE
            else str(self.position.game.numbers.actions[action])
        )

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.table is not None and self.position.decision is None

    def returns(self) -> list[float]:
        """Nothing before the end."""
        seats, table = self.position.game.seats, self.position.table
        outcome = table.outcome if table is not None else None
        if outcome is None:
            return [0.0] * len(seats)
        share = 1 / len(outcome.winners)
        return [(share if seat in outcome.winners else 0.0) - 1 / len(seats) for seat in seats]

    def __str__(self) -> str:
        p = self.position
        if p.table is None:
            return "before the seed is drawn"
        told = " ".join(digest.hex()[:16] for digest in p.told)
        view = msgspec.json.encode(p.game.albion.view(p.table, None), order="sorted").decode()
        return f"{told} {view}"

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A state as that player could believe it: all it cannot know is dealt again, and so are the dice to come."""
        p = self.position
        assert p.table is not None
        chance = Dice(int(probability_sampler() * 2**62))
        new = self.clone()
        new.position.table = p.game.albion.imagine(p.table, p.game.seats[player], chance)
        return new  # type: ignore[no-any-return]


class Observer:
    """A player's view: the array of its schema, and JSON for people."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.kind = kind
        self.tensor = np.zeros(game.schema.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what that player sees into the tensor."""
        self.tensor[:] = 0 if state.position.table is None else state.position.seen(player)[1]

    def string_from(self, state: SpielState, player: int) -> str:
        """The view as JSON; with perfect recall also the digest of everything that player did and was told."""
        if state.position.table is None:
            return "before the seed is drawn"
        text = state.position.seen(player)[0]
        return f"{state.position.told[player].hex()} {text}" if self.kind.perfect_recall else text
