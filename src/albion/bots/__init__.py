"""Players: they see a Decision and an imagined State, never the true one."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, Protocol

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.errors import DataError, RuleError
from albion.engine.game import Game
from albion.engine.state import State


class Bot(Protocol):
    """Someone who answers questions."""

    def choose(self, imagined: State, d: Decision) -> Action:
        """One of the decision's actions; the state is the bot's own to change."""
        ...


RANDOM = "albion.bots.random_player:RandomPlayer"

STEADY = {
    "redux-core": "albion.bots.steady_redux_core:Steady",
    "redux-leaders": "albion.bots.steady_redux_leaders:Steady",
    "britannia-2005": "albion.bots.steady_britannia_2005:Steady",
    "boudicca": "albion.bots.steady_boudicca:Steady",
    "domesday": "albion.bots.steady_domesday:Steady",
}
"""Each game's heuristic player as 'module:factory'; a factory takes a seed and gives a Bot."""


def bot_names(game: str) -> tuple[str, ...]:
    """The players that know this game, the strongest first."""
    module = STEADY.get(game, "").partition(":")[0]
    return ("steady", "random") if module and importlib.util.find_spec(module) else ("random",)


def make_bot(name: str, game: str, seed: int = 0) -> Bot:
    """The player of that name for that game; its own chance hangs on the seed alone."""
    known = bot_names(game)
    if name not in known:
        raise DataError(f"there is no bot '{name}' for {game}: expected one of {', '.join(known)}")
    module, _, factory = (STEADY[game] if name == "steady" else RANDOM).partition(":")
    make: Callable[[int], Bot] = getattr(importlib.import_module(module), factory)
    return make(seed)


def ask(bot: Bot, game: Game[Any], s: State, d: Decision, dice: Dice) -> Action:
    """A bot's answer, from a state in which all it cannot know is dealt anew from these dice."""
    imagined = game.imagine(s, d.seat, Dice(dice.d(2**32)))
    answer = bot.choose(imagined, d)
    if answer not in d.actions:
        raise RuleError(f"a bot answered '{answer}' at {d.step}, which was not offered")
    return answer
