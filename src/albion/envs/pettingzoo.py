"""Every game as a PettingZoo AEC environment: `env("redux-core", players=3)`.

Agents are the seats. An observation is a dict of `observation` (see `albion.envs.observing`) and `action_mask`; actions are
numbers (see `albion.envs.actions`). Rewards come at the end: the share of the victory less a fair share.
"""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from albion.engine.action import Seat
from albion.engine.errors import DataError
from albion.envs.observing import LIMIT, Observation
from albion.envs.table import SEEDS, Playing, given, missing

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise ImportError(
        f"albion.envs.pettingzoo needs {error.name}, which is not installed: pip install 'albion[envs]' brings it in"
    ) from None


_OF_A_GAME = (
    "agent_selection",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
)


def env(game: str, **options: Any) -> AlbionEnv:
    """The environment of a game; options are those of the game, by name."""
    return AlbionEnv(game, **options)


class AlbionEnv(AECEnv[Seat, Observation, int]):  # type: ignore[misc]
    """One question at a time, to the seat that must answer it."""

    def __init__(self, game: str, **options: Any) -> None:
        super().__init__()
        self.table = Playing(*given(game, options))
        self.metadata = {"name": f"albion_{game}", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = list(self.table.seats)
        self.agents: list[Seat] = []
        size = len(self.table.numbers)
        self._actions = {seat: spaces.Discrete(size) for seat in self.possible_agents}
        self._observations = {
            seat: spaces.Dict(
                observation=spaces.Box(-LIMIT, LIMIT, (self.table.schema.size,), np.int32),
                action_mask=spaces.Box(0, 1, (size,), np.int8),
            )
            for seat in self.possible_agents
        }
        self._chance = np.random.default_rng()

    def __getattr__(self, name: str) -> Any:
        """Only reached for what is not there."""
        raise missing(self, name, _OF_A_GAME)

    def observation_space(self, agent: Seat) -> spaces.Dict:
        """The space of that seat's observations, always the same object."""
        return self._observations[agent]

    def action_space(self, agent: Seat) -> spaces.Discrete:
        """The space of action numbers, always the same object."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a new game; the same seed gives the same game, and the same games after it."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.table.begin(int(self._chance.integers(SEEDS)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Seat, dict[str, Any]] = {seat: {} for seat in self.agents}
        self._select()

    def observe(self, agent: Seat) -> Observation:
        """What a seat may know now."""
        if agent not in self._actions:
            raise DataError(f"there is no seat '{agent}': expected one of {', '.join(self.possible_agents)}")
        return self.table.observation(agent)

    def step(self, action: int | None) -> None:
        """Answer for the seat that is asked; once the game is over every seat steps with None."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None, "a seat that is still playing must answer with a number"
        self.table.take(index(action))
        self._select()

    def _select(self) -> None:
        d = self.table.decision
        if d is not None:
            self.agent_selection = d.seat
            return
        worth = self.table.worth()
        self.rewards = {seat: worth[seat] for seat in self.agents}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def close(self) -> None:
        """There is nothing to release."""
