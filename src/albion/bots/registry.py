"""Every bot by its name: general players for any game, and each game's own."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache

from albion.bots.bot import Bot, Planner, Policy
from albion.bots.random_player import RandomPlayer
from albion.engine.dice import Dice
from albion.engine.errors import DataError

STEADY = {
    "redux-core": "albion.bots.steady_redux_core:Steady",
    "redux-leaders": "albion.bots.steady_redux_leaders:Steady",
    "britannia-2005": "albion.bots.steady_britannia_2005:Steady",
    "boudicca": "albion.bots.steady_boudicca:Steady",
    "domesday": "albion.bots.steady_domesday:Steady",
}
"""Each game's heuristic policy as 'module:factory'; a factory takes the dice of one plan."""


def bot_names(game: str) -> tuple[str, ...]:
    """The players that know this game, the strongest first."""
    module = STEADY.get(game, "").partition(":")[0]
    return ("steady", "random") if module and importlib.util.find_spec(module) else ("random",)


@cache
def make_bot(name: str, game: str) -> Bot:
    """The player of that name for that game; it keeps nothing that it cannot lose, so one serves every match."""
    known = bot_names(game)
    if name not in known:
        raise DataError(f"there is no bot '{name}' for {game}: expected one of {', '.join(known)}")
    return Planner(_steady(game) if name == "steady" else RandomPlayer)


def _steady(game: str) -> Callable[[Dice], Policy]:
    module, _, factory = STEADY[game].partition(":")
    make: Callable[[Dice], Policy] = getattr(importlib.import_module(module), factory)
    return make
