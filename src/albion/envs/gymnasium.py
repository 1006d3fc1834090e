"""One seat of any game against bots, as a Gymnasium environment: `SeatEnv("redux-core", "red", bots="steady")`.

Observations, action numbers and the reward at the end are those of `albion.envs.pettingzoo`. An action that is not legal
changes nothing: the reward is 0 and `info["refused"]` says which action it was; `info["action_mask"]` tells the legal ones.
"""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from albion.bots import Plan, answer, answer_seed, fits, make_bot
from albion.engine.action import Action, Seat
from albion.engine.errors import DataError, IllegalActionError
from albion.engine.loop import is_forced
from albion.envs.observing import LIMIT
from albion.envs.table import SEEDS, Playing, given

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise ImportError(
        f"albion.envs.gymnasium needs {error.name}, which is not installed: pip install 'albion[envs]' brings it in"
    ) from None


class SeatEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """The questions of one seat; everybody else is a bot."""

    metadata = {"render_modes": []}

    def __init__(self, game: str, seat: str | None = None, bots: str = "random", **options: Any) -> None:
        self.table = Playing(*given(game, options))
        seats = self.table.seats
        if seat is not None and seat not in seats:
            raise DataError(f"there is no seat '{seat}': expected one of {', '.join(seats)}")
        self.seat = Seat(seat) if seat is not None else seats[0]
        self.bot = make_bot(bots, self.table.game)
        size = len(self.table.numbers)
        self.action_space = spaces.Discrete(size)
        self.observation_space = spaces.Dict(
            observation=spaces.Box(-LIMIT, LIMIT, (self.table.schema.size,), np.int32),
            action_mask=spaces.Box(0, 1, (size,), np.int8),
        )
        self._seed = self._asked = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Set up a new game and play on to this seat's first question."""
        super().reset(seed=seed)
        self.begin(int(self.np_random.integers(SEEDS)))
        return self._shown()

    def begin(self, seed: int) -> None:
        """Like `reset`, with the match's own seed and without computing an observation."""
        self._seed, self._asked = seed, 0
        self.table.begin(seed)
        self._bots_answer()

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer, and play on to this seat's next question or the end."""
        try:
            self.answer(index(action))
        except IllegalActionError as error:
            seen, info = self._shown()
            return seen, 0.0, False, False, info | {"refused": str(error)}
        over = self.table.decision is None
        seen, info = self._shown()
        return seen, self.table.worth()[self.seat] if over else 0.0, over, False, info

    def answer(self, number: int) -> None:
        """Like `step`, without computing an observation."""
        self.table.take(number)
        self._asked += 1
        self._bots_answer()

    def _shown(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = self.table.observation(self.seat).plain()
        return seen, {"action_mask": seen["action_mask"]}

    def _bots_answer(self) -> None:
        """Everybody else's answers, as simulations and the server would give them."""
        table = self.table
        while (d := table.decision) is not None and d.seat != self.seat:
            seat, rolled = d.seat, table.state.dice.count
            plan: Plan = d.actions
            if not is_forced(table.state, d):
                plan = answer(
                    self.bot, table.game, table.state, d, answer_seed(self._seed, seat, self._asked)
                )
            for a in plan:
                if not fits(a, seat, rolled, table.state, table.decision):
                    break
                self._take(a)
                while (
                    (now := table.decision) is not None and now.seat == seat and is_forced(table.state, now)
                ):
                    self._take(now.actions[0])

    def _take(self, a: Action) -> None:
        self.table.take(self.table.numbers.numbers[a])
        self._asked += 1
