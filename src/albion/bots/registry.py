"""Every bot by its name: levels from random to search, for every game that has them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

from albion.bots.bend import NEUTRAL, Bend
from albion.bots.bot import Bot, Planner
from albion.bots.novice import TASTE, Novice
from albion.bots.random_player import RandomPlayer
from albion.bots.search.model import Valuation, has_model, load_model
from albion.bots.search.outlook import Outlook
from albion.bots.search.outlooks import OUTLOOKS, outlook_of
from albion.bots.search.player import Effort, Searcher
from albion.engine.errors import DataError
from albion.engine.game import Game

CAPTAIN = Effort(bends=12, children=0, worlds=3, finalists=1, deep=0)
MASTER = Effort(bends=24, children=24, worlds=4, finalists=5, deep=8)
EFFORTS = {
    ("captain", "boudicca"): Effort(bends=2, children=0, worlds=0, finalists=0, deep=0, answers=600),
    ("master", "boudicca"): Effort(bends=8, children=0, worlds=0, finalists=0, deep=0, answers=2500),
    ("captain", "britannia-2005"): CAPTAIN._replace(own=0.6),
    ("master", "britannia-2005"): MASTER._replace(own=0.6),
    ("captain", "domesday"): Effort(
        bends=2, children=0, worlds=0, finalists=0, deep=0, answers=400, tempered=False
    ),
    ("master", "domesday"): Effort(bends=6, children=0, worlds=0, finalists=0, deep=0, answers=2000),
}
"""Where a game asks for another effort than the usual one of its level. In Britannia (2005) people mind their own points more
than their rivals'; bots that want the margin alone destroy each other's (docs/decisions/search-over-plans.md)."""


class Level(NamedTuple):
    """How a bot plays, in one line for people, and how it is created."""

    name: str
    line: str
    make: Callable[[Game[Any]], Bot]
    trained: bool = False
    """Whether it needs a model made by training."""


def _random(game: Game[Any]) -> Bot:
    return Planner(RandomPlayer)


def _novice(game: Game[Any]) -> Bot:
    outlook = outlook_of(game)
    return Planner(lambda dice: Novice(outlook.policy(dice, Bend(Random(dice.d(2**32)), TASTE)), dice))


def _steady(game: Game[Any]) -> Bot:
    outlook = outlook_of(game)
    return Planner(lambda dice: outlook.policy(dice, NEUTRAL))


def effort_of(level: str, game: str) -> Effort:
    """How much a searching level thinks in a game."""
    return EFFORTS.get((level, game), {"captain": CAPTAIN, "master": MASTER}[level])


def _searching(level: str) -> Callable[[Game[Any]], Bot]:
    def make(game: Game[Any]) -> Bot:
        return Searcher(game, valuation_of(game), effort_of(level, game.id))

    return make


def valuation_of(game: Game[Any]) -> Valuation:
    """What positions of a game are worth, by its trained model."""
    outlook: Outlook = outlook_of(game)
    return Valuation(outlook, load_model(game.id, game.version))


LEVELS = (
    Level(
        "master",
        "Tries out many plans before each move; takes a second or two.",
        _searching("master"),
        True,
    ),
    Level("captain", "Compares a dozen plans before each move.", _searching("captain"), True),
    Level("steady", "Sensible: goes for points, attacks at good odds, holds what it has.", _steady),
    Level("novice", "Knows the rules and has some ideas, but makes mistakes.", _novice),
    Level("random", "Picks legal moves at random.", _random),
)
"""The strongest first."""


def levels(game: str) -> tuple[Level, ...]:
    """The levels there are for a game, the strongest first."""
    if game not in OUTLOOKS:
        return LEVELS[-1:]
    return tuple(x for x in LEVELS if not x.trained or has_model(game))


def bot_names(game: str) -> tuple[str, ...]:
    """Their names; a variant has those of its game."""
    return tuple(x.name for x in levels(game.partition("+")[0]))


def fault_of(name: str, game: Game[Any]) -> str:
    """Why a level cannot play, in a sentence: its model is damaged or was made for other rules. Empty if it can."""
    plain: Game[Any] = getattr(game, "plain", game)
    if any(x.name == name and x.trained for x in levels(plain.id)):
        try:
            load_model(plain.id, plain.version)
        except DataError as error:
            return str(error)
    return ""


@cache
def make_bot(name: str, game: Game[Any]) -> Bot:
    """The player of that name for that game; it keeps no state that matters, so one object serves every match."""
    if "+" in game.id:  # a variant brings its bots along
        registry: Any = game.world.module("albion.bots.registry")  # type: ignore[attr-defined]
        return registry.make_bot(name, game.plain)  # type: ignore[attr-defined, no-any-return]
    for level in levels(game.id):
        if level.name == name:
            return level.make(game)
    known = ", ".join(bot_names(game.id))
    raise DataError(f"there is no bot '{name}' for {game.id}: expected one of {known}")
