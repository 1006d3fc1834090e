"""How long bots think: CPU seconds for each turn that a search plans, a nation's turn or an Impulse."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from time import process_time
from typing import Any, NamedTuple

from albion.bots import Bot, Plan
from albion.bots.search.outlooks import OUTLOOKS, outlook_of
from albion.engine.action import Decision
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.state import State


class Timed:
    """A bot whose thinking is timed, turn by turn."""

    def __init__(self, bot: Bot, turn: Callable[[State], Hashable]) -> None:
        self._bot, self._turn = bot, turn
        self.turns: dict[Hashable, float] = {}

    def plan(self, imagined: State, d: Decision, dice: Dice) -> Plan:
        """The bot's own plan."""
        turn, begun = self._turn(imagined), process_time()
        plan = self._bot.plan(imagined, d, dice)
        self.turns[turn] = self.turns.get(turn, 0.0) + process_time() - begun
        return plan


def turn_of(game: Game[Any]) -> Callable[[State], Hashable]:
    """What tells one turn of a game from the next; where no search knows the game, all of it is one."""
    return outlook_of(game).turn if game.id in OUTLOOKS else lambda _: None


class Times(NamedTuple):
    """How the thinking times of some turns are distributed."""

    turns: int
    median: float
    most: float
    """Nineteen of twenty turns take no longer."""
    longest: float


def spread_of(seconds: Sequence[float]) -> Times:
    """The distribution of one or more times."""
    rows = sorted(seconds)
    return Times(len(rows), rows[len(rows) // 2], rows[int(0.95 * (len(rows) - 1))], rows[-1])
